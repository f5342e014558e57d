// A deal of a ranked game, typed on the keyboard: Enter and the space bar go from field to field, what is missing to 13
// follows by Enter, and in the last field Enter saves. What the deal is worth stands beside it (score.js).
(() => {
  "use strict";
  const RULES = JSON.parse(document.getElementById("game-rules")?.textContent ?? "null");
  const NAMES = ["ns_bid", "ns_tricks", "ew_bid", "ew_tricks"];
  const PAIR = /^([NB]|[0-9]{1,2})[+\s]*([NB]|[0-9]{1,2})$/i;
  const { spadesScore: score } = window;

  const fieldsOf = (box) => NAMES.map((name) => box.querySelector(`input[name$="-${name}"]`));
  const isSplit = (bid) => /[NB]/i.test(bid.value) || bid.value.includes("+");
  const bidText = (text) => (/[NB]/i.test(text) ? text.trim().replace(PAIR, "$1+$2").toUpperCase() : text.trim());
  const tricksText = (text) => text.trim().replace(/^(\d{1,2})\s+(\d{1,2})$/, "$1+$2");

  function read(fields) {
    const texts = fields.map((field, place) => (place % 2 ? tricksText : bidText)(field.value));
    return score && texts.every(Boolean) ? score.read(Object.fromEntries(NAMES.map((name, place) => [name, texts[place]]))) : null;
  }

  // The tricks of East-West that are left, as they are written; "" where that cannot be told.
  function following(fields) {
    const [, nsTricks, ewBid, ewTricks] = fields;
    const ns = score?.parseTricks(tricksText(nsTricks.value));
    if (!ns || !ewBid.value.trim()) return "";
    const typed = ewTricks.value.trim();
    if (!isSplit(ewBid)) return typed ? "" : String(13 - ns.total);
    const first = /^(\d{1,2})$/.exec(typed);
    const left = first ? 13 - ns.total - Number(first[1]) : -1;
    return left >= 0 ? `${typed}+${left}` : "";
  }

  function show(box) {
    const worth = box.querySelector(".game-worth");
    const deal = RULES ? read(fieldsOf(box)) : null;
    const ours = deal && deal[1].total + deal[3].total === 13 ? score.scoreDeal(RULES, ...deal) : null;
    const text = ours ? `NS ${ours.ns.total}, EW ${ours.ew.total}`.replaceAll("-", "−") : "";
    if (worth.textContent !== text) worth.textContent = text;
  }

  function onKey(event) {
    const box = event.target.closest?.("[data-deal]");
    if (!box || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const fields = fieldsOf(box);
    const place = fields.indexOf(event.target);
    if (place < 0 || (event.key !== "Enter" && event.key !== " ")) return;
    const field = event.target;
    const typed = field.value.trim();
    // two players' tricks, or a bid such as 4 N, have a space between them
    if (event.key === " " && place % 2 && isSplit(fields[place - 1]) && /^\d{1,2}$/.test(typed)) return;
    if (event.key === " " && !typed) {
      event.preventDefault();
      return;
    }
    if (place < 3) {
      event.preventDefault();
      if (typed) fields[place + 1].focus();
      return;
    }
    const rest = following(fields);
    if (rest) {
      event.preventDefault();
      field.value = rest;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.setSelectionRange(rest.length, rest.length);
    } else if (event.key === " ") {
      event.preventDefault();
    }
  }

  document.addEventListener("keydown", onKey);
  document.addEventListener("input", (event) => {
    const box = event.target.closest?.("[data-deal]");
    if (box) show(box);
  });
  for (const box of document.querySelectorAll("[data-deal]")) show(box);
  const box = document.querySelector("#fix [data-deal]") ?? document.querySelector("#entry [data-deal]");
  const begins = box?.querySelector("[aria-invalid]") ?? box?.querySelector("input");
  if (begins && !document.querySelector("#effect")) {
    begins.focus();
    begins.select();
  }
})();
