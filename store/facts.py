"""Facts in SQLite: said once, supported and replaced over time, every change kept."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping
from datetime import datetime

from . import candidate_rows, fact_rows, rows, search
from .driver import Connection
from .journal import Journal
from .model import Beneath, Candidate, Fact, FactFilter, FactState, NewFact, Passage, RowKind
from .rules.passage import fact_passage
from .vectors import SqliteVectors

GET = f"SELECT {fact_rows.COLUMNS} FROM fact f JOIN domain d ON d.id = f.domain_id WHERE f.id = :id"
ACTIVE_SHAPE = """
f.superseded_by IS NULL AND f.retired_at IS NULL
AND (f.valid_from IS NULL OR f.valid_from <= :now) AND (f.valid_until IS NULL OR f.valid_until > :now)
"""
OF_TOPIC = f"""
SELECT {fact_rows.COLUMNS}
FROM fact f JOIN domain d ON d.id = f.domain_id
WHERE f.id IN (
    SELECT f.id
    FROM fact f INDEXED BY fact_standing
    WHERE f.domain_id = :domain_id AND f.topic_key = :topic_key AND {ACTIVE_SHAPE}
    ORDER BY f.id DESC
    LIMIT :limit
)
ORDER BY f.id
"""
SAME_OF_TOPIC = f"""
SELECT {fact_rows.COLUMNS}
FROM fact f INDEXED BY fact_by_content JOIN domain d ON d.id = f.domain_id
WHERE f.domain_id = :domain_id AND f.content_key = :content_key AND f.topic_key = :topic_key AND {ACTIVE_SHAPE}
ORDER BY f.id
LIMIT 1
"""
REJECTED = f"""
SELECT {fact_rows.COLUMNS}
FROM fact f JOIN domain d ON d.id = f.domain_id
WHERE f.domain_id = :domain_id AND f.content_key = :content_key
  AND (f.superseded_by IS NOT NULL OR f.retired_at IS NOT NULL)
  AND (f.loss_reason = 'wrong' OR f.loss_reason IS NULL AND f.retired_reason = 'deleted')
  AND NOT EXISTS (
      SELECT 1
      FROM fact t
      WHERE t.domain_id = f.domain_id AND t.content_key = f.content_key
        AND (t.id > f.id OR t.superseded_by IS NULL AND t.retired_at IS NULL)
  )
ORDER BY f.id DESC
LIMIT 1
"""
NOTE_DOUBT = """
INSERT INTO fact_doubt (fact_id, observation_id, at) VALUES (:fact_id, :observation_id, :now)
ON CONFLICT (fact_id, observation_id) DO NOTHING
"""
BEATEN = f"""
SELECT {fact_rows.COLUMNS}
FROM fact f JOIN domain d ON d.id = f.domain_id
WHERE f.domain_id = :domain_id AND f.content_key = :content_key AND f.superseded_by = :winner_id
ORDER BY f.id DESC
LIMIT 1
"""
INSERT = """
INSERT INTO fact (
    uuid, domain_id, topic, topic_key, content, content_key, memory_type, agent, role, session, origin, created_at,
    veracity, confidence, supported_at, validity, valid_from, valid_until
) VALUES (
    :uuid, :domain_id, :topic, :topic_key, :content, :content_key, :memory_type, :agent, :role, :session, :origin, :now,
    :veracity, :confidence, :now, :validity, :valid_from, :valid_until
)
"""
UPDATE = """
UPDATE fact
SET veracity = :veracity, confidence = :confidence, supported_at = :supported_at, mention_count = :mention_count,
    validity = :validity, valid_from = :valid_from, valid_until = :valid_until, superseded_by = :superseded_by,
    superseded_at = :superseded_at, loss_reason = :loss_reason, retired_at = :retired_at,
    retired_reason = :retired_reason
WHERE id = :id
"""
# A clock that was set back puts no change before an earlier one.
RECORD = """
INSERT INTO fact_state (
    fact_id, recorded_at, change, veracity, confidence, supported_at, mention_count, validity, valid_from, valid_until,
    superseded_by, superseded_at, loss_reason, retired_at, retired_reason, batch_id
) VALUES (
    :id, max(:now, coalesce((SELECT max(recorded_at) FROM fact_state WHERE fact_id = :id), :now)), :change, :veracity,
    :confidence, :supported_at, :mention_count, :validity, :valid_from, :valid_until,
    :superseded_by, :superseded_at, :loss_reason, :retired_at, :retired_reason, :batch_id
)
"""
STATES = """
SELECT
    h.recorded_at, h.change, h.veracity, h.confidence, h.supported_at, h.mention_count, h.validity, h.valid_from,
    h.valid_until, h.superseded_by, h.superseded_at, h.loss_reason, h.retired_at, h.retired_reason,
    (
        SELECT group_concat(s.observation_id)
        FROM fact_source s
        WHERE s.fact_id = h.fact_id AND s.added_at <= h.recorded_at
    ) AS source_ids
FROM fact_state h
WHERE h.fact_id = :id
ORDER BY h.recorded_at, h.id
"""
PREDECESSORS = "SELECT id FROM fact WHERE superseded_by = :id ORDER BY id"
BENEATH = """
SELECT superseded_by, id, content, below, place
FROM (
    SELECT
        f.superseded_by, f.id, f.content,
        count(*) OVER (PARTITION BY f.superseded_by) AS below,
        row_number() OVER (PARTITION BY f.superseded_by ORDER BY f.id DESC) AS place
    FROM fact f
    WHERE f.superseded_by IN (SELECT value FROM json_each(:ids)) AND f.superseded_at <= :at
      AND (:hidden = '[]' OR f.domain_id NOT IN (SELECT value FROM json_each(:hidden)))
)
WHERE place <= :limit
ORDER BY superseded_by, place
"""
ADD_SOURCE = """
INSERT INTO fact_source (fact_id, observation_id, added_at) VALUES (:fact_id, :observation_id, :now)
ON CONFLICT DO NOTHING
"""
NOTE_MENTION = """
INSERT INTO fact_mention (fact_id, agent, session, at) VALUES (:fact_id, :agent, :session, :now)
ON CONFLICT DO NOTHING
"""
MENTIONS = "SELECT agent, session, at FROM fact_mention WHERE fact_id = :fact_id ORDER BY agent, session"
SUPPORTERS = """
SELECT DISTINCT fact_id, agent
FROM fact_mention
WHERE fact_id IN (SELECT value FROM json_each(:ids))
ORDER BY fact_id, agent
"""
STALE = f"SELECT f.id FROM fact f WHERE f.id IN (SELECT value FROM json_each(:ids)) AND {fact_rows.STALE}"
ALL_STALE = f"""
SELECT f.id
FROM fact f
WHERE {ACTIVE_SHAPE} AND f.id IN ({fact_rows.EVERY_STALE})
ORDER BY f.id
"""
ACTIVE_SOURCES = f"""
SELECT f.id, group_concat(s.observation_id) AS source_ids
FROM fact f JOIN fact_source s ON s.fact_id = f.id
WHERE {ACTIVE_SHAPE}
GROUP BY f.id
ORDER BY f.id
"""
COUNT_RECALLS = """
UPDATE fact
SET recall_count = recall_count + :count, last_recalled_at = max(coalesce(last_recalled_at, :at), :at)
WHERE id = :id
"""


class SqliteFacts:
    """`protocol.Facts` over one connection."""

    def __init__(self, connection: Connection, now: datetime, vectors: SqliteVectors, journal: Journal) -> None:
        self._connection = connection
        self._journal = journal
        self._vectors = vectors
        self._now = rows.time_text(now)

    def get(self, fact_id: int) -> Fact | None:
        row = rows.select_one(self._connection, GET, id=fact_id)
        return fact_rows.fact_of(row) if row else None

    def get_many(self, fact_ids: Collection[int], where: FactFilter) -> dict[int, Fact]:
        sql = f"""
            SELECT {fact_rows.columns(where)}
            FROM {fact_rows.table(where)} JOIN domain d ON d.id = f.domain_id
            WHERE f.id IN (SELECT value FROM json_each(:ids)) AND {fact_rows.visible(where)}
        """
        found = rows.select(self._connection, sql, ids=rows.id_list(fact_ids), **fact_rows.values(where))
        return {row["id"]: fact_rows.fact_of(row) for row in found}

    def candidates(self, scores: Mapping[int, float], where: FactFilter) -> list[Candidate]:
        seen = candidate_rows.facts_among(self._connection, scores, where)
        found = [candidate_rows.fact_candidate(scores[number], row) for number, row in seen.items()]
        return sorted(found, key=lambda one: (-one.score, -one.id))

    def insert(self, fact: NewFact) -> Fact:
        fact_id = rows.insert(
            self._connection,
            INSERT,
            uuid=str(uuid.uuid4()),
            domain_id=fact.domain_id,
            topic=fact.topic,
            topic_key=fact.topic_key,
            content=fact.content,
            content_key=fact.content_key,
            memory_type=fact.memory_type.value,
            agent=fact.agent,
            role=fact.role,
            session=fact.session,
            origin=fact.origin.value,
            veracity=fact.veracity.value,
            confidence=fact.confidence,
            validity=fact.validity.value,
            valid_from=rows.time_text(fact.valid_from),
            valid_until=rows.time_text(fact.valid_until),
            now=self._now,
        )
        self._journal.note_new_fact(fact_id)
        self.add_sources(fact_id, fact.source_ids)
        self.note_mention(fact_id, fact.agent, fact.session)
        search.index_fact(self._connection, fact_id, fact.topic, fact.content)
        self._vectors.add_at_hand(Passage("F", fact_id, fact_passage(fact.topic, fact.content)))
        stored = self.get(fact_id)
        if stored is None:
            raise AssertionError("a fact that was just inserted is there")
        self._record(stored, "created")
        return stored

    def active_of_topic(self, domain_id: int, topic_key: str, limit: int) -> list[Fact]:
        values = {"domain_id": domain_id, "topic_key": topic_key, "limit": limit, "now": self._now}
        return [fact_rows.fact_of(row) for row in rows.select(self._connection, OF_TOPIC, **values)]

    def same_of_topic(self, domain_id: int, topic_key: str, content_key: str) -> Fact | None:
        values = {"domain_id": domain_id, "topic_key": topic_key, "content_key": content_key, "now": self._now}
        row = rows.select_one(self._connection, SAME_OF_TOPIC, **values)
        return fact_rows.fact_of(row) if row else None

    def active(self, where: FactFilter, limit: int | None = None) -> list[Fact]:
        sql = f"""
            SELECT {fact_rows.columns(where)}
            FROM {fact_rows.table(where)} JOIN domain d ON d.id = f.domain_id
            WHERE {fact_rows.visible(where)}
            ORDER BY f.id DESC
            LIMIT coalesce(:limit, -1)
        """
        return [
            fact_rows.fact_of(row) for row in rows.select(self._connection, sql, limit=limit, **fact_rows.values(where))
        ]

    def rejected(self, domain_id: int, content_key: str) -> Fact | None:
        row = rows.select_one(self._connection, REJECTED, domain_id=domain_id, content_key=content_key)
        return fact_rows.fact_of(row) if row else None

    def beaten(self, domain_id: int, content_key: str, winner_id: int) -> Fact | None:
        values = {"domain_id": domain_id, "content_key": content_key, "winner_id": winner_id}
        row = rows.select_one(self._connection, BEATEN, **values)
        return fact_rows.fact_of(row) if row else None

    def save(self, fact: Fact, change: str) -> None:
        rows.change(self._connection, UPDATE, **fact_rows.standing(fact))
        self._record(fact, change)

    def _record(self, fact: Fact, change: str) -> None:
        batch_id = self._journal.batch_id()
        standing = fact_rows.standing(fact)
        rows.insert(self._connection, RECORD, now=self._now, change=change, batch_id=batch_id, **standing)

    def add_sources(self, fact_id: int, observation_ids: Collection[int]) -> None:
        for observation_id in observation_ids:
            with self._journal.changing(RowKind.SOURCE, fact_id=fact_id, observation_id=observation_id):
                rows.change(self._connection, ADD_SOURCE, fact_id=fact_id, observation_id=observation_id, now=self._now)

    def note_mention(self, fact_id: int, agent: str, session: str) -> bool:
        voice = {"fact_id": fact_id, "agent": agent, "session": session}
        with self._journal.changing(RowKind.MENTION, **voice):
            return rows.change(self._connection, NOTE_MENTION, now=self._now, **voice) > 0

    def inherit_mentions(self, fact_id: int, from_fact_id: int) -> None:
        for row in rows.select(self._connection, MENTIONS, fact_id=from_fact_id):
            with self._journal.changing(RowKind.MENTION, fact_id=fact_id, agent=row["agent"], session=row["session"]):
                values = {"fact_id": fact_id, "agent": row["agent"], "session": row["session"]}
                rows.change(self._connection, NOTE_MENTION, now=row["at"], **values)

    def supporters(self, fact_ids: Collection[int]) -> dict[int, tuple[str, ...]]:
        found: dict[int, tuple[str, ...]] = {}
        for row in rows.select(self._connection, SUPPORTERS, ids=rows.id_list(fact_ids)):
            found[row["fact_id"]] = (*found.get(row["fact_id"], ()), row["agent"])
        return found

    def note_doubts(self, fact_id: int, observation_ids: Collection[int]) -> bool:
        new = [number for number in observation_ids if self._note_doubt(fact_id, number)]
        return bool(new)

    def _note_doubt(self, fact_id: int, observation_id: int) -> bool:
        doubt = {"fact_id": fact_id, "observation_id": observation_id}
        with self._journal.changing(RowKind.DOUBT, **doubt):
            return rows.change(self._connection, NOTE_DOUBT, now=self._now, **doubt) > 0

    def states(self, fact_id: int) -> list[FactState]:
        row = rows.select_one(self._connection, GET, id=fact_id)
        if row is None:
            return []
        return [
            FactState(rows.moment(state["recorded_at"]), state["change"], fact_rows.fact_of({**row, **state}))
            for state in rows.select(self._connection, STATES, id=fact_id)
        ]

    def predecessors(self, fact_id: int) -> list[int]:
        return [row["id"] for row in rows.select(self._connection, PREDECESSORS, id=fact_id)]

    def beneath(self, fact_ids: Collection[int], where: FactFilter, limit: int) -> dict[int, Beneath]:
        values = {"ids": rows.id_list(fact_ids), "at": rows.time_text(where.at), "limit": limit}
        hidden = rows.id_list(where.hidden_domain_ids)
        found: dict[int, Beneath] = {}
        for by, number, text, below, _ in rows.select_tuples(self._connection, BENEATH, hidden=hidden, **values):
            newest = found[by].newest if by in found else ()
            found[by] = Beneath(below, (*newest, (number, text)))
        return found

    def stale(self, fact_ids: Collection[int]) -> set[int]:
        found = rows.select(self._connection, STALE, ids=rows.id_list(fact_ids), at=self._now)
        return {row["id"] for row in found}

    def all_stale(self) -> list[int]:
        return [row["id"] for row in rows.select(self._connection, ALL_STALE, now=self._now, at=self._now)]

    def active_sources(self) -> dict[int, tuple[int, ...]]:
        found = rows.select(self._connection, ACTIVE_SOURCES, now=self._now)
        return {row["id"]: rows.ids_of(row["source_ids"]) for row in found}

    def count_recalls(self, counts: Mapping[int, int], at: datetime) -> None:
        for fact_id, count in counts.items():
            rows.change(self._connection, COUNT_RECALLS, id=fact_id, count=count, at=rows.time_text(at))
