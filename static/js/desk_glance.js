// The round at a glance, and games of ranked tables: the grid is walked with the arrow keys, and all of it is asked for
// again every two seconds or so; where the live process runs (stream.js), at once when something has changed.
// data-page: the address that is asked, where it is another than the page's; data-still: nothing is asked for, since
// what somebody has just tried stands there.
(() => {
  "use strict";
  const page = document.getElementById("glance");
  if (!page) return;
  const LONGEST_MS = 10_000;
  const POSTPONED_MS = 1500;
  const stale = document.getElementById("glance-stale");
  const out = document.getElementById("glance-out");
  const URL_LIVE = (() => {
    const address = new URL(page.dataset.page ?? location.href, location.href);
    address.searchParams.set("live", "1");
    address.hash = "";
    return address;
  })();
  let etag = null;
  let failures = 0;
  let timer = 0;
  let streaming = false;
  let asking = false;
  let again = false;
  let postponed = false; // the answer came while a finger or a button of the mouse was down

  // ---- the grid
  const cells = () => [...page.querySelectorAll("[role=grid] td > [id]")];
  const rowsOf = (grid) => [...grid.tBodies[0].rows].map((row) => [...row.querySelectorAll("td > [id]")]);
  let current = "";
  function stand() {
    const all = cells();
    const one = all.find((cell) => cell.id === current) ?? all[0];
    for (const cell of all) cell.tabIndex = cell === one ? 0 : -1;
  }
  function enter(cell) {
    if (!cell) return;
    current = cell.id;
    stand();
    cell.focus();
  }
  function step(cell, key) {
    const grids = [...page.querySelectorAll("[role=grid]")];
    const place = grids.findIndex((grid) => grid.contains(cell));
    const rows = rowsOf(grids[place]);
    const row = rows.findIndex((line) => line.includes(cell));
    const column = rows[row].indexOf(cell);
    const beside = (by) => (grids[place + by] ? rowsOf(grids[place + by]) : null);
    switch (key) {
      case "ArrowRight":
        return rows[row][column + 1] ?? beside(1)?.[row]?.[0] ?? null;
      case "ArrowLeft":
        return rows[row][column - 1] ?? beside(-1)?.[row]?.at(-1) ?? null;
      case "ArrowDown":
        return rows[row + 1]?.[column] ?? beside(1)?.[0]?.[column] ?? null;
      case "ArrowUp":
        return rows[row - 1]?.[column] ?? beside(-1)?.at(-1)?.[column] ?? null;
      case "Home":
        return rows[row][0];
      case "End":
        return rows[row].at(-1);
      case "PageDown":
        return rows.at(-1)[column];
      case "PageUp":
        return rows[0][column];
      default:
        return undefined;
    }
  }
  function nextWaitedFor(from) {
    const all = cells();
    const start = all.indexOf(from) + 1;
    const waits = (cell) => cell.parentElement.matches(".due, .missing, .disputed");
    return [...all.slice(start), ...all.slice(0, start)].find(waits);
  }
  const isTyping = (target) => target.closest?.("input, textarea, select, dialog, [contenteditable]");
  const lettersAreOn = () => {
    try {
      return localStorage.getItem("desk-letters-off") === null;
    } catch {
      return true;
    }
  };
  page.addEventListener("keydown", (event) => {
    const cell = event.target.closest("[role=grid] td > [id]");
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = step(cell, event.key);
    if (to === undefined) return;
    event.preventDefault();
    enter(to);
  });
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || !lettersAreOn()) return;
    const cell = event.target.closest?.("[role=grid] td > [id]") ?? null;
    if (event.key === "m") enter(nextWaitedFor(cell));
    else if (event.key === "c") enter(cells().find((one) => one.tabIndex === 0) ?? cells()[0]);
    else return;
    event.preventDefault();
  });
  // the line below the heading says of a cell what its letter stands for; who hears the page hears it from the cell
  function tell(event) {
    const cell = event.target.closest?.("[role=grid] td > [id]");
    const line = document.getElementById("glance-told");
    if (!cell || !line) return;
    line.textContent = cell.getAttribute("aria-label");
    const pairs = cell.closest("tr").querySelector(".glance-pairs");
    if (pairs) line.textContent += ` · ${pairs.textContent}`;
  }
  page.addEventListener("focusin", (event) => {
    const cell = event.target.closest("[role=grid] td > [id]");
    if (cell && cell.id !== current) {
      current = cell.id;
      stand();
    }
    tell(event);
  });
  page.addEventListener("pointerover", tell);

  // ---- clocks; each counts from when it came, for one that is in use stays when others are brought anew
  const came = new WeakMap();
  function tick() {
    const now = performance.now();
    for (const clock of page.querySelectorAll("[data-runs]")) {
      if (!came.has(clock)) came.set(clock, now);
      const passed = Math.floor((now - came.get(clock)) / 1000);
      const left = Number(clock.dataset.left) - passed;
      const all = Math.abs(left);
      clock.textContent = `${left < 0 ? "−" : ""}${Math.floor(all / 60)}:${String(all % 60).padStart(2, "0")}`;
      clock.parentElement.classList.toggle("over", left < 0);
    }
  }

  // ---- what is new: part by part, and what somebody is typing in, or about to press, stays as it is
  const isInUse = (part) =>
    part.id !== "glance-grid" &&
    (part.contains(document.activeElement) ||
      [...part.querySelectorAll("input:not([type=hidden])")].some((input) => input.value !== input.defaultValue));
  const outdated = new WeakSet(); // parts that were in use when there was news of them
  const marksOf = (part) => new Map([...part.querySelectorAll("[role=grid] td > [id]")].map((cell) => [cell.id, cell.parentElement.className]));
  function put(box, fresh) {
    let place = box.firstElementChild;
    const leave = (until) => {
      while (place && place !== until) {
        const gone = place;
        place = place.nextElementSibling;
        gone.remove();
      }
    };
    for (const part of [...fresh.children]) {
      const old = part.id ? box.querySelector(`:scope > [id="${part.id}"]`) : null;
      if (old && (old.isEqualNode(part) || isInUse(old))) {
        if (!old.isEqualNode(part)) outdated.add(old);
        leave(old);
        place = old.nextElementSibling;
      } else if (old) {
        leave(old);
        place = old.nextElementSibling;
        change(old, part);
      } else {
        box.insertBefore(part, place);
      }
    }
    leave(null);
  }
  function change(old, part) {
    const focused = old.contains(document.activeElement) ? document.activeElement.id : "";
    const scrolled = [...old.querySelectorAll(".glance-blocks")].map((box) => box.scrollLeft);
    for (const open of old.querySelectorAll("details[open][id]")) part.querySelector(`[id="${open.id}"]`)?.setAttribute("open", "");
    const told = old.querySelector(".glance-told");
    const before = marksOf(old);
    old.replaceWith(part);
    if (told && current) part.querySelector(".glance-told")?.replaceChildren(...told.childNodes);
    part.querySelectorAll(".glance-blocks").forEach((box, place) => (box.scrollLeft = scrolled[place] ?? 0));
    for (const [id, mark] of marksOf(part)) {
      if (before.has(id) && before.get(id) !== mark) document.getElementById(id).parentElement.classList.add("changed");
    }
    stand();
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }
  function show(html) {
    const fresh = new DOMParser().parseFromString(html, "text/html");
    const boxes = [...fresh.querySelectorAll("[data-parts]")];
    [...page.querySelectorAll(":scope > [data-parts]")].forEach((box, place) => put(box, boxes[place]));
    window.htmx?.trigger(page, "htmx:load"); // names are found in what has come, too (desk_combo.js)
    tick();
  }
  // what stayed as it was because somebody was in it is brought when they have gone
  page.addEventListener("focusout", (event) => {
    const part = event.target.closest("[data-parts] > *");
    if (!outdated.has(part) || part.contains(event.relatedTarget)) return;
    etag = null;
    schedule(0);
  });

  // ---- asking
  const wait = () => (streaming && !failures ? 20_000 + Math.random() * 5000 : (1500 + Math.random() * 1000) * Math.min(2 ** failures, 16));
  function schedule(delay) {
    clearTimeout(timer);
    timer = setTimeout(ask, delay);
  }
  async function ask() {
    if (document.hidden || "still" in page.dataset) return;
    if (asking) {
      again = true;
      return;
    }
    asking = true;
    try {
      const headers = { "X-Requested-With": "fetch", ...(etag ? { "If-None-Match": etag } : {}) };
      const answer = await fetch(URL_LIVE, { headers, cache: "no-store", signal: AbortSignal.timeout(LONGEST_MS) });
      out.hidden = answer.status !== 401;
      const html = answer.status === 200 ? await answer.text() : null;
      postponed = html !== null && window.underFinger.holds();
      if (html !== null && !postponed) {
        show(html);
        etag = answer.headers.get("ETag");
      }
      failures = answer.ok || answer.status === 304 ? 0 : failures + 1;
    } catch {
      failures += 1;
    }
    asking = false;
    stale.hidden = failures < 2 || !out.hidden;
    schedule(again ? 0 : postponed ? POSTPONED_MS : wait());
    again = false;
  }
  window.underFinger.onLifted(() => postponed && schedule(0));
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) schedule(0);
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) schedule(0);
  });
  window.liveStream?.follow(page.dataset.event, {
    onChange: () => schedule(Math.random() * 300),
    onHealth: (now) => {
      streaming = now;
      if (!document.hidden) schedule(wait());
    },
  });
  setInterval(tick, 1000);
  tick();
  stand();
  schedule(wait());
})();
