"""Conflicts that a rule settled by itself, in SQLite, and what a person found of that.

A finding is said outright (`conflict_finding`), or follows from what a person did later: the same two texts settled by
the user once more, or the batch that settled the conflict undone, which takes the conflict along.
"""

from __future__ import annotations

import json
from datetime import datetime

from . import rows
from .conflicts import SqliteConflicts
from .driver import Connection
from .journal import Journal
from .model import Finding, Resolution, ResolutionCount, RowKind
from .rules.settlement import AUTOMATIC, Rule

# `said` is the user's last word on the same two texts since, found by the indexes of contents and of sides.
FOUND = """
WITH automatic AS (
    SELECT
        c.id, c.rule, w.content_key AS winner_key, w.domain_id AS winner_domain,
        (
            SELECT d.id
            FROM fact w2
            JOIN conflict d ON d.old_fact_id = w2.id OR d.new_fact_id = w2.id
            JOIN fact l2 ON l2.id = d.old_fact_id + d.new_fact_id - w2.id
            WHERE w2.domain_id = w.domain_id AND w2.content_key = w.content_key
              AND l2.domain_id = l.domain_id AND l2.content_key = l.content_key
              AND d.status = 'resolved' AND +d.rule = :user
              AND d.resolved_at >= c.resolved_at AND d.id <> c.id
            ORDER BY d.resolved_at DESC, d.id DESC
            LIMIT 1
        ) AS said_id
    FROM conflict c
    JOIN fact w ON w.id = iif(c.winner = 'new', c.new_fact_id, c.old_fact_id)
    JOIN fact l ON l.id = iif(c.winner = 'new', c.old_fact_id, c.new_fact_id)
    WHERE c.status = 'resolved' AND c.winner <> 'both' AND c.rule IN (SELECT value FROM json_each(:rules))
      AND (:id IS NULL OR c.id = :id)
),
said AS (
    SELECT
        a.id, d.resolved_by, d.resolved_at,
        iif(
            d.winner <> 'both' AND k.content_key = a.winner_key AND k.domain_id = a.winner_domain,
            'confirmed',
            'overturned'
        ) AS finding
    FROM automatic a
    JOIN conflict d ON d.id = a.said_id
    JOIN fact k ON k.id = iif(d.winner = 'new', d.new_fact_id, d.old_fact_id)
),
found AS (
    SELECT
        a.id, a.rule,
        coalesce(f.finding, s.finding) AS finding,
        coalesce(f.agent, s.resolved_by) AS agent,
        coalesce(f.at, s.resolved_at) AS at,
        iif(f.finding IS NOT NULL, 'review', iif(s.finding IS NOT NULL, 'later', NULL)) AS how
    FROM automatic a
    LEFT JOIN conflict_finding f ON f.conflict_id = a.id
    LEFT JOIN said s ON s.id = a.id
)
"""
LATEST = f"""
{FOUND}
SELECT id, finding, agent, at, how
FROM found
WHERE (:before_id IS NULL OR id < :before_id)
  AND (:is_found IS NULL OR (finding IS NOT NULL) = :is_found)
ORDER BY id DESC
LIMIT :limit
"""
COUNTS = f"""
{FOUND},
undone AS (
    SELECT DISTINCT r.key, json_extract(r.after, '$.rule') AS rule
    FROM row_change r
    WHERE r.kind = 'conflict'
      AND EXISTS (
          SELECT 1
          FROM row_change u JOIN batch b ON b.id = u.batch_id
          WHERE u.kind = r.kind AND u.key = r.key AND b.undoes = r.batch_id AND b.undone_by IS NULL
      )
      AND json_extract(r.after, '$.status') = 'resolved'
      AND json_extract(r.after, '$.winner') <> 'both'
      AND json_extract(r.after, '$.rule') IN (SELECT value FROM json_each(:rules))
      AND json_extract(r.key, '$[0]') NOT IN (SELECT id FROM found)
),
one AS (
    SELECT rule, finding FROM found
    UNION ALL
    SELECT rule, 'overturned' FROM undone
)
SELECT
    rule,
    count(*) AS settled,
    count(*) FILTER (WHERE finding = 'confirmed') AS confirmed,
    count(*) FILTER (WHERE finding = 'overturned') AS overturned
FROM one
GROUP BY rule
ORDER BY rule
"""
FIND = """
INSERT INTO conflict_finding (conflict_id, finding, agent, at) VALUES (:conflict_id, :finding, :by, :now)
ON CONFLICT (conflict_id) DO UPDATE SET finding = excluded.finding, agent = excluded.agent, at = excluded.at
"""
ASKED = {"rules": json.dumps(AUTOMATIC), "user": Rule.USER.value}


class SqliteResolutions:
    """`protocol.Resolutions` over one connection."""

    def __init__(self, connection: Connection, now: datetime, conflicts: SqliteConflicts, journal: Journal) -> None:
        self._connection = connection
        self._conflicts = conflicts
        self._journal = journal
        self._now = rows.time_text(now)

    def get(self, conflict_id: int) -> Resolution | None:
        found = self._select(limit=1, id=conflict_id)
        return found[0] if found else None

    def latest(self, limit: int, before_id: int | None = None, *, is_found: bool | None = None) -> list[Resolution]:
        return self._select(limit=limit, before_id=before_id, is_found=is_found)

    def _select(self, **asked: object) -> list[Resolution]:
        values = {"id": None, "before_id": None, "is_found": None} | asked
        return [self._resolution(row) for row in rows.select(self._connection, LATEST, **values, **ASKED)]

    def _resolution(self, row: rows.Row) -> Resolution:
        conflict = self._conflicts.get(row["id"])
        if conflict is None:
            raise AssertionError("a conflict that was just read is there")
        finding = Finding(row["finding"]) if row["finding"] else None
        return Resolution(conflict, finding, row["agent"], rows.moment_or_none(row["at"]), row["how"])

    def find(self, conflict_id: int, finding: Finding, by: str) -> None:
        with self._journal.changing(RowKind.FINDING, conflict_id=conflict_id):
            values = {"conflict_id": conflict_id, "finding": finding.value, "by": by}
            rows.change(self._connection, FIND, now=self._now, **values)

    def counts(self) -> list[ResolutionCount]:
        found = [ResolutionCount(**row) for row in rows.select(self._connection, COUNTS, id=None, **ASKED)]
        return sorted(found, key=lambda count: AUTOMATIC.index(Rule(count.rule)))
