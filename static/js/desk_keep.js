// Keeps what is typed into a form of the desk (data-keep="a name for it") in the browser until it is saved: a reload, a
// closed lid or a session that has ended loses nothing. Each user's apart, for twelve hours at most; never a password.
// The server says that a form was saved by a cookie with the mark that was sent along (pages/desk/door.py).
(() => {
  "use strict";
  const user = document.documentElement.dataset.user;
  if (!user) return;
  const PREFIX = "desk-keep:";
  const MINE = `${PREFIX}${user}:`;
  const LONGEST_MS = 12 * 3600 * 1000;
  const PAUSE_MS = 250;
  const MARK = "_keep";
  const SAVED = "desk-saved";
  const TOKEN = "csrfmiddlewaretoken";
  const NEVER = new Set(["password", "file", "submit", "button", "reset", "image"]);
  const timers = new WeakMap();
  const met = new WeakSet();

  // a browser may refuse to keep anything: then nothing is kept, and all else works
  const store = {
    get(key) {
      try {
        return JSON.parse(localStorage.getItem(key));
      } catch {
        return null;
      }
    },
    set(key, value) {
      try {
        localStorage.setItem(key, JSON.stringify(value));
      } catch {
        // full, or not allowed
      }
    },
    drop(key) {
      try {
        localStorage.removeItem(key);
      } catch {
        // not allowed
      }
    },
    keys() {
      try {
        return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
      } catch {
        return [];
      }
    },
  };
  const cookie = (name) => document.cookie.match(`(?:^|; )${name}=([^;]*)`)?.[1];
  const keyOf = (form) => MINE + form.dataset.keep;
  const formsIn = (part) => [...(part.matches?.("form[data-keep]") ? [part] : []), ...part.querySelectorAll("form[data-keep]")];

  // the version that one has typed over is kept with it, so that a save over somebody's save is noticed after a reload
  const isVersion = (field) => field.type === "hidden" && /(^|-)version$/.test(field.name);
  const isTyped = (field) => field.name && !NEVER.has(field.type) && field.type !== "hidden" && field.tagName !== "FIELDSET" && field.tagName !== "OUTPUT";
  const fieldsOf = (form) => [...form.elements].filter((field) => field.name !== TOKEN && (isTyped(field) || isVersion(field)));
  function valueOf(field) {
    if (field.type === "checkbox" || field.type === "radio") return field.checked;
    if (field.multiple && field.options) return [...field.selectedOptions].map((option) => option.value);
    return field.value;
  }
  function isUntouched(field) {
    if (field.type === "checkbox" || field.type === "radio") return field.checked === field.defaultChecked;
    if (!field.options) return field.value === field.defaultValue;
    const options = [...field.options];
    if (options.some((option) => option.defaultSelected)) return options.every((option) => option.selected === option.defaultSelected);
    return field.multiple ? !field.selectedOptions.length : field.selectedIndex <= 0;
  }
  function fill(field, value) {
    if (field.type === "checkbox" || field.type === "radio") field.checked = value === true;
    else if (field.multiple && field.options) for (const option of field.options) option.selected = value.includes(option.value);
    else field.value = value;
  }
  // fields of one name are told apart by their place among them, radio buttons by what they stand for
  function named(form) {
    const seen = new Map();
    return fieldsOf(form).map((field) => {
      const count = seen.get(field.name) ?? 0;
      seen.set(field.name, count + 1);
      return [field.type === "radio" ? `${field.name}=${field.value}` : `${field.name}#${count}`, field];
    });
  }

  function keep(form) {
    clearTimeout(timers.get(form));
    timers.delete(form);
    if (!form.isConnected) return; // what came in its place is kept, or was saved
    const fields = named(form);
    if (fields.every(([, field]) => isUntouched(field))) {
      store.drop(keyOf(form));
      return;
    }
    store.set(keyOf(form), { at: Date.now(), values: Object.fromEntries(fields.map(([name, field]) => [name, valueOf(field)])) });
  }
  function forget(form) {
    clearTimeout(timers.get(form));
    timers.delete(form);
    store.drop(keyOf(form));
  }

  function restore(form) {
    const kept = store.get(keyOf(form));
    if (!kept) return;
    // a page whose rows are made by a script makes them now
    form.dispatchEvent(new CustomEvent("desk:restore", { bubbles: true, detail: kept.values }));
    const changed = named(form).filter(([name, field]) => {
      const value = kept.values[name];
      if (value === undefined || JSON.stringify(value) === JSON.stringify(valueOf(field))) return false;
      fill(field, value);
      return isTyped(field);
    });
    if (!changed.length) return;
    for (const [, field] of changed) {
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.dispatchEvent(new Event("change", { bubbles: true }));
    }
    say(form, "desk-kept-back", (note) => {
      note.querySelector("button").addEventListener("click", () => {
        forget(form);
        form.reset();
        note.remove();
        form.dispatchEvent(new CustomEvent("desk:reset", { bubbles: true }));
        [...form.elements].find(isTyped)?.focus();
      });
    });
  }

  // puts a note of the page's templates before a form, in place of an earlier one
  function say(form, id, prepare = () => {}) {
    const template = document.getElementById(id);
    if (!template) return;
    form.previousElementSibling?.matches(".desk-kept") && form.previousElementSibling.remove();
    const note = document.createElement("div");
    note.className = "desk-note desk-kept";
    note.setAttribute("role", "status");
    form.before(note);
    note.append(template.content.cloneNode(true));
    prepare(note);
  }

  function meet(part) {
    for (const form of formsIn(part)) {
      if (met.has(form)) continue;
      met.add(form);
      restore(form);
    }
  }

  const ownForm = (event) => event.target.closest?.("form[data-keep]") ?? event.target.form?.closest?.("form[data-keep]");
  function later(event) {
    const form = ownForm(event);
    if (!form) return;
    clearTimeout(timers.get(form));
    timers.set(form, setTimeout(() => keep(form), PAUSE_MS));
  }
  document.addEventListener("input", later);
  document.addEventListener("change", later);
  document.addEventListener("reset", later);
  const keepAll = () => {
    for (const form of document.querySelectorAll("form[data-keep]")) if (timers.has(form)) keep(form);
  };
  window.addEventListener("pagehide", keepAll);
  document.addEventListener("visibilitychange", keepAll);

  // whoever has signed in again in another tab has another token than this page was made with
  const newestToken = () => cookie("csrftoken");
  function freshToken(form) {
    const token = newestToken();
    const field = form.elements[TOKEN];
    if (token && field) field.value = token;
  }
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post") return;
    freshToken(form);
    if (form.dataset.keep === undefined || event.defaultPrevented) return;
    keep(form);
    const kept = store.get(keyOf(form));
    if (!kept) return;
    const mark = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
    store.set(keyOf(form), { ...kept, sent: mark });
    let field = form.elements[MARK];
    if (!field) {
      field = Object.assign(document.createElement("input"), { type: "hidden", name: MARK });
      form.append(field);
    }
    field.value = mark;
  });

  // sent by htmx, a form is saved when the answer says so; what else is asked for inside one saves nothing
  function formOf(event) {
    const { elt } = event.detail.requestConfig;
    const form = elt?.matches?.("button, input") ? elt.form : elt;
    return form?.matches?.("form[data-keep]") ? form : null;
  }
  document.addEventListener("htmx:configRequest", (event) => {
    const token = newestToken();
    if (!token || event.detail.verb === "get") return;
    if ("X-CSRFToken" in event.detail.headers) event.detail.headers["X-CSRFToken"] = token;
    // htmx does not answer "in" here
    if (event.detail.parameters[TOKEN] !== undefined) event.detail.parameters[TOKEN] = token;
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const form = formOf(event);
    const { status } = event.detail.xhr;
    if (!form || event.detail.requestConfig.verb === "get" || status < 200 || status >= 300) return;
    forget(form);
    if (form.previousElementSibling?.matches(".desk-kept")) form.previousElementSibling.remove();
  });
  document.addEventListener("htmx:afterSettle", (event) => meet(event.target));
  document.addEventListener("htmx:responseError", (event) => {
    // a key may stand outside its form
    const form = event.detail.elt?.form ?? event.detail.elt?.closest?.("form");
    if (event.detail.xhr.status !== 401 || !form) return;
    if (form.dataset.keep !== undefined) keep(form);
    say(form, "desk-signed-out", (note) => {
      note.setAttribute("role", "alert");
      note.querySelector("a").href = location.href;
    });
  });

  // for scripts that save a form's rows themselves
  window.deskKeep = { keep, forget, newestToken, signedOut: (form) => say(form, "desk-signed-out", (note) => (note.querySelector("a").href = location.href)) };

  const saved = cookie(SAVED);
  for (const key of store.keys()) {
    const kept = store.get(key);
    if (!kept || !(Date.now() - kept.at < LONGEST_MS) || (saved && kept.sent === saved)) store.drop(key);
  }
  if (saved) document.cookie = `${SAVED}=; Max-Age=0; Path=${document.documentElement.dataset.desk}; SameSite=Lax`;
  meet(document.documentElement);
  // back by the browser's button: the page may come with what was typed, or without
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) for (const form of formsIn(document.documentElement)) restore(form);
  });
})();
