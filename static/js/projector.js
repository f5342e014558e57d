// Turns the standings on the wall over by themselves: as many rows as fit, then the next ones.
// Space holds and goes on, the arrow keys turn. Without this script the page is one long list.
(() => {
  "use strict";
  const SHOWN_MS = 9000;
  const region = document.getElementById("live");
  const button = (id) => document.getElementById(id);
  const pages = button("pages");
  if (!region || !pages) return;
  let page = 0;
  let count = 1;
  let held = false;
  let timer = 0;

  const tables = () => [...region.querySelectorAll("table.standings")];
  const rowsOf = (table) => [...table.tBodies[0].rows];

  function fits() {
    const rows = tables().flatMap(rowsOf);
    for (const row of rows) row.hidden = false;
    const height = Math.max(1, ...rows.map((row) => row.getBoundingClientRect().height));
    const top = Math.max(...tables().map((table) => table.tBodies[0].getBoundingClientRect().top));
    const bottom = document.querySelector(".wall > nav").getBoundingClientRect().top;
    return Math.max(1, Math.floor((bottom - top - 8) / height));
  }
  function show() {
    if (!tables().length) return;
    window.scrollTo(0, 0);
    const size = fits();
    const longest = Math.max(...tables().map((table) => rowsOf(table).length));
    count = Math.max(1, Math.ceil(longest / size));
    page = ((page % count) + count) % count;
    for (const table of tables()) {
      rowsOf(table).forEach((row, place) => {
        row.hidden = Math.floor(place / size) !== page;
      });
    }
    pages.textContent = count > 1 ? `${page + 1} / ${count}` : "";
    for (const id of ["back", "pause", "forth"]) button(id).hidden = count < 2;
  }
  function turn(by) {
    page += by;
    show();
    clearInterval(timer);
    if (!held) timer = setInterval(() => turn(1), SHOWN_MS);
  }
  function hold() {
    held = !held;
    button("pause").setAttribute("aria-pressed", String(held));
    turn(0);
  }

  document.documentElement.classList.add("paged");
  button("back").addEventListener("click", () => turn(-1));
  button("forth").addEventListener("click", () => turn(1));
  button("pause").addEventListener("click", hold);
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("button, a") && event.key === " ") return;
    if (event.key === "ArrowRight" || event.key === "PageDown") turn(1);
    else if (event.key === "ArrowLeft" || event.key === "PageUp") turn(-1);
    else if (event.key === " ") hold();
    else return;
    event.preventDefault();
  });
  region.addEventListener("htmx:afterSwap", show);
  window.addEventListener("resize", show);
  turn(0);
})();
