// Which labels have room: none is written upon another or upon a fact.

const LINE = 15;
const GAP = 10;

function overlaps(a, b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** Where a label may stand beside a fact: right, left, beneath, above. */
function boxes({ x, y, width }) {
  const half = LINE / 2;
  return [
    { anchor: "start", x: x + GAP, y, left: x + GAP, right: x + GAP + width, top: y - half, bottom: y + half },
    { anchor: "end", x: x - GAP, y, left: x - GAP - width, right: x - GAP, top: y - half, bottom: y + half },
    { anchor: "middle", x, y: y + GAP + half, left: x - width / 2, right: x + width / 2, top: y + GAP, bottom: y + GAP + LINE },
    { anchor: "middle", x, y: y - GAP - half, left: x - width / 2, right: x + width / 2, top: y - GAP - LINE, bottom: y - GAP },
  ];
}

/** Boxes by the part of the screen that they touch, so that few are compared. */
class Taken {
  #cells = new Map();
  static #size = 64;

  *#keys(box) {
    const size = Taken.#size;
    for (let x = Math.floor(box.left / size); x <= Math.floor(box.right / size); x++)
      for (let y = Math.floor(box.top / size); y <= Math.floor(box.bottom / size); y++) yield `${x},${y}`;
  }

  add(box) {
    for (const key of this.#keys(box)) {
      const cell = this.#cells.get(key);
      if (cell) cell.push(box);
      else this.#cells.set(key, [box]);
    }
  }

  isFree(box) {
    for (const key of this.#keys(box)) if (this.#cells.get(key)?.some((one) => overlaps(one, box))) return false;
    return true;
  }
}

/**
 * The labels that have room. `wanted` are {id, x, y, width}, in the order in which they are to be served; one with
 * `above` can only stand there. `dots` are places of the screen that no label covers.
 */
export function placeLabels(wanted, dots, { width, height }) {
  const taken = new Taken();
  for (const { x, y } of dots) taken.add({ left: x - 7, right: x + 7, top: y - 7, bottom: y + 7 });
  const placed = [];
  for (const label of wanted) {
    if (label.x < 0 || label.y < 0 || label.x > width || label.y > height) continue;
    const ways = label.above ? [boxes(label)[3]] : boxes(label);
    const box = ways.find((one) => one.left > 0 && one.right < width && one.top > 0 && one.bottom < height && taken.isFree(one));
    if (!box) continue;
    taken.add(box);
    placed.push({ ...label, anchor: box.anchor, labelX: box.x, labelY: box.y, box });
  }
  return placed;
}
