"""The walk over edges: from the facts that a search is sure of to those that hang together with them (DESIGN 4)."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from ..model import EdgeKind

DISCOUNT = 0.5
"""What is left of a score after a step over an edge of weight 1."""
MOST_SEEDS = 8
FAN_OUT = 8
"""Edges that are followed from one fact, the first: a hub leads to its nearest only."""
MOST_CARRIERS = 8
"""Facts that the second step starts from, the surest; with the two above, a walk follows 128 edges at most."""


class Way(NamedTuple):
    """An edge as seen from the fact it leaves; the weight is 0..1."""

    to: int
    kind: EdgeKind
    weight: float


class Hop(NamedTuple):
    """One step of a path: from which fact, over what kind of edge."""

    fact_id: int
    kind: EdgeKind


class Reached(NamedTuple):
    """How strongly a fact hangs together with the seeds, 0..1, and the surest path to it, from a seed on."""

    score: float
    path: tuple[Hop, ...]


Ways = Mapping[int, Sequence[Way]]
"""The ways from each fact, in the order in which they are to be followed."""
Neighbours = Callable[[Collection[int]], Ways]
"""Gives the ways from each of the facts that it is asked for."""


class _Arrival(NamedTuple):
    """One path's end: how sure it is, how sure it would be over edges of weight 1, and how it went."""

    score: float
    ceiling: float
    path: tuple[Hop, ...]


_Arrivals = dict[int, list[_Arrival]]


def walk(seeds: Mapping[int, float], neighbours: Neighbours) -> dict[int, Reached]:
    """The facts within two steps of the seeds (fact -> score of 0..1), the strongest first, then the newer.

    A path is worth its seed's score times the weight of each edge, and times `DISCOUNT` for each step. Several paths
    to a fact add up as independent hints do, 1 - (1-a)(1-b), so that what many seeds point at comes first; but to no
    more than the best of them would be over edges of weight 1: hints make up for a weak edge, never for a weak seed or
    a long way. No path ends where it began, so a seed is reached from other seeds only.
    """
    strongest = sorted((one for one in seeds if seeds[one] > 0), key=lambda one: (-seeds[one], -one))[:MOST_SEEDS]
    ways = dict(neighbours(strongest))
    first = _step({seed: [_Arrival(seeds[seed], seeds[seed], ())] for seed in strongest}, ways)
    surest = list(_ranked(first))[:MOST_CARRIERS]
    ways |= neighbours([number for number in surest if number not in strongest])
    second = _step({number: first[number] for number in surest}, ways)
    every = {number: [*first.get(number, ()), *second.get(number, ())] for number in {*first, *second}}
    return {number: Reached(one.score, one.path) for number, one in _ranked(every).items()}


def _step(carriers: _Arrivals, ways: Ways) -> _Arrivals:
    """Where the ways from the carriers lead."""
    arrivals: defaultdict[int, list[_Arrival]] = defaultdict(list)
    for carrier, come in carriers.items():
        began = {one.path[0].fact_id for one in come if one.path}
        every = _together(come)
        for way in ways.get(carrier, ())[:FAN_OUT]:
            here = every
            if way.to in began:
                here = _together(one for one in come if not one.path or one.path[0].fact_id != way.to)
            if here is not None:
                path = (*here.path, Hop(carrier, way.kind))
                arrivals[way.to].append(_Arrival(here.score * way.weight * DISCOUNT, here.ceiling * DISCOUNT, path))
    return dict(arrivals)


def _together(arrivals: Iterable[_Arrival]) -> _Arrival | None:
    """Several arrivals as one, with the path of the surest, of equal ones the first."""
    counted = list(arrivals)
    if len(counted) < 2:
        return counted[0] if counted else None
    hints = 1 - math.prod(1 - one.score for one in counted)
    ceiling = max(one.ceiling for one in counted)
    return _Arrival(min(hints, ceiling), ceiling, max(counted, key=lambda one: one.score).path)


def _ranked(arrivals: _Arrivals) -> dict[int, _Arrival]:
    found = {number: one for number, come in arrivals.items() if (one := _together(come)) is not None}
    return dict(sorted(found.items(), key=lambda item: (-item[1].score, -item[0])))
