// The tile picker: a tap puts a tile on the rack that was touched last, another tap takes it away. Typing does the same.
(() => {
  "use strict";

  const picker = document.querySelector("[data-tiles]");
  const racks = [...document.querySelectorAll("[data-rack]")];
  if (!picker || !racks.length) return;
  const seat = picker.querySelector("[data-tiles-seat]");
  const buttons = [...picker.querySelectorAll("[data-tile]")];
  let rack = racks[0];

  const twoSigns = (word) => (word.length > 2 && word.length % 2 === 0 && !word.includes("-") ? word.match(/../g) : [word]);
  const inOrder = (word) => (word.length === 2 && word[0] < word[1] ? word[1] + word[0] : word);
  const tilesOf = (field) => field.value.toLowerCase().split(/[\s,;]+/).filter(Boolean).flatMap(twoSigns).map(inOrder);

  const show = () => {
    seat.textContent = document.querySelector(`label[for="${rack.id}"]`).childNodes[1].textContent.trim();
    const elsewhere = new Set(racks.filter((one) => one !== rack).flatMap(tilesOf));
    const here = new Set(tilesOf(rack));
    for (const button of buttons) {
      const tile = button.dataset.tile;
      button.setAttribute("aria-pressed", here.has(tile));
      button.disabled = elsewhere.has(tile) || tile === picker.dataset.centre;
    }
  };

  for (const field of racks) {
    field.addEventListener("focus", () => {
      rack = field;
      show();
    });
    field.addEventListener("input", show);
  }
  picker.addEventListener("click", (event) => {
    const button = event.target.closest("[data-tile]");
    if (!button) return;
    const tile = button.dataset.tile;
    const here = tilesOf(rack);
    rack.value = (here.includes(tile) ? here.filter((one) => one !== tile) : [...here, tile]).join(" ");
    rack.dispatchEvent(new Event("input", { bubbles: true }));
  });
  picker.hidden = false;
  show();
})();
