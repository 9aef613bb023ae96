"""Merging two facts that say the same: the stronger gains what the other rested on, and supersedes it."""

from __future__ import annotations

from dataclasses import replace

from ..store.model import Caller, Conflict, Fact, LossReason, Validity
from ..store.protocol import Transaction
from ..store.rules.decay import effective_confidence
from ..store.rules.veracity import higher, reinforced, weight
from .fact_changes import log_fact, rest_on, supersede
from .settings import Settings
from .settling import inherit_conflicts, look_again


def merge(tx: Transaction, caller: Caller, settings: Settings, one: Fact, other: Fact) -> tuple[Fact, list[Conflict]]:
    """The fact that stands, and the conflicts that its new support settled."""
    stronger, weaker = sorted((one, other), key=lambda fact: strength(tx, fact), reverse=True)
    fresh = [number for number in weaker.source_ids if number not in stronger.source_ids]
    rest_on(tx, caller, stronger, fresh)
    gained = replace(
        _lasting(stronger, weaker),
        confidence=reinforced(effective_confidence(stronger, tx.now), weaker.veracity),
        supported_at=tx.now,
        mention_count=stronger.mention_count + weaker.mention_count + 1,
        veracity=higher(stronger.veracity, weaker.veracity),
        source_ids=(*stronger.source_ids, *fresh),
    )
    tx.facts.inherit_mentions(stronger.id, weaker.id)
    tx.facts.save(gained, "merged")
    log_fact(tx, caller, "merge", gained, stronger)
    inherit_conflicts(tx, caller, stronger.id, weaker.id)
    supersede(tx, caller, weaker, stronger.id, LossReason.OUTDATED)
    return gained, list(look_again(tx, caller, settings, stronger.id))


def _lasting(stronger: Fact, weaker: Fact) -> Fact:
    """The stronger, with the validity that only the weaker says: a fact that was permanent is never forgotten."""
    is_trusted = weaker.validity is Validity.PERMANENT or weight(weaker.veracity) >= weight(stronger.veracity)
    if stronger.validity is not Validity.OPEN or weaker.validity is Validity.OPEN or not is_trusted:
        return stronger
    return replace(stronger, validity=weaker.validity, valid_until=weaker.valid_until)


def strength(tx: Transaction, fact: Fact) -> tuple[float, int]:
    """Orders facts by how much they count now, the older first where that is equal."""
    return effective_confidence(fact, tx.now) * weight(fact.veracity), -fact.id
