"""How much a memory holds, counted in SQLite."""

from __future__ import annotations

from datetime import datetime

from . import rows
from .driver import Connection
from .model import FactCount, Holdings, Scope

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

    def holdings(self) -> Holdings:
        return Holdings(*rows.select_tuples(self._connection, HOLDINGS, now=self._now)[0])
