"""The nearest rows that a search may see: filtered on the snapshot, exactly, before anything is cut."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from typing import Protocol

from . import candidate_rows, fact_rows, rows
from .driver import Connection
from .model import Candidate, FactFilter
from .vector_index import Scan

# How many of the nearest are looked up first: so many, or a little more than is needed. While too few of them may be
# seen, the next look is at so many times as many.
FIRST = 256
MARGIN = 1.25
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

    def among(self, ids: Sequence[int]) -> dict[int, rows.Cells]:
        """Those of these ids, by id."""
        ...

    def every(self) -> list[int]:
        """The ids of all of them."""
        ...

    def candidate(self, score: float, row: rows.Cells) -> Candidate:
        """The candidate that a row of `among` is."""
        ...


class FactsSeen:
    """Facts that a filter lets through."""

    def __init__(self, connection: Connection, where: FactFilter) -> None:
        self._connection = connection
        self._where = where

    def among(self, ids: Sequence[int]) -> dict[int, rows.Cells]:
        sql = f"""
            SELECT {candidate_rows.FACT_COLUMNS}
            FROM {fact_rows.table(self._where)} JOIN domain d ON d.id = f.domain_id
            WHERE f.id IN (SELECT value FROM json_each(:ids)) AND {fact_rows.VISIBLE}
        """
        values = fact_rows.values(self._where)
        return {row[0]: row for row in rows.select_tuples(self._connection, sql, ids=rows.id_list(ids), **values)}

    def every(self) -> list[int]:
        sql = f"""
            SELECT f.id
            FROM {fact_rows.table(self._where)} JOIN domain d ON d.id = f.domain_id
            WHERE {fact_rows.VISIBLE}
            ORDER BY f.id
        """
        found = rows.select_tuples(self._connection, sql, **fact_rows.values(self._where))
        return [number for (number,) in found]

    def candidate(self, score: float, row: rows.Cells) -> Candidate:
        return candidate_rows.fact_candidate(score, row)


class ObservationsSeen:
    """Observations that an agent may read."""

    def __init__(
        self, connection: Connection, agent: str, at: datetime | None, hidden_domain_ids: Collection[int]
    ) -> None:
        self._connection = connection
        self._values = candidate_rows.reader_values(agent, at, hidden_domain_ids)

    def among(self, ids: Sequence[int]) -> dict[int, rows.Cells]:
        found = rows.select_tuples(self._connection, OBSERVATIONS_AMONG, ids=rows.id_list(ids), **self._values)
        return {row[0]: row for row in found}

    def every(self) -> list[int]:
        return [number for (number,) in rows.select_tuples(self._connection, EVERY_OBSERVATION, **self._values)]

    def candidate(self, score: float, row: rows.Cells) -> Candidate:
        return candidate_rows.observation_candidate(score, row)


def nearest(scan: Scan, seen: Seen, limit: int) -> list[Candidate]:
    """The `limit` best rows that may be seen, best first, the newer first where they are equal."""
    enough = scan.enough(limit)
    ids: list[int] = []
    row_of: dict[int, rows.Cells] = {}
    for ids in _likely(scan, seen, enough):
        row_of = seen.among(ids)
        if len(row_of) >= enough:
            break
    shown = [number for number in ids if number in row_of][:enough]
    return [seen.candidate(score, row_of[number]) for number, score in scan.scored(shown)[:limit]]


def _likely(scan: Scan, seen: Seen, enough: int) -> Iterator[list[int]]:
    """Likely rows, more and more of them, until all that may be seen are among them.

    Mostly those that seem nearest may be seen; a filter that leaves few of them costs one look at everything.
    """
    count = max(FIRST, int(enough * MARGIN))
    while count < scan.size * MOST:
        yield scan.likely(count)
        count *= DEEPER
    yield scan.likely(scan.size) if scan.size <= count else scan.likely(enough, seen.every())
