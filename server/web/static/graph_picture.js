// Draws facts and links as SVG: marks by domain, lines by kind and weight, labels where there is room.
import { placeLabels } from "./graph_labels.js";

const SVG = "http://www.w3.org/2000/svg";
const BENDS = 14;
const THIN = 0.8;
const THICKER = 2.4;
const REACH = 12;
const DOMAIN_OF = 3;
const BASELINE = 4;
const UNSEEN = 0.3;

function make(name, attributes = {}, ...inside) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...inside);
  return element;
}

/** How large a mark is drawn: facts with more links a little larger. */
function sizeOf(node) {
  return 0.85 + Math.min(0.5, Math.sqrt(node.degree) / 12) + (node.isFocus ? 0.35 : 0);
}

export class Picture {
  #nodes = new Map();
  #edges = [];
  #labels = [];
  #widths = new Map();
  #pen = document.createElement("canvas").getContext("2d");

  constructor(camera) {
    this.camera = camera;
    this.edgeLayer = make("g", { class: "edges" });
    this.nodeLayer = make("g", { class: "nodes" });
    this.labelLayer = make("g", { class: "labels", "aria-hidden": "true" });
    this.world = make("g", {}, this.edgeLayer, this.nodeLayer);
    this.svg = make("svg", { class: "graph-picture" }, this.world, this.labelLayer);
  }

  /** Show another graph: what was there stays the element that it was, so the focus stays too. */
  show(graph) {
    this.graph = graph;
    const kept = new Map();
    for (const node of graph.nodes) kept.set(node.id, this.#node(node, this.#nodes.get(node.id)));
    for (const [id, element] of this.#nodes) if (!kept.has(id)) element.remove();
    this.#nodes = kept;
    this.#edges = graph.edges.map((edge) => ({ edge, path: make("path", { class: `edge ${edge.kind}`, "stroke-width": (THIN + THICKER * edge.weight).toFixed(2) }) }));
    this.edgeLayer.replaceChildren(...this.#edges.map((one) => one.path));
    for (const one of this.#edges.filter(({ edge }) => edge.kind === "supersedes")) {
      one.arrow = make("path", { class: "arrow", d: "M0 0L-9-4V4Z" });
      this.edgeLayer.append(one.arrow);
    }
  }

  #node(node, known) {
    const element = known ?? make("g", { role: "button", tabindex: "-1", "data-node": node.id });
    const isSame = known && known.dataset.drawn === `${node.shape}${node.isHollow}${node.needs}`;
    element.setAttribute("class", ["node", node.ink, node.isFocus && "in-focus", node.needs && "needs-you", node.isOut && "out", known?.classList.contains("pinned") && "pinned"].filter(Boolean).join(" "));
    element.setAttribute("aria-label", node.says);
    if (!isSame) this.#draw(element, node);
    if (!known) this.nodeLayer.append(element);
    return element;
  }

  #draw(element, node) {
    const shape = document.querySelector(`${node.shape} path`).getAttribute("d");
    element.dataset.drawn = `${node.shape}${node.isHollow}${node.needs}`;
    element.replaceChildren(
      make("circle", { class: "ring", r: 13 }),
      make("circle", { class: "hit", r: REACH }),
      make("path", { class: node.isHollow ? "mark hollow" : "mark", d: shape }),
    );
    if (node.needs) {
      const text = make("text", { class: "call", x: 12, y: -8 });
      text.textContent = "!";
      element.append(text);
    }
  }

  element(id) {
    return this.#nodes.get(id);
  }

  elements() {
    return this.#nodes;
  }

  /** Facts and links where the simulation has them. */
  place(simulation) {
    this.places = new Map(simulation.ids.map((id) => [id, simulation.place(id)]));
    this.draw();
  }

  draw() {
    this.#placeNodes();
    for (const one of this.#edges) this.#placeEdge(one);
    this.look();
    this.label();
  }

  /** Draw what moved a visible way, while something moves: the rest of a large picture stays as it is. */
  follow(simulation) {
    const least = UNSEEN / this.camera.scale;
    const moved = new Set();
    for (const id of simulation.ids) {
      const now = simulation.place(id);
      const drawn = this.places.get(id);
      if (Math.abs(now.x - drawn.x) < least && Math.abs(now.y - drawn.y) < least) continue;
      this.places.set(id, now);
      moved.add(id);
    }
    this.#placeNodes(moved);
    for (const one of this.#edges) if (moved.has(one.edge.from) || moved.has(one.edge.to)) this.#placeEdge(one);
    this.#carryLabels(moved);
  }

  /** Labels go along with their facts; which have room is decided anew when everything stands. */
  #carryLabels(moved) {
    const panned = { x: this.camera.x - this.labelled.x, y: this.camera.y - this.labelled.y };
    for (const { id, kind, labelX, labelY, x, y, element } of this.#labels) {
      if (kind !== "topic" || !moved.has(id)) continue;
      const now = this.camera.toScreen(this.places.get(id).x, this.places.get(id).y);
      element.setAttribute("x", (labelX + now.x - x - panned.x).toFixed(1));
      element.setAttribute("y", (labelY + now.y - y - panned.y + BASELINE).toFixed(1));
    }
  }

  /** Marks stay as large on the screen when everything gets smaller. */
  #shrink() {
    return this.camera.scale < 1 ? 1 / this.camera.scale : 1 / Math.sqrt(this.camera.scale);
  }

  #placeNodes(moved) {
    const shrink = this.#shrink();
    for (const node of this.graph.nodes) {
      if (moved && !moved.has(node.id)) continue;
      const { x, y } = this.places.get(node.id);
      this.#nodes.get(node.id).setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(shrink * sizeOf(node)).toFixed(3)})`);
    }
  }

  #placeEdge({ edge, path, arrow }) {
    const a = this.places.get(edge.from);
    const b = this.places.get(edge.to);
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const bend = edge.beside * BENDS * (edge.beside % 2 ? 1 : -1);
    const middle = { x: (a.x + b.x) / 2 - ((b.y - a.y) / length) * bend, y: (a.y + b.y) / 2 + ((b.x - a.x) / length) * bend };
    const [ax, ay, bx, by] = [a.x, a.y, b.x, b.y].map((one) => one.toFixed(1));
    path.setAttribute("d", bend ? `M${ax} ${ay}Q${middle.x.toFixed(1)} ${middle.y.toFixed(1)} ${bx} ${by}` : `M${ax} ${ay}L${bx} ${by}`);
    if (!arrow) return;
    const turn = Math.atan2(b.y - middle.y, b.x - middle.x);
    const shrink = this.#shrink();
    const short = 11 * shrink;
    arrow.setAttribute("transform", `translate(${b.x - Math.cos(turn) * short} ${b.y - Math.sin(turn) * short}) rotate(${(turn * 180) / Math.PI}) scale(${shrink})`);
  }

  /** The camera moved. */
  look() {
    const { x, y, scale } = this.camera;
    this.world.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(4)})`);
  }

  /** The camera came nearer or went away. */
  zoomed() {
    this.#placeNodes();
    for (const one of this.#edges) if (one.arrow) this.#placeEdge(one);
    this.look();
    this.label();
  }

  /** The camera moved aside: labels go along, and are chosen anew when it stands. */
  panned() {
    this.look();
    const { x, y } = this.camera;
    this.labelLayer.setAttribute("transform", `translate(${(x - this.labelled.x).toFixed(1)} ${(y - this.labelled.y).toFixed(1)})`);
  }

  label() {
    const { camera } = this;
    this.labelled = { x: camera.x, y: camera.y };
    this.labelLayer.removeAttribute("transform");
    const dots = new Map(this.graph.nodes.map((node) => [node.id, camera.toScreen(this.places.get(node.id).x, this.places.get(node.id).y)]));
    const ranked = [...this.graph.nodes].sort((a, b) => b.isFocus - a.isFocus || b.degree - a.degree || (a.id < b.id ? -1 : 1));
    const facts = ranked.map((node) => ({ id: node.id, text: node.label, kind: "topic", ...dots.get(node.id), width: this.#width(node.label, 12) }));
    const first = facts.splice(0, this.graph.focus ? 1 : 0);
    const placed = placeLabels([...first, ...this.#domains(dots), ...facts], dots.values(), camera);
    this.#labels = placed.map((one) => ({ ...one, element: labelOf(one) }));
    this.labelLayer.replaceChildren(...this.#labels.map((one) => one.element));
  }

  /** The name of a domain stands above its facts. */
  #domains(dots) {
    const groups = new Map();
    for (const node of this.graph.nodes) groups.set(node.domain, [...(groups.get(node.domain) ?? []), dots.get(node.id)]);
    const large = [...groups].filter(([, places]) => places.length >= DOMAIN_OF);
    return large.map(([domain, places]) => {
      const xs = places.map((one) => one.x).sort((a, b) => a - b);
      const y = Math.min(...places.map((one) => one.y)) - 14;
      return { id: domain, text: domain, kind: "domain", x: xs[Math.floor(xs.length / 2)], y, width: this.#width(domain, 13), above: true };
    });
  }

  #width(text, size) {
    const key = `${size} ${text}`;
    if (!this.#widths.has(key)) {
      this.#pen.font = `${size}px ${getComputedStyle(document.body).fontFamily}`;
      this.#widths.set(key, this.#pen.measureText(text).width + 4);
    }
    return this.#widths.get(key);
  }

  /** One fact and what it is linked to stand out; null: none does. */
  point(id) {
    const near = id ? this.graph.near.get(id) : null;
    this.svg.classList.toggle("pointing", Boolean(near));
    for (const [other, element] of this.#nodes) {
      element.classList.toggle("at", other === id);
      element.classList.toggle("near", Boolean(near?.has(other)));
    }
    for (const { edge, path, arrow } of this.#edges) {
      const isNear = edge.from === id || edge.to === id;
      path.classList.toggle("near", isNear);
      arrow?.classList.toggle("near", isNear);
    }
  }
}

function labelOf({ text, kind, anchor, labelX, labelY }) {
  const label = make("text", { class: kind, x: labelX.toFixed(1), y: (labelY + BASELINE).toFixed(1), "text-anchor": anchor });
  label.textContent = text;
  return label;
}
