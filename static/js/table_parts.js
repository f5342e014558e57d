// What the table page's screens are made of: words, elements, what the phone keeps, and how a deal is shown.
// Text goes in as text only: no name and no note is ever read as markup.
window.spadesTable = (() => {
  "use strict";
  const data = (id) => JSON.parse(document.getElementById(id).textContent);
  const words = data("words");
  const score = window.spadesScore;
  const base = location.pathname;
  const SEATS = ["N", "E", "S", "W"];
  const SEATS_OF = { NS: ["N", "S"], EW: ["E", "W"] };
  const other = (side) => (side === "NS" ? "EW" : "NS");

  const t = (key, values) => words[key].replace(/\{(\w+)\}/g, (whole, name) => (values && name in values ? values[name] : whole));
  const points = (number) => (number === null || number === undefined ? "–" : number < 0 ? `−${-number}` : `${number}`);

  // el("p.quiet", {…attributes, onclick}, …children): a class after a dot; children are texts or elements
  const el = (what, attributes, ...children) => {
    const [tag, ...classes] = what.split(".");
    const made = document.createElement(tag);
    if (classes.length) made.className = classes.join(" ");
    for (const [name, value] of Object.entries(attributes || {})) {
      if (name === "onclick") made.addEventListener("click", value);
      else if (value === true) made.setAttribute(name, "");
      else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
    }
    for (const child of children.flat(3)) {
      if (child !== null && child !== undefined && child !== false) made.append(child);
    }
    return made;
  };
  // A button that keeps the focus when the screen is made anew: `id` names it.
  const button = (what, id, text, onclick, attributes) =>
    el(`button.${what}`, Object.assign({ type: "button", "data-focus": id, onclick }, attributes), text);
  const link = (what, id, text, hash) => el(`a.${what}`, { href: hash, "data-focus": id }, text);
  const heading = (text) => el("h1", { tabindex: "-1", id: "title" }, text);
  const name = (text) => el("bdi", {}, text);

  // What this page keeps under its own address; what cannot be read is not there.
  const store = window.spadesStore;
  const keep = {
    get: (key) => {
      try {
        return JSON.parse(store.get(`spades-table:${base}:${key}`));
      } catch (error) {
        return null;
      }
    },
    set: (key, value) => store.set(`spades-table:${base}:${key}`, JSON.stringify(value)),
    drop: (key) => store.remove(`spades-table:${base}:${key}`),
  };

  // The players of a side, or the entry's name where they are not known.
  const playersOf = (state, side) => {
    const known = SEATS_OF[side].map((seat) => state.players[seat]).filter(Boolean);
    return known.length ? known.join(" & ") : state.entries[side].name;
  };

  // For whom an entry is: those who sit here as this phone shows it.
  const pairs = (state) => ({ ns: state.entries.NS.number, ew: state.entries.EW.number });

  // What a screen needs of a board's content: bids and tricks by seat, both scores, faults. `lead` is what NS has more
  // than EW before the board, null where that is not known.
  const dealOf = (state, content, lead) => {
    const deal = score.read(content);
    if (!deal) return null;
    const faults = score.checkDeal(state.rules, ...deal, lead);
    return { deal, faults, scores: faults.length ? null : score.scoreDeal(state.rules, ...deal) };
  };

  const bidText = (bid) => (bid.tricks ? `${bid.tricks}` : bid.blind ? t("blind") : t("nil"));

  // Two columns, one a side: what each player bid, what the side took, what it scores.
  // `scores` where they are not those of bids and tricks; `totals` of a race with this board in it; bids may stand elsewhere.
  const dealTable = (state, content, { scores, withoutBids, totals } = {}) => {
    const read = dealOf(state, content);
    const sides = ["NS", "EW"];
    if (!read) return el("p", {}, Object.values(content).join(" "));
    const bids = { NS: read.deal[0], EW: read.deal[2] };
    const tricks = { NS: read.deal[1], EW: read.deal[3] };
    const row = (label, cell, kind) => el(`tr${kind || ""}`, {}, el("th", { scope: "row" }, label), sides.map((side) => el("td", {}, cell(side))));
    const seats = (side, text) => SEATS_OF[side].map((seat, place) => el("span.seat", {}, el("span.letter", {}, t(seat)), " ", text(place)));
    const bid = (side) => (bids[side].players.length ? [seats(side, (place) => bidText(bids[side].players[place])), el("span.sum", {}, `${bids[side].contract}`)] : `${bids[side].contract}`);
    const took = (side) => (tricks[side].players.length ? [seats(side, (place) => `${tricks[side].players[place]}`), el("span.sum", {}, `${tricks[side].total}`)] : el("span.sum", {}, `${tricks[side].total}`));
    const own = read.scores ? [read.scores.ns.total, read.scores.ew.total] : [null, null];
    const shown = scores || own;
    return el(
      "table.deal",
      {},
      el("thead", {}, el("tr", {}, el("td", {}), sides.map((side) => el("th", { scope: "col" }, t(side))))),
      el("tbody", {}, withoutBids ? null : row(t("bid"), bid), row(t("tricks"), took), row(t("score"), (side) => points(shown[side === "NS" ? 0 : 1]), ".score"), totals ? row(t("total-after"), (side) => points(totals[side]), ".score") : null),
    );
  };

  // How each side's score came about, folded away.
  const dealParts = (state, content) => {
    const read = dealOf(state, content);
    if (!read || !read.scores) return null;
    const side = (label, parts) =>
      el("div", {}, el("h2", {}, label), el("ul", {}, parts.map((part) => el("li", {}, el("span.points", {}, part.points > 0 ? `+${part.points}` : points(part.points)), " ", part.text))));
    return el("details.how", {}, el("summary", { "data-focus": "how" }, t("how")), side(t("NS"), read.scores.ns.components), side(t("EW"), read.scores.ew.components));
  };

  return { data, t, el, button, link, heading, name, keep, base, points, other, SEATS, SEATS_OF, playersOf, pairs, dealOf, dealTable, dealParts, bidText, screens: {} };
})();
