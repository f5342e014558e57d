// The table page itself: asks for the table's state every two seconds or so, shows one screen at a time, says aloud
// what has changed, and lets a service worker keep the page where the browser allows one.
(() => {
  "use strict";
  const { t, keep, base, screens, known } = window.spadesTable;
  const RECEIPT = "duplicate-spades-receipt";
  const REFUSAL = "duplicate-spades-refusal";
  const place = (id) => document.getElementById(id);
  const parts = { main: place("main"), foot: place("foot"), status: place("status"), place: place("place"), clock: place("clock"), announce: place("announce") };

  let state = known.state();
  let clock = null;
  let failures = 0;
  let gone = "";
  let timer = 0;
  let drawn = "";
  let asks = "";
  let told = "";
  let turnedDraft = null;
  let before = null;

  const now = () => (window.performance ? performance.now() : Date.now());
  const setClock = (text) => {
    const [seconds, how] = (text || "").split(" ");
    clock = text ? { seconds: Number(seconds), at: now(), paused: how === "paused" } : null;
  };
  const chosen = () => {
    if (state.phase === "wait") return null;
    if (state.own) return state.own;
    const kept = keep.get("side");
    return kept && kept.round === state.round ? kept.side : null;
  };

  const outbox = window.spadesOutbox(base, document.body.dataset.event, RECEIPT, REFUSAL, (news) => {
    if (news && news.receipt) {
      if (news.home === base) state = known.receive(news.receipt);
      poll();
    }
    render();
  });

  const context = {
    outbox,
    get state() {
      return state;
    },
    get side() {
      return chosen();
    },
    get isAhead() {
      return known.isAhead();
    },
    as: "",
    asks: "",
    told: "",
    turnedDraft: null,
    lost: null,
    go: (hash) => {
      told = "";
      asks = "";
      if (location.hash === hash || (hash === "#" && !location.hash)) render();
      else location.hash = hash;
    },
    choose: (side) => {
      if (side) keep.set("side", { round: state.round, side });
      else keep.drop("side");
      render();
    },
    ask: (what) => {
      asks = what;
      render();
    },
    tell: (what) => {
      told = what;
      render();
    },
    // a call that has not got through while somebody had gone on to another screen
    lose: (call) => {
      context.lost = call;
      render();
    },
    turn: (turned) => {
      turnedDraft = turned;
      render();
    },
    say: (text) => {
      if (parts.announce.textContent !== text) parts.announce.textContent = text;
    },
    render: () => render(),
    poll: () => poll(),
  };

  // Which screen the address names: [screen function, its arguments]
  const screenOf = () => {
    const [name, number, side] = location.hash.slice(1).split("-");
    const board = state.phase === "playing" && state.boards.find((one) => String(one.board) === number);
    context.as = name === "board" && side ? side : "";
    if (state.phase === "playing") {
      if (name === "seats" || name === "call") return () => screens[name](context);
      if (name === "board" && board && chosen()) return () => screens.board(context, board);
      if (name === "enter" && board && (side === "NS" || side === "EW")) return () => screens.enter(context, board, side);
    }
    return () => screens.home(context);
  };

  const showStatus = () => {
    const left = outbox.away().filter((item) => !item.gone);
    const waiting = outbox.list().concat(left).filter((item) => !item.refused);
    const lines = [];
    const away = failures > 1 || (outbox.failing() && waiting.length > 0);
    const kept = waiting.length > 1 ? t("kept-count", { count: waiting.length }) : waiting.length ? t("kept") : "";
    if (gone) lines.push(gone, waiting.length ? t("gone-kept") : "");
    else if (away) lines.push(t("offline", { time: (known.time() || "").slice(0, 5) }), kept || t("offline-go-on"));
    else if (waiting.length) lines.push(outbox.isSending(waiting[0].body.key) ? t("sending") : kept);
    if (!outbox.keeps()) lines.push(t("no-store"));
    const text = lines.join(" ");
    if (parts.status.textContent !== text) parts.status.textContent = text;
    parts.status.hidden = !text;
    parts.status.className = `status measure${away || gone ? " bad" : ""}`;
  };
  const showPlace = () => {
    const round = state.round ? ` · ${state.rounds ? t("round-of", state) : t("round", state)}` : "";
    parts.place.textContent = (state.number ? t("table", { table: state.number }) : state.entry ? `${state.entry.number} ${state.entry.name}` : "") + round;
  };
  const showClock = () => {
    let text = "";
    if (clock) {
      const left = Math.round(clock.seconds - (clock.paused ? 0 : (now() - clock.at) / 1000));
      const time = `${Math.floor(Math.abs(left) / 60)}:${String(Math.abs(left) % 60).padStart(2, "0")}`;
      text = t(clock.paused ? "clock-paused" : left < 0 ? "clock-over" : "clock-left", { time });
      parts.clock.className = `clock${left < 120 && !clock.paused ? " short" : ""}`;
    }
    if (parts.clock.textContent !== text) parts.clock.textContent = text;
  };

  // Make the screen anew where something of it has changed; focus and what is unfolded stay.
  const render = () => {
    if (drawn && window.underFinger.holds()) return;
    showStatus();
    showPlace();
    showClock();
    const queue = outbox.list().concat(outbox.away()).map((item) => [item, outbox.isSending(item.body.key)]);
    const drafts = location.hash.startsWith("#enter") ? screens.draftText(state, location.hash) : "";
    const signature = JSON.stringify([location.hash, known.etag(), known.receipts(), state.phase, queue, chosen(), asks, told, turnedDraft, drafts, context.lost]);
    if (signature === drawn) return;
    const fields = location.hash === "#seats" ? [...parts.main.querySelectorAll("input")] : [];
    const typing = fields.some((field) => field === document.activeElement || field.value !== field.defaultValue);
    if (typing && drawn && turnedDraft === context.turnedDraft) return; // nobody loses what is being typed
    drawn = signature;
    Object.assign(context, { asks, told, turnedDraft });
    const focused = document.activeElement;
    // a screen's title has the focus when the screen is new, and keeps it like everything else
    const focus = focused && (focused.id === "title" ? "title" : focused.getAttribute("data-focus"));
    const open = Boolean(parts.main.querySelector("details[open]"));
    const made = screenOf()();
    parts.main.textContent = "";
    parts.main.append(...[made].flat(4).filter(Boolean));
    parts.foot.textContent = "";
    if (!location.hash.startsWith("#enter") && location.hash !== "#call") parts.foot.append(...screens.tools(context).filter(Boolean));
    if (open && parts.main.querySelector("details")) parts.main.querySelector("details").open = true;
    if (focus) {
      const again = document.querySelector(`[data-focus="${focus}"]`) || place("title");
      if (again) again.focus({ preventScroll: true });
    }
  };

  // What has happened meanwhile, in a sentence for who cannot see it.
  const announce = () => {
    const lines = [];
    const standing = state.phase === "playing" ? state.boards.map((board) => [board.board, screens.standing(context, board).text]) : [];
    const told = { round: state.round || 0, call: state.call ? state.call.state : "", boards: new Map(standing) };
    if (before) {
      if (told.round && told.round !== before.round) lines.push(t("said-round", { round: t("round", state) }));
      else for (const [board, text] of told.boards) if (before.boards.get(board) !== text) lines.push(t("said-board", { board, state: text }).replace("?.", "?"));
      if (told.call === "coming" && before.call !== "coming") lines.push(t("coming"));
    }
    before = told;
    if (lines.length) parts.announce.textContent = lines.join(" ");
  };

  const wait = () => (1500 + Math.random() * 1000) * Math.min(2 ** failures, 16);
  const schedule = (delay) => {
    clearTimeout(timer);
    timer = setTimeout(poll, delay);
  };
  const take = (text, headers, told) => {
    const { round } = state;
    state = known.hear(text, headers, told);
    // who sat where in a round that is over is nothing that players could correct any more
    for (const item of outbox.list()) if (item.door === "sitting" && item.refused && item.body.round !== state.round) outbox.drop(item.body.key);
    if (round !== state.round && location.hash && location.hash !== "#") location.hash = "#";
  };

  let asking = false;
  let again = false; // something has happened since, of which the answer that is on its way may not know
  const poll = async () => {
    clearTimeout(timer);
    if (document.hidden) return;
    if (asking) {
      again = true;
      return;
    }
    asking = true;
    again = false;
    const told = known.receipts();
    let pause = 0;
    const stop = window.AbortController ? new AbortController() : null;
    const late = setTimeout(() => stop && stop.abort(), 10000);
    try {
      const headers = known.etag() ? { "If-None-Match": known.etag() } : {};
      const response = await fetch(`${base}state`, { headers, credentials: "omit", cache: "no-store", redirect: "error", signal: stop ? stop.signal : undefined });
      pause = (Number(response.headers.get("Retry-After")) || 0) * 1000;
      const ours = response.headers.get("Table-Time");
      if (ours && (response.status === 200 || response.status === 304)) take(response.status === 200 ? await response.text() : null, response.headers, told);
      else if (response.status === 404 && (await response.json()).refusal === REFUSAL) gone = t("gone");
      else throw new Error("no answer of ours");
      if (response.status !== 404) {
        if (gone) outbox.hurry();
        gone = "";
        setClock(response.headers.get("Table-Clock"));
      }
      if (failures > 1) {
        parts.announce.textContent = t("connection-back");
        outbox.hurry();
      }
      failures = 0;
      announce();
    } catch (error) {
      failures += 1;
    } finally {
      clearTimeout(late);
      asking = false;
    }
    render();
    schedule(Math.max(again ? 0 : wait() * (gone ? 8 : 1), pause));
  };

  const keepPage = async () => {
    if (!window.isSecureContext || !navigator.serviceWorker || !window.caches) return;
    try {
      await navigator.serviceWorker.register("/table/sw.js", { scope: "/table/" });
      const own = [...document.querySelectorAll("link[rel=stylesheet], link[rel=icon], script[src]")].map((part) => part.href || part.src);
      const cache = await caches.open("spades-table");
      await cache.addAll(own);
      const page = await fetch(base, { credentials: "omit", cache: "no-store" });
      if (page.ok && page.headers.get("Table-Page")) await cache.put(base, page);
    } catch (error) {
      // without it the page has to stay open, which is what most phones do
    }
  };

  window.addEventListener("hashchange", () => {
    told = "";
    asks = "";
    turnedDraft = null;
    render();
    window.scrollTo(0, 0);
    const title = place("title");
    if (title) title.focus({ preventScroll: true });
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    schedule(0);
  });
  window.addEventListener("online", () => schedule(0));
  // where the live process runs, a change is asked for at once and not with the next beat; not by all phones at once
  if (window.liveStream) window.liveStream.onVersion(Number(document.body.dataset.event), () => schedule(Math.random() * 300));
  // a page that a worker may have kept does not know how long it has lain there, and the clock with it
  const mayBeOld = Boolean(navigator.serviceWorker && navigator.serviceWorker.controller);
  if (!mayBeOld) setClock(known.start["Table-Clock"]);
  setInterval(showClock, 1000);
  window.underFinger.onLifted(render);
  announce();
  render();
  outbox.hurry();
  schedule(mayBeOld ? 0 : wait());
  keepPage();
})();
