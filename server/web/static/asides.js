// What is shown while something is hovered or focused, such as a fact's curve, goes away by esc without moving from it.

const SHOWS = ".sure";

export function startAsides() {
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const one of document.querySelectorAll(`${SHOWS}:hover, ${SHOWS}:focus`)) one.classList.add("put-away");
  });
  for (const left of ["focusout", "mouseout"])
    document.addEventListener(left, (event) => {
      const one = event.target.closest?.(SHOWS);
      if (one && !one.contains(event.relatedTarget)) one.classList.remove("put-away");
    });
}
