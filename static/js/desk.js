// The desk on an event's page: its clock runs on, and what the tables want is asked for every few seconds.
"use strict";

(() => {
  const EVERY = 5000;
  const LONGEST_MS = 10000;
  const desk = document.getElementById("desk");
  if (!desk) return;
  let read = performance.now();
  let asked = 0;
  let shown = 0;
  let postponed = false; // the answer came while a finger or a button of the mouse was down

  function tick() {
    const passed = Math.floor((performance.now() - read) / 1000);
    for (const clock of desk.querySelectorAll("[data-runs]")) {
      const left = Number(clock.dataset.left) - passed;
      const all = Math.abs(left);
      clock.textContent = `${left < 0 ? "−" : ""}${Math.floor(all / 60)}:${String(all % 60).padStart(2, "0")}`;
      clock.parentElement.classList.toggle("director-over", left < 0);
    }
  }

  // what somebody is typing in, or about to press, stays as it is
  function isInUse(part) {
    return (
      part.contains(document.activeElement) ||
      [...part.querySelectorAll("input")].some((input) => input.value !== input.defaultValue)
    );
  }

  function show(fresh) {
    let place = desk.firstElementChild;
    const leave = (until) => {
      while (place && place !== until) {
        const gone = place;
        place = place.nextElementSibling;
        gone.remove();
      }
    };
    for (const part of [...fresh.children]) {
      const old = document.getElementById(part.id);
      if (old && isInUse(old)) {
        leave(old);
        place = old.nextElementSibling;
      } else {
        desk.insertBefore(part, place);
      }
    }
    leave(null);
  }

  async function ask() {
    if (document.hidden) return;
    const mine = (asked += 1);
    try {
      const signal = AbortSignal.timeout(LONGEST_MS);
      const answer = await fetch(desk.dataset.url, { headers: { Accept: "text/html" }, redirect: "error", signal });
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById("desk");
      if (!fresh || mine < shown) return; // what was asked for later was there first
      postponed = window.underFinger.holds();
      if (postponed) return;
      shown = mine;
      const running = desk.querySelector("#desk-clock");
      const kept = running && isInUse(running);
      show(fresh);
      if (!kept) read = performance.now();
      tick();
    } catch {
      // without a network the page stays as it is, and asks again
    }
  }

  setInterval(tick, 1000);
  setInterval(ask, EVERY);
  document.addEventListener("visibilitychange", ask);
  window.underFinger.onLifted(() => postponed && ask());
})();
