"""Reads labelled pairs of facts and counts how the comparison answers them."""

import csv
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from palimpsest.store.rules.conflict import Coexist, Contradiction, NearDuplicate, SameText, compare

ANSWERS = ("conflict", "duplicate", "compatible")


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
    """The pairs of a file with the columns id, lang, topic, old, new, label, kind."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [Pair(*row) for row in rows[1:]]


def answer(pair: Pair) -> str:
    """The comparison's answer, in the words of the labels."""
    match compare(pair.old, pair.new):
        case SameText() | NearDuplicate():
            return "duplicate"
        case Contradiction():
            return "conflict"
        case Coexist():
            return "compatible"


class Confusion:
    """How many pairs of each label got each answer."""

    def __init__(self, pairs: list[Pair]) -> None:
        """Compares every pair."""
        self.pairs = pairs
        self.counts = Counter((pair.label, answer(pair)) for pair in pairs)
        self.labels = Counter(pair.label for pair in pairs)

    def share(self, label: str, given: str) -> float:
        """Share of the pairs of that label that got that answer."""
        return self.counts[label, given] / self.labels[label]

    def table(self, title: str) -> str:
        """The table as text, one row for each label."""
        rows = [f"{title}: {len(self.pairs)} pairs", f"{'label':12}" + "".join(f"{a:>12}" for a in ANSWERS)]
        rows += [f"{label:12}" + "".join(f"{self.counts[label, a]:12}" for a in ANSWERS) for label in ANSWERS]
        return "\n".join(rows)
