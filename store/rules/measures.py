"""How good the memory is (DESIGN 2.7): which facts are looked at, what their marks say, and how sure that is.

The sample is a permutation by SHA-256 of seed and id, so one seed draws the same facts on every machine and version of
Python, and a longer sample begins with the shorter one.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from ..model import Mark, SampledFact

SAMPLE_SIZE = 30
LEAST_PRECISION = 0.9
CERTAINTY = 0.95
_Z = NormalDist().inv_cdf((1 + CERTAINTY) / 2)
_EXACT_DIGITS = 9
_MOST_MARKS = 100_000


def draw(fact_ids: Collection[int], seed: int, size: int = SAMPLE_SIZE) -> tuple[int, ...]:
    """A random sample without replacement, in random order; all of the facts where there are no more."""
    return tuple(sorted(set(fact_ids), key=lambda number: _lot(seed, number))[: max(size, 0)])


def _lot(seed: int, number: int) -> tuple[bytes, int]:
    return hashlib.sha256(f"{seed}:{number}".encode()).digest(), number


@dataclass(frozen=True, slots=True)
class Precision:
    """The share of correct facts among those marked, and the interval in which that of all active facts lies."""

    marked: int
    correct: int
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class NotMeasured:
    """Nothing was marked, so nothing is known."""


@dataclass(frozen=True, slots=True)
class GoodEnough:
    """At least nine of ten are correct; `is_sure` when the whole interval says so."""

    precision: Precision
    is_sure: bool


@dataclass(frozen=True, slots=True)
class DoesHarm:
    """Less than nine of ten are correct: more harm than good; `is_sure` when the whole interval says so."""

    precision: Precision
    is_sure: bool


Judgement = NotMeasured | GoodEnough | DoesHarm


def judge(facts: Iterable[SampledFact], population: int) -> Judgement:
    """What the marks say by the rule of nine in ten; the share decides, the interval says how sure that is."""
    marks = [fact.mark for fact in facts if fact.mark is not None]
    if not marks:
        return NotMeasured()
    found = measure(marks.count(Mark.CORRECT), len(marks), population)
    if found.share < LEAST_PRECISION:
        return DoesHarm(found, is_sure=found.high < LEAST_PRECISION)
    return GoodEnough(found, is_sure=found.low >= LEAST_PRECISION)


def measure(correct: int, marked: int, population: int) -> Precision:
    """Precision with its Wilson interval, narrower the more of a finite population was marked."""
    low, high = wilson(correct, marked, population)
    return Precision(marked, correct, correct / marked, low, high)


def wilson(correct: int, marked: int, population: int) -> tuple[float, float]:
    """The interval of a share that was seen in `marked` of `population`: E. B. Wilson, JASA 22 (1927), 209-212.

    Marks of a finite population count for more, by the usual correction; when all are marked, nothing is left open.
    """
    share = correct / marked
    if marked >= population:
        return share, share
    weight = marked * (population - 1) / (population - marked)
    middle = share + _Z**2 / (2 * weight)
    spread = _Z * math.sqrt(share * (1 - share) / weight + _Z**2 / (4 * weight**2))
    scale = 1 + _Z**2 / weight
    low, high = ((middle - spread) / scale, (middle + spread) / scale)
    return max(0.0, round(low, _EXACT_DIGITS)), min(1.0, round(high, _EXACT_DIGITS))


def marks_for_certainty(precision: Precision, population: int) -> int | None:
    """About how many marks would make the verdict sure if the share stayed; None when no number would."""
    if precision.share == LEAST_PRECISION:
        return None if population > _MOST_MARKS else population
    few, many = precision.marked, min(population, _MOST_MARKS)
    if not _would_be_sure(precision.share, many, population):
        return None
    while few < many:
        middle = (few + many) // 2
        if _would_be_sure(precision.share, middle, population):
            many = middle
        else:
            few = middle + 1
    return many


def _would_be_sure(share: float, marked: int, population: int) -> bool:
    precision = measure(round(share * marked), marked, population)
    return not precision.low < LEAST_PRECISION <= precision.high


def marked_as(facts: Sequence[SampledFact], *marks: Mark) -> list[SampledFact]:
    """Those of the sample that carry one of the marks, in its order."""
    return [fact for fact in facts if fact.mark in marks]
