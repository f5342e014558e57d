// Keeps a page of an event up to date: asks for its moving part every two seconds or so, and shows what changed.
// The server answers 304 when nothing has; no two phones ask at the same moment for long.
(() => {
  "use strict";
  const region = document.getElementById("live");
  if (!region || !window.htmx) return;
  const stale = document.getElementById("stale");
  let etag = null;
  let failures = 0;
  let timer = 0;
  let before = new Map();
  let open = [];
  let scrolled = [];

  const wait = () => (1500 + Math.random() * 1000) * Math.min(2 ** failures, 16);
  const schedule = (delay) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (document.hidden) return;
      htmx.trigger(region, "poll");
    }, delay);
  };
  const signatures = () =>
    new Map([...region.querySelectorAll("[data-signature][id]")].map((part) => [part.id, part.dataset.signature]));
  const isOurs = (event) => event.target === region && event.detail.elt === region;

  region.addEventListener("htmx:configRequest", (event) => {
    if (isOurs(event) && etag) event.detail.headers["If-None-Match"] = etag;
  });
  region.addEventListener("htmx:beforeSwap", () => {
    before = signatures();
    open = [...region.querySelectorAll("details[open][id]")].map((part) => part.id);
    scrolled = [...region.querySelectorAll(".scroll[id]")].map((part) => [part.id, part.scrollLeft, part.scrollTop]);
  });
  region.addEventListener("htmx:afterSwap", () => {
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    for (const [id, left, top] of scrolled) document.getElementById(id)?.scrollTo(left, top);
    for (const [id, signature] of signatures()) {
      if (before.has(id) && before.get(id) !== signature) document.getElementById(id).classList.add("changed");
    }
  });
  region.addEventListener("htmx:afterRequest", (event) => {
    if (!isOurs(event)) return;
    const { status } = event.detail.xhr;
    const answered = status === 200 || status === 304;
    failures = answered ? 0 : failures + 1;
    if (status === 200) etag = event.detail.xhr.getResponseHeader("ETag");
    if (stale) stale.hidden = failures < 2;
    schedule(wait());
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) schedule(0);
  });
  schedule(wait());
})();
