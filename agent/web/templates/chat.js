"use strict";
(() => {
  const form = document.querySelector("[data-ask]");
  const turns = document.getElementById("turns");
  if (!form || !window.ReadableStream) return;
  const box = form.querySelector("textarea");
  const send = form.querySelector("[data-send]");
  const stop = form.querySelector("[data-stop]");
  let asked = null;

  const busy = (on) => {
    send.disabled = on;
    stop.hidden = !on;
    turns.setAttribute("aria-busy", String(on));
  };
  const say = (turn, text) => {
    const note = document.createElement("p");
    note.className = "pending";
    note.textContent = text;
    turn.append(note);
    return note;
  };
  const show = (turn, part) => {
    const made = document.createElement("template");
    made.innerHTML = part.html;  // ours: the server has escaped what is quoted
    if (part.kind === "answer") turn.replaceWith(made.content);
    else turn.append(made.content);
  };
  const read = async (response, each) => {
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop();
      lines.forEach((line) => each(JSON.parse(line)));
    }
  };

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const question = box.value.trim();
    if (!question || asked) return;
    const turn = document.createElement("article");
    turn.className = "turn";
    const title = document.createElement("h2");
    title.className = "asked";
    title.textContent = question;
    turn.append(title);
    turns.querySelector("[data-none]")?.remove();
    turns.append(turn);
    let note = say(turn, form.dataset.working);
    turn.scrollIntoView({ block: "start" });
    asked = new AbortController();
    busy(true);
    const sent = new URLSearchParams(new FormData(form));
    box.value = "";
    let whole = false;
    try {
      const response = await fetch("/ask/stream", {
        method: "POST", body: sent, signal: asked.signal,
      });
      if (!response.ok) throw new Error(String(response.status));
      await read(response, (part) => {
        note.remove();
        whole = whole || part.kind !== "sentence";
        show(turn, part);
      });
      if (!whole) throw new Error("cut off");
    } catch (error) {
      note.remove();
      box.value = box.value || question;
      note = say(turn, error.name === "AbortError" ? form.dataset.stopped : form.dataset.failed);
    }
    asked = null;
    busy(false);
    box.focus({ preventScroll: true });
  });
  stop.addEventListener("click", () => asked && asked.abort());
  box.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      form.requestSubmit();
    }
  });
})();
