"""How the facts of a topic stand to a claim. Comparing is work inside of a transaction, so there is an end to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..store.model import Fact, NewFact, PassageVector
from ..store.protocol import Transaction
from ..store.rules import conflict as comparison
from .fact_decisions import Opposed
from .nearness import nearness_of

MOST_CHARS = 200_000
MOST_COMPARED = 500


@dataclass(slots=True)
class Relations:
    """The active facts of a topic by what they are to a claim; `are_all`: none was left uncompared."""

    same: Fact | None = None
    near: Fact | None = None
    opposed: list[Opposed] = field(default_factory=list[Opposed])
    others: list[Fact] = field(default_factory=list[Fact])
    are_all: bool = True


def newest_comparable(facts: Sequence[Fact], most: int) -> list[Fact]:
    """The newest `most` facts, fewer when their texts are long, in the order they came in (oldest first)."""
    chosen: list[Fact] = []
    room = MOST_CHARS
    for fact in reversed(facts[-most:]):
        room -= len(fact.content)
        if room < 0:
            break
        chosen.append(fact)
    return chosen[::-1]


def compare_with_topic(
    tx: Transaction, new: NewFact, passage: PassageVector | None = None, leaving_out: int | None = None
) -> Relations:
    """Compare a claim with the active facts of its topic, one of which may be left out.

    With the vector of its passage, those that say the same in other words are told from those that don't.
    """
    found = tx.facts.active_of_topic(new.domain_id, new.topic_key, MOST_COMPARED + 1)
    compared = newest_comparable(found, MOST_COMPARED)
    same = tx.facts.same_of_topic(new.domain_id, new.topic_key, new.content_key)
    relations = Relations(same if same and same.id != leaving_out else None, are_all=len(compared) == len(found))
    claim = comparison.analyse_claim(new.content)
    near = nearness_of(tx, compared, passage, new.agent)
    for fact in compared:
        if fact.id != leaving_out:
            old = comparison.analyse_claim(fact.content)
            _relate(relations, fact, comparison.compare_claims(old, claim, near.get(fact.id)))
    return relations


def _relate(relations: Relations, fact: Fact, relation: comparison.Relation) -> None:
    match relation:
        case comparison.SameText():
            relations.same = relations.same or fact
        case comparison.NearDuplicate():
            relations.near = relations.near or fact
        case comparison.Contradiction():
            relations.opposed.append(Opposed(fact, relation))
        case comparison.Coexist():
            relations.others.append(fact)
