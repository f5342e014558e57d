// One board after it was entered: what was said, what has become of it, what can be done about it.
(() => {
  "use strict";
  const { t, el, button, link, heading, points, other, pairs, dealTable, dealParts, screens } = window.spadesTable;

  const mine = (context, board) => context.outbox.list().filter((item) => item.door === "entries" && item.body.round === context.state.round && item.body.board === board.board);
  const contentOf = (said) => ({ ns_bid: said.ns_bid, ns_tricks: said.ns_tricks, ew_bid: said.ew_bid, ew_tricks: said.ew_tricks });
  const same = (one, two) => JSON.stringify(contentOf(one)) === JSON.stringify(contentOf(two));

  // A board with what this phone still has to send laid over it: {key, text, tone, pending, refused}
  const standing = (context, board) => {
    const { state, outbox, side } = context;
    const items = mine(context, board);
    const refused = items.find((item) => item.refused);
    const pending = items.filter((item) => !item.refused);
    const say = (key, tone, values) => ({ key, tone, text: t(`state-${key}`, Object.assign({ saved: board.saved }, values)), pending, refused });
    if (refused) return say("refused", "bad");
    if (pending.length) return pending.some((item) => outbox.isSending(item.body.key)) ? say("sending", "busy") : say("kept", "busy");
    if (board.state === "waiting" && side && board.by && board.by !== side) return say("confirm", "ask", { side: t(board.by) });
    if (board.state === "waiting") return say("waiting", "half", { side: t(other(board.by || "EW")) });
    if (board.state === "open") {
      if (side && screens.isBegun(state, board.board, side)) return say("draft", "open");
      return say("open", "open");
    }
    const tones = { agreed: "good", director: "good", ruled: "good", over: "open", differs: "bad" };
    return say(board.state, tones[board.state]);
  };

  const confirming = (context, board, side, content) => {
    const send = () => {
      const body = Object.assign({ side, round: context.state.round, board: board.board }, contentOf(content), pairs(context.state), { entered_at: new Date().toISOString() });
      context.outbox.put("entries", body);
      context.go(`#board-${board.board}`);
    };
    return [
      el("h2.question", {}, t("confirm-ask", { side: t(side) })),
      dealTable(context.state, content),
      dealParts(context.state, content),
      button("main", "confirm", t("confirm"), send),
      link("wide", "deny", t("deny"), `#enter-${board.board}-${side}`),
    ];
  };

  const takingBack = (context, board, side) => {
    const { state } = context;
    if (context.asks !== `back-${board.board}`) {
      return [button("plain", "take-back", t("take-back"), () => context.ask(`back-${board.board}`))];
    }
    const yes = async () => {
      const here = location.hash;
      const body = { side, round: state.round, board: board.board, version: board.version, key: `back-${board.board}-${board.version}` };
      const { status, answer } = await context.outbox.post("take-back", body);
      const failed = status === 200 && answer && answer.receipt ? "" : answer && answer.refusal ? answer.detail : t("no-answer");
      // another board's question is not answered by this one's
      if (location.hash === here) {
        context.ask("");
        context.tell(failed);
      } else if (failed) context.say(failed);
      context.poll();
    };
    return [
      el("p.note", {}, t("take-back-ask", { board: board.board })),
      button("wide.danger", "take-back-yes", t("take-back-yes"), yes),
      button("plain", "keep-it", t("keep-it"), () => context.ask("")),
    ];
  };

  const refusedParts = (context, board, refused) => {
    const { state, outbox } = context;
    const correct = () => {
      screens.correct(state, board.board, refused.body.side, contentOf(refused.body));
      outbox.drop(refused.body.key);
      context.go(`#enter-${board.board}-${refused.body.side}`);
    };
    return [
      el("p.refused", { role: "alert" }, t("refused"), " ", refused.refused),
      dealTable(state, refused.body),
      button("main", "correct", t("correct"), correct),
      button("plain", "throw", t("throw-away"), () => outbox.drop(refused.body.key)),
    ];
  };

  // Where two tables of one deal differ, bids and tricks are framed and said to differ: nobody has to look for it.
  const setApart = (tables) => {
    const [ours, theirs] = tables.map((table) => [...table.querySelectorAll("tbody tr:not(.score) td")]);
    if (!theirs || ours.length !== theirs.length) return tables;
    ours.forEach((cell, place) => {
      if (cell.textContent === theirs[place].textContent) return;
      for (const apart of [cell, theirs[place]]) {
        apart.classList.add("apart");
        apart.append(el("span.visually-hidden", {}, ` (${t("apart")})`));
      }
    });
    return tables;
  };
  const differing = (context, board) => {
    const sides = ["NS", "EW"].filter((side) => board.said[side]);
    const tables = setApart(sides.map((side) => dealTable(context.state, board.said[side])));
    return [
      el("p.note", {}, t("differs-help")),
      ...sides.map((side, place) => el("section.word", {}, el("h2", {}, t("said", { side: t(side) })), tables[place])),
      ...["NS", "EW"].map((side) => link("wide", `again-${side}`, t("enter-again", { side: t(side) }), `#enter-${board.board}-${side}`)),
      button("wide", "call", t("call"), () => context.go("#call")),
    ];
  };

  // What the other tables made of it, which everybody may see.
  const others = (state, board) => {
    if (board.state !== "agreed" || state.kind !== "pairs") return null;
    if (!board.others) return el("p.quiet", {}, t("others-secret"));
    if (!board.others.length) return null;
    const side = (own) => [el("td.entry", {}, `${own.entry}`), el("td", {}, `${own.bid} / ${own.tricks}`), el("td.score", {}, own.score), el("td", {}, own.percentage)];
    return el(
      "section.others",
      {},
      el("h2", {}, t("others")),
      ["NS", "EW"].map((way) =>
        el(
          "table.rows",
          {},
          el("caption", {}, t(way)),
          el("thead.visually-hidden", {}, el("tr", {}, ["#", `${t("bid")} / ${t("tricks")}`, t("score"), "%"].map((label) => el("th", { scope: "col" }, label)))),
          el("tbody", {}, board.others.map((row) => el("tr", { "aria-current": row.own ? "true" : null }, side(row[way])))),
        ),
      ),
    );
  };

  const standingParts = (context, board, now) => {
    const { state, side } = context;
    const pendingBy = (own) => now.pending.find((item) => item.body.side === own);
    const entered = now.pending.length ? now.pending[0].body : board.stands;
    const by = now.pending.length ? now.pending[0].body.side : board.by;
    const confirmed = now.pending.some((item) => item.body.side !== by) || (board.state === "waiting" && board.by && pendingBy(other(board.by)));
    const waits = by && !confirmed && (now.pending.length > 0 || board.state === "waiting");
    const found = [];
    if (board.not_played) found.push(el("p", {}, t("not-played")));
    if (board.ruling) ["NS", "EW"].forEach((own, place) => board.ruling[place] && found.push(el("p", {}, t("ruling", { side: t(own), ruling: board.ruling[place] }))));
    if (board.note) found.push(el("p.note", {}, el("bdi", {}, board.note)));
    if (entered) found.push(dealTable(state, entered, { scores: now.pending.length ? null : board.scores }), dealParts(state, entered));
    if (waits && context.as === other(by)) return confirming(context, board, other(by), entered);
    if (waits) {
      found.push(button("main", "pass", t("pass-phone", { side: t(other(by)) }), () => context.go(`#board-${board.board}-${other(by)}`)));
      found.push(el("p.quiet", {}, t("pass-help", { side: t(other(by)) })));
      if (!now.pending.length) found.push(link("wide", "change", t("change"), `#enter-${board.board}-${by}`));
    }
    found.push(others(state, board));
    if (!now.pending.length && ["waiting", "agreed"].includes(board.state)) found.push(takingBack(context, board, side || by));
    return found;
  };

  // The next board that is still to be entered, or to be confirmed by this phone's side.
  const following = (context, board) => {
    const found = context.state.boards.find((one) => one.board !== board.board && ["open", "draft", "confirm"].includes(standing(context, one).key));
    if (!found) return null;
    const hash = standing(context, found).key === "confirm" ? `#board-${found.board}` : `#enter-${found.board}-${context.side}`;
    return link("wide", "next", t("next-board", { board: found.board }), hash);
  };

  screens.board = (context, board) => {
    const { state, side } = context;
    const now = standing(context, board);
    const asked = now.key === "confirm" || context.as;
    const title = asked && board.by ? t("confirm-title", { other: t(board.by), board: board.board }) : t("board", { board: board.board });
    let parts;
    if (now.refused) parts = refusedParts(context, board, now.refused);
    else if (now.key === "confirm") parts = confirming(context, board, side, board.stands);
    else if (board.state === "differs" && !now.pending.length) parts = differing(context, board);
    else if (["open", "draft"].includes(now.key)) parts = [link("main", "enter", t("enter", { board: board.board }), `#enter-${board.board}-${side}`)];
    else parts = standingParts(context, board, now);
    return [
      heading(title),
      el(`p.state.tone-${now.tone}`, { id: "state" }, now.text),
      context.told && el("p.refused", { role: "alert" }, context.told),
      parts,
      following(context, board),
      link("plain", "all", t("all-boards"), "#"),
    ];
  };

  // A line of the list of boards.
  screens.boardLine = (context, board, locked) => {
    const now = standing(context, board);
    const score = board.scores && board.scores[0] !== null ? el("span.result", {}, `${points(board.scores[0])} : ${points(board.scores[1])}`) : null;
    const decider = context.state.race && board.board > context.state.race.length;
    const label = decider ? `${t("board", { board: board.board })} · ${t("decider")}` : t("board", { board: board.board });
    const text = locked ? t("state-later", { board: locked }) : now.text;
    const open = ["open", "draft"].includes(now.key);
    const hash = open ? `#enter-${board.board}-${context.side}` : `#board-${board.board}`;
    const body = [el("span.name", {}, label), score, el("span.state", {}, text)];
    if (locked || now.key === "over") return el("li.line.off", {}, body);
    return el(`li.line.tone-${now.tone}`, {}, el("a", { href: hash, "data-focus": `line-${board.board}` }, body));
  };
  screens.standing = standing;
  screens.isSame = same;
})();
