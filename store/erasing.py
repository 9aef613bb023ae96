"""Deleting for good, table by table. Foreign keys and triggers take along what hangs on a row; the rest is here.

`tests/store/test_erasure_tables.py` holds a list of every table, so that one that is added later is thought of.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any

from . import rows, search
from .driver import Connection
from .model.erasure import Erasure

# What is noted of rows that go. A hot item's own row may stay, but can't become the fact again.
NOTED = """
CASE r.kind
    WHEN 'mention' THEN json_extract(r.key, '$[0]') IN (SELECT value FROM json_each(:facts))
    WHEN 'edge' THEN json_extract(r.key, '$[0]') IN (SELECT value FROM json_each(:facts))
        OR json_extract(r.key, '$[1]') IN (SELECT value FROM json_each(:facts))
    WHEN 'source' THEN json_extract(r.key, '$[0]') IN (SELECT value FROM json_each(:facts))
        OR json_extract(r.key, '$[1]') IN (SELECT value FROM json_each(:observations))
    WHEN 'doubt' THEN json_extract(r.key, '$[0]') IN (SELECT value FROM json_each(:facts))
        OR json_extract(r.key, '$[1]') IN (SELECT value FROM json_each(:observations))
    WHEN 'conflict' THEN json_extract(r.key, '$[0]') IN (SELECT value FROM json_each(:conflicts))
    WHEN 'finding' THEN json_extract(r.key, '$[0]') IN (SELECT value FROM json_each(:conflicts))
    WHEN 'observation' THEN json_extract(r.key, '$[0]') IN (SELECT value FROM json_each(:observations))
    WHEN 'hot_item' THEN json_extract(r.key, '$[0]') IN (SELECT value FROM json_each(:items))
        OR json_extract(r.before, '$.promoted_to') IN (SELECT value FROM json_each(:facts))
        OR json_extract(r.after, '$.promoted_to') IN (SELECT value FROM json_each(:facts))
    ELSE FALSE
END
"""
BURY = """
INSERT INTO erased (kind, id, uuid, batch_id)
SELECT 'F', f.id, f.uuid, :batch_id FROM fact f WHERE f.id IN (SELECT value FROM json_each(:facts))
UNION ALL
SELECT 'O', o.id, o.uuid, :batch_id FROM observation o WHERE o.id IN (SELECT value FROM json_each(:observations))
UNION ALL
SELECT 'H', h.id, h.uuid, :batch_id FROM hot_item h WHERE h.id IN (SELECT value FROM json_each(:items))
UNION ALL
SELECT 'C', value, NULL, :batch_id FROM json_each(:conflicts)
"""
REMEMBER_BATCHES = f"""
INSERT OR IGNORE INTO erased_change (batch_id, kind, id)
SELECT h.batch_id, 'F', h.fact_id
FROM fact_state h
WHERE h.fact_id IN (SELECT value FROM json_each(:facts)) AND h.batch_id IS NOT NULL
UNION
SELECT
    r.batch_id,
    CASE r.kind
        WHEN 'observation' THEN 'O'
        WHEN 'hot_item' THEN iif(json_extract(r.key, '$[0]') IN (SELECT value FROM json_each(:items)), 'H', 'F')
        WHEN 'conflict' THEN 'C'
        WHEN 'finding' THEN 'C'
        WHEN 'edge' THEN 'F'
        ELSE iif(json_extract(r.key, '$[0]') IN (SELECT value FROM json_each(:facts)), 'F', 'O')
    END,
    CASE r.kind
        WHEN 'hot_item' THEN iif(
            json_extract(r.key, '$[0]') IN (SELECT value FROM json_each(:items)),
            json_extract(r.key, '$[0]'),
            coalesce(json_extract(r.after, '$.promoted_to'), json_extract(r.before, '$.promoted_to'))
        )
        WHEN 'conflict' THEN json_extract(r.key, '$[0]')
        WHEN 'finding' THEN json_extract(r.key, '$[0]')
        WHEN 'observation' THEN json_extract(r.key, '$[0]')
        ELSE iif(
            json_extract(r.key, '$[0]') IN (SELECT value FROM json_each(:facts)),
            json_extract(r.key, '$[0]'),
            json_extract(r.key, '$[1]')
        )
    END
FROM row_change r
WHERE {NOTED}
"""
FORGET_CHANGES = f"DELETE FROM row_change AS r WHERE {NOTED}"
BLANK_LOG = """
UPDATE audit
SET before = NULL, after = :note
WHERE subject IN (SELECT e.kind || e.id FROM erased e WHERE e.batch_id = :batch_id)
"""
# Above a fact comes what stood above the one that goes; where nothing did, it is out of use as deleted, and not again
# in use. Its past tells the same, or undoing and `as_of` would lead to what is gone.
ABOVE = "SELECT f.id, f.superseded_by FROM fact f WHERE f.id IN (SELECT value FROM json_each(:facts))"
BENEATH_ONCE = """
SELECT DISTINCT h.fact_id, h.superseded_by
FROM fact_state h
WHERE h.superseded_by IN (SELECT value FROM json_each(:facts))
  AND h.fact_id NOT IN (SELECT value FROM json_each(:facts))
ORDER BY h.fact_id, h.superseded_by
"""
RAISE_FACT = "UPDATE fact SET superseded_by = :above WHERE id = :id AND superseded_by = :gone"
RAISE_STATES = "UPDATE fact_state SET superseded_by = :above WHERE fact_id = :id AND superseded_by = :gone"
RAISE_EDGE = """
INSERT INTO edge (from_fact_id, to_fact_id, kind, weight, created_at) VALUES (:above, :id, 'supersedes', 1.0, :now)
ON CONFLICT DO NOTHING
"""
RETIRE_FACT = """
UPDATE fact
SET retired_at = coalesce(retired_at, superseded_at, :now), retired_reason = coalesce(retired_reason, 'deleted'),
    superseded_by = NULL, superseded_at = NULL
WHERE id = :id AND superseded_by = :gone
"""
RETIRE_STATES = """
UPDATE fact_state
SET retired_at = coalesce(retired_at, superseded_at, :now), retired_reason = coalesce(retired_reason, 'deleted'),
    superseded_by = NULL, superseded_at = NULL
WHERE fact_id = :id AND superseded_by = :gone
"""
# Once they were the fact: they must not wait to become one again.
DROP_ITEMS = """
UPDATE hot_item
SET promoted_to = NULL, dropped_at = coalesce(dropped_at, :now)
WHERE promoted_to IN (SELECT value FROM json_each(:facts)) AND id NOT IN (SELECT value FROM json_each(:items))
"""
DELETE_ITEMS = "DELETE FROM hot_item WHERE id IN (SELECT value FROM json_each(:items))"
DELETE_CONFLICTS = "DELETE FROM conflict WHERE id IN (SELECT value FROM json_each(:conflicts))"
DELETE_FACTS = "DELETE FROM fact WHERE id IN (SELECT value FROM json_each(:facts))"
DELETE_OBSERVATIONS = "DELETE FROM observation WHERE id IN (SELECT value FROM json_each(:observations))"
SOIL = """
INSERT INTO unclean (id, since) VALUES (1, :now)
ON CONFLICT (id) DO UPDATE SET since = min(since, excluded.since), reason = NULL
"""


def next_above(above: Mapping[int, int | None], number: int, gone: int) -> int | None:
    """What stands above a fact without those that go: `above` says of each of them what it is under."""
    seen = {number}
    following: int | None = gone
    while following is not None and following not in seen:
        if following not in above:
            return following
        seen.add(following)
        following = above[following]
    return None


def erase(connection: Connection, extent: Erasure, note: Mapping[str, Any], batch_id: int, now: str | None) -> None:
    """Delete what is to go, and everything that says what it said."""
    gone = {
        "facts": rows.id_list(extent.fact_ids),
        "observations": rows.id_list(extent.observation_ids),
        "items": rows.id_list(extent.item_ids),
        "conflicts": rows.id_list(extent.conflict_ids),
    }
    rows.change(connection, BURY, batch_id=batch_id, **gone)
    rows.change(connection, REMEMBER_BATCHES, **gone)
    rows.change(connection, FORGET_CHANGES, **gone)
    rows.change(connection, BLANK_LOG, batch_id=batch_id, note=json.dumps(note, ensure_ascii=False))
    _raise_beneath(connection, gone["facts"], now)
    rows.change(connection, DROP_ITEMS, now=now, **gone)
    rows.change(connection, DELETE_ITEMS, **gone)
    rows.change(connection, DELETE_CONFLICTS, **gone)
    rows.change(connection, DELETE_FACTS, **gone)
    _delete_observations(connection, extent.observation_ids)
    search.remove(connection, extent.fact_ids, extent.observation_ids)
    rows.change(connection, SOIL, now=now)


def _raise_beneath(connection: Connection, facts: str, now: str | None) -> None:
    """Put the next one above every fact that had one of those that go above it, now or once."""
    above = dict(rows.select_tuples(connection, ABOVE, facts=facts))
    for number, gone in rows.select_tuples(connection, BENEATH_ONCE, facts=facts):
        following = next_above(above, number, gone)
        values = {"id": number, "gone": gone, "above": following, "now": now}
        if following is None:
            rows.change(connection, RETIRE_FACT, **values)
            rows.change(connection, RETIRE_STATES, **values)
        else:
            if rows.change(connection, RAISE_FACT, **values):
                rows.change(connection, RAISE_EDGE, **values)
            rows.change(connection, RAISE_STATES, **values)


def _delete_observations(connection: Connection, observation_ids: Collection[int]) -> None:
    """What was seen before and after comes to stand side by side."""
    beside = search.beside(connection, observation_ids)
    rows.change(connection, DELETE_OBSERVATIONS, observations=rows.id_list(observation_ids))
    search.renew_context(connection, beside)
