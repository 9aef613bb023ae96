// Where the focus is, in words that hold in the next version of the page; a person with a keyboard keeps their place.
const FOCUSABLE = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]";

/** The row that a person is at: the one with the focus, or the one that a key went to last. */
export function rowAtHand() {
  return document.activeElement?.closest("[data-row]") ?? document.querySelector("[data-row].at");
}

export function rows() {
  return [...document.querySelectorAll("[data-row]")].filter((row) => row.offsetParent !== null);
}

/** An element by its id; else its row or part, and which one it is in there. */
export function placeOfFocus() {
  const at = document.activeElement;
  const row = at?.closest("[data-row]");
  const part = at?.closest("[data-part]")?.dataset.part;
  const within = row ?? at?.closest("[data-part]");
  const like = within ? likeness(at) : "";
  return { id: at?.id, row: row?.id, index: row ? rows().indexOf(row) : -1, part, like, place: within ? insideOf(within).indexOf(at) : -1 };
}

/** Put it back there: to what is alike, to the row, to the one in its place; false where nothing is left of it. */
export function restoreFocus({ id, row, index, part, like, place }) {
  const same = row ? document.getElementById(row) : null;
  const around = part ? document.querySelector(`[data-part="${CSS.escape(part)}"]`) : null;
  const found = (id && document.getElementById(id)) || (same && (alike(same, like, place) ?? same)) || neighbour(row, index);
  const target = found || (around && !row && like ? alike(around, like, place) : null);
  target?.focus({ preventScroll: true });
  return Boolean(target);
}

/** Go to a row, as somebody comes back to where they left. */
export function goToRow(id) {
  const row = id && document.getElementById(id);
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: "nearest" });
  return Boolean(row);
}

/** A message of the form at hand comes first, then what the page says is to be written into, then the page. */
export function focusFirst() {
  const first = document.querySelector("main [role=alert], main [autofocus]") ?? document.querySelector("main");
  if (first.matches("[role=alert]")) first.tabIndex = -1;
  first.focus({ preventScroll: true });
}

function neighbour(row, index) {
  const all = rows();
  return row ? all[Math.min(index, all.length - 1)] : undefined;
}

function insideOf(element) {
  return [...element.querySelectorAll(FOCUSABLE)];
}

function likeness(one) {
  return [one.tagName, one.getAttribute("name"), one.getAttribute("value"), one.textContent.trim()].join("\n");
}

function alike(within, like, place) {
  const all = insideOf(within);
  const apart = (one) => Math.abs(all.indexOf(one) - place);
  return all.filter((one) => likeness(one) === like).sort((one, other) => apart(one) - apart(other))[0];
}
