"""Policies and notes in SQLite: what the launch preamble is made of besides facts."""

from __future__ import annotations

import json
import uuid
from datetime import datetime

from . import rows
from .driver import Connection
from .journal import Journal
from .model import NewPolicy, Notes, Place, Policy, PolicyListing, PolicyStatus, RowKind, Scope

SELECT = """
SELECT
    p.id, p.uuid, d.repo, d.name, p.rule, p.required_role, p.status, p.agent, p.role, p.created_at, p.superseded_by,
    p.ended_at, p.reason,
    (SELECT group_concat(s.fact_id) FROM policy_source s WHERE s.policy_id = p.id) AS source_fact_ids
FROM policy p
JOIN domain d ON d.id = p.domain_id
"""
GET = f"{SELECT} WHERE p.id = :id"
ACTIVE = f"{SELECT} WHERE p.status = 'active' ORDER BY p.id"
SAME_ACTIVE = (
    f"{SELECT} WHERE p.status = 'active' AND p.domain_id = :domain_id AND p.rule_key = :rule_key ORDER BY p.id"
)
PREDECESSORS = "SELECT id FROM policy WHERE superseded_by = :id ORDER BY id"
DERIVED_FROM = f"""
{SELECT}
WHERE p.id IN (SELECT s.policy_id FROM policy_source s WHERE s.fact_id = :fact_id)
  AND p.domain_id NOT IN (SELECT value FROM json_each(:hidden))
ORDER BY p.id DESC
"""
INSERT = """
INSERT INTO policy (uuid, domain_id, rule, rule_key, required_role, status, agent, role, created_at)
VALUES (:uuid, :domain_id, :rule, :rule_key, :required_role, 'active', :agent, :role, :now)
"""
ADD_SOURCE = "INSERT INTO policy_source (policy_id, fact_id) VALUES (:policy_id, :fact_id) ON CONFLICT DO NOTHING"
END = """
UPDATE policy
SET status = :status, superseded_by = :superseded_by, ended_at = :now, reason = :reason
WHERE id = :id AND ended_at IS NULL
"""
RESUME = """
UPDATE policy
SET status = 'active', superseded_by = NULL, ended_at = NULL, reason = NULL
WHERE id = :id
"""
RANK = "coalesce((SELECT r.value FROM json_each(:ranks) r WHERE r.key = p.status), 0)"
PAGE = f"""
{SELECT}
WHERE (:behind_id IS NULL OR ({RANK}, -p.id) > (:behind_rank, -:behind_id))
  AND (:status IS NULL OR p.status = :status)
  AND (:domain_name IS NULL OR d.name = :domain_name)
  AND (:repo IS NULL OR d.repo = :repo)
  AND (:required_role IS NULL OR p.required_role = :required_role)
  AND p.domain_id NOT IN (SELECT value FROM json_each(:hidden))
  AND NOT EXISTS (SELECT 1 FROM json_each(:words) w WHERE instr(lower(p.rule_key), lower(w.value)) = 0)
ORDER BY {RANK}, p.id DESC
LIMIT :limit
"""
ALL_NOTES = "SELECT agent, text, version, updated_at FROM notes ORDER BY agent"
GET_NOTES = "SELECT agent, text, version, updated_at FROM notes WHERE agent = :agent"
PUT_NOTES = """
INSERT INTO notes (agent, text, version, updated_at) VALUES (:agent, :text, :version, :now)
ON CONFLICT (agent) DO UPDATE SET text = excluded.text, version = excluded.version, updated_at = excluded.updated_at
"""


def _policy(row: rows.Row) -> Policy:
    return Policy(
        id=row["id"],
        uuid=row["uuid"],
        scope=Scope(row["name"], row["repo"] or None),
        rule=row["rule"],
        required_role=row["required_role"],
        status=PolicyStatus(row["status"]),
        agent=row["agent"],
        role=row["role"],
        created_at=rows.moment(row["created_at"]),
        superseded_by=row["superseded_by"],
        ended_at=rows.moment_or_none(row["ended_at"]),
        reason=row["reason"],
        source_fact_ids=rows.ids_of(row["source_fact_ids"]),
    )


def _notes(row: rows.Row) -> Notes:
    return Notes(row["agent"], row["text"], row["version"], rows.moment(row["updated_at"]))


class SqlitePolicies:
    """`protocol.Policies` over one connection."""

    def __init__(self, connection: Connection, now: datetime, journal: Journal) -> None:
        self._connection = connection
        self._journal = journal
        self._now = rows.time_text(now)

    def get(self, policy_id: int) -> Policy | None:
        row = rows.select_one(self._connection, GET, id=policy_id)
        return _policy(row) if row else None

    def insert(self, policy: NewPolicy) -> Policy:
        policy_id = rows.insert(
            self._connection,
            INSERT,
            uuid=str(uuid.uuid4()),
            domain_id=policy.domain_id,
            rule=policy.rule,
            rule_key=policy.rule_key,
            required_role=policy.required_role,
            agent=policy.agent,
            role=policy.role,
            now=self._now,
        )
        for fact_id in policy.source_fact_ids:
            rows.change(self._connection, ADD_SOURCE, policy_id=policy_id, fact_id=fact_id)
        self._journal.note_insert(RowKind.POLICY, id=policy_id)
        stored = self.get(policy_id)
        if stored is None:
            raise AssertionError("a policy that was just inserted is there")
        return stored

    def active(self) -> list[Policy]:
        return [_policy(row) for row in rows.select(self._connection, ACTIVE)]

    def same_active(self, domain_id: int, rule_key: str) -> Policy | None:
        row = rows.select_one(self._connection, SAME_ACTIVE, domain_id=domain_id, rule_key=rule_key)
        return _policy(row) if row else None

    def predecessors(self, policy_id: int) -> list[int]:
        return [row["id"] for row in rows.select(self._connection, PREDECESSORS, id=policy_id)]

    def derived_from(self, fact_id: int, hidden_domain_ids: tuple[int, ...] = ()) -> list[Policy]:
        found = rows.select(self._connection, DERIVED_FROM, fact_id=fact_id, hidden=rows.id_list(hidden_domain_ids))
        return [_policy(row) for row in found]

    def end(self, policy_id: int, *, superseded_by: int | None, reason: str | None) -> None:
        status = PolicyStatus.SUPERSEDED if superseded_by else PolicyStatus.INACTIVE
        values = {"status": status.value, "superseded_by": superseded_by, "reason": reason}
        with self._journal.changing(RowKind.POLICY, id=policy_id):
            rows.change(self._connection, END, id=policy_id, now=self._now, **values)

    def resume(self, policy_id: int) -> None:
        with self._journal.changing(RowKind.POLICY, id=policy_id):
            rows.change(self._connection, RESUME, id=policy_id)

    def page(self, listing: PolicyListing, behind: Place | None, limit: int) -> list[Policy]:
        rank, before_id = behind or (0, None)
        values = {
            "ranks": json.dumps({status.value: listing.rank(status) for status in PolicyStatus}),
            "behind_rank": rank,
            "behind_id": before_id,
            "status": listing.status.value if listing.status else None,
            "domain_name": listing.domain_name,
            "repo": listing.repo,
            "required_role": listing.required_role,
            "hidden": rows.id_list(listing.hidden_domain_ids),
            "words": json.dumps(listing.words),
        }
        return [_policy(row) for row in rows.select(self._connection, PAGE, limit=limit, **values)]


class SqliteNotes:
    """`protocol.NotesBook` over one connection."""

    def __init__(self, connection: Connection, now: datetime, journal: Journal) -> None:
        self._connection = connection
        self._journal = journal
        self._now = now

    def get(self, agent: str) -> Notes:
        row = rows.select_one(self._connection, GET_NOTES, agent=agent)
        return _notes(row) if row is not None else Notes(agent)

    def all(self) -> list[Notes]:
        return [_notes(row) for row in rows.select(self._connection, ALL_NOTES)]

    def put(self, agent: str, text: str, version: int) -> Notes:
        values = {"text": text, "version": version, "now": rows.time_text(self._now)}
        with self._journal.changing(RowKind.NOTES, agent=agent):
            rows.change(self._connection, PUT_NOTES, agent=agent, **values)
        return Notes(agent, text, version, self._now)
