"""`memory_audit.*`: what happened, and undoing it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Literal, TypedDict

from ..store.errors import InsufficientTokenScope, InvalidInput
from ..store.model import AuditFilter, BatchFilter, RowKind
from ..store.model.access import TokenScope
from ..store.protocol import Transaction
from ..tools.answers import LeftOut
from ..tools.audit_views import AuditPage, list_batches, list_entries
from ..tools.dates import parse_end, parse_start
from ..tools.desk import Desk
from ..tools.ids import batch_id as batch_name
from ..tools.ids import conflict_id, fact_id, parse_id
from ..tools.undo_part import name_of
from ..tools.undoing import Undone, foresee, undo
from .rpc_declare import method
from .rpc_params import Cursor, Limit

ADMINISTERED = frozenset((RowKind.GRANT, RowKind.SETTING, RowKind.VERSION))
"""Rows that only methods of scope admin change."""

BatchId = Annotated[str, "B5"]
Subjects = Annotated[list[str] | None, "F12, P3, setting:name ...: these alone, with what goes with them"]


class BatchUndone(TypedDict):
    """What undoing came to: what is as before, what the batch had made and is out of use, what stays and why, the facts
    that came in meanwhile and contradict what holds again, and the conflicts that were opened of it."""

    undone: str
    restored: list[str]
    taken_back: list[str]
    kept: list[LeftOut]
    contradicting: list[str]
    conflicts: list[str]
    batch_id: str | None
    dry_run: bool


class AuditMethods:
    """The log of changes."""

    def __init__(self, desk: Desk, scope: TokenScope) -> None:
        """`scope` is that of whoever calls: undoing is no way round what only the person in charge may do."""
        self._desk = desk
        self._scope = scope

    @method("memory_audit.list", reads_only=True, scope=TokenScope.REVIEWER)
    async def list_audit(
        self,
        of: Annotated[Literal["batches", "entries"], "what was done together, or each change"] = "batches",
        batch_id: Annotated[str | None, "B5: the entries of that batch"] = None,
        subject: Annotated[str | None, "F12, P3, C2, setting:name ...: the entries of that subject"] = None,
        agent: Annotated[str | None, "who did it"] = None,
        kind: Annotated[str | None, "of batches: change, consolidation, harmonisation, undo, purge"] = None,
        action: Annotated[str | None, "of entries: create, mention, supersede, retire, restore ..."] = None,
        since: Annotated[str | None, "ISO date or moment, UTC: from then on"] = None,
        until: Annotated[str | None, "ISO, UTC: up to then; a date holds through its day"] = None,
        limit: Limit = 50,
        cursor: Cursor = None,
    ) -> AuditPage:
        """What happened, newest first; a batch, a subject or an action asks for entries."""
        is_of_entries = any((batch_id, subject, action))
        if kind and (is_of_entries or of == "entries"):
            raise InvalidInput("'kind' is of batches: leave it out where entries are asked for.")
        begin, end = parse_start(since, "since") if since else None, parse_end(until, "until") if until else None
        if not is_of_entries and of == "batches":
            which = BatchFilter(kind, agent, begin, end)
            return await self._desk.read(lambda tx: list_batches(tx, which, limit, cursor))
        number = parse_id(batch_id, "B", "batch_id") if batch_id else None
        where = AuditFilter(subject, number, agent, action, begin, end)
        return await self._desk.read(lambda tx: list_entries(tx, where, limit, cursor))

    @method("memory_audit.undo", scope=TokenScope.REVIEWER)
    async def undo_batch(
        self,
        batch_id: BatchId,
        subjects: Subjects = None,
        dry_run: Annotated[bool, "only say what it would come to"] = False,
    ) -> BatchUndone:
        """Put back what a batch did, or a part of it, as far as it is still as the batch left it."""
        number, only = parse_id(batch_id, "B", "batch_id"), frozenset(subjects or ())

        def work(tx: Transaction) -> Undone:
            _require_scope(tx, number, only, self._scope)
            return (foresee if dry_run else undo)(tx, self._desk.caller, number, only)

        done = await (self._desk.read(work) if dry_run else self._desk.write(work))
        return _told(done, dry_run=dry_run)


def _require_scope(tx: Transaction, number: int, only: Collection[str], scope: TokenScope) -> None:
    touched = {change.kind for change in tx.batches.rows(number) if not only or name_of(change) in only}
    if scope is TokenScope.ADMIN or ADMINISTERED.isdisjoint(touched):
        return
    why = f"{batch_name(number)} changed grants, settings or the version register: undoing it needs"
    raise InsufficientTokenScope("memory_audit.undo", scope, TokenScope.ADMIN, why)


def _told(done: Undone, *, dry_run: bool) -> BatchUndone:
    return BatchUndone(
        undone=done.batch,
        restored=list(done.restored),
        taken_back=list(done.taken_back),
        kept=[LeftOut(id=one.id, why=one.why) for one in done.kept],
        contradicting=[fact_id(number) for number in done.contradicting],
        conflicts=[conflict_id(number) for number in done.conflicts],
        batch_id=done.by,
        dry_run=dry_run,
    )
