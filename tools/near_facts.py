"""Facts of another topic that may be about the same as a new one: told to its author, and never settled.

Agents name one thing by many topics. What is found here is a hint: only a person, or an agent who reads both, can say
whether the two are one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ..store.model import Fact, FactFilter
from ..store.protocol import Transaction
from ..store.rules import conflict as comparison
from ..store.rules.claim_parts import Claim
from ..store.rules.near_topics import are_near, read_label

MOST_NEAR = 3
MOST_COMPARED = 4
"""Texts that are compared for what they share; comparing is what this costs most."""
MOST_LABELLED = 12
LONGEST_COMPARED = 2000
FEWEST_WORDS = 3
"""A text of fewer telling words needs its topic to say what it is about."""


class Likeness(StrEnum):
    """What a fact under another topic may be to the new one."""

    OPPOSED = "opposed"
    SAME = "same"
    LABEL = "label"


@dataclass(frozen=True, slots=True)
class NearFact:
    """A fact under another topic that may be about the same."""

    fact: Fact
    likeness: Likeness


def find_near(tx: Transaction, fact: Fact, related: Sequence[tuple[int, float]]) -> tuple[NearFact, ...]:
    """Facts of the domain under other topics that may be about the same as a new fact, the likeliest first.

    `related` are facts that share telling words with it, the closest first.
    """
    label = read_label(fact.topic)
    labelled = tx.kin.with_topic_words(fact.domain_id, label.words, fact.id, MOST_LABELLED) if label.words else []
    numbers = [number for number, _ in related[: MOST_LABELLED * 2]]
    others = _of_other_topics(tx, fact, dict.fromkeys([*numbers, *labelled]))
    if not others:
        return ()
    near_label = {other.id for other in others if are_near(label, read_label(other.topic))}
    compared = [other for other in others if other.id in near_label]
    compared += [other for other in others if other.id not in near_label][:MOST_COMPARED]
    found = _compare(fact, compared, near_label)
    return tuple(sorted(found, key=lambda one: (list(Likeness).index(one.likeness), -one.fact.id))[:MOST_NEAR])


def _of_other_topics(tx: Transaction, fact: Fact, numbers: Iterable[int]) -> list[Fact]:
    """The active ones of the same domain, in the order given."""
    where = FactFilter(tx.now, domain_name=fact.scope.name, repo=fact.scope.repo or "")
    wanted = list(numbers)
    found = tx.facts.get_many(wanted, where) if wanted else {}
    others = [found[number] for number in wanted if number in found]
    return [other for other in others if other.topic_key != fact.topic_key and len(other.content) <= LONGEST_COMPARED]


def _compare(fact: Fact, others: Iterable[Fact], near_label: set[int]) -> list[NearFact]:
    claim = comparison.analyse_claim(fact.content)
    found: list[NearFact] = []
    for other in others:
        old = comparison.analyse_claim(other.content)
        likeness = _likeness(comparison.compare_claims(old, claim))
        is_near = other.id in near_label
        if likeness is not None and (is_near or (_says_enough(old) and _says_enough(claim))):
            found.append(NearFact(other, likeness))
        elif is_near:
            found.append(NearFact(other, Likeness.LABEL))
    return found


def _likeness(relation: comparison.Relation) -> Likeness | None:
    match relation:
        case comparison.Contradiction():
            return Likeness.OPPOSED
        case comparison.SameText() | comparison.NearDuplicate():
            return Likeness.SAME
        case comparison.Coexist():
            return None


def _says_enough(claim: Claim) -> bool:
    return sum(len(sentence.content) for sentence in claim.sentences) >= FEWEST_WORDS
