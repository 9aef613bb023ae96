"""Facts that come back into use: what came in meanwhile may contradict them, and that is left to the user."""

from __future__ import annotations

from collections.abc import Container

from ..store.model import Caller, Conflict, ConflictStatus, Fact, Keep, NewConflict
from ..store.protocol import Transaction
from ..store.rules import conflict as comparison
from ..store.rules.settlement import Rule
from .comparable import newest_comparable
from .conflict_records import record

MOST_COMPARED = 100


def meet_again(tx: Transaction, caller: Caller, fact: Fact, apart_from: Container[int] = ()) -> list[Conflict]:
    """Open a conflict with every active fact that contradicted one which holds again, or does now by its text.

    Left out are the facts of `apart_from`, those that it is in conflict with already, and those that somebody kept
    beside it.
    """
    return [record(tx, caller, new) for _, new in find_meetings(tx, fact, apart_from)]


def find_meetings(tx: Transaction, fact: Fact, apart_from: Container[int] = ()) -> list[tuple[int, NewConflict]]:
    """The same without opening any: the other fact of each, by id, and the conflict that there would be."""
    found = {**_by_text(tx, fact), **_met_before(tx, fact)}
    return [
        (other, new)
        for other, new in sorted(found.items())
        if other not in apart_from and not _is_said(tx, fact.id, other)
    ]


def _by_text(tx: Transaction, fact: Fact) -> dict[int, NewConflict]:
    """Contradictions with the active facts of its topic."""
    claim = comparison.analyse_claim(fact.content)
    found: dict[int, NewConflict] = {}
    for other in newest_comparable(
        tx.facts.active_of_topic(fact.domain_id, fact.topic_key, MOST_COMPARED), MOST_COMPARED
    ):
        if other.id == fact.id:
            continue
        match comparison.compare_claims(claim, comparison.analyse_claim(other.content)):
            case comparison.Contradiction(evidence, kind):
                found[other.id] = NewConflict(fact.id, other.id, kind, evidence, Rule.UNDECIDED.value, None)
            case _:
                pass
    return found


def _met_before(tx: Transaction, fact: Fact) -> dict[int, NewConflict]:
    """Contradictions that are on record with facts which hold now, whatever their texts show."""
    found: dict[int, NewConflict] = {}
    for met in tx.conflicts.of_fact(fact.id):
        other = tx.facts.get(met.new_fact_id if met.old_fact_id == fact.id else met.old_fact_id)
        if other is not None and other.is_active(tx.now):
            undecided = Rule.UNDECIDED.value
            found[other.id] = NewConflict(met.old_fact_id, met.new_fact_id, met.kind, met.evidence, undecided, None)
    return found


def _is_said(tx: Transaction, fact_number: int, other: int) -> bool:
    """Whether it is said how the two stand to each other while both hold; that one of them won says nothing of it."""
    met = tx.conflicts.of_pair(fact_number, other)
    return bool(met) and (met[-1].status is ConflictStatus.OPEN or met[-1].winner is Keep.BOTH)
