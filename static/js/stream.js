// The stream of changes that the live process sends, for whatever on the page wants to know: window.liveStream.
// While nobody looks at the page there is none; when it is lost it is tried again, ever less often.
(() => {
  "use strict";
  const given = document.currentScript?.dataset.live;
  if (!given || !window.EventSource) return;
  const base = given.startsWith(":") ? `${location.protocol}//${location.hostname}${given}` : given;
  const SILENCE_MS = 20_000; // the server says something every 15 s
  const LONGEST_MS = 60_000;

  // `query()` makes the parameters of each attempt; `onChange` gets {version[, etag[, html]]}; `onHealth` true when the
  // stream is there, false when it is lost. Returns a function that ends it.
  function follow(eventId, { query = () => ({}), onChange, onHealth = () => {} }) {
    let source = null;
    let healthy = false;
    let ended = false;
    let losses = 0;
    let timer = 0;

    const tell = (now) => {
      if (now === healthy) return;
      healthy = now;
      onHealth(now);
    };
    const close = () => {
      clearTimeout(timer);
      source?.close();
      source = null;
    };
    const lose = () => {
      close();
      const longest = Math.min(1000 * 2 ** losses, LONGEST_MS);
      losses += 1;
      if (!ended && !document.hidden) timer = setTimeout(open, longest * (0.5 + Math.random() / 2));
      tell(false);
    };
    const hear = () => {
      losses = 0;
      clearTimeout(timer);
      timer = setTimeout(lose, SILENCE_MS);
      tell(true);
    };
    function open() {
      close();
      if (ended || document.hidden) return;
      source = new EventSource(`${base}${eventId}?${new URLSearchParams(query())}`);
      timer = setTimeout(lose, SILENCE_MS);
      source.addEventListener("error", lose);
      source.addEventListener("beat", hear);
      source.addEventListener("change", (event) => {
        hear();
        onChange(JSON.parse(event.data));
      });
    }
    const rest = () => {
      close();
      tell(false);
    };
    const wake = () => {
      losses = 0;
      open();
    };
    const look = () => (document.hidden ? rest() : wake());
    const restore = (event) => {
      if (event.persisted) wake();
    };

    document.addEventListener("visibilitychange", look);
    window.addEventListener("pagehide", rest);
    window.addEventListener("pageshow", restore);
    open();
    return () => {
      ended = true;
      rest();
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("pagehide", rest);
      window.removeEventListener("pageshow", restore);
    };
  }

  window.liveStream = {
    follow,
    // callback(version): now, when the stream has come about (again), and after every change of the event
    onVersion: (eventId, callback) => follow(eventId, { onChange: ({ version }) => callback(version) }),
  };
})();
