"""Maximal marginal relevance: of what says the same, the best comes first and the rest later (DESIGN 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from heapq import heapify, heappop, heappush
from typing import TypeVar

T = TypeVar("T")

RELEVANCE = 0.7
"""How much a candidate's own score counts; the rest is how much it repeats what stands before it."""


def diversify(
    ordered: Sequence[tuple[T, float]],
    taken: Iterable[T],
    count: int,
    likeness: Callable[[T, T], float],
    relevance: float = RELEVANCE,
) -> list[T]:
    """The next `count` of the candidates, after those that were `taken` already.

    `ordered` has them best first, each with its score of 0 to 1; `likeness` is 0, nothing in common, to 1, the same
    said again. A candidate is worth `relevance` times its score less the rest times its likeness to the one before it
    that it is most like. So it can be put behind those whose score is at most (1 - relevance) / relevance below its
    own: what is less relevant than that never comes first for being different. Ties fall to the better, then the first.
    """
    scores = [relevance * score for _, score in ordered]
    repeats = [0.0] * len(ordered)
    before = list(taken)
    chosen: list[T] = []
    # What a candidate is worth only falls with what comes before it, so only who is first is compared with all of that.
    waiting = [(-score, at, 0) for at, score in enumerate(scores)]
    heapify(waiting)
    while waiting and len(chosen) < count:
        _, at, compared = heappop(waiting)
        candidate = ordered[at][0]
        if compared == len(before):
            chosen.append(candidate)
            before.append(candidate)
        else:
            repeats[at] = max(repeats[at], *(likeness(candidate, other) for other in before[compared:]))
            heappush(waiting, ((1 - relevance) * repeats[at] - scores[at], at, len(before)))
    return chosen


def shared_words(one: frozenset[str], other: frozenset[str]) -> float:
    """How much two texts have in common by their words, where there are no vectors: Jaccard's share."""
    union = len(one | other)
    return len(one & other) / union if union else 0.0


def beyond(share: float, floor: float) -> float:
    """A share of 0..1 as 0, at most the floor, to 1."""
    return max(0.0, (share - floor) / (1 - floor))
