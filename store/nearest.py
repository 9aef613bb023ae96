"""The nearest rows that a search may see: filtered on the snapshot, exactly, before anything is cut."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Protocol

from . import candidate_rows, fact_rows, rows
from .driver import Connection
from .model import Candidate, FactFilter
from .vector_index import Scan, Scored

# How many of the nearest are looked up first, and how many times as many next while too few of them may be seen.
FIRST = 256
DEEPER = 8
# Beyond this share of all rows, asking which of them may be seen at all costs less than looking up so many.
MOST = 1 / 8

OBSERVATIONS_AMONG = f"""
SELECT {candidate_rows.OBSERVATION_COLUMNS}
FROM observation o
WHERE o.id IN (SELECT value FROM json_each(:ids)) AND {candidate_rows.READABLE}
"""
EVERY_OBSERVATION = f"SELECT o.id FROM observation o WHERE {candidate_rows.READABLE} ORDER BY o.id"


class Seen(Protocol):
    """The rows of one kind that a search may see."""

    def among(self, found: Sequence[Scored]) -> list[Candidate]:
        """Those of the found ones, in their order."""
        ...

    def every(self) -> list[int]:
        """The ids of all of them."""
        ...


class FactsSeen:
    """Facts that a filter lets through."""

    def __init__(self, connection: Connection, where: FactFilter) -> None:
        self._connection = connection
        self._where = where

    def among(self, found: Sequence[Scored]) -> list[Candidate]:
        sql = f"""
            SELECT {candidate_rows.FACT_COLUMNS}
            FROM {fact_rows.table(self._where)} JOIN domain d ON d.id = f.domain_id
            WHERE f.id IN (SELECT value FROM json_each(:ids)) AND {fact_rows.VISIBLE}
        """
        ids = rows.id_list([number for number, _ in found])
        row_of = _by_id(rows.select_tuples(self._connection, sql, ids=ids, **fact_rows.values(self._where)))
        return [candidate_rows.fact_candidate(score, row_of[number]) for number, score in found if number in row_of]

    def every(self) -> list[int]:
        sql = f"""
            SELECT f.id
            FROM {fact_rows.table(self._where)} JOIN domain d ON d.id = f.domain_id
            WHERE {fact_rows.VISIBLE}
            ORDER BY f.id
        """
        found = rows.select_tuples(self._connection, sql, **fact_rows.values(self._where))
        return [number for (number,) in found]


class ObservationsSeen:
    """Observations that an agent may read."""

    def __init__(
        self, connection: Connection, agent: str, at: datetime | None, hidden_domain_ids: Collection[int]
    ) -> None:
        self._connection = connection
        self._values = candidate_rows.reader_values(agent, at, hidden_domain_ids)

    def among(self, found: Sequence[Scored]) -> list[Candidate]:
        ids = rows.id_list([number for number, _ in found])
        row_of = _by_id(rows.select_tuples(self._connection, OBSERVATIONS_AMONG, ids=ids, **self._values))
        return [
            candidate_rows.observation_candidate(score, row_of[number]) for number, score in found if number in row_of
        ]

    def every(self) -> list[int]:
        return [number for (number,) in rows.select_tuples(self._connection, EVERY_OBSERVATION, **self._values)]


def _by_id(found: list[rows.Cells]) -> dict[int, rows.Cells]:
    return {row[0]: row for row in found}


def nearest(scan: Scan, seen: Seen, limit: int) -> list[Candidate]:
    """The `limit` best rows that may be seen, best first, the newer first where they are equal.

    Usually most of the best may be seen, so these are looked up; a filter that leaves few of them costs a look at all.
    """
    count = max(FIRST, 2 * limit)
    while count < scan.size * MOST:
        found = seen.among(scan.best(count))
        if len(found) >= limit:
            return found[:limit]
        count *= DEEPER
    if scan.size <= count:
        return seen.among(scan.best(scan.size))[:limit]
    return seen.among(scan.best(limit, seen.every()))
