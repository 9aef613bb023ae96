"""Audit entries, and batches with what they did to each row."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ..vocabulary import RowKind
from .facts import Fact


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
class AuditFilter:
    """Which audit entries a list shows; None is no condition."""

    subject: str | None = None
    batch_id: int | None = None
    agent: str | None = None
    action: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    """Up to this moment, and not at it."""


@dataclass(frozen=True, slots=True)
class BatchFilter:
    """Which batches a list shows; None is no condition."""

    kind: str | None = None
    agent: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    """Up to this moment, and not at it."""


ANY_BATCH = BatchFilter()


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
