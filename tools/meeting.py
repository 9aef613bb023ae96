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
    """Open a conflict with every active fact of the topic that contradicts one which holds again.

    Left out are the facts of `apart_from`, those that it is in conflict with already, and those that somebody kept
    beside it.
    """
    claim = comparison.analyse_claim(fact.content)
    found = tx.facts.active_of_topic(fact.domain_id, fact.topic_key, MOST_COMPARED)
    opened: list[Conflict] = []
    for other in newest_comparable(found, MOST_COMPARED):
        if other.id == fact.id or other.id in apart_from or _is_known(tx, fact, other):
            continue
        match comparison.compare_claims(claim, comparison.analyse_claim(other.content)):
            case comparison.Contradiction(evidence, kind):
                new = NewConflict(fact.id, other.id, kind, evidence, Rule.UNDECIDED.value, None)
                opened.append(record(tx, caller, new))
            case _:
                pass
    return opened


def _is_known(tx: Transaction, fact: Fact, other: Fact) -> bool:
    """Whether how the two stand to each other is said, for as long as both hold.

    A conflict that one of them won says nothing any more: the loser holds again.
    """
    met = tx.conflicts.of_pair(fact.id, other.id)
    return bool(met) and (met[-1].status is ConflictStatus.OPEN or met[-1].winner is Keep.BOTH)
