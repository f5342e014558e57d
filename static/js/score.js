// What one deal is worth, in the browser and without a network: scoring/deal_score.py and running.py once more.
// Both must say the same of every deal; tests/pages/test_table_score.py compares them. docs/rules.md §1 has the rules.
//
// bid     {contract, players: [] or two of {tricks, blind}}     tricks  {total, players: [] or two numbers}
// rules   every field of scoring.rules.RuleSet, as JSON
window.spadesScore = (() => {
  "use strict";
  const TRICKS_IN_DEAL = 13;
  const BID = /^(?:([0-9]{1,3})|([0-9]{1,3}|[NB])\+([0-9]{1,3}|[NB]))$/;
  const TRICKS = /^(?:([0-9]{1,3})|([0-9]{1,3})\+([0-9]{1,3}))$/;

  const compact = (text) => text.replace(/\s+/g, "").toUpperCase();
  const playerBid = (text) => (text === "N" || text === "B" ? { tricks: 0, blind: text === "B" } : { tricks: Number(text), blind: false });

  // The bid of a side, or null for what is none.
  const parseBid = (text) => {
    const match = BID.exec(compact(text));
    if (!match) return null;
    if (match[1]) {
      const contract = Number(match[1]);
      return contract >= 1 && contract <= 2 * TRICKS_IN_DEAL ? { contract, players: [] } : null;
    }
    const players = [playerBid(match[2]), playerBid(match[3])];
    if (players.some((player) => player.tricks > TRICKS_IN_DEAL)) return null;
    return { contract: players[0].tricks + players[1].tricks, players };
  };

  const parseTricks = (text) => {
    const match = TRICKS.exec(compact(text));
    if (!match) return null;
    const players = match[1] ? [] : [Number(match[2]), Number(match[3])];
    const total = match[1] ? Number(match[1]) : players[0] + players[1];
    return total <= TRICKS_IN_DEAL ? { total, players } : null;
  };

  const places = (bid, wanted) => [0, 1].filter((place) => bid.players.length && wanted(bid.players[place]));
  const nilsOf = (bid) => places(bid, (player) => player.tricks === 0);
  const blindsOf = (bid) => places(bid, (player) => player.blind);

  const fault = (code, path, message) => ({ code, path, message });

  const bidFaults = (rules, side, bid) => {
    const found = [];
    if (bid.contract > TRICKS_IN_DEAL && !rules.bids_may_pass_13) {
      found.push(fault("bid-over-13", `${side}_bid`, `A side's bids may not pass ${TRICKS_IN_DEAL} under these rules, and this is ${bid.contract}.`));
    }
    const least = rules.minimum_team_bid;
    if (least !== null && bid.contract < least && nilsOf(bid).length < 2) {
      found.push(fault("bid-under-minimum", `${side}_bid`, `A side bids at least ${least} (nils not counted) under these rules; this is ${bid.contract}.`));
    }
    return found;
  };

  const blindFaults = (rules, nsBid, ewBid, nsLead) => {
    const blind = [["ns", nsBid], ["ew", ewBid]].filter(([, bid]) => blindsOf(bid).length);
    if (rules.blind_nil === "on") return [];
    if (rules.blind_nil === "off") {
      return blind.map(([side]) => fault("blind-nil-off", `${side}_bid`, "Blind nil is not allowed under these rules: write N for a nil."));
    }
    const found = [];
    if (blind.length === 2) {
      found.push(fault("blind-nil-both-sides", "ew_bid", "Only one side can be behind and bid a blind nil: write N for the other side's nil."));
    }
    for (const [side, bid] of blind) {
      if (blindsOf(bid).length === 2) {
        found.push(fault("blind-nil-both-players", `${side}_bid`, "Only one player of a side may bid a blind nil under these rules: write N for the other."));
      }
      const behind = side === "ns" ? -nsLead : nsLead;
      if (nsLead !== null && behind < rules.blind_nil_behind) {
        found.push(fault("blind-nil-not-behind", `${side}_bid`, `A blind nil is for a side at least ${rules.blind_nil_behind} points behind: write N for a nil.`));
      }
    }
    return found;
  };

  // All faults of a deal; nsLead is null where no race is on.
  const checkDeal = (rules, nsBid, nsTricks, ewBid, ewTricks, nsLead) => {
    const found = [];
    const sum = nsTricks.total + ewTricks.total;
    if (sum !== TRICKS_IN_DEAL) {
      found.push(fault("tricks-sum", "ns_tricks", `NS ${nsTricks.total} and EW ${ewTricks.total} make ${sum} tricks; a deal has ${TRICKS_IN_DEAL}: correct one of them.`));
    }
    for (const [side, bid, tricks] of [["ns", nsBid, nsTricks], ["ew", ewBid, ewTricks]]) {
      found.push(...bidFaults(rules, side, bid));
      if (nilsOf(bid).length && !tricks.players.length) {
        found.push(fault("tricks-not-split", `${side}_tricks`, "With a nil the tricks are needed by player: write them as 0+7."));
      }
    }
    return found.concat(blindFaults(rules, nsBid, ewBid, nsLead === undefined ? null : nsLead));
  };

  const count = (number, noun) => (number === 1 ? `1 ${noun}` : `${number} ${noun}s`);
  const signed = (number) => (number < 0 ? `−${-number}` : `${number}`);
  const part = (kind, points, text) => ({ kind, points, text });
  // 0 and never −0, which JavaScript would tell apart
  const lost = (rules, kind, value, text, sum) => (rules.set_loses_points ? part(kind, value ? -value : 0, `${text}−${sum}`) : part(kind, 0, `${text}0`));

  const contractPart = (rules, contract, made, counted) => {
    const ten = rules.ten_for_200 && contract === 10;
    const product = `${contract} × ${rules.trick_points}`;
    if (made) {
      const points = ten ? 200 : contract * rules.trick_points;
      return [part("contract", points, `contract of ${contract} made: ${ten ? "200" : product}`), 0];
    }
    const loss = ten ? 100 : contract * rules.trick_points;
    return [lost(rules, "contract", loss, `contract of ${contract} set with ${count(counted, "trick")}: `, ten ? "100" : product), loss];
  };

  const nilPart = (rules, blind, taken) => {
    const kind = blind ? "blind-nil" : "nil";
    const name = blind ? "blind nil" : "nil";
    const value = blind ? rules.blind_nil_points : rules.nil_points;
    if (taken === 0) return [part(kind, value, `${name} made: ${value}`), 0];
    return [lost(rules, kind, value, `${name} failed with ${count(taken, "trick")}: `, `${value}`), value];
  };

  // A side's own doing, before the other side's losses and bags reach it.
  const ownParts = (rules, bid, tricks) => {
    const components = [];
    let losses = 0;
    for (const place of nilsOf(bid)) {
      const [component, loss] = nilPart(rules, bid.players[place].blind, tricks.players[place]);
      components.push(component);
      losses += loss;
    }
    const nilTricks = nilsOf(bid).reduce((sum, place) => sum + tricks.players[place], 0);
    const helps = rules.failed_nil_tricks === "helps";
    const counted = tricks.total - (helps ? 0 : nilTricks);
    const made = counted >= bid.contract;
    if (bid.contract) {
      const [component, loss] = contractPart(rules, bid.contract, made, counted);
      components.unshift(component);
      losses += loss;
    }
    let bags = made ? counted - bid.contract : 0;
    if (rules.failed_nil_tricks === "bags" || (made && rules.failed_nil_tricks === "bags-if-made")) bags += nilTricks;
    if (bags && rules.bag_points) {
      components.push(part("bags", bags * rules.bag_points, `${count(bags, "bag")}: ${bags} × ${signed(rules.bag_points)}`));
    }
    return { components, losses, isSet: !made, bags };
  };

  const withOpponents = (rules, own, other) => {
    const components = own.components.slice();
    if (rules.losses_to_opponents && other.losses) {
      components.push(part("opponents-losses", other.losses, `opponents' failed bids: ${other.losses}`));
    }
    if (rules.opponents_bag_points && other.bags) {
      const each = rules.opponents_bag_points;
      components.push(part("opponents-bags", other.bags * each, `opponents' ${count(other.bags, "bag")}: ${other.bags} × ${signed(each)}`));
    }
    const total = components.reduce((sum, component) => sum + component.points, 0);
    return { total, is_set: own.isSet, bags: own.bags, components };
  };

  // Both sides' scores, as DealScore.to_json(). Only for deals that checkDeal finds no fault with.
  const scoreDeal = (rules, nsBid, nsTricks, ewBid, ewTricks) => {
    const ns = ownParts(rules, nsBid, nsTricks);
    const ew = ownParts(rules, ewBid, ewTricks);
    return { ns: withOpponents(rules, ns, ew), ew: withOpponents(rules, ew, ns) };
  };

  // A side's standing {score, bags} after a deal, and the bag penalty charged on the way (0 or negative).
  const applyToRunning = (rules, before, deal) => {
    const bags = before.bags + deal.bags;
    const score = before.score + deal.total;
    if (rules.bag_penalty_every === null) return { score, bags, penalty: 0 };
    const times = Math.floor(bags / rules.bag_penalty_every);
    const penalty = times ? -times * rules.bag_penalty : 0;
    return { score: score + penalty, bags: bags - times * rules.bag_penalty_every, penalty };
  };

  // The same from the four texts that a result is written with; null where one cannot be read.
  const read = (content) => {
    const deal = [parseBid(content.ns_bid), parseTricks(content.ns_tricks), parseBid(content.ew_bid), parseTricks(content.ew_tricks)];
    return deal.every(Boolean) ? deal : null;
  };

  return { parseBid, parseTricks, read, nilsOf, checkDeal, scoreDeal, applyToRunning };
})();
