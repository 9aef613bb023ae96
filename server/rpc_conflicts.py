"""`memory_conflict.*`: what contradicts, and settling it."""

from __future__ import annotations

from typing import Annotated, Literal

from ..store.model import ConflictStatus, Keep, LossReason
from ..store.model.access import TokenScope
from ..store.protocol import Transaction
from ..tools.answers import ConflictBrief, ConflictList
from ..tools.audit_views import batch_at_hand
from ..tools.conflict_details import ConflictTopics, ConflictWhole, conflict_topics, conflict_whole
from ..tools.conflict_tools import ConflictTools, resolve_conflict
from ..tools.desk import Desk
from ..tools.gate import Gate
from ..tools.hints import Page
from ..tools.ids import parse_id
from ..tools.scopes import list_reach
from ..tools.shapes import Bounds
from .rpc_declare import method
from .rpc_params import REASON_CHARS, ConflictId, Cursor, DomainName, Repo


class ConflictResolved(ConflictBrief):
    """The conflict, settled."""

    batch_id: str | None


class ConflictMethods:
    """Contradictions; those that a rule settled are confirmed and overturned by memory_review."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @method("memory_conflict.list", reads_only=True, scope=TokenScope.AGENT)
    async def list_conflicts(
        self,
        status: Literal["all", "open", "resolved"] = "all",
        domain: DomainName = None,
        repo: Repo = None,
        limit: Page = 50,
        cursor: Cursor = None,
    ) -> ConflictList:
        """Contradictions, open ones first, with both sides."""
        return await ConflictTools(self._desk).list_memory_conflicts(status, domain, repo, limit, cursor)

    @method("memory_conflict.topics", reads_only=True, scope=TokenScope.REVIEWER)
    async def list_topics(
        self,
        status: Literal["all", "open", "resolved"] = "all",
        domain: DomainName = None,
        repo: Repo = None,
        limit: Annotated[int, "most conflicts on a page", Bounds(1, 50)] = 20,
        cursor: Cursor = None,
    ) -> ConflictTopics:
        """Contradictions by what they are about, both facts whole: topics with open ones first."""
        caller = self._desk.caller
        reach, wanted = list_reach(domain, repo, caller), None if status == "all" else ConflictStatus(status)
        return await self._desk.read(lambda tx: conflict_topics(tx, caller, reach, wanted, limit, cursor))

    @method("memory_conflict.get", reads_only=True, scope=TokenScope.REVIEWER)
    async def get_conflict(self, conflict_id: ConflictId) -> ConflictWhole:
        """One contradiction whole, with others of its facts."""
        number = parse_id(conflict_id, "C", "conflict_id")
        return await self._desk.read(lambda tx: conflict_whole(tx, self._desk.caller, number))

    @method("memory_conflict.resolve", scope=TokenScope.REVIEWER)
    async def resolve_conflict(
        self,
        conflict_id: ConflictId,
        keep: Keep,
        reason: Annotated[str | None, "why; beginning with 'wrong': the loser never was true"] = None,
        loss: Annotated[
            LossReason | None, "wrong: the loser never was true, outdated: it was, whatever the reason"
        ] = None,
    ) -> ConflictResolved:
        """Settle an open conflict; the side that isn't kept stays readable."""
        settings = await self._desk.settings()
        number = parse_id(conflict_id, "C", "conflict_id")
        why = Gate(settings).label(reason, "reason", REASON_CHARS) if reason is not None else None

        def work(tx: Transaction) -> ConflictResolved:
            done = resolve_conflict(tx, self._desk.caller, settings, number, keep, why, loss)
            return ConflictResolved(**done, batch_id=batch_at_hand(tx))

        return await self._desk.write(work)
