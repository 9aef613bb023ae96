"""How well a ranking answers, and tables of it.

What is wanted are groups: any hit of a group answers for all of it, as five wordings of one thing do. A group counts
once, at its first hit.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

Hits = Sequence[str]
Wanted = Sequence[frozenset[str]]
Metric = Callable[[Hits, Wanted], float]

ALL = "all"


def gains(hits: Hits, wanted: Wanted) -> list[int]:
    """For each hit how many of the groups it is the first of."""
    left = list(wanted)
    found: list[int] = []
    for hit in hits:
        missed = [group for group in left if hit not in group]
        found.append(len(left) - len(missed))
        left = missed
    return found


def recall_at(cut: int) -> Metric:
    """The share of the groups among the first hits."""
    return lambda hits, wanted: sum(gains(hits[:cut], wanted)) / len(wanted)


def first(hits: Hits, wanted: Wanted) -> float:
    """Whether the first hit answers."""
    return float(any(gains(hits[:1], wanted)))


def reciprocal_rank(hits: Hits, wanted: Wanted) -> float:
    """One divided by the place of the first hit that answers; 0 without one."""
    return next((1 / place for place, gain in enumerate(gains(hits, wanted), 1) if gain), 0.0)


def ndcg_at(cut: int) -> Metric:
    """The gains among the first hits, each by the logarithm of its place, as a share of what is possible at best."""

    def ndcg(hits: Hits, wanted: Wanted) -> float:
        best = _discounted([1] * min(cut, len(wanted)))
        return min(1.0, _discounted(gains(hits[:cut], wanted)) / best)

    return ndcg


def _discounted(found: Iterable[int]) -> float:
    return sum(gain / math.log2(place + 1) for place, gain in enumerate(found, 1))


METRICS: dict[str, Metric] = {
    "hit@1": first,
    "recall@5": recall_at(5),
    "recall@10": recall_at(10),
    "MRR": reciprocal_rank,
    "nDCG@10": ndcg_at(10),
}
DEPTH = 10
"""How many hits are asked for; MRR is over these."""


@dataclass
class Outcomes:
    """What every query of a run scored, by kind."""

    by_kind: defaultdict[str, list[dict[str, float]]] = field(
        default_factory=lambda: defaultdict(list[dict[str, float]])
    )

    def add(self, kind: str, hits: Hits, wanted: Wanted) -> None:
        """Judge one ranking."""
        scores = {name: metric(hits, wanted) for name, metric in METRICS.items()}
        for group in (kind, ALL):
            self.by_kind[group].append(scores)

    def take(self, kind: str, scores: dict[str, float]) -> None:
        """Add what was judged otherwise."""
        for group in (kind, ALL):
            self.by_kind[group].append(scores)

    def count(self, kind: str = ALL) -> int:
        return len(self.by_kind.get(kind, ()))

    def mean(self, metric: str, kind: str = ALL) -> float:
        """The mean over the queries of the kind; not a number where there are none."""
        scores = self.by_kind.get(kind)
        return sum(one[metric] for one in scores) / len(scores) if scores else math.nan

    def kinds(self) -> list[str]:
        """The kinds by name, and all of them together at the end."""
        return [*sorted(kind for kind in self.by_kind if kind != ALL), ALL]


def share(value: float) -> str:
    """A share as `.672`; a dash for none."""
    if math.isnan(value):
        return "-"
    return f"{value:.3f}".removeprefix("0")


def worth(value: float) -> str:
    """A difference between shares as `+.012`."""
    return "-" if math.isnan(value) else f"{value:+.3f}".replace("0.", ".", 1)


def print_table(title: str, header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A Markdown table with its title; the first column to the left, the others to the right."""
    lines = [list(header), *(list(row) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(header))]
    print(f"\n### {title}\n")
    for number, line in enumerate(lines):
        cells = [cell.rjust(width) for cell, width in zip(line, widths, strict=True)]
        cells[0] = line[0].ljust(widths[0])
        print(f"| {' | '.join(cells)} |")
        if number == 0:
            print("|" + "|".join(["-" * (widths[0] + 2), *("-" * (width + 1) + ":" for width in widths[1:])]) + "|")
    print(flush=True)


def print_ways(title: str, ways: Mapping[str, Outcomes], metrics: Sequence[str]) -> None:
    """One row a way of asking, its means over all queries."""
    rows = [
        [name, str(found.count()), *(share(found.mean(metric)) for metric in metrics)] for name, found in ways.items()
    ]
    print_table(title, ["", "queries", *metrics], rows)


def print_kinds(title: str, ways: Mapping[str, Outcomes], metric: str) -> None:
    """One row a way of asking, one column a kind of query."""
    kinds = next(iter(ways.values())).kinds() if ways else []
    counts = {kind: next(iter(ways.values())).count(kind) for kind in kinds}
    rows = [[name, *(share(found.mean(metric, kind)) for kind in kinds)] for name, found in ways.items()]
    print_table(f"{title}: {metric}", ["", *(f"{kind} ({counts[kind]})" for kind in kinds)], rows)
