"""Observations in SQLite: what agents saw, before it is a fact."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping
from datetime import datetime

from . import candidate_rows, rows, search
from .driver import Connection
from .journal import Journal
from .model import Candidate, Kind, NewObservation, Observation, Passage, RowKind, Veracity
from .rules.passage import observation_passage
from .vectors import SqliteVectors

LIMIT = 10_000

SELECT = """
SELECT
    o.id, o.uuid, o.agent, o.role, o.session, o.content, o.veracity, o.source, o.revision, o.task, o.kind, o.score,
    o.created_at, o.expires_at, o.consolidated_at, o.repo, t.source_outdated, t.outdated, t.lapses_at,
    (SELECT group_concat(r.ref_id) FROM observation_ref r WHERE r.observation_id = o.id) AS refs
FROM observation o
JOIN observation_standing t ON t.id = o.id
"""
GET_MANY = f"{SELECT} WHERE o.id IN (SELECT value FROM json_each(:ids)) ORDER BY o.id"
LAST_ACTIVE = f"""
{SELECT}
WHERE o.agent = :agent AND NOT t.outdated AND (t.lapses_at IS NULL OR t.lapses_at > :now)
ORDER BY o.id DESC
LIMIT :count
"""
OF_TASK = f"""
{SELECT}
WHERE o.agent = :agent AND o.task = :task
ORDER BY o.id DESC
LIMIT :limit
"""
OF_EVERY_TASK = f"{SELECT} WHERE o.agent = :agent ORDER BY o.id DESC LIMIT :limit"
# The newest: thousands that were seen once, and wait for good, must not keep what is new from being looked at.
PENDING = f"""
SELECT * FROM ({SELECT} WHERE o.consolidated_at IS NULL AND o.agent = :agent ORDER BY o.id DESC LIMIT :limit)
ORDER BY id
"""
PENDING_OF_ALL = f"""
SELECT * FROM ({SELECT} WHERE o.consolidated_at IS NULL ORDER BY o.id DESC LIMIT :limit)
ORDER BY id
"""
COUNT_PENDING = """
SELECT count(*) AS count
FROM observation o
JOIN observation_standing t ON t.id = o.id
WHERE o.agent = :agent AND o.consolidated_at IS NULL
  AND NOT t.outdated AND (t.lapses_at IS NULL OR t.lapses_at > :now)
"""
LATEST = """
SELECT o.content
FROM observation o
WHERE o.agent = :agent AND o.session = :session AND o.source = :source
ORDER BY o.id DESC
LIMIT 1
"""
INSERT = """
INSERT INTO observation (
    uuid, agent, role, session, content, veracity, source, revision, repo, task, kind, score, created_at, expires_at
) VALUES (
    :uuid, :agent, :role, :session, :content, :veracity, :source, :revision, :repo, :task, :kind, :score, :now,
    :expires_at
)
"""
ADD_REF = """
INSERT INTO observation_ref (observation_id, ref_id) VALUES (:observation_id, :ref_id) ON CONFLICT DO NOTHING
"""
ADD_USE = """
INSERT INTO observation_use (observation_id, fact_id) VALUES (:observation_id, :fact_id) ON CONFLICT DO NOTHING
"""
CITED = """
SELECT DISTINCT s.observation_id AS id
FROM fact_source s JOIN fact f ON f.id = s.fact_id
WHERE s.observation_id IN (SELECT value FROM json_each(:ids))
  AND f.domain_id NOT IN (SELECT value FROM json_each(:hidden))
"""
# Of the agent alone: what stands beside another agent's observation is private.
BESIDE = """
SELECT
    o.id,
    (
        SELECT b.id
        FROM observation b
        WHERE b.agent = o.agent AND b.session = o.session AND b.source = o.source AND b.id < o.id
        ORDER BY b.id DESC
        LIMIT 1
    ) AS before_id,
    (
        SELECT a.id
        FROM observation a
        WHERE a.agent = o.agent AND a.session = o.session AND a.source = o.source AND a.id > o.id
          AND (:at IS NULL OR a.created_at <= :at)
        ORDER BY a.id
        LIMIT 1
    ) AS after_id
FROM observation o
WHERE o.id IN (SELECT value FROM json_each(:ids)) AND o.agent = :agent
"""
PLACES = """
SELECT o.id, o.agent, o.session, o.source
FROM observation o
WHERE o.id IN (SELECT value FROM json_each(:ids))
"""
MARK_CONSOLIDATED = """
UPDATE observation SET consolidated_at = :now WHERE id = :id AND consolidated_at IS NULL
"""


def _observation(row: rows.Row) -> Observation:
    return Observation(
        id=row["id"],
        uuid=row["uuid"],
        agent=row["agent"],
        role=row["role"],
        session=row["session"],
        content=row["content"],
        veracity=Veracity(row["veracity"]),
        source=row["source"],
        revision=row["revision"],
        task=row["task"],
        kind=Kind(row["kind"]),
        score=row["score"],
        created_at=rows.moment(row["created_at"]),
        expires_at=rows.moment_or_none(row["expires_at"]),
        consolidated_at=rows.moment_or_none(row["consolidated_at"]),
        outdated=bool(row["outdated"]),
        lapses_at=rows.moment_or_none(row["lapses_at"]),
        refs=rows.ids_of(row["refs"]),
        repo=row["repo"],
        source_outdated=bool(row["source_outdated"]),
    )


class SqliteObservations:
    """`protocol.Observations` over one connection."""

    def __init__(self, connection: Connection, now: datetime, vectors: SqliteVectors, journal: Journal) -> None:
        self._connection = connection
        self._journal = journal
        self._vectors = vectors
        self._now = rows.time_text(now)

    def get(self, observation_id: int) -> Observation | None:
        return self.get_many([observation_id]).get(observation_id)

    def get_many(self, observation_ids: Collection[int]) -> dict[int, Observation]:
        found = rows.select(self._connection, GET_MANY, ids=rows.id_list(observation_ids))
        return {row["id"]: _observation(row) for row in found}

    def latest(self, agent: str, session: str, source: str) -> str | None:
        values = {"agent": agent, "session": session, "source": source}
        row = rows.select_one(self._connection, LATEST, **values)
        return row["content"] if row else None

    def insert(self, observation: NewObservation) -> Observation:
        before = self.latest(observation.agent, observation.session, observation.source)
        observation_id = rows.insert(
            self._connection,
            INSERT,
            uuid=str(uuid.uuid4()),
            agent=observation.agent,
            role=observation.role,
            session=observation.session,
            content=observation.content,
            veracity=observation.veracity.value,
            source=observation.source,
            revision=observation.revision,
            repo=observation.repo,
            task=observation.task,
            kind=observation.kind.value,
            score=observation.score,
            expires_at=rows.time_text(observation.expires_at),
            now=self._now,
        )
        for ref_id in observation.refs:
            rows.change(self._connection, ADD_REF, observation_id=observation_id, ref_id=ref_id)
        for fact_id in observation.used_fact_ids:
            rows.change(self._connection, ADD_USE, observation_id=observation_id, fact_id=fact_id)
        self._journal.note_insert(RowKind.OBSERVATION, id=observation_id)
        search.index_observation(self._connection, observation_id)
        self._vectors.add_at_hand(Passage("O", observation_id, observation_passage(observation.content, before)))
        stored = self.get(observation_id)
        if stored is None:
            raise AssertionError("an observation that was just inserted is there")
        return stored

    def cited(self, observation_ids: Collection[int], hidden_domain_ids: Collection[int] = ()) -> set[int]:
        found = rows.select(
            self._connection, CITED, ids=rows.id_list(observation_ids), hidden=rows.id_list(hidden_domain_ids)
        )
        return {row["id"] for row in found}

    def last_active(self, agent: str, count: int) -> list[Observation]:
        found = rows.select(self._connection, LAST_ACTIVE, agent=agent, count=count, now=self._now)
        return [_observation(row) for row in reversed(found)]

    def of_task(self, agent: str, task: str | None) -> list[Observation]:
        sql = OF_EVERY_TASK if task is None else OF_TASK
        found = rows.select(self._connection, sql, agent=agent, task=task, limit=LIMIT)
        return [_observation(row) for row in found]

    def pending(self, agent: str | None) -> list[Observation]:
        sql = PENDING_OF_ALL if agent is None else PENDING
        return [_observation(row) for row in rows.select(self._connection, sql, agent=agent, limit=LIMIT)]

    def count_pending(self, agent: str) -> int:
        row = rows.select_one(self._connection, COUNT_PENDING, agent=agent, now=self._now)
        return int(row["count"]) if row else 0

    def candidates(
        self, scores: Mapping[int, float], *, agent: str, at: datetime | None, hidden_domain_ids: Collection[int]
    ) -> list[Candidate]:
        seen = candidate_rows.observations_among(
            self._connection, scores, agent=agent, at=at, hidden_domain_ids=hidden_domain_ids
        )
        found = [candidate_rows.observation_candidate(scores[number], row) for number, row in seen.items()]
        return sorted(found, key=lambda one: (-one.score, -one.id))

    def beside(self, observation_ids: Collection[int], agent: str, at: datetime | None) -> dict[int, tuple[int, ...]]:
        values = {"ids": rows.id_list(observation_ids), "agent": agent, "at": rows.time_text(at)}
        found = rows.select_tuples(self._connection, BESIDE, **values)
        return {number: tuple(near for near in beside if near is not None) for number, *beside in found}

    def places(self, observation_ids: Collection[int]) -> dict[int, tuple[str, str, str]]:
        found = rows.select_tuples(self._connection, PLACES, ids=rows.id_list(observation_ids))
        return {number: (agent, session, source) for number, agent, session, source in found}

    def mark_consolidated(self, observation_ids: Collection[int]) -> None:
        for number in observation_ids:
            with self._journal.changing(RowKind.OBSERVATION, id=number):
                rows.change(self._connection, MARK_CONSOLIDATED, id=number, now=self._now)
