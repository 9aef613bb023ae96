"""Edges in SQLite: links between facts, and the strongest of them read without the rest."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from typing import LiteralString

from . import fact_rows, rows
from .driver import Connection
from .model import Edge, EdgeKind, FactFilter

LINK = """
INSERT INTO edge (from_fact_id, to_fact_id, kind, weight, created_at)
VALUES (:from_fact_id, :to_fact_id, :kind, :weight, :since)
ON CONFLICT (from_fact_id, to_fact_id, kind) DO UPDATE SET weight = excluded.weight
"""
OF = """
SELECT e.from_fact_id, e.to_fact_id, e.kind, e.weight
FROM edge e
WHERE e.from_fact_id = :id OR e.to_fact_id = :id
"""
COUNTS = """
SELECT i.value AS id, e.kind, count(*) AS count
FROM json_each(:ids) i JOIN edge e ON e.from_fact_id = i.value OR e.to_fact_id = i.value
GROUP BY i.value, e.kind
ORDER BY i.value, e.kind
"""
WITHOUT = """
SELECT f.id
FROM fact f
WHERE f.id > :after_id
  AND NOT EXISTS (SELECT 1 FROM edge e WHERE e.from_fact_id = f.id AND e.kind <> 'supersedes')
ORDER BY f.id
LIMIT :limit
"""
ANY = "TRUE"
NOT_TO_REPLACED = "e.kind <> 'supersedes'"
BY_THEN = "e.created_at <= :at"


class SqliteEdges:
    """`protocol.Edges` over one connection."""

    def __init__(self, connection: Connection, now: datetime) -> None:
        self._connection = connection
        self._now = now

    def link(self, edge: Edge, since: datetime | None = None) -> None:
        rows.change(
            self._connection,
            LINK,
            from_fact_id=edge.from_fact_id,
            to_fact_id=edge.to_fact_id,
            kind=edge.kind.value,
            weight=edge.weight,
            since=rows.time_text(since or self._now),
        )

    def of(self, fact_id: int) -> list[Edge]:
        return _in_order(fact_id, rows.select_tuples(self._connection, OF, id=fact_id))

    def around(self, fact_ids: Collection[int], per_fact: int, where: FactFilter) -> dict[int, list[Edge]]:
        out, back = _ways(where)
        values = {"limit": per_fact, **fact_rows.values(_on_the_way(where))}
        found: dict[int, list[Edge]] = {}
        for fact_id in sorted(fact_ids):
            cells = rows.select_tuples(self._connection, out, id=fact_id, **values)
            cells += rows.select_tuples(self._connection, back, id=fact_id, **values)
            if cells:
                found[fact_id] = _in_order(fact_id, cells)[:per_fact]
        return found

    def counts(self, fact_ids: Collection[int]) -> dict[int, dict[EdgeKind, int]]:
        found: dict[int, dict[EdgeKind, int]] = {fact_id: {} for fact_id in sorted(fact_ids)}
        for row in rows.select(self._connection, COUNTS, ids=rows.id_list(fact_ids)):
            found[row["id"]][EdgeKind(row["kind"])] = row["count"]
        return found

    def without(self, after_id: int, limit: int) -> list[int]:
        return [number for (number,) in rows.select_tuples(self._connection, WITHOUT, after_id=after_id, limit=limit)]


def _ways(where: FactFilter) -> tuple[LiteralString, LiteralString]:
    """The queries of a fact's strongest edges to what it names, and from what names it."""
    out = f"""
        SELECT e.from_fact_id, e.to_fact_id, e.kind, e.weight
        FROM edge e
        CROSS JOIN {fact_rows.table(where)} ON f.id = e.to_fact_id
        JOIN domain d ON d.id = f.domain_id
        WHERE e.from_fact_id = :id AND {_leads_back(where)} AND {_is_made(where)} AND {fact_rows.VISIBLE}
        ORDER BY e.weight DESC, e.to_fact_id DESC, e.kind
        LIMIT :limit
    """
    back = f"""
        SELECT e.from_fact_id, e.to_fact_id, e.kind, e.weight
        FROM edge e
        CROSS JOIN {fact_rows.table(where)} ON f.id = e.from_fact_id
        JOIN domain d ON d.id = f.domain_id
        WHERE e.to_fact_id = :id AND {_is_made(where)} AND {fact_rows.VISIBLE}
        ORDER BY e.weight DESC, e.from_fact_id DESC, e.kind
        LIMIT :limit
    """
    return out, back


def _leads_back(where: FactFilter) -> LiteralString:
    return ANY if where.include_superseded else NOT_TO_REPLACED


def _is_made(where: FactFilter) -> LiteralString:
    return BY_THEN if where.past else ANY


def _on_the_way(where: FactFilter) -> FactFilter:
    return replace(where, include_superseded=True, domain_name=None, repo=None, memory_type=None, only_sound=False)


def _in_order(fact_id: int, cells: Collection[rows.Cells]) -> list[Edge]:
    edges = [Edge(start, end, EdgeKind(kind), weight) for start, end, kind, weight in cells]
    return sorted(edges, key=lambda edge: (-edge.weight, -edge.other(fact_id), edge.kind))
