// What the table page knows of its table: the server's last word, which the phone keeps too; and laid over it what the
// server has taken from this phone since, until its own word tells of that.
window.spadesTable.known = (() => {
  "use strict";
  const { data, keep } = window.spadesTable;
  const STANDING = ["waiting", "agreed", "differs"];

  const start = data("start");
  const isState = (found) => found && typeof found === "object" && Array.isArray(found.late) && (found.phase === "wait" || Array.isArray(found.boards));
  const isStored = (found) => {
    try {
      return Boolean(found) && found.version > Number(start["Table-Version"]) && isState(JSON.parse(found.body));
    } catch (error) {
      return false;
    }
  };
  const stored = keep.get("state");
  // a page out of the worker's store may be older than what this phone has seen since
  const newest = isStored(stored) ? stored : { body: start.state, etag: start.etag, time: start["Table-Time"] };
  let { body, etag, time } = newest;
  let receipts = [];
  let state;

  const layEntry = (board, { side, state: becomes, version, saved, said, ns_score, ew_score }) => {
    if (!STANDING.includes(becomes) || version <= (board.version || 0)) return;
    Object.assign(board, { state: becomes, version, saved, by: becomes === "waiting" ? side : null, said: Object.assign({}, board.said, { [side]: said }) });
    if (becomes !== "differs") Object.assign(board, { stands: said, scores: [ns_score, ew_score] });
  };
  const lay = (receipt) => {
    if (receipt.round !== state.round) return;
    const board = state.boards.find((one) => one.board === receipt.board);
    if (board) layEntry(board, receipt);
    // sides that change places change more than names, which the server tells
    else if (receipt.players && receipt.turned === state.turned) Object.assign(state, { players: receipt.players, seated: true });
  };
  const read = () => {
    state = JSON.parse(body);
    receipts.forEach(lay);
    return state;
  };
  read();

  return {
    start,
    state: () => state,
    etag: () => etag,
    time: () => time,
    receipts: () => receipts.length,
    // whether a board that is laid over here is not in the server's own word yet, nor in a race's totals
    isAhead: () => receipts.some((receipt) => receipt.board !== undefined),
    receive: (receipt) => {
      receipts.push(receipt);
      return read();
    },
    // The server's answer; no text where it has nothing new. When it was asked, `told` receipts had come: of these it
    // knows, of later ones perhaps not.
    hear: (text, headers, told) => {
      if (text !== null) {
        if (!isState(JSON.parse(text))) throw new Error("not ours");
        body = text;
        etag = headers.get("ETag");
        keep.set("state", { body, etag, version: Number(headers.get("Table-Version")), time: headers.get("Table-Time") });
      }
      time = headers.get("Table-Time");
      receipts = receipts.slice(told);
      return read();
    },
  };
})();
