"""`memory_review.*`: how good a memory is, as a person finds it, and what they do about it."""

from __future__ import annotations

from typing import Annotated, cast

from ..store.errors import InvalidInput, NotFound
from ..store.model import Keep, LossReason
from ..store.model.access import TokenScope
from ..store.protocol import Transaction
from ..tools import cursors, resolutions, review_acts, review_report, reviewing
from ..tools.audit_views import batch_at_hand
from ..tools.conflict_details import conflict_details
from ..tools.decision_log import decision_log
from ..tools.desk import Desk
from ..tools.ids import parse_id, parse_ids
from ..tools.review_views import marks_answer, replaced_marks, sample_answer
from ..tools.shapes import Bounds
from . import rpc_review_answers as answers
from .rpc_declare import method
from .rpc_params import ConflictId, Cursor, Limit

Number = Annotated[int | None, "of that review; the last one by default", Bounds(1, 2**53)]


class ReviewMethods:
    """Samples, marks, reports, and contradictions that rules settled."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @method("memory_review.sample", scope=TokenScope.REVIEWER)
    async def sample(
        self,
        seed: Annotated[int | None, "draws the same sample again", Bounds(0, reviewing.MOST_SEED)] = None,
        size: Annotated[int | None, "facts; 30 by default", Bounds(1, reviewing.MOST_SAMPLED)] = None,
        is_new: Annotated[bool, "begin a new review, though one is open"] = False,
    ) -> answers.Sample:
        """The open review with its facts, or a new one; it changes no fact and is not undone."""

        def work(tx: Transaction) -> answers.Sample:
            review = reviewing.sample(tx, self._desk.caller, seed, size, is_new=is_new)
            return cast("answers.Sample", sample_answer(tx, review))

        return await self._desk.write(work)

    @method("memory_review.mark", scope=TokenScope.REVIEWER)
    async def mark(
        self,
        marks: Annotated[dict[str, str], "F12 to correct, wrong, outdated; none takes a mark back"],
        number: Annotated[int | None, "refused unless that review is open", Bounds(1, 2**53)] = None,
    ) -> answers.Marked:
        """Mark facts of the open review's sample; it changes no fact, and another mark takes its place."""
        if not marks:
            raise InvalidInput("'marks' names no fact.")

        def work(tx: Transaction) -> answers.Marked:
            before = reviewing.open_review(tx)
            review = reviewing.mark(tx, self._desk.caller, marks, number)
            replaced = replaced_marks(before, review, self._desk.caller)
            return cast("answers.Marked", sample_answer(tx, review) | {"replaced": replaced})

        return await self._desk.write(work)

    @method("memory_review.get", reads_only=True, scope=TokenScope.REVIEWER)
    async def get(self, number: Number = None) -> answers.Marks:
        """The last review, or the one of that number, with how each fact of its sample is marked."""

        def work(tx: Transaction) -> answers.Marks:
            review = tx.reviews.get(number) if number is not None else next(iter(tx.reviews.latest(1)), None)
            if number is not None and review is None:
                raise NotFound(f"There is no review {number}; memory_review.report names the earlier ones.")
            return cast("answers.Marks", marks_answer(review))

        return await self._desk.read(work)

    @method("memory_review.report", reads_only=True, scope=TokenScope.REVIEWER)
    async def report(self, number: Number = None) -> answers.Report:
        """How good the memory is by the last review with marks."""
        return cast("answers.Report", await self._desk.read(lambda tx: review_report.report(tx, number)))

    @method("memory_review.apply", scope=TokenScope.ADMIN)
    async def apply(self, number: Number = None) -> answers.Applied:
        """Raise the thresholds as the report proposes."""

        def work(tx: Transaction) -> answers.Applied:
            changes = review_acts.apply(tx, self._desk.caller, number)
            return answers.Applied(settings=cast("list[answers.RaisedSetting]", changes), batch_id=batch_at_hand(tx))

        return await self._desk.write(work)

    @method("memory_review.retire", scope=TokenScope.REVIEWER)
    async def retire(
        self,
        number: Number = None,
        fact_ids: Annotated[list[str] | None, "only these of them"] = None,
    ) -> answers.Retired:
        """Take back the facts that were marked wrong or outdated."""
        only = parse_ids(fact_ids, "F", "fact_ids", limit=reviewing.MOST_SAMPLED) if fact_ids is not None else None

        def work(tx: Transaction) -> answers.Retired:
            retired = review_acts.retire_marked(tx, self._desk.caller, number, only)
            return answers.Retired(retired=retired, batch_id=batch_at_hand(tx))

        return await self._desk.write(work)

    @method("memory_review.resolutions", reads_only=True, scope=TokenScope.REVIEWER)
    async def resolutions(
        self,
        is_found: Annotated[bool | None, "only those on which something was found, or nothing yet"] = None,
        limit: Limit = 50,
        cursor: Cursor = None,
    ) -> answers.ResolutionPage:
        """Contradictions that a rule settled without asking anybody, newest first."""
        asked = ("resolutions", str(is_found))
        before = cursors.offset_of(cursor, asked) or None

        def work(tx: Transaction) -> answers.ResolutionPage:
            found = tx.resolutions.latest(limit + 1, before, is_found=is_found)
            page = found[:limit]
            following = cursors.cursor_at(page[-1].conflict.id, asked) if len(found) > limit else None
            rows = conflict_details(tx, [one.conflict for one in page])
            return answers.ResolutionPage(resolutions=rows, next_cursor=following)

        return await self._desk.read(work)

    @method("memory_review.confirm", scope=TokenScope.REVIEWER)
    async def confirm(self, conflict_id: ConflictId) -> answers.ResolutionFound:
        """Say that a rule settled the contradiction as it is."""
        number = parse_id(conflict_id, "C", "conflict_id")

        def work(tx: Transaction) -> answers.ResolutionFound:
            resolutions.confirm(tx, self._desk.caller, number)
            return _found(tx, number)

        return await self._desk.write(work)

    @method("memory_review.overturn", scope=TokenScope.REVIEWER)
    async def overturn(
        self,
        conflict_id: ConflictId,
        both: Annotated[bool, "keep both; else the winner goes under the loser"] = False,
        reason: Annotated[LossReason, "outdated: the winner was true once"] = LossReason.WRONG,
    ) -> answers.ResolutionFound:
        """Reverse what a rule settled: the loser stands again."""
        number = parse_id(conflict_id, "C", "conflict_id")
        keep = Keep.BOTH if both else None

        def work(tx: Transaction) -> answers.ResolutionFound:
            resolutions.overturn(tx, self._desk.caller, number, keep, reason)
            return _found(tx, number)

        return await self._desk.write(work)

    @method("memory_review.decisions", reads_only=True, scope=TokenScope.REVIEWER)
    async def decisions(
        self,
        changed_only: Annotated[bool, "only those that memory changed"] = False,
        limit: Limit = 50,
        cursor: Cursor = None,
    ) -> answers.DecisionPage:
        """What was decided, and what would have been without memory."""
        asked = ("decisions", str(changed_only))
        before = cursors.offset_of(cursor, asked) or None

        def work(tx: Transaction) -> answers.DecisionPage:
            found = cast("list[answers.DecisionRow]", decision_log(tx, limit + 1, before, changed_only=changed_only))
            page = found[:limit]
            following = cursors.cursor_at(page[-1]["id"], asked) if len(found) > limit else None
            return answers.DecisionPage(decisions=page, next_cursor=following)

        return await self._desk.read(work)


def _found(tx: Transaction, number: int) -> answers.ResolutionFound:
    resolution = tx.resolutions.get(number)
    shown = conflict_details(tx, [resolution.conflict] if resolution is not None else [])
    return answers.ResolutionFound(resolution=shown[0] if shown else None, batch_id=batch_at_hand(tx))
