"""`list_memory_conflicts` and `resolve_memory_conflict`."""

from __future__ import annotations

from typing import Annotated

from ..store.errors import NotFound, Refused
from ..store.model import Conflict, ConflictStatus, Keep, LossReason
from ..store.protocol import Transaction
from ..store.rules.settlement import Rule
from . import cursors
from .answers import ConflictBrief, ConflictList
from .conflict_views import conflict_answers, conflict_briefs
from .declare import tool
from .desk import Desk
from .drafts import hidden_domains, require_fact_write
from .fact_changes import close
from .gate import Gate
from .hints import Page
from .ids import conflict_id as conflict_name
from .ids import parse_id
from .scopes import list_reach

REASON_CHARS = 500


class ConflictTools:
    """Seeing and settling what contradicts."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @tool(core=True, reads_only=True)
    async def list_memory_conflicts(
        self,
        status: ConflictStatus | None = None,
        domain: str | None = None,
        repo: str | None = None,
        limit: Page = 8,
        cursor: str | None = None,
    ) -> ConflictList:
        """List contradictions, open ones first, each with the question that settles it."""
        caller = self._desk.caller
        reach = list_reach(domain, repo, caller)
        asked = ("conflicts", status or "", reach.domain_name or "", reach.repo or "")
        offset = cursors.offset_of(cursor, asked)

        def work(tx: Transaction) -> ConflictList:
            found = tx.conflicts.list(
                status=status,
                domain_name=reach.domain_name,
                repo=reach.repo,
                hidden_domain_ids=hidden_domains(tx, caller),
                offset=offset,
                limit=limit + 1,
            )
            following = cursors.cursor_at(offset + limit, asked) if len(found) > limit else None
            return ConflictList(conflicts=conflict_answers(tx, found[:limit]), next_cursor=following)

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
        loss = LossReason.WRONG if (why or "").casefold() == LossReason.WRONG else LossReason.OUTDATED
        caller = self._desk.caller

        def work(tx: Transaction) -> ConflictBrief:
            conflict = _visible(tx, self._desk, number)
            old = tx.facts.get(conflict.old_fact_id)
            if old is not None:
                require_fact_write(tx, caller, settings, old.scope)
            if conflict.status is ConflictStatus.OPEN:
                conflict = close(tx, caller, conflict, keep, Rule.USER, why, loss)
            elif conflict.winner is not keep:
                raise Refused(
                    f"{conflict_name(number)} is settled already: '{conflict.winner}' was kept. To change it, replace "
                    "the wrong fact with supersede_fact."
                )
            return conflict_briefs([conflict])[0]

        return await self._desk.write(work)


def _visible(tx: Transaction, desk: Desk, number: int) -> Conflict:
    conflict = tx.conflicts.get(number)
    old = tx.facts.get(conflict.old_fact_id) if conflict else None
    if conflict is None or old is None or old.domain_id in hidden_domains(tx, desk.caller):
        raise NotFound(f"There is no conflict {conflict_name(number)}; list_memory_conflicts lists them.")
    return conflict
