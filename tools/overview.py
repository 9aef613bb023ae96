"""What a person sees first: what waits for them, how the facts stand, and by what they can be narrowed down."""

from __future__ import annotations

from typing import TypedDict

from ..store.protocol import Transaction
from .settings import Settings

MOST_AUTHORS = 200


class FactTotals(TypedDict):
    """How the facts stand, each counted once; `retired` ones were taken out of use or have ended."""

    active: int
    superseded: int
    retired: int
    not_valid_yet: int


class Overview(TypedDict):
    """What waits for a person, and what there is; below `forgets_below` a fact is forgotten."""

    conflicts: int
    stale: int
    policies: int
    facts: FactTotals
    authors: list[str]
    forgets_below: float


def overview(tx: Transaction) -> Overview:
    """One look at everything."""
    seen = tx.census.overview()
    return Overview(
        conflicts=seen.open_conflicts,
        stale=seen.stale,
        policies=seen.waiting_policies,
        facts=FactTotals(
            active=seen.active,
            superseded=seen.superseded,
            retired=seen.retired + seen.over,
            not_valid_yet=seen.to_come,
        ),
        authors=tx.census.authors(MOST_AUTHORS),
        forgets_below=Settings(tx.settings.all()).number("forgetting.min_confidence"),
    )
