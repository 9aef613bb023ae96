"""How candidates of a search are read from SQLite, whichever voice found them: columns, row mappers, who may see what.

Facts are filtered by `fact_rows.visible`, observations by `READABLE`.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from . import fact_rows, rows
from .driver import Connection
from .model import Candidate, FactFilter, MemoryType, Validity, Veracity
from .rules import veracity

FACT_COLUMNS = "f.id, f.memory_type, f.validity, f.confidence, f.supported_at, d.repo, f.last_recalled_at"
OBSERVATION_COLUMNS = "o.id, o.veracity, o.created_at"

# Of very many rows, where asking the enumeration for each takes several times as long.
MEMORY_TYPES = {one.value: one for one in MemoryType}

MADE_BY_THEN = "(:at IS NULL OR o.created_at <= :at)"
# A fact of a visible domain cites the observation.
CITED = """
    EXISTS (
        SELECT 1
        FROM fact_source s JOIN fact f ON f.id = s.fact_id
        WHERE s.observation_id = o.id AND f.domain_id NOT IN (SELECT value FROM json_each(:hidden))
    )
"""
READABLE = f"{MADE_BY_THEN} AND (o.agent = :agent OR {CITED})"
# The agent's own observations alone, or the others: what stands around those is private, though they are cited.
READABLE_HALF = f"{MADE_BY_THEN} AND (o.agent = :agent) = :is_own AND (:is_own OR {CITED})"


def reader_values(agent: str, at: datetime | None, hidden_domain_ids: Collection[int]) -> dict[str, Any]:
    """The named parameters of `READABLE` and its parts."""
    return {"agent": agent, "at": rows.time_text(at), "hidden": rows.id_list(hidden_domain_ids)}


def facts_among(connection: Connection, ids: Collection[int], where: FactFilter) -> dict[int, rows.Cells]:
    """Those of the facts that the filter lets through, each as a row of `FACT_COLUMNS`."""
    sql = f"""
        SELECT {FACT_COLUMNS}
        FROM {fact_rows.table(where)} JOIN domain d ON d.id = f.domain_id
        WHERE f.id IN (SELECT value FROM json_each(:ids)) AND {fact_rows.visible(where)}
    """
    found = rows.select_tuples(connection, sql, ids=rows.id_list(ids), **fact_rows.values(where))
    return {row[0]: row for row in found}


def observations_among(
    connection: Connection,
    ids: Collection[int],
    *,
    agent: str,
    at: datetime | None,
    hidden_domain_ids: Collection[int],
) -> dict[int, rows.Cells]:
    """Those of the observations that the agent may read, each as a row of `OBSERVATION_COLUMNS`."""
    sql = f"""
        SELECT {OBSERVATION_COLUMNS}
        FROM observation o
        WHERE o.id IN (SELECT value FROM json_each(:ids)) AND {READABLE}
    """
    values = reader_values(agent, at, hidden_domain_ids)
    found = rows.select_tuples(connection, sql, ids=rows.id_list(ids), **values)
    return {row[0]: row for row in found}


def fact_candidate(score: float, row: rows.Cells) -> Candidate:
    """The candidate that a row of `FACT_COLUMNS` is."""
    number, memory_type, validity, confidence, supported_at, repo, recalled_at = row
    return Candidate(
        "F",
        number,
        score,
        MEMORY_TYPES[memory_type],
        validity == Validity.PERMANENT,
        confidence,
        rows.moment(supported_at),
        repo or None,
        rows.moment_or_none(recalled_at),
    )


def observation_candidate(score: float, row: rows.Cells) -> Candidate:
    """The candidate that a row of `OBSERVATION_COLUMNS` is."""
    number, said, created_at = row
    confidence = veracity.weight(Veracity(said))
    return Candidate("O", number, score, MemoryType.OBSERVATION, False, confidence, rows.moment(created_at), None)
