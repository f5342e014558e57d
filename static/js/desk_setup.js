// Forms of the desk that the server sets out anew as something is chosen in them (data-look): what the server says goes
// before what the browser keeps, what is typed meanwhile goes before both, and all of it is still kept (desk_keep.js).
(() => {
  "use strict";
  const asked = new WeakMap();
  let carried = null;

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

  document.addEventListener("htmx:beforeRequest", (event) => {
    const form = lookIn(event.detail.elt);
    if (form) asked.set(form, read(form, valueOf));
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const form = lookIn(event.detail.target);
    if (!form || !event.detail.shouldSwap) return;
    const sent = asked.get(form) ?? new Map();
    const typed = [...read(form, valueOf)].filter(([name, value]) => sent.has(name) && sent.get(name) !== value);
    carried = { id: form.id, first: read(form, defaultOf), typed: new Map(typed) };
    window.deskKeep?.forget(form);
  });
  document.addEventListener("htmx:afterSettle", () => {
    const form = carried && document.getElementById(carried.id);
    if (!form) return;
    const { typed, first } = carried;
    carried = null;
    const meanwhile = fieldsOf(form).filter((field) => typed.has(nameOf(field)));
    for (const field of meanwhile) fill(field, typed.get(nameOf(field)));
    asOnTheFirstPage(form, first);
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
