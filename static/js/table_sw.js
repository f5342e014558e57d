// Keeps the table page itself, so that it opens where the server cannot be reached. Only where the page came over
// HTTPS or from this machine: browsers allow no worker elsewhere, and there the page has to stay open.
// What the page keeps of its entries is not here but in its own store (table_outbox.js).
const STORE = "spades-table";
const PATIENCE = 4000;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// Our own page says so in a header; a captive portal's answer is shown to nobody and kept by nobody.
const isOurs = (response) => response.headers.get("Table-Page") === "1";

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
  if (response && response.status === 404) {
    await store.delete(path);
    return response;
  }
  return kept || response || Response.error();
};

const part = async (request) => {
  const store = await caches.open(STORE);
  try {
    const response = await fetch(request);
    const html = (response.headers.get("Content-Type") || "").includes("html");
    if (html) throw new Error("not ours");
    if (response.ok && !response.redirected) await store.put(request.url, response.clone());
    return response;
  } catch (error) {
    return (await store.match(request.url)) || Response.error();
  }
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate" && /^\/table\/[^/]+\/$/.test(url.pathname)) event.respondWith(page(request));
  else if (["style", "script", "image"].includes(request.destination)) event.respondWith(part(request));
});
