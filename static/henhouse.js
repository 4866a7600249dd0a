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

  // The sheet of a table: Enter goes on to the next number, from the last one to the button. A hand in which nobody has 0
  // stops at how it ended; the totals of the paper are passed over where there are none.
  const nothingSaysHow = (field) => {
    const row = field.closest("tr");
    const points = [...row.querySelectorAll("input.digits")];
    const ended = row.querySelector("select");
    if (!ended || ended.value || points.at(-1) !== field || points.some((one) => one.value.trim() === "0")) return null;
    return points.some((one) => one.value.trim()) ? ended : null;
  };

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches(".sheet input.digits, .sheet select")) return;
    event.preventDefault();
    const fields = [...event.target.form.querySelectorAll(".sheet input.digits")];
    const after = (one) => event.target.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING;
    const isOver = event.target.name.startsWith("sheet-") && !event.target.value;
    const next =
      (event.target.matches("input") && nothingSaysHow(event.target)) ||
      (!isOver && fields.find(after)) ||
      event.target.form.querySelector("button.button-main");
    next.focus();
    if (next.select) next.select();
  });

  // The draft of a seating: the first name that is pressed is kept, the second one sends both. Escape, or pressing it
  // again, lets go of the first. Dragging one name onto another does the same; a finger has to rest on the name first.
  const planner = () => document.getElementById("planner");
  const picked = () => document.querySelector('#planner .sitter[aria-pressed="true"]');

  const pick = (sitter) => {
    const before = picked();
    if (before) before.setAttribute("aria-pressed", "false");
    if (sitter) sitter.setAttribute("aria-pressed", "true");
    planner().elements.first.value = sitter ? sitter.value : "";
  };

  document.addEventListener(
    "click",
    (event) => {
      const sitter = event.target.closest("#planner .sitter");
      if (!sitter) return;
      if (justDragged) {
        event.preventDefault();
        event.stopPropagation();
      } else if (!picked() || picked() === sitter) {
        event.preventDefault();
        event.stopPropagation();
        pick(picked() ? null : sitter);
      }
    },
    true,
  );

  let drag = null;
  let justDragged = false;
  const FAR = 8;
  const REST = 350;

  const over = (event) => {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const sitter = under && under.closest("#planner .sitter");
    return sitter && sitter !== drag.sitter ? sitter : null;
  };

  const letGo = () => {
    if (!drag) return;
    clearTimeout(drag.timer);
    drag.sitter.classList.remove("dragged");
    if (drag.target) drag.target.classList.remove("drag-over");
    document.body.classList.remove("dragging");
    drag = null;
  };

  const take = () => {
    drag.active = true;
    pick(null);
    drag.sitter.classList.add("dragged");
    document.body.classList.add("dragging");
  };

  document.addEventListener("pointerdown", (event) => {
    justDragged = false;
    const sitter = event.target.closest && event.target.closest("#planner .sitter");
    if (!sitter || event.button !== 0) return;
    drag = { sitter, x: event.clientX, y: event.clientY, active: false, target: null, touch: event.pointerType !== "mouse" };
    if (drag.touch) drag.timer = setTimeout(take, REST);
  });

  document.addEventListener("pointermove", (event) => {
    if (!drag) return;
    if (!drag.active) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
      if (drag.touch) return letGo();
      take();
    }
    const target = over(event);
    if (target !== drag.target) {
      if (drag.target) drag.target.classList.remove("drag-over");
      if (target) target.classList.add("drag-over");
      drag.target = target;
    }
    const edge = 60;
    if (event.clientY < edge) window.scrollBy(0, -12);
    if (event.clientY > window.innerHeight - edge) window.scrollBy(0, 12);
  });

  document.addEventListener("pointerup", (event) => {
    if (!drag || !drag.active) return letGo();
    const [sitter, target] = [drag.sitter, over(event)];
    letGo();
    if (target) {
      pick(sitter);
      target.click();
    }
    justDragged = true;
    setTimeout(() => (justDragged = false));
  });

  document.addEventListener("pointercancel", letGo);
  // A finger that holds a name does not scroll, and gets no menu.
  document.addEventListener("touchmove", (event) => drag && drag.active && event.preventDefault(), { passive: false });
  document.addEventListener("contextmenu", (event) => drag && drag.touch && event.preventDefault());

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    letGo();
    if (picked()) pick(null);
  });

  // The page looks by itself whether somebody came or went, but not while a name is held.
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target.matches("[data-waits]") && (drag || picked())) event.preventDefault();
  });

  // A hand on screen: with the keyboard it goes on at the places where the tile can go, or at the rack when the tile that
  // was played is gone from it. A page that only looked what the others did leaves the keyboard where it is.
  document.addEventListener("htmx:afterSettle", (event) => {
    const asked = event.detail.requestConfig && event.detail.requestConfig.elt;
    if (asked && asked.matches("[data-sleeps]")) return;
    const next = document.querySelector("[data-goes-on]");
    const lost = document.activeElement === document.body;
    if (next && (lost || next.closest(".play-places"))) next.focus({ preventScroll: true });
  });

  // Who taps twice means one tile: when the table has just changed, another tile lies under the finger.
  const REST_AFTER = 400;
  document.addEventListener("htmx:afterSwap", () => {
    const table = document.querySelector("form.play");
    if (!table) return;
    table.classList.add("play-rests");
    setTimeout(() => table.classList.remove("play-rests"), REST_AFTER);
  });

  // A seat on screen looks for itself what the others do; not while nobody sees it, and at once when it is seen again.
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (document.hidden && event.target.matches("[data-sleeps]")) event.preventDefault();
  });
  const offline = (is) => {
    for (const one of document.querySelectorAll("[data-offline]")) one.hidden = !is;
  };
  for (const lost of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) document.addEventListener(lost, () => offline(true));
  document.addEventListener("htmx:afterRequest", (event) => event.detail.successful && offline(false));

  // A hand too large for the page: the newest tile is slid into sight, unless somebody looks elsewhere.
  const middle = (board, tile) => {
    const [box, at] = [board.getBoundingClientRect(), tile.getBoundingClientRect()];
    return [at.left - box.left + (at.width - box.width) / 2, at.top - box.top + (at.height - box.height) / 2];
  };
  const newest = (board) => board.querySelector(".play-end") || [...board.querySelectorAll(".layout-tile:not([hidden])")].pop();
  const inSight = (board, whole = 0) => {
    const [tile, [across, down]] = [newest(board).getBoundingClientRect(), middle(board, newest(board))];
    const cut = (off, side, room) => Math.abs(off) + (whole * side) / 2 >= room / 2;
    return !cut(across, tile.width, board.clientWidth) && !cut(down, tile.height, board.clientHeight);
  };
  const slide = (board) => {
    const [across, down] = middle(board, newest(board));
    board.scrollLeft += across;
    board.scrollTop += down;
  };
  const boards = () => [...document.querySelectorAll(".board-slides")];
  // Whoever plays is shown each change of the table, and the first of the ends to choose from.
  const shown = (board) => `${board.querySelectorAll(".layout-tile").length} ${newest(board).matches(".play-end")}`;
  let stood = null;
  boards().forEach(slide);
  document.addEventListener("henhouse:moved", () => boards().forEach((board) => inSight(board) || slide(board)));
  document.addEventListener("htmx:beforeSwap", () => {
    const board = boards()[0];
    stood = board && { left: board.scrollLeft, top: board.scrollTop, elsewhere: !inSight(board), shown: shown(board) };
  });
  document.addEventListener("htmx:afterSettle", () => {
    const board = boards()[0];
    if (!board) return;
    if (stood) [board.scrollLeft, board.scrollTop] = [stood.left, stood.top];
    const plays = board.closest(".play-table");
    const goes = !stood || (plays ? stood.shown !== shown(board) : !stood.elsewhere);
    if (goes && !(stood && inSight(board, plays ? 1 : 0))) slide(board);
    stood = null;
  });

  // A clock that runs down: the server has said how much is left, and decides when it is over.
  const tick = () => {
    for (const clock of document.querySelectorAll("[data-left]")) {
      clock.ends = clock.ends || performance.now() + 1000 * clock.dataset.left;
      const left = Math.max(0, Math.ceil((clock.ends - performance.now()) / 1000));
      clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
      clock.closest(".play-clock").classList.toggle("play-clock-soon", left <= 10);
    }
  };
  setInterval(tick, 500);

  // <button data-print> prints; shown only where it works.
  for (const button of document.querySelectorAll("[data-print]")) button.hidden = false;
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-print]")) window.print();
  });

  // The summary of errors takes the focus, so that it is read first.
  const errors = document.querySelector(".errors");
  if (errors) errors.focus();
})();
