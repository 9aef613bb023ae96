"""`propose_fact` and `supersede_fact`."""

from __future__ import annotations

from typing import Annotated

from ..store.errors import InvalidInput, Refused
from ..store.model import (
    Caller,
    Fact,
    LossReason,
    MemoryType,
    OnConflict,
    Outcome,
    RetiredReason,
    Validity,
    Veracity,
)
from ..store.protocol import Transaction
from ..store.rules.conflict import normalise_content, normalise_topic
from . import passages
from .answers import Proposed, Replaced
from .conflict_views import conflict_briefs, joined_questions, visible_conflicts
from .declare import tool
from .desk import Desk
from .drafts import FactDraft, require_fact_write
from .fact_answers import proposed, unreplaced
from .fact_changes import retire, supersede, visible_fact
from .fact_writes import write_fact
from .gate import Gate
from .hints import TypeLikeProposed, ValidityLikeProposed, VeracityLikeProposed
from .ids import fact_id, parse_id, parse_ids
from .settings import Settings


class FactTools:
    """Writing what is true."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @tool(core=True, always_load=True)
    async def propose_fact(
        self,
        domain: Annotated[str, "area, e.g. architecture"],
        topic: Annotated[str, "short label; facts of one topic are compared"],
        content: Annotated[str, "one self-contained claim"],
        memory_type: MemoryType = MemoryType.FACT,
        veracity: Annotated[Veracity, "stated: your user said it"] = Veracity.INFERRED,
        source_observation_ids: Annotated[list[str] | None, "O45"] = None,
        validity: Validity = Validity.OPEN,
        valid_until: Annotated[str | None, "ISO, UTC; a date holds through its day"] = None,
        repo: Annotated[str | None, "owner/name if it holds only there"] = None,
        on_conflict: OnConflict = OnConflict.AUTO,
    ) -> Proposed:
        """Store a fact for every agent of this workspace. A repetition is a mention; a contradiction is settled by who
        says so, freshness and strength, or comes back as a question for your user. Nothing is erased."""
        settings = await self._desk.settings()
        gate = Gate(settings)
        draft = FactDraft(
            scope=gate.scope(domain, repo),
            topic=gate.topic(topic),
            content=gate.content(content),
            memory_type=memory_type,
            veracity=veracity,
            validity=validity,
            valid_until=valid_until,
            source_ids=parse_ids(source_observation_ids or [], "O", "source_observation_ids"),
            on_conflict=on_conflict,
        )

        def work(tx: Transaction) -> Proposed:
            written = write_fact(tx, self._desk.caller, settings, draft)
            return proposed(tx, self._desk.caller, written, [*gate.warnings, *unreplaced(written, on_conflict)])

        return await self._desk.write(work, passages.of_fact(draft.topic, draft.content))

    @tool(core=True, destructive=True)
    async def supersede_fact(
        self,
        fact_id: str,
        content: str | None = None,
        topic: str | None = None,
        by_fact_id: str | None = None,
        reason: Annotated[LossReason, "wrong: never was true"] = LossReason.OUTDATED,
        memory_type: TypeLikeProposed | None = None,
        veracity: VeracityLikeProposed = Veracity.INFERRED,
        source_observation_ids: list[str] | None = None,
        validity: ValidityLikeProposed = Validity.OPEN,
        valid_until: str | None = None,
    ) -> Replaced:
        """Replace a fact by new content or another fact; with neither, retract it. It stays readable."""
        settings = await self._desk.settings()
        gate = Gate(settings)
        number = parse_id(fact_id, "F", "fact_id")
        successor = parse_id(by_fact_id, "F", "by_fact_id") if by_fact_id else None
        if successor is not None and content is not None:
            raise InvalidInput("Give 'content' for a new fact or 'by_fact_id' for an existing one, not both.")
        if content is None:
            _refuse_parts_of_new_fact(
                topic=topic,
                memory_type=memory_type,
                source_observation_ids=source_observation_ids,
                validity=None if validity is Validity.OPEN else validity,
                valid_until=valid_until,
            )
        text = gate.content(content) if content is not None else None
        label = gate.topic(topic) if topic is not None else None
        source_ids = parse_ids(source_observation_ids or [], "O", "source_observation_ids")
        caller = self._desk.caller

        def work(tx: Transaction) -> Replaced:
            old = _replaceable(tx, caller, settings, number)
            if text is None:
                return _retract_or_point(tx, caller, old, successor, reason)
            draft = FactDraft(
                scope=old.scope,
                topic=label or old.topic,
                content=text,
                memory_type=memory_type or old.memory_type,
                veracity=veracity,
                validity=validity,
                valid_until=valid_until,
                source_ids=source_ids,
                replaces=old.id,
            )
            return _replace(tx, caller, settings, old, draft, reason, gate)

        return await self._desk.write(work, passages.of_successor(number, label, text) if text else None)


def _refuse_parts_of_new_fact(**parts: object) -> None:
    """Without new content they would be lost in silence, and the fact retracted."""
    given = next((name for name, value in parts.items() if value is not None), None)
    if given is not None:
        raise InvalidInput(f"'{given}' is said of a new fact: give its 'content' as well, or leave '{given}' out.")


def _replaceable(tx: Transaction, caller: Caller, settings: Settings, number: int) -> Fact:
    old = visible_fact(tx, caller, number)
    require_fact_write(tx, caller, settings, old.scope)
    if old.superseded_by is not None:
        raise Refused(f"{fact_id(number)} is already superseded by {fact_id(old.superseded_by)}: supersede that one.")
    if old.retired_at is not None:
        raise Refused(f"{fact_id(number)} is already retired: propose a new fact instead.")
    return old


def _retract_or_point(
    tx: Transaction, caller: Caller, old: Fact, successor: int | None, reason: LossReason
) -> Replaced:
    if successor is None:
        retire(tx, caller, old, RetiredReason.DELETED, reason)
        return Replaced(old_id=fact_id(old.id), new_id=None, outcome="retracted")
    new = visible_fact(tx, caller, successor)
    if new.id == old.id:
        raise InvalidInput("A fact can't supersede itself: name another one in 'by_fact_id'.")
    if not new.is_active(tx.now):
        raise Refused(f"{fact_id(new.id)} is not active, so it can't take the place of another fact.")
    supersede(tx, caller, old, new.id, reason)
    answer = Replaced(old_id=fact_id(old.id), new_id=fact_id(new.id), outcome="superseded")
    contested = visible_conflicts(tx, caller, tx.conflicts.open_of([new.id]))
    if asked := joined_questions(tx, contested):
        answer["conflicts"] = conflict_briefs(contested)
        answer["question"] = asked
    return answer


def _require_other_claim(old: Fact, draft: FactDraft) -> None:
    says_same = normalise_content(draft.content) == old.content_key and normalise_topic(draft.topic) == old.topic_key
    if says_same and draft.memory_type is old.memory_type:
        raise Refused(f"{fact_id(old.id)} says that already; propose_fact adds support or another validity to it.")


def _replace(
    tx: Transaction, caller: Caller, settings: Settings, old: Fact, draft: FactDraft, reason: LossReason, gate: Gate
) -> Replaced:
    _require_other_claim(old, draft)
    written = write_fact(tx, caller, settings, draft)
    told = proposed(tx, caller, written, gate.warnings)
    if written.rejected:
        raise Refused(told.get("question", "That text was rejected before; nothing was changed."))
    if written.fact.id != old.id:
        current = tx.facts.get(old.id)
        if current is not None and current.superseded_by is None:
            supersede(tx, caller, current, written.fact.id, reason)
    answer = Replaced(
        old_id=fact_id(old.id),
        new_id=fact_id(written.fact.id),
        outcome=(Outcome.SUPERSEDED_EXISTING if written.outcome is Outcome.CREATED else written.outcome).value,
        conflicts=told["conflicts"],
    )
    if "question" in told:
        answer["question"] = told["question"]
    if "note" in told:
        answer["note"] = told["note"]
    return answer
