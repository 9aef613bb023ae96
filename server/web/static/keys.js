// Keys as people know them: j and k move, enter opens, e edits, d deletes, u undoes, / searches, ? tells.
// Anything with data-key="c" is pressed by that key, inside the row at hand first.
import { rowAtHand, rows } from "./focus.js";

function move(step) {
  const all = rows();
  if (!all.length) return;
  const index = all.indexOf(rowAtHand());
  const next = all[index < 0 ? (step > 0 ? 0 : all.length - 1) : Math.min(all.length - 1, Math.max(0, index + step))];
  document.querySelector("[data-row].at")?.classList.remove("at");
  next.classList.add("at");
  if (next.tabIndex < 0 && !next.hasAttribute("tabindex")) next.tabIndex = -1;
  next.focus();
  next.scrollIntoView({ block: "nearest" });
}

function press(selector) {
  const row = rowAtHand();
  const target = row?.querySelector(selector) ?? document.querySelector(`main ${selector}:not([data-row] *)`);
  if (!target) return false;
  target.click();
  return true;
}

function search() {
  const field = document.querySelector("main input[type=search]");
  field?.focus();
  field?.select();
  return Boolean(field);
}

function undo() {
  const button = document.querySelector("#notices [data-undo]") ?? rowAtHand()?.querySelector("[data-undo]");
  button?.click();
  return Boolean(button);
}

function toggle() {
  const box = rowAtHand()?.querySelector("[data-select]");
  box?.click();
  return Boolean(box);
}

function help() {
  const dialog = document.querySelector("#keys");
  if (!dialog.open) dialog.showModal();
  return true;
}

const KEYS = {
  j: () => (move(1), true),
  k: () => (move(-1), true),
  x: toggle,
  e: () => press("[data-edit]"),
  d: () => press("[data-delete]"),
  u: undo,
  "/": search,
  "?": help,
};

function isWriting(target) {
  return target.closest?.("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]");
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key === "Escape" && isWriting(event.target) && !document.querySelector("dialog[open]")) return event.target.blur();
  if (isWriting(event.target) || document.querySelector("dialog[open]")) return;
  if (event.key === "Enter") {
    if (event.target.matches("[data-row]") && press("[data-open]")) event.preventDefault();
    return;
  }
  const own = KEYS[event.key];
  const isDone = own ? own() : /^[a-z0-9]$/i.test(event.key) && press(`[data-key="${event.key}"]`);
  if (isDone) event.preventDefault();
}

export function startKeys() {
  document.addEventListener("keydown", onKey);
  document.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-keys-help]")) help();
  });
}
