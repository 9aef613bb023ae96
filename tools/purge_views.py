"""What purging came to, or would come to, as a person is shown it before and after."""

from __future__ import annotations

from typing import TypedDict

from ..store.model.erasure import Unclean
from .answers import LeftOut
from .dates import written
from .ids import conflict_id, fact_id, item_id, observation_id, policy_id
from .purging import Purged

OUT_OF_REACH = (
    "Out of reach: copies of the file and exports made elsewhere, snapshots of the disk, and what clients, agents and "
    "their logs have read of it."
)


class Beneath(TypedDict):
    """A fact that an erased one had replaced: what stands above it; None: nothing, and it is out of use as deleted."""

    id: str
    superseded_by: str | None


class Quoted(TypedDict):
    """A text that stays and says what an erased fact says: F3, O9, H2, P1, C4, notes:ana, decision:5."""

    id: str
    quotes: list[str]


class FactsPurged(TypedDict):
    """What is erased, by id, and how many rows go with it (`counts`); `policies` and `decisions` named a fact and stay.

    `kept` and `quoted_in` are left to look at, `copies` are files that go. `is_clean`: no file of the memory holds any
    of it now; null before.
    """

    purged: list[str]
    observations: list[str]
    items: list[str]
    conflicts: list[str]
    kept: list[LeftOut]
    beneath: list[Beneath]
    policies: list[str]
    decisions: list[str]
    quoted_in: list[Quoted]
    copies: list[str]
    counts: dict[str, int]
    is_clean: bool | None
    note: str
    batch_id: str | None


def purged_answer(done: Purged, batch: str | None, left: Unclean | None = None, *, is_plan: bool) -> FactsPurged:
    """The answer; `left` is what the files still hold."""
    extent = done.extent
    return FactsPurged(
        purged=[fact_id(number) for number in extent.fact_ids],
        observations=[observation_id(number) for number in extent.observation_ids],
        items=[item_id(number) for number in extent.item_ids],
        conflicts=[conflict_id(number) for number in extent.conflict_ids],
        kept=[LeftOut(id=one.id, why=one.why) for one in done.kept],
        beneath=[
            Beneath(id=fact_id(number), superseded_by=fact_id(above) if above is not None else None)
            for number, above in extent.successors.items()
        ],
        policies=[policy_id(number) for number in extent.policy_ids],
        decisions=[f"decision:{number}" for number in extent.decision_ids],
        quoted_in=[Quoted(id=one.name, quotes=[fact_id(number) for number in one.fact_ids]) for one in done.quoting],
        copies=list(extent.copies),
        counts=dict(extent.counts),
        is_clean=None if is_plan else left is None,
        note=" ".join(_notes(done, left)),
        batch_id=batch,
    )


def _notes(done: Purged, left: Unclean | None) -> list[str]:
    notes = [OUT_OF_REACH]
    if done.more_quoting:
        notes.append(f"{done.more_quoting} more texts quote them.")
    if left is not None:
        why = left.reason or "another process was in the way"
        notes.append(
            f"The files may still hold what was erased since {written(left.since)} ({why}): it is tried again while a "
            "server runs, and by the next command that writes."
        )
    return notes
