"""Reviews in SQLite: samples of facts that a person marks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from . import rows
from .driver import Connection
from .model import Mark, NewReview, Review, SampledFact

INSERT = """
INSERT INTO review (agent, seed, population, min_support, min_confidence, started_at)
VALUES (:agent, :seed, :population, :min_support, :min_confidence, :now)
"""
ADD_FACT = """
INSERT INTO review_fact (
    review_id, place, fact_id, confidence, support, needs_support, may_fade, mark, marked_by, marked_at
)
SELECT
    :review_id, coalesce(max(place), 0) + 1, :fact_id, :confidence, :support, :needs_support, :may_fade, :mark,
    :marked_by, :marked_at
FROM review_fact
WHERE review_id = :review_id
"""
CLOSE = "UPDATE review SET closed_at = :now WHERE id = :id AND closed_at IS NULL"
REVIEWS = "SELECT id, agent, seed, population, min_support, min_confidence, started_at, closed_at FROM review"
GET = f"{REVIEWS} WHERE id = :id"
LATEST = f"{REVIEWS} ORDER BY id DESC LIMIT :limit"
FACTS = """
SELECT fact_id, confidence, support, needs_support, may_fade, mark, marked_by, marked_at
FROM review_fact
WHERE review_id = :id
ORDER BY place
"""
MARK = """
UPDATE review_fact
SET mark = :mark, marked_by = :by, marked_at = :at
WHERE review_id = :id AND fact_id = :fact_id
  AND EXISTS (SELECT 1 FROM review r WHERE r.id = :id AND r.closed_at IS NULL)
"""


class SqliteReviews:
    """`protocol.Reviews` over one connection."""

    def __init__(self, connection: Connection, now: datetime) -> None:
        self._connection = connection
        self._now = rows.time_text(now)

    def begin(self, review: NewReview) -> Review:
        number = rows.insert(
            self._connection,
            INSERT,
            agent=review.agent,
            seed=review.seed,
            population=review.population,
            min_support=review.min_support,
            min_confidence=review.min_confidence,
            now=self._now,
        )
        self.extend(number, review.facts)
        begun = self.get(number)
        if begun is None:
            raise AssertionError("a review that was just begun is there")
        return begun

    def extend(self, review_id: int, facts: Sequence[SampledFact]) -> None:
        for fact in facts:
            rows.change(self._connection, ADD_FACT, review_id=review_id, **_values(fact))

    def close(self, review_id: int) -> None:
        rows.change(self._connection, CLOSE, id=review_id, now=self._now)

    def get(self, review_id: int) -> Review | None:
        row = rows.select_one(self._connection, GET, id=review_id)
        return self._review(row) if row else None

    def latest(self, limit: int) -> list[Review]:
        return [self._review(row) for row in rows.select(self._connection, LATEST, limit=limit)]

    def mark(self, review_id: int, fact_id: int, mark: Mark | None, by: str) -> None:
        found = {"mark": mark.value, "by": by, "at": self._now} if mark else {"mark": None, "by": None, "at": None}
        rows.change(self._connection, MARK, id=review_id, fact_id=fact_id, **found)

    def _review(self, row: rows.Row) -> Review:
        return Review(
            id=row["id"],
            agent=row["agent"],
            seed=row["seed"],
            population=row["population"],
            min_support=row["min_support"],
            min_confidence=row["min_confidence"],
            started_at=rows.moment(row["started_at"]),
            closed_at=rows.moment_or_none(row["closed_at"]),
            facts=tuple(_fact(fact) for fact in rows.select(self._connection, FACTS, id=row["id"])),
        )


def _values(fact: SampledFact) -> rows.Row:
    return {
        "fact_id": fact.fact_id,
        "confidence": fact.confidence,
        "support": fact.support,
        "needs_support": fact.needs_support,
        "may_fade": fact.may_fade,
        "mark": fact.mark.value if fact.mark else None,
        "marked_by": fact.marked_by,
        "marked_at": rows.time_text(fact.marked_at),
    }


def _fact(row: rows.Row) -> SampledFact:
    return SampledFact(
        fact_id=row["fact_id"],
        confidence=row["confidence"],
        support=row["support"],
        needs_support=bool(row["needs_support"]),
        may_fade=bool(row["may_fade"]),
        mark=Mark(row["mark"]) if row["mark"] else None,
        marked_by=row["marked_by"],
        marked_at=rows.moment_or_none(row["marked_at"]),
    )
