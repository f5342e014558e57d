// One line of paper: "7 8 5 5", "N4 0 4 6 9", and after it the scores the slip says, if somebody types them.
// Bids and tricks are read by score.js; here is only how a hand types them.
//
// fields      {ns_bid, ns_tricks, ew_bid, ew_tricks} as the server takes them; null until all four are there
// suggestion  what follows from 13 and is not typed yet; "" for nothing
// scores      the scores typed behind, NS first
// fault       why it cannot be read, "" when it can
window.paperLine = (() => {
  "use strict";
  const PAIR = /^([NB]|[0-9]{1,2})\+?([NB]|[0-9]{1,2})$/;

  const tokens = (text) => text.trim().toUpperCase().replace(/[−–]/g, "-").split(/[\s,;/]+/).filter(Boolean);

  // "N4" and "4N" are two players' bids; two numbers need their plus
  const bidText = (token) => {
    const match = PAIR.exec(token);
    return match && (token.includes("+") || /[NB]/.test(token)) ? `${match[1]}+${match[2]}` : token;
  };

  function side(rest) {
    if (!rest.length) return { bid: null, tricks: null };
    const bid = bidText(rest.shift());
    const parsed = window.spadesScore.parseBid(bid);
    if (!parsed) return { fault: bid === "0" ? "A nil is written with its partner’s bid: N4 or 4N." : `“${bid}” is no bid: type 7, or N4 with a nil.` };
    const split = window.spadesScore.nilsOf(parsed).length > 0;
    if (!rest.length) return { bid, split, tricks: null };
    const first = rest.shift();
    if (!split || first.includes("+")) return whole(bid, split, first);
    if (!rest.length) return { bid, split, first, tricks: null };
    return whole(bid, split, `${first}+${rest.shift()}`);
  }

  function whole(bid, split, tricks) {
    const parsed = window.spadesScore.parseTricks(tricks);
    return parsed ? { bid, split, tricks, total: parsed.total } : { bid, split, fault: `“${tricks}” is no number of tricks.` };
  }

  function suggestionOf(ns, ew) {
    if (ns.tricks === null || ew.bid === null || ew.tricks !== null) return "";
    const left = 13 - ns.total - (ew.split ? Number(ew.first) : 0);
    return (ew.split && ew.first === undefined) || !(left >= 0) ? "" : String(left);
  }

  function parse(text) {
    const rest = tokens(text);
    const nothing = { fields: null, suggestion: "", scores: [], fault: "" };
    const ns = side(rest);
    if (ns.fault) return { ...nothing, fault: ns.fault };
    const ew = ns.tricks === null ? { bid: null, tricks: null } : side(rest);
    if (ew.fault) return { ...nothing, fault: ew.fault };
    if (ns.tricks === null || ew.bid === null || ew.tricks === null) return { ...nothing, suggestion: suggestionOf(ns, ew) };
    const scores = rest.map(Number);
    if (scores.length > 2 || scores.some((score) => !Number.isInteger(score))) {
      return { ...nothing, fault: "That is more than bids, tricks and two scores." };
    }
    return { fields: { ns_bid: ns.bid, ns_tricks: ns.tricks, ew_bid: ew.bid, ew_tricks: ew.tricks }, suggestion: "", scores, fault: "" };
  }

  return { parse };
})();
