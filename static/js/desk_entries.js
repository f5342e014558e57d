// The list of entries: check-in with one key a row. The field above the list finds a row by number or name and Enter
// checks the first in; arrows go from row to row, and the focus stays where one works when a row was made anew.
(() => {
  "use strict";
  const table = document.querySelector(".entries-table");
  const find = document.getElementById("row-find");
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const rows = () => [...table.querySelectorAll("tbody tr[id]")];
  const shown = () => rows().filter((row) => !row.hidden);
  const keyOf = (row) => row?.querySelector(".entry-key");
  const faultOf = (row) => row.querySelector(".entry-fault");
  const wordsOf = (row) => {
    const parts = [...row.querySelector(".entry-name").childNodes];
    return parts.filter((part) => part !== faultOf(row)).map((part) => part.textContent).join("");
  };

  // ---- finding a row
  function narrow() {
    const words = plain(find.value).split(/\s+/).filter(Boolean);
    for (const row of rows()) {
      const number = row.querySelector(".number").textContent.trim();
      const text = plain(wordsOf(row));
      row.hidden = words.length > 0 && number !== words.join(" ") && !words.every((word) => text.includes(word));
    }
    // a number typed whole is that entry's, and comes before names that have it in them
    const exact = rows().find((row) => row.querySelector(".number").textContent.trim() === find.value.trim());
    for (const row of rows()) row.classList.toggle("entry-first", words.length > 0 && row === (exact ?? shown().find(keyOf)));
  }
  if (find) {
    find.closest("[hidden]").hidden = false;
    find.addEventListener("input", narrow);
    find.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      if (event.key === "Enter") {
        event.preventDefault();
        const key = keyOf(table.querySelector(".entry-first"));
        if (!find.value.trim() || !key) return;
        // whoever is here already stays so
        if (key.name === "here") key.click();
        find.value = "";
        narrow();
      } else if (event.key === "ArrowDown") {
        event.preventDefault();
        keyOf(shown().find(keyOf))?.focus();
      } else if (event.key === "Escape") {
        find.value = "";
        narrow();
      }
    });
  }

  // ---- from row to row
  table.addEventListener("keydown", (event) => {
    const row = event.target.closest("tr");
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    // a key that is held down checks nobody else in
    if (event.repeat && event.key === "Enter" && event.target.matches(".entry-key")) event.preventDefault();
    if (!step || !event.target.matches(".entry-key")) return;
    event.preventDefault();
    const keys = shown().map(keyOf).filter(Boolean);
    const next = keys[keys.indexOf(keyOf(row)) + step];
    if (next) next.focus();
    else if (step < 0) find.focus();
  });
  // One goes on at the next row at once: keys may follow each other faster than the server answers.
  const rowOf = (part) => part.closest?.(".entries-table tbody tr[id]");
  function nextOf(row) {
    const keys = shown().map(keyOf).filter(Boolean);
    return keys[keys.indexOf(keyOf(row)) + 1];
  }
  // A key goes once, until it is answered, and the second of a double click is not for the key that has come instead.
  let clicked = "";
  table.addEventListener(
    "click",
    (event) => {
      const key = event.target.closest(".entry-key");
      if (!key) return;
      const row = rowOf(key);
      const isDouble = event.detail > 1 && clicked === row.id;
      clicked = row.id;
      if (key.dataset.sent || isDouble) {
        event.preventDefault();
        event.stopImmediatePropagation();
        return;
      }
      key.dataset.sent = "1";
      faultOf(row)?.remove();
      listMissed();
    },
    true,
  );
  document.addEventListener("htmx:afterRequest", (event) => {
    delete event.target.dataset?.sent;
  });
  // Whoever leaves the page has pressed all the same: what waits for its turn goes now. What is said twice changes nothing.
  window.addEventListener("pagehide", () => {
    for (const key of table.querySelectorAll(".entry-key[data-sent]")) {
      const body = new FormData(key.form);
      const token = window.deskKeep?.newestToken();
      if (token) body.set("csrfmiddlewaretoken", token);
      body.set(key.name, key.value);
      navigator.sendBeacon(key.form.action, body);
    }
  });
  table.addEventListener("click", (event) => {
    const key = event.target.closest(".entry-key");
    if (key?.name === "here" && document.activeElement === key) nextOf(rowOf(key))?.focus();
  });
  // the answer brings the row with a key of its own: it has the focus where the old one had it
  let left = "";
  document.addEventListener("htmx:beforeSwap", (event) => {
    const row = rowOf(event.target);
    left = row?.contains(document.activeElement) ? row.id : "";
    // a row stays when it is refused, however it is
    if (row && event.detail.xhr.status >= 400) Object.assign(event.detail, { shouldSwap: false, isError: true });
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    const row = left ? document.getElementById(left) : null;
    left = "";
    if (row && document.activeElement === document.body) keyOf(row)?.focus();
    if (find?.value) narrow();
  });

  // ---- what did not get through
  // is said where it was asked for, in the server's words if it has any. Whoever has gone on stays there: the next key is
  // meant for the row that one is at; the rows that were missed are listed where numbers are typed.
  const missed = document.getElementById("entries-missed");
  function listMissed() {
    const links = rows().filter(faultOf).map((row) => {
      const number = row.querySelector(".number").textContent.trim();
      return Object.assign(document.createElement("a"), { href: `#${row.id}`, textContent: number });
    });
    missed.hidden = !links.length;
    missed.querySelector("span").replaceChildren(...links.flatMap((link) => [" ", link]));
  }
  function sayFault(part, xhr, className) {
    const isSaid = xhr.status === 401 || (xhr.getResponseHeader("Content-Type") ?? "").startsWith("text/plain");
    const textContent = isSaid ? xhr.responseText : table.dataset.lost;
    const fault = Object.assign(document.createElement("p"), { className: `faults ${className}`, textContent });
    fault.setAttribute("role", "alert");
    part.append(fault);
  }
  for (const name of ["responseError", "sendError", "timeout"]) {
    document.addEventListener(`htmx:${name}`, (event) => {
      const { xhr } = event.detail;
      const row = rowOf(event.target);
      if (row) {
        sayFault(row.querySelector(".entry-name"), xhr, "entry-fault");
        listMissed();
      } else if (event.target.id === "typing" && xhr.status !== 401) sayFault(event.target, xhr, "typing-fault");
    });
  }
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target.id === "typing") event.target.querySelector(".typing-fault")?.remove();
  });

  // What the server answers is shown, not what was kept a moment before; what it never got stays kept. A field that goes
  // while one is in it says once more that it has changed: it is left first. Whoever works elsewhere stays there.
  let elsewhere = null;
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.target.id !== "typing" || !event.detail.shouldSwap) return;
    const at = document.activeElement;
    if (event.target.contains(at)) at.blur();
    elsewhere = document.activeElement === document.body ? null : at;
    window.deskKeep?.forget(event.target);
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (elsewhere?.isConnected) elsewhere.focus({ preventScroll: true });
    elsewhere = null;
    if (rows().length) document.querySelector(".entries-none")?.remove();
  });
})();
