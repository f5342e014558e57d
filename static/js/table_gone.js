// The page of a code that opens nothing: what this phone has kept under it, to be read out.
(() => {
  "use strict";
  const store = window.spadesStore;
  const prefix = `spades-table:${location.pathname}:out:`;
  const box = document.getElementById("kept");
  const list = box.querySelector("ul");
  for (const name of store.names()) {
    if (!name.startsWith(prefix)) continue;
    try {
      const { door, body } = JSON.parse(store.get(name));
      if (door !== "entries") continue;
      const line = document.createElement("li");
      line.textContent = list.dataset.line.replace(/\{(\w+)\}/g, (whole, key) => (key in body ? body[key] : whole));
      list.append(line);
    } catch (error) {
      // what cannot be read is no entry
    }
  }
  box.hidden = !list.children.length;
})();
