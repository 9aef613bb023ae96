// The picture of the graph: what it shows is the list beside it; what is pointed at in one is marked in the other.
import { Camera, DIRECTIONS, nearestIn } from "./graph_camera.js";
import { readGraph } from "./graph_data.js";
import { watchGestures } from "./graph_gestures.js";
import { Simulation } from "./graph_layout.js";
import { Picture } from "./graph_picture.js";
import { visit } from "./navigate.js";

const STEP = 60;
const ZOOM = 1.35;
const GLIDE_MS = 280;
const WARM = 0.2;
const COOLS = 0.95;
const COLD = 0.01;
const KEPT = 30;

/** Where facts stood, by address, so that going back finds them there. */
const kept = new Map();
/** The addresses from which somebody went on into a fact; going back takes them off again. */
const trail = [];
let isStepping = false;
let isReturning = false;

const isStill = matchMedia("(prefers-reduced-motion: reduce)");

class Graph {
  pinned = new Set();
  at = null;
  address = null;
  #ending = new AbortController();
  #frame = 0;
  #heat = 0;
  #labelling = 0;

  constructor(element) {
    this.element = element;
    this.stage = element.querySelector("[data-stage]");
    this.told = element.querySelector("[data-told]");
    this.beside = element.parentElement.querySelector(".beside");
    this.words = element.querySelector("[data-words]").content;
    this.camera = new Camera();
    this.picture = new Picture(this.camera);
    this.stage.replaceChildren(this.picture.svg);
    this.stage.tabIndex = 0;
    this.stage.setAttribute("role", "application");
    this.stage.setAttribute("aria-describedby", "graph-hint");
    element.querySelector("[data-tools]").hidden = false;
    this.#measure();
    this.#listen();
    this.update();
    performance.mark("graph:drawn");
  }

  #listen() {
    const { signal } = this.#ending;
    document.addEventListener("page:shown", () => (this.element.isConnected ? this.update() : this.#end()), { signal });
    this.stage.addEventListener("keydown", (event) => this.#onKey(event));
    this.stage.addEventListener("focusin", (event) => this.point(event.target.dataset.node ?? null));
    this.element.querySelector("[data-tools]").addEventListener("click", (event) => this.#act(event.target.closest("[data-do]")?.dataset.do));
    this.beside.addEventListener("pointerover", (event) => this.point(event.target.closest("[data-row]")?.id ?? this.at, { isInList: true }));
    this.beside.addEventListener("focusin", (event) => this.point(event.target.closest("[data-row]")?.id ?? null, { isInList: true }));
    this.beside.addEventListener("click", (event) => this.#onListClick(event));
    watchGestures(this.picture.svg, this);
    this.sizes = new ResizeObserver(() => this.#resized());
    this.sizes.observe(this.stage);
  }

  #end() {
    this.#ending.abort();
    this.sizes.disconnect();
    cancelAnimationFrame(this.#frame);
  }

  #measure() {
    this.camera.width = this.stage.clientWidth;
    this.camera.height = this.stage.clientHeight;
  }

  #resized() {
    const { width, height } = this.camera;
    this.#measure();
    if (width === this.camera.width && height === this.camera.height) return;
    if (!this.camera.isChosen) this.camera.fit(this.#targets());
    this.picture.draw();
  }

  /** Show what the list says now. Where the address is the same, facts that are known stay where they are. */
  update() {
    const list = document.querySelector('[data-part="graph-list"]');
    const isSame = this.address === location.search;
    if (isSame && list === this.list) return;
    this.list = list;
    this.graph = readGraph(list);
    this.stage.hidden = this.graph.nodes.length === 0;
    const before = this.picture.places;
    if (!isSame) this.#arrive();
    this.#settle(isSame);
    this.picture.show(this.graph);
    this.#markPinned();
    if (!isSame && !this.wasHere) this.camera.fit(this.#targets());
    if (isSame || !before || isStill.matches) this.picture.place(this.simulation);
    else this.#glide(before);
    this.#keep();
    this.#tell();
  }

  #arrive() {
    this.address = location.search;
    if (!isStepping) trail.length = Math.max(0, trail.lastIndexOf(this.address));
    isStepping = false;
    this.wasHere = kept.get(this.address);
    this.pinned = new Set(this.wasHere?.pinned);
    this.at = null;
    if (this.wasHere) Object.assign(this.camera, this.wasHere.view);
  }

  #settle(isSame) {
    const places = isSame ? this.picture.places : (this.wasHere?.places ?? new Map());
    this.simulation = new Simulation(this.graph.nodes, this.graph.edges, places, new Set(places.keys()));
    if (this.graph.nodes.some((one) => !places.has(one.id))) this.simulation.settle();
  }

  #targets() {
    return this.simulation.ids.map((id) => this.simulation.place(id));
  }

  #keep() {
    const { x, y, scale, isChosen } = this.camera;
    const places = new Map(this.simulation.ids.map((id) => [id, this.simulation.place(id)]));
    kept.delete(this.address);
    kept.set(this.address, { places, pinned: new Set(this.pinned), view: { x, y, scale, isChosen } });
    if (kept.size > KEPT) kept.delete(kept.keys().next().value);
  }

  /** What others know of it: its name, what is pointed at, and the field that says what is in focus. */
  #tell() {
    const label = this.words.querySelector('[data-word="label"]').textContent;
    this.stage.setAttribute("aria-label", `${label}: ${this.graph.nodes.length}, ${this.graph.edges.length}`);
    const field = document.querySelector("form.filters [name=focus]");
    if (field && field !== document.activeElement && this.graph.focus) field.value = this.graph.focus.id;
    const at = this.graph.byId.has(this.at) ? this.at : (this.graph.focus?.id ?? null);
    this.point(at, { isQuiet: !isReturning });
    this.element.querySelector('[data-do="back"]').disabled = !trail.length && !this.graph.focus;
    if (isReturning) this.picture.element(at ?? this.graph.nodes[0]?.id)?.focus({ preventScroll: true });
    isReturning = false;
  }

  #glide(before) {
    const began = performance.now();
    const ends = new Map(this.simulation.ids.map((id) => [id, this.simulation.place(id)]));
    cancelAnimationFrame(this.#frame);
    const step = (now) => {
      const part = Math.min(1, Math.max(0, (now - began) / GLIDE_MS));
      const share = 1 - (1 - part) ** 3;
      this.picture.places = new Map(
        [...ends].map(([id, end]) => {
          const from = before.get(id) ?? end;
          return [id, { x: from.x + (end.x - from.x) * share, y: from.y + (end.y - from.y) * share }];
        }),
      );
      this.picture.draw();
      if (part < 1) this.#frame = requestAnimationFrame(step);
    };
    step(began);
  }

  #later(work) {
    if (this.#heat) return work();
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      work();
    });
  }

  // What gestures tell.

  pan(dx, dy) {
    this.camera.pan(dx, dy);
    this.#later(() => this.picture.panned());
    clearTimeout(this.#labelling);
    this.#labelling = setTimeout(() => (this.picture.label(), this.#keep()), 120);
  }

  zoom(factor, x, y) {
    this.camera.zoom(factor, x, y);
    this.#later(() => (this.picture.zoomed(), this.#keep()));
  }

  drag(id, x, y) {
    const place = this.camera.toWorld(x, y);
    this.simulation.put(id, place.x, place.y);
    this.pinned.add(id);
    if (this.at !== id) this.point(id);
    this.#warm();
  }

  dropped() {
    this.#markPinned();
    this.#keep();
  }

  click(id) {
    this.focusOn(id);
  }

  over(id) {
    if (id) this.point(id);
    else if (!this.stage.contains(document.activeElement)) this.point(this.graph.focus?.id ?? null, { isQuiet: true });
  }

  /** What is near yields to what was dragged, until everything stands again. */
  #warm() {
    this.simulation.hold(this.pinned);
    const wasCold = this.#heat === 0;
    this.#heat = WARM;
    if (!wasCold) return;
    const step = () => {
      if (!isStill.matches) this.simulation.tick(this.#heat);
      this.#heat = this.#heat > COLD ? this.#heat * COOLS : 0;
      if (this.#heat) {
        this.picture.follow(this.simulation);
        this.#frame = requestAnimationFrame(step);
      } else {
        this.#frame = 0;
        this.picture.place(this.simulation);
        this.#keep();
      }
    };
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(step);
  }

  #markPinned() {
    for (const [id, element] of this.picture.elements()) element.classList.toggle("pinned", this.pinned.has(id));
  }

  /** Point at a fact, here and in the list; null at none. */
  point(id, { isInList = false, isQuiet = false } = {}) {
    const node = this.graph.byId.get(id);
    this.picture.point(node && !isQuiet ? id : null);
    if (node) this.at = id;
    for (const [other, element] of this.picture.elements()) element.tabIndex = other === (this.at ?? this.graph.nodes[0].id) ? 0 : -1;
    for (const row of this.list.querySelectorAll(".pointed")) row.classList.remove("pointed");
    if (node) {
      node.row.classList.add("pointed");
      this.#show(node);
      if (!isInList) this.#scrollTo(node.row);
    } else if (!this.at) this.told.replaceChildren();
  }

  /** The text of the fact beneath the picture, as the list has it. */
  #show(node) {
    if (this.told.dataset.of === node.id && this.told.dataset.says === node.row.innerHTML) return;
    this.told.dataset.of = node.id;
    const parts = [".head", ".text", ".meta"].map((one) => node.row.querySelector(one).cloneNode(true));
    const open = document.createElement("a");
    open.href = node.row.querySelector("[data-open]").href;
    open.className = "button";
    open.textContent = this.words.querySelector('[data-word="open"]').textContent.replace("{id}", node.id);
    this.told.replaceChildren(...parts, open);
  }

  /** Within the list alone: the page stays where it is. */
  #scrollTo(row) {
    const box = row.closest(".scroll-list");
    if (box.scrollHeight <= box.clientHeight) return;
    const [inner, outer] = [row.getBoundingClientRect(), box.getBoundingClientRect()];
    const top = Math.max(outer.top, 0);
    const bottom = Math.min(outer.bottom, innerHeight);
    if (inner.top < top) box.scrollTop -= top - inner.top + 8;
    else if (inner.bottom > bottom) box.scrollTop += Math.min(inner.bottom - bottom + 8, inner.top - top);
  }

  /** Show what is around a fact; what is in focus already is opened. */
  async focusOn(id, { byKey = false } = {}) {
    const node = this.graph.byId.get(id);
    if (!node) return;
    const link = node.row.querySelector("[data-focusing]");
    if (!link) return this.open(id);
    trail.push(location.search);
    isStepping = true;
    isReturning = byKey;
    await visit(link.href, { parts: true });
    if (!isStepping) return;
    isStepping = isReturning = false; // the page stayed: what went wrong is told above it
    trail.pop();
  }

  open(id) {
    this.graph.byId.get(id)?.row.querySelector("[data-open]").click();
  }

  back() {
    isReturning = true;
    if (trail.length) history.back();
    else if (this.graph.focus) {
      const url = new URL(location.href);
      url.searchParams.delete("focus");
      visit(url.href, { parts: true });
    } else isReturning = false;
  }

  letGo(id) {
    if (!this.pinned.delete(id)) return;
    this.#markPinned();
    this.#warm();
  }

  #anew() {
    this.pinned.clear();
    this.simulation = new Simulation(this.graph.nodes, this.graph.edges).settle();
    this.camera.fit(this.#targets());
    this.#markPinned();
    this.#keep();
    if (isStill.matches) this.picture.place(this.simulation);
    else this.#glide(this.picture.places);
  }

  #act(name) {
    const acts = {
      in: () => this.zoom(ZOOM),
      out: () => this.zoom(1 / ZOOM),
      fit: () => (this.camera.fit(this.#targets()), this.picture.zoomed(), this.#keep()),
      anew: () => this.#anew(),
      back: () => this.back(),
    };
    acts[name]?.();
  }

  #onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const id = event.target.dataset.node;
    const isDone = DIRECTIONS[event.key] ? this.#go(event, id) : this.#press(event.key, id);
    if (!isDone) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #go(event, id) {
    const [dx, dy] = DIRECTIONS[event.key];
    if (!id || event.shiftKey) return this.pan(-dx * STEP, -dy * STEP), true;
    const places = [...this.picture.places].map(([other, place]) => ({ id: other, ...place }));
    const next = nearestIn([dx, dy], { id, ...this.picture.places.get(id) }, places);
    if (!next) return true;
    if (this.camera.show(next)) this.picture.zoomed();
    this.picture.element(next.id).focus({ preventScroll: true });
    return true;
  }

  #press(key, id) {
    const keys = {
      "+": () => this.zoom(ZOOM),
      "=": () => this.zoom(ZOOM),
      "-": () => this.zoom(1 / ZOOM),
      0: () => this.#act("fit"),
      Escape: () => this.back(),
      ...(id && {
        Enter: () => this.focusOn(id, { byKey: true }),
        " ": () => this.focusOn(id, { byKey: true }),
        f: () => this.focusOn(id, { byKey: true }),
        o: () => this.open(id),
        p: () => this.letGo(id),
      }),
    };
    keys[key]?.();
    return Boolean(keys[key]);
  }

  #onListClick(event) {
    const link = event.target.closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (link.matches("[data-focusing]")) {
      event.preventDefault();
      this.focusOn(link.closest("[data-row]").id);
    } else if (link.getAttribute("href").startsWith("#F")) {
      event.preventDefault();
      document.querySelector(link.getAttribute("href"))?.focus();
    }
  }
}

export function start(element) {
  return new Graph(element);
}
