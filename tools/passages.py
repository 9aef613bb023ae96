"""Which texts a write may store: read before it, so that their vectors are there when it begins.

A guess is enough. What turns out otherwise is embedded in the background.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..store.model import NewObservation
from ..store.protocol import Transaction
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


def of_candidates(candidates: Iterable[Candidate]) -> PassagesOf:
    """The passages of a consolidation: its new facts, and the remembered items that become observations."""

    def read(tx: Transaction) -> list[str]:
        texts = [fact_passage(one.draft.topic, one.draft.content) for one in candidates]
        items = (tx.hot_items.get(number) for one in candidates for number in one.item_ids)
        return [*texts, *(observation_passage(item.content) for item in items if item is not None)]

    return read
