"""How much a memory holds, counted in SQLite."""

from __future__ import annotations

from datetime import datetime

from . import fact_rows, rows
from .driver import Connection
from .model import FactCount, Holdings, Overview, Scope

FACTS = """
SELECT
    d.repo,
    d.name,
    count(f.id) FILTER (
        WHERE f.superseded_by IS NULL AND f.retired_at IS NULL
          AND coalesce(f.valid_from, '') <= :now AND coalesce(f.valid_until, '~') > :now
    ),
    count(f.id) FILTER (
        WHERE f.superseded_by IS NULL AND f.retired_at IS NULL
          AND (coalesce(f.valid_from, '') > :now OR coalesce(f.valid_until, '~') <= :now)
    ),
    count(f.id) FILTER (WHERE f.superseded_by IS NOT NULL),
    count(f.id) FILTER (WHERE f.superseded_by IS NULL AND f.retired_at IS NOT NULL)
FROM domain d LEFT JOIN fact f ON f.domain_id = d.id
GROUP BY d.id
ORDER BY d.name, d.repo
"""
# What stands is counted from its own index; what was neither replaced nor stands was retired.
OVERVIEW = f"""
WITH standing AS (
    SELECT
        count(*) AS all_of_them,
        count(*) FILTER (WHERE f.valid_until <= :at) AS over,
        count(*) FILTER (WHERE f.valid_from > :at AND coalesce(f.valid_until, '~') > :at) AS to_come
    FROM fact f INDEXED BY fact_standing
    WHERE f.superseded_by IS NULL AND f.retired_at IS NULL
), replaced AS (
    SELECT count(*) AS all_of_them
    FROM fact f
    WHERE f.superseded_by IS NOT NULL
)
SELECT
    s.all_of_them - s.over - s.to_come,
    s.over,
    s.to_come,
    r.all_of_them,
    (SELECT count(*) FROM fact) - s.all_of_them - r.all_of_them,
    (
        SELECT count(*)
        FROM ({fact_rows.EVERY_STALE}) e JOIN fact f ON f.id = e.fact_id
        WHERE f.superseded_by IS NULL AND f.retired_at IS NULL
          AND coalesce(f.valid_from, '') <= :at AND coalesce(f.valid_until, '~') > :at
    ),
    (SELECT count(*) FROM conflict c WHERE c.status = 'open'),
    (SELECT count(*) FROM policy p WHERE p.status IN ('flagged', 'pending'))
FROM standing s, replaced r
"""
# From one author to the next, where asking for all would read every fact.
AUTHORS = """
WITH RECURSIVE author (name) AS (
    SELECT min(f.agent) FROM fact f
    UNION ALL
    SELECT (SELECT min(f.agent) FROM fact f WHERE f.agent > author.name)
    FROM author
    WHERE author.name IS NOT NULL
)
SELECT name
FROM author
WHERE name IS NOT NULL
LIMIT :limit
"""
HOLDINGS = """
SELECT
    (SELECT count(*) FROM observation),
    (SELECT count(*) FROM observation_standing s WHERE NOT s.outdated AND coalesce(s.lapses_at, '~') > :now),
    (SELECT count(*) FROM observation o WHERE o.consolidated_at IS NULL),
    (SELECT count(*) FROM policy),
    (SELECT count(*) FROM policy p WHERE p.status = 'active'),
    (SELECT count(*) FROM conflict),
    (SELECT count(*) FROM conflict c WHERE c.status = 'open'),
    (SELECT count(*) FROM hot_item h WHERE h.promoted_to IS NULL AND h.dropped_at IS NULL AND h.expires_at > :now),
    (SELECT count(*) FROM notes),
    (SELECT count(*) FROM edge)
"""


class SqliteCensus:
    """`protocol.Census` over one connection."""

    def __init__(self, connection: Connection, now: datetime) -> None:
        self._connection = connection
        self._now = rows.time_text(now)

    def facts(self) -> list[FactCount]:
        found = rows.select_tuples(self._connection, FACTS, now=self._now)
        return [FactCount(Scope(name, repo or None), *counts) for repo, name, *counts in found]

    def overview(self) -> Overview:
        return Overview(*rows.select_tuples(self._connection, OVERVIEW, at=self._now)[0])

    def authors(self, limit: int) -> list[str]:
        return [name for (name,) in rows.select_tuples(self._connection, AUTHORS, limit=limit)]

    def holdings(self) -> Holdings:
        return Holdings(*rows.select_tuples(self._connection, HOLDINGS, now=self._now)[0])
