"""A part of a batch that is put back alone: what its names stand for, and all that goes with it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from ..store.model import RowChange, RowKind
from ..store.rules.undoing import Touched, facts_of, find_together
from .ids import conflict_id, fact_id

HANGING = frozenset((RowKind.SOURCE, RowKind.MENTION, RowKind.DOUBT, RowKind.EDGE))
LETTERS = {RowKind.CONFLICT: "C", RowKind.OBSERVATION: "O", RowKind.HOT_ITEM: "H", RowKind.POLICY: "P"}

Citing = Mapping[int, Collection[int]]
"""Of each observation, the facts of the batch that rest on it."""


@dataclass(frozen=True, slots=True)
class Part:
    """Facts and rows of a batch."""

    facts: frozenset[int]
    rows: tuple[RowChange, ...]


def name_of(change: RowChange) -> str | None:
    """What a person calls the row, as the audit log does; those that only hang on a fact have no name of their own."""
    if change.kind in HANGING:
        return None
    if change.kind is RowKind.FINDING:
        return conflict_id(change.key["conflict_id"])
    parts = [str(part) for part in change.key.values() if part != ""]
    return LETTERS.get(change.kind, f"{change.kind}:") + ":".join(parts)


def names_in(touched: Sequence[Touched], changes: Sequence[RowChange], citing: Citing) -> frozenset[str]:
    """Everything that the batch changed, by name."""
    facts = {one.fact_id for one in touched}.union(*(facts_of(change, citing) for change in changes))
    return frozenset(map(fact_id, facts)) | {name for change in changes if (name := name_of(change))}


def find_part(touched: Sequence[Touched], changes: Sequence[RowChange], citing: Citing, only: Collection[str]) -> Part:
    """What the names stand for, and what can't be put back without it or goes under with it."""
    asked = {one.fact_id for one in touched if fact_id(one.fact_id) in only}
    asked.update(*(facts_of(change, citing) for change in changes if name_of(change) in only))
    facts, of_batch = find_together(touched, asked), {one.fact_id for one in touched}
    names = _with_policies(changes, only)

    def goes_with(change: RowChange) -> bool:
        hangs_on = facts_of(change, citing)
        if not of_batch.isdisjoint(hangs_on):
            return facts.issuperset(of_batch.intersection(hangs_on))
        return name_of(change) in names or not names.isdisjoint(map(fact_id, hangs_on))

    return Part(facts, tuple(filter(goes_with, changes)))


def _with_policies(changes: Sequence[RowChange], only: Collection[str]) -> set[str]:
    """The names, and those of the policies that replaced one of them or were replaced by it."""
    pairs = [
        {name_of(change), f"P{change.after['superseded_by']}"}
        for change in changes
        if change.kind is RowKind.POLICY and change.after and change.after["superseded_by"]
    ]
    found: set[str | None] = set(only)
    while grown := [pair for pair in pairs if not found.isdisjoint(pair) and not found.issuperset(pair)]:
        found.update(*grown)
    return {name for name in found if name}
