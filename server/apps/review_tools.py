"""The tools of the review in a chat client: one that an agent calls to open it, and three that only the view may call.

They are there only where whoever configured the client said that a person reviews in it
(docs/decisions/0017). What an agent is told holds numbers, never a fact of the sample: who knows what will be
judged can make it look good.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict, cast

from ...store.model import Review
from ...store.protocol import Transaction
from ...tools import review_report, reviewing
from ...tools.declare import tool
from ...tools.desk import Desk
from ...tools.review_views import sample_answer
from .. import rpc_review_answers as answers


class Standing(TypedDict):
    """How far the last review is, and what it says; `sampled` 0 when there was none."""

    is_open: bool
    sampled: int
    marked: int
    precision: answers.Precision


class Shown(TypedDict):
    """The last review with its facts and what it says; `sample` is null when there was none."""

    sample: answers.Sample | None
    precision: answers.Precision
    proposal: answers.Proposal | None


class Marked(TypedDict):
    """How the review stands after a mark."""

    review: answers.ReviewRow
    unmarked: int
    precision: answers.Precision
    proposal: answers.Proposal | None


class ReviewTools:
    """The last review, as a person in a chat client sees and marks it."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @tool(reads_only=True)
    async def review_memory(self) -> Standing:
        """Show your user the review, where they mark a sample of facts. Marking is theirs alone."""

        def work(tx: Transaction) -> Standing:
            review = _last(tx)
            report = review_report.report(tx, review.id if review else None)
            return Standing(
                is_open=review is not None and review.closed_at is None and bool(reviewing.unmarked(review)),
                sampled=len(review.facts) if review else 0,
                marked=report["review"]["marked"] if review else 0,
                precision=report["precision"],
            )

        return await self._desk.read(work)

    @tool(reads_only=True)
    async def read_review(self) -> Shown:
        """The last review with its facts, for the view."""
        return await self._desk.read(lambda tx: _shown(tx, _last(tx)))

    @tool()
    async def draw_review(self) -> Shown:
        """The review that is open, or another sample when all of it is marked, for the view."""
        return await self._desk.write(lambda tx: _shown(tx, reviewing.sample(tx, self._desk.caller)))

    @tool(idempotent=True)
    async def mark_fact(
        self,
        fact_id: Annotated[str, "F12"],
        mark: Annotated[Literal["correct", "wrong", "outdated", "none"], "none takes it back"],
    ) -> Marked:
        """Mark a fact of the sample, for the view."""

        def work(tx: Transaction) -> Marked:
            review = reviewing.mark(tx, self._desk.caller, {fact_id: mark})
            report = review_report.report(tx, review.id)
            row = cast("answers.ReviewRow", report["review"])
            return Marked(
                review=row,
                unmarked=len(reviewing.unmarked(review)),
                precision=report["precision"],
                proposal=report["proposal"],
            )

        return await self._desk.write(work)


def _last(tx: Transaction) -> Review | None:
    found = tx.reviews.latest(1)
    return found[0] if found else None


def _shown(tx: Transaction, review: Review | None) -> Shown:
    report = review_report.report(tx, review.id if review else None)
    sample = cast("answers.Sample", sample_answer(tx, review)) if review else None
    return Shown(sample=sample, precision=report["precision"], proposal=report["proposal"])
