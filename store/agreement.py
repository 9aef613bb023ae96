"""Whether the rows of a memory, its full text and its vectors agree, each answer one finding."""

from __future__ import annotations

from . import index, rows, search
from .driver import Connection
from .findings import Finding, Soundness
from .rules.analysis import ANALYSER_VERSION

REINDEX = "palimpsest reindex"
PIECE = 1024

UNCLEAN = "SELECT since, reason FROM unclean"
BROKEN_KEYS = "SELECT count(*) FROM pragma_foreign_key_check"
# The index keeps a size for each row it holds.
UNINDEXED = """
SELECT
    (SELECT count(*) FROM fact f WHERE NOT EXISTS (SELECT 1 FROM fulltext_docsize s WHERE s.id = 2 * f.id)),
    (SELECT count(*) FROM observation o WHERE NOT EXISTS (SELECT 1 FROM fulltext_docsize s WHERE s.id = 2 * o.id + 1)),
    (
        SELECT count(*)
        FROM fulltext_docsize s
        WHERE CASE s.id % 2
            WHEN 0 THEN NOT EXISTS (SELECT 1 FROM fact f WHERE f.id = s.id / 2)
            ELSE NOT EXISTS (SELECT 1 FROM observation o WHERE o.id = s.id / 2)
        END
    )
"""
FACTS = """
SELECT f.id, f.topic, f.content, t.topic AS indexed_topic, t.content AS indexed_content
FROM fact f JOIN fulltext t ON t.rowid = 2 * f.id
WHERE f.id > :after
ORDER BY f.id
LIMIT :limit
"""
OBSERVATIONS = """
SELECT o.id, '' AS topic, o.content, t.topic AS indexed_topic, t.content AS indexed_content
FROM observation o JOIN fulltext t ON t.rowid = 2 * o.id + 1
WHERE o.id > :after
ORDER BY o.id
LIMIT :limit
"""
MODELS = "SELECT id, name, dimension FROM vector_model ORDER BY id"
MISSIZED = "SELECT count(*) FROM vector WHERE model_id = :id AND length(numbers) != 2 * :dimension"
STRAYS = """
SELECT count(*)
FROM vector v
WHERE v.model_id = :id AND CASE v.kind
    WHEN 'F' THEN NOT EXISTS (SELECT 1 FROM fact f WHERE f.id = v.id)
    ELSE NOT EXISTS (SELECT 1 FROM observation o WHERE o.id = v.id)
END
"""
# Each row is in exactly one of the three, so that the sums tell.
UNACCOUNTED = """
SELECT
    (SELECT count(*) FROM fact) + (SELECT count(*) FROM observation)
    + (SELECT count(DISTINCT s.observation_id) FROM fact_source s)
    - (SELECT count(*) FROM vector v WHERE v.model_id = :id)
    - (SELECT count(*) FROM vector_missing m WHERE m.model_id = :id)
    - (SELECT count(*) FROM vector_refused r WHERE r.model_id = :id)
"""
NUMBERS = """
SELECT seq, numbers
FROM vector NOT INDEXED
WHERE seq > :after AND model_id = :id AND length(numbers) = 2 * :dimension
ORDER BY seq
LIMIT :limit
"""
TOLERANCE = 0.01
"""Half-precision numbers of a vector of length 1 have a length that is nearer to 1 than this."""


def check_keys(connection: Connection) -> Finding:
    """Whether what refers to a row refers to one that is there."""
    broken = _count(connection, BROKEN_KEYS)
    if broken:
        advice = f"{broken} rows refer to others that are gone: keep a copy of the file and restore a backup"
        return Finding("references", Soundness.PROBLEM, advice)
    return Finding("references", Soundness.OK, "every row that is referred to is there")


def check_erased(connection: Connection) -> Finding:
    """Whether the file is clean of what a person erased."""
    found = rows.select_one(connection, UNCLEAN)
    if found is None:
        return Finding("erased", Soundness.OK, "nothing is left of what was erased")
    why = found["reason"] or "it was cut off"
    advice = f"the files may still hold what was erased since {found['since'][:16]} ({why}): run {REINDEX}"
    return Finding("erased", Soundness.WARNING, advice)


def check_full_text(connection: Connection, *, is_thorough: bool) -> Finding:
    """Whether every row is in the full-text index and nothing else; thoroughly, also with its own words."""
    name = "full text"
    if not index.is_current(connection):
        return Finding(name, Soundness.WARNING, f"made by another analyser than {ANALYSER_VERSION}: run {REINDEX}")
    facts, observations, strays = rows.select_tuples(connection, UNINDEXED)[0]
    others = _other_words(connection) if is_thorough else 0
    parts = {"rows not indexed": facts + observations, "indexed rows that are gone": strays, "with other words": others}
    if any(parts.values()):
        found = ", ".join(f"{count} {what}" for what, count in parts.items() if count)
        return Finding(name, Soundness.PROBLEM, f"{found}: run {REINDEX} --force")
    return Finding(name, Soundness.OK, f"agrees with the rows (analyser {ANALYSER_VERSION})")


def check_vectors(connection: Connection) -> list[Finding]:
    """Whether each model's vectors are of rows that are there, of its dimension and of length 1."""
    models = rows.select_tuples(connection, MODELS)
    if not models:
        return [Finding("vectors", Soundness.OK, "there are none yet")]
    return [_check_model(connection, *model) for model in models]


def _check_model(connection: Connection, number: int, name: str, dimension: int) -> Finding:
    parts = {
        "of rows that are gone": _count(connection, STRAYS, id=number),
        f"without {dimension} numbers": _count(connection, MISSIZED, id=number, dimension=dimension),
        "not of length 1": _count_odd(connection, number, dimension),
        "unaccounted for": abs(_count(connection, UNACCOUNTED, id=number)),
    }
    label = f"vectors of {name}"
    if any(parts.values()):
        found = ", ".join(f"{count} {what}" for what, count in parts.items() if count)
        return Finding(label, Soundness.PROBLEM, f"{found}: run {REINDEX} --force-vectors, which makes them again")
    return Finding(label, Soundness.OK, f"agree with the rows ({dimension} dimensions)")


def _other_words(connection: Connection) -> int:
    """How many rows are indexed with other terms than the analyser makes of them now."""
    count = 0
    for sql in (FACTS, OBSERVATIONS):
        after = 0
        while found := rows.select(connection, sql, after=after, limit=PIECE):
            terms = search.analyse({row[column] for row in found for column in ("topic", "content")})
            count += sum(
                (terms[row["topic"]], terms[row["content"]]) != (row["indexed_topic"], row["indexed_content"])
                for row in found
            )
            after = found[-1]["id"]
    return count


def _count_odd(connection: Connection, number: int, dimension: int) -> int:
    """How many vectors of a model are not of length 1, or not finite."""
    import numpy as np

    from .packing import STORED

    count, after = 0, 0
    while found := rows.select_tuples(connection, NUMBERS, after=after, id=number, dimension=dimension, limit=PIECE):
        vectors = np.frombuffer(b"".join(numbers for _, numbers in found), STORED).reshape(-1, dimension)
        squares = np.square(vectors.astype(np.float32)).sum(axis=1)
        count += int((~(np.abs(squares - 1) < 2 * TOLERANCE)).sum())
        after = found[-1][0]
    return count


def _count(connection: Connection, sql: str, **values: object) -> int:
    return int(connection.execute(sql, values).fetchone()[0])
