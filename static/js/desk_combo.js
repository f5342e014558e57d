// People found while one types a name or a membership number: an ARIA combobox with a list (data-combo: where to ask,
// data-into: the id of the field that takes whom the name stands for). Enter takes whoever is chosen, or goes on to the
// next field, and in the last sends the form. Works in what htmx brings too.
(() => {
  "use strict";
  const PAUSE_MS = 120;
  const LONGEST_LOOK_UP = 8_000;
  const LONGEST_WAIT = 20_000; // htmx gives up before that
  const boxes = new WeakMap();
  let made = 0;

  // Hands are faster than answers: what is typed while one is waited for goes where the answer leads. What is typed
  // elsewhere on the page is not meant for it.
  const ahead = { waits: 0, keys: [] };
  document.addEventListener(
    "keydown",
    (event) => {
      if (!ahead.waits || !event.isTrusted || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.key.length > 1 && !["Enter", "Backspace", "Tab"].includes(event.key)) return;
      if (event.target !== document.body && !event.target.closest?.("form:has(input[data-combo])")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      ahead.keys.push(event.key);
    },
    true,
  );

  // Returns what ends the wait; it ends by itself should no answer come.
  function hold() {
    let over = false;
    ahead.waits += 1;
    const end = () => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      ahead.waits -= 1;
      goOn();
    };
    const timer = setTimeout(end, LONGEST_WAIT);
    return end;
  }

  function goOn() {
    while (!ahead.waits && ahead.keys.length) {
      const combo = boxes.get(document.activeElement);
      if (!combo) {
        ahead.keys.length = 0; // the desk asks something: what was meant for the next pair answers nothing
        return;
      }
      const key = ahead.keys.shift();
      if (key === "Enter" || key === "Tab") {
        combo.enter();
        continue;
      }
      const { input } = combo;
      if (key === "Backspace") input.value = input.value.slice(0, -1);
      else input.value += key;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }

  let sent = null;
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target.matches?.("form:has(input[data-combo])")) sent = { form: event.target, end: hold() };
  });
  for (const name of ["afterSettle", "responseError", "sendError", "swapError", "timeout"]) {
    document.addEventListener(`htmx:${name}`, (event) => {
      if (!sent || event.detail.requestConfig?.elt !== sent.form) return;
      const { xhr } = event.detail;
      const { end } = sent;
      sent = null;
      const isTaken = name === "afterSettle" && xhr.status < 400;
      // whoever minds the focus comes first
      setTimeout(() => {
        if (!isTaken) ahead.keys.length = 0; // it stands there still: what was meant for the next is not put behind it
        end();
      });
    });
  }

  class Combo {
    constructor(input) {
      this.input = input;
      this.into = document.getElementById(input.dataset.into);
      this.people = [];
      this.chosen = -1;
      this.asked = "";
      this.timer = 0;
      this.waiting = null;
      const id = `combo-${(made += 1)}`;
      this.list = document.createElement("ul");
      this.list.id = id;
      this.list.className = "combo-list";
      this.list.hidden = true;
      this.list.setAttribute("role", "listbox");
      this.list.setAttribute("aria-label", input.labels?.[0]?.textContent ?? "");
      input.after(this.list);
      for (const [name, value] of [["role", "combobox"], ["aria-autocomplete", "list"], ["aria-expanded", "false"], ["aria-controls", id]]) input.setAttribute(name, value);
      input.addEventListener("input", () => this.typed());
      input.addEventListener("keydown", (event) => this.key(event));
      input.addEventListener("blur", () => this.close());
    }

    typed() {
      if (this.into) this.into.value = "";
      clearTimeout(this.timer);
      this.waiting = null;
      this.choose(-1); // whoever was chosen was chosen for what stood there before
      const text = this.input.value.trim();
      if (!text) {
        this.show([]);
        return;
      }
      this.timer = setTimeout(() => this.ask(text), PAUSE_MS);
    }

    // answers to what was typed before are thrown away; who cannot be asked, is not
    ask(text) {
      clearTimeout(this.timer);
      this.timer = 0;
      const mine = (this.waiting = (async () => {
        try {
          const answer = await fetch(`${this.input.dataset.combo}?q=${encodeURIComponent(text)}`, {
            headers: { "X-Requested-With": "fetch" },
            signal: AbortSignal.timeout(LONGEST_LOOK_UP),
          });
          if (!answer.ok) return;
          const { people } = await answer.json();
          if (this.waiting === mine && document.activeElement === this.input) this.show(people, text);
        } catch {
          // no network: what is typed is sent as it is
        } finally {
          if (this.waiting === mine) this.waiting = null;
        }
      })());
      return mine;
    }

    show(people, text = "") {
      const chosen = this.people[this.chosen]?.key;
      this.people = people;
      this.asked = text;
      this.list.replaceChildren(...people.map((person, place) => this.option(person, place)));
      this.list.hidden = !people.length;
      this.input.setAttribute("aria-expanded", String(people.length > 0));
      // whoever was chosen since stays so; a membership number, typed whole, is nobody else's
      const stays = people.findIndex((person) => person.key === chosen);
      const number = text.toLowerCase();
      this.choose(stays < 0 ? people.findIndex((person) => person.number && person.number.toLowerCase() === number) : stays);
    }

    option(person, place) {
      const line = document.createElement("li");
      line.id = `${this.list.id}-${place}`;
      line.setAttribute("role", "option");
      line.setAttribute("aria-selected", "false");
      line.append(Object.assign(document.createElement("bdi"), { textContent: person.name }));
      if (person.number) line.append(" ", Object.assign(document.createElement("bdi"), { className: "combo-number", textContent: person.number }));
      line.append(" ", Object.assign(document.createElement("span"), { className: "quiet", textContent: person.note }));
      // the field keeps the focus
      line.addEventListener("pointerdown", (event) => event.preventDefault());
      line.addEventListener("click", () => {
        this.take(person);
        this.forward();
      });
      return line;
    }

    choose(place) {
      this.list.children[this.chosen]?.setAttribute("aria-selected", "false");
      this.chosen = place;
      const line = this.list.children[place];
      line?.setAttribute("aria-selected", "true");
      line?.scrollIntoView({ block: "nearest" });
      if (line) this.input.setAttribute("aria-activedescendant", line.id);
      else this.input.removeAttribute("aria-activedescendant");
    }

    take(person) {
      this.input.value = person.name;
      if (this.into) {
        this.into.value = person.key;
        this.into.dispatchEvent(new Event("change", { bubbles: true }));
      }
      this.input.dispatchEvent(new Event("change", { bubbles: true }));
      this.close();
    }

    close() {
      clearTimeout(this.timer);
      this.timer = 0;
      this.waiting = null;
      this.show([]);
    }

    key(event) {
      if (event.isComposing) return;
      const open = this.people.length > 0;
      const last = this.people.length - 1;
      if (open && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
        event.preventDefault();
        const down = event.key === "ArrowDown";
        this.choose(down ? (this.chosen < last ? this.chosen + 1 : 0) : this.chosen > 0 ? this.chosen - 1 : last);
      } else if (event.key === "ArrowDown" && this.input.value.trim()) {
        event.preventDefault();
        this.ask(this.input.value.trim());
      } else if (event.key === "Escape" && open) {
        event.preventDefault();
        event.stopPropagation();
        this.close();
      } else if (event.key === "Tab" && open && this.people[this.chosen]) {
        this.take(this.people[this.chosen]);
      } else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        this.enter();
      }
    }

    // Enter comes faster than an answer: it is waited for, so that a number just typed is that person's
    async enter() {
      const text = this.input.value.trim();
      const end = hold();
      if (text && /\d/.test(text) && (this.timer || this.waiting)) {
        await (this.waiting ?? this.ask(text));
        // whoever has gone elsewhere meanwhile is not called back
        if (document.activeElement !== this.input) {
          end();
          return;
        }
      }
      const person = this.people[this.chosen];
      if (person) this.take(person);
      this.forward();
      end();
    }

    forward() {
      this.close();
      const form = this.input.form;
      const fields = [...form.querySelectorAll("input[data-combo]")];
      const next = fields[fields.indexOf(this.input) + 1];
      // four players are a team: an empty fifth field, entered, sends it
      if (next && this.input.value.trim()) next.focus();
      else form.requestSubmit();
    }
  }

  function meet(part) {
    for (const input of part.querySelectorAll("input[data-combo]")) if (!boxes.has(input)) boxes.set(input, new Combo(input));
  }
  meet(document);
  document.addEventListener("htmx:load", (event) => meet(event.target.parentElement ?? document));
})();
