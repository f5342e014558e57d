// What is under a finger stays where it is until the tap has come, which is after the finger is lifted: news that moved
// it would lose the tap, or give it to something else. A mouse clicks at once. After a touch the click comes as an event
// of its own, most often in the same moment, but later where the page is busy or the browser waits for a second tap.
// A finger that is never lifted holds nothing for long, nor does one that is lifted and has tapped nothing.
window.underFinger = (() => {
  "use strict";
  const AT_MOST_MS = 3000;
  const TAP_WITHIN_MS = 1000;
  const waiting = [];
  let pressed = 0;
  let presses = 0;
  let lifted = 0; // the press that was lifted last
  let timer = 0;
  const holds = () => pressed > 0 && Date.now() - pressed < AT_MOST_MS;
  const release = (press) => {
    if (press !== presses || !pressed) return; // the next finger is down already, or the tap has come
    pressed = 0;
    for (const then of waiting) then();
  };
  const releaseIn = (milliseconds) => {
    const press = lifted;
    setTimeout(() => release(press), milliseconds);
  };
  // not every lifting is told of: a list that opens, or a menu, may take it
  const giveUp = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (holds() ? giveUp() : release(presses)), AT_MOST_MS + 1);
  };
  document.addEventListener("pointerdown", () => {
    pressed = Date.now();
    presses += 1;
    giveUp();
  });
  for (const [name, patience] of [["pointerup", TAP_WITHIN_MS], ["pointercancel", 0]]) {
    document.addEventListener(name, () => ((lifted = presses), releaseIn(patience)));
  }
  // whatever the click does is done before
  window.addEventListener("click", () => releaseIn(0), true);
  return { holds, onLifted: (then) => waiting.push(then) };
})();
