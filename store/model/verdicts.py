"""Conflicts, decisions, reviews, and what a person finds of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from ..vocabulary import ConflictStatus, Finding, Keep, Mark


@dataclass(frozen=True, slots=True)
class NewConflict:
    """A contradiction on its way into the store; `winner` None leaves it open."""

    old_fact_id: int
    new_fact_id: int
    kind: str
    evidence: str
    rule: str
    winner: Keep | None


@dataclass(frozen=True, slots=True)
class Conflict:
    """A recorded contradiction between two facts."""

    id: int
    uuid: str
    old_fact_id: int
    new_fact_id: int
    kind: str
    evidence: str
    rule: str
    status: ConflictStatus
    winner: Keep | None
    reason: str | None
    opened_at: datetime
    resolved_at: datetime | None
    resolved_by: str | None


class ConflictOfTopic(NamedTuple):
    """A conflict, and of those asked for about the same topic: the newest, how many are open, how many there are."""

    conflict: Conflict
    newest_id: int
    open_count: int
    total_count: int


class ConflictCount(NamedTuple):
    """How many are open, how many settled."""

    open: int
    resolved: int


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice that `decide` made, with what memory had to do with it."""

    question: str
    options: tuple[str, ...]
    default: str
    choice: str
    fact_ids: tuple[int, ...]
    agent: str
    session: str
    at: datetime | None = None
    id: int = 0


class DecisionCounts(NamedTuple):
    """How many decisions were logged, how many facts carried, and in how many memory changed the choice."""

    total: int
    carried: int
    changed: int


@dataclass(frozen=True, slots=True)
class SampledFact:
    """A fact of a review's sample, as it stood when it was drawn, and what was found of it.

    `support` is how many distinct observations it rested on; `needs_support`: it would not have been made without
    enough of them; `may_fade`: it is forgotten when its confidence gets too low. `fact_id` None: it was erased since.
    """

    fact_id: int | None
    confidence: float
    support: int
    needs_support: bool
    may_fade: bool
    mark: Mark | None = None
    marked_by: str | None = None
    marked_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class NewReview:
    """A sample on its way into the store, with the thresholds that hold now."""

    agent: str
    seed: int
    population: int
    min_support: int
    min_confidence: float
    facts: tuple[SampledFact, ...]


@dataclass(frozen=True, slots=True)
class Review:
    """A random sample of `population` active facts for a person to mark, with the thresholds that held by then."""

    id: int
    agent: str
    seed: int
    population: int
    min_support: int
    min_confidence: float
    started_at: datetime
    closed_at: datetime | None
    facts: tuple[SampledFact, ...]


@dataclass(frozen=True, slots=True)
class Resolution:
    """A conflict that was settled without asking, and what a person found of that; `how` says where it was said."""

    conflict: Conflict
    finding: Finding | None
    found_by: str | None
    found_at: datetime | None
    how: str | None


class ResolutionCount(NamedTuple):
    """How often a rule settled a conflict by itself, and what became of that."""

    rule: str
    settled: int
    confirmed: int
    overturned: int
