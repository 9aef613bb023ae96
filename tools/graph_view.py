"""The knowledge graph as a person looks at it: a fact with what hangs together with it, or the strongest facts."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TypedDict

from ..store.errors import NotFound
from ..store.model import Edge, Fact, FactFilter, FactListing, FactOrder, Standing
from ..store.protocol import Transaction
from .fact_views import FactRow, fact_rows
from .ids import fact_id

FAN_OUT = 24
"""So many links of each fact are followed, the strongest first."""


class EdgeRow(TypedDict):
    """A link from the fact that came later, or wins, to the other."""

    from_id: str
    to_id: str
    kind: str
    weight: float


class Graph(TypedDict):
    """Facts and the links between them; `left_out` is how many near facts had no room."""

    focus: str | None
    nodes: list[FactRow]
    edges: list[EdgeRow]
    left_out: int


def neighbourhood(tx: Transaction, number: int, where: FactFilter, limit: int) -> Graph:
    """A fact and what is at most two links away from it, the nearest and most strongly linked first."""
    focus = _focus(tx, number, where)
    first = _around(tx, [number], where)
    near = _by_weight(first, {number})
    second = _around(tx, near, where)
    reached = [*near, *_by_weight(second, {number, *near})]
    seen = tx.facts.get_many(reached, where)
    shown = [one for one in reached if one in seen][: limit - 1]
    facts = [focus, *(seen[one] for one in shown)]
    return Graph(
        focus=fact_id(number),
        nodes=fact_rows(tx, facts, where),
        edges=_edges(_around(tx, [number, *shown], where), {number, *shown}),
        left_out=len(seen) - len(shown),
    )


def _focus(tx: Transaction, number: int, where: FactFilter) -> Fact:
    """The fact, whatever became of it and wherever it belongs, as long as it may be seen."""
    anywhere = replace(
        where, domain_name=None, repo=None, memory_type=None, include_superseded=True, include_retired=True
    )
    fact = tx.facts.get_many([number], anywhere).get(number)
    if fact is None:
        raise NotFound(f"There is no fact {fact_id(number)}; memory_fact.list shows those there are.")
    return fact


def strongest(tx: Transaction, where: FactFilter, limit: int) -> Graph:
    """The facts that are surest now, and the links between them."""
    found = tx.fact_pages.page(FactListing(where, state=Standing.ACTIVE, order=FactOrder.SUREST), None, limit)
    facts = [one.fact for one in found]
    numbers = [fact.id for fact in facts]
    edges = _around(tx, numbers, where)
    return Graph(
        focus=None,
        nodes=fact_rows(tx, facts, where),
        edges=_edges(edges, set(numbers)),
        left_out=0,
    )


def _around(tx: Transaction, numbers: Collection[int], where: FactFilter) -> list[Edge]:
    """Links narrow by what may be seen; domain, repository and type narrow what is shown, not the way."""
    way = replace(where, domain_name=None, repo=None, memory_type=None)
    found = tx.edges.around(numbers, FAN_OUT, way) if numbers else {}
    return [edge for edges in found.values() for edge in edges]


def _by_weight(edges: Sequence[Edge], known: Collection[int]) -> list[int]:
    """The facts that the links lead to beside those that are known, the most strongly linked first, then the newer."""
    weights: dict[int, float] = {}
    for edge in edges:
        for end in (edge.from_fact_id, edge.to_fact_id):
            if end not in known:
                weights[end] = max(edge.weight, weights.get(end, 0.0))
    return sorted(weights, key=lambda number: (-weights[number], -number))


def _edges(edges: Sequence[Edge], shown: Collection[int]) -> list[EdgeRow]:
    """Each link once, between facts that are shown."""
    unique = {(edge.from_fact_id, edge.to_fact_id, edge.kind): edge for edge in edges}
    kept = [edge for _, edge in sorted(unique.items()) if edge.from_fact_id in shown and edge.to_fact_id in shown]
    return [
        EdgeRow(
            from_id=fact_id(edge.from_fact_id),
            to_id=fact_id(edge.to_fact_id),
            kind=edge.kind.value,
            weight=round(edge.weight, 4),
        )
        for edge in kept
    ]
