"""Whether a fact can be taken back into use, and how it stands then."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from ..model import Fact, RetiredReason, Validity, Veracity
from .decay import effective_confidence
from .veracity import weight


@dataclass(frozen=True, slots=True)
class InUse:
    """It was never taken out of use."""


@dataclass(frozen=True, slots=True)
class Replaced:
    """Another fact stands in its place."""

    by: int


@dataclass(frozen=True, slots=True)
class IsOver:
    """Its time is over, and no other end was given."""

    ended_at: datetime


@dataclass(frozen=True, slots=True)
class Restored:
    """It stands as `fact` says; `is_vouched`: on the word of the person who restores it."""

    fact: Fact
    is_vouched: bool


Restoration = InUse | Replaced | IsOver | Restored


@dataclass(frozen=True, slots=True)
class Term:
    """How long a fact holds."""

    validity: Validity
    until: datetime | None


def restore(fact: Fact, standing_in: int | None, term: Term | None, now: datetime, least: float) -> Restoration:
    """What becomes of a fact that a person wants back.

    `standing_in` is the active fact that took its place, in the end; `term` how long it is to hold from now on, None as
    before. What is surer than `least` keeps its support; the rest would be forgotten at once, and so would what was
    forgotten before: the person's word is its support.
    """
    if standing_in is not None:
        return Replaced(standing_in)
    if fact.superseded_by is None and fact.retired_at is None and _holds(fact.valid_until, now):
        return InUse()
    validity, until = (term.validity, term.until) if term else (fact.validity, fact.valid_until)
    if until is not None and not _holds(until, now):
        return IsOver(until)
    back = replace(
        fact,
        superseded_by=None,
        superseded_at=None,
        loss_reason=None,
        retired_at=None,
        retired_reason=None,
        validity=validity,
        valid_until=until,
    )
    is_weak = validity is not Validity.PERMANENT and effective_confidence(back, now) < least
    if is_weak or fact.retired_reason is RetiredReason.FORGOTTEN:
        return Restored(vouched(back, now), is_vouched=True)
    return Restored(back, is_vouched=False)


def vouched(fact: Fact, now: datetime) -> Fact:
    """The fact on a person's word, given now."""
    return replace(
        fact,
        veracity=Veracity.STATED,
        confidence=weight(Veracity.STATED),
        supported_at=now,
        mention_count=fact.mention_count + 1,
    )


def _holds(until: datetime | None, now: datetime) -> bool:
    return until is None or now < until
