"""Which texts a write may store: read before it, so that their vectors are there when it begins.

A guess is enough. What turns out otherwise is embedded in the background.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from ..store.model import NewObservation, Scope
from ..store.protocol import Transaction
from ..store.rules.normal_forms import normalise_topic
from ..store.rules.passage import fact_passage, observation_passage
from .candidates import Candidate

PassagesOf = Callable[[Transaction], list[str]]
"""Reads, on a snapshot of its own, the passages of the rows that a write may insert."""


def of_fact(topic: str, content: str) -> PassagesOf:
    """The passage of a new fact."""
    return lambda _: [fact_passage(topic, content)]


def of_successor(old_id: int, topic: str | None, content: str) -> PassagesOf:
    """The passage of a fact that takes another's place, and its topic when it is given none."""

    def read(tx: Transaction) -> list[str]:
        old = tx.facts.get(old_id)
        label = topic or (old.topic if old is not None else "")
        return [fact_passage(label, content)]

    return read


def of_observation(new: NewObservation) -> PassagesOf:
    """The passage of a new observation."""
    return lambda tx: [observation_passage(new.content, tx.observations.latest(new.agent, new.session, new.source))]


def of_compared(candidates: Iterable[Candidate], others: Iterable[Candidate]) -> PassagesOf:
    """The passages of those candidates that are compared with anything: with a fact, or with another candidate.

    `others` are all that are taken together. For a rehearsal, which keeps no vectors.
    """
    places = Counter(_place_of(one) for one in others)

    def has_company(tx: Transaction, one: Candidate) -> bool:
        domain = tx.domains.get(one.draft.scope)
        known = domain is not None and tx.facts.active_of_topic(domain.id, normalise_topic(one.draft.topic), 1)
        return bool(known) or places[_place_of(one)] > 1

    return lambda tx: [fact_passage(one.draft.topic, one.draft.content) for one in candidates if has_company(tx, one)]


def _place_of(candidate: Candidate) -> tuple[Scope, str]:
    return candidate.draft.scope, normalise_topic(candidate.draft.topic)


def of_candidates(candidates: Iterable[Candidate]) -> PassagesOf:
    """The passages of a consolidation: its new facts, and the remembered items that become observations."""

    def read(tx: Transaction) -> list[str]:
        texts = [fact_passage(one.draft.topic, one.draft.content) for one in candidates]
        items = (tx.hot_items.get(number) for one in candidates for number in one.item_ids)
        return [*texts, *(observation_passage(item.content) for item in items if item is not None)]

    return read
