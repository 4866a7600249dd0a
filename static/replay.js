// A hand turn by turn: what is seen at a moment says so itself (data-since, data-until), and this shows it without a reload.
// Without it every turn is a page of its own. Arrow keys, Home, End and the space bar work anywhere on the page.
(() => {
  "use strict";

  const replay = document.querySelector("[data-replay]");
  if (!replay) return;
  const last = Number(replay.dataset.last);
  let moment = Number(replay.dataset.moment);
  let timer = 0;

  const parts = [...replay.querySelectorAll("[data-since]")];
  const turns = [...replay.querySelectorAll("[data-turn]")];
  const says = replay.querySelector("[data-replay-says]");
  const number = replay.querySelector("[data-replay-number]");
  const play = replay.querySelector("[data-replay-play]");
  const speed = replay.querySelector("[data-replay-speed]");

  const links = { first: () => 0, back: () => Math.max(0, moment - 1), on: () => Math.min(last, moment + 1), last: () => last };

  const show = (wanted) => {
    moment = Math.max(0, Math.min(last, wanted));
    for (const part of parts) {
      const [since, until] = [Number(part.dataset.since), Number(part.dataset.until)];
      part.toggleAttribute("hidden", moment < since || moment >= until);
      if (part.classList.contains("layout-tile")) part.classList.toggle("layout-new", since === moment && moment > 0);
    }
    for (const turn of turns) {
      const here = Number(turn.dataset.turn) === moment;
      if (here) turn.setAttribute("aria-current", "step");
      else turn.removeAttribute("aria-current");
      if (here) says.textContent = turn.dataset.says;
      if (here) keepInSight(turn);
    }
    number.textContent = moment;
    for (const [name, to] of Object.entries(links)) replay.querySelector(`[data-replay-to="${name}"]`).href = `?turn=${to()}`;
    history.replaceState(null, "", `?turn=${moment}`);
    if (moment === last) pause();
    document.dispatchEvent(new Event("henhouse:moved"));
  };

  const keepInSight = (turn) => {
    const box = turn.closest(".scroll");
    const [row, whole] = [turn.getBoundingClientRect(), box.getBoundingClientRect()];
    if (row.top < whole.top) box.scrollTop -= whole.top - row.top + row.height;
    else if (row.bottom > whole.bottom) box.scrollTop += row.bottom - whole.bottom + row.height;
  };

  const pause = () => {
    clearTimeout(timer);
    timer = 0;
    play.textContent = play.dataset.play;
  };
  const tick = () => {
    timer = setTimeout(() => {
      show(moment + 1);
      if (timer) tick();
    }, Number(speed.querySelector("select").value));
  };
  const toggle = () => {
    if (timer) return pause();
    play.textContent = play.dataset.pause;
    if (moment === last) show(0);
    tick();
  };

  const now = turns.find((turn) => turn.hasAttribute("aria-current"));
  if (now) keepInSight(now);
  for (const part of [play, speed]) part.hidden = false;
  play.addEventListener("click", toggle);
  replay.addEventListener("click", (event) => {
    const link = event.target.closest("[data-turn], [data-replay-to]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    pause();
    show(link.dataset.turn === undefined ? links[link.dataset.replayTo]() : Number(link.dataset.turn));
  });

  const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select, textarea")) return;
    if (event.key === " " && !event.target.closest("a, button, summary")) {
      event.preventDefault();
      toggle();
    } else if (keys[event.key]) {
      event.preventDefault();
      pause();
      show(links[keys[event.key]]());
    }
  });
})();
