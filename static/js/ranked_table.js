// The page of a ranked table: asks for its moving part every two seconds or so, counts graces down by the server's
// clock, and enters deals by taps (table_entry.js), whose texts go out with an ordinary form.
(() => {
  "use strict";
  const { t, keep, screens } = window.spadesTable;
  const LEAVING_MS = 10000;
  const home = document.body.dataset.home;
  const at = (id) => document.getElementById(id);
  const live = at("live");
  const screen = at("screen");
  const status = at("status");
  const announce = at("announce");
  let etag = document.body.dataset.etag;
  let ahead = 0; // of the server's clock, in milliseconds
  let failures = 0;
  let gone = false;
  let timer = 0;
  let staying = 0;
  let asking = false;
  let drawn = "";

  // a refused form was answered at its own address: the page is still this one
  if (location.pathname !== home) history.replaceState(null, "", home + location.hash);
  document.documentElement.classList.add("scripted");

  const entry = () => JSON.parse(at("entry").textContent);
  const boardOf = (number) => (entry().boards || []).find((board) => String(board.board) === number);
  const named = () => location.hash.slice(1).split("-");

  // --- entering a deal -------------------------------------------------------------------------------------
  const context = {
    get state() {
      return entry();
    },
    // nothing is kept here: what is sent goes out at once, with a form
    outbox: { list: () => [], put: (door, body) => send(body) },
    say: (text) => say(text),
    go: () => {},
    render: () => draw(),
  };
  const say = (text) => {
    if (announce.textContent !== text) announce.textContent = text;
  };
  let sending = false;
  // The next page comes now. Where it does not, because somebody stops it or the connection is lost, this one goes on.
  const leaves = () => {
    sending = true;
    clearTimeout(staying);
    staying = setTimeout(stays, LEAVING_MS);
  };
  const stays = () => {
    clearTimeout(staying);
    sending = false;
    schedule(0);
  };
  function send(body) {
    const form = at("entry-form");
    if (!form || sending) return;
    leaves();
    for (const [name, value] of Object.entries({ deal: body.board, side: body.side, ns_bid: body.ns_bid, ns_tricks: body.ns_tricks, ew_bid: body.ew_bid, ew_tricks: body.ew_tricks })) {
      const field = form.elements[name] || form.appendChild(document.createElement("input"));
      field.type = "hidden";
      field.name = name;
      field.value = value;
    }
    keep.set("sent", { round: body.round, ...body });
    form.submit();
  }
  // An entry that was refused is put back, to be corrected; so is one that got lost on its way, to be sent again.
  const putBack = (refused) => {
    const sent = keep.get("sent");
    if (!sent) return;
    keep.drop("sent");
    const board = entry().round === sent.round && boardOf(String(sent.board));
    if (!board) return;
    const known = board.said[sent.side] || screens.isBegun(entry(), board.board, sent.side);
    if (refused || !known) screens.correct(entry(), board.board, sent.side, sent);
  };

  function draw() {
    const [name, number, side] = named();
    const board = name === "enter" && boardOf(number);
    const entering = Boolean(board) && (side === "NS" || side === "EW");
    live.hidden = entering;
    screen.hidden = !entering;
    if (!entering) {
      screen.textContent = "";
      drawn = "";
      return;
    }
    const signature = JSON.stringify([location.hash, entry().round, board, entry().race, screens.draftText(entry(), location.hash)]);
    if (signature === drawn) return;
    const focused = document.activeElement && document.activeElement.getAttribute("data-focus");
    const fresh = !drawn;
    drawn = signature;
    const leave = document.createElement("a");
    leave.className = "plain";
    leave.href = "#";
    leave.textContent = screen.dataset.leave || t("keep-it");
    screen.textContent = "";
    screen.append(...[screens.enter(context, board, side)].flat(4).filter(Boolean), leave);
    const next = (focused && screen.querySelector(`[data-focus="${focused}"]`)) || at("title");
    if (next && (fresh || focused)) next.focus({ preventScroll: true });
  }
  window.addEventListener("hashchange", () => {
    draw();
    window.scrollTo(0, 0);
  });

  // --- what moves --------------------------------------------------------------------------------------------
  const placeOf = (field) => {
    const folded = field.closest("details");
    return `${folded ? folded.id : ""} ${field.name}`;
  };
  // Where one writes in a field of text; null elsewhere.
  const caretOf = (field) => (typeof field.selectionStart === "number" ? [field.selectionStart, field.selectionEnd, field.selectionDirection] : null);
  const textOf = (id) => (at(id) ? at(id).textContent : "");
  // What is typed, unfolded or has the focus outlives the new part.
  const take = (html) => {
    const typed = new Map([...live.querySelectorAll("input[id]:not([type=hidden])")].map((field) => [field.id, field.value]));
    const chosen = new Map([...live.querySelectorAll("select, input[type=radio]:checked")].map((field) => [placeOf(field), field.value]));
    const open = [...live.querySelectorAll("details[open][id]")].map((part) => part.id);
    const focus = document.activeElement && live.contains(document.activeElement) ? document.activeElement.id : "";
    const caret = focus && caretOf(document.activeElement);
    const tasks = tasksOf();
    const called = textOf("called");
    live.innerHTML = html; // our own page's part, escaped by our own templates
    for (const [id, value] of typed) if (value && at(id)) at(id).value = value;
    for (const field of live.querySelectorAll("select, input[type=radio]")) {
      const value = chosen.get(placeOf(field));
      if (value === undefined) continue;
      if (field.type === "radio") field.checked = field.value === value;
      else field.value = value;
    }
    for (const id of open) if (at(id)) at(id).open = true;
    if (focus && at(focus)) {
      at(focus).focus({ preventScroll: true });
      if (caret) at(focus).setSelectionRange(...caret);
    }
    const title = live.querySelector("[data-task]:not([data-task^=enter]) h2") || at("result") || at("waits");
    if (title && tasks !== tasksOf()) say(title.textContent);
    else if (called !== textOf("called")) say(textOf("called"));
  };
  const tasksOf = () => [...live.querySelectorAll("[data-task]")].map((part) => part.dataset.task).join() + textOf("result") + textOf("waits");

  const count = () => {
    for (const part of document.querySelectorAll("[data-until]")) {
      const left = Math.max(0, Math.ceil((Number(part.dataset.until) - Date.now() - ahead) / 1000));
      const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
      if (part.textContent !== text) part.textContent = text;
      part.classList.toggle("short", left <= 30);
    }
  };
  const wait = () => (gone ? 20000 : (1500 + Math.random() * 1000) * Math.min(2 ** failures, 16));
  const schedule = (delay) => {
    clearTimeout(timer);
    timer = setTimeout(poll, delay);
  };
  async function poll() {
    clearTimeout(timer);
    if (asking || sending || document.hidden) return;
    asking = true;
    const stop = window.AbortController ? new AbortController() : null;
    const late = setTimeout(() => stop && stop.abort(), 10000);
    let pause = 0;
    try {
      const headers = { "If-None-Match": etag };
      const response = await fetch(`${home}now`, { headers, cache: "no-store", redirect: "error", signal: stop ? stop.signal : undefined });
      const now = Number(response.headers.get("Table-Now"));
      pause = (Number(response.headers.get("Retry-After")) || 0) * 1000;
      gone = response.status === 404 && response.headers.get("Table-Page") === "gone";
      if (!gone && !(now && (response.status === 200 || response.status === 304))) throw new Error("no answer of ours");
      if (now) ahead = now - Date.now();
      const html = response.status === 200 ? await response.text() : "";
      if (!gone && !sending && !window.underFinger.holds()) {
        if (html) {
          take(html);
          etag = response.headers.get("ETag");
        }
        putBack(false);
        draw();
      }
      failures = 0;
    } catch (error) {
      failures += 1;
    } finally {
      clearTimeout(late);
      asking = false;
    }
    if (!window.underFinger.holds()) {
      status.hidden = !gone && failures < 2;
      status.textContent = gone ? status.dataset.gone : status.dataset.offline;
    }
    count();
    schedule(Math.max(wait(), pause));
  }

  // A second tap on a button that sends is no second deed.
  document.addEventListener("submit", (event) => {
    if (sending) event.preventDefault();
    else leaves();
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) stays();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) schedule(0);
  });
  window.addEventListener("online", () => schedule(0));
  if (window.liveStream) window.liveStream.onVersion(Number(document.body.dataset.event), () => schedule(Math.random() * 300));
  if (at("refused")) at("refused").focus();
  putBack(Boolean(at("refused")));
  setInterval(count, 1000);
  draw();
  schedule(0);
})();
