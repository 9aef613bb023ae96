"""`list_memory_conflicts` and `resolve_memory_conflict`."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from ..store.errors import NotFound, Refused
from ..store.model import Caller, Conflict, ConflictStatus, Fact, Keep, LossReason
from ..store.protocol import Transaction
from . import cursors
from .answers import ConflictBrief, ConflictList
from .conflict_views import conflict_answers, conflict_briefs
from .cuts import page_of
from .declare import tool
from .desk import Desk
from .drafts import hidden_domains, require_fact_write
from .gate import Gate
from .hints import Page
from .ids import conflict_id as conflict_name
from .ids import fact_id as fact_name
from .ids import parse_id
from .scopes import list_reach
from .settings import Settings
from .settling import settle_for_user
from .wording import wording_for

REASON_CHARS = 500


class ConflictTools:
    """Seeing and settling what contradicts."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @tool(core=True, reads_only=True)
    async def list_memory_conflicts(
        self,
        status: Literal["all", "open", "resolved"] = "all",
        domain: str | None = None,
        repo: str | None = None,
        limit: Page = 8,
        cursor: str | None = None,
    ) -> ConflictList:
        """List contradictions, open ones first, each with the question that settles it."""
        caller = self._desk.caller
        reach = list_reach(domain, repo, caller)
        asked = ("conflicts", status, reach.domain_name or "", reach.repo or "")
        offset = cursors.offset_of(cursor, asked)

        def work(tx: Transaction) -> ConflictList:
            hidden = hidden_domains(tx, caller)
            found = tx.conflicts.list(
                status=None if status == "all" else ConflictStatus(status),
                domain_name=reach.domain_name,
                repo=reach.repo,
                hidden_domain_ids=hidden,
                offset=offset,
                limit=limit + 1,
            )
            answers = conflict_answers(tx, caller, found[:limit])
            shown = page_of(answers)
            end = offset + (limit if len(shown) == len(answers) else len(shown))
            following = cursors.cursor_at(end, asked) if end < offset + len(found) else None
            return ConflictList(conflicts=shown, next_cursor=following)

        return await self._desk.read(work)

    @tool(core=True, destructive=True)
    async def resolve_memory_conflict(
        self,
        conflict_id: Annotated[str, "C2"],
        keep: Keep,
        reason: Annotated[str | None, "why; 'wrong': the loser never was true"] = None,
    ) -> ConflictBrief:
        """Settle an open conflict as your user decided; the other side stays readable."""
        settings = await self._desk.settings()
        number = parse_id(conflict_id, "C", "conflict_id")
        why = Gate(settings).label(reason, "reason", REASON_CHARS) if reason else None
        caller = self._desk.caller

        return await self._desk.write(lambda tx: resolve_conflict(tx, caller, settings, number, keep, why))


def resolve_conflict(
    tx: Transaction,
    caller: Caller,
    settings: Settings,
    number: int,
    keep: Keep,
    why: str | None,
    loss: LossReason | None = None,
) -> ConflictBrief:
    """Settle an open conflict as a user decided; `Refused` when another side was kept before.

    `loss` is what becomes of the side that isn't kept; without it the reason's first word says so.
    """
    conflict, sides = _visible(tx, caller, number)
    for side in sides:
        require_fact_write(tx, caller, settings, side.scope)
    if conflict.status is ConflictStatus.OPEN:
        _require_standing(tx, conflict, keep)
        (conflict,) = settle_for_user(tx, caller, settings, [conflict], keep, why, loss or _loss(why))
    elif conflict.winner is not keep:
        raise Refused(
            f"{conflict_name(number)} is settled already: '{conflict.winner}' was kept, by {conflict.resolved_by}. To "
            f"change it, replace the wrong fact with {wording_for(caller).replaces}."
        )
    return conflict_briefs([conflict])[0]


def _visible(tx: Transaction, caller: Caller, number: int) -> tuple[Conflict, list[Fact]]:
    """The conflict with both its facts, when the caller may see both."""
    conflict = tx.conflicts.get(number)
    found = [tx.facts.get(one) for one in (conflict.old_fact_id, conflict.new_fact_id)] if conflict else []
    sides = [fact for fact in found if fact is not None]
    hidden = hidden_domains(tx, caller)
    if conflict is None or len(sides) < 2 or any(fact.domain_id in hidden for fact in sides):
        raise NotFound(
            f"There is no conflict {conflict_name(number)}; {wording_for(caller).lists_conflicts} lists them."
        )
    return conflict, sides


def _loss(why: str | None) -> LossReason:
    """`wrong` when the reason is that word or begins with it."""
    first = re.match(r"\w+", (why or "").casefold())
    return LossReason.WRONG if first and first[0] == LossReason.WRONG else LossReason.OUTDATED


def _require_standing(tx: Transaction, conflict: Conflict, keep: Keep) -> None:
    """Refuse to put an active fact under one that holds no more."""
    if keep is Keep.BOTH:
        return
    number = conflict.new_fact_id if keep is Keep.NEW else conflict.old_fact_id
    kept = tx.facts.get(number)
    if kept is not None and not kept.is_active(tx.now):
        raise Refused(f"{fact_name(number)}, the {keep} one, holds no more; keep the other, or supersede it.")
