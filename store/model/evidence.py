"""Observations, remembered items, and the revisions of their sources."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, TypeAlias

from ..vocabulary import Kind, LapseReason, MemoryType, Veracity
from .people import Scope


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
