// Forms of the desk that the server sets out anew as something is chosen in them (data-look): what the server says goes
// before what the browser keeps, what is typed meanwhile goes before both, and all of it is still kept (desk_keep.js).
(() => {
  "use strict";
  const asked = new WeakMap();
  let carried = null;
  let later = null;
  let lastKey = "";

  const lookIn = (part) => part?.closest?.("form[data-look]");
  const fieldsOf = (form) => [...form.elements].filter((field) => field.name && field.type !== "hidden" && field.matches("input, select, textarea"));
  const isBox = (field) => field.type === "checkbox" || field.type === "radio";
  const nameOf = (field) => (field.type === "radio" ? `${field.name}=${field.value}` : field.name);
  const valueOf = (field) => (isBox(field) ? field.checked : field.value);
  const defaultOf = (field) => {
    if (isBox(field)) return field.defaultChecked;
    return field.options ? ([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value : field.defaultValue;
  };
  const read = (form, what) => new Map(fieldsOf(form).map((field) => [nameOf(field), what(field)]));

  function fill(field, value) {
    if (isBox(field)) field.checked = value;
    else field.value = value;
  }
  function setDefault(field, first) {
    if (isBox(field)) field.defaultChecked = first;
    else if (field.options) for (const option of field.options) option.defaultSelected = option.value === first;
    else field.defaultValue = first;
  }
  // what stands in the fields stays, and counts as typed where the first page had something else
  function asOnTheFirstPage(form, first) {
    const values = read(form, valueOf);
    const fields = fieldsOf(form);
    for (const field of fields) if (first.has(nameOf(field))) setDefault(field, first.get(nameOf(field)));
    for (const field of fields) fill(field, values.get(nameOf(field)));
  }

  // Where one is. A field of a number does not say where in it; as Tab has left it, all of a field is selected.
  function placeIn(form) {
    const field = document.activeElement;
    if (!form.contains(field) || !field.matches("input, textarea")) return null;
    const isWhole = lastKey === "Tab";
    return { id: field.id, choice: isBox(field) ? field.name : "", isWhole, from: field.selectionStart, to: field.selectionEnd };
  }
  function goBack(form, { id, choice, isWhole, from, to }) {
    const field = document.activeElement;
    // what one was at is no choice any more: one is at that which the server has made
    if (choice && field === document.body) [...form.elements].find((box) => box.name === choice && box.checked)?.focus();
    if (choice || field.id !== id) return;
    if (isWhole) field.select();
    else if (from !== null) field.setSelectionRange(from, to);
    else {
      // of a number, too, one is at the end
      const { value } = field;
      field.value = "";
      field.value = value;
    }
  }
  for (const name of ["keydown", "pointerdown"]) document.addEventListener(name, (event) => (lastKey = event.key ?? ""), true);

  // What is pressed stays where it is until it has been clicked (under_finger.js), and what is sent is asked about no more:
  // an answer would put another form in its place, which is kept as though it had not been sent.
  const isPressed = () => window.underFinger?.holds();
  document.addEventListener("htmx:confirm", (event) => {
    if (!lookIn(event.detail.elt) || !isPressed()) return;
    event.preventDefault();
    later = () => event.detail.issueRequest();
  });
  window.underFinger?.onLifted(() => {
    const ask = later;
    later = null;
    ask?.();
  });
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented || !event.target.matches("form[data-look]")) return;
    later = null;
    for (const part of [event.target, ...event.target.querySelectorAll("[hx-post]")]) window.htmx?.trigger(part, "htmx:abort");
  });

  document.addEventListener("htmx:beforeRequest", (event) => {
    const form = lookIn(event.detail.elt);
    if (form) asked.set(form, read(form, valueOf));
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const form = lookIn(event.detail.target);
    if (!form || !event.detail.shouldSwap) return;
    if (isPressed()) {
      event.preventDefault();
      const { elt } = event.detail.requestConfig;
      later ??= () => elt.dispatchEvent(new Event("change"));
      return;
    }
    const sent = asked.get(form) ?? new Map();
    const typed = [...read(form, valueOf)].filter(([name, value]) => sent.has(name) && sent.get(name) !== value);
    const opened = [...form.querySelectorAll("details[id][open]")].map((part) => part.id);
    carried = { id: form.id, first: read(form, defaultOf), typed: new Map(typed), opened, place: placeIn(form) };
    window.deskKeep?.forget(form);
  });
  document.addEventListener("htmx:afterSettle", () => {
    const form = carried && document.getElementById(carried.id);
    if (!form) return;
    const { typed, first, opened, place } = carried;
    carried = null;
    const meanwhile = fieldsOf(form).filter((field) => typed.has(nameOf(field)));
    for (const field of meanwhile) fill(field, typed.get(nameOf(field)));
    asOnTheFirstPage(form, first);
    for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
    if (place) goBack(form, place);
    window.deskKeep?.keep(form);
    // the rest has to follow what was chosen meanwhile, too
    for (const field of meanwhile) field.dispatchEvent(new Event("change", { bubbles: true }));
  });
  // what was kept from an earlier page is chosen again: the rest has to follow
  window.addEventListener("load", () => {
    for (const form of document.querySelectorAll("form[data-look]")) {
      if (!form.previousElementSibling?.matches(".desk-kept")) continue;
      form.querySelector("[hx-post]")?.dispatchEvent(new Event("change", { bubbles: true }));
    }
  });
})();
