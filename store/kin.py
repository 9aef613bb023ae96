"""What a fact has in common with others, in SQLite: what its edges are made from."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import LiteralString

from . import rows, search
from .driver import Connection

OF_SESSION = """
SELECT f.id
FROM fact f
WHERE f.agent = :agent AND f.session = :session AND f.id < :before_id
ORDER BY f.id DESC
LIMIT :limit
"""
OF_TOPIC = """
SELECT f.id
FROM fact f INDEXED BY fact_standing
WHERE f.domain_id = :domain_id AND f.topic_key = :topic_key AND f.id < :before_id
  AND f.superseded_by IS NULL AND f.retired_at IS NULL
ORDER BY f.id DESC
LIMIT :limit
"""
ON_OBSERVATION = """
SELECT s.fact_id
FROM fact_source s
WHERE s.observation_id = :observation_id AND s.fact_id < :before_id
ORDER BY s.fact_id DESC
LIMIT :limit
"""
# Of each observation the newest fact alone: one may be cited by thousands.
ON_SOURCE = """
SELECT
    near.distance,
    (
        SELECT s.fact_id
        FROM fact_source s
        WHERE s.observation_id = near.id AND s.fact_id < :before_id
        ORDER BY s.fact_id DESC
        LIMIT 1
    ) AS fact_id
FROM (
    SELECT * FROM (
        SELECT n.id, o.id - n.id AS distance
        FROM observation o JOIN observation n ON n.source = o.source AND n.repo = o.repo AND n.id < o.id
        WHERE o.id = :observation_id AND o.source <> 'agent' AND n.source <> 'agent'
        ORDER BY n.id DESC
        LIMIT :limit
    )
    UNION ALL
    SELECT * FROM (
        SELECT n.id, n.id - o.id AS distance
        FROM observation o JOIN observation n ON n.source = o.source AND n.repo = o.repo AND n.id > o.id
        WHERE o.id = :observation_id AND o.source <> 'agent' AND n.source <> 'agent'
        ORDER BY n.id
        LIMIT :limit
    )
) near
WHERE fact_id IS NOT NULL
ORDER BY near.distance, fact_id DESC
"""
STANDING = """
SELECT f.id
FROM fact f
WHERE f.id IN (SELECT value FROM json_each(:ids))
  AND f.superseded_by IS NULL AND f.retired_at IS NULL
  AND (:hidden = '[]' OR f.domain_id NOT IN (SELECT value FROM json_each(:hidden)))
"""


class SqliteKin:
    """`protocol.Kin` over one connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def of_session(self, agent: str, session: str, before_id: int, limit: int) -> list[int]:
        return self._ids(OF_SESSION, agent=agent, session=session, before_id=before_id, limit=limit)

    def of_topic(self, domain_id: int, topic_key: str, before_id: int, limit: int) -> list[int]:
        return self._ids(OF_TOPIC, domain_id=domain_id, topic_key=topic_key, before_id=before_id, limit=limit)

    def on_observation(self, observation_id: int, before_id: int, limit: int) -> list[int]:
        return self._ids(ON_OBSERVATION, observation_id=observation_id, before_id=before_id, limit=limit)

    def on_source(self, observation_id: int, before_id: int, limit: int) -> list[int]:
        values = {"observation_id": observation_id, "before_id": before_id, "limit": limit}
        found = rows.select_tuples(self._connection, ON_SOURCE, **values)
        return list(dict.fromkeys(fact_id for _, fact_id in found))

    def holding(
        self, terms: Collection[str], before_id: int, most: int, hidden_domain_ids: Collection[int]
    ) -> list[int] | None:
        return search.facts_holding(self._connection, terms, before_id, most, hidden_domain_ids)

    def with_topic_words(
        self, domain_id: int, words: Sequence[Collection[str]], before_id: int, limit: int
    ) -> list[int]:
        return search.facts_with_topic_words(self._connection, domain_id, words, before_id, limit)

    def standing(self, fact_ids: Collection[int], hidden_domain_ids: Collection[int]) -> set[int]:
        ids, hidden = rows.id_list(fact_ids), rows.id_list(hidden_domain_ids)
        return set(self._ids(STANDING, ids=ids, hidden=hidden))

    def _ids(self, sql: LiteralString, **values: object) -> list[int]:
        return [number for (number,) in rows.select_tuples(self._connection, sql, **values)]
