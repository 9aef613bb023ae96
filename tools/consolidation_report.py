"""What the steps of a consolidation came to, and the answer made of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .answers import LeftOut
from .ids import fact_id

MOST_WAITING = 50


@dataclass(frozen=True, slots=True)
class Done:
    """What one step came to: facts by number, and what waits with its reason."""

    created: tuple[int, ...] = ()
    reinforced: tuple[int, ...] = ()
    merged: tuple[int, ...] = ()
    retired: tuple[int, ...] = ()
    cut: tuple[int, ...] = ()
    waiting: tuple[LeftOut, ...] = ()


def joined(parts: Iterable[Done]) -> Done:
    """The steps as one, each fact once, in order."""
    every = list(parts)
    return Done(
        _once(number for one in every for number in one.created),
        _once(number for one in every for number in one.reinforced),
        _once(number for one in every for number in one.merged),
        _once(number for one in every for number in one.retired),
        _once(number for one in every for number in one.cut),
        tuple(left for one in every for left in one.waiting),
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
