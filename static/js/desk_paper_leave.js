// Nobody leaves a page of paper unheard: a link waits for the answers under way, and leads first to a row that is not
// saved. The same link once more, with nothing new, leaves all the same; what was typed stays in the browser.
(() => {
  "use strict";
  const sheet = document.getElementById("paper");
  if (!sheet) return;
  let held = null; // the link that did not lead away
  let heldAt = ""; // and how the rows stood
  let goesOn = false; // and does so once every row is saved

  const rowThatIs = (...states) => sheet.querySelector(states.map((state) => `tr[data-state="${state}"]`).join());
  const standing = () => [...sheet.querySelectorAll("tr")].map((row) => row.dataset.state).join();
  const isPlain = (event) => !(event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  const leadsAway = (link) => link && !link.target && !link.getAttribute("href").startsWith("#");

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!leadsAway(link) || !isPlain(event) || event.defaultPrevented) return;
    if (link.href === held?.href && heldAt === standing()) return;
    const open = rowThatIs("fault", "kept");
    if (!open && !rowThatIs("sending")) return;
    event.preventDefault();
    open?.querySelector("input").focus();
    held = link;
    heldAt = standing();
    goesOn = !open;
  });
  sheet.addEventListener("focusin", () => (goesOn = false));
  // where a row was refused, the focus stays at the link: the next digits would land in that row
  sheet.addEventListener("paper:answered", () => {
    if (!goesOn || rowThatIs("sending")) return;
    goesOn = false;
    if (!rowThatIs("fault", "kept")) held.click();
  });
})();
