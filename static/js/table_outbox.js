// What this phone has to send, kept on the phone until the server's receipt for it has come back.
// An entry is written down before it is sent, in an item of its own (two tabs cannot lose each other's), and goes only
// when an answer is a receipt: JSON that calls itself one, with the entry's key and content. Whatever else comes back,
// a captive portal's page or nothing, it is sent again with the same key; the server takes the same key once.
// No clock of this phone is believed: order is a counter, times are the server's.
window.spadesOutbox = (base, receiptName, refusalName, onChange) => {
  "use strict";
  const CONTENT = ["ns_bid", "ns_tricks", "ew_bid", "ew_tricks"];
  const prefix = `spades-table:${base}:out:`;
  const TIMEOUT = 10000;
  const LONGEST_WAIT = 30000;
  const memory = new Map();
  let failures = 0;
  let timer = 0;
  let busy = "";
  let keeps = true;

  const read = (name) => {
    try {
      return localStorage.getItem(name);
    } catch (error) {
      return null;
    }
  };
  const names = () => {
    const found = new Set(memory.keys());
    try {
      for (let index = 0; index < localStorage.length; index += 1) found.add(localStorage.key(index));
    } catch (error) {
      keeps = false;
    }
    return [...found].filter((name) => name.startsWith(prefix)).sort();
  };
  const parse = (text) => {
    try {
      return JSON.parse(text);
    } catch (error) {
      return null;
    }
  };
  const write = (name, item) => {
    memory.set(name, JSON.stringify(item));
    try {
      localStorage.setItem(name, JSON.stringify(item));
    } catch (error) {
      keeps = false;
    }
  };
  const remove = (name) => {
    memory.delete(name);
    try {
      localStorage.removeItem(name);
    } catch (error) {
      keeps = false;
    }
  };
  // What another tab has sent is gone from the phone's store, and with it from here.
  const items = () =>
    names()
      .map((name) => ({ name, item: parse(read(name)) || (keeps ? null : parse(memory.get(name) || "")) }))
      .filter((found) => found.item && found.item.body);

  const newKey = () => {
    const bytes = new Uint8Array(16);
    crypto.getRandomValues(bytes);
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  };
  const same = (body, receipt) => {
    const places = ["key", "round", "board", "side"].every((name) => receipt[name] === body[name]);
    return places && receipt.said && CONTENT.every((name) => receipt.said[name] === body[name]);
  };
  const seated = (body, receipt) =>
    receipt.round === body.round &&
    receipt.turned === body.turned &&
    Object.keys(body.players).every((seat) => receipt.players && receipt.players[seat] === body.players[seat]);
  const isReceipt = (item, answer) =>
    answer && answer.receipt === receiptName && (item.door === "entries" ? same(item.body, answer) : seated(item.body, answer));

  // One request: {status, answer, wait}; status 0 when nothing came that is ours.
  const post = async (door, body) => {
    const stop = window.AbortController ? new AbortController() : null;
    const late = setTimeout(() => stop && stop.abort(), TIMEOUT);
    try {
      const response = await fetch(base + door, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
        credentials: "omit",
        cache: "no-store",
        redirect: "error",
        signal: stop ? stop.signal : undefined,
      });
      const answer = parse(await response.text());
      return { status: response.status, answer, wait: Number(response.headers.get("Retry-After")) || 0 };
    } catch (error) {
      return { status: 0, answer: null, wait: 0 };
    } finally {
      clearTimeout(late);
    }
  };

  const next = () => items().find((found) => !found.item.refused);
  const schedule = (seconds) => {
    clearTimeout(timer);
    if (next()) timer = setTimeout(send, seconds * 1000);
  };
  const send = async () => {
    if (busy) return;
    const found = next();
    if (!found) return;
    const { name, item } = found;
    busy = item.body.key;
    onChange();
    const { status, answer, wait } = await post(item.door, item.body);
    busy = "";
    if (status === 200 && isReceipt(item, answer)) {
      failures = 0;
      remove(name);
      onChange({ item, receipt: answer });
      schedule(0);
    } else if (status >= 400 && status < 500 && status !== 429 && answer && answer.refusal === refusalName) {
      failures = 0;
      write(name, Object.assign({}, item, { refused: answer.detail, status }));
      onChange({ item, refused: answer.detail });
      schedule(0);
    } else {
      failures += 1;
      const backOff = Math.min(LONGEST_WAIT / 1000, 2 ** Math.min(failures - 1, 6)) * (0.75 + Math.random() / 2);
      onChange();
      schedule(Math.max(wait, backOff));
    }
  };
  const hurry = () => {
    if (!busy && next()) schedule(0);
  };

  // Keep `body` for a door, and begin to send it.
  const put = (door, body) => {
    const last = names().map((name) => Number(name.slice(prefix.length).split("-")[0]) || 0);
    const order = String(Math.max(0, ...last) + 1).padStart(8, "0");
    const item = { door, body: Object.assign({ key: newKey() }, body) };
    write(`${prefix}${order}-${item.body.key}`, item);
    onChange();
    hurry();
    return item.body.key;
  };
  // The players have corrected it, or do not want it any more.
  const drop = (key) => {
    for (const { name, item } of items()) if (item.body.key === key) remove(name);
    onChange();
  };

  window.addEventListener("online", hurry);
  window.addEventListener("pageshow", hurry);
  window.addEventListener("storage", () => onChange());
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) hurry();
  });
  names();
  try {
    localStorage.setItem(`spades-table:${base}:probe`, "1");
    localStorage.removeItem(`spades-table:${base}:probe`);
  } catch (error) {
    keeps = false;
  }

  return {
    put,
    drop,
    hurry,
    post,
    list: () => items().map((found) => found.item),
    isSending: (key) => busy === key,
    keeps: () => keeps,
    failing: () => failures > 0,
  };
};
