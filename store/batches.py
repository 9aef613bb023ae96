"""Batches in SQLite: changes that belong together, and what they did to each row."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from . import fact_rows, rows
from .driver import Connection
from .journal import Journal
from .model import ANY_BATCH, Batch, BatchFilter, FactChange, RowChange

SELECT = "SELECT id, kind, agent, started_at, finished_at, undoes, undone_by FROM batch"
GET = f"{SELECT} WHERE id = :id"
LATEST = f"""
{SELECT}
WHERE (:before_id IS NULL OR id < :before_id)
  AND (:kind IS NULL OR kind = :kind)
  AND (:agent IS NULL OR agent = :agent)
  AND (:since IS NULL OR started_at >= :since)
  AND (:until IS NULL OR started_at < :until)
ORDER BY id DESC
LIMIT :limit
"""
UNDOING = f"{SELECT} WHERE id > :id AND undoes = :id AND undone_by IS NULL ORDER BY id"
UNFINISHED = f"{SELECT} WHERE finished_at IS NULL ORDER BY id"
FINISH = "UPDATE batch SET finished_at = :now WHERE id = :id AND finished_at IS NULL"
MARK_UNDONE = "UPDATE batch SET undone_by = :undone_by WHERE id = :id"
# Of each fact the last state before the batch's first, the batch's last, and the last of all.
FACTS = """
SELECT
    b.fact_id, b.last_id,
    (SELECT max(h.id) FROM fact_state h WHERE h.fact_id = b.fact_id AND h.id < b.first_id) AS before_id,
    (SELECT max(h.id) FROM fact_state h WHERE h.fact_id = b.fact_id) AS newest_id
FROM (
    SELECT fact_id, min(id) AS first_id, max(id) AS last_id
    FROM fact_state
    WHERE batch_id = :batch_id
    GROUP BY fact_id
) b
ORDER BY b.fact_id
"""
STATE = f"""
SELECT
    {fact_rows.SAID},
    h.veracity, h.confidence, h.supported_at, h.mention_count, h.validity, h.valid_from, h.valid_until,
    h.superseded_by, h.superseded_at, h.loss_reason, h.retired_at, h.retired_reason,
    f.recall_count, f.last_recalled_at,
    (SELECT group_concat(s.observation_id) FROM fact_source s WHERE s.fact_id = f.id) AS source_ids
FROM fact_state h
JOIN fact f ON f.id = h.fact_id
JOIN domain d ON d.id = f.domain_id
WHERE h.id = :id
"""


def _batch(row: rows.Row) -> Batch:
    return Batch(
        id=row["id"],
        kind=row["kind"],
        agent=row["agent"],
        started_at=rows.moment(row["started_at"]),
        finished_at=rows.moment_or_none(row["finished_at"]),
        undoes=row["undoes"],
        undone_by=row["undone_by"],
    )


class SqliteBatches:
    """`protocol.Batches` over one connection."""

    def __init__(self, connection: Connection, now: datetime, journal: Journal) -> None:
        self._connection = connection
        self._now = rows.time_text(now)
        self._journal = journal

    @property
    def at_hand(self) -> int | None:
        return self._journal.at_hand

    def describe(self, kind: str, agent: str, *, is_open: bool = False, undoes: int | None = None) -> None:
        self._journal.describe(kind, agent, is_open=is_open, undoes=undoes)

    def resume(self, batch_id: int) -> None:
        self._journal.resume(batch_id)

    def finish(self, batch_id: int) -> None:
        rows.change(self._connection, FINISH, id=batch_id, now=self._now)

    def get(self, batch_id: int) -> Batch | None:
        row = rows.select_one(self._connection, GET, id=batch_id)
        return _batch(row) if row else None

    def latest(self, limit: int, before_id: int | None = None, where: BatchFilter = ANY_BATCH) -> list[Batch]:
        found = rows.select(
            self._connection,
            LATEST,
            limit=limit,
            before_id=before_id,
            kind=where.kind,
            agent=where.agent,
            since=rows.time_text(where.since),
            until=rows.time_text(where.until),
        )
        return [_batch(row) for row in found]

    def undoing(self, batch_id: int) -> list[Batch]:
        return [_batch(row) for row in rows.select(self._connection, UNDOING, id=batch_id)]

    def unfinished(self) -> list[Batch]:
        return [_batch(row) for row in rows.select(self._connection, UNFINISHED)]

    def facts(self, batch_id: int) -> list[FactChange]:
        return [
            FactChange(
                fact_id=row["fact_id"],
                before=self._state(row["before_id"]) if row["before_id"] else None,
                stands=self._is_the_same(row["last_id"], row["newest_id"]),
            )
            for row in rows.select(self._connection, FACTS, batch_id=batch_id)
        ]

    def _is_the_same(self, state_id: int, other_id: int) -> bool:
        """Undone changes count as none: what was changed and put back since is as it was left."""
        if state_id == other_id:
            return True
        return fact_rows.standing(self._state(state_id)) == fact_rows.standing(self._state(other_id))

    def _state(self, state_id: int) -> fact_rows.Fact:
        row = rows.select_one(self._connection, STATE, id=state_id)
        if row is None:
            raise AssertionError("a state that was just found is there")
        return fact_rows.fact_of(row)

    def rows(self, batch_id: int) -> list[RowChange]:
        return self._journal.changes(batch_id)

    def stands(self, change: RowChange) -> bool:
        return self._journal.stands(change)

    def put_back(self, changes: Sequence[RowChange]) -> None:
        self._journal.put_back(changes)

    def mark_undone(self, batch_id: int, undone_by: int | None) -> None:
        rows.change(self._connection, MARK_UNDONE, id=batch_id, undone_by=undone_by)
