// Keeps a page of an event up to date: asks for its moving part every two seconds or so, and shows what changed.
// The server answers 304 when nothing has; no two phones ask at the same moment for long. Where the live process runs
// (stream.js), it pushes that part, or says that there is a new one, and asking is only a safeguard while it does.
(() => {
  "use strict";
  const region = document.getElementById("live");
  if (!region || !window.htmx) return;
  const ANNOUNCED_MS = 30_000;
  const JITTER_MS = 1500;
  const stale = document.getElementById("stale");
  const headline = document.getElementById("headline");
  const { own, event: eventId } = region.dataset;
  // a scorecard's percentage leads to what is folded away; not every browser unfolds it by itself
  const wanted = document.getElementById(location.hash.slice(1));
  const folded = wanted?.closest("details:not([open])");
  if (folded) {
    folded.open = true;
    wanted.scrollIntoView();
  }
  const etagOf = (digest) => (own ? `"${digest}.${own}"` : `"${digest}"`);
  let etag = region.dataset.etag ? etagOf(region.dataset.etag) : null;
  let failures = 0;
  let timer = 0;
  let streaming = false;
  let pushes = 0;
  let asked = 0;
  let announced = 0;
  let before = new Map();
  let open = [];
  let scrolled = [];
  let focused = null;
  let postponed = false; // an answer came while a finger was down
  let held; // what was pushed meanwhile

  const wait = () =>
    streaming && !failures
      ? 25_000 + Math.random() * 10_000
      : (1500 + Math.random() * 1000) * Math.min(2 ** failures, 16);
  const schedule = (delay) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (document.hidden) return;
      htmx.trigger(region, "poll");
    }, delay);
  };
  const signatures = () =>
    new Map([...region.querySelectorAll("[data-signature][id]")].map((part) => [part.id, part.dataset.signature]));
  // htmx gives the focus back to what has an id, unless that is folded away; all else is known by its line and by where
  // it leads, or as the first, the second ... of its kind there
  const like = (one, box) => {
    const address = one.getAttribute("href");
    return [...box.querySelectorAll(one.tagName)].filter((other) => other.getAttribute("href") === address);
  };
  const placeOfFocus = () => {
    const one = document.activeElement;
    if (one === region || !region.contains(one)) return null;
    const box = one.parentElement.closest("[id]");
    return { one, box: box.id, place: like(one, box).indexOf(one) };
  };
  const focusAgain = () => {
    const box = focused && document.activeElement === document.body && document.getElementById(focused.box);
    if (box) like(focused.one, box)[focused.place]?.focus({ preventScroll: true });
  };
  const isOurs = (event) => event.target === region && event.detail.elt === region;
  const remember = () => {
    focused = placeOfFocus();
    before = signatures();
    open = [...region.querySelectorAll("details[open][id]")].map((part) => part.id);
    scrolled = [...region.querySelectorAll(".scroll[id]")].map((part) => [part.id, part.scrollLeft, part.scrollTop]);
  };
  const postpone = () => {
    postponed = true;
    schedule(JITTER_MS);
  };
  const announce = (aloud) => {
    if (headline?.hasAttribute("aria-live")) headline.setAttribute("aria-live", aloud ? "polite" : "off");
  };

  region.addEventListener("htmx:configRequest", (event) => {
    if (!isOurs(event)) return;
    asked = pushes;
    if (etag) event.detail.headers["If-None-Match"] = etag;
  });
  region.addEventListener("htmx:beforeSwap", (event) => {
    if (!event.detail.shouldSwap) return;
    // an answer that was overtaken by a push, or by what is searched for, is not newer than what is shown
    const late = event.detail.requestConfig.elt === region && asked !== pushes;
    const isDown = !late && window.underFinger.holds();
    if (late || isDown) event.detail.shouldSwap = false;
    else remember();
    if (isDown) postpone();
    announce(true);
  });
  region.addEventListener("htmx:afterSwap", (event) => {
    held = undefined;
    postponed = false;
    const { xhr } = event.detail;
    if (xhr) etag = xhr.getResponseHeader("ETag");
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    focusAgain();
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
    if (status === 304 && asked === pushes) postponed = false; // it is again as it is shown
    if (stale) stale.hidden = failures < 2;
    schedule(answered && postponed ? JITTER_MS : wait());
  });
  // What somebody searches for (seats.html) is asked for beside: an older answer does not come over it, and what did not
  // come, or not while a finger was down, comes with the next one.
  const isSearch = ({ target, elt }) => target === region && elt !== region;
  document.addEventListener("htmx:configRequest", (event) => {
    if (isSearch(event.detail)) pushes += 1;
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (isSearch(event.detail.requestConfig) && event.detail.xhr.status !== 200) postpone();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) schedule(0);
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) schedule(0);
  });
  schedule(wait());

  // What is pushed is what everybody is shown: which rows are one's own is marked here, as the server would.
  function show(html) {
    if (window.underFinger.holds()) {
      held = html;
      return;
    }
    held = undefined;
    const marked = own ? html.replaceAll(`data-entry="${own}"`, '$& aria-current="true"') : html;
    // pushes may come several times a second; read aloud, twice a minute is plenty
    const due = Date.now() - announced > ANNOUNCED_MS;
    const said = headline?.textContent;
    announce(due);
    remember();
    htmx.swap(region, marked, { swapStyle: "innerHTML", swapDelay: 0, settleDelay: 0 }, { contextElement: region });
    if (due && headline?.textContent !== said) announced = Date.now();
  }
  window.underFinger.onLifted(() => {
    if (held !== undefined) show(held);
    if (postponed) schedule(0);
  });
  window.liveStream?.follow(eventId, {
    query: () => {
      if (!("pushed" in region.dataset)) return {};
      const known = { page: location.pathname, language: document.documentElement.lang };
      const digest = etag?.match(/"([^".]+)/)?.[1];
      return digest ? { ...known, etag: digest } : known;
    },
    onChange: ({ etag: digest, html }) => {
      if (!digest) {
        schedule(Math.random() * JITTER_MS);
        return;
      }
      pushes += 1;
      etag = etagOf(digest);
      failures = 0;
      if (stale) stale.hidden = true;
      if (html !== undefined) show(html);
      schedule(wait());
    },
    onHealth: (now) => {
      streaming = now;
      if (!document.hidden) schedule(wait());
    },
  });
})();
