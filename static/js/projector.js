// Turns the wall over by itself, one screenful at a time: the standings, who is missing, where everybody sits.
// Space holds and goes on, the arrow keys turn, f fills the screen. Without this script the page is one long list.
(() => {
  "use strict";
  const SHOWN_MS = 9000;
  // names of more lines than this are set smaller, and smaller still
  const LINES = [
    ["snug", 1],
    ["long", 2],
    ["longest", 3],
  ];
  const region = document.getElementById("live");
  const at = (id) => document.getElementById(id);
  if (!region || !at("pages")) return;
  let pages = [];
  let page = 0;
  let held = false;
  let timer = 0;

  const steps = () => [...region.querySelectorAll("[data-step]")];
  const listsOf = (step) => [...step.querySelectorAll("[data-items]")];
  const linesOf = (part) => part.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(part).lineHeight);

  // All are measured before any is changed, or the browser would lay the page out once for each name.
  function fit(parts) {
    for (const [name] of LINES) for (const part of parts) part.classList.remove(name);
    let large = parts;
    for (const [name, most] of LINES) {
      const counts = large.map(linesOf);
      large = large.filter((_, place) => counts[place] > most + 0.5);
      for (const part of large) part.classList.add(name);
    }
  }
  // Where a list is to be broken so that nothing of it lies below `bottom`: the first item of each page.
  function breaks(list, bottom) {
    const boxes = [...list.children].map((item) => item.getBoundingClientRect());
    const room = bottom - (boxes[0]?.top ?? 0);
    const starts = [];
    let top = 0;
    boxes.forEach((box, place) => {
      // items side by side begin at the same height, and stay together
      const begins = place === 0 || box.top > boxes[place - 1].top + 1;
      const row = begins ? rowBottom(boxes, place) : 0;
      if (place === 0 || (begins && row - top > room)) {
        starts.push(place);
        top = box.top;
      }
    });
    return starts;
  }
  function rowBottom(boxes, first) {
    let bottom = boxes[first].bottom;
    for (let place = first + 1; place < boxes.length && boxes[place].top < boxes[first].top + 1; place += 1)
      bottom = Math.max(bottom, boxes[place].bottom);
    return bottom;
  }
  const bottomOf = () => document.querySelector(".wall > nav").getBoundingClientRect().top - 2;
  function columnsOf(list) {
    const [first, ...others] = [...list.children].map((item) => item.getBoundingClientRect().top);
    return 1 + Math.max(0, others.findIndex((top) => top > first + 1));
  }
  function measure() {
    pages = [];
    const all = steps();
    for (const step of all) {
      for (const each of all) each.hidden = each !== step;
      const lists = listsOf(step);
      for (const list of lists) {
        list.classList.remove("downwards");
        for (const item of list.children) item.hidden = false;
      }
      fit([...step.querySelectorAll(".fit")]);
      const starts = lists.map((list) => breaks(list, bottomOf()));
      const columns = lists.map(columnsOf);
      const count = Math.max(1, ...starts.map((found) => found.length));
      for (let number = 0; number < count; number += 1) pages.push({ name: step.dataset.step, number, starts, columns });
    }
  }
  // In columns one reads down. Where tall rows then find no room they stay as they were measured, across.
  function readDown(list, columns) {
    const items = [...list.children].filter((item) => !item.hidden);
    list.style.setProperty("--rows", Math.ceil(items.length / columns));
    list.classList.toggle("downwards", columns > 1 && items.length > columns);
    const lowest = Math.max(...items.map((item) => item.getBoundingClientRect().bottom));
    if (lowest > bottomOf()) list.classList.remove("downwards");
  }
  function show() {
    const shown = pages[page];
    if (!shown) return;
    for (const step of steps()) {
      step.hidden = step.dataset.step !== shown.name;
      if (step.hidden) continue;
      listsOf(step).forEach((list, which) => {
        const starts = shown.starts[which];
        const [first, next] = [starts[shown.number] ?? Infinity, starts[shown.number + 1] ?? Infinity];
        [...list.children].forEach((item, place) => {
          item.hidden = place < first || place >= next;
        });
        readDown(list, shown.columns[which]);
      });
    }
    at("pages").textContent = pages.length > 1 ? `${page + 1} / ${pages.length}` : "";
    for (const id of ["back", "pause", "forth"]) at(id).hidden = pages.length < 2;
  }
  // What has come in changes no step: the same page of the same list stays, or the nearest there is.
  function refresh() {
    const was = pages[page];
    window.scrollTo(0, 0);
    fit([...document.querySelectorAll("h1.fit")]);
    measure();
    const same = pages.filter(({ name }) => was && name === was.name);
    const kept = same[Math.min(was?.number ?? 0, same.length - 1)];
    page = kept ? pages.indexOf(kept) : Math.min(page, Math.max(0, pages.length - 1));
    show();
  }
  function turn(by) {
    page = (page + by + pages.length) % Math.max(1, pages.length);
    show();
    clearInterval(timer);
    if (!held) timer = setInterval(() => turn(1), SHOWN_MS);
  }
  function hold() {
    held = !held;
    at("pause").setAttribute("aria-pressed", String(held));
    turn(0);
  }
  function fill() {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.().catch(() => {});
  }

  document.documentElement.classList.add("paged");
  at("back").addEventListener("click", () => turn(-1));
  at("forth").addEventListener("click", () => turn(1));
  at("pause").addEventListener("click", hold);
  at("full").addEventListener("click", fill);
  at("full").hidden = !document.fullscreenEnabled;
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("button, a") && event.key === " ") return;
    if (event.key === "ArrowRight" || event.key === "PageDown") turn(1);
    else if (event.key === "ArrowLeft" || event.key === "PageUp") turn(-1);
    else if (event.key === " ") hold();
    else if (event.key === "f" || event.key === "F") fill();
    else return;
    event.preventDefault();
  });
  region.addEventListener("htmx:afterSwap", refresh);
  // the head grows with a warning of the clock, and all of the page with the window
  new ResizeObserver(refresh).observe(document.querySelector(".wall > header"));
  window.addEventListener("resize", refresh);
  refresh();
  turn(0);
})();
