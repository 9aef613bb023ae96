"""Who wins when two facts contradict each other (DESIGN 2.3), as a verdict with its reason."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from ..model import Fact, NewFact, Observation, Veracity
from .decay import effective_confidence
from .veracity import weight

AUTO_MARGIN = 0.15
STAND_MARGIN = 0.5


class Rule(StrEnum):
    """Which rule of the order decided."""

    STATED = "stated"
    FRESHER = "fresher"
    SELF_CORRECTION = "self_correction"
    STRONGER = "stronger"
    WEAKER = "weaker"
    UNDECIDED = "undecided"
    ASKED = "asked"
    CALLER = "caller"
    USER = "user"
    MOOT = "moot"


AUTOMATIC: tuple[Rule, ...] = (Rule.STATED, Rule.FRESHER, Rule.SELF_CORRECTION, Rule.STRONGER, Rule.WEAKER)
"""The rules that settle a contradiction without asking anybody."""


@dataclass(frozen=True, slots=True)
class Claimant:
    """One side of a contradiction: what the order looks at."""

    veracity: Veracity
    strength: float
    fresh_at: datetime
    source_count: int
    agent: str


@dataclass(frozen=True, slots=True)
class NewWins:
    """The new fact supersedes the old one."""

    rule: Rule


@dataclass(frozen=True, slots=True)
class OldStands:
    """The old fact is so much stronger that the new one is superseded at once."""

    rule: Rule


@dataclass(frozen=True, slots=True)
class AskUser:
    """Neither side clearly wins: the user decides."""

    rule: Rule


Verdict = NewWins | OldStands | AskUser


def count_observed(observations: Iterable[Observation]) -> int:
    """How many distinct things were seen: a summary is what it sums up, and nothing more."""
    return len({seen for one in observations for seen in (one.refs or (one.id,))})


def claimant(fact: Fact, now: datetime, sources: Collection[Observation]) -> Claimant:
    """The fact as a side of a contradiction at `now`; its freshness falls back to `valid_from`, then arrival."""
    newest = max((source.created_at for source in sources), default=None)
    return Claimant(
        veracity=fact.veracity,
        strength=effective_confidence(fact, now) * weight(fact.veracity),
        fresh_at=newest or fact.valid_from or fact.created_at,
        source_count=count_observed(sources),
        agent=fact.agent,
    )


def newcomer(new: NewFact, now: datetime, sources: Collection[Observation]) -> Claimant:
    """A fact that isn't stored yet as the side of a contradiction that it would be if it were stored at `now`."""
    newest = max((source.created_at for source in sources), default=None)
    return Claimant(
        veracity=new.veracity,
        strength=new.confidence * weight(new.veracity),
        fresh_at=newest or new.valid_from or now,
        source_count=count_observed(sources),
        agent=new.agent,
    )


def settle(old: Claimant, new: Claimant, auto_margin: float = AUTO_MARGIN, *, late_loses: bool = False) -> Verdict:
    """Apply the order: stated, fresher on two observations, self-correction, strength, else ask the user.

    `late_loses`: of two that rest on observations the fresher wins, whichever comes in first; it is how consolidation
    judges, where only the order in which agents run it would decide, and nobody is there to be asked.
    """
    old_is_stated = old.veracity is Veracity.STATED
    if new.veracity is Veracity.STATED and not old_is_stated:
        return NewWins(Rule.STATED)
    if new.fresh_at > old.fresh_at and new.source_count >= 2 and not old_is_stated:
        return NewWins(Rule.FRESHER)
    if late_loses and _is_behind(old, new):
        return OldStands(Rule.FRESHER)
    if _corrects_itself(old, new):
        return NewWins(Rule.SELF_CORRECTION)
    lead = round(new.strength - old.strength, 9)  # 0.49 - 0.34 is 0.15 to a person
    if lead >= auto_margin:
        return NewWins(Rule.STRONGER)
    if -lead >= STAND_MARGIN:
        return OldStands(Rule.WEAKER)
    return AskUser(Rule.UNDECIDED)


def _is_behind(old: Claimant, new: Claimant) -> bool:
    """Whether the new one comes late with what was seen earlier: it would have lost had it come first."""
    rests_on_older = new.source_count > 0 and new.fresh_at < old.fresh_at
    return rests_on_older and old.source_count >= 2 and new.veracity is not Veracity.STATED


def _corrects_itself(old: Claimant, new: Claimant) -> bool:
    same_agent = new.agent == old.agent and weight(new.veracity) >= weight(old.veracity)
    return same_agent and old.veracity is not Veracity.STATED and old.source_count < 2
