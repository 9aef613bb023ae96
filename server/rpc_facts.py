"""`memory_fact.*`: looking through facts, correcting them, taking them out of use and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, NotRequired, TypedDict

from ..store.errors import InvalidInput
from ..store.model import Caller, FactFilter, FactOrder, LossReason, MemoryType, Validity, Veracity
from ..store.model.access import TokenScope
from ..store.protocol import Transaction
from ..tools.answers import ConflictBrief, LeftOut, Replaced
from ..tools.audit_views import batch_at_hand
from ..tools.bringing_back import RestorePlan, meetings_of, plan_restoring, restore_fact, restore_facts
from ..tools.conflict_views import conflict_briefs
from ..tools.curation import MOST_AT_ONCE, Deleted, delete_facts, plan_deletion
from ..tools.desk import Desk
from ..tools.embedding import Silent
from ..tools.fact_changes import visible_facts
from ..tools.fact_details import FactDetail
from ..tools.fact_list import FactPage, ListRequest, get_fact, list_facts
from ..tools.fact_search import FactsFound, SearchRequest, search_facts
from ..tools.fact_update import Correction, passages_of, update_fact
from ..tools.fact_versions import require_version, require_versions
from ..tools.fact_views import FactRow, fact_rows
from ..tools.gate import Gate
from ..tools.ids import conflict_id as conflict_name
from ..tools.ids import fact_id as fact_name
from ..tools.ids import parse_id, parse_ids
from ..tools.ids import policy_id as policy_name
from ..tools.purge_views import FactsPurged, purged_answer
from ..tools.purging import Purged, plan_purge, purge
from ..tools.question import Mode
from ..tools.sight import State
from .rpc_declare import method
from .rpc_params import AsOf, Cursor, DomainName, FactId, Limit, Repo, Until

Author = Annotated[str | None, "the author"]
InState = Annotated[State | None, "in place of what else is included; stale and contested ones are active as well"]
WithFacts = Annotated[bool, "also the facts whole, as in a list"]


class FactUpdated(Replaced):
    """What stands in the fact's place now; `question` asks for what is left open."""

    batch_id: str | None


class FactsDeleted(TypedDict):
    """What was taken out of use, what stays as it is, and what to know of the rest.

    `restorable` had been replaced by one of them, `policies` were derived from one and stay in force, `conflicts` were
    open and are moot. `facts` are all that were named, as they stand before anything is done.
    """

    deleted: list[str]
    kept: list[LeftOut]
    restorable: list[str]
    policies: list[str]
    conflicts: list[str]
    note: str | None
    batch_id: str | None
    facts: NotRequired[list[FactRow]]


class FactRestored(TypedDict):
    """The fact as it holds again; `vouched`: on your word, as too little else speaks for it."""

    fact: FactRow
    vouched: bool
    conflicts: list[ConflictBrief]
    batch_id: str | None


class Meeting(TypedDict):
    """A fact that comes back, and the active facts that contradict it."""

    id: str
    against: list[str]


class FactsRestored(TypedDict):
    """What holds again, on your word where too little else speaks for it, what stays out of use and why.

    `meets` says, before it is done, with what there would be conflicts, and `facts` how all that were named stand;
    `conflicts` are those that were opened.
    """

    restored: list[str]
    vouched: list[str]
    kept: list[LeftOut]
    meets: list[Meeting]
    conflicts: list[ConflictBrief]
    batch_id: str | None
    facts: NotRequired[list[FactRow]]


class FactMethods:
    """Facts, one by one or many at once."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @method("memory_fact.list", reads_only=True, scope=TokenScope.AGENT)
    async def list_facts(
        self,
        domain: DomainName = None,
        repo: Repo = None,
        memory_type: MemoryType | None = None,
        veracity: Veracity | None = None,
        agent: Author = None,
        state: Annotated[State, "stale and contested ones are active as well"] = "active",
        as_of: AsOf = None,
        order: Annotated[FactOrder, "surest and least_sure go by what is left of confidence"] = FactOrder.NEWEST,
        limit: Limit = 50,
        cursor: Cursor = None,
    ) -> FactPage:
        """Facts page by page; later pages are of the moment of the first."""
        request = ListRequest(domain, repo, memory_type, veracity, agent, state, as_of, order)
        return await self._desk.read(lambda tx: list_facts(tx, self._desk.caller, request, limit, cursor))

    @method("memory_fact.get", reads_only=True, scope=TokenScope.AGENT)
    async def get_fact(self, fact_id: FactId, as_of: AsOf = None) -> FactDetail:
        """One fact whole: what it rests on, what it contradicts, and every change of it."""
        number = parse_id(fact_id, "F", "fact_id")
        return await self._desk.read(lambda tx: get_fact(tx, self._desk.caller, number, as_of))

    @method("memory_fact.search", reads_only=True, scope=TokenScope.AGENT)
    async def search_facts(
        self,
        query: Annotated[str, "words or identifiers, any language"],
        domain: DomainName = None,
        repo: Annotated[str | None, "ranks first"] = None,
        memory_type: MemoryType | None = None,
        as_of: AsOf = None,
        include_superseded: bool = False,
        include_retired: bool = False,
        limit: Limit = 20,
        cursor: Cursor = None,
        in_repo: Repo = None,
        veracity: Veracity | None = None,
        agent: Author = None,
        state: InState = None,
        explain: bool = False,
        with_facts: WithFacts = False,
    ) -> FactsFound:
        """Facts by their words, the best first."""
        request = SearchRequest(
            Gate(await self._desk.settings()).query(query),
            Mode.KEYWORD,
            domain,
            repo,
            in_repo,
            memory_type,
            veracity,
            agent,
            state,
            as_of,
            include_superseded,
            include_retired,
            explain,
            with_facts,
        )
        silent = Silent("")
        return await self._desk.read(lambda tx: search_facts(tx, self._desk.caller, request, silent, limit, cursor))

    @method("memory_fact.recall", reads_only=True, scope=TokenScope.REVIEWER)
    async def recall_facts(
        self,
        query: Annotated[str, "what an agent would ask"],
        domain: DomainName = None,
        repo: Annotated[str | None, "ranks first, as for an agent that works there"] = None,
        in_repo: Repo = None,
        memory_type: MemoryType | None = None,
        veracity: Veracity | None = None,
        agent: Author = None,
        state: InState = None,
        as_of: AsOf = None,
        limit: Limit = 20,
        cursor: Cursor = None,
        with_facts: WithFacts = False,
    ) -> FactsFound:
        """Facts as agents recall them, by words, meaning, time and links, with what made each hit's score; it counts as
        no recall."""
        request = SearchRequest(
            Gate(await self._desk.settings()).query(query),
            Mode.HYBRID,
            domain,
            repo,
            in_repo,
            memory_type,
            veracity,
            agent,
            state,
            as_of,
            explain=True,
            with_facts=with_facts,
        )
        meaning = await self._desk.embedding.query(request.query)
        return await self._desk.read(lambda tx: search_facts(tx, self._desk.caller, request, meaning, limit, cursor))

    @method("memory_fact.update", scope=TokenScope.REVIEWER)
    async def update_fact(
        self,
        fact_id: FactId,
        content: Annotated[str | None, "what it should say"] = None,
        topic: str | None = None,
        memory_type: MemoryType | None = None,
        domain: Annotated[str | None, "where it belongs: a name, or repo:slug/name"] = None,
        validity: Annotated[Validity | None, "alone or with `valid_until`: the fact stays, now stated by you"] = None,
        valid_until: Until = None,
        reason: Annotated[LossReason, "wrong: what it said never was true"] = LossReason.OUTDATED,
        expected: Annotated[int | None, "the `version` that you read: StaleVersion if it stands no longer so"] = None,
    ) -> FactUpdated:
        """Put another version in a fact's place, stated by you; the old one stays readable."""
        number = parse_id(fact_id, "F", "fact_id")
        settings = await self._desk.settings()
        gate = Gate(settings)
        said = Correction(
            content=gate.content(content) if content is not None else None,
            topic=gate.topic(topic) if topic is not None else None,
            memory_type=memory_type,
            scope=gate.scope(domain, None) if domain is not None else None,
            validity=validity,
            valid_until=valid_until,
        )

        def work(tx: Transaction) -> FactUpdated:
            require_version(tx, self._desk.caller, number, expected)
            done = update_fact(tx, self._desk.caller, settings, number, said, reason, gate.warnings)
            return FactUpdated(**done, batch_id=batch_at_hand(tx))

        return await self._desk.write(work, passages_of(number, said))

    @method("memory_fact.delete", scope=TokenScope.REVIEWER)
    async def delete_facts(
        self,
        fact_ids: Annotated[list[str], f"at most {MOST_AT_ONCE}, in one batch"],
        reason: Annotated[
            LossReason, "wrong: it isn't taken again in silence, and never was believed"
        ] = LossReason.WRONG,
        expected: Annotated[dict[str, int] | None, "of some or all the `version` that you read"] = None,
        dry_run: Annotated[bool, "say what would be done"] = False,
    ) -> FactsDeleted:
        """Take facts out of use; they stay readable, and can be restored."""
        numbers = parse_ids(fact_ids, "F", "fact_ids", limit=MOST_AT_ONCE)
        if not numbers:
            raise InvalidInput("'fact_ids' names no fact.")

        versions = {parse_id(name, "F", "expected"): version for name, version in (expected or {}).items()}

        def work(tx: Transaction) -> FactsDeleted:
            require_versions(tx, self._desk.caller, versions)
            if dry_run:
                plan = _deleted(plan_deletion(tx, self._desk.caller, numbers, reason), None)
                plan["facts"] = _rows(tx, self._desk.caller, numbers)
                return plan
            return _deleted(delete_facts(tx, self._desk.caller, numbers, reason), batch_at_hand(tx))

        return await (self._desk.read(work) if dry_run else self._desk.write(work))

    @method("memory_fact.purge", scope=TokenScope.ADMIN)
    async def purge_facts(
        self,
        fact_ids: Annotated[list[str], f"at most {MOST_AT_ONCE}, together or not at all"],
        dry_run: Annotated[bool, "say what would be erased"] = False,
        with_observations: Annotated[bool, "also what no other fact rests on, and the remembered items"] = True,
    ) -> FactsPurged:
        """Erase facts for good, from every table, index, log and file of the memory; nothing brings them back."""
        numbers = parse_ids(fact_ids, "F", "fact_ids", limit=MOST_AT_ONCE)
        if not numbers:
            raise InvalidInput("'fact_ids' names no fact.")

        caller = self._desk.caller
        plan = await self._desk.read(lambda tx: plan_purge(tx, caller, numbers, with_observations=with_observations))
        if dry_run:
            return purged_answer(plan, None, is_plan=True)

        def work(tx: Transaction) -> tuple[Purged, str | None]:
            return purge(tx, caller, numbers, with_observations=with_observations), batch_at_hand(tx)

        done, batch = await self._desk.write(work)
        left = await self._desk.read(lambda tx: tx.erasures.unclean())
        done = replace(done, quoting=plan.quoting, more_quoting=plan.more_quoting)
        return purged_answer(done, batch, left, is_plan=False)

    @method("memory_fact.restore", scope=TokenScope.REVIEWER)
    async def restore_fact(
        self, fact_id: FactId, validity: Validity | None = None, valid_until: Until = None
    ) -> FactRestored:
        """Take a deleted, forgotten, expired or superseded fact back into use, once nothing stands in its place."""
        number = parse_id(fact_id, "F", "fact_id")
        settings = await self._desk.settings()

        def work(tx: Transaction) -> FactRestored:
            done = restore_fact(tx, self._desk.caller, settings, number, validity, valid_until)
            return FactRestored(
                fact=fact_rows(tx, [done.fact], FactFilter(tx.now))[0],
                vouched=done.is_vouched,
                conflicts=conflict_briefs(done.conflicts),
                batch_id=batch_at_hand(tx),
            )

        return await self._desk.write(work)

    @method("memory_fact.restore_many", scope=TokenScope.REVIEWER)
    async def restore_facts(
        self,
        fact_ids: Annotated[list[str], f"at most {MOST_AT_ONCE}, in one batch; the first stands against what follows"],
        dry_run: Annotated[bool, "say what would be done"] = False,
    ) -> FactsRestored:
        """Take those of the facts back into use that can come back; the others stay out of use, and why is said."""
        numbers = parse_ids(fact_ids, "F", "fact_ids", limit=MOST_AT_ONCE)
        if not numbers:
            raise InvalidInput("'fact_ids' names no fact.")
        settings, caller = await self._desk.settings(), self._desk.caller
        if dry_run:

            def look(tx: Transaction) -> FactsRestored:
                plan = _planned(tx, plan_restoring(tx, caller, settings, numbers))
                plan["facts"] = _rows(tx, caller, numbers)
                return plan

            return await self._desk.read(look)

        def work(tx: Transaction) -> FactsRestored:
            done, plan = restore_facts(tx, caller, settings, numbers)
            conflicts = conflict_briefs([conflict for one in done for conflict in one.conflicts])
            return _restored(plan, [], conflicts, batch_at_hand(tx))

        return await self._desk.write(work)


def _rows(tx: Transaction, caller: Caller, numbers: Sequence[int]) -> list[FactRow]:
    return fact_rows(tx, visible_facts(tx, caller, numbers), FactFilter(tx.now))


def _deleted(done: Deleted, batch: str | None) -> FactsDeleted:
    return FactsDeleted(
        deleted=[fact_name(number) for number in done.facts],
        kept=[LeftOut(id=one.id, why=one.why) for one in done.kept],
        restorable=[fact_name(number) for _, numbers in done.beneath for number in numbers],
        policies=[policy_name(number) for number in done.policies],
        conflicts=[conflict_name(number) for number in done.conflicts],
        note=" ".join(done.remarks) or None,
        batch_id=batch,
    )


def _planned(tx: Transaction, plan: RestorePlan) -> FactsRestored:
    found = meetings_of(tx, plan)
    meets = [Meeting(id=fact_name(number), against=[fact_name(one) for one in found[number]]) for number in found]
    return _restored(plan, meets, [], None)


def _restored(
    plan: RestorePlan, meets: list[Meeting], conflicts: list[ConflictBrief], batch: str | None
) -> FactsRestored:
    return FactsRestored(
        restored=[fact_name(one.before.id) for one in plan.coming],
        vouched=[fact_name(one.before.id) for one in plan.coming if one.back.is_vouched],
        kept=[LeftOut(id=one.id, why=one.why) for one in plan.kept],
        meets=meets,
        conflicts=conflicts,
        batch_id=batch,
    )
