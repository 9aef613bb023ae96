"""Which raised thresholds a review's marks speak for (DESIGN 2.7): what they would have kept out, at what loss.

A threshold is proposed only where it tells bad facts from good ones: more bad than good ones fall under it, and so many
that chance would hardly put them there. It is tried on the very facts that suggest it, so it looks a little better
than it will turn out to be.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from ..model import Mark, SampledFact
from .measures import LEAST_PRECISION

MOST_SUPPORT = 10
MOST_CONFIDENCE_PERCENT = 45
"""A new fact of consolidation begins at half: a threshold above that would forget each of them at once."""
CONFIDENCE_STEP_PERCENT = 5
MOST_CHANCE = 0.05


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What consolidation asks of a fact: observations it rests on, and confidence below which it is forgotten."""

    min_support: int
    min_confidence: float

    def keeps_out(self, fact: SampledFact) -> bool:
        """Whether the fact would not be there."""
        lacks_support = fact.needs_support and fact.support < self.min_support
        return lacks_support or (fact.may_fade and fact.confidence < self.min_confidence)


@dataclass(frozen=True, slots=True)
class Proposal:
    """Thresholds to raise to, and what they would have done to the marked facts that the old ones let through."""

    thresholds: Thresholds
    bad_kept_out: int
    good_lost: int
    bad_left: int
    good_left: int

    @property
    def precision(self) -> float:
        """The share of correct ones among what would be left of the marked facts."""
        return self.good_left / (self.good_left + self.bad_left)


def propose(facts: Sequence[SampledFact], current: Thresholds) -> Proposal | None:
    """The raised thresholds that the marks speak for, if they speak for any.

    The cheapest in good facts that bring precision to nine in ten; where none does, those with the greatest gain.
    """
    marked = [fact for fact in facts if fact.mark is not None and not current.keeps_out(fact)]
    bad = sum(fact.mark is not Mark.CORRECT for fact in marked)
    if not bad or (len(marked) - bad) / len(marked) >= LEAST_PRECISION:
        return None
    tried = (_try(marked, raised) for raised in _raised(current))
    sound = [one for one in tried if one.bad_kept_out > one.good_lost and one.good_left and _is_no_chance(one)]
    return min(sound, key=_cost, default=None)


def _raised(current: Thresholds) -> Iterator[Thresholds]:
    """Every pair of thresholds of which none is lowered and one is raised."""
    supports = range(current.min_support, max(MOST_SUPPORT, current.min_support) + 1)
    steps = range(CONFIDENCE_STEP_PERCENT, MOST_CONFIDENCE_PERCENT + 1, CONFIDENCE_STEP_PERCENT)
    confidences = [current.min_confidence, *(step / 100 for step in steps if step / 100 > current.min_confidence)]
    pairs = (Thresholds(*pair) for pair in product(supports, confidences))
    return (raised for raised in pairs if raised != current)


def _try(marked: Sequence[SampledFact], raised: Thresholds) -> Proposal:
    out = [fact.mark is not Mark.CORRECT for fact in marked if raised.keeps_out(fact)]
    left = [fact.mark is not Mark.CORRECT for fact in marked if not raised.keeps_out(fact)]
    return Proposal(raised, sum(out), len(out) - sum(out), sum(left), len(left) - sum(left))


def _cost(one: Proposal) -> tuple[int, ...]:
    """The least is the best; one that would have kept out the same is no better for being higher."""
    height = one.thresholds.min_support, round(one.thresholds.min_confidence * 100)
    if one.precision >= LEAST_PRECISION:
        return (0, one.good_lost, -one.bad_kept_out, *height)
    return (1, one.good_lost - one.bad_kept_out, one.good_lost, *height)


def _is_no_chance(one: Proposal) -> bool:
    """Would a cut that knows nothing keep out as many bad ones in at most one of twenty cases? (Fisher, one-sided.)"""
    bad, good = one.bad_kept_out + one.bad_left, one.good_lost + one.good_left
    out = one.bad_kept_out + one.good_lost
    ways = sum(math.comb(bad, n) * math.comb(good, out - n) for n in range(one.bad_kept_out, min(bad, out) + 1))
    return ways <= MOST_CHANCE * math.comb(bad + good, out)
