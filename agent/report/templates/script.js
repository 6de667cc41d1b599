"use strict";
(() => {
  const cards = [...document.querySelectorAll("[data-card]")];
  const tools = document.querySelector("[data-tools]");
  if (!tools) return;
  tools.hidden = false;
  const buttons = [...tools.querySelectorAll("[data-filter]")];
  const find = tools.querySelector("[data-find]");
  const told = tools.querySelector("[data-shown]");
  const fold = tools.querySelector("[data-fold]");
  const proofs = [...document.querySelectorAll("[data-proof]")];
  let wanted = "all";

  const fits = (card) =>
    wanted === "all" ||
    (wanted === "eye" && card.dataset.eye === "1") ||
    (wanted === "undecided" && card.dataset.decision === "undecided") ||
    wanted === "rel-" + card.dataset.rel;

  function show() {
    const words = find.value.trim().toLowerCase();
    let shown = 0;
    for (const card of cards) {
      card.hidden = !(fits(card) && (!words || card.textContent.toLowerCase().includes(words)));
      if (!card.hidden) shown += 1;
    }
    for (const part of document.querySelectorAll(".part")) {
      part.hidden = !part.querySelector("[data-card]:not([hidden])");
    }
    told.textContent = wanted === "all" && !words ? "" : told.dataset.shown.replace("{n}", shown);
  }

  for (const button of buttons) {
    button.addEventListener("click", () => {
      wanted = button.dataset.filter;
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
      show();
    });
  }
  find.addEventListener("input", show);
  fold.addEventListener("click", () => {
    const open = proofs.some((proof) => !proof.open);
    for (const proof of proofs) proof.open = open;
    fold.textContent = open ? fold.dataset.close : fold.dataset.open;
  });

  // Cards out of sight have a height that is guessed: what is scrolled to moves while those before it are drawn.
  function bring(card, frames = 10) {
    card.scrollIntoView({ block: "start" });
    if (frames) requestAnimationFrame(() => bring(card, frames - 1));
  }
  function aim() {
    const card = cards.find((one) => "#" + one.id === location.hash);
    if (card) bring(card);
  }
  window.addEventListener("hashchange", aim);
  window.addEventListener("load", aim);

  let at = -1;
  function move(step) {
    const visible = cards.filter((card) => !card.hidden);
    if (!visible.length) return;
    const here = visible.indexOf(document.activeElement && document.activeElement.closest("[data-card]"));
    at = here >= 0 ? here + step : at + step;
    at = Math.max(0, Math.min(visible.length - 1, at));
    visible[at].focus({ preventScroll: true });
    bring(visible[at]);
  }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, textarea, select")) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    if (event.key === "j") move(1);
    else if (event.key === "k") move(-1);
    else if (event.key === "/") {
      event.preventDefault();
      find.focus();
    }
  });
  window.addEventListener("beforeprint", () => {
    for (const detail of document.querySelectorAll("details")) detail.open = true;
  });
})();
