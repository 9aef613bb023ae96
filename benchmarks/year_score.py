"""How well a memory knows the truth: what its active facts say against what is so, and which true facts it gave up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from palimpsest.store.model import Fact
from year_world import Seen, Truth, World

REMARKS = "remarks"


class Verdict(StrEnum):
    """What an active fact is worth."""

    CORRECT = "correct"
    OUTDATED = "outdated"
    """It was so once."""
    WRONG = "wrong"
    """It never was, or says nothing about any truth."""


@dataclass(frozen=True, slots=True)
class Loss:
    """A fact that was given up while it was true, and nothing else in the memory said the same."""

    day: int
    fact: str
    content: str
    reason: str
    kind: str


@dataclass
class Row:
    """The figures of one kind of truth."""

    truths: int = 0
    changes: int = 0
    known: int = 0
    facts: Counter[Verdict] = field(default_factory=Counter[Verdict])
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Score:
    """The figures of a year."""

    rows: dict[str, Row]
    losses: tuple[Loss, ...]
    unknown: tuple[str, ...]
    """The truths that no active fact tells."""
    untrue: tuple[str, ...]
    """What active facts say that isn't so."""

    @property
    def facts(self) -> int:
        """How many facts are active."""
        return sum(row.facts.total() for row in self.rows.values())

    @property
    def precision(self) -> float:
        """Share of the active facts that say what is so now."""
        correct = sum(row.facts[Verdict.CORRECT] for row in self.rows.values())
        return correct / self.facts if self.facts else 0.0

    @property
    def recall(self) -> float:
        """Share of the truths that an active fact tells as they are now."""
        truths = sum(row.truths for row in self.rows.values())
        return sum(row.known for row in self.rows.values()) / truths if truths else 0.0


class Watcher:
    """Looks at the facts week by week, so that no true fact goes unnoticed."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._gone: set[int] = set()
        self.losses: list[Loss] = []

    def look(self, facts: Sequence[Fact], day: int) -> None:
        """Note which facts were given up since the last look although they were true."""
        active, gone = _part(facts)
        still_said = {self.meaning(fact) for fact in active}
        for fact in gone:
            meaning = self.meaning(fact)
            if fact.id in self._gone or meaning is None:
                continue
            self._gone.add(fact.id)
            truth = self._world.truths[meaning[0]]
            if truth.value_on(day) == meaning[1] and meaning not in still_said:
                reason = fact.retired_reason.value if fact.retired_reason else f"superseded by F{fact.superseded_by}"
                self.losses.append(Loss(day, f"F{fact.id}", fact.content, reason, truth.kind.name))
        self._gone -= {fact.id for fact in active}

    def meaning(self, fact: Fact) -> tuple[int, str] | None:
        """The truth that a fact speaks of and the value that it gives; None for a remark."""
        return self._world.meanings.get(fact.content_key)

    def score(self, facts: Sequence[Fact], day: int) -> Score:
        """The figures as they are on that day."""
        active, _ = _part(facts)
        rows = {kind: _row(truths) for kind, truths in _by_kind(self._world.truths).items()}
        told: set[int] = set()
        untrue: list[str] = []
        for fact in active:
            meaning = self.meaning(fact)
            verdict = self._judge(meaning, day)
            name = self._world.truths[meaning[0]].kind.name if meaning else REMARKS
            rows.setdefault(name, Row()).facts[verdict] += 1
            if verdict is Verdict.CORRECT and meaning:
                told.add(meaning[0])
            else:
                untrue.append(f"{verdict}: F{fact.id} [{fact.scope}/{fact.topic}] {fact.content}")
        for truth in self._world.truths:
            rows[truth.kind.name].known += truth.number in told
        for loss in self.losses:
            rows[loss.kind].lost += 1
        unknown = [truth for truth in self._world.truths if truth.number not in told]
        said = [f"{truth.kind.name}: {truth.say(truth.kind.wordings[0], truth.value_on(day))}" for truth in unknown]
        return Score(rows, tuple(self.losses), tuple(said), tuple(untrue))

    def _judge(self, meaning: tuple[int, str] | None, day: int) -> Verdict:
        if meaning is None:
            return Verdict.WRONG
        number, value = meaning
        truth = self._world.truths[number]
        if truth.value_on(day) == value:
            return Verdict.CORRECT
        was_so = any(start <= day and held == value for start, held in truth.spans)
        return Verdict.OUTDATED if was_so else Verdict.WRONG


def tellable(world: World, seen: Iterable[Seen], day: int, most: int = 1) -> int:
    """How many truths have been seen more than `most` times as they are now: what a memory could know at best."""
    counts = Counter(
        one.truth
        for one in seen
        if one.truth is not None and one.day < day and world.truths[one.truth].value_on(day) == one.value
    )
    return sum(count > most for count in counts.values())


def _part(facts: Iterable[Fact]) -> tuple[list[Fact], list[Fact]]:
    """The active facts, and those given up."""
    active: list[Fact] = []
    gone: list[Fact] = []
    for fact in facts:
        (gone if fact.superseded_by is not None or fact.retired_at is not None else active).append(fact)
    return active, gone


def _by_kind(truths: Iterable[Truth]) -> dict[str, list[Truth]]:
    found: dict[str, list[Truth]] = {}
    for truth in truths:
        found.setdefault(truth.kind.name, []).append(truth)
    return found


def _row(truths: Sequence[Truth]) -> Row:
    return Row(truths=len(truths), changes=sum(len(truth.spans) - 1 for truth in truths))
