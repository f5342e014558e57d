// What is under a finger stays where it is until the tap has come, which is after the finger is lifted: news that moved
// it would lose the tap, or give it to something else. A finger that is never lifted holds nothing for long.
window.underFinger = (() => {
  "use strict";
  const AT_MOST_MS = 3000;
  const waiting = [];
  let pressed = 0;
  let presses = 0;
  document.addEventListener("pointerdown", () => ((pressed = Date.now()), (presses += 1)));
  const lifted = () => {
    const press = presses;
    setTimeout(() => {
      if (press !== presses) return; // the next finger is down already
      pressed = 0;
      for (const then of waiting) then();
    });
  };
  for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, lifted);
  return { holds: () => Date.now() - pressed < AT_MOST_MS, onLifted: (then) => waiting.push(then) };
})();
