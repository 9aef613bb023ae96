// Where facts stand in the picture: linked ones near each other, those of a domain together, none upon another.
// The same facts and links give the same picture each time: nothing here is left to chance, order or the clock.

const TICKS = 300;
const LINK = 90;
const APART = 26;
const REPELS = 2200;
const FAR = 400;
const SPREAD = 34;
const GATHERS = 0.09;
const CENTRES = 0.02;
/** Screens are wider than high, and labels too. */
const FLAT = 1.6;
const SLOWS = 0.6;
const GOLDEN = Math.PI * (3 - Math.sqrt(5));

/** A number of 0..1 that an id always gives (FNV-1a). */
export function chance(text) {
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place++) hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}

function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Bodies that pull and push each other. `nodes` have `id` and `domain`, `edges` have `from`, `to` and `weight`;
 * `places` (id -> {x, y}) are where some are already, `held` the ids of those that don't move.
 */
export class Simulation {
  constructor(nodes, edges, places = new Map(), held = new Set()) {
    this.ids = nodes.map((one) => one.id).sort((a, b) => a.length - b.length || compare(a, b));
    this.index = new Map(this.ids.map((id, place) => [id, place]));
    const size = this.ids.length;
    for (const name of ["x", "y", "vx", "vy", "held", "domain"]) this[name] = new Float64Array(size);
    this.#begin(nodes, places, held);
    this.#link(edges);
  }

  /** Domains around the middle like the seeds of a sunflower, the facts of each around its own middle. */
  #begin(nodes, places, held) {
    const domains = [...new Set(nodes.map((one) => one.domain))].sort(compare);
    const wide = SPREAD * Math.sqrt(this.ids.length);
    this.domains = domains.length;
    for (const { id, domain } of nodes) {
      const at = this.index.get(id);
      const number = domains.indexOf(domain);
      const known = places.get(id);
      const out = domains.length > 1 ? wide * Math.sqrt((number + 0.5) / domains.length) * 1.4 : 0;
      const turn = chance(id) * 2 * Math.PI;
      const away = SPREAD * (0.5 + 2.5 * chance(`${id}.`));
      this.x[at] = known ? known.x : out * Math.cos(number * GOLDEN) + away * Math.cos(turn);
      this.y[at] = known ? known.y : out * Math.sin(number * GOLDEN) + away * Math.sin(turn);
      this.held[at] = held.has(id) ? 1 : 0;
      this.domain[at] = number;
    }
  }

  #link(edges) {
    const known = edges.filter((one) => one.from !== one.to && this.index.has(one.from) && this.index.has(one.to));
    const sorted = known
      .map((one) => ({ a: this.index.get(one.from), b: this.index.get(one.to), weight: one.weight }))
      .sort((one, two) => one.a - two.a || one.b - two.b || one.weight - two.weight);
    const degrees = new Float64Array(this.ids.length);
    for (const { a, b } of sorted) degrees[a]++, degrees[b]++;
    this.springs = sorted.map(({ a, b, weight }) => ({
      a,
      b,
      length: LINK * (1.5 - 0.8 * weight),
      pull: weight / Math.min(degrees[a], degrees[b]),
      share: degrees[b] / (degrees[a] + degrees[b]),
    }));
  }

  /** Let everything move a little; `heat` of 0..1 is how far. */
  tick(heat) {
    this.#gather(heat);
    this.#pull(heat);
    this.#repel(heat);
    for (let at = 0; at < this.ids.length; at++) {
      if (this.held[at]) this.vx[at] = this.vy[at] = 0;
      this.x[at] += this.vx[at] *= SLOWS;
      this.y[at] += this.vy[at] *= SLOWS;
    }
    this.#separate();
  }

  #gather(heat) {
    const sums = new Float64Array(this.domains * 3);
    for (let at = 0; at < this.ids.length; at++) {
      const first = this.domain[at] * 3;
      sums[first] += this.x[at];
      sums[first + 1] += this.y[at];
      sums[first + 2]++;
    }
    for (let at = 0; at < this.ids.length; at++) {
      const first = this.domain[at] * 3;
      this.vx[at] += heat * (GATHERS * (sums[first] / sums[first + 2] - this.x[at]) - CENTRES * this.x[at]);
      this.vy[at] += heat * (GATHERS * (sums[first + 1] / sums[first + 2] - this.y[at]) - FLAT * CENTRES * this.y[at]);
    }
  }

  #pull(heat) {
    for (const { a, b, length, pull, share } of this.springs) {
      const dx = this.x[b] - this.x[a];
      const dy = this.y[b] - this.y[a];
      const distance = Math.sqrt(dx * dx + dy * dy) || 1;
      const force = (heat * pull * (distance - length)) / distance;
      this.vx[a] += dx * force * share;
      this.vy[a] += dy * force * share;
      this.vx[b] -= dx * force * (1 - share);
      this.vy[b] -= dy * force * (1 - share);
    }
  }

  #repel(heat) {
    const { x, y, vx, vy } = this;
    for (let a = 0; a < x.length; a++) {
      for (let b = a + 1; b < x.length; b++) {
        const dx = x[b] - x[a];
        const dy = y[b] - y[a];
        const square = dx * dx + dy * dy;
        if (square > FAR * FAR) continue;
        const force = (heat * REPELS) / Math.max(square, 64);
        const each = force / Math.max(Math.sqrt(square), 1);
        vx[a] -= dx * each;
        vy[a] -= dy * each;
        vx[b] += dx * each;
        vy[b] += dy * each;
      }
    }
  }

  /** No body upon another; of two at one place the later steps aside. */
  #separate() {
    const { x, y, held } = this;
    for (let a = 0; a < x.length; a++) {
      for (let b = a + 1; b < x.length; b++) {
        let dx = x[b] - x[a];
        let dy = y[b] - y[a];
        if (dx >= APART || dx <= -APART || dy >= APART || dy <= -APART) continue;
        let distance = Math.sqrt(dx * dx + dy * dy);
        if (distance >= APART || (held[a] && held[b])) continue;
        if (distance < 0.01) (dx = Math.cos(b * GOLDEN)), (dy = Math.sin(b * GOLDEN)), (distance = 1);
        const step = ((APART - distance) / distance) * (held[a] || held[b] ? 1 : 0.5);
        if (!held[a]) (x[a] -= dx * step), (y[a] -= dy * step);
        if (!held[b]) (x[b] += dx * step), (y[b] += dy * step);
      }
    }
  }

  place(id) {
    const at = this.index.get(id);
    return { x: this.x[at], y: this.y[at] };
  }

  /** Put a body somewhere, and keep it there unless `held` is false. */
  put(id, x, y, held = true) {
    const at = this.index.get(id);
    this.x[at] = x;
    this.y[at] = y;
    this.held[at] = held ? 1 : 0;
  }

  hold(ids) {
    for (let at = 0; at < this.ids.length; at++) this.held[at] = ids.has(this.ids[at]) ? 1 : 0;
  }

  /** Run until everything stands. */
  settle() {
    for (let tick = 0; tick < TICKS; tick++) this.tick((1 - tick / TICKS) ** 2);
    for (let tick = 0; tick < 8; tick++) this.#separate();
    return this;
  }
}
