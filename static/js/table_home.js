// The screens around the boards: who sits here, the round's boards, the race, waiting for the next round, calling.
(() => {
  "use strict";
  const { data, t, el, button, link, heading, name, points, other, SEATS, SEATS_OF, playersOf, screens } = window.spadesTable;
  const notes = data("calls");

  // Entries that belong to none of the boards shown: of another round, of a board that is not due here any more, or left
  // behind under another code; and what waits for the director.
  const lateLines = (context) => {
    const { state, outbox } = context;
    const shown = (body) => body.round === state.round && state.boards.some((board) => board.board === body.board);
    const own = outbox.list().filter((item) => item.door === "entries" && !shown(item.body));
    const away = outbox.away();
    const values = (found) => ({ round: found.round, board: found.board, side: t(found.side) });
    const content = (body) => `${body.ns_bid} / ${body.ns_tricks} – ${body.ew_bid} / ${body.ew_tricks}`;
    const kept = (item, left) => {
      if (item.refused) return `${t("refused")} ${item.refused}`;
      if (left && item.gone) return t("left-behind");
      return outbox.isSending(item.body.key) ? t("sending") : t("kept");
    };
    const line = (item, left) =>
      el(
        `li${item.refused || (left && item.gone) ? ".refused" : ""}`,
        {},
        el("b", {}, t("earlier-line", values(item.body))),
        ` ${content(item.body)}. `,
        kept(item, left),
        left && item.gone && !item.refused && button("wide", `move-${item.body.key}`, t("move"), () => outbox.move(item.body.key)),
        (item.refused || (left && item.gone)) && button("plain", `drop-${item.body.key}`, t("throw-away"), () => outbox.drop(item.body.key)),
      );
    if (!own.length && !away.length && !state.late.length) return null;
    return el(
      "ul.late",
      {},
      own.map((item) => line(item, false)),
      away.map((item) => line(item, true)),
      state.late.map((found) => el("li", {}, t("late-line", values(found)))),
    );
  };

  const sideQuestion = (context) => {
    const { state, outbox } = context;
    const choose = (side) => {
      if (!state.seated) outbox.put("sitting", { round: state.round, players: {}, turned: state.turned, as_shown: true });
      context.choose(side);
      context.go("#");
    };
    return [
      heading(t("who-sits")),
      el("p.quiet", {}, t("who-sits-help")),
      ...["NS", "EW"].map((side) =>
        el(
          "button.side",
          { type: "button", "data-focus": `side-${side}`, onclick: () => choose(side) },
          el("b", {}, t("we-are", { side: t(side) })),
          ...SEATS_OF[side].map((seat) => el("span.sits", {}, el("span.letter", {}, t(seat)), " ", state.players[seat] ? name(state.players[seat]) : el("span.quiet", {}, t("nobody-known")))),
          el("span.quiet", {}, `${state.entries[side].number} `, name(state.entries[side].name)),
        ),
      ),
      state.turned && el("p.note", {}, t("turned-note")),
      link("wide", "otherwise", t("sit-otherwise"), "#seats"),
      lateLines(context),
    ];
  };

  // Names are typed here, and nowhere else.
  screens.seats = (context) => {
    const { state, outbox } = context;
    const turned = context.turnedDraft === null ? state.turned : context.turnedDraft;
    const swap = (seat) => ({ N: "E", E: "N", S: "W", W: "S" })[seat];
    const drawn = (seat) => state.drawn[turned ? swap(seat) : seat];
    const now = (seat) => (turned === state.turned ? state.players[seat] : drawn(seat));
    const fields = {};
    const save = () => {
      const players = {};
      for (const seat of SEATS) {
        const typed = fields[seat].value.replace(/\s+/g, " ").trim();
        if (typed) players[seat] = typed;
      }
      outbox.put("sitting", { round: state.round, players, turned });
      context.turn(null);
      context.choose(null);
      context.go("#");
    };
    const seatField = (seat) => {
      const field = el("input", { id: `seat-${seat}`, name: `seat-${seat}`, maxlength: "200", autocomplete: "off", "data-focus": `seat-${seat}`, value: now(seat) || "" });
      fields[seat] = field;
      return el("p.field", {}, el("label", { for: `seat-${seat}` }, t(seat)), field);
    };
    return [
      heading(t("seats-title")),
      el("p.quiet", {}, t("seats-help")),
      SEATS_OF.NS.concat(SEATS_OF.EW).map(seatField),
      button("wide", "turned", t("seats-turned"), () => context.turn(!turned), { "aria-pressed": String(turned) }),
      turned && el("p.note", {}, t("seats-turned-help")),
      button("main", "save-seats", t("seats-save"), save),
      link("plain", "back", t("back"), "#"),
    ];
  };

  const race = (state) => {
    const { race: run } = state;
    if (!run) return null;
    const reached = ["NS", "EW"].filter((side) => run[side].reached);
    const bags = (count) => (count === 1 ? t("race-bags-one") : t("race-bags", { count }));
    const left = run.left === 1 ? t("race-left-one") : t("race-left", { count: run.left });
    const open = state.boards.find((board) => board.state === "open");
    const calls = run.deciders > 0 && open ? t("race-decider", { board: open.board }) : null;
    let end = left;
    if (run.decided) end = t("race-decided");
    else if (calls) end = calls;
    else if (reached.length === 2) end = t("race-stop-both", { target: run.target });
    else if (reached.length) end = t("race-stop", { side: t(reached[0]), target: run.target });
    else if (run.end === "length") end = t("race-length");
    const stop = run.decided || run.end !== "running";
    return el(
      "section.race",
      { "aria-label": t("race", { target: run.target }) },
      el("h2", {}, t("race", { target: run.target })),
      el("dl", {}, ["NS", "EW"].map((side) => el("div", {}, el("dt", {}, t(side)), el("dd", {}, el("span.total", {}, points(run[side].total)), " ", el("span.quiet", {}, bags(run[side].bags)))))),
      el(stop && !calls ? "p.stop" : "p.left", {}, end),
    );
  };

  const nextSeats = (state) => {
    const next = state.next;
    if (!next.seats.length) return null;
    const place = (found) => [
      el("span.goes", {}, t("goes-to", { table: found.table, side: t(found.side) })),
      found.players.length > 0 && el("span", {}, name(found.players.join(" & "))),
      el("span.quiet", {}, t("boards-list", { boards: found.boards })),
    ];
    return el(
      "section.next",
      {},
      el("h2", {}, t("next-title", { round: next.round })),
      el("ul", {}, next.seats.map((seat) => el("li", {}, el("b", {}, `${seat.entry.number} `, name(seat.entry.name)), seat.places.length ? seat.places.map(place) : el("span.quiet", {}, t("sits-out"))))),
    );
  };

  const waiting = (context) => {
    const { state } = context;
    const last = state.next.last;
    return [
      heading(last ? t("last") : t("wait")),
      !last && el("p.quiet", {}, state.next.seats.length ? t("wait-help") : `${t("wait-draw")} ${t("wait-help")}`),
      lateLines(context),
      nextSeats(state),
    ];
  };

  const boards = (context) => {
    const { state } = context;
    const stands = state.boards.map((board) => screens.standing(context, board));
    const done = stands.every((now) => !["open", "draft", "confirm", "refused"].includes(now.key));
    // a race is played in order: what comes later waits for what comes first
    const first = state.boards.findIndex((board, place) => ["open", "draft"].includes(stands[place].key));
    const locked = (place) => (state.race && first >= 0 && place > first && ["open", "draft"].includes(stands[place].key) ? state.boards[first].board : 0);
    const refusedSeats = context.outbox.list().find((item) => item.door === "sitting" && item.refused);
    return [
      heading(t("boards")),
      refusedSeats && el("p.refused", { role: "alert" }, refusedSeats.refused, " ", button("plain", "drop-seats", t("throw-away"), () => context.outbox.drop(refusedSeats.body.key))),
      race(state),
      el("ul.lines", {}, state.boards.map((board, place) => screens.boardLine(context, board, state.race && state.race.decided ? 0 : locked(place)))),
      done && !state.race && el("p.note", {}, t("all-in")),
      lateLines(context),
      done && nextSeats(state),
    ];
  };

  screens.home = (context) => {
    if (context.state.phase === "wait") return waiting(context);
    return context.side ? boards(context) : sideQuestion(context);
  };

  const callText = (state) => JSON.stringify(state.call);
  screens.call = (context) => {
    const { state } = context;
    const call = async (note) => {
      const here = location.hash;
      context.tell("");
      context.lose(null);
      const { status, answer } = await context.outbox.post("call", { note });
      const failed = status === 200 && answer && answer.receipt ? "" : answer && answer.refusal ? answer.detail : t("call-failed");
      // who has gone on meanwhile stays where they are, and is told below
      const stays = location.hash !== here;
      if (failed && stays) context.lose({ text: failed, since: callText(context.state) });
      else if (failed) context.tell(failed);
      else if (!stays) context.go("#");
      context.poll();
    };
    return [
      heading(t("call-title", { table: state.number })),
      el("p.quiet", {}, t("call-help")),
      context.told && el("p.refused", { role: "alert" }, context.told),
      el("div.notes", {}, notes.map((note, place) => button(place ? "wide" : "main", `note-${place}`, note, () => call(place ? note : "")))),
      link("plain", "back", t("back"), "#"),
    ];
  };

  // What is always at hand, below.
  screens.tools = (context) => {
    const { state, side, lost } = context;
    if (state.phase === "wait") return [];
    const call = state.call;
    const open = call && call.state === "called";
    return [
      call && el(`p.call.${call.state}`, {}, open ? t("called", { time: call.at }) : t("coming")),
      lost && lost.since === callText(state) && el("p.refused", { role: "alert" }, lost.text),
      !open && link("wide.call", "call-link", t("call"), "#call"),
      side && !state.own && button("plain", "switch", t("switch-side", { side: t(side) }), () => context.choose(other(side))),
      side && link("plain", "seats-link", t("seats-link"), "#seats"),
    ];
  };
  screens.playersOf = playersOf;
})();
