"""How facts are read from SQLite: the columns, the row mapper, and the two tables they can come from.

A query reads `COLUMNS` from `NOW` (facts as they stand), or `COLUMNS_THEN` from `THEN` (facts as they stood at `:at`),
both under the name `f`, and lets `visible` decide which of them a `FactFilter` shows. The filters stand in the query,
so they apply before anything is ranked or cut.
"""

from __future__ import annotations

from typing import Any, LiteralString, assert_never

from . import rows
from .model import (
    Fact,
    FactFilter,
    LossReason,
    MemoryType,
    Origin,
    RetiredReason,
    Scope,
    Standing,
    Validity,
    Veracity,
)

SAID = """
    f.id, f.uuid, f.domain_id, d.repo, d.name, f.topic, f.topic_key, f.content, f.content_key, f.memory_type,
    f.agent, f.role, f.session, f.origin, f.created_at
"""
SAID_AND_STANDING = f"""
    {SAID},
    f.veracity, f.confidence, f.supported_at, f.mention_count, f.validity, f.valid_from, f.valid_until,
    f.superseded_by, f.superseded_at, f.loss_reason, f.retired_at, f.retired_reason,
    f.recall_count, f.last_recalled_at
"""
COLUMNS = f"""
    {SAID_AND_STANDING},
    (SELECT group_concat(s.observation_id) FROM fact_source s WHERE s.fact_id = f.id) AS source_ids
"""
COLUMNS_THEN = f"""
    {SAID_AND_STANDING},
    (
        SELECT group_concat(s.observation_id) FROM fact_source s WHERE s.fact_id = f.id AND s.added_at <= :at
    ) AS source_ids
"""

NOW = "fact f"

# What was found wrong later is never shown as a belief of the past; what became outdated is.
THEN = """(
    SELECT
        b.id, b.uuid, b.domain_id, b.topic, b.topic_key, b.content, b.content_key, b.memory_type,
        b.agent, b.role, b.session, b.origin, b.created_at,
        s.veracity, s.confidence, s.supported_at, s.mention_count, s.validity, s.valid_from, s.valid_until,
        s.superseded_by, s.superseded_at, s.loss_reason, s.retired_at, s.retired_reason,
        b.recall_count, b.last_recalled_at
    FROM fact b
    JOIN fact_state s ON s.id = (
        SELECT h.id
        FROM fact_state h
        WHERE h.fact_id = b.id AND h.recorded_at <= :at
        ORDER BY h.recorded_at DESC, h.id DESC
        LIMIT 1
    )
    WHERE b.loss_reason IS NOT 'wrong'
) f"""

# Every observation the fact rests on has lapsed by `:at`.
STALE = """
    EXISTS (SELECT 1 FROM fact_source s WHERE s.fact_id = f.id)
    AND NOT EXISTS (
        SELECT 1
        FROM fact_source s
        JOIN observation_standing o ON o.id = s.observation_id
        WHERE s.fact_id = f.id AND NOT o.outdated AND (o.lapses_at IS NULL OR o.lapses_at > :at)
    )
"""

# The same of all facts at once: from the few observations that have lapsed to what rests on nothing else.
EVERY_STALE = """
    WITH lapsed (id) AS MATERIALIZED (
        SELECT g.id
        FROM source_standing g
        WHERE g.outdated_by IS NOT NULL OR g.expires_at <= :at
        UNION
        SELECT r.observation_id
        FROM observation_ref r JOIN source_standing g ON g.id = r.ref_id
        WHERE g.outdated_by IS NOT NULL OR g.expires_at <= :at
    )
    SELECT s.fact_id
    FROM fact_source s
    WHERE s.fact_id IN (SELECT c.fact_id FROM lapsed l CROSS JOIN fact_source c ON c.observation_id = l.id)
    GROUP BY s.fact_id
    HAVING min(s.observation_id IN (SELECT l.id FROM lapsed l))
"""

# The fact challenges another one that still holds, and nobody has decided between them.
CHALLENGER = """
    EXISTS (
        SELECT 1
        FROM conflict c
        JOIN fact old ON old.id = c.old_fact_id
        WHERE c.new_fact_id = f.id AND c.status = 'open' AND (old.valid_until IS NULL OR old.valid_until > :at)
    )
"""

# Neither retired nor of a hidden domain, whether superseded or not: asks for no other table than that of facts.
ON_THE_WAY = """
    (
        :include_retired
        OR f.retired_at IS NULL
            AND (f.valid_from IS NULL OR f.valid_from <= :at)
            AND (f.valid_until IS NULL OR f.valid_until > :at)
    )
    AND (:hidden = '[]' OR f.domain_id NOT IN (SELECT value FROM json_each(:hidden)))
"""

_VISIBLE = f"""
    (:include_superseded OR f.superseded_by IS NULL)
    AND {ON_THE_WAY}
    AND (:memory_type IS NULL OR f.memory_type = :memory_type)
    AND (:domain_name IS NULL OR d.name = :domain_name)
    AND (:repo IS NULL OR d.repo = :repo)
    AND (:veracity IS NULL OR f.veracity = :veracity)
    AND (:agent IS NULL OR f.agent = :agent)
    AND (NOT :only_sound OR NOT ({STALE}) AND NOT ({CHALLENGER}))
"""

_ACTIVE = """
    f.superseded_by IS NULL AND f.retired_at IS NULL
    AND (f.valid_from IS NULL OR f.valid_from <= :at) AND (f.valid_until IS NULL OR f.valid_until > :at)
"""
_CONTESTED = """
    EXISTS (
        SELECT 1
        FROM conflict c
        WHERE (c.old_fact_id = f.id OR c.new_fact_id = f.id)
          AND iif(:past, c.opened_at <= :at AND (c.resolved_at IS NULL OR c.resolved_at > :at), c.status = 'open')
          AND NOT EXISTS (
              SELECT 1
              FROM fact o
              WHERE o.id IN (c.old_fact_id, c.new_fact_id)
                AND (o.valid_until <= :at OR o.domain_id IN (SELECT value FROM json_each(:hidden)))
          )
    )
"""
_SUPERSEDED = "f.superseded_by IS NOT NULL"
_RETIRED = "(f.retired_at IS NOT NULL OR f.valid_until <= :at)"
_ACTIVE_AND_STALE = f"{_ACTIVE} AND f.id IN ({EVERY_STALE})"
_ACTIVE_AND_CONTESTED = f"{_ACTIVE} AND {_CONTESTED}"
_ANY = "TRUE"


def visible(where: FactFilter) -> LiteralString:
    """The condition that `where` is."""
    return f"{_VISIBLE} AND {_in_state(where.state)}"


def _in_state(state: Standing | None) -> LiteralString:
    match state:
        case None:
            return _ANY
        case Standing.ACTIVE:
            return _ACTIVE
        case Standing.SUPERSEDED:
            return _SUPERSEDED
        case Standing.RETIRED:
            return _RETIRED
        case Standing.STALE:
            return _ACTIVE_AND_STALE
        case Standing.CONTESTED:
            return _ACTIVE_AND_CONTESTED
        case _:
            assert_never(state)


def columns(where: FactFilter) -> LiteralString:
    """The columns of what `where` asks for."""
    return COLUMNS_THEN if where.past else COLUMNS


def table(where: FactFilter) -> LiteralString:
    """The table that holds what `where` asks for."""
    return THEN if where.past else NOW


def values(where: FactFilter) -> dict[str, Any]:
    """The named parameters of `THEN` and `visible`."""
    return {
        "at": rows.time_text(where.at),
        "past": where.past,
        "include_superseded": where.include_superseded,
        "include_retired": where.include_retired,
        "only_sound": where.only_sound,
        "memory_type": where.memory_type.value if where.memory_type else None,
        "domain_name": where.domain_name,
        "repo": where.repo,
        "veracity": where.veracity.value if where.veracity else None,
        "agent": where.agent,
        "hidden": rows.id_list(where.hidden_domain_ids),
    }


def fact_of(row: rows.Row) -> Fact:
    """The fact that a row of `COLUMNS` holds."""
    return Fact(
        id=row["id"],
        uuid=row["uuid"],
        domain_id=row["domain_id"],
        scope=Scope(row["name"], row["repo"] or None),
        topic=row["topic"],
        topic_key=row["topic_key"],
        content=row["content"],
        content_key=row["content_key"],
        memory_type=MemoryType(row["memory_type"]),
        agent=row["agent"],
        role=row["role"],
        session=row["session"],
        origin=Origin(row["origin"]),
        created_at=rows.moment(row["created_at"]),
        veracity=Veracity(row["veracity"]),
        confidence=row["confidence"],
        supported_at=rows.moment(row["supported_at"]),
        mention_count=row["mention_count"],
        validity=Validity(row["validity"]),
        valid_from=rows.moment_or_none(row["valid_from"]),
        valid_until=rows.moment_or_none(row["valid_until"]),
        superseded_by=row["superseded_by"],
        superseded_at=rows.moment_or_none(row["superseded_at"]),
        loss_reason=LossReason(row["loss_reason"]) if row["loss_reason"] else None,
        retired_at=rows.moment_or_none(row["retired_at"]),
        retired_reason=RetiredReason(row["retired_reason"]) if row["retired_reason"] else None,
        recall_count=row["recall_count"],
        last_recalled_at=rows.moment_or_none(row["last_recalled_at"]),
        source_ids=rows.ids_of(row["source_ids"]),
    )


def standing(fact: Fact) -> dict[str, Any]:
    """The named parameters of how a fact stands: what `fact` keeps now and `fact_state` for good."""
    return {
        "id": fact.id,
        "veracity": fact.veracity.value,
        "confidence": fact.confidence,
        "supported_at": rows.time_text(fact.supported_at),
        "mention_count": fact.mention_count,
        "validity": fact.validity.value,
        "valid_from": rows.time_text(fact.valid_from),
        "valid_until": rows.time_text(fact.valid_until),
        "superseded_by": fact.superseded_by,
        "superseded_at": rows.time_text(fact.superseded_at),
        "loss_reason": fact.loss_reason.value if fact.loss_reason else None,
        "retired_at": rows.time_text(fact.retired_at),
        "retired_reason": fact.retired_reason.value if fact.retired_reason else None,
    }
