"""The nearest rows that a search may see: filtered on the snapshot, exactly, before anything is cut."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Protocol

from . import candidate_rows, fact_rows, rows
from .driver import Connection
from .model import Candidate, FactFilter
from .vector_index import Scan, Scored

# Mostly the best may all be seen: as many as are asked for are looked up, and so many at least, then some of those that
# are this many times as many.
FIRST = 64
MARGIN = 1.5
# Where too few of them may be seen, rows are looked up before they are scored: so many for each that is needed, and so
# many times as many while that is too few. Beyond this share of all rows it costs less to ask for all that may be seen.
DEEPER = 8
MOST = 1 / 8

OBSERVATIONS_AMONG = f"""
SELECT {candidate_rows.OBSERVATION_COLUMNS}
FROM observation o
WHERE o.id IN (SELECT value FROM json_each(:ids)) AND {candidate_rows.READABLE_HALF}
"""
EVERY_OBSERVATION = f"SELECT o.id FROM observation o WHERE {candidate_rows.READABLE_HALF} ORDER BY o.id"


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
        return candidate_rows.facts_among(self._connection, ids, self._where)

    def every(self) -> list[int]:
        sql = f"""
            SELECT f.id
            FROM {fact_rows.table(self._where)} JOIN domain d ON d.id = f.domain_id
            WHERE {fact_rows.visible(self._where)}
            ORDER BY f.id
        """
        found = rows.select_tuples(self._connection, sql, **fact_rows.values(self._where))
        return [number for (number,) in found]

    def candidate(self, score: float, row: rows.Cells) -> Candidate:
        return candidate_rows.fact_candidate(score, row)


class ObservationsSeen:
    """Observations that an agent may read: its own, or those of others."""

    def __init__(
        self,
        connection: Connection,
        agent: str,
        at: datetime | None,
        hidden_domain_ids: Collection[int],
        *,
        is_own: bool,
    ) -> None:
        self._connection = connection
        self._values = candidate_rows.reader_values(agent, at, hidden_domain_ids) | {"is_own": is_own}

    def among(self, ids: Sequence[int]) -> dict[int, rows.Cells]:
        found = rows.select_tuples(self._connection, OBSERVATIONS_AMONG, ids=rows.id_list(ids), **self._values)
        return {row[0]: row for row in found}

    def every(self) -> list[int]:
        return [number for (number,) in rows.select_tuples(self._connection, EVERY_OBSERVATION, **self._values)]

    def candidate(self, score: float, row: rows.Cells) -> Candidate:
        return candidate_rows.observation_candidate(score, row)


def nearest(scan: Scan, seen: Seen, limit: int) -> list[Candidate]:
    """The `limit` best rows that may be seen, best first, the newer first where they are equal."""
    look = max(FIRST, int(limit * MARGIN))
    best = scan.scored(scan.likely(max(look, scan.enough(limit))))
    found = first_seen(seen, best[:look], limit)
    if len(found) < limit and look < scan.size:
        found = first_seen(seen, scan.scored(_likely_of_seen(scan, seen, scan.enough(limit)))[:limit], limit)
    return found


def first_seen(seen: Seen, best: Sequence[Scored], limit: int) -> list[Candidate]:
    """The first `limit` of the rows that may be seen; of what follows them little is looked up."""
    found: list[Candidate] = []
    at = 0
    while at < len(best) and len(found) < limit:
        tried = best[at : at + max(FIRST, limit - len(found))]
        row_of = seen.among([number for number, _ in tried])
        found += [seen.candidate(score, row_of[number]) for number, score in tried if number in row_of]
        at += len(tried)
    return found[:limit]


def _likely_of_seen(scan: Scan, seen: Seen, enough: int) -> list[int]:
    """The likely rows of those that may be seen: enough of them, or all that there are."""
    count = DEEPER * enough
    while count < scan.size * MOST:
        likely = scan.likely(count)
        row_of = seen.among(likely)
        if len(row_of) >= enough:
            return [number for number in likely if number in row_of][:enough]
        count *= DEEPER
    return scan.likely(enough, seen.every())
