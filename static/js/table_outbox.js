// What this phone has to send, kept on the phone until the server's receipt for it has come back.
// An entry is written down before it is sent, in an item of its own (two tabs cannot lose each other's), and goes only
// when an answer is a receipt: JSON that calls itself one, with the entry's key and content. Whatever else comes back,
// a captive portal's page or nothing, it is sent again with the same key; the server takes the same key once.
// What was left behind under another table's code goes there too, after this table's own. A code that opens nothing any
// more takes nothing: its entries stay, and can be moved to the code that has come in its place.
// No clock of this phone is believed: order is a counter, times are the server's.
window.spadesOutbox = (base, event, receiptName, refusalName, onChange) => {
  "use strict";
  const CONTENT = ["ns_bid", "ns_tricks", "ew_bid", "ew_tricks"];
  const NAME = /^spades-table:(\/table\/[^/]+\/):out:(\d+)-/;
  const TIMEOUT = 10000;
  const LONGEST_WAIT = 30000;
  const store = window.spadesStore;
  let failures = 0;
  let timer = 0;
  let busy = "";

  const parse = (text) => {
    try {
      return JSON.parse(text);
    } catch (error) {
      return null;
    }
  };
  // {name, home: the code's address, order, item: {door, event, body, refused?, gone?}}
  const items = () => {
    const found = [];
    for (const name of store.names()) {
      const [whole, home, order] = NAME.exec(name) || [];
      const item = whole ? parse(store.get(name)) : null;
      if (item && item.body) found.push({ name, home, order: Number(order), item });
    }
    return found;
  };
  const here = () => items().filter((found) => found.home === base);
  const elsewhere = () => items().filter((found) => found.home !== base);
  const write = (name, item) => store.set(name, JSON.stringify(item));

  const newKey = () => {
    const bytes = new Uint8Array(16);
    crypto.getRandomValues(bytes);
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  };
  const same = (body, receipt) => {
    const places = ["key", "round", "board", "side"].every((name) => receipt[name] === body[name]);
    return places && receipt.said && CONTENT.every((name) => receipt.said[name] === body[name]);
  };
  // a side that was tapped only says that nobody objects
  const seated = (body, receipt) =>
    receipt.round === body.round &&
    (body.as_shown || (receipt.turned === body.turned && Object.keys(body.players).every((seat) => receipt.players && receipt.players[seat] === body.players[seat])));
  const isReceipt = (item, answer) =>
    answer && answer.receipt === receiptName && (item.door === "entries" ? same(item.body, answer) : seated(item.body, answer));
  const isRefusal = (status, answer) => status >= 400 && status < 500 && status !== 429 && answer && answer.refusal === refusalName;
  const isGone = (answer) => Array.isArray(answer.faults) && answer.faults.some((fault) => fault.code === "code-gone");

  // One request: {status, answer, wait}; status 0 when nothing came that is ours.
  const post = async (door, body, home) => {
    const stop = window.AbortController ? new AbortController() : null;
    const late = setTimeout(() => stop && stop.abort(), TIMEOUT);
    try {
      const response = await fetch((home || base) + door, {
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

  const next = () => here().find((found) => !found.item.refused) || elsewhere().find((found) => !found.item.refused && !found.item.gone);
  const schedule = (seconds) => {
    clearTimeout(timer);
    if (next()) timer = setTimeout(send, seconds * 1000);
  };
  const send = async () => {
    if (busy) return;
    const found = next();
    if (!found) return;
    const { name, home, item } = found;
    busy = item.body.key;
    onChange();
    const { status, answer, wait } = await post(item.door, item.body, home);
    busy = "";
    if (status === 200 && isReceipt(item, answer)) {
      failures = 0;
      store.remove(name);
      onChange({ item, home, receipt: answer });
      schedule(0);
    } else if (isRefusal(status, answer) && home !== base && item.door !== "entries") {
      store.remove(name); // who sat where elsewhere is nothing that players could correct here
      schedule(0);
    } else if (isRefusal(status, answer) && isGone(answer)) {
      // not the entry's fault: it stays as it is, should the code open again
      write(name, Object.assign({}, item, { gone: true }));
      onChange();
      schedule(home === base ? LONGEST_WAIT / 1000 : 0);
    } else if (isRefusal(status, answer)) {
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

  const keep = (door, body) => {
    const order = String(Math.max(0, ...here().map((found) => found.order)) + 1).padStart(8, "0");
    write(`spades-table:${base}:out:${order}-${body.key}`, { door, event, body });
    onChange();
    hurry();
    return body.key;
  };
  // Keep `body` for a door, and begin to send it.
  const put = (door, body) => keep(door, Object.assign({ key: newKey() }, body));
  // The players have corrected it, or do not want it any more.
  const drop = (key) => {
    for (const { name, item } of items()) if (item.body.key === key) store.remove(name);
    onChange();
  };
  // From a code that is gone to this one: the same entry, with the same key.
  const move = (key) => {
    const found = elsewhere().find((one) => one.item.body.key === key);
    if (!found) return;
    keep(found.item.door, found.item.body);
    store.remove(found.name);
    onChange();
  };

  window.addEventListener("online", hurry);
  window.addEventListener("pageshow", hurry);
  window.addEventListener("storage", () => onChange());
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) hurry();
  });

  return {
    put,
    drop,
    move,
    hurry,
    post,
    list: () => here().map((found) => found.item),
    // entries of this event that were left behind under another code
    away: () => elsewhere().map((found) => found.item).filter((item) => item.door === "entries" && (!item.event || item.event === event)),
    isSending: (key) => busy === key,
    keeps: store.keeps,
    failing: () => failures > 0,
  };
};
