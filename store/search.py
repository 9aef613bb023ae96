"""The full-text index in SQLite: what is put into it, and what a query finds in it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime
from typing import LiteralString

from . import candidate_rows, fact_rows, fulltext, moments, rows, term_weights
from .driver import Connection
from .model import Candidate, FactFilter, FactTimes, Key
from .nearest import FIRST, MARGIN, FactsSeen, ObservationsSeen, Seen, first_seen
from .rules.calendar_spans import Span

FACT = "f"
OBSERVATION = "o"
FACT_PARITY = 0
OBSERVATION_PARITY = 1

WRITE = """
INSERT OR REPLACE INTO fulltext (rowid, kind, topic, content, context)
VALUES (:rowid, :kind, :topic, :content, :context)
"""
# The neighbours' words are taken from the index, where they have been analysed already.
PLACE = """
SELECT
    o.content,
    (
        SELECT p.id
        FROM observation p
        WHERE p.agent = o.agent AND p.session = o.session AND p.source = o.source AND p.id < o.id
        ORDER BY p.id DESC
        LIMIT 1
    ) AS before_id
FROM observation o
WHERE o.id = :id
"""
INDEXED = "SELECT content, context FROM fulltext WHERE rowid = :rowid"
SET_CONTEXT = "UPDATE fulltext SET context = :context WHERE rowid = :rowid"
REMOVE = """
DELETE FROM fulltext
WHERE rowid IN (
    SELECT 2 * value FROM json_each(:facts)
    UNION ALL
    SELECT 2 * value + 1 FROM json_each(:observations)
)
"""
# What is deleted is only marked as such until the parts of the index are merged, words and all.
MERGE = "INSERT INTO fulltext (fulltext) VALUES ('optimize')"
BESIDE = """
SELECT (
    SELECT b.id
    FROM observation b
    WHERE b.agent = o.agent AND b.session = o.session AND b.source = o.source AND b.id < o.id
      AND b.id NOT IN (SELECT value FROM json_each(:ids))
    ORDER BY b.id DESC
    LIMIT 1
), (
    SELECT a.id
    FROM observation a
    WHERE a.agent = o.agent AND a.session = o.session AND a.source = o.source AND a.id > o.id
      AND a.id NOT IN (SELECT value FROM json_each(:ids))
    ORDER BY a.id
    LIMIT 1
)
FROM observation o
WHERE o.id IN (SELECT value FROM json_each(:ids))
"""
NEIGHBOURS = """
SELECT (
    SELECT b.id
    FROM observation b
    WHERE b.agent = o.agent AND b.session = o.session AND b.source = o.source AND b.id < o.id
    ORDER BY b.id DESC
    LIMIT 1
), (
    SELECT a.id
    FROM observation a
    WHERE a.agent = o.agent AND a.session = o.session AND a.source = o.source AND a.id > o.id
    ORDER BY a.id
    LIMIT 1
)
FROM observation o
WHERE o.id = :id
"""
FACT_TEXTS = "SELECT id, content FROM fact WHERE id IN (SELECT value FROM json_each(:ids))"
OBSERVATION_TEXTS = "SELECT id, content FROM observation WHERE id IN (SELECT value FROM json_each(:ids))"
TERMS = "SELECT rowid, topic, content FROM fulltext WHERE rowid IN (SELECT value FROM json_each(:ids))"
# A row's number tells whether it is of a fact: to ask for that by a word of `kind` costs nearly as much as the words of
# the query, as no word is in more rows.
BEST = """
SELECT rowid / 2, -bm25(fulltext, :kind_weight, :topic_weight, :content_weight, :context_weight) AS score
FROM fulltext
WHERE fulltext MATCH :match AND rowid % 2 = :parity
ORDER BY score DESC, rowid DESC
LIMIT :limit
"""
OBSERVATIONS = f"""
SELECT -bm25(fulltext, :kind_weight, :topic_weight, :content_weight, :context_weight) AS score,
       {candidate_rows.OBSERVATION_COLUMNS}
FROM fulltext
JOIN observation o ON o.id = fulltext.rowid / 2
WHERE fulltext MATCH :match AND fulltext.rowid % 2 = 1 AND {candidate_rows.READABLE_HALF}
ORDER BY score DESC, o.id DESC
LIMIT :limit
"""
# The newest rows are read and not the list of all facts beside them, which would be as long as the memory.
HOLDING = """
SELECT place / 2
FROM (
    SELECT rowid AS place
    FROM fulltext
    WHERE fulltext MATCH :match AND rowid < :before_row
    ORDER BY rowid DESC
    LIMIT :rows
)
WHERE place % 2 = 0
  AND (
      :hidden = '[]'
      OR EXISTS (
          SELECT 1 FROM fact f WHERE f.id = place / 2 AND f.domain_id NOT IN (SELECT value FROM json_each(:hidden))
      )
  )
ORDER BY place DESC
LIMIT :limit
"""
WITH_TOPIC_WORDS = """
SELECT f.id
FROM (
    SELECT rowid / 2 AS fact_id
    FROM fulltext
    WHERE fulltext MATCH :match AND rowid < :before_row
    ORDER BY rowid DESC
    LIMIT :rows
) found
JOIN fact f ON f.id = found.fact_id
WHERE f.domain_id = :domain_id AND f.superseded_by IS NULL AND f.retired_at IS NULL
ORDER BY f.id DESC
LIMIT :limit
"""
MOST_ROWS = 256


def fact_row(fact_id: int) -> int:
    """The index row of a fact."""
    return 2 * fact_id


def observation_row(observation_id: int) -> int:
    """The index row of an observation."""
    return 2 * observation_id + 1


def analyse(texts: Iterable[str]) -> dict[str, str]:
    """What the index holds of each text."""
    return {text: fulltext.encode_column(text) for text in texts}


def facts_holding(
    connection: Connection, terms: Collection[str], before_id: int, most: int, hidden_domain_ids: Collection[int]
) -> list[int] | None:
    """`protocol.Kin.holding`."""
    values = {
        "match": fulltext.match_terms(terms),
        "before_row": fact_row(before_id),
        "rows": MOST_ROWS,
        "limit": most + 1,
        "hidden": rows.id_list(hidden_domain_ids),
    }
    found = [number for (number,) in rows.select_tuples(connection, HOLDING, **values)]
    return found if len(found) <= most else None


def facts_with_topic_words(
    connection: Connection, domain_id: int, words: Sequence[Collection[str]], before_id: int, limit: int
) -> list[int]:
    """`protocol.Kin.with_topic_words`."""
    values = {
        "match": fulltext.match_topic(words),
        "before_row": fact_row(before_id),
        "rows": MOST_ROWS,
        "domain_id": domain_id,
        "limit": limit,
    }
    return [number for (number,) in rows.select_tuples(connection, WITH_TOPIC_WORDS, **values)]


def index_fact(
    connection: Connection,
    fact_id: int,
    topic: str,
    content: str,
    analysed: Callable[[str], str] = fulltext.encode_column,
) -> None:
    """Put a fact into the index."""
    rows.change(
        connection,
        WRITE,
        rowid=fact_row(fact_id),
        kind=FACT,
        topic=analysed(topic),
        content=analysed(content),
        context="",
    )


def index_observation(
    connection: Connection, observation_id: int, analysed: Callable[[str], str] = fulltext.encode_column
) -> None:
    """Put the newest observation of its agent, session and source into the index.

    Its words become context of the one before it, and that one's words its own context.
    """
    place = rows.select_one(connection, PLACE, id=observation_id)
    if place is None:
        raise AssertionError("an observation that is to be indexed is there")
    terms = analysed(place["content"])
    before = _extend_context(connection, place["before_id"], terms)
    rows.change(
        connection,
        WRITE,
        rowid=observation_row(observation_id),
        kind=OBSERVATION,
        topic="",
        content=terms,
        context=before,
    )


def _extend_context(connection: Connection, observation_id: int | None, terms: str) -> str:
    """Add what came next to an observation's context; its own terms, "" when there is none."""
    if observation_id is None:
        return ""
    rowid = observation_row(observation_id)
    indexed = rows.select_one(connection, INDEXED, rowid=rowid)
    if indexed is None:
        return ""
    rows.change(connection, SET_CONTEXT, rowid=rowid, context=f"{indexed['context']} {terms}".strip())
    return indexed["content"]


def beside(connection: Connection, observation_ids: Collection[int]) -> list[int]:
    """The observations that stand next to some, and aren't among them."""
    found = rows.select_tuples(connection, BESIDE, ids=rows.id_list(observation_ids))
    return sorted({number for pair in found for number in pair if number is not None})


def renew_context(connection: Connection, observation_ids: Iterable[int]) -> None:
    """Index observations with the words of those that are their neighbours now."""
    for number in observation_ids:
        near = rows.select_tuples(connection, NEIGHBOURS, id=number)[0]
        indexed = (rows.select_one(connection, INDEXED, rowid=observation_row(one)) for one in near if one is not None)
        context = " ".join(row["content"] for row in indexed if row is not None)
        rows.change(connection, SET_CONTEXT, rowid=observation_row(number), context=context)


def remove(connection: Connection, fact_ids: Collection[int], observation_ids: Collection[int]) -> None:
    """Take rows out of the index, words and all."""
    ids = {"facts": rows.id_list(fact_ids), "observations": rows.id_list(observation_ids)}
    rows.change(connection, REMOVE, **ids)
    rows.change(connection, MERGE)


class SqliteSearch:
    """`protocol.Search` over one connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def facts(self, query: str, where: FactFilter, limit: int) -> list[Candidate]:
        match = fulltext.build_match(query)
        if match is None:
            return []
        if not _leaves_few(where):
            found = self._of_best(match, FACT_PARITY, FactsSeen(self._connection, where), limit)
            if found is not None:
                return found
        sql = f"""
            SELECT -bm25(fulltext, :kind_weight, :topic_weight, :content_weight, :context_weight) AS score,
                   {candidate_rows.FACT_COLUMNS}
            FROM fulltext
            JOIN {fact_rows.table(where)} ON f.id = fulltext.rowid / 2
            JOIN domain d ON d.id = f.domain_id
            WHERE fulltext MATCH :match AND fulltext.rowid % 2 = 0 AND {fact_rows.visible(where)}
            ORDER BY score DESC, f.id DESC
            LIMIT :limit
        """
        every = self._matches(sql, match, limit=limit, **fact_rows.values(where))
        return [candidate_rows.fact_candidate(row[0], row[1:]) for row in every]

    def observations(
        self, query: str, *, agent: str, at: datetime | None, hidden_domain_ids: Collection[int], limit: int
    ) -> list[Candidate]:
        values = candidate_rows.reader_values(agent, at, hidden_domain_ids)
        own = fulltext.build_match(query)
        # The neighbours of another agent's observation are private, though it is cited itself.
        others = fulltext.build_match(query, with_context=False)
        if own is None or others is None:
            return []
        seen = ObservationsSeen(self._connection, agent, at, hidden_domain_ids, is_own=True)
        found = self._of_best(own, OBSERVATION_PARITY, seen, limit)
        if found is None:
            found = self._observations(own, is_own=True, limit=limit, **values)
        found += self._observations(others, is_own=False, limit=limit, **values)
        return sorted(found, key=lambda one: (-one.score, -one.id))[:limit]

    def facts_of_time(self, span: Span, where: FactFilter, limit: int) -> list[Candidate]:
        return moments.facts_of(self._connection, span, where, limit)

    def observations_of_time(
        self, span: Span, *, agent: str, at: datetime | None, hidden_domain_ids: Collection[int], limit: int
    ) -> list[Candidate]:
        return moments.observations_of(
            self._connection, span, agent=agent, at=at, hidden_domain_ids=hidden_domain_ids, limit=limit
        )

    def fact_times(self, fact_ids: Sequence[int]) -> dict[int, FactTimes]:
        return moments.fact_times(self._connection, fact_ids)

    def ideal(self, query: str, held: Collection[str]) -> float:
        return term_weights.ideal_score(self._connection, query, held)

    def texts(self, candidates: Sequence[Candidate]) -> dict[Key, str]:
        texts: dict[str, LiteralString] = {"F": FACT_TEXTS, "O": OBSERVATION_TEXTS}
        found: dict[Key, str] = {}
        for kind, sql in texts.items():
            ids = rows.id_list([candidate.id for candidate in candidates if candidate.kind == kind])
            found |= {(kind, number): text for number, text in rows.select_tuples(self._connection, sql, ids=ids)}
        return found

    def terms(self, candidates: Sequence[Candidate], *, with_topic: bool = True) -> list[list[str]]:
        row_ids = [_row_of(candidate) for candidate in candidates]
        found = rows.select_tuples(self._connection, TERMS, ids=rows.id_list(row_ids))
        columns = {row_id: f"{topic} {content}" if with_topic else content for row_id, topic, content in found}
        return [fulltext.decode_column(columns.get(row_id, "")) for row_id in row_ids]

    def _of_best(self, match: str, parity: int, seen: Seen, limit: int) -> list[Candidate] | None:
        """The `limit` best matches that may be seen, or None when that can't be told by the best of all.

        Mostly it can, and to look up few rows costs half of what it costs to look up every match.
        """
        reach = max(FIRST, int(limit * MARGIN))
        best = self._matches(BEST, match, parity=parity, limit=reach)
        found = first_seen(seen, best, limit)
        return found if len(found) == limit or len(best) < reach else None

    def _observations(self, match: str, **values: object) -> list[Candidate]:
        found = self._matches(OBSERVATIONS, match, **values)
        return [candidate_rows.observation_candidate(row[0], row[1:]) for row in found]

    def _matches(self, sql: LiteralString, match: str, **values: object) -> list[rows.Cells]:
        weights = dict(zip(("kind", "topic", "content", "context"), fulltext.COLUMN_WEIGHTS, strict=True))
        named = {f"{column}_weight": weight for column, weight in weights.items()}
        return rows.select_tuples(self._connection, sql, match=match, **named, **values)


def _leaves_few(where: FactFilter) -> bool:
    """Whether the filter asks for a part of the memory, so that few of the best matches are likely to be in it."""
    narrows = (where.domain_name, where.repo, where.memory_type, where.veracity, where.agent, where.state)
    return any(one is not None for one in narrows)


def _row_of(candidate: Candidate) -> int:
    return fact_row(candidate.id) if candidate.kind == "F" else observation_row(candidate.id)
