"""What the list beside the graph says of each fact, and its picture draws: mark of its domain, text and links."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

GLYPHS = 16
"""Marks that tell domains apart: eight shapes, filled and hollow."""
TEXT_CHARS = 160
TEXT_CHARS_OF_MANY = 90
MANY = 150
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
    most = TEXT_CHARS if len(graph["nodes"]) <= MANY else TEXT_CHARS_OF_MANY
    return [_node(row, marks, links.get(row["id"], {}), most) for row in graph["nodes"]]


def _node(row: Mapping[str, Any], marks: Mapping[str, int], links: Mapping[str, list[Link]], most: int) -> Node:
    domain, content = domain_name(row), str(row["content"])
    shown = sum(len(some) for some in links.values())
    is_cut = len(content) > most + most // 4
    return Node(
        row=row,
        domain=domain,
        glyph=marks.get(domain, 0),
        text=content[:most] if is_cut else content,
        cut=len(content) - most if is_cut else 0,
        links=[(kind, links[kind]) for kind in sorted(links, key=_ORDER.__getitem__)],
        shown=shown,
        more=max(0, row["links"] - shown),
    )


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
