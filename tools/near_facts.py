"""Facts of another topic that may be about the same as a new one: told to its author, and never settled.

Agents name one thing by many topics. What is found here is a hint: only a person, or an agent who reads both, can say
whether the two are one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ..store.model import Fact, FactFilter, PassageVector
from ..store.protocol import Transaction
from ..store.rules import conflict as comparison
from ..store.rules.claim_parts import Claim
from ..store.rules.conflict import measure_nearness
from ..store.rules.near_topics import are_near, read_label
from .nearness import nearness_of

MOST_NEAR = 3
MOST_COMPARED = 4
"""Texts that are compared for their label, and for what they share: comparing is what this costs most."""
MOST_LABELLED = 12
MOST_NEAREST = 6
NEAR_ENOUGH = 0.75
"""On 60 pairs nothing unrelated came past 0.69, and half of what is about the same lies above this."""
LONGEST_COMPARED = 2000
FEWEST_WORDS = 3
"""A text of fewer telling words needs its topic to say what it is about."""


class Likeness(StrEnum):
    """What a fact under another topic may be to the new one."""

    OPPOSED = "opposed"
    SAME = "same"
    ABOUT = "about"


@dataclass(frozen=True, slots=True)
class NearFact:
    """A fact under another topic that may be about the same."""

    fact: Fact
    likeness: Likeness


def find_near(
    tx: Transaction, fact: Fact, related: Sequence[tuple[int, float]], passage: PassageVector | None = None
) -> tuple[NearFact, ...]:
    """Facts of the domain under other topics that may be about the same as a new fact, the likeliest first.

    `related` are facts that share telling words with it, the closest first; with the vector of what it says, the
    nearest in meaning are looked at as well.
    """
    label = read_label(fact.topic)
    labelled = tx.kin.with_topic_words(fact.domain_id, label.words, fact.id, MOST_LABELLED) if label.words else []
    numbers = [number for number, _ in related[: MOST_LABELLED * 2]]
    others = _of_other_topics(tx, fact, dict.fromkeys([*_nearest(tx, fact, passage), *numbers, *labelled]))
    if not others:
        return ()
    near_label = {other.id for other in others if are_near(label, read_label(other.topic))}
    compared = sorted((other for other in others if other.id in near_label), key=lambda other: -other.id)[
        :MOST_COMPARED
    ]
    compared += [other for other in others if other.id not in near_label][:MOST_COMPARED]
    found = _compare(fact, compared, near_label, nearness_of(tx, compared, passage, fact.agent))
    found.sort(key=lambda one: (list(Likeness).index(one.likeness), -one.fact.id))
    return tuple(_one_a_topic(found)[:MOST_NEAR])


def _one_a_topic(found: Iterable[NearFact]) -> list[NearFact]:
    """Of a topic that may be about the same one fact tells enough, unless it says the same or the contrary."""
    told: set[str] = set()
    chosen: list[NearFact] = []
    for near in found:
        if near.likeness is not Likeness.ABOUT or near.fact.topic_key not in told:
            chosen.append(near)
        told.add(near.fact.topic_key)
    return chosen


def _nearest(tx: Transaction, fact: Fact, passage: PassageVector | None) -> list[int]:
    if passage is None:
        return []
    found = tx.vectors.nearest_facts(passage.model, passage.vector, _where(tx, fact), MOST_NEAREST)
    return [one.id for one in found if measure_nearness(one.score, passage.unrelated) >= NEAR_ENOUGH]


def _where(tx: Transaction, fact: Fact) -> FactFilter:
    return FactFilter(tx.now, domain_name=fact.scope.name, repo=fact.scope.repo or "")


def _of_other_topics(tx: Transaction, fact: Fact, numbers: Iterable[int]) -> list[Fact]:
    """The active ones of the same domain, in the order given."""
    wanted = list(numbers)
    found = tx.facts.get_many(wanted, _where(tx, fact)) if wanted else {}
    others = [found[number] for number in wanted if number in found]
    return [other for other in others if other.topic_key != fact.topic_key and len(other.content) <= LONGEST_COMPARED]


def _compare(fact: Fact, others: Iterable[Fact], near_label: set[int], nearness: Mapping[int, float]) -> list[NearFact]:
    claim = comparison.analyse_claim(fact.content)
    found: list[NearFact] = []
    for other in others:
        old, near = comparison.analyse_claim(other.content), nearness.get(other.id)
        is_told = other.id in near_label or (_says_enough(old) and _says_enough(claim))
        match comparison.compare_claims(old, claim, near):
            case comparison.Contradiction() if is_told:
                found.append(NearFact(other, Likeness.OPPOSED))
            case comparison.SameText() | comparison.NearDuplicate() if is_told:
                found.append(NearFact(other, Likeness.SAME))
            case comparison.Coexist(may_be_reworded=True) if near is not None and near >= NEAR_ENOUGH:
                found.append(NearFact(other, Likeness.ABOUT))
            case _ if other.id in near_label:
                found.append(NearFact(other, Likeness.ABOUT))
            case _:
                pass
    return found


def _says_enough(claim: Claim) -> bool:
    return sum(len(sentence.content) for sentence in claim.sentences) >= FEWEST_WORDS
