"""What a ranking would be if it counted recalls and mentions, or if decay took more or less: the best scored anew."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from palimpsest.store.model import Caller, Candidate
from palimpsest.store.protocol import Transaction
from palimpsest.store.rules import decay, ranking
from palimpsest.tools.question import Question
from palimpsest.tools.recall import gather, next_page
from recall_memory import names
from recall_metrics import ALL, DEPTH, Outcomes, print_kinds, print_table, share, worth
from recall_sets import CIRCUMSTANTIAL, Part

BOUNDED = (0.05, 0.2)
"""How much the logarithm of a count would add to 1."""
LEFT = (0.3, 0.5, 1.0)
"""What decay would leave of a score at least."""
AS_IT_IS = "as it is"
FLOOR = 0.02
"""Where the design has decay end, which otherwise takes all that it takes."""
COUNTED = 8
"""Hits of a page: what an agent was shown counts as recalled."""
POOL = 50


class Scored(NamedTuple):
    """The best of a question before anything is put behind its like: scores without decay, and what is left of each."""

    ids: list[str]
    scores: list[float]
    survivals: list[float]

    def by(self, factor: Callable[[str, float], float]) -> list[str]:
        """The ids by score times the factor of id and survival; equal ones as they stood."""
        scaled = [
            score * factor(one, survival)
            for one, score, survival in zip(self.ids, self.scores, self.survivals, strict=True)
        ]
        order = sorted(range(len(self.ids)), key=lambda place: -scaled[place])
        return [self.ids[place] for place in order][:DEPTH]


def scored(tx: Transaction, caller: Caller, question: Question) -> Scored:
    """The best with their scores."""
    plain = replace(question, without=frozenset(["diversity", "decay"]), limit=POOL)
    page, _ = next_page(tx, plain, gather(tx, caller, plain))
    return Scored(
        names([hit.candidate.key for hit in page]),
        [hit.score for hit in page],
        [_survival(hit.candidate, question.where.at) for hit in page],
    )


def _survival(one: Candidate, at: datetime) -> float:
    return decay.survival_of(one.memory_type, one.supported_at, at, is_permanent=one.is_permanent)


def as_it_is(survival: float) -> float:
    """Decay as the ranking has it."""
    return ranking.factors(survival, 1.0, in_boosted_repo=False).decay


def counting(counts: Mapping[str, int], share: float) -> Callable[[str, float], float]:
    """Decay, and `1 + share * log(1 + n)` for what was counted n times."""
    return lambda one, survival: as_it_is(survival) * (1 + share * math.log1p(counts.get(one, 0)))


def softened(least: float) -> Callable[[str, float], float]:
    """Decay that takes no more than the rest of `least`."""
    return lambda _, survival: least + (1 - least) * survival


async def count(part: Part, ways: dict[str, Outcomes]) -> None:
    """Let half of the queries be asked first, and judge the other half with what they recalled counted.

    Where the set says how often a fact was recalled, that is taken and every query is judged.
    """
    recalls = Counter(part.recalls)
    judged = part.asked
    if not recalls:
        for asked in part.asked[::2]:
            best = await part.memory.ask(asked.text, scored, limit=POOL, **asked.arguments)
            recalls.update(best.by(lambda _, survival: as_it_is(survival))[:COUNTED])
        judged = part.asked[1::2]
    for asked in judged:
        best = await part.memory.ask(asked.text, scored, limit=POOL, **asked.arguments)
        ways[""].add(asked.kind, best.by(lambda _, survival: as_it_is(survival)), asked.wanted)
        for share_of_count in BOUNDED:
            for name, counts in (("recalls", recalls), ("mentions", part.mentions)):
                hits = best.by(counting(counts, share_of_count))
                ways[f"{name}, {share_of_count}"].add(asked.kind, hits, asked.wanted)


async def soften(part: Part, ways: dict[str, Outcomes]) -> None:
    """Judge every query with decay as it is, harder and softer."""
    for asked in part.asked:
        best = await part.memory.ask(asked.text, scored, limit=POOL, **asked.arguments)
        ways[AS_IT_IS].add(asked.kind, best.by(lambda _, survival: as_it_is(survival)), asked.wanted)
        ways[f"max({FLOOR}, survival)"].add(asked.kind, best.by(lambda _, survival: max(FLOOR, survival)), asked.wanted)
        for least in LEFT:
            ways[f"{least} + {1 - least:.1f} x survival"].add(asked.kind, best.by(softened(least)), asked.wanted)


def print_softened(results: Mapping[str, Mapping[str, Outcomes]]) -> None:
    """What another decay would make of each set."""
    for metric in ("recall@5", "MRR"):
        rows = [
            [way, *(share(ways[way].mean(metric)) for ways in results.values())] for way in next(iter(results.values()))
        ]
        header = ["", *(f"{name} ({ways[AS_IT_IS].count()})" for name, ways in results.items())]
        print_table(f"Were decay another, without diversity: {metric}", header, rows)
    if CIRCUMSTANTIAL in results:
        print_kinds("Were decay another, circumstances by kind", results[CIRCUMSTANTIAL], "MRR")


def print_counted(counted: Mapping[str, Mapping[str, Outcomes]]) -> None:
    """What counters would add on each set."""
    for metric in ("recall@5", "MRR"):
        names_of_ways = [name for name in next(iter(counted.values())) if name]
        rows = [["without counters", *(share(ways[""].mean(metric, ALL)) for ways in counted.values())]]
        rows += [
            [name, *(worth(ways[name].mean(metric) - ways[""].mean(metric)) for ways in counted.values())]
            for name in names_of_ways
        ]
        header = ["", *(f"{name} ({ways[''].count()})" for name, ways in counted.items())]
        print_table(f"Were counters a factor, 1 + f log(1 + n): {metric} gained", header, rows)
