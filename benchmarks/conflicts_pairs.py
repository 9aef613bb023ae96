"""Labelled pairs of facts, what the comparison says of them, and the four figures that it is judged by."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from palimpsest.store.rules.conflict import (
    Coexist,
    Contradiction,
    NearDuplicate,
    Relation,
    SameText,
    compare,
    measure_nearness,
)
from palimpsest.store.rules.passage import fact_passage

if TYPE_CHECKING:
    from palimpsest.store.embedders.protocol import Embedder

ANSWERS = ("conflict", "duplicate", "compatible")
COLUMNS = ("id", "lang", "topic", "old", "new", "label", "kind")


class UnreadablePairs(ValueError):
    """The file is not of the form that is told in `read_pairs`."""


@dataclass(frozen=True)
class Pair:
    """Two facts of one topic and what a person says they are to each other."""

    id: str
    language: str
    topic: str
    old: str
    new: str
    label: str
    kind: str


def read_pairs(path: Path) -> list[Pair]:
    """The pairs of a file of tab-separated lines: id, lang, topic, old, new, label, kind; the first line names them."""
    with path.open(encoding="utf-8", newline="") as file:
        header, *rows = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)) or [[]]
    if tuple(header) != COLUMNS:
        raise UnreadablePairs(f"{path}: the first line must name the columns {', '.join(COLUMNS)}")
    for number, row in enumerate(rows, 2):
        if len(row) != len(COLUMNS) or row[5] not in ANSWERS:
            raise UnreadablePairs(f"{path}, line {number}: seven columns are wanted, and a label of {ANSWERS}")
    return [Pair(*row) for row in rows]


def answer(pair: Pair, nearness: float | None = None) -> str:
    """The comparison's answer, in the words of the labels."""
    return name_answer(compare(pair.old, pair.new, nearness))


def name_answer(relation: Relation) -> str:
    """A relation in the words of the labels."""
    match relation:
        case SameText() | NearDuplicate():
            return "duplicate"
        case Contradiction():
            return "conflict"
        case Coexist():
            return "compatible"


def measure_pairs(pairs: Sequence[Pair], embedder: Embedder) -> list[float]:
    """How near the two passages of each pair are for the model."""
    old = embedder.embed_passages([fact_passage(pair.topic, pair.old) for pair in pairs])
    new = embedder.embed_passages([fact_passage(pair.topic, pair.new) for pair in pairs])
    return [measure_nearness(float(one @ other), embedder.unrelated) for one, other in zip(old, new, strict=True)]


class Judged(NamedTuple):
    """A pair and the answer that it got."""

    pair: Pair
    relation: Relation

    @property
    def answer(self) -> str:
        """In the words of the labels."""
        return name_answer(self.relation)

    @property
    def is_right(self) -> bool:
        """Is the answer the label?"""
        return self.answer == self.pair.label


class Confusion:
    """How many pairs of each label got each answer."""

    def __init__(self, pairs: Sequence[Pair], nearness: Sequence[float] | None = None) -> None:
        """Compares every pair, with how near the two are when that is given."""
        near = nearness if nearness is not None else [None] * len(pairs)
        self.judged = [Judged(pair, compare(pair.old, pair.new, n)) for pair, n in zip(pairs, near, strict=True)]
        self.counts = Counter((one.pair.label, one.answer) for one in self.judged)
        self.labels = Counter(pair.label for pair in pairs)

    def share(self, label: str, given: str) -> float:
        """Share of the pairs of that label that got that answer; 0 when there is no such pair."""
        return self.counts[label, given] / self.labels[label] if self.labels[label] else 0.0

    def figures(self) -> dict[str, float]:
        """The four figures that the comparison is judged by."""
        return {name: self.share(*which) for name, which in FIGURES.items()}

    def rows_by(self, key: Callable[[Pair], str]) -> list[list[str]]:
        """For each value of the key and each label: pairs, answers, share of right ones."""
        rows: list[list[str]] = []
        for value, label in sorted({(key(one.pair), one.pair.label) for one in self.judged}):
            part = [one for one in self.judged if (key(one.pair), one.pair.label) == (value, label)]
            given = Counter(one.answer for one in part)
            right = sum(one.is_right for one in part) / len(part)
            rows.append([value, label, str(len(part)), *(str(given[name]) for name in ANSWERS), f"{right:.2f}"])
        return rows

    def table(self, title: str) -> str:
        """The table as text, one row for each label."""
        rows = [f"{title}: {len(self.judged)} pairs", f"{'label':12}" + "".join(f"{a:>12}" for a in ANSWERS)]
        rows += [f"{label:12}" + "".join(f"{self.counts[label, a]:12}" for a in ANSWERS) for label in ANSWERS]
        return "\n".join(rows)


FIGURES = {
    "conflicts found": ("conflict", "conflict"),
    "compatible called conflict": ("compatible", "conflict"),
    "conflicts swallowed as mentions": ("conflict", "duplicate"),
    "duplicates recognised": ("duplicate", "duplicate"),
}
