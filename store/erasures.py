"""Erasing for good in SQLite: what goes along with facts, what quotes them, and what was erased before.

The deleting itself is in `erasing`, what remains in files is `cleaning`'s.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, LiteralString

from . import cleaning, erasing, rows
from .driver import DRIVER, Connection
from .journal import Journal
from .model.erasure import Erasure, KeptObservation, Named, StoredText, Unclean

THERE = "SELECT f.id, f.superseded_by FROM fact f WHERE f.id IN (SELECT value FROM json_each(:facts)) ORDER BY f.id"
SOURCES = """
SELECT
    s.observation_id AS id,
    (
        SELECT group_concat(o.fact_id)
        FROM fact_source o
        WHERE o.observation_id = s.observation_id AND o.fact_id NOT IN (SELECT value FROM json_each(:facts))
    ) AS fact_ids,
    (SELECT group_concat(r.observation_id) FROM observation_ref r WHERE r.ref_id = s.observation_id) AS summary_ids
FROM fact_source s
WHERE s.fact_id IN (SELECT value FROM json_each(:facts))
GROUP BY s.observation_id
ORDER BY s.observation_id
"""
ITEMS = "SELECT h.id FROM hot_item h WHERE h.promoted_to IN (SELECT value FROM json_each(:facts)) ORDER BY h.id"
# Also those that an undoing took out: what is noted of them says what they were about.
CONFLICTS = """
SELECT c.id
FROM conflict c
WHERE c.old_fact_id IN (SELECT value FROM json_each(:facts)) OR c.new_fact_id IN (SELECT value FROM json_each(:facts))
UNION
SELECT json_extract(r.key, '$[0]')
FROM row_change r
WHERE r.kind = 'conflict'
  AND (
      json_extract(coalesce(r.after, r.before), '$.old_fact_id') IN (SELECT value FROM json_each(:facts))
      OR json_extract(coalesce(r.after, r.before), '$.new_fact_id') IN (SELECT value FROM json_each(:facts))
  )
ORDER BY 1
"""
BENEATH = """
SELECT f.id, f.superseded_by
FROM fact f
WHERE f.superseded_by IN (SELECT value FROM json_each(:facts)) AND f.id NOT IN (SELECT value FROM json_each(:facts))
ORDER BY f.id
"""
POLICIES = """
SELECT DISTINCT s.policy_id
FROM policy_source s
WHERE s.fact_id IN (SELECT value FROM json_each(:facts))
ORDER BY s.policy_id
"""
DECISIONS = """
SELECT d.id
FROM decision d
WHERE EXISTS (SELECT 1 FROM json_each(d.fact_ids) j WHERE j.value IN (SELECT value FROM json_each(:facts)))
ORDER BY d.id
"""
UUIDS = """
SELECT uuid FROM fact WHERE id IN (SELECT value FROM json_each(:facts))
UNION ALL
SELECT uuid FROM observation WHERE id IN (SELECT value FROM json_each(:observations))
UNION ALL
SELECT uuid FROM hot_item WHERE id IN (SELECT value FROM json_each(:items))
"""
COUNTS: dict[str, LiteralString] = {
    "states": "SELECT count(*) FROM fact_state WHERE fact_id IN (SELECT value FROM json_each(:facts))",
    "mentions": "SELECT count(*) FROM fact_mention WHERE fact_id IN (SELECT value FROM json_each(:facts))",
    "doubts": """
        SELECT count(*)
        FROM fact_doubt
        WHERE fact_id IN (SELECT value FROM json_each(:facts))
           OR observation_id IN (SELECT value FROM json_each(:observations))
    """,
    "links": """
        SELECT count(*)
        FROM edge
        WHERE from_fact_id IN (SELECT value FROM json_each(:facts))
           OR to_fact_id IN (SELECT value FROM json_each(:facts))
    """,
    "vectors": """
        SELECT count(*)
        FROM vector_model m JOIN vector v ON v.model_id = m.id
        WHERE v.kind = 'F' AND v.id IN (SELECT value FROM json_each(:facts))
           OR v.kind IN ('O', 'C') AND v.id IN (SELECT value FROM json_each(:observations))
    """,
    "review_marks": """
        SELECT count(*)
        FROM review_fact
        WHERE fact_id IN (SELECT value FROM json_each(:facts)) AND mark IS NOT NULL
    """,
    "log_entries": """
        SELECT count(*)
        FROM (
            SELECT 'F' || value AS subject FROM json_each(:facts)
            UNION ALL SELECT 'O' || value FROM json_each(:observations)
            UNION ALL SELECT 'H' || value FROM json_each(:items)
            UNION ALL SELECT 'C' || value FROM json_each(:conflicts)
        ) s
        JOIN audit a ON a.subject = s.subject
    """,
    "undo_records": f"SELECT count(*) FROM row_change r WHERE {erasing.NOTED}",
}
TEXTS: tuple[LiteralString, ...] = (
    "SELECT 'F' || id, topic || char(10) || content FROM fact WHERE id NOT IN (SELECT value FROM json_each(:facts))",
    "SELECT 'O' || id, content FROM observation WHERE id NOT IN (SELECT value FROM json_each(:observations))",
    """
    SELECT 'H' || id, topic || char(10) || content FROM hot_item WHERE id NOT IN (SELECT value FROM json_each(:items))
    """,
    "SELECT 'P' || id, rule || char(10) || coalesce(reason, '') FROM policy",
    "SELECT 'C' || id, coalesce(reason, '') FROM conflict WHERE id NOT IN (SELECT value FROM json_each(:conflicts))",
    "SELECT 'notes:' || agent, text FROM notes",
    """
    SELECT 'notes:' || json_extract(r.key, '$[0]'), coalesce(json_extract(r.before, '$.text'), '')
    FROM row_change r
    WHERE r.kind = 'notes' AND r.before IS NOT NULL
    """,
    # What the log alone still says: earlier notes, and why a policy ended before.
    """
    SELECT
        a.subject,
        coalesce(json_extract(a.before, '$.text'), '') || char(10) || coalesce(json_extract(a.after, '$.text'), '')
    FROM audit a
    WHERE a.subject >= 'notes:' AND a.subject < 'notes;'
    """,
    """
    SELECT a.subject, json_extract(a.after, '$.reason')
    FROM audit a
    WHERE a.subject >= 'P' AND a.subject < 'Q' AND json_extract(a.after, '$.reason') IS NOT NULL
    """,
    "SELECT 'decision:' || id, question || char(10) || options FROM decision",
)
OF_BATCH = """
SELECT c.kind, c.id
FROM erased_change c
WHERE c.batch_id = :batch_id
ORDER BY c.kind, c.id
"""
ERASED = "SELECT id, batch_id FROM erased WHERE kind = 'F' AND id IN (SELECT value FROM json_each(:ids)) ORDER BY id"
UNCLEAN = "SELECT since, reason FROM unclean"


class SqliteErasures:
    """`protocol.Erasures` over one connection."""

    def __init__(self, connection: Connection, now: datetime, path: Path, journal: Journal) -> None:
        self._connection = connection
        self._now = rows.time_text(now)
        self._path = path
        self._journal = journal
        self.must_clean = False
        """Whether the files are to be cleaned once the transaction is kept."""

    def extent(self, fact_ids: Collection[int], *, with_sources: bool) -> Erasure:
        there = dict(rows.select_tuples(self._connection, THERE, facts=rows.id_list(fact_ids)))
        facts = rows.id_list(there)
        observations, kept = self._sources(facts, with_sources=with_sources)
        items = self._ids(ITEMS, facts=facts)
        conflicts = self._ids(CONFLICTS, facts=facts)
        gone = {
            "facts": facts,
            "observations": rows.id_list(observations),
            "items": rows.id_list(items if with_sources else ()),
            "conflicts": rows.id_list(conflicts),
        }
        return Erasure(
            fact_ids=tuple(there),
            observation_ids=tuple(observations),
            item_ids=items if with_sources else (),
            conflict_ids=conflicts,
            kept_observations=kept,
            dropped_item_ids=() if with_sources else items,
            successors=self._successors(there, facts),
            policy_ids=self._ids(POLICIES, facts=facts),
            decision_ids=self._ids(DECISIONS, facts=facts),
            copies=self._copies(gone),
            counts=self._counts(gone),
        )

    def _sources(self, facts: str, *, with_sources: bool) -> tuple[list[int], tuple[KeptObservation, ...]]:
        """The observations that nothing else needs, and those that stay with what needs them."""
        found = [
            KeptObservation(row["id"], rows.ids_of(row["fact_ids"]), rows.ids_of(row["summary_ids"]))
            for row in rows.select(self._connection, SOURCES, facts=facts)
        ]
        free = {one.id for one in found if with_sources and not one.fact_ids}
        while needed := {one.id for one in found if one.id in free and not free.issuperset(one.summary_ids)}:
            free -= needed
        return sorted(free), tuple(one for one in found if one.id not in free)

    def _successors(self, above: Mapping[int, int | None], facts: str) -> dict[int, int | None]:
        beneath = rows.select_tuples(self._connection, BENEATH, facts=facts)
        return {number: erasing.next_above(above, number, gone) for number, gone in beneath}

    def _copies(self, gone: Mapping[str, str]) -> tuple[str, ...]:
        values = {name: ids for name, ids in gone.items() if name != "conflicts"}
        uuids = [uuid for (uuid,) in rows.select_tuples(self._connection, UUIDS, **values)]
        return tuple(copy.name for copy in cleaning.copies_holding(self._path, uuids, DRIVER))

    def _counts(self, gone: Mapping[str, str]) -> dict[str, int]:
        return {name: int(rows.select_tuples(self._connection, sql, **gone)[0][0]) for name, sql in COUNTS.items()}

    def _ids(self, sql: LiteralString, **values: str) -> tuple[int, ...]:
        return tuple(number for (number,) in rows.select_tuples(self._connection, sql, **values))

    def erase(self, extent: Erasure, note: Mapping[str, Any]) -> None:
        erasing.erase(self._connection, extent, note, self._journal.batch_id(), self._now)
        self.must_clean = True

    def texts(self, apart_from: Erasure) -> Iterator[StoredText]:
        values = {
            "facts": rows.id_list(apart_from.fact_ids),
            "observations": rows.id_list(apart_from.observation_ids),
            "items": rows.id_list(apart_from.item_ids),
            "conflicts": rows.id_list(apart_from.conflict_ids),
        }
        for sql in TEXTS:
            yield from (StoredText(*row) for row in rows.select_tuples(self._connection, sql, **values))

    def of_batch(self, batch_id: int) -> list[Named]:
        return [(kind, number) for kind, number in rows.select_tuples(self._connection, OF_BATCH, batch_id=batch_id)]

    def erased(self, fact_ids: Collection[int]) -> dict[int, int]:
        return dict(rows.select_tuples(self._connection, ERASED, ids=rows.id_list(fact_ids)))

    def clean(self) -> None:
        self.must_clean = True

    def unclean(self) -> Unclean | None:
        row = rows.select_one(self._connection, UNCLEAN)
        return Unclean(rows.moment(row["since"]), row["reason"]) if row else None
