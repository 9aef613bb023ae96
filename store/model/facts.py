"""Facts, how they stood, how they are chosen and listed, and what links them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, TypeAlias

from ..vocabulary import (
    EdgeKind,
    FactOrder,
    LossReason,
    MemoryType,
    Origin,
    RetiredReason,
    Standing,
    Validity,
    Veracity,
)
from .people import Scope


@dataclass(frozen=True, slots=True)
class NewFact:
    """A fact on its way into the store."""

    domain_id: int
    topic: str
    topic_key: str
    content: str
    content_key: str
    memory_type: MemoryType
    veracity: Veracity
    confidence: float
    validity: Validity
    valid_until: datetime | None
    agent: str
    role: str
    session: str
    origin: Origin = Origin.PROPOSED
    source_ids: tuple[int, ...] = ()
    valid_from: datetime | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact with its support as it stands at the moment that was asked for."""

    id: int
    uuid: str
    domain_id: int
    scope: Scope
    topic: str
    topic_key: str
    content: str
    content_key: str
    memory_type: MemoryType
    agent: str
    role: str
    session: str
    origin: Origin
    created_at: datetime
    veracity: Veracity
    confidence: float
    supported_at: datetime
    mention_count: int
    validity: Validity
    valid_from: datetime | None
    valid_until: datetime | None
    superseded_by: int | None
    superseded_at: datetime | None
    loss_reason: LossReason | None
    retired_at: datetime | None
    retired_reason: RetiredReason | None
    recall_count: int
    last_recalled_at: datetime | None
    source_ids: tuple[int, ...] = ()

    def is_active(self, now: datetime) -> bool:
        """Whether the fact is neither superseded nor retired and holds at `now`."""
        return self.superseded_by is None and self.retired_at is None and self.is_valid(now)

    def is_valid(self, now: datetime) -> bool:
        """Whether `now` lies in `[valid_from, valid_until)`."""
        begun = self.valid_from is None or self.valid_from <= now
        return begun and (self.valid_until is None or now < self.valid_until)


@dataclass(frozen=True, slots=True)
class FactState:
    """One row of a fact's history: its support and standing from `recorded_at` on."""

    recorded_at: datetime
    change: str
    fact: Fact


@dataclass(frozen=True, slots=True)
class FactFilter:
    """Which facts a search or a list may see; applied before anything is ranked or cut.

    `at` is the moment whose beliefs are asked for, `past` says that it isn't now. `repo` None is every scope, `""` the
    workspace-wide one; `agent` is the author. `hidden_domain_ids` are those whose grant is `none` for the caller.
    `only_sound` leaves out what is stale and what challenges another fact undecided; it goes by the register and the
    conflicts of now. `state` narrows further what the two `include_` let through.
    """

    at: datetime
    past: bool = False
    domain_name: str | None = None
    repo: str | None = None
    memory_type: MemoryType | None = None
    include_superseded: bool = False
    include_retired: bool = False
    hidden_domain_ids: tuple[int, ...] = ()
    only_sound: bool = False
    veracity: Veracity | None = None
    agent: str | None = None
    state: Standing | None = None


Place: TypeAlias = tuple[str | int | float, int]
"""Where a fact stands in a list: what the list is ordered by, and the fact's id."""


@dataclass(frozen=True, slots=True)
class FactListing:
    """Which facts a list shows, in which order."""

    where: FactFilter
    order: FactOrder = FactOrder.NEWEST


class Placed(NamedTuple):
    """A fact of a list, and where in it."""

    fact: Fact
    place: Place


class Beneath(NamedTuple):
    """What a fact took the place of: how many facts, and id and text of the newest of them."""

    facts: int
    newest: tuple[tuple[int, str], ...]


class FactTimes(NamedTuple):
    """When a fact was written, supported, recalled, and while it is valid; None is open."""

    created_at: datetime
    supported_at: datetime
    last_recalled_at: datetime | None
    valid_from: datetime | None
    valid_until: datetime | None


@dataclass(frozen=True, slots=True)
class Edge:
    """A link between two facts, from the one that came later, or wins, to the other; `weight` is 0..1."""

    from_fact_id: int
    to_fact_id: int
    kind: EdgeKind
    weight: float

    def other(self, fact_id: int) -> int:
        """The fact at the end where `fact_id` isn't."""
        return self.to_fact_id if fact_id == self.from_fact_id else self.from_fact_id
