// Mouse, pen and fingers on the picture: drag a fact or the ground, pinch, turn the wheel.

const STILL = 4;

function nodeAt(event) {
  return event.target.closest?.("[data-node]")?.dataset.node ?? null;
}

function middle(points) {
  const [a, b] = points;
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, apart: Math.hypot(a.x - b.x, a.y - b.y) || 1 };
}

/**
 * `told` is told what happened, in places of the picture's own: pan(dx, dy), zoom(factor, x, y), drag(id, x, y),
 * dropped(id), click(id), over(id or null).
 */
export function watchGestures(svg, told) {
  const points = new Map();
  let began = null;
  let hasMoved = false;
  // Where the mouse was last: a fact that comes under it by itself isn't pointed at.
  let last = { x: NaN, y: NaN };

  function at(event) {
    const box = svg.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  function pinch(event) {
    const before = middle([...points.values()]);
    points.set(event.pointerId, at(event));
    const now = middle([...points.values()]);
    told.pan(now.x - before.x, now.y - before.y);
    told.zoom(now.apart / before.apart, now.x, now.y);
  }

  function move(event) {
    last = { x: event.clientX, y: event.clientY };
    const before = points.get(event.pointerId);
    if (!before) return;
    if (points.size === 2) return pinch(event);
    const now = at(event);
    if (!hasMoved && Math.hypot(now.x - began.x, now.y - began.y) < STILL) return;
    if (!hasMoved) svg.setPointerCapture(event.pointerId);
    hasMoved = true;
    points.set(event.pointerId, now);
    if (began.node) told.drag(began.node, now.x, now.y);
    else told.pan(now.x - before.x, now.y - before.y);
  }

  function release(event) {
    if (!points.delete(event.pointerId)) return;
    if (hasMoved && began.node && points.size === 0) told.dropped(began.node);
    if (points.size === 1) began = { ...[...points.values()][0], node: null };
  }

  svg.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    points.set(event.pointerId, at(event));
    if (points.size === 1) {
      began = { ...at(event), node: nodeAt(event) };
      hasMoved = false;
    } else hasMoved = true;
  });
  svg.addEventListener("pointermove", move);
  svg.addEventListener("pointerup", release);
  svg.addEventListener("pointercancel", release);
  svg.addEventListener("click", (event) => {
    const node = nodeAt(event);
    if (!hasMoved && node) told.click(node);
  });
  svg.addEventListener("pointerover", (event) => {
    const isMoved = event.clientX !== last.x || event.clientY !== last.y;
    if (points.size === 0 && isMoved && event.pointerType !== "touch") told.over(nodeAt(event));
  });
  svg.addEventListener("pointerleave", () => points.size === 0 && told.over(null));
  svg.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 16 : 1;
      const { x, y } = at(event);
      told.zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), x, y);
    },
    { passive: false },
  );
}
