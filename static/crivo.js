// Keys and small comforts. Every page works without this file.
"use strict";

const typing = (element) =>
  element.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(element.tagName);

// a, r, m: choose an outcome and go on to its reason.
const OUTCOMES = { a: "approved", r: "rejected", m: "again" };

function choose(outcome) {
  const radio = document.querySelector(`input[name="outcome"][value="${outcome}"]`);
  if (!radio) return false;
  radio.checked = true;
  document.getElementById("id_reason").focus();
  return true;
}

// j, k: down and up the links of a list.
function move(step) {
  const rows = [...document.querySelectorAll("[data-row]")];
  if (!rows.length) return false;
  const at = rows.indexOf(document.activeElement) + step;
  rows[Math.max(0, Math.min(at, rows.length - 1))].focus();
  return true;
}

function press(key) {
  if (key in OUTCOMES) return choose(OUTCOMES[key]);
  if (key === "j" || key === "k") return move(key === "j" ? 1 : -1);
  const target = document.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (!target) return false;
  if (target.tagName === "INPUT") target.focus();
  else target.click();
  return true;
}

document.addEventListener("keydown", (event) => {
  if (withControl(event)) return event.preventDefault();
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key === "Escape" && typing(event.target)) return event.target.blur();
  // A radio is left by a letter: nothing is typed into it.
  const free = event.target.type === "radio" || event.target.type === "checkbox";
  if ((typing(event.target) && !free) || document.querySelector("dialog[open]")) return;
  if (press(event.key)) event.preventDefault();
});

// Ctrl+K: the palette. Ctrl+Enter: the form that one types in is sent.
function withControl(event) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return false;
  const palette = document.getElementById("palette");
  if (event.key.toLowerCase() === "k" && palette && !document.querySelector("dialog[open]")) {
    palette.showModal();
    palette.querySelector("input").select();
    list(palette);
    return true;
  }
  const form = event.target.form;
  if (event.key !== "Enter" || !form || form.method !== "post") return false;
  form.requestSubmit(form.querySelector("[data-ctrl-enter]"));
  return true;
}

// The pages of the menu that hold what is typed, then what the search finds.
function list(palette) {
  const words = palette.querySelector("input").value.trim().toLowerCase();
  const links = [...document.querySelectorAll(".top nav a:not(.brand), .bottom a")];
  const fits = links.filter((link) => link.textContent.toLowerCase().includes(words));
  palette.querySelector("[data-pages]").replaceChildren(
    ...fits.map((link) => {
      const row = document.createElement("li");
      const copy = document.createElement("a");
      Object.assign(copy, { href: link.href, textContent: link.textContent });
      row.append(copy);
      return row;
    }),
  );
  clearTimeout(list.later);
  const found = palette.querySelector("[data-found]");
  if (words.length < 2 && !/^\d+$/.test(words)) return found.replaceChildren();
  list.later = setTimeout(async () => {
    const asked = new URLSearchParams({ q: words, part: "" });
    const answer = await fetch(`${palette.dataset.search}?${asked}`, { redirect: "error" }).catch(() => null);
    const still = palette.querySelector("input").value.trim().toLowerCase() === words;
    if (answer && answer.ok && still) found.innerHTML = await answer.text();
  }, 200);
}

function inPalette(event) {
  const palette = event.currentTarget;
  const links = [palette.querySelector("input"), ...palette.querySelectorAll("a")];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    const at = Math.max(0, Math.min(links.indexOf(document.activeElement) + step, links.length - 1));
    links[at].focus();
  } else if (event.key === "Enter" && event.target.tagName === "INPUT" && links[1]) links[1].click();
  else return;
  event.preventDefault();
}
const palette = document.getElementById("palette");
if (palette) {
  palette.addEventListener("input", () => list(palette));
  palette.addEventListener("keydown", inPalette);
  palette.addEventListener("close", () => palette.querySelector("[data-found]").replaceChildren());
}

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-opens]");
  if (!opener) return;
  const opened = document.getElementById(opener.dataset.opens);
  opened.showModal();
  if (opened === palette) list(palette);
});

// Words typed beside a choice choose it.
document.addEventListener("input", (event) => {
  const picks = event.target.dataset.picks;
  if (!picks || !event.target.value) return;
  const radio = document.querySelector(`input[name="${CSS.escape(picks)}"][value="edit"]`);
  if (radio) radio.checked = true;
});

// What may be taken back for a while is offered no longer than that.
for (const offer of document.querySelectorAll("[data-seconds]")) {
  setTimeout(() => offer.remove(), offer.dataset.seconds * 1000);
}

// A form that is on its way is not sent twice.
document.addEventListener("submit", (event) => {
  if (event.target.dataset.sent) return event.preventDefault();
  if (event.target.method === "post") event.target.dataset.sent = "yes";
});
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});

// What was typed before the session ended goes back into its form.
function refill(kept) {
  const mine = (form) => form.method === "post" && new URL(form.action).pathname === kept.dataset.path;
  const form = [...document.forms].find(mine);
  if (!form) return;
  for (const [name, values] of Object.entries(JSON.parse(kept.dataset.fields))) {
    for (const field of form.elements) {
      if (field.name !== name || ["hidden", "file", "submit"].includes(field.type)) continue;
      if (["radio", "checkbox"].includes(field.type)) field.checked = values.includes(field.value);
      else field.value = values[0];
      for (let box = field; box; box = box.parentElement) if (box.tagName === "DETAILS") box.open = true;
    }
  }
  const sent = document.createElement("input");
  Object.assign(sent, { type: "hidden", name: "sent_draft", value: kept.dataset.id });
  form.append(sent);
}
const kept = document.getElementById("draft");
if (kept) refill(kept);

// On a narrow screen a table that is wider than its place becomes a card a row, each cell with the
// name of its column.
const narrow = matchMedia("(max-width: 40rem)");

function fit(table) {
  table.classList.remove("by-row");
  const head = table.tHead?.rows[table.tHead.rows.length - 1];
  if (!narrow.matches || !head || table.scrollWidth <= table.parentElement.clientWidth + 1) return;
  const names = [...head.cells].flatMap((cell) => Array(cell.colSpan).fill(cell.textContent.trim()));
  for (const row of [...table.tBodies].flatMap((body) => [...body.rows])) {
    let column = 0;
    for (const cell of row.cells) {
      if (cell.tagName === "TD" && cell.colSpan === 1) cell.dataset.label ??= names[column] ?? "";
      column += cell.colSpan;
    }
  }
  table.classList.add("by-row");
}

const fitAll = () => document.querySelectorAll("main .scroll > table").forEach(fit);
fitAll();
narrow.addEventListener("change", fitAll);
document.addEventListener("toggle", fitAll, true); // a folded part has no width
document.addEventListener("htmx:afterSwap", fitAll);

// A server that is away for a moment is asked again.
for (const failure of ["htmx:sendError", "htmx:responseError"]) {
  document.addEventListener(failure, (event) => {
    const { elt: part, xhr } = event.detail;
    if (xhr.status >= 400 && xhr.status < 500) return; // it said no
    setTimeout(() => part.isConnected && htmx.trigger(part, "again"), 3000);
  });
}
