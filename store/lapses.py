"""Why what facts and observations rest on holds no longer, in SQLite: followed from a fact to its sources' sources."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime
from typing import LiteralString

from . import rows
from .driver import Connection
from .model import Lapse, LapseReason

# An observation rests on itself and on what it refers to.
GROUND = """
SELECT b.owner, b.id AS cited_id, b.id FROM base b
UNION
SELECT b.owner, b.id, r.ref_id FROM base b JOIN observation_ref r ON r.observation_id = b.id
"""
LAPSED = """
SELECT g.owner, g.cited_id, s.id, s.repo, s.source, s.revision, s.current, s.outdated_by, s.expires_at
FROM ground g JOIN source_standing s ON s.id = g.id
WHERE s.outdated_by IS NOT NULL OR s.expires_at <= :now
ORDER BY g.owner, g.cited_id, s.id
"""
OF_FACTS = f"""
WITH base AS (
    SELECT f.fact_id AS owner, f.observation_id AS id
    FROM fact_source f
    WHERE f.fact_id IN (SELECT value FROM json_each(:ids))
), ground AS ({GROUND})
{LAPSED}
"""
OF_OBSERVATIONS = f"""
WITH base AS (
    SELECT o.id AS owner, o.id
    FROM observation o
    WHERE o.id IN (SELECT value FROM json_each(:ids))
), ground AS ({GROUND})
{LAPSED}
"""


class SqliteLapses:
    """`protocol.Lapses` over one connection."""

    def __init__(self, connection: Connection, now: datetime) -> None:
        self._connection = connection
        self._now = rows.time_text(now)

    def of_facts(self, fact_ids: Collection[int]) -> dict[int, list[Lapse]]:
        return self._found(OF_FACTS, fact_ids)

    def of_observations(self, observation_ids: Collection[int]) -> dict[int, list[Lapse]]:
        return self._found(OF_OBSERVATIONS, observation_ids)

    def _found(self, sql: LiteralString, ids: Collection[int]) -> dict[int, list[Lapse]]:
        if not ids:
            return {}
        found: defaultdict[int, list[Lapse]] = defaultdict(list)
        for row in rows.select(self._connection, sql, ids=rows.id_list(ids), now=self._now):
            found[row["owner"]].append(_lapse(row))
        return dict(found)


def _lapse(row: rows.Row) -> Lapse:
    return Lapse(
        cited_id=row["cited_id"],
        observation_id=row["id"],
        repo=row["repo"] or None,
        source=row["source"],
        reason=LapseReason(row["outdated_by"] or LapseReason.EXPIRED),
        revision=row["revision"],
        current=row["current"],
        expires_at=rows.moment_or_none(row["expires_at"]),
    )
