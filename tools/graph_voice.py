"""The graph voice of recall: facts that hang together with what the other voices are sure of, in other words."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from ..store.model import Candidate, FactFilter
from ..store.protocol import Transaction
from ..store.rules import graph
from ..store.rules.graph import Hop, Way


class Walked(NamedTuple):
    """A fact that the walk reached: how strongly (its `score`, 0..1), and the surest path to it from a seed on.

    The path may lead over a superseded fact, never over one that the reader may not see.
    """

    candidate: Candidate
    path: tuple[Hop, ...]


def walk(tx: Transaction, seeds: Mapping[int, float], where: FactFilter, limit: int) -> list[Walked]:
    """At most `limit` facts that `where` lets through, two steps from the seeds at most: the strongest first, then the
    newer.

    `seeds` are visible facts with scores of 0..1, the surest that other voices found. One that other seeds lead to is
    there again, with what they make of it.
    """

    def ways(numbers: Collection[int]) -> dict[int, list[Way]]:
        around = tx.edges.around(numbers, graph.FAN_OUT, where)
        return {
            number: [Way(edge.other(number), edge.kind, edge.weight) for edge in edges]
            for number, edges in around.items()
        }

    reached = graph.walk(seeds, ways)
    found: list[Candidate] = []
    numbers = list(reached)
    while numbers and len(found) < limit:
        tried, numbers = numbers[:limit], numbers[limit:]
        found += tx.facts.candidates({number: reached[number].score for number in tried}, where)
    return [Walked(candidate, reached[candidate.id].path) for candidate in found[:limit]]
