"""The log of `decide` in SQLite."""

from __future__ import annotations

import json
from datetime import datetime

from . import rows
from .driver import Connection
from .model import Decision, DecisionCounts

INSERT = """
INSERT INTO decision (at, agent, session, question, options, default_option, choice, fact_ids)
VALUES (:now, :agent, :session, :question, :options, :default_option, :choice, :fact_ids)
"""
LATEST = """
SELECT id, at, agent, session, question, options, default_option, choice, fact_ids
FROM decision
WHERE (:before_id IS NULL OR id < :before_id) AND (NOT :changed_only OR choice <> default_option)
ORDER BY id DESC
LIMIT :limit
"""
COUNTS = """
SELECT
    count(*) AS total,
    count(*) FILTER (WHERE json_array_length(fact_ids) > 0) AS carried,
    count(*) FILTER (WHERE choice <> default_option) AS changed
FROM decision
"""


class SqliteDecisions:
    """`protocol.Decisions` over one connection."""

    def __init__(self, connection: Connection, now: datetime) -> None:
        self._connection = connection
        self._now = rows.time_text(now)

    def insert(self, decision: Decision) -> int:
        return rows.insert(
            self._connection,
            INSERT,
            agent=decision.agent,
            session=decision.session,
            question=decision.question,
            options=json.dumps(decision.options, ensure_ascii=False),
            default_option=decision.default,
            choice=decision.choice,
            fact_ids=json.dumps(decision.fact_ids),
            now=self._now,
        )

    def latest(self, limit: int, before_id: int | None = None, *, changed_only: bool = False) -> list[Decision]:
        asked = {"limit": limit, "before_id": before_id, "changed_only": changed_only}
        return [_decision(row) for row in rows.select(self._connection, LATEST, **asked)]

    def counts(self) -> DecisionCounts:
        (counts,) = rows.select_tuples(self._connection, COUNTS)
        return DecisionCounts(*counts)


def _decision(row: rows.Row) -> Decision:
    return Decision(
        question=row["question"],
        options=tuple(json.loads(row["options"])),
        default=row["default_option"],
        choice=row["choice"],
        fact_ids=tuple(json.loads(row["fact_ids"])),
        agent=row["agent"],
        session=row["session"],
        at=rows.moment(row["at"]),
        id=row["id"],
    )
