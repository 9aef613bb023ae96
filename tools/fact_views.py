"""Facts as lists show them: what they say, how they stand, and who said them (whole: `fact_details`).

What stands in a domain that is hidden from the reader is told nowhere: no id of it, no conflict, no link.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import TypedDict

from ..store.model import Beneath, Fact, FactFilter
from ..store.protocol import Transaction
from ..store.rules.decay import effective_confidence
from ..store.rules.text import one_line, shorten
from .conflict_views import contested_in
from .dates import written
from .ids import conflict_id, fact_id
from .sight import in_sight

MOST_BENEATH = 3
BENEATH_CHARS = 160
NOTHING_BENEATH = Beneath(0, ())


class Overwritten(TypedDict):
    """What a fact took the place of; its text is cut to one line."""

    id: str
    content: str


class FactRow(TypedDict):
    """A fact; `confidence` is what is left of it at that moment, `state` active, superseded or retired.

    `at_support` is its confidence when it was `supported` last. `beneath` holds the newest of the facts that it took
    the place of, `replaces` says how many they are.
    """

    id: str
    domain: str
    repo: str | None
    topic: str
    content: str
    memory_type: str
    veracity: str
    confidence: float
    at_support: float
    validity: str
    valid_from: str | None
    valid_until: str | None
    agent: str
    role: str
    origin: str
    created: str
    supported: str
    mentions: int
    recalls: int
    sources: int
    state: str
    stale: bool
    contested: str | None
    superseded_by: str | None
    retired: str | None
    reason: str | None
    replaces: int
    beneath: list[Overwritten]


def fact_rows(tx: Transaction, facts: Sequence[Fact], where: FactFilter) -> list[FactRow]:
    """The facts as they stand at the moment looked at; what was stale in the past isn't kept."""
    numbers = [fact.id for fact in facts]
    stale = set[int]() if where.past or not numbers else tx.facts.stale(numbers)
    contested = contested_in(tx, numbers, where)
    seen = in_sight(tx, (fact.superseded_by for fact in facts), where.hidden_domain_ids)
    beneath = tx.facts.beneath(numbers, where, MOST_BENEATH)
    return [
        _row(fact, where.at, fact.id in stale, contested.get(fact.id), seen, beneath.get(fact.id, NOTHING_BENEATH))
        for fact in facts
    ]


def _row(
    fact: Fact, at: datetime, is_stale: bool, contested: int | None, seen: Collection[int], beneath: Beneath
) -> FactRow:
    return FactRow(
        id=fact_id(fact.id),
        domain=fact.scope.name,
        repo=fact.scope.repo,
        topic=fact.topic,
        content=fact.content,
        memory_type=fact.memory_type.value,
        veracity=fact.veracity.value,
        confidence=round(effective_confidence(fact, at), 4),
        at_support=round(fact.confidence, 4),
        validity=fact.validity.value,
        valid_from=_written(fact.valid_from),
        valid_until=_written(fact.valid_until),
        agent=fact.agent,
        role=fact.role,
        origin=fact.origin.value,
        created=written(fact.created_at),
        supported=written(fact.supported_at),
        mentions=fact.mention_count,
        recalls=fact.recall_count,
        sources=len(fact.source_ids),
        state=_state(fact, at),
        stale=is_stale,
        contested=conflict_id(contested) if contested is not None else None,
        superseded_by=_named(fact.superseded_by, seen),
        retired=fact.retired_reason.value if fact.retired_reason else None,
        reason=fact.loss_reason.value if fact.loss_reason else None,
        replaces=beneath.facts,
        beneath=[
            Overwritten(id=fact_id(number), content=shorten(one_line(text), BENEATH_CHARS))
            for number, text in beneath.newest
        ],
    )


def _state(fact: Fact, at: datetime) -> str:
    if fact.superseded_by is not None:
        return "superseded"
    if fact.retired_at is not None or (fact.valid_until is not None and fact.valid_until <= at):
        return "retired"
    return "active" if fact.is_valid(at) else "not valid yet"


def _written(moment: datetime | None) -> str | None:
    return written(moment) if moment is not None else None


def _named(number: int | None, seen: Collection[int]) -> str | None:
    return fact_id(number) if number is not None and number in seen else None
