"""What of a batch can be put back: what is still as the batch left it, and never half of what belongs together.

A fact and the one that replaced it belong together, and so do the two sides of a conflict: were only one of them put
back, both would stand, or none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..model import RowChange, RowKind


@dataclass(frozen=True, slots=True)
class Touched:
    """A fact that the batch changed: why it has to stay as it is (None: it is as left), and what it goes with."""

    fact_id: int
    obstacle: str | None = None
    goes_with: tuple[int, ...] = ()


def find_kept(touched: Sequence[Touched], name: str = "F") -> dict[int, str]:
    """The facts that stay as they are, each with the reason: its own, or that of a fact that it goes with."""
    together = _bonds(touched)
    kept = {one.fact_id: one.obstacle for one in touched if one.obstacle is not None}
    waiting = list(kept)
    while waiting:
        blocked = waiting.pop()
        for other in sorted(together[blocked] - kept.keys()):
            kept[other] = f"it goes with {name}{blocked}, which stays"
            waiting.append(other)
    return kept


def find_together(touched: Sequence[Touched], chosen: Iterable[int]) -> frozenset[int]:
    """The chosen facts and all that go with them, however far: none of them can be put back without the others."""
    together = _bonds(touched)
    found: set[int] = set()
    waiting = [number for number in chosen if number in together]
    while waiting:
        number = waiting.pop()
        if number not in found:
            found.add(number)
            waiting.extend(together[number])
    return frozenset(found)


def _bonds(touched: Sequence[Touched]) -> dict[int, set[int]]:
    """What goes with each fact of the batch, in both directions."""
    together: dict[int, set[int]] = {one.fact_id: set() for one in touched}
    for one in touched:
        for other in one.goes_with:
            if other in together:
                together[one.fact_id].add(other)
                together[other].add(one.fact_id)
    return together


def facts_of(change: RowChange, citing: Mapping[int, Iterable[int]]) -> tuple[int, ...]:
    """The facts that a row hangs on; `citing` says which facts of the batch rest on an observation."""
    row = change.after or change.before or {}
    match change.kind:
        case RowKind.SOURCE | RowKind.MENTION | RowKind.DOUBT:
            return (change.key["fact_id"],)
        case RowKind.EDGE:
            return (change.key["from_fact_id"], change.key["to_fact_id"])
        case RowKind.CONFLICT:
            return (row["old_fact_id"], row["new_fact_id"])
        case RowKind.HOT_ITEM:
            return (row["promoted_to"],) if row.get("promoted_to") else ()
        case RowKind.OBSERVATION:
            return tuple(citing.get(change.key["id"], ()))
        case _:
            return ()
