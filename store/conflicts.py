"""Conflicts in SQLite: contradictions between two facts."""

from __future__ import annotations

import builtins
import uuid
from collections.abc import Collection
from datetime import datetime

from . import rows
from .driver import Connection
from .journal import Journal
from .model import Conflict, ConflictCount, ConflictOfTopic, ConflictStatus, Keep, NewConflict, RowKind

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
FITTING = """
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
"""
LIST = f"""
SELECT {COLUMNS}
{FITTING}
ORDER BY c.status = 'resolved', c.id DESC
LIMIT :limit OFFSET :offset
"""
BY_TOPIC = f"""
WITH fitting AS (
    SELECT c.id, old.domain_id, old.topic_key, c.status = 'open' AS is_open
    {FITTING}
),
grouped AS (
    SELECT id, is_open, sum(is_open) OVER topic AS open_count, count(*) OVER topic AS total_count,
        max(iif(is_open, id, 0)) OVER topic AS newest_open, max(id) OVER topic AS newest
    FROM fitting
    WINDOW topic AS (PARTITION BY domain_id, topic_key)
)
SELECT {COLUMNS}, g.newest, g.open_count, g.total_count
FROM grouped g
JOIN conflict c ON c.id = g.id
ORDER BY g.newest_open = 0, iif(g.newest_open > 0, g.newest_open, g.newest) DESC, c.status = 'resolved', c.id DESC
LIMIT :limit OFFSET :offset
"""
COUNT = f"SELECT count(*) AS total, count(*) FILTER (WHERE c.status = 'open') AS open_count {FITTING}"
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


def _asked(
    status: ConflictStatus | None, domain_name: str | None, repo: str | None, hidden_domain_ids: Collection[int]
) -> dict[str, str | None]:
    """What `FITTING` looks for."""
    return {
        "status": status.value if status else None,
        "domain_name": domain_name,
        "repo": repo,
        "hidden": rows.id_list(hidden_domain_ids),
    }


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
        asked = _asked(status, domain_name, repo, hidden_domain_ids)
        found = rows.select(self._connection, LIST, offset=offset, limit=limit, **asked)
        return [_conflict(row) for row in found]

    def by_topic(
        self,
        *,
        status: ConflictStatus | None,
        domain_name: str | None,
        repo: str | None,
        hidden_domain_ids: Collection[int],
        offset: int,
        limit: int,
    ) -> builtins.list[ConflictOfTopic]:
        asked = _asked(status, domain_name, repo, hidden_domain_ids)
        found = rows.select(self._connection, BY_TOPIC, offset=offset, limit=limit, **asked)
        return [ConflictOfTopic(_conflict(row), row["newest"], row["open_count"], row["total_count"]) for row in found]

    def count(self, *, domain_name: str | None, repo: str | None, hidden_domain_ids: Collection[int]) -> ConflictCount:
        row = rows.select_one(self._connection, COUNT, **_asked(None, domain_name, repo, hidden_domain_ids))
        return ConflictCount(row["open_count"], row["total"] - row["open_count"]) if row else ConflictCount(0, 0)

    def resolve(self, conflict_id: int, winner: Keep, *, rule: str, reason: str | None, by: str) -> None:
        values = {"winner": winner.value, "rule": rule, "reason": reason, "by": by}
        with self._journal.changing(RowKind.CONFLICT, id=conflict_id):
            rows.change(self._connection, RESOLVE, id=conflict_id, now=self._now, **values)
