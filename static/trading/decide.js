// a, r, m, x: choose what becomes of a strategy and go on to the reason.
"use strict";

const KEYS = { a: "ACCEPTED", r: "ABANDONED", m: "SENT_BACK", x: "EXTENDED" };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const { type = "", tagName } = event.target;
  const free = type === "radio" || type === "checkbox";
  const typing = ["INPUT", "TEXTAREA", "SELECT"].includes(tagName);
  if ((typing && !free) || document.querySelector("dialog[open]")) return;
  const radio = document.querySelector(`input[name="outcome"][value="${KEYS[event.key]}"]`);
  if (!radio) return;
  event.preventDefault();
  radio.checked = true;
  document.getElementById("id_reason").focus();
});
