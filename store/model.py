"""The words of Palimpsest as types: values that rules, tools and stores hand to one another.

One long file, as nothing in it does anything: each value is read beside those that it is made of. Times are aware UTC.
Ids are small integers here; `F12` and its kin are made and read at the door (`tools/ids.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from .vocabulary import ConflictStatus as ConflictStatus
from .vocabulary import EdgeKind as EdgeKind
from .vocabulary import FactOrder as FactOrder
from .vocabulary import Finding as Finding
from .vocabulary import Keep as Keep
from .vocabulary import Kind as Kind
from .vocabulary import LapseReason as LapseReason
from .vocabulary import Level as Level
from .vocabulary import LossReason as LossReason
from .vocabulary import Mark as Mark
from .vocabulary import MemoryType as MemoryType
from .vocabulary import OnConflict as OnConflict
from .vocabulary import Origin as Origin
from .vocabulary import Outcome as Outcome
from .vocabulary import PolicyStatus as PolicyStatus
from .vocabulary import RetiredReason as RetiredReason
from .vocabulary import RowKind as RowKind
from .vocabulary import Standing as Standing
from .vocabulary import Validity as Validity
from .vocabulary import Veracity as Veracity

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Vector: TypeAlias = "NDArray[np.float32]"
"""Numbers of one vector, shape (dimension,), or of several, shape (n, dimension); every row is of length 1."""

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Caller:
    """Who is asking. The host says it; no tool takes it as an argument."""

    workspace: str = "default"
    agent: str = "agent"
    role: str = "general"
    repo: str | None = None
    session: str = ""
    task_id: str | None = None
    is_person: bool = False
    """The person in charge, who may read what agents saw."""


@dataclass(frozen=True, slots=True)
class Scope:
    """A domain by name, workspace-wide (`repo` None) or of one repository."""

    name: str
    repo: str | None = None

    def __str__(self) -> str:
        return f"repo:{self.repo}/{self.name}" if self.repo else self.name


@dataclass(frozen=True, slots=True)
class Domain:
    """A domain that exists in the store."""

    id: int
    scope: Scope
    created_at: datetime
    facts: int = 0
    policies: int = 0


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
class NewPolicy:
    """A policy on its way into the store."""

    domain_id: int
    rule: str
    rule_key: str
    required_role: str | None
    agent: str
    role: str
    source_fact_ids: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Policy:
    """A rule that agents must follow."""

    id: int
    uuid: str
    scope: Scope
    rule: str
    required_role: str | None
    status: PolicyStatus
    agent: str
    role: str
    created_at: datetime
    superseded_by: int | None
    ended_at: datetime | None
    reason: str | None
    source_fact_ids: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Notes:
    """An agent's notebook; version 0 is one that was never written."""

    agent: str
    text: str = ""
    version: int = 0
    updated_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class NewObservation:
    """An observation on its way into the store."""

    agent: str
    role: str
    session: str
    content: str
    veracity: Veracity
    source: str
    revision: str | None
    task: str | None
    kind: Kind
    score: float
    expires_at: datetime | None
    refs: tuple[int, ...] = ()
    used_fact_ids: tuple[int, ...] = ()
    repo: str = ""


@dataclass(frozen=True, slots=True)
class Observation:
    """One thing seen. `outdated`: its source, or that of a ref, left the revision it was seen at.

    `source_outdated` says that of its own source alone. `repo` is the repository whose file its source is, `""` none.
    """

    id: int
    uuid: str
    agent: str
    role: str
    session: str
    content: str
    veracity: Veracity
    source: str
    revision: str | None
    task: str | None
    kind: Kind
    score: float
    created_at: datetime
    expires_at: datetime | None
    consolidated_at: datetime | None
    outdated: bool
    lapses_at: datetime | None
    refs: tuple[int, ...] = ()
    repo: str = ""
    source_outdated: bool = False

    def is_active(self, now: datetime) -> bool:
        """Whether it is unexpired and current, and everything it refers to is."""
        return not self.outdated and (self.lapses_at is None or now < self.lapses_at)


class RegisterEntry(NamedTuple):
    """At which revision a source stands. `repo` `""` is the host's; of a repository's file None is gone."""

    repo: str
    source: str
    revision: str | None
    set_at: datetime


FollowedFile: TypeAlias = tuple[str, str | None, int | None, str | None]
"""A file of a repository that observations were made of: its path, and the blob it holds by the register (None: gone).

Then the stamp that it had in one working tree when it was last read there, None where it wasn't; and the blob that it
held then, None for the one of the register. There may be ten thousand of them, so they are as light as can be.
"""


class FileStamp(NamedTuple):
    """What a file held; it needn't be read again as long as its stamp is the same."""

    source: str
    stamp: int
    blob: str


@dataclass(frozen=True, slots=True)
class Lapse:
    """Something that holds no longer: of a cited observation, its own source or that of one that it sums up.

    `revision` is what was seen, `current` where the source stands now.
    """

    cited_id: int
    observation_id: int
    repo: str | None
    source: str
    reason: LapseReason
    revision: str | None
    current: str | None
    expires_at: datetime | None


@dataclass(frozen=True, slots=True)
class NewHotItem:
    """What `remember` was told, on its way into the store."""

    agent: str
    role: str
    session: str
    scope: Scope
    topic: str
    content: str
    memory_type: MemoryType
    veracity: Veracity
    valid_until: datetime | None
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class HotItem:
    """Something remembered for the session, waiting to become a fact or to be dropped."""

    id: int
    uuid: str
    agent: str
    role: str
    session: str
    scope: Scope
    topic: str
    content: str
    memory_type: MemoryType
    veracity: Veracity
    valid_until: datetime | None
    created_at: datetime
    expires_at: datetime
    promoted_to: int | None
    dropped_at: datetime | None


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


@dataclass(frozen=True, slots=True)
class Grant:
    """What a role may do in a domain; `*` is every role, `domain` is bare or `repo:<slug>/<name>`."""

    role: str
    domain: str
    level: Level


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


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One change: who did what to which subject (`F12`), and how it looked before and after."""

    action: str
    subject: str
    before: dict[str, Any] | None = None
    after: dict[str, Any] | None = None
    agent: str = ""
    role: str = ""
    session: str = ""
    batch_id: int | None = None
    at: datetime | None = None
    id: int = 0


@dataclass(frozen=True, slots=True)
class Batch:
    """Changes that belong together: those of one transaction, or of a run of several while `finished_at` is None.

    `undoes` is the batch that this one put back; `undone_by` the one that put this one back, while that holds.
    """

    id: int
    kind: str
    agent: str
    started_at: datetime
    finished_at: datetime | None
    undoes: int | None
    undone_by: int | None


@dataclass(frozen=True, slots=True)
class FactChange:
    """What a batch did to a fact: how it stood before, None when the batch made it; `stands`: it still is as left."""

    fact_id: int
    before: Fact | None
    stands: bool


@dataclass(frozen=True, slots=True)
class RowChange:
    """What a batch did to a row beside facts, as columns by name; None is no row."""

    kind: RowKind
    key: dict[str, Any]
    before: dict[str, Any] | None
    after: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class FactFilter:
    """Which facts a search or a list may see; applied before anything is ranked or cut.

    `at` is the moment whose beliefs are asked for, `past` says that it isn't now. `repo` None is every scope, `""` the
    workspace-wide one. `hidden_domain_ids` are those whose grant is `none` for the caller. `only_sound` leaves out what
    is stale and what challenges another fact undecided; it goes by the register and the conflicts of now.
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


Place: TypeAlias = tuple[str | int | float, int]
"""Where a fact stands in a list: what the list is ordered by, and the fact's id."""


@dataclass(frozen=True, slots=True)
class FactListing:
    """Which facts a list shows, in which order; None is no condition."""

    where: FactFilter
    veracity: Veracity | None = None
    agent: str | None = None
    state: Standing | None = None
    order: FactOrder = FactOrder.NEWEST


class Placed(NamedTuple):
    """A fact of a list, and where in it."""

    fact: Fact
    place: Place


@dataclass(frozen=True, slots=True)
class PolicyListing:
    """Which policies a list shows; None is no condition, `repo` `""` the workspace-wide ones."""

    status: PolicyStatus | None = None
    domain_name: str | None = None
    repo: str | None = None
    required_role: str | None = None


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """Which audit entries a list shows; None is no condition."""

    subject: str | None = None
    batch_id: int | None = None
    agent: str | None = None
    action: str | None = None


Key: TypeAlias = tuple[str, int]
"""What a search may find: `("F", 12)` is a fact, `("O", 45)` an observation."""


class Candidate(NamedTuple):
    """One match of a voice (`F` or `O`), with what its rank depends on; a higher `score` matches better.

    A query may find a thousand of them, so they are as light as can be; whole rows are read for one page only.
    """

    kind: str
    id: int
    score: float
    memory_type: MemoryType
    is_permanent: bool
    confidence: float
    supported_at: datetime
    repo: str | None
    recalled_at: datetime | None = None

    @property
    def key(self) -> Key:
        """Which fact or observation it is."""
        return self.kind, self.id


class FactTimes(NamedTuple):
    """When a fact was written, supported, recalled, and while it is valid; None is open."""

    created_at: datetime
    supported_at: datetime
    last_recalled_at: datetime | None
    valid_from: datetime | None
    valid_until: datetime | None


class VectorModel(NamedTuple):
    """What makes vectors: the same name always means the same ones."""

    name: str
    dimension: int


class StoredModel(NamedTuple):
    """A model that the store holds vectors of, with how many passages have one and how many have none yet."""

    model: VectorModel
    vectors: int
    missing: int


class Passage(NamedTuple):
    """The text by whose meaning something is found; `rules.passage` makes it.

    That of a fact (`F`), of an observation for its own agent (`O`), or of a cited one for everybody else (`C`).
    """

    kind: str
    id: int
    text: str


class Refusal(NamedTuple):
    """A passage that a model made no vector of, and why."""

    kind: str
    id: int
    reason: str
    at: datetime


class Trouble(NamedTuple):
    """What went wrong last with making vectors."""

    reason: str
    at: datetime


class Lease(NamedTuple):
    """Who does a piece of work that one process does at a time, and until when unless it is renewed."""

    holder: str
    expires_at: datetime


class FactCount(NamedTuple):
    """How many facts a domain has; each is counted once. `dormant` ones aren't valid yet, or any more."""

    scope: Scope
    active: int
    dormant: int
    superseded: int
    retired: int


class Holdings(NamedTuple):
    """How many there are of everything but facts."""

    observations: int
    active_observations: int
    pending_observations: int
    policies: int
    active_policies: int
    conflicts: int
    open_conflicts: int
    pending_items: int
    notebooks: int
    edges: int


class DecisionCounts(NamedTuple):
    """How many decisions were logged, how many facts carried, and in how many memory changed the choice."""

    total: int
    carried: int
    changed: int


class ResolutionCount(NamedTuple):
    """How often a rule settled a conflict by itself, and what became of that."""

    rule: str
    settled: int
    confirmed: int
    overturned: int


@dataclass(frozen=True, slots=True)
class Embedded:
    """Vectors that were made before a transaction, by passage text, for the rows that it may write.

    `unrelated` is the cosine up to which two passages have nothing to do with each other.
    """

    model: VectorModel
    vectors: Mapping[str, Vector]
    unrelated: float = 0.0

    def of(self, passage: str) -> PassageVector | None:
        """The vector of one passage, if it was made."""
        vector = self.vectors.get(passage)
        return None if vector is None else PassageVector(self.model, vector, self.unrelated)


class PassageVector(NamedTuple):
    """One passage's vector, shape (dimension,), to be compared with those of its model alone."""

    model: VectorModel
    vector: Vector
    unrelated: float


def utc(moment: datetime) -> datetime:
    """The same moment as an aware UTC time; a naive one is taken as UTC."""
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def in_order(ids: Sequence[int]) -> tuple[int, ...]:
    """The ids without repetitions, in the order of their first appearance."""
    return tuple(dict.fromkeys(ids))
