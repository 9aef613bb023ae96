"""The knowledge graph as a person looks at it: a fact with what hangs together with it, or the strongest facts."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypedDict

from ..store.errors import NotFound
from ..store.model import EVERY_LINK, Edge, Fact, FactFilter, FactListing, FactOrder, LinkFilter
from ..store.protocol import Transaction
from .fact_views import FactRow, fact_rows
from .ids import fact_id

FAN_OUT = 24
"""So many links of each fact are followed, the strongest first."""
POOL = 300
"""The surest facts, from which those are chosen that hang together most."""


@dataclass(frozen=True, slots=True)
class GraphView:
    """Which facts and links are looked at, and how many at most."""

    where: FactFilter
    links: LinkFilter = EVERY_LINK
    most_facts: int = 100
    most_edges: int = 2000


class NodeRow(FactRow):
    """A fact with how many links lead from it to others that may be seen, shown here or not; 24 are counted."""

    links: int


class EdgeRow(TypedDict):
    """A link from the fact that came later, or wins, to the other."""

    from_id: str
    to_id: str
    kind: str
    weight: float


class Graph(TypedDict):
    """Facts and the links between them; how many facts that fit, and weaker links between those shown, had no room."""

    focus: str | None
    nodes: list[NodeRow]
    edges: list[EdgeRow]
    left_out: int
    edges_left_out: int


_Around = Mapping[int, Sequence[Edge]]


def neighbourhood(tx: Transaction, number: int, view: GraphView) -> Graph:
    """A fact and what is at most two links away from it, the nearest and most strongly linked first."""
    focus = _focus(tx, number, view.where)
    near = _by_weight(_all(_around(tx, [number], view)), {number})
    second = _by_weight(_all(_around(tx, near, view)), {number, *near})
    reached = [*near, *second]
    seen = tx.facts.get_many(reached, view.where)
    shown = [seen[one] for one in reached if one in seen][: view.most_facts - 1]
    facts = [focus, *shown]
    return _graph(tx, facts, view, _around(tx, _numbers(facts), view), focus=number, left_out=len(seen) - len(shown))


def _focus(tx: Transaction, number: int, where: FactFilter) -> Fact:
    """The fact, whatever became of it and wherever it belongs, as long as it may be seen."""
    fact = tx.facts.get_many([number], replace(_anywhere(where), include_superseded=True, include_retired=True))
    if number not in fact:
        raise NotFound(f"There is no fact {fact_id(number)}; memory_fact.list shows those there are.")
    return fact[number]


def strongest(tx: Transaction, view: GraphView) -> Graph:
    """Of the facts that are surest now, those that hang together most strongly, and the links between them."""
    listing = FactListing(view.where, FactOrder.SUREST)
    found = tx.fact_pages.page(listing, None, max(POOL, view.most_facts))
    pool = [one.fact for one in found]
    around = _around(tx, _numbers(pool), view)
    facts = _grown(pool, around, view.most_facts)
    left_out = tx.fact_pages.count(listing) - len(facts)
    kept = {number: around[number] for number in _numbers(facts) if number in around}
    return _graph(tx, facts, view, kept, focus=None, left_out=left_out)


def _grown(pool: Sequence[Fact], around: _Around, most: int) -> list[Fact]:
    """Facts of the pool, each the one that is linked most strongly to those before it.

    Where several are, or none is, the one comes whose links within the pool weigh most, then the surer.
    """
    facts = {fact.id: fact for fact in pool}
    near: dict[int, dict[int, float]] = {number: {} for number in facts}
    for edge in _unique(_all(around), facts):
        for end in (edge.from_fact_id, edge.to_fact_id):
            near[end][edge.other(end)] = near[end].get(edge.other(end), 0.0) + edge.weight
    ranks = {number: (sum(near[number].values()), -place) for place, number in enumerate(facts)}
    drawn = dict.fromkeys(facts, 0.0)
    grown: list[Fact] = []
    while drawn and len(grown) < most:
        chosen = max(drawn, key=lambda number: (round(drawn[number], 9), ranks[number]))
        del drawn[chosen]
        grown.append(facts[chosen])
        for number, weight in near[chosen].items():
            if number in drawn:
                drawn[number] += weight
    return grown


def _graph(
    tx: Transaction, facts: Sequence[Fact], view: GraphView, around: _Around, *, focus: int | None, left_out: int
) -> Graph:
    numbers = set(_numbers(facts))
    edges = sorted(_unique(_all(around), numbers), key=lambda edge: (-edge.weight, edge.from_fact_id, edge.to_fact_id))
    shown = edges[: view.most_edges]
    counts = _link_counts(tx, around, numbers, view.where)
    return Graph(
        focus=fact_id(focus) if focus is not None else None,
        nodes=[
            NodeRow(**row, links=counts.get(fact.id, 0))
            for fact, row in zip(facts, fact_rows(tx, facts, view.where), strict=True)
        ],
        edges=[_edge(one) for one in sorted(shown, key=_ends)],
        left_out=left_out,
        edges_left_out=len(edges) - len(shown),
    )


def _link_counts(tx: Transaction, around: _Around, shown: Collection[int], where: FactFilter) -> dict[int, int]:
    """How many of each fact's links lead to what may be seen, in whichever domain."""
    ends = {edge.other(number) for number, edges in around.items() for edge in edges}
    seen = {*shown, *tx.facts.get_many(ends.difference(shown), _anywhere(where))}
    return {number: sum(edge.other(number) in seen for edge in edges) for number, edges in around.items()}


def _around(tx: Transaction, numbers: Collection[int], view: GraphView) -> _Around:
    """Links narrow by what may be seen; domain, repository and type narrow what is shown, not the way."""
    return tx.edges.around(numbers, FAN_OUT, _anywhere(view.where), view.links) if numbers else {}


def _anywhere(where: FactFilter) -> FactFilter:
    return replace(where, domain_name=None, repo=None, memory_type=None)


def _by_weight(edges: Sequence[Edge], known: Collection[int]) -> list[int]:
    """The facts that the links lead to beside those that are known, the most strongly linked first, then the newer."""
    weights: dict[int, float] = {}
    for edge in edges:
        for end in (edge.from_fact_id, edge.to_fact_id):
            if end not in known:
                weights[end] = max(edge.weight, weights.get(end, 0.0))
    return sorted(weights, key=lambda number: (-weights[number], -number))


def _numbers(facts: Sequence[Fact]) -> list[int]:
    return [fact.id for fact in facts]


def _all(around: _Around) -> list[Edge]:
    return [edge for edges in around.values() for edge in edges]


def _unique(edges: Sequence[Edge], shown: Collection[int]) -> list[Edge]:
    """Each link once, between facts that are shown."""
    unique = {_ends(edge): edge for edge in edges}
    return [edge for _, edge in sorted(unique.items()) if edge.from_fact_id in shown and edge.to_fact_id in shown]


def _ends(edge: Edge) -> tuple[int, int, str]:
    return edge.from_fact_id, edge.to_fact_id, edge.kind.value


def _edge(edge: Edge) -> EdgeRow:
    return EdgeRow(
        from_id=fact_id(edge.from_fact_id),
        to_id=fact_id(edge.to_fact_id),
        kind=edge.kind.value,
        weight=round(edge.weight, 4),
    )
