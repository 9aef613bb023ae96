// The list beside the picture is all that the picture knows: one row a fact, `F3 0.70` for each of its links.

const TOPIC_CHARS = 28;

function shortened(text) {
  const chars = [...text.replace(/\s+/g, " ").trim()];
  return chars.length > TOPIC_CHARS ? `${chars.slice(0, TOPIC_CHARS - 1).join("").trimEnd()}…` : chars.join("");
}

function nodeOf(row) {
  const mark = row.querySelector(".glyph");
  const topic = row.querySelector(".head b").textContent;
  return {
    id: row.id,
    row,
    topic,
    label: shortened(topic),
    domain: row.querySelector("[data-domain]").textContent,
    shape: mark.querySelector("use").getAttribute("href"),
    isHollow: mark.classList.contains("hollow"),
    ink: [...mark.classList].find((one) => one.startsWith("ink-")),
    isFocus: row.hasAttribute("data-focus"),
    needs: row.hasAttribute("data-needs"),
    isOut: row.hasAttribute("data-out"),
    says: `${row.id} ${topic}, ${row.querySelector("[data-links]").textContent}`,
    degree: row.querySelectorAll("[data-kind] a").length,
  };
}

/** The links of a row; each is found at both of its ends, and taken from the one that replaces or that comes first. */
function edgesOf(row, places) {
  const found = [];
  for (const group of row.querySelectorAll("[data-kind]")) {
    for (const link of group.querySelectorAll("a")) {
      const [to, weight] = link.textContent.split(" ");
      const kind = group.dataset.kind;
      const isFirst = kind === "supersedes" || (kind !== "superseded_by" && places.get(row.id) < places.get(to));
      if (isFirst && places.has(to)) found.push({ from: row.id, to, kind, weight: Number(weight) });
    }
  }
  return found;
}

/** What is shown: facts in their order, links, and for each fact the facts it is linked to. */
export function readGraph(list) {
  const nodes = [...list.querySelectorAll("li[data-row]")].map(nodeOf);
  const places = new Map(nodes.map((one, place) => [one.id, place]));
  const edges = nodes.flatMap((one) => edgesOf(one.row, places));
  const near = new Map(nodes.map((one) => [one.id, new Set()]));
  const pairs = new Map();
  for (const edge of edges) {
    near.get(edge.from).add(edge.to);
    near.get(edge.to).add(edge.from);
    const pair = [edge.from, edge.to].sort().join(" ");
    edge.beside = pairs.get(pair) ?? 0;
    pairs.set(pair, edge.beside + 1);
  }
  return { nodes, edges, near, byId: new Map(nodes.map((one) => [one.id, one])), focus: nodes.find((one) => one.isFocus) };
}
