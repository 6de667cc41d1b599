"use strict";
(() => {
  if (location.search.includes("token=")) history.replaceState(null, "", "/name");
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
    const card = document.activeElement && document.activeElement.closest("[data-card]");
    if (!card) return;
    if (event.key === "a") card.querySelector("[data-accept] button").click();
    else if (event.key === "e") card.querySelector("[data-edit]")?.click();
    else if (event.key === "r") {
      event.preventDefault();
      const refuse = card.querySelector("[data-refuse]");
      refuse.open = true;
      refuse.querySelector("[name=reason]").focus();
    }
  });
})();
