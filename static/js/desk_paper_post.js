// Sends one row of paper and reads the answer; desk_paper.js shows it. Answers { kind, said, faults }:
//
// saved    the receipt of this very row is there, in `said`
// both     a result stands there already: said.versions has it
// refused  not saved as it is, and `faults` says why
// signIn   the session has ended
// busy     the server is there and cannot take it now
// lost     nothing that could be read came back
//
// After the last three nobody knows whether the row was saved: it may be sent again with the same key, word for word.
window.paperPost = (() => {
  "use strict";
  const LONGEST_MS = 15000;
  const LATER = [408, 425, 429];

  const token = (sheet) => window.deskKeep?.newestToken() ?? sheet.querySelector("[name=csrfmiddlewaretoken]").value;

  function read(text) {
    try {
      return JSON.parse(text);
    } catch {
      return null; // a page for people
    }
  }

  return async (sheet, words, row) => {
    let status;
    let said;
    try {
      const answer = await fetch(sheet.dataset.url, {
        method: "POST",
        body: new URLSearchParams({ ...row, csrfmiddlewaretoken: token(sheet) }),
        headers: { "X-Requested-With": "fetch" },
        redirect: "error",
        signal: AbortSignal.timeout(LONGEST_MS),
      });
      status = answer.status;
      said = read(await answer.text());
    } catch {
      return { kind: "lost" };
    }
    if (status === 401) return { kind: "signIn" };
    if (status >= 500 || LATER.includes(status)) return { kind: "busy" };
    if (status < 400) return said?.key === row.key ? { kind: "saved", said } : { kind: "lost" };
    const faults = said?.faults?.join(" ") || words.refused.replace("{status}", status);
    return { kind: status === 409 && said?.versions?.saved ? "both" : "refused", said, faults };
  };
})();
