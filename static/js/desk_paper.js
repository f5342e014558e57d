// Paper typed at the desk: a row a result, numbers and Enter, saved row by row and kept until the receipt is back.
"use strict";

(() => {
  const sheet = document.getElementById("paper");
  if (!sheet) return;
  const rules = JSON.parse(document.getElementById("paper-rules").textContent);
  const words = JSON.parse(document.getElementById("paper-words").textContent);
  const rows = [...sheet.querySelectorAll("tr[data-table]")].filter((row) => row.querySelector("input"));
  const AGAIN = 5000;
  const score = window.spadesScore;
  const reasonField = document.getElementById("paper-reason");
  const isTwice = sheet.dataset.twice === "1" ? "on" : "";
  // row.sent      what Enter sent and nothing has answered yet, word for word: sent again it stays what it was
  // row.underWay  its answer is awaited
  // row.later     sends what Enter was pressed for meanwhile
  // row.isTried   it was sent since the page is here, and is sent again by itself

  const input = (row) => row.querySelector("input");
  const shown = (number) => (number === null || number === undefined ? "" : String(number).replace("-", "−"));
  const keptName = (row) => `paper:${location.pathname}:${row.dataset.table}:${row.dataset.board}`;
  const newKey = () => (crypto.randomUUID ? crypto.randomUUID() : `${Date.now()}-${Math.random()}-${Math.random()}`);

  function keep(row) {
    try {
      const typed = input(row).value;
      if (typed === (row.dataset.line || "") && !row.sent) localStorage.removeItem(keptName(row));
      else localStorage.setItem(keptName(row), JSON.stringify({ typed, sent: row.sent ?? null }));
    } catch {
      // storage is full or forbidden: the row still stands on the page
    }
  }

  function forget(row) {
    try {
      localStorage.removeItem(keptName(row));
    } catch {
      // nothing was kept
    }
  }

  function say(row, state, text) {
    const cell = row.querySelector(".paper-state");
    cell.textContent = text;
    row.dataset.state = state;
    input(row).setAttribute("aria-invalid", state === "fault" ? "true" : "false");
    if (state === "sending" || (state === "kept" && row.heard === text)) return; // tried again in vain is no news
    row.heard = text;
    if (text) document.getElementById("paper-said").textContent = `${row.dataset.name}: ${text}`;
  }

  // The scores of a sound line, or what is wrong with it.
  function scored(line) {
    const deal = line.fields && score.read(line.fields);
    if (!deal) return { faults: [] };
    const faults = score.checkDeal(rules, ...deal).map((fault) => fault.message);
    return faults.length ? { faults } : { faults, deal: score.scoreDeal(rules, ...deal) };
  }

  function look(row) {
    const line = window.paperLine.parse(input(row).value);
    const found = scored(line);
    row.querySelector(".paper-ns").textContent = found.deal ? shown(found.deal.ns.total) : "";
    row.querySelector(".paper-ew").textContent = found.deal ? shown(found.deal.ew.total) : "";
    row.querySelector(".paper-follows").textContent = line.suggestion ? `→ ${line.suggestion}` : "";
    const differs = [];
    if (found.deal) {
      ["ns", "ew"].forEach((side, place) => {
        if (line.scores.length > place && line.scores[place] !== found.deal[side].total) {
          differs.push(words.disagrees.replace("{side}", side.toUpperCase()).replace("{paper}", shown(line.scores[place])).replace("{bids}", shown(found.deal[side].total)));
        }
      });
    }
    row.classList.toggle("paper-disagrees", differs.length > 0);
    row.querySelector(".paper-mark").textContent = differs.join(" ");
    return { line, faults: found.faults, differs };
  }

  // nobody has entered what stands there, or it was refused, or nothing sends it by itself
  function isOpen(row) {
    if (row.dataset.state === "kept") return !row.isTried;
    if (["saved", "sending"].includes(row.dataset.state)) return false;
    return row.dataset.state === "fault" || !row.dataset.version || input(row).value !== row.dataset.line;
  }

  // Only a key or a click moves the hand on, never an answer: somebody may be typing elsewhere by then.
  function next(row) {
    const place = rows.indexOf(row);
    const open = [...rows.slice(place + 1), ...rows.slice(0, place)].find(isOpen);
    const go = open ? input(open) : document.getElementById("paper-after") || rows[place + 1]?.querySelector("input");
    go?.focus();
    if (open?.dataset.state === "fault") input(open).select();
  }

  // Enter: true where the hand goes on to the next row.
  function entered(row) {
    const { line, faults, differs } = look(row);
    const field = input(row);
    const refuse = (text) => {
      say(row, "fault", text);
      return false;
    };
    if (line.fault) return refuse(line.fault);
    if (!line.fields) {
      if (line.suggestion) {
        const start = field.value.trimEnd().length + 1;
        field.value = `${field.value.trimEnd()} ${line.suggestion}`;
        field.setSelectionRange(start, field.value.length);
        look(row);
      } else if (field.value.trim()) field.value = `${field.value.trimEnd()} `;
      else return true;
      return false;
    }
    if (faults.length) return refuse(faults.join(" "));
    if (field.value.trim() === (row.dataset.line || "").trim() && row.dataset.version && !row.sent) return true;
    if (differs.length && row.dataset.warned !== field.value) {
      row.dataset.warned = field.value; // said once; Enter again takes the bids
      return refuse(`${differs.join(" ")} ${words.again}`);
    }
    if (row.dataset.version && row.sent?.typed !== field.value && !reasonField.value.trim()) {
      reasonField.focus();
      return refuse(words.reason);
    }
    send(row, line.fields);
    return true;
  }

  // Sends what stands in the row; the same once more as long as that has no answer, so that it cannot count twice.
  function send(row, fields, more = {}) {
    const typed = input(row).value;
    if (row.underWay) {
      row.later = row.sent.typed === typed ? null : () => send(row, fields, more);
      say(row, "sending", words.sending);
      return;
    }
    if (row.sent?.typed !== typed) {
      const { table, board, version = "" } = row.dataset;
      const { ns_bid, ns_tricks, ew_bid, ew_tricks } = fields;
      const how = { reason: reasonField.value, twice: isTwice, key: newKey(), ...more };
      row.sent = { typed, body: { ns_bid, ns_tricks, ew_bid, ew_tricks, table, board, version, ...how } };
    }
    post(row);
  }

  async function post(row) {
    const { sent } = row;
    clearTimeout(row.timer);
    closeBoth(row);
    Object.assign(row, { underWay: true, isTried: true });
    keep(row);
    say(row, "sending", words.sending);
    const answer = await window.paperPost(sheet, words, sent.body);
    const { later } = row;
    Object.assign(row, { underWay: false, later: null, signIn: answer.kind === "signIn" });
    if (answer.kind === "saved") Object.assign(row.dataset, { version: answer.said.version, line: sent.typed, warned: "" });
    if (["saved", "both", "refused"].includes(answer.kind)) row.sent = null;
    keep(row);
    if (later) later();
    else if (input(row).value !== sent.typed) tellOfEarlier(row, sent, answer);
    else if (answer.kind === "saved") saved(row, answer.said);
    else if (answer.kind === "both") both(row, sent.body, answer);
    else if (answer.kind === "refused") say(row, "fault", answer.faults);
    else {
      say(row, "kept", words[answer.kind]);
      if (!row.signIn) row.timer = setTimeout(() => again(row), AGAIN);
    }
    if (answer.kind === "saved") sheet.dispatchEvent(new CustomEvent("paper:saved"));
    sheet.dispatchEvent(new CustomEvent("paper:answered"));
  }

  // What was entered, if it is still what stands there.
  function again(row) {
    if (row.dataset.state === "kept" && row.sent?.typed === input(row).value) post(row);
  }

  // The answer is about figures that one has typed over since; what stands there now was not sent.
  function tellOfEarlier(row, sent, { kind, faults }) {
    const text = kind === "saved" ? words.other : faults ? `{line}: ${faults}` : "";
    say(row, "typing", text.replace("{line}", sent.typed.trim()));
  }

  function saved(row, said) {
    row.querySelector(".paper-ns").textContent = shown(said.ns_score);
    row.querySelector(".paper-ew").textContent = shown(said.ew_score);
    const state = said.state === "provisional" ? words.once : words.saved;
    say(row, "saved", state.replace("{time}", said.saved_at));
  }

  const closeBoth = (row) => row.nextElementSibling?.matches(".paper-both") && row.nextElementSibling.remove();

  // What is saved beside what was typed, and a choice, as long as that stands in the row.
  function both(row, fields, { said, faults }) {
    const there = said.versions.saved;
    say(row, "fault", faults);
    closeBoth(row);
    const beneath = document.getElementById("paper-both").content.firstElementChild.cloneNode(true);
    const line = (from) => `${from.ns_bid ?? "–"} ${from.ns_tricks ?? "–"} – ${from.ew_bid ?? "–"} ${from.ew_tricks ?? "–"}`;
    beneath.querySelector(".paper-theirs").textContent = line(there);
    beneath.querySelector(".paper-mine").textContent = line(fields);
    const [keepTheirs, takeMine] = beneath.querySelectorAll("button");
    keepTheirs.addEventListener("click", () => {
      if (said.code !== "differs") {
        forget(row);
        location.reload();
        return;
      }
      input(row).value = line(there).replace(" – ", " ").replaceAll("N+", "N").replaceAll("B+", "B");
      send(row, there);
      next(row);
    });
    takeMine.addEventListener("click", () => {
      const reason = reasonField.value.trim() || (said.code === "differs" ? words.mistyped : "");
      if (!reason) {
        say(row, "fault", words.reason);
        reasonField.focus();
        return;
      }
      row.dataset.version = there.version;
      send(row, fields, { reason, twice: "" });
      next(row);
    });
    row.after(beneath);
  }

  function restore(row) {
    try {
      const kept = JSON.parse(localStorage.getItem(keptName(row)) || "null");
      if (!kept) return;
      const { version, twice } = kept.sent?.body ?? {};
      row.sent = version === (row.dataset.version || "") && twice === isTwice ? kept.sent : null;
      if (kept.typed === (row.dataset.line || "")) {
        keep(row);
        return;
      }
      input(row).value = kept.typed;
      say(row, "kept", words.restored);
    } catch {
      forget(row);
    }
  }

  function changed(row) {
    row.later = null;
    closeBoth(row);
    look(row);
    keep(row);
    if (row.dataset.state !== "typing") say(row, "typing", "");
  }

  for (const row of rows) {
    restore(row);
    look(row);
    input(row).addEventListener("input", () => changed(row));
    input(row).addEventListener("keydown", (event) => {
      const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (event.key === "Enter") {
        event.preventDefault();
        if (entered(row)) next(row);
      } else if (move) {
        event.preventDefault();
        rows[rows.indexOf(row) + move]?.querySelector("input").focus();
      } else if (event.key === "Escape") {
        input(row).value = row.dataset.line || "";
        changed(row);
      }
    });
  }

  const jump = document.getElementById("paper-jump");
  jump?.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const [table, board] = jump.value.trim().split(/\D+/);
    const found = rows.find((row) => row.dataset.number === table && (!board || row.dataset.shown === board));
    if (!found) {
      document.getElementById("paper-said").textContent = words.noRow;
      return;
    }
    jump.value = "";
    input(found).focus();
    input(found).select();
  });
  window.addEventListener("online", () => rows.forEach(again));
  window.addEventListener("focus", () => rows.filter((row) => row.signIn).forEach(again)); // back from where one signs in
  (rows.find((row) => !row.dataset.version) || rows[0])?.querySelector("input").focus();
})();
