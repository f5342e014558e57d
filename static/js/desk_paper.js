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

  const input = (row) => row.querySelector("input");
  const shown = (number) => (number === null || number === undefined ? "" : String(number).replace("-", "−"));
  const keptName = (row) => `paper:${location.pathname}:${row.dataset.table}:${row.dataset.board}`;
  const newKey = () => (crypto.randomUUID ? crypto.randomUUID() : `${Date.now()}-${Math.random()}-${Math.random()}`);

  function keep(row) {
    try {
      const typed = input(row).value;
      if (typed === (row.dataset.line || "")) localStorage.removeItem(keptName(row));
      else localStorage.setItem(keptName(row), JSON.stringify({ typed, version: row.dataset.version || "", key: row.dataset.key || "" }));
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
    if (state === "fault" || state === "saved") document.getElementById("paper-said").textContent = `${row.dataset.name}: ${text}`;
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

  function next(row) {
    const place = rows.indexOf(row);
    const open = [...rows.slice(place + 1), ...rows.slice(0, place)].find((other) => !other.dataset.version && !["saved", "sending", "kept"].includes(other.dataset.state));
    const go = open ? input(open) : document.getElementById("paper-after") || rows[place + 1]?.querySelector("input");
    go?.focus();
    if (open) input(open).select();
  }

  function entered(row) {
    const { line, faults, differs } = look(row);
    const field = input(row);
    if (line.fault) return say(row, "fault", line.fault);
    if (!line.fields) {
      if (line.suggestion) {
        const start = field.value.trimEnd().length + 1;
        field.value = `${field.value.trimEnd()} ${line.suggestion}`;
        field.setSelectionRange(start, field.value.length);
        look(row);
      } else if (field.value.trim()) field.value = `${field.value.trimEnd()} `;
      else next(row);
      return undefined;
    }
    if (faults.length) return say(row, "fault", faults.join(" "));
    if (field.value.trim() === (row.dataset.line || "").trim() && row.dataset.version) return next(row);
    if (differs.length && row.dataset.warned !== field.value) {
      row.dataset.warned = field.value; // said once; Enter again takes the bids
      return say(row, "fault", `${differs.join(" ")} ${words.again}`);
    }
    send(row, line.fields, {});
    return next(row);
  }

  async function send(row, fields, more) {
    row.dataset.key = row.dataset.key || newKey();
    keep(row);
    const typed = input(row).value;
    const body = new URLSearchParams({
      ...fields,
      table: row.dataset.table,
      board: row.dataset.board,
      version: row.dataset.version || "",
      reason: document.getElementById("paper-reason").value,
      twice: sheet.dataset.twice === "1" ? "on" : "",
      key: row.dataset.key,
      csrfmiddlewaretoken: sheet.querySelector("[name=csrfmiddlewaretoken]").value,
      ...more,
    });
    say(row, "sending", words.sending);
    let answer;
    let said;
    try {
      answer = await fetch(sheet.dataset.url, { method: "POST", body, headers: { "X-Requested-With": "fetch" }, redirect: "error" });
      said = answer.status === 401 ? null : await answer.json();
    } catch {
      say(row, "kept", words.kept);
      setTimeout(() => row.dataset.state === "kept" && send(row, fields, more), AGAIN);
      return;
    }
    if (answer.status === 401) return signIn(row, fields, more);
    if (answer.ok && said.key === body.get("key")) return saved(row, typed, said);
    row.dataset.key = "";
    if (answer.status === 409 && said.versions?.saved) return both(row, fields, said);
    say(row, "fault", said.faults.join(" "));
    if (/reason/i.test(said.faults.join(" "))) document.getElementById("paper-reason").focus();
    else input(row).focus();
    return undefined;
  }

  function signIn(row, fields, more) {
    say(row, "kept", words.signIn);
    const again = () => {
      window.removeEventListener("focus", again);
      if (row.dataset.state === "kept") send(row, fields, more);
    };
    window.addEventListener("focus", again);
  }

  function saved(row, typed, said) {
    Object.assign(row.dataset, { version: said.version, line: typed, key: "", warned: "" });
    row.querySelector(".paper-ns").textContent = shown(said.ns_score);
    row.querySelector(".paper-ew").textContent = shown(said.ew_score);
    forget(row);
    row.nextElementSibling?.matches(".paper-both") && row.nextElementSibling.remove();
    const state = said.state === "provisional" ? words.once : words.saved;
    say(row, "saved", state.replace("{time}", said.saved_at));
    sheet.dispatchEvent(new CustomEvent("paper:saved"));
  }

  // What is saved beside what was typed, and a choice.
  function both(row, fields, said) {
    const there = said.versions.saved;
    say(row, "fault", said.faults.join(" "));
    row.nextElementSibling?.matches(".paper-both") && row.nextElementSibling.remove();
    const beneath = document.getElementById("paper-both").content.firstElementChild.cloneNode(true);
    const line = (from) => `${from.ns_bid ?? "–"} ${from.ns_tricks ?? "–"} – ${from.ew_bid ?? "–"} ${from.ew_tricks ?? "–"}`;
    beneath.querySelector(".paper-theirs").textContent = line(there);
    beneath.querySelector(".paper-mine").textContent = line(fields);
    const [keepTheirs, takeMine] = beneath.querySelectorAll("button");
    keepTheirs.addEventListener("click", () => {
      beneath.remove();
      input(row).value = line(there).replace(" – ", " ").replaceAll("N+", "N").replaceAll("B+", "B");
      if (said.code === "differs") send(row, { ns_bid: there.ns_bid, ns_tricks: there.ns_tricks, ew_bid: there.ew_bid, ew_tricks: there.ew_tricks }, {});
      else location.reload();
    });
    takeMine.addEventListener("click", () => {
      const reason = document.getElementById("paper-reason").value.trim() || (said.code === "differs" ? words.mistyped : "");
      if (!reason) {
        say(row, "fault", words.reason);
        document.getElementById("paper-reason").focus();
        return;
      }
      beneath.remove();
      row.dataset.version = there.version;
      send(row, fields, { version: there.version, reason, twice: "" });
    });
    row.after(beneath);
    keepTheirs.focus();
  }

  function restore(row) {
    try {
      const kept = JSON.parse(localStorage.getItem(keptName(row)) || "null");
      if (!kept || kept.typed === row.dataset.line) return;
      input(row).value = kept.typed;
      row.dataset.key = kept.version === (row.dataset.version || "") ? kept.key : "";
      say(row, "kept", words.restored);
    } catch {
      forget(row);
    }
  }

  for (const row of rows) {
    restore(row);
    look(row);
    input(row).addEventListener("input", () => {
      row.dataset.key = "";
      look(row);
      keep(row);
      if (["fault", "kept", "saved"].includes(row.dataset.state)) say(row, "typing", "");
    });
    input(row).addEventListener("keydown", (event) => {
      const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (event.key === "Enter") {
        event.preventDefault();
        entered(row);
      } else if (move) {
        event.preventDefault();
        rows[rows.indexOf(row) + move]?.querySelector("input").focus();
      } else if (event.key === "Escape") {
        input(row).value = row.dataset.line || "";
        look(row);
        keep(row);
        say(row, "typing", "");
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
  window.addEventListener("online", () => rows.forEach((row) => row.dataset.state === "kept" && row.dataset.key && entered(row)));
  (rows.find((row) => !row.dataset.version) || rows[0])?.querySelector("input").focus();
})();
