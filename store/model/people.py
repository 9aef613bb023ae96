"""Who asks, where, and with what rights; times and ids."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from ..vocabulary import Level

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
class Grant:
    """What a role may do in a domain; `*` is every role, `domain` is bare or `repo:<slug>/<name>`."""

    role: str
    domain: str
    level: Level


def utc(moment: datetime) -> datetime:
    """The same moment as an aware UTC time; a naive one is taken as UTC."""
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def in_order(ids: Sequence[int]) -> tuple[int, ...]:
    """The ids without repetitions, in the order of their first appearance."""
    return tuple(dict.fromkeys(ids))
