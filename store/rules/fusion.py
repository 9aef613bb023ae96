"""How the voices of a search become one score: each is put on a scale of 0 to 1, weighed, and added up (DESIGN 4).

Scores are added rather than ranks, because a rank forgets how sure a voice was: the best of a thousand poor matches is
first as well. The weights were measured, `docs/decisions/0009-recall.md` has the figures; they are few, and the result
hardly changes when one of them is off by a third.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import NamedTuple, TypeVar

from .intent import Intent
from .time_query import TimeQuery

K = TypeVar("K", bound=Hashable)

NEARNESS = 0.4
"""What the nearest in meaning is worth beside a text that holds all of the words, as a sign that it answers."""
SAME = 1e-4
"""Cosines that differ by less are equal, but for rounding."""
RANK_CONSTANT = 60
"""Of reciprocal rank fusion: how much the first place counts more than the next ones."""


class Weights(NamedTuple):
    """What each part adds to a candidate's score, of which it has 0 to 1."""

    lexical: float = 1.0
    semantic: float = 0.8
    graph: float = 0.8
    temporal: float = 0.05
    source: float = 0.3
    named: float = 0.2


GENERAL = Weights()
"""For a query of which nothing more is known."""
OF_TIME = GENERAL._replace(temporal=0.5)
"""For a query that says from when to when, what came first or last, or before or after what."""


def weights_for(intent: Intent, time: TimeQuery) -> Weights:
    """The weights for a query.

    Only time changes them: for the other kinds no other weights were better on what was measured. A query that asks for
    a time and names none, `when did ...`, is answered by the text that tells it, whenever that was written.
    """
    says_when = time.spans or time.direction is not None or time.anchor is not None
    return OF_TIME if intent is Intent.TEMPORAL and says_when else GENERAL


def share_of_ideal(scores: Mapping[K, float], ideal: float) -> dict[K, float]:
    """Scores as shares of what a match of the whole query would have.

    The best may have more, a text that repeats the words: then all are shares of its score.
    """
    most = max(ideal, max(scores.values(), default=0.0))
    return {key: score / most for key, score in scores.items()} if most > 0 else {}


def above_background(cosines: Mapping[K, float], unrelated: float) -> dict[K, float]:
    """Cosines as 0, no nearer than anything is, to 1, the nearest of all.

    Models differ in what a cosine means. Where it is known up to which one texts are `unrelated`, those are left out,
    and they may be all. Where it isn't (0), the farthest that was found stands for what is no nearer than anything.
    """
    if not cosines:
        return {}
    best, background = max(cosines.values()), unrelated or min(cosines.values())
    near = {key: cosine for key, cosine in cosines.items() if cosine > background or not unrelated}
    if best - background < SAME:
        return dict.fromkeys(near, 1.0)
    return {key: (cosine - background) / (best - background) for key, cosine in near.items()}


def weigh(parts: Iterable[tuple[float, Mapping[K, float]]]) -> dict[K, float]:
    """The weighted sum of the parts, for every candidate that any of them has."""
    total: dict[K, float] = {}
    for weight, scores in parts:
        if weight:
            for key, score in scores.items():
                total[key] = total.get(key, 0.0) + weight * score
    return total


def sureness(lexical: Mapping[K, float], semantic: Mapping[K, float]) -> dict[K, float]:
    """How sure it is that a candidate answers, 0 to 1: what others may be brought or lifted by.

    Words tell that better than nearness, of which there is always a best. The third power lets what stands out lead,
    and not the many that answer a little: where nothing does, nothing is lifted.
    """
    shares = weigh([(1.0, lexical), (NEARNESS, semantic)])
    most = max(1.0, max(shares.values(), default=0.0))
    return {key: (share / most) ** 3 for key, share in shares.items()}


def reciprocal_ranks(order: Iterable[K]) -> dict[K, float]:
    """What reciprocal rank fusion adds for one voice: 1 / (60 + place) for what stands in its order, best first."""
    return {key: 1 / (RANK_CONSTANT + place) for place, key in enumerate(order, 1)}


def best_of_group(scores: Mapping[K, float], groups: Mapping[K, Hashable]) -> dict[K, float]:
    """For each candidate the best score of its group; one without a group is alone in its own."""
    best: dict[Hashable, float] = {}
    for key, score in scores.items():
        group = groups.get(key)
        if group is not None and score > best.get(group, 0.0):
            best[group] = score
    return {key: best[groups[key]] if groups.get(key) is not None else score for key, score in scores.items()}
