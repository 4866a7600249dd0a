// Small conveniences; every page works without them. Nothing here decides anything.
(() => {
  "use strict";

  // Find my seat: <input data-filter="list-id"> hides the items of the list that do not hold what is typed.
  const plain = (text) => text.normalize("NFKD").replace(/\p{Mn}/gu, "").toLocaleLowerCase();

  const filter = (input) => {
    const list = document.getElementById(input.dataset.filter);
    if (!list) return;
    const wanted = plain(input.value.trim());
    let shown = 0;
    for (const item of list.querySelectorAll("[data-find]")) {
      const hit = plain(item.dataset.find).includes(wanted);
      item.hidden = !hit;
      shown += hit ? 1 : 0;
    }
    const none = document.getElementById(`${input.dataset.filter}-none`);
    if (none) none.hidden = shown > 0;
  };

  document.addEventListener("input", (event) => {
    if (event.target.matches("[data-filter]")) filter(event.target);
  });
  const refilter = () => {
    for (const input of document.querySelectorAll("[data-filter]")) if (input.value) filter(input);
  };
  refilter();

  // A list that was replaced: mark the rows whose data-state is another one than before.
  const before = new Map();
  document.addEventListener("htmx:beforeSwap", () => {
    before.clear();
    for (const row of document.querySelectorAll("[data-key]")) before.set(row.dataset.key, row.dataset.state);
  });
  document.addEventListener("htmx:afterSettle", () => {
    for (const row of document.querySelectorAll("[data-key]")) {
      const old = before.get(row.dataset.key);
      if (before.size && old !== row.dataset.state) {
        row.classList.add("changed");
        setTimeout(() => row.classList.remove("changed"), 6000);
      }
    }
    before.clear();
    refilter();
  });

  // On a phone the tabs are one line: slide the tab of this page into sight.
  const here = document.querySelector(".tabs [aria-current]");
  if (here) {
    const [strip, tab] = [here.parentElement.getBoundingClientRect(), here.getBoundingClientRect()];
    here.parentElement.scrollLeft += tab.left - strip.left - (strip.width - tab.width) / 2;
  }

  // The sheet of a table: Enter goes on to the next number, from the last one to the button.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches(".sheet input.digits")) return;
    event.preventDefault();
    const form = event.target.form;
    const fields = [...form.querySelectorAll(".sheet input.digits")];
    const next = fields[fields.indexOf(event.target) + 1] || form.querySelector("button.button-main");
    if (next) next.focus();
    if (next && next.select) next.select();
  });

  // <button data-print> prints; shown only where it works.
  for (const button of document.querySelectorAll("[data-print]")) button.hidden = false;
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-print]")) window.print();
  });

  // The summary of errors takes the focus, so that it is read first.
  const errors = document.querySelector(".errors");
  if (errors) errors.focus();
})();
