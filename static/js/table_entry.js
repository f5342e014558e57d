// Entering a board: one question at a time, answered with one tap; what was tapped is kept on the phone.
// Steps: the four bids, then as few tricks as say it all (a side without nil counts together, the last follows from 13),
// then a look at it with both scores, then send.
(() => {
  "use strict";
  const { t, el, button, link, heading, keep, SEATS, SEATS_OF, other, pairs, dealOf, dealTable, dealParts, bidText, screens } = window.spadesTable;
  const score = window.spadesScore;
  const ALL = 13;

  const draftKey = (state, board, side) => `draft:${state.round}-${board}-${side}`;
  const draftOf = (state, board, side) => keep.get(draftKey(state, board, side)) || { bids: {}, tricks: {}, at: null };
  const hasNil = (draft, side) => SEATS_OF[side].some((seat) => draft.bids[seat] && draft.bids[seat].tricks === 0);

  // What is asked about tricks, the side that enters first; the last of them need not be asked.
  const trickSteps = (draft, side) => {
    const asked = [side, other(side)].reduce((found, own) => found.concat(hasNil(draft, own) ? SEATS_OF[own] : [own]), []);
    // where one side alone counts together, it is the one that follows
    const together = asked.filter((who) => who.length === 2);
    if (together.length === 1) return asked.filter((who) => who !== together[0]).concat(together);
    return asked;
  };
  const steps = (draft, side) => SEATS.map((seat) => `bid-${seat}`).concat(trickSteps(draft, side).slice(0, -1).map((who) => `took-${who}`));
  const answer = (draft, step) => {
    const [kind, who] = step.split("-");
    return (kind === "bid" ? draft.bids : draft.tricks)[who];
  };
  const openStep = (draft, side) => steps(draft, side).find((step) => answer(draft, step) === undefined);

  // The tricks of everybody who is asked about, with the one that follows; null while some are missing.
  const allTricks = (draft, side) => {
    const asked = trickSteps(draft, side);
    const given = asked.slice(0, -1).map((who) => draft.tricks[who]);
    if (given.some((number) => number === undefined)) return null;
    const rest = ALL - given.reduce((sum, number) => sum + number, 0);
    const found = {};
    asked.forEach((who, place) => {
      found[who] = place < given.length ? given[place] : rest;
    });
    return found;
  };
  const contentOf = (draft, side) => {
    const took = allTricks(draft, side);
    const bid = (seat) => (draft.bids[seat].tricks ? `${draft.bids[seat].tricks}` : draft.bids[seat].blind ? "B" : "N");
    const pair = (own) => SEATS_OF[own].map(bid).join("+");
    const tricks = (own) => (own in took ? `${took[own]}` : SEATS_OF[own].map((seat) => took[seat]).join("+"));
    return { ns_bid: pair("NS"), ns_tricks: tricks("NS"), ew_bid: pair("EW"), ew_tricks: tricks("EW") };
  };
  // An entry that was not taken, as a draft to be corrected.
  const draftFrom = (content, side) => {
    const draft = { bids: {}, tricks: {}, at: null };
    const deal = score.read(content);
    if (!deal) return draft;
    for (const [own, bid, tricks] of [["NS", deal[0], deal[1]], ["EW", deal[2], deal[3]]]) {
      SEATS_OF[own].forEach((seat, place) => {
        if (bid.players.length) draft.bids[seat] = bid.players[place];
        if (tricks.players.length) draft.tricks[seat] = tricks.players[place];
      });
      if (!tricks.players.length) draft.tricks[own] = tricks.total;
    }
    return draft;
  };

  const question = (step) => {
    const [kind, who] = step.split("-");
    if (kind === "bid") return t("bids", { seat: t(who) });
    return who.length === 2 ? t("takes-side", { side: t(who) }) : t("takes-player", { seat: t(who) });
  };

  // Whether the race's totals are those before this board: not when it is in, nor while something is not sent or counted.
  const followsTotals = ({ state, outbox, isAhead }, board) => Boolean(state.race) && board.state === "open" && outbox.list().length === 0 && !isAhead;
  // By how much NS leads before this board, which a blind nil is held against; null where that is not known, or not asked.
  const leadOf = (context, board) => {
    if (board.lead !== undefined) return board.lead;
    return followsTotals(context, board) ? context.state.race.NS.total - context.state.race.EW.total : null;
  };
  // Why this seat is offered no blind nil; "" where it is, or where nobody ever is.
  const noBlind = (context, board, seat) => {
    const { rules } = context.state;
    const lead = leadOf(context, board);
    const own = Object.keys(SEATS_OF).find((one) => SEATS_OF[one].includes(seat));
    if (rules.blind_nil !== "behind" || lead === null || (own === "NS" ? -lead : lead) >= rules.blind_nil_behind) return "";
    return t("no-blind", { side: t(own), points: rules.blind_nil_behind });
  };

  const pad = (draft, side, step, blind, choose) => {
    const [kind, who] = step.split("-");
    const now = answer(draft, step);
    const key = (id, text, value, pressed, off) =>
      button(`key${text.length > 2 ? ".word" : ""}`, `key-${id}`, text, () => choose(value), { "aria-pressed": String(Boolean(pressed)), disabled: Boolean(off) });
    if (kind === "bid") {
      const numbers = Array.from({ length: ALL }, (none, index) => index + 1);
      const is = (bid) => now && now.tricks === bid.tricks && now.blind === bid.blind;
      const bidKey = (id, text, bid) => key(id, text, bid, is(bid));
      return [
        ...numbers.map((number) => bidKey(number, `${number}`, { tricks: number, blind: false })),
        bidKey("nil", t("nil"), { tricks: 0, blind: false }),
        blind && bidKey("blind", t("blind"), { tricks: 0, blind: true }),
      ];
    }
    const before = trickSteps(draft, side).slice(0, -1).filter((asked) => asked !== who);
    const most = ALL - before.reduce((sum, asked) => sum + (draft.tricks[asked] || 0), 0);
    return Array.from({ length: ALL + 1 }, (none, number) => key(number, `${number}`, number, now === number, number > most));
  };

  // The four seats with what they bid: the way back to any of them.
  const compass = (state, draft, at, go) =>
    el(
      "ul.compass",
      {},
      SEATS.map((seat) => {
        const bid = draft.bids[seat];
        const step = `bid-${seat}`;
        const label = `${t(seat)}${state.players[seat] ? `, ${state.players[seat]}` : ""}: ${bid ? bidText(bid) : "–"}`;
        return el(
          `li.seat-${seat}`,
          {},
          el(
            "button.chair",
            { type: "button", "data-focus": step, "aria-label": t("change-one", { what: label }), "aria-current": at === step ? "step" : null, onclick: () => go(step) },
            el("span.who", {}, el("b", {}, t(seat)), state.players[seat] ? [" ", el("bdi", {}, state.players[seat])] : null),
            el("span.what", {}, bid ? bidText(bid) : "·"),
          ),
        );
      }),
    );

  const asking = (context, board, side, draft, step, save) => {
    const { state } = context;
    const kind = step.split("-")[0];
    const choose = (value) => {
      const next = JSON.parse(JSON.stringify(draft));
      const before = trickSteps(next, side).join();
      (kind === "bid" ? next.bids : next.tricks)[step.split("-")[1]] = value;
      // another nil asks for other tricks; those of before are no answer to that
      if (kind === "bid" && trickSteps(next, side).join() !== before) next.tricks = {};
      next.at = null;
      save(next);
    };
    const back = () => {
      const all = steps(draft, side);
      const place = all.indexOf(step);
      save(Object.assign({}, draft, { at: place > 0 ? all[place - 1] : null, left: place <= 0 }));
    };
    const asked = question(step);
    context.say(asked);
    const partly = step.split("-")[1].length === 1;
    const refused = kind === "bid" ? noBlind(context, board, step.split("-")[1]) : "";
    const blind = state.rules.blind_nil !== "off" && !refused;
    return [
      compass(state, draft, step, (to) => save(Object.assign({}, draft, { at: to }))),
      el("h2.question", {}, asked),
      kind === "took" && el("p.quiet.hint", {}, partly ? t("by-player") : t("follows", { side: t(other(step.split("-")[1])) })),
      el("div.pad", { role: "group", "aria-label": t("pad", { question: asked }) }, pad(draft, side, step, blind, choose)),
      refused && el("p.quiet", {}, refused),
      steps(draft, side)[0] !== step && button("plain", "back", t("back"), back),
    ];
  };

  // The running totals of a race with this board added.
  const totalsAfter = (state, scores) => {
    const after = (own, deal) => score.applyToRunning(state.rules, { score: state.race[own].total, bags: state.race[own].bags }, deal).score;
    return { NS: after("NS", scores.ns), EW: after("EW", scores.ew) };
  };
  // On a decider the target means nothing any more.
  const stop = (state, board, totals) => {
    const { target, length } = state.race;
    const reached = Object.keys(totals).filter((own) => board.board <= length && totals[own] >= target);
    if (!reached.length) return null;
    return el("p.stop", {}, reached.length === 2 ? t("race-stop-both", { target }) : t("race-stop", { side: t(reached[0]), target }));
  };

  const reviewing = (context, board, side, draft, save) => {
    const { state, outbox } = context;
    const content = contentOf(draft, side);
    const follows = followsTotals(context, board);
    const read = dealOf(state, content, leadOf(context, board));
    const totals = follows && read.scores ? totalsAfter(state, read.scores) : null;
    const send = () => {
      const body = Object.assign({ side, round: state.round, board: board.board }, content, pairs(state), { entered_at: new Date().toISOString() });
      outbox.put("entries", body);
      keep.drop(draftKey(state, board.board, side));
      context.go(`#board-${board.board}`);
    };
    const tricks = steps(draft, side).slice(4);
    return [
      compass(state, draft, "", (to) => save(Object.assign({}, draft, { at: to }))),
      totals && stop(state, board, totals),
      dealTable(state, content, { withoutBids: true, totals }), // the bids stand above
      ...read.faults.map((fault) => el("p.refused", { role: "alert" }, fault.message)),
      dealParts(state, content),
      read.faults.length === 0 && button("main", "send", t("send"), send),
      button("wide", "tricks", t("change-tricks"), () => save(Object.assign({}, draft, { at: tricks[0] }))),
      button("plain", "again", t("start-again"), () => save({ bids: {}, tricks: {}, at: null })),
    ];
  };

  screens.enter = (context, board, side) => {
    const { state } = context;
    const key = draftKey(state, board.board, side);
    const draft = draftOf(state, board.board, side);
    const save = (next) => {
      keep.set(key, next);
      context.render();
    };
    const step = draft.at && steps(draft, side).includes(draft.at) ? draft.at : openStep(draft, side);
    const theirs = board.said[other(side)];
    return [
      heading(t(step ? "enter-title" : "review-title", { board: board.board, side: t(side) })),
      step && el("p.quiet.dealer", {}, t("deals", { dealer: t(board.dealer), first: t(board.first) })),
      theirs && board.state === "waiting" && el("p.note", {}, t("meanwhile", { side: t(other(side)) }), " ", link("go", "meanwhile", t("look-at-it"), `#board-${board.board}`)),
      step ? asking(context, board, side, draft, step, save) : reviewing(context, board, side, draft, save),
    ];
  };
  // What is tapped so far on the entering screen that an address names.
  screens.draftText = (state, hash) => {
    const [, board, side] = hash.split("-");
    return JSON.stringify(draftOf(state, board, side));
  };
  screens.isBegun = (state, board, side) => Boolean(keep.get(draftKey(state, board, side)));
  screens.correct = (state, board, side, content) => keep.set(draftKey(state, board, side), draftFrom(content, side));
})();
