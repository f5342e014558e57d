// The phone's own store, and the page's memory for what it does not take: where it is full, or closed to us.
// What is in memory is newer than what the store has under the same name.
window.spadesStore = (() => {
  "use strict";
  const memory = new Map();
  let open = true;

  const get = (name) => {
    if (memory.has(name)) return memory.get(name);
    try {
      return localStorage.getItem(name);
    } catch (error) {
      open = false;
      return null;
    }
  };
  const set = (name, text) => {
    try {
      localStorage.setItem(name, text);
      memory.delete(name);
      open = true;
    } catch (error) {
      memory.set(name, text);
      open = false;
    }
  };
  const remove = (name) => {
    memory.delete(name);
    try {
      localStorage.removeItem(name);
    } catch (error) {
      open = false;
    }
  };
  const names = () => {
    const found = new Set(memory.keys());
    try {
      for (let index = 0; index < localStorage.length; index += 1) found.add(localStorage.key(index));
    } catch (error) {
      open = false;
    }
    return [...found].sort();
  };

  set("spades-table:probe", "1");
  remove("spades-table:probe");
  return { get, set, remove, names, keeps: () => open && memory.size === 0 };
})();
