"""When things happened, in SQLite: what was said or seen in a stretch of time, and the times of what is at hand."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from . import candidate_rows, fact_rows, rows
from .driver import Connection
from .model import Candidate, FactFilter, FactTimes
from .rules.calendar_spans import Span

OBSERVATIONS = f"""
SELECT {candidate_rows.OBSERVATION_COLUMNS}
FROM observation o
WHERE o.created_at >= :start AND o.created_at < :end AND {candidate_rows.READABLE}
ORDER BY o.created_at DESC, o.id DESC
LIMIT :limit
"""
TIMES = """
SELECT f.id, f.created_at, f.supported_at, f.last_recalled_at, f.valid_from, f.valid_until
FROM fact f
WHERE f.id IN (SELECT value FROM json_each(:ids))
"""


def facts_of(connection: Connection, span: Span, where: FactFilter, limit: int) -> list[Candidate]:
    """Facts that were written or last supported in the span, the newest first; their scores are 0."""
    sql = f"""
        SELECT {candidate_rows.FACT_COLUMNS}
        FROM {fact_rows.table(where)} JOIN domain d ON d.id = f.domain_id
        WHERE (f.created_at >= :start AND f.created_at < :end OR f.supported_at >= :start AND f.supported_at < :end)
          AND {fact_rows.visible(where)}
        ORDER BY f.supported_at DESC, f.id DESC
        LIMIT :limit
    """
    values = fact_rows.values(where) | _bounds(span) | {"limit": limit}
    return [candidate_rows.fact_candidate(0.0, row) for row in rows.select_tuples(connection, sql, **values)]


def observations_of(
    connection: Connection,
    span: Span,
    *,
    agent: str,
    at: datetime | None,
    hidden_domain_ids: Collection[int],
    limit: int,
) -> list[Candidate]:
    """Observations that were recorded in the span and that the agent may read, the newest first."""
    values = candidate_rows.reader_values(agent, at, hidden_domain_ids) | _bounds(span) | {"limit": limit}
    found = rows.select_tuples(connection, OBSERVATIONS, **values)
    return [candidate_rows.observation_candidate(0.0, row) for row in found]


def fact_times(connection: Connection, fact_ids: Sequence[int]) -> dict[int, FactTimes]:
    """The times of facts as they stand now."""
    found = rows.select_tuples(connection, TIMES, ids=rows.id_list(fact_ids))
    return {
        number: FactTimes(
            rows.moment(created),
            rows.moment(supported),
            rows.moment_or_none(recalled),
            rows.moment_or_none(since),
            rows.moment_or_none(until),
        )
        for number, created, supported, recalled, since, until in found
    }


def _bounds(span: Span) -> dict[str, str | None]:
    return {"start": rows.time_text(span.start), "end": rows.time_text(span.end)}
