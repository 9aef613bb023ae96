"""What the steps of a consolidation came to, and the answer made of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..store.rules.text import one_line, shorten
from .answers import LeftOut
from .ids import fact_id

MOST_WAITING = 50
EVIDENCE_CHARS = 80


@dataclass(frozen=True, slots=True)
class Replaced:
    """A fact that had to make room: for which, by which rule, and what differs."""

    old: int
    new: int
    rule: str
    evidence: str

    def __str__(self) -> str:
        what = shorten(one_line(self.evidence), EVIDENCE_CHARS)
        return f"{fact_id(self.old)} by {fact_id(self.new)} ({self.rule}: {what})"


@dataclass(frozen=True, slots=True)
class Done:
    """What one step came to: facts by number, what made room for others, and what waits with its reason."""

    created: tuple[int, ...] = ()
    reinforced: tuple[int, ...] = ()
    merged: tuple[int, ...] = ()
    retired: tuple[int, ...] = ()
    cut: tuple[int, ...] = ()
    replaced: tuple[Replaced, ...] = ()
    waiting: tuple[LeftOut, ...] = ()

    @property
    def is_change(self) -> bool:
        """Whether the step changed anything that another could build on."""
        return bool(self.created or self.reinforced or self.merged or self.retired)


def joined(parts: Iterable[Done]) -> Done:
    """The steps as one, each fact and each reason once, in order."""
    every = list(parts)
    return Done(
        _once(number for one in every for number in one.created),
        _once(number for one in every for number in one.reinforced),
        _once(number for one in every for number in one.merged),
        _once(number for one in every for number in one.retired),
        _once(number for one in every for number in one.cut),
        tuple(pair for one in every for pair in one.replaced),
        tuple({(left["id"], left["why"]): left for one in every for left in one.waiting}.values()),
    )


def _once(numbers: Iterable[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(numbers))


def names(numbers: Sequence[int]) -> list[str]:
    """The facts as ids."""
    return [fact_id(number) for number in numbers]


def first_waiting(waiting: Sequence[LeftOut]) -> list[LeftOut]:
    """As many as one answer can hold; the last says how many more there are."""
    if len(waiting) <= MOST_WAITING:
        return list(waiting)
    rest = len(waiting) - MOST_WAITING
    return [*waiting[:MOST_WAITING], LeftOut(id="…", why=f"{rest} more")]
