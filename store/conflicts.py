"""Conflicts in SQLite: contradictions between two facts."""

from __future__ import annotations

import builtins
import uuid
from collections.abc import Collection
from datetime import datetime

from . import rows
from .driver import Connection
from .journal import Journal
from .model import Conflict, ConflictStatus, Keep, NewConflict, RowKind

COLUMNS = """
    c.id, c.uuid, c.old_fact_id, c.new_fact_id, c.kind, c.evidence, c.rule, c.status, c.winner, c.reason, c.opened_at,
    c.resolved_at, c.resolved_by
"""
GET = f"SELECT {COLUMNS} FROM conflict c WHERE c.id = :id"
OF_PAIR = f"""
SELECT {COLUMNS}
FROM conflict c
WHERE c.old_fact_id = :one AND c.new_fact_id = :other OR c.old_fact_id = :other AND c.new_fact_id = :one
ORDER BY c.id
"""
OF_FACT = f"SELECT {COLUMNS} FROM conflict c WHERE c.old_fact_id = :id OR c.new_fact_id = :id ORDER BY c.id"
OPEN_OF = f"""
SELECT {COLUMNS}
FROM conflict c
WHERE (c.old_fact_id IN (SELECT value FROM json_each(:ids)) OR c.new_fact_id IN (SELECT value FROM json_each(:ids)))
  AND (
      :at IS NULL AND c.status = 'open'
      OR c.opened_at <= :at AND (c.resolved_at IS NULL OR c.resolved_at > :at)
  )
  AND NOT EXISTS (
      SELECT 1 FROM fact f WHERE f.id IN (c.old_fact_id, c.new_fact_id) AND f.valid_until <= coalesce(:at, :now)
  )
ORDER BY c.id
"""
LIST = f"""
SELECT {COLUMNS}
FROM conflict c
JOIN fact old ON old.id = c.old_fact_id
JOIN fact new ON new.id = c.new_fact_id
WHERE (:status IS NULL OR c.status = :status)
  AND EXISTS (
      SELECT 1
      FROM domain d
      WHERE d.id IN (old.domain_id, new.domain_id)
        AND (:domain_name IS NULL OR d.name = :domain_name)
        AND (:repo IS NULL OR d.repo = :repo)
  )
  AND old.domain_id NOT IN (SELECT value FROM json_each(:hidden))
  AND new.domain_id NOT IN (SELECT value FROM json_each(:hidden))
ORDER BY c.status = 'resolved', c.id DESC
LIMIT :limit OFFSET :offset
"""
INSERT = """
INSERT INTO conflict (
    uuid, old_fact_id, new_fact_id, kind, evidence, rule, status, winner, opened_at, resolved_at, resolved_by, batch_id
) VALUES (
    :uuid, :old_fact_id, :new_fact_id, :kind, :evidence, :rule, :status, :winner, :now, :resolved_at, :resolved_by,
    :batch_id
)
"""
RESOLVE = """
UPDATE conflict
SET status = 'resolved', winner = :winner, rule = :rule, reason = :reason, resolved_at = :now, resolved_by = :by
WHERE id = :id AND status = 'open'
"""


def _conflict(row: rows.Row) -> Conflict:
    return Conflict(
        id=row["id"],
        uuid=row["uuid"],
        old_fact_id=row["old_fact_id"],
        new_fact_id=row["new_fact_id"],
        kind=row["kind"],
        evidence=row["evidence"],
        rule=row["rule"],
        status=ConflictStatus(row["status"]),
        winner=Keep(row["winner"]) if row["winner"] else None,
        reason=row["reason"],
        opened_at=rows.moment(row["opened_at"]),
        resolved_at=rows.moment_or_none(row["resolved_at"]),
        resolved_by=row["resolved_by"],
    )


class SqliteConflicts:
    """`protocol.Conflicts` over one connection."""

    def __init__(self, connection: Connection, now: datetime, journal: Journal) -> None:
        self._connection = connection
        self._journal = journal
        self._now = rows.time_text(now)

    def get(self, conflict_id: int) -> Conflict | None:
        row = rows.select_one(self._connection, GET, id=conflict_id)
        return _conflict(row) if row else None

    def insert(self, conflict: NewConflict, resolved_by: str | None = None) -> Conflict:
        is_resolved = conflict.winner is not None
        conflict_id = rows.insert(
            self._connection,
            INSERT,
            uuid=str(uuid.uuid4()),
            old_fact_id=conflict.old_fact_id,
            new_fact_id=conflict.new_fact_id,
            kind=conflict.kind,
            evidence=conflict.evidence,
            rule=conflict.rule,
            status=(ConflictStatus.RESOLVED if is_resolved else ConflictStatus.OPEN).value,
            winner=conflict.winner.value if conflict.winner else None,
            resolved_at=self._now if is_resolved else None,
            resolved_by=resolved_by if is_resolved else None,
            batch_id=self._journal.batch_id(),
            now=self._now,
        )
        self._journal.note_insert(RowKind.CONFLICT, id=conflict_id)
        stored = self.get(conflict_id)
        if stored is None:
            raise AssertionError("a conflict that was just inserted is there")
        return stored

    def of_pair(self, fact_id: int, other_id: int) -> builtins.list[Conflict]:
        return [_conflict(row) for row in rows.select(self._connection, OF_PAIR, one=fact_id, other=other_id)]

    def of_fact(self, fact_id: int) -> builtins.list[Conflict]:
        return [_conflict(row) for row in rows.select(self._connection, OF_FACT, id=fact_id)]

    def open_of(self, fact_ids: Collection[int], at: datetime | None = None) -> builtins.list[Conflict]:
        found = rows.select(self._connection, OPEN_OF, ids=rows.id_list(fact_ids), at=rows.time_text(at), now=self._now)
        return [_conflict(row) for row in found]

    def list(
        self,
        *,
        status: ConflictStatus | None,
        domain_name: str | None,
        repo: str | None,
        hidden_domain_ids: Collection[int],
        offset: int,
        limit: int,
    ) -> builtins.list[Conflict]:
        found = rows.select(
            self._connection,
            LIST,
            status=status.value if status else None,
            domain_name=domain_name,
            repo=repo,
            hidden=rows.id_list(hidden_domain_ids),
            offset=offset,
            limit=limit,
        )
        return [_conflict(row) for row in found]

    def resolve(self, conflict_id: int, winner: Keep, *, rule: str, reason: str | None, by: str) -> None:
        values = {"winner": winner.value, "rule": rule, "reason": reason, "by": by}
        with self._journal.changing(RowKind.CONFLICT, id=conflict_id):
            rows.change(self._connection, RESOLVE, id=conflict_id, now=self._now, **values)
