// The desk's frame: a palette that goes anywhere (Ctrl/⌘-K or /), g and a letter to a part, ? for the keys.
// Single keys do nothing while one types, and can be switched off (WCAG 2.1.4).
(() => {
  "use strict";
  const palette = document.getElementById("palette");
  const keys = document.getElementById("desk-keys");
  if (!palette || !keys) return;
  const LETTERS_OFF = "desk-letters-off";
  const SECOND_KEY_MS = 1500;
  const MOST = 14;
  const input = palette.querySelector("input");
  const list = palette.querySelector("[role=listbox]");
  const told = palette.querySelector("[role=status]");
  const letters = keys.querySelector("#keys-letters");
  let items = null;
  let shown = [];
  let chosen = -1;
  let waiting = 0;
  let before = null;

  const isTyping = (target) =>
    target instanceof Element && (target.closest("input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, dialog") !== null || target.isContentEditable);
  function lettersAreOn() {
    try {
      return localStorage.getItem(LETTERS_OFF) === null;
    } catch {
      return true;
    }
  }
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

  function open(dialog) {
    if (document.querySelector("dialog[open]")) return;
    before = document.activeElement;
    dialog.showModal();
  }
  for (const dialog of [palette, keys]) {
    dialog.addEventListener("close", () => asItIsNow(before)?.focus());
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog || event.target.closest("[data-close]")) dialog.close();
    });
  }

  // ---- what can be gone to
  const textOf = (part) => (part.dataset.deed || part.getAttribute("aria-label") || part.textContent).trim().replace(/\s+/g, " ");
  const deedsHere = () => [...document.querySelectorAll("main [data-deed]")].filter((deed) => deed.getClientRects().length);
  // what a dialog covers may be brought anew meanwhile: whatever stands for `part` then, if anything does
  function asItIsNow(part) {
    if (!part || part.isConnected) return part;
    return (part.id && document.getElementById(part.id)) || deedsHere().find((deed) => textOf(deed) === textOf(part));
  }
  function onThisPage() {
    const links = [...document.querySelectorAll("[data-key]")].map((link) => ({
      group: palette.dataset.parts,
      text: textOf(link),
      hint: `g ${link.dataset.key}`,
      url: link.href,
    }));
    const deeds = deedsHere().map((deed) => ({ group: palette.dataset.deeds, text: textOf(deed), hint: "", deed }));
    return [...deeds, ...links];
  }
  async function fetched() {
    const address = document.documentElement.dataset.find;
    if (!address) return [];
    try {
      const answer = await fetch(address, { headers: { "X-Requested-With": "fetch" } });
      return answer.ok ? (await answer.json()).items : [];
    } catch {
      return [];
    }
  }
  async function load() {
    items = onThisPage();
    find();
    const more = await fetched();
    // a part that is in the page already is not offered twice
    const known = new Set(items.map((item) => item.url).filter(Boolean));
    items = [...items, ...more.filter((item) => !known.has(new URL(item.url, location.href).href))];
    find();
  }

  // ---- finding: every word must begin a word of the item; whole numbers and early words come first
  function rank(item, words) {
    item.words ??= plain(`${item.text} ${item.also ?? ""} ${item.group}`).split(/[\s&,.·()/–-]+/);
    let sum = 0;
    for (const word of words) {
      const exact = item.words.indexOf(word);
      if (exact >= 0) {
        sum += exact;
        continue;
      }
      // 1 is not meant for 12 unless nothing else is there, but "jo" is for "Jones"
      const place = item.words.findIndex((one) => one.startsWith(word));
      if (place < 0) return -1;
      sum += place + 20;
    }
    return sum;
  }
  function find() {
    const before = shown[chosen];
    const words = plain(input.value).split(/\s+/).filter(Boolean);
    const ranked = items.map((item, place) => [rank(item, words), place, item]).filter(([sum]) => sum >= 0);
    if (words.length) ranked.sort(([one, first], [other, second]) => one - other || first - second);
    shown = ranked.slice(0, MOST).map(([, , item]) => item);
    list.replaceChildren(...shown.map(option));
    // what comes in later does not take away what was chosen
    choose(words.length || !shown.includes(before) ? (shown.length ? 0 : -1) : shown.indexOf(before));
    told.textContent = ranked.length ? palette.dataset.found.replace("{n}", ranked.length) : palette.dataset.none;
    input.setAttribute("aria-expanded", String(shown.length > 0));
  }
  function option(item, place) {
    const line = document.createElement("li");
    line.id = `palette-${place}`;
    line.setAttribute("role", "option");
    line.setAttribute("aria-selected", "false");
    const text = Object.assign(document.createElement("bdi"), { textContent: item.text });
    const group = Object.assign(document.createElement("span"), { className: "quiet", textContent: item.group });
    line.append(text, group);
    if (item.hint) line.append(Object.assign(document.createElement("kbd"), { textContent: item.hint }));
    line.addEventListener("click", () => go(item));
    line.addEventListener("pointermove", () => choose(place));
    return line;
  }
  function choose(place) {
    list.children[chosen]?.setAttribute("aria-selected", "false");
    chosen = place;
    const line = list.children[place];
    line?.setAttribute("aria-selected", "true");
    line?.scrollIntoView({ block: "nearest" });
    if (line) input.setAttribute("aria-activedescendant", line.id);
    else input.removeAttribute("aria-activedescendant");
  }
  function go(item) {
    const deed = asItIsNow(item.deed);
    if (item.deed && !deed) {
      load(); // somebody else has done it: the list shows what can be done now
      return;
    }
    palette.close();
    if (deed) {
      deed.focus();
      if (deed.matches("button, a, summary")) deed.click();
      return;
    }
    // as a link does: a page may have something to say to whoever leaves it (desk_paper_leave.js), and take the focus
    before = null;
    const link = Object.assign(document.createElement("a"), { href: item.url, hidden: true });
    document.body.append(link);
    link.click();
    link.remove();
  }

  function openPalette() {
    open(palette);
    if (!palette.open) return;
    input.value = "";
    load();
    input.focus();
  }
  input.addEventListener("input", find);
  input.addEventListener("keydown", (event) => {
    const last = shown.length - 1;
    const place = { ArrowDown: chosen < last ? chosen + 1 : 0, ArrowUp: chosen > 0 ? chosen - 1 : last, PageDown: last, PageUp: 0 }[event.key];
    if (place !== undefined && last >= 0) {
      event.preventDefault();
      choose(place);
    } else if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      if (shown[chosen]) go(shown[chosen]);
    } else if (event.key === "Tab") {
      // the list is walked with the arrows, and there is nothing else here
      event.preventDefault();
    }
  });

  // ---- keys
  function openKeys() {
    const lines = [...document.querySelectorAll("[data-key]")].map((link) => {
      const line = document.createElement("div");
      const said = document.createElement("dt");
      said.append(Object.assign(document.createElement("kbd"), { textContent: "g" }), " ", Object.assign(document.createElement("kbd"), { textContent: link.dataset.key }));
      line.append(said, Object.assign(document.createElement("dd"), { textContent: textOf(link) }));
      return line;
    });
    const own = document.getElementById("page-keys")?.content.cloneNode(true) ?? "";
    keys.querySelector("[data-own]").replaceChildren(own);
    keys.querySelector("[data-parts]").replaceChildren(...lines);
    letters.checked = lettersAreOn();
    open(keys);
  }
  letters.addEventListener("change", () => {
    try {
      if (letters.checked) localStorage.removeItem(LETTERS_OFF);
      else localStorage.setItem(LETTERS_OFF, "1");
    } catch {
      // not allowed: then it is so for this page only
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return;
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "k") {
      event.preventDefault();
      if (palette.open) palette.close();
      else openPalette();
      return;
    }
    if (event.ctrlKey || event.metaKey || isTyping(event.target) || !lettersAreOn()) return;
    if (performance.now() < waiting) {
      waiting = 0;
      const link = [...document.querySelectorAll("[data-key]")].find(({ dataset }) => dataset.key === event.key);
      if (link) {
        event.preventDefault();
        link.click();
      }
      return;
    }
    if (event.key === "g") waiting = performance.now() + SECOND_KEY_MS;
    else if (event.key === "/") openPalette();
    else if (event.key === "?") openKeys();
    else return;
    event.preventDefault();
  });
  // a bar that is wider than the screen shows where one is
  for (const here of document.querySelectorAll("main nav [aria-current]")) {
    const bar = here.closest("nav");
    const [of, at] = [bar.getBoundingClientRect(), here.getBoundingClientRect()];
    bar.scrollBy(at.left - of.left - (of.width - at.width) / 2, 0);
  }
  for (const button of document.querySelectorAll("[data-open]")) {
    button.hidden = false;
    button.addEventListener("click", button.dataset.open === "palette" ? openPalette : openKeys);
  }
})();
