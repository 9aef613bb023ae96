"""The audit log in SQLite."""

from __future__ import annotations

import json
from datetime import datetime

from . import rows
from .driver import Connection
from .journal import Journal
from .model import AuditEntry, AuditFilter

APPEND = """
INSERT INTO audit (at, agent, role, session, action, subject, before, after, batch_id)
VALUES (:now, :agent, :role, :session, :action, :subject, :before, :after, :batch_id)
"""
SELECT = "SELECT id, at, agent, role, session, action, subject, before, after, batch_id FROM audit"
OF_SUBJECT = f"{SELECT} WHERE subject = :subject ORDER BY id"
LATEST = f"{SELECT} ORDER BY id DESC LIMIT :limit"
PAGE = f"""
{SELECT}
WHERE (:before_id IS NULL OR id < :before_id)
  AND (:subject IS NULL OR subject = :subject)
  AND (:batch_id IS NULL OR batch_id = :batch_id)
  AND (:agent IS NULL OR agent = :agent)
  AND (:action IS NULL OR action = :action)
  AND (:since IS NULL OR at >= :since)
  AND (:until IS NULL OR at < :until)
ORDER BY id DESC
LIMIT :limit
"""
OF_BATCH = f"{SELECT} WHERE batch_id = :batch_id ORDER BY id"
FIRST_OF_BATCH = f"{OF_BATCH} LIMIT :limit"

COUNT = "SELECT count(*) AS count FROM audit WHERE batch_id = :batch_id"
FIRST_SUBJECTS = """
SELECT subject
FROM audit
WHERE batch_id = :batch_id
GROUP BY subject
ORDER BY min(id)
LIMIT :limit
"""


def _entry(row: rows.Row) -> AuditEntry:
    return AuditEntry(
        action=row["action"],
        subject=row["subject"],
        before=json.loads(row["before"]) if row["before"] else None,
        after=json.loads(row["after"]) if row["after"] else None,
        agent=row["agent"],
        role=row["role"],
        session=row["session"],
        batch_id=row["batch_id"],
        at=rows.moment(row["at"]),
        id=row["id"],
    )


class SqliteAudit:
    """`protocol.Audit` over one connection."""

    def __init__(self, connection: Connection, now: datetime, journal: Journal) -> None:
        self._connection = connection
        self._journal = journal
        self._now = rows.time_text(now)

    def append(self, entry: AuditEntry) -> int:
        return rows.insert(
            self._connection,
            APPEND,
            agent=entry.agent,
            role=entry.role,
            session=entry.session,
            action=entry.action,
            subject=entry.subject,
            before=json.dumps(entry.before, ensure_ascii=False) if entry.before is not None else None,
            after=json.dumps(entry.after, ensure_ascii=False) if entry.after is not None else None,
            batch_id=self._journal.at_hand,
            now=self._now,
        )

    def of_subject(self, subject: str) -> list[AuditEntry]:
        return [_entry(row) for row in rows.select(self._connection, OF_SUBJECT, subject=subject)]

    def of_batch(self, batch_id: int) -> list[AuditEntry]:
        return [_entry(row) for row in rows.select(self._connection, OF_BATCH, batch_id=batch_id)]

    def first_of_batch(self, batch_id: int, limit: int) -> list[AuditEntry]:
        found = rows.select(self._connection, FIRST_OF_BATCH, batch_id=batch_id, limit=limit)
        return [_entry(row) for row in found]

    def latest(self, limit: int) -> list[AuditEntry]:
        return [_entry(row) for row in rows.select(self._connection, LATEST, limit=limit)]

    def page(self, where: AuditFilter, before_id: int | None, limit: int) -> list[AuditEntry]:
        values = {
            "subject": where.subject,
            "batch_id": where.batch_id,
            "agent": where.agent,
            "action": where.action,
            "since": rows.time_text(where.since),
            "until": rows.time_text(where.until),
        }
        found = rows.select(self._connection, PAGE, before_id=before_id, limit=limit, **values)
        return [_entry(row) for row in found]

    def summary(self, batch_id: int, limit: int) -> tuple[int, list[str]]:
        (counted,) = rows.select(self._connection, COUNT, batch_id=batch_id)
        subjects = rows.select(self._connection, FIRST_SUBJECTS, batch_id=batch_id, limit=limit)
        return counted["count"], [row["subject"] for row in subjects]
