// Which part of the picture is seen, how large, and what lies in which direction.

const LARGEST = 4;
const SMALLEST = 0.08;
const FITTING_AT_MOST = 1.8;

export class Camera {
  x = 0;
  y = 0;
  scale = 1;
  width = 1;
  height = 1;
  /** Whether somebody chose what is seen; until then it is everything. */
  isChosen = false;

  toWorld(x, y) {
    return { x: (x - this.x) / this.scale, y: (y - this.y) / this.scale };
  }

  toScreen(x, y) {
    return { x: x * this.scale + this.x, y: y * this.scale + this.y };
  }

  /** Nearer by a factor, around a point of the screen that stays where it is. */
  zoom(factor, x = this.width / 2, y = this.height / 2) {
    const scale = Math.min(LARGEST, Math.max(SMALLEST, this.scale * factor));
    this.x = x - ((x - this.x) * scale) / this.scale;
    this.y = y - ((y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.isChosen = true;
  }

  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.isChosen = true;
  }

  /** Everything in sight. */
  fit(places, margin = Math.min(56, this.width / 14)) {
    this.isChosen = false;
    if (!places.length) return;
    const xs = places.map((one) => one.x);
    const ys = places.map((one) => one.y);
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const room = { x: Math.max(40, this.width - 2 * margin), y: Math.max(40, this.height - 2 * margin) };
    const scale = Math.min(room.x / Math.max(1, right - left), room.y / Math.max(1, bottom - top), FITTING_AT_MOST);
    this.scale = Math.max(SMALLEST, scale);
    this.x = this.width / 2 - ((left + right) / 2) * this.scale;
    this.y = this.height / 2 - ((top + bottom) / 2) * this.scale;
  }

  /** Move just so far that a place is in sight. */
  show(place, margin = 40) {
    const { x, y } = this.toScreen(place.x, place.y);
    const dx = Math.max(0, margin - x) - Math.max(0, x - (this.width - margin));
    const dy = Math.max(0, margin - y) - Math.max(0, y - (this.height - margin));
    if (dx || dy) this.pan(dx, dy);
    return Boolean(dx || dy);
  }
}

export const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The nearest of `places` ({id, x, y}) that lies more in that direction than aside; what lies aside counts as further. */
export function nearestIn([dx, dy], from, places) {
  let best = null;
  let least = Infinity;
  for (const place of places) {
    const along = (place.x - from.x) * dx + (place.y - from.y) * dy;
    const aside = Math.abs((place.x - from.x) * dy) + Math.abs((place.y - from.y) * dx);
    if (place.id === from.id || along <= 0 || aside > along * 1.5) continue;
    const far = along + 1.6 * aside;
    if (far < least) [best, least] = [place, far];
  }
  return best;
}
