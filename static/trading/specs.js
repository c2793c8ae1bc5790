// The spec editor: line numbers, and what is wrong while one writes. The page works without it.
"use strict";

const form = document.querySelector("form[data-check]");
const text = document.getElementById("id_text");
const gutter = document.querySelector(".gutter");
const check = document.getElementById("check");
const PAUSE = 400; // ms without a key before the text is read

function faults() {
  return [...check.querySelectorAll(".place")];
}

function number() {
  const bad = new Set(faults().map((place) => Number(place.dataset.line)));
  const count = text.value.split("\n").length;
  const lines = [];
  for (let line = 1; line <= count; line += 1) {
    const shown = document.createElement("span");
    shown.textContent = `${line}\n`;
    if (bad.has(line)) shown.className = "bad";
    lines.push(shown);
  }
  gutter.replaceChildren(...lines);
  gutter.scrollTop = text.scrollTop;
}

// Columns count characters; the text area counts UTF-16 units.
function caret(line, column) {
  const lines = text.value.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const within = [...(lines[line - 1] ?? "")].slice(0, column - 1).join("").length;
  return before + within;
}

function go(line, column) {
  const at = caret(line, column);
  text.focus();
  text.setSelectionRange(at, at);
  const height = parseFloat(getComputedStyle(text).lineHeight);
  text.scrollTop = Math.max(0, (line - 4) * height);
}

// Where a fault is becomes a button that leads there.
function lead() {
  for (const place of faults()) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "place";
    button.textContent = place.textContent;
    Object.assign(button.dataset, place.dataset);
    button.addEventListener("click", () => go(Number(place.dataset.line), Number(place.dataset.column)));
    place.replaceWith(button);
  }
}

function show() {
  lead();
  const wrong = check.querySelector(".faults") !== null;
  text.closest(".field").classList.toggle("wrong", wrong);
  text.setAttribute("aria-invalid", String(wrong));
  check.classList.remove("old");
  number();
}

let asking = null;
async function read() {
  asking?.abort();
  asking = new AbortController();
  const body = new FormData(form);
  try {
    const answer = await fetch(form.dataset.check, { method: "POST", body, signal: asking.signal });
    if (!answer.ok || answer.redirected) return;
    check.innerHTML = await answer.text();
    show();
  } catch {
    // A later key asks again; the buttons say what is wrong in any case.
  }
}

let pause = 0;
text.addEventListener("input", () => {
  check.classList.add("old");
  number();
  clearTimeout(pause);
  pause = setTimeout(read, PAUSE);
});
text.addEventListener("scroll", () => { gutter.scrollTop = text.scrollTop; });

gutter.hidden = false;
show();
