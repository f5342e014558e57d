// Counts the round clock down, wherever a page has one, against the server's time: the phone's own may be an hour off.
// The server's time is read off the Date of its answers. Each says it to the second; many together say it better.
(() => {
  "use strict";
  const SECOND = 1000;
  const STATES = ["soon", "last"];
  const ours = () => performance.now();
  const sent = new WeakMap();
  // the server's time less ours lies between these two
  let least = -Infinity;
  let most = Infinity;
  let asking = false;

  const known = () => least > -Infinity;
  const serverNow = () => ours() + (least + most) / 2;
  function learn(date, asked) {
    const told = Date.parse(date);
    if (Number.isNaN(told)) return;
    const low = told - ours();
    const high = told + SECOND - asked;
    // an answer that fits none of the others: one of the clocks was set, or this machine has slept
    const fits = low <= most && high >= least;
    least = fits ? Math.max(least, low) : low;
    most = fits ? Math.min(most, high) : high;
    show();
  }
  async function ask() {
    if (asking) return;
    asking = true;
    const asked = ours();
    try {
      const answer = await fetch("?live", { method: "HEAD", cache: "no-store" });
      learn(answer.headers.get("Date"), asked);
    } catch {
      // no connection: the next answer that comes will do
    } finally {
      asking = false;
    }
  }
  document.addEventListener("htmx:beforeSend", ({ detail }) => sent.set(detail.xhr, ours()));
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    const date = sent.has(detail.xhr) && detail.xhr.getResponseHeader("Date");
    if (date) learn(date, sent.get(detail.xhr));
  });

  const aloud = document.createElement("p");
  aloud.id = "clock-aloud";
  aloud.className = "visually-hidden";
  aloud.setAttribute("aria-live", "polite");
  (document.querySelector("main") || document.body).append(aloud);

  const clockTime = (seconds) => {
    const whole = Math.abs(seconds);
    return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  };
  // What a clock with `left` seconds is to show: its state, the sentence, the note on the wall, what is read aloud.
  function reading(left, paused, words) {
    if (paused) return { state: "paused", text: left < 0 ? words["paused-over"] : words.paused, note: words["paused-note"] };
    if (left < 0) return { state: "over", text: words.over, note: words["over-note"], said: words["over-said"] };
    const passed = words.warnings.filter(({ seconds }) => left <= seconds);
    if (!passed.length) return { state: "calm", text: words.left, note: "" };
    const state = STATES[Math.min(passed.length, STATES.length) - 1];
    return { state, text: words.left, ...passed.at(-1) };
  }
  // A warning is read aloud when it begins under one's eyes; who comes later, or sees a new clock, reads it. It is read
  // once: as the server's time is known better, a clock may go back a second over its edge.
  let before = null;
  function announce(clock, { state, said }) {
    const { round, ends } = clock.dataset;
    const same = before && before.round === round && before.ends === ends;
    const heard = same ? before.heard : new Set();
    if (same && before.state !== state && said && !heard.has(said)) aloud.textContent = said;
    heard.add(said);
    before = { round, ends, state, heard };
  }
  function put(clock, { state, text, note }, left) {
    const [start, end] = text.split("{time}");
    const time = document.createElement("b");
    time.className = "time";
    time.textContent = clockTime(left);
    clock.querySelector(".shown").replaceChildren(start, time, end);
    const place = clock.querySelector(".note");
    if (place && place.textContent !== note) place.textContent = note;
    clock.dataset.state = state;
  }
  function show() {
    const clock = document.querySelector(".clock[data-words]");
    if (!clock) {
      before = null;
      return;
    }
    const { ends, left: stands } = clock.dataset;
    const paused = ends === undefined;
    if (!paused && !known()) return;
    const left = paused ? Number(stands) : Math.round((Number(ends) - serverNow()) / SECOND);
    const shown = `${left}|${ends}`;
    if (clock.dataset.shown === shown) return;
    clock.dataset.shown = shown;
    const now = reading(left, paused, JSON.parse(clock.dataset.words));
    put(clock, now, left);
    announce(clock, now);
  }

  // what is fetched or pushed brings a clock that nobody has counted yet
  const headline = document.getElementById("headline");
  const bring = () => {
    show();
    // what is pushed tells no time: a clock that starts while nobody has asked yet waits for nothing else
    if (!known() && document.querySelector(".clock[data-ends]")) ask();
  };
  if (headline) new MutationObserver(bring).observe(headline, { childList: true });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && document.querySelector(".clock[data-ends]")) ask();
  });
  setInterval(show, SECOND / 4);
  show();
  if (document.querySelector(".clock[data-ends]")) ask();
})();
