"""Search hits as agents see them: how sure, how old, and what speaks against relying on one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from ..store.model import DAY, Fact, FactFilter, Key, MemoryType, Observation, RetiredReason
from ..store.protocol import Transaction
from .answers import Hit, Why
from .conflict_views import contested_in
from .cuts import PAGE_CHARS, cut, cut_fact
from .ids import conflict_id, fact_id, observation_id
from .scaling import Ranked
from .sight import in_sight

HIT_CHARS = 1000


def page_of_hits(tx: Transaction, page: Sequence[Ranked], where: FactFilter, why: Mapping[Key, Why]) -> list[Hit]:
    """The hits of one page; a long content is cut, and says so, when the page would be too long for a client.

    `why` explains hits; none where nobody asked.
    """
    return _Page(tx, page, where).hits(why)


class _Page:
    """What one page of hits needs to know of the store."""

    def __init__(self, tx: Transaction, page: Sequence[Ranked], where: FactFilter) -> None:
        self._ranked = page
        self._at = where.at
        self._room = max(HIT_CHARS, PAGE_CHARS // max(1, len(page)))
        fact_ids = [hit.candidate.id for hit in page if hit.candidate.kind == "F"]
        observation_ids = [hit.candidate.id for hit in page if hit.candidate.kind == "O"]
        self._facts = tx.facts.get_many(fact_ids, where) if fact_ids else {}
        self._observations = tx.observations.get_many(observation_ids) if observation_ids else {}
        self._stale = tx.facts.stale(fact_ids) if fact_ids and not where.past else set[int]()
        self._contested = contested_in(tx, fact_ids, where)
        successors = (fact.superseded_by for fact in self._facts.values())
        self._in_sight = in_sight(tx, successors, where.hidden_domain_ids)

    def hits(self, why: Mapping[Key, Why]) -> list[Hit]:
        shown = [self._hit(ranked) for ranked in self._ranked]
        for hit, ranked in zip(shown, self._ranked, strict=True):
            if ranked.candidate.key in why:
                hit["why"] = why[ranked.candidate.key]
        return shown

    def _hit(self, ranked: Ranked) -> Hit:
        if ranked.candidate.kind == "F":
            return self._fact_hit(ranked, self._facts[ranked.candidate.id])
        return self._observation_hit(ranked, self._observations[ranked.candidate.id])

    def _fact_hit(self, ranked: Ranked, fact: Fact) -> Hit:
        name = fact_id(fact.id)
        conflict = self._contested.get(fact.id)
        return Hit(
            id=name,
            domain=fact.scope.name,
            repo=fact.scope.repo,
            topic=fact.topic,
            content=cut_fact(fact, self._room),
            confidence=round(ranked.confidence, 2),
            memory_type=fact.memory_type.value,
            veracity=fact.veracity.value,
            age_days=self._age_days(fact.supported_at),
            contested=conflict_id(conflict) if conflict is not None else None,
            stale=fact.id in self._stale,
            superseded_by=self._successor(fact),
            retired=self._why_retired(fact),
        )

    def _observation_hit(self, ranked: Ranked, observation: Observation) -> Hit:
        return Hit(
            id=observation_id(observation.id),
            domain=None,
            repo=None,
            topic=observation.source,
            content=cut(observation.content, self._room, "search with a smaller limit to read it whole"),
            confidence=round(ranked.confidence, 2),
            memory_type=MemoryType.OBSERVATION.value,
            veracity=observation.veracity.value,
            age_days=self._age_days(observation.created_at),
            contested=None,
            stale=not observation.is_active(self._at),
            superseded_by=None,
            retired=None,
        )

    def _successor(self, fact: Fact) -> str | None:
        number = fact.superseded_by
        return fact_id(number) if number is not None and number in self._in_sight else None

    def _why_retired(self, fact: Fact) -> str | None:
        if fact.retired_reason is not None:
            return f"{fact.retired_reason}, {fact.loss_reason}" if fact.loss_reason else fact.retired_reason.value
        if fact.valid_until is not None and fact.valid_until <= self._at:
            return RetiredReason.EXPIRED.value
        return None if fact.is_valid(self._at) else "not valid yet"

    def _age_days(self, since: datetime) -> float:
        return round(max(0.0, (self._at - since) / DAY), 1)
