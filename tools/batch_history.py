"""The last batches, and one batch with everything that was logged in it, as text for a person."""

from __future__ import annotations

import json
from typing import Any

from ..store.errors import NotFound
from ..store.model import AuditEntry, Batch
from ..store.protocol import Transaction
from ..store.rules.text import one_line, shorten
from .dates import written
from .ids import batch_id

SHOWN_CHARS = 300
MOST_LISTED = 30


def batch_lines(tx: Transaction, limit: int = MOST_LISTED) -> list[tuple[str, ...]]:
    """The last batches as rows, newest first: id, when, who, what, which subjects."""
    return [_row(tx, batch) for batch in tx.batches.latest(limit)]


def batch_history(tx: Transaction, number: int) -> str:
    """Everything that was logged in a batch, oldest first."""
    batch = tx.batches.get(number)
    if batch is None:
        raise NotFound(f"There is no batch {batch_id(number)}; `palimpsest history` lists the last ones.")
    head = f"{batch_id(number)} {batch.kind} by {one_line(batch.agent)}, {written(batch.started_at)}{state_of(batch)}"
    return "\n".join([head, *(_entry(entry) for entry in tx.audit.of_batch(number))])


def state_of(batch: Batch) -> str:
    """What there is to say of a batch that isn't simply in force."""
    if batch.finished_at is None:
        return ", still going on"
    undoes = f", undid {batch_id(batch.undoes)}" if batch.undoes is not None else ""
    return undoes + (f", undone by {batch_id(batch.undone_by)}" if batch.undone_by is not None else "")


def _row(tx: Transaction, batch: Batch) -> tuple[str, ...]:
    entries = tx.audit.of_batch(batch.id)
    subjects = list(dict.fromkeys(f"{entry.action} {one_line(entry.subject)}" for entry in entries))
    more = f" and {len(subjects) - 3} more" if len(subjects) > 3 else ""
    what = ", ".join(subjects[:3]) + more
    who = f"{one_line(batch.agent)}{state_of(batch)}"
    return batch_id(batch.id), written(batch.started_at), batch.kind, who, what


def _entry(entry: AuditEntry) -> str:
    before, after = _changed(entry.before, entry.after)
    change = f"{_text(before)} -> {_text(after)}" if before else _text(after)
    return f"  {entry.agent} ({entry.role}): {entry.action} {one_line(entry.subject)}  {shorten(change, SHOWN_CHARS)}"


def _changed(
    before: dict[str, Any] | None, after: dict[str, Any] | None
) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
    """The parts in which the two differ; the whole of one that has no other."""
    if before is None or after is None:
        return before, after
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    return {name: before.get(name) for name in names}, {name: after.get(name) for name in names}


def _text(part: dict[str, Any] | None) -> str:
    return "nothing" if part is None else one_line(json.dumps(part, ensure_ascii=False))
