"""What happened, for a person or a program: batches and audit entries, newest first, page by page."""

from __future__ import annotations

from typing import Any, TypedDict

from ..store.model import AuditEntry, AuditFilter, Batch, BatchFilter
from ..store.protocol import Transaction
from ..store.rules.text import shorten
from . import cursors
from .dates import written
from .ids import batch_id

MOST_SUBJECTS = 5
MOST_CHANGES = 3
MOST_CHARS = 240
SAYING = ("content", "evidence", "rule", "text", "question", "value", "revision", "level")
"""Which part of what was logged says what it is about, the first that is there."""


class EntryRow(TypedDict):
    """One change: who did what to which subject, and the parts that it had before and after."""

    id: int
    at: str
    agent: str
    role: str
    action: str
    subject: str
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    batch_id: str | None


class BriefChange(TypedDict):
    """A change in a line: what was done to which subject, and the text that it is about."""

    action: str
    subject: str
    text: str | None


class BatchRow(TypedDict):
    """Changes that were made together: `subjects` and `changes` are the first few, `entries` how many were logged."""

    id: str
    kind: str
    agent: str
    started: str
    finished: str | None
    undoes: str | None
    undone_by: str | None
    entries: int
    subjects: list[str]
    changes: list[BriefChange]


class AuditPage(TypedDict):
    """A page of what happened; entries come with the batches that they belong to."""

    batches: list[BatchRow]
    entries: list[EntryRow]
    next_cursor: str | None


def batch_at_hand(tx: Transaction) -> str | None:
    """What undoes all that the transaction has changed so far; None when nothing was."""
    number = tx.batches.at_hand
    return batch_id(number) if number is not None else None


def list_entries(tx: Transaction, where: AuditFilter, limit: int, cursor: str | None) -> AuditPage:
    """Audit entries that fit."""
    said = (where.subject or "", str(where.batch_id or ""), where.agent or "", where.action or "")
    asked = ("entries", *said, *_span(where))
    found = tx.audit.page(where, cursors.offset_of(cursor, asked) or None, limit + 1)
    page = found[:limit]
    numbers = dict.fromkeys(
        number for number in (where.batch_id, *(one.batch_id for one in page)) if number is not None
    )
    batches = [batch for number in numbers if (batch := tx.batches.get(number)) is not None]
    return AuditPage(
        batches=[_batch(tx, batch) for batch in batches],
        entries=[_entry(entry) for entry in page],
        next_cursor=cursors.cursor_at(page[-1].id, asked) if len(found) > limit else None,
    )


def list_batches(tx: Transaction, where: BatchFilter, limit: int, cursor: str | None) -> AuditPage:
    """Batches that fit, without their entries."""
    asked = ("batches", where.kind or "", where.agent or "", *_span(where))
    before = cursors.offset_of(cursor, asked) or None
    found = tx.batches.latest(limit + 1, before, where)
    page = found[:limit]
    return AuditPage(
        batches=[_batch(tx, batch) for batch in page],
        entries=[],
        next_cursor=cursors.cursor_at(page[-1].id, asked) if len(found) > limit else None,
    )


def _span(where: AuditFilter | BatchFilter) -> tuple[str, str]:
    return (str(where.since or ""), str(where.until or ""))


def _batch(tx: Transaction, batch: Batch) -> BatchRow:
    entries, subjects = tx.audit.summary(batch.id, MOST_SUBJECTS)
    return BatchRow(
        id=batch_id(batch.id),
        kind=batch.kind,
        agent=batch.agent,
        started=written(batch.started_at),
        finished=written(batch.finished_at) if batch.finished_at else None,
        undoes=batch_id(batch.undoes) if batch.undoes is not None else None,
        undone_by=batch_id(batch.undone_by) if batch.undone_by is not None else None,
        entries=entries,
        subjects=subjects,
        changes=[_brief(entry) for entry in tx.audit.first_of_batch(batch.id, MOST_CHANGES)],
    )


def _brief(entry: AuditEntry) -> BriefChange:
    said = entry.after or entry.before or {}
    text = next((said[name] for name in SAYING if isinstance(said.get(name), str)), None)
    return BriefChange(action=entry.action, subject=entry.subject, text=shorten(text, MOST_CHARS) if text else None)


def _entry(entry: AuditEntry) -> EntryRow:
    return EntryRow(
        id=entry.id,
        at=written(entry.at) if entry.at else "",
        agent=entry.agent,
        role=entry.role,
        action=entry.action,
        subject=entry.subject,
        before=entry.before,
        after=entry.after,
        batch_id=batch_id(entry.batch_id) if entry.batch_id is not None else None,
    )
