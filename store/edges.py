"""Edges in SQLite: links between facts, and the strongest of them read without the rest."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any, LiteralString

from . import fact_rows, rows
from .driver import Connection
from .journal import Journal
from .model import EVERY_LINK, Edge, EdgeKind, FactFilter, LinkFilter, RowKind

# Where these are in a row; the last is the fact at the other end.
KIND, WEIGHT, OTHER = 2, 3, 4

LINK = """
INSERT INTO edge (from_fact_id, to_fact_id, kind, weight, created_at)
VALUES (:from_fact_id, :to_fact_id, :kind, :weight, :since)
ON CONFLICT (from_fact_id, to_fact_id, kind) DO UPDATE SET weight = excluded.weight
"""
OF = """
SELECT e.from_fact_id, e.to_fact_id, e.kind, e.weight, iif(e.from_fact_id = :id, e.to_fact_id, e.from_fact_id)
FROM edge e
WHERE e.from_fact_id = :id OR e.to_fact_id = :id
"""
COUNTS = """
SELECT value AS id, e.kind, count(*) AS count
FROM json_each(:ids) JOIN edge e ON e.from_fact_id = value OR e.to_fact_id = value
GROUP BY value, e.kind
ORDER BY value, e.kind
"""
WITHOUT = """
SELECT f.id
FROM fact f
WHERE f.id > :after_id
  AND NOT EXISTS (SELECT 1 FROM edge e WHERE e.from_fact_id = f.id AND e.kind <> 'supersedes')
ORDER BY f.id
LIMIT :limit
"""
# As many edges of a fact as are wanted are read first, and so many times as many next, where hidden and retired facts
# leave too few.
DEEPER = 8
# Of very many rows, where asking the enumeration for each takes several times as long.
KINDS = {one.value: one for one in EdgeKind}

ANY = "TRUE"
NOT_TO_REPLACED = "e.kind <> 'supersedes'"
BY_THEN = "e.created_at <= :at"
CHOSEN = "e.weight >= :least_weight AND (:kinds = '[]' OR e.kind IN (SELECT value FROM json_each(:kinds)))"


class SqliteEdges:
    """`protocol.Edges` over one connection."""

    def __init__(self, connection: Connection, now: datetime, journal: Journal) -> None:
        self._connection = connection
        self._now = now
        self._journal = journal

    def link(self, edge: Edge, since: datetime | None = None) -> None:
        ends = {"from_fact_id": edge.from_fact_id, "to_fact_id": edge.to_fact_id, "kind": edge.kind.value}
        with self._journal.changing(RowKind.EDGE, **ends):
            rows.change(self._connection, LINK, weight=edge.weight, since=rows.time_text(since or self._now), **ends)

    def of(self, fact_id: int) -> list[Edge]:
        found = rows.select_tuples(self._connection, OF, id=fact_id)
        return [_edge(row) for row in _in_order(found)]

    def around(
        self, fact_ids: Collection[int], per_fact: int, where: FactFilter, links: LinkFilter = EVERY_LINK
    ) -> dict[int, list[Edge]]:
        found: dict[int, list[Edge]] = {}
        waiting, reach = sorted(fact_ids), per_fact
        while waiting:
            read = self._strongest(waiting, reach, where, links)
            seen = self._on_the_way({row[OTHER] for edges in read.values() for row in edges}, where)
            for fact_id, edges in read.items():
                shown = [row for row in edges if row[OTHER] in seen]
                found[fact_id] = [_edge(row) for row in shown[:per_fact]]
            waiting = [one for one in waiting if len(found[one]) < per_fact and len(read[one]) == reach]
            reach *= DEEPER
        return {fact_id: edges for fact_id, edges in sorted(found.items()) if edges}

    def _strongest(
        self, fact_ids: Collection[int], count: int, where: FactFilter, links: LinkFilter
    ) -> dict[int, list[rows.Cells]]:
        sql, asked = _strongest(where, links), {"limit": count, "at": rows.time_text(where.at)} | _values(links)
        found: dict[int, list[rows.Cells]] = {}
        for fact_id in fact_ids:
            both_ways = rows.select_tuples(self._connection, sql, id=fact_id, **asked)
            found[fact_id] = _in_order(both_ways)[:count]
        return found

    def _on_the_way(self, fact_ids: Collection[int], where: FactFilter) -> set[int]:
        """Those of the facts that a walk may come by."""
        sql = f"""
            SELECT f.id
            FROM {fact_rows.table(where)}
            WHERE f.id IN (SELECT value FROM json_each(:ids)) AND {fact_rows.ON_THE_WAY}
        """
        values = fact_rows.values(where) | {"ids": rows.id_list(fact_ids)}
        return {number for (number,) in rows.select_tuples(self._connection, sql, **values)}

    def counts(self, fact_ids: Collection[int]) -> dict[int, dict[EdgeKind, int]]:
        found: dict[int, dict[EdgeKind, int]] = {fact_id: {} for fact_id in sorted(fact_ids)}
        for row in rows.select(self._connection, COUNTS, ids=rows.id_list(fact_ids)):
            found[row["id"]][EdgeKind(row["kind"])] = row["count"]
        return found

    def without(self, after_id: int, limit: int) -> list[int]:
        return [number for (number,) in rows.select_tuples(self._connection, WITHOUT, after_id=after_id, limit=limit)]


def _strongest(where: FactFilter, links: LinkFilter) -> LiteralString:
    """The query of a fact's strongest edges to what it names, and from what names it."""
    chosen = ANY if links == EVERY_LINK else CHOSEN
    return f"""
        SELECT * FROM (
            SELECT e.from_fact_id, e.to_fact_id, e.kind, e.weight, e.to_fact_id
            FROM edge e
            WHERE e.from_fact_id = :id AND {_leads_back(where)} AND {_is_made(where)} AND {chosen}
            ORDER BY e.weight DESC, e.to_fact_id DESC, e.kind
            LIMIT :limit
        )
        UNION ALL
        SELECT * FROM (
            SELECT e.from_fact_id, e.to_fact_id, e.kind, e.weight, e.from_fact_id
            FROM edge e
            WHERE e.to_fact_id = :id AND {_is_made(where)} AND {chosen}
            ORDER BY e.weight DESC, e.from_fact_id DESC, e.kind
            LIMIT :limit
        )
    """


def _leads_back(where: FactFilter) -> LiteralString:
    return ANY if where.include_superseded else NOT_TO_REPLACED


def _is_made(where: FactFilter) -> LiteralString:
    return BY_THEN if where.past else ANY


def _values(links: LinkFilter) -> dict[str, Any]:
    """The named parameters of `CHOSEN`."""
    return {"least_weight": links.least_weight, "kinds": rows.text_list([kind.value for kind in links.kinds])}


def _in_order(found: Collection[rows.Cells]) -> list[rows.Cells]:
    return sorted(found, key=lambda row: (-row[WEIGHT], -row[OTHER], row[KIND]))


def _edge(row: rows.Cells) -> Edge:
    start, end, kind, weight, _ = row
    return Edge(start, end, KINDS[kind], weight)
