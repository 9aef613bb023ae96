// Elements, made one way: what is given as text becomes text.
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") element.addEventListener("click", value);
    else if (name === "sure") element.style.setProperty("--sure", String(Math.min(1, Math.max(0, value))));
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, String(value));
  }
  element.append(...children.flat().filter((child) => child != null && child !== false));
  return element;
}

const button = (key, label, on, more = {}) => make("button", { type: "button", "data-key": key, on, ...more }, label);

// Draws everything anew; what had the focus has it still, what was open is open.
function redraw(children, focus = document.activeElement?.dataset?.key) {
  const view = document.getElementById("view");
  const open = new Set([...view.querySelectorAll("details[open]")].map((one) => one.dataset.key));
  view.replaceChildren(...children.filter(Boolean));
  view.setAttribute("aria-busy", "false");
  for (const one of view.querySelectorAll("details")) one.open = open.has(one.dataset.key);
  if (focus) view.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
}

function announce(text) {
  document.getElementById("status").textContent = text;
}

// A list of small facts about a fact, set apart by dots.
function line(...parts) {
  return make("p", { class: "meta" }, ...parts.filter(Boolean).flatMap((part, at) => (at ? [" · ", part] : [part])));
}
