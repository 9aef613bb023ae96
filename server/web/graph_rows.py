"""What the list beside the graph says of each fact, and its picture draws: mark of its domain, text and links."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .visible import visible

GLYPHS = 16
"""Marks that tell domains apart: eight shapes, filled and hollow."""
TEXT_BYTES = 400
TOPIC_BYTES = 300
TEXT_BYTES_OF_MANY = 110
TOPIC_BYTES_OF_MANY = 80
MANY = 120
"""Beyond so many facts less of each is written, so that the page stays light; bytes as they are sent."""
ROW_BYTES = 640
LINK_BYTES = 60
SUPERSEDES = "supersedes"
SUPERSEDED_BY = "superseded_by"
KINDS = ("supersedes", "same_source", "same_topic", "same_session", "related")
"""In the order of the legend: the closest kin first."""
_ORDER = {kind: place for place, kind in enumerate((SUPERSEDES, SUPERSEDED_BY, *KINDS[1:]))}


@dataclass(frozen=True, slots=True)
class Link:
    """A link as seen from one of its ends: where to, and how strong."""

    to: str
    weight: float


@dataclass(frozen=True, slots=True)
class Node:
    """A fact with its links, by kind; `more` are those that lead to what isn't shown."""

    row: Mapping[str, Any]
    domain: str
    glyph: int
    topic: str
    text: str
    cut: int
    links: Sequence[tuple[str, Sequence[Link]]]
    shown: int
    more: int


def domain_name(row: Mapping[str, Any]) -> str:
    """A domain with its repository, as filters take it."""
    return f"repo:{row['repo']}/{row['domain']}" if row["repo"] else str(row["domain"])


def glyphs(domains: Collection[str]) -> dict[str, int]:
    """The mark of each domain, the same whatever else is shown; beyond sixteen domains marks come again."""
    return {name: place % GLYPHS for place, name in enumerate(sorted(domains))}


def nodes(graph: Mapping[str, Any], marks: Mapping[str, int]) -> list[Node]:
    """The facts of an answer of `memory_graph.get` in its order."""
    links = _links(graph["edges"])
    is_many = len(graph["nodes"]) > MANY
    return [_node(row, marks, links.get(row["id"], {}), is_many=is_many) for row in graph["nodes"]]


def bytes_of(shown: Sequence[Node], edges: int) -> int:
    """About how many bytes the list takes, rather more than less."""
    return edges * LINK_BYTES + sum(ROW_BYTES + sum(map(_sent, (one.topic, one.text, one.domain))) for one in shown)


def _node(row: Mapping[str, Any], marks: Mapping[str, int], links: Mapping[str, list[Link]], *, is_many: bool) -> Node:
    domain, content = domain_name(row), str(row["content"])
    text = _beginning(content, TEXT_BYTES_OF_MANY if is_many else TEXT_BYTES)
    topic = _beginning(str(row["topic"]), TOPIC_BYTES_OF_MANY if is_many else TOPIC_BYTES)
    shown = sum(len(some) for some in links.values())
    return Node(
        row=row,
        domain=domain,
        glyph=marks.get(domain, 0),
        topic=topic if topic == row["topic"] else f"{topic}…",
        text=text,
        cut=len(content) - len(text),
        links=[(kind, links[kind]) for kind in sorted(links, key=_ORDER.__getitem__)],
        shown=shown,
        more=max(0, row["links"] - shown),
    )


def _beginning(text: str, most_bytes: int) -> str:
    """As much of a text as can be sent in so many bytes: what is written out, or escaped, takes several a character."""
    if len(text) * 5 <= most_bytes and text.isascii() and text.isprintable():
        return text
    cut = text[:most_bytes]
    while cut and (size := _sent(cut)) > most_bytes:
        cut = cut[: min(len(cut) - 1, len(cut) * most_bytes // size)]
    return cut


def _sent(text: str) -> int:
    return len(visible(text).encode()) - len(visible("").encode())


def _links(edges: Sequence[Mapping[str, Any]]) -> Mapping[str, Mapping[str, list[Link]]]:
    """The links of each fact by kind, the strongest first, of equal ones that to the older fact."""
    found: defaultdict[str, defaultdict[str, list[Link]]] = defaultdict(lambda: defaultdict(list))
    for edge in sorted(edges, key=lambda one: (-one["weight"], _number(one["from_id"]), _number(one["to_id"]))):
        start, end, kind, weight = edge["from_id"], edge["to_id"], edge["kind"], edge["weight"]
        found[start][kind].append(Link(end, weight))
        found[end][SUPERSEDED_BY if kind == SUPERSEDES else kind].append(Link(start, weight))
    return found


def _number(name: str) -> int:
    return int(name[1:])
