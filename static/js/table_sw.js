// Keeps the table page itself, so that it opens where the server cannot be reached. Only where the page came over
// HTTPS or from this machine: browsers allow no worker elsewhere, and there the page has to stay open.
// What the page keeps of its entries is not here but in its own store (table_outbox.js).
const STORE = "spades-table";
const PATIENCE = 4000;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// Our own page says so in a header, and so does our word that a code opens nothing; a captive portal's answer is shown
// to nobody who has a page, and kept by nobody.
const isOurs = (response) => response.headers.get("Table-Page") === "1";
const isGone = (response) => response.headers.get("Table-Page") === "gone";
// The page's parts carry no such word, so they are known by their kind.
const KINDS = { style: /^text\/css\b/, script: /^(text|application)\/javascript\b/, image: /^image\// };
const isPart = (request, response) => response.ok && !response.redirected && KINDS[request.destination].test(response.headers.get("Content-Type") || "");

const page = async (request) => {
  const path = new URL(request.url).pathname;
  const store = await caches.open(STORE);
  const kept = await store.match(path);
  const late = new Promise((resolve) => setTimeout(resolve, kept ? PATIENCE : 60000, null));
  const response = await Promise.race([fetch(request).catch(() => null), late]);
  if (response && response.ok && isOurs(response)) {
    await store.put(path, response.clone());
    return response;
  }
  if (response && isGone(response)) {
    await store.delete(path);
    return response;
  }
  return kept || response || Response.error();
};

const part = async (request) => {
  const store = await caches.open(STORE);
  const response = await fetch(request).catch(() => null);
  if (response && isPart(request, response)) {
    await store.put(request.url, response.clone());
    return response;
  }
  return (await store.match(request.url)) || response || Response.error();
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate" && /^\/table\/[^/]+\/$/.test(url.pathname)) event.respondWith(page(request));
  else if (KINDS[request.destination]) event.respondWith(part(request));
});
