"""One fact in the place of another, as `supersede_fact` is told: new content, a fact that is there, or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..store.errors import InvalidInput, Refused
from ..store.model import (
    Caller,
    Embedded,
    Fact,
    LossReason,
    MemoryType,
    Outcome,
    RetiredReason,
    Scope,
    Validity,
    Veracity,
)
from ..store.protocol import Transaction
from ..store.rules.conflict import normalise_content, normalise_topic
from .answers import Proposed, Replaced
from .conflict_views import conflict_briefs, joined_questions, visible_conflicts
from .declare import Question, Reply
from .drafts import FactDraft, require_fact_write
from .fact_acts import Written
from .fact_answers import proposed
from .fact_changes import retire, supersede, visible_fact
from .fact_questions import InDoubt, question_about
from .fact_writes import write_fact
from .gate import Gate
from .ids import fact_id, parse_ids
from .settings import Settings
from .wording import wording_for


@dataclass(frozen=True, slots=True)
class Successor:
    """What is said of the new fact; the rest is as it was of the old one."""

    content: str
    topic: str | None
    memory_type: MemoryType | None
    veracity: Veracity
    validity: Validity
    valid_until: str | None
    source_ids: tuple[int, ...]
    scope: Scope | None = None

    def draft(self, old: Fact) -> FactDraft:
        """The new fact in the old one's place."""
        return FactDraft(
            scope=self.scope or old.scope,
            topic=self.topic or old.topic,
            content=self.content,
            memory_type=self.memory_type or old.memory_type,
            veracity=self.veracity,
            validity=self.validity,
            valid_until=self.valid_until,
            source_ids=self.source_ids,
            replaces=old.id,
        )


def said_of_successor(
    gate: Gate,
    *,
    content: str,
    topic: str | None,
    memory_type: MemoryType | None,
    veracity: Veracity,
    source_observation_ids: list[str] | None,
    validity: Validity,
    valid_until: str | None,
) -> Successor:
    """The arguments that speak of the new fact, after the gate."""
    return Successor(
        content=gate.content(content),
        topic=gate.topic(topic) if topic is not None else None,
        memory_type=memory_type,
        veracity=veracity,
        validity=validity,
        valid_until=valid_until,
        source_ids=parse_ids(source_observation_ids or [], "O", "source_observation_ids"),
    )


def question_about_successor(
    tx: Transaction, caller: Caller, settings: Settings, number: int, said: Successor, embedded: Embedded | None = None
) -> Question | InDoubt | None:
    """What the user would have to say if the successor were written now."""
    old = replaceable(tx, caller, settings, number)
    draft = said.draft(old)
    _require_other_claim(caller, old, draft)
    return question_about(tx, caller, settings, draft, embedded)


def replaceable(tx: Transaction, caller: Caller, settings: Settings, number: int) -> Fact:
    """The fact, when it is the caller's to replace and still stands."""
    old = visible_fact(tx, caller, number)
    require_fact_write(tx, caller, settings, old.scope)
    if old.superseded_by is not None:
        then = "update" if caller.is_person else "supersede"
        raise Refused(f"{fact_id(number)} is already superseded by {fact_id(old.superseded_by)}: {then} that one.")
    if old.retired_at is not None:
        raise Refused(f"{fact_id(number)} is already retired: {wording_for(caller).brings_back}.")
    return old


def retract_or_point(tx: Transaction, caller: Caller, old: Fact, successor: int | None, reason: LossReason) -> Replaced:
    """Take the fact out of use, or put it under another that is there."""
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
    if asked := joined_questions(tx, caller, contested):
        answer["conflicts"] = conflict_briefs(contested)
        answer["question"] = asked
    return answer


def _require_other_claim(caller: Caller, old: Fact, draft: FactDraft) -> None:
    says_same = normalise_content(draft.content) == old.content_key and normalise_topic(draft.topic) == old.topic_key
    if says_same and draft.memory_type is old.memory_type and draft.scope == old.scope:
        raise Refused(f"{fact_id(old.id)} says that already; {wording_for(caller).adds_support}.")


def replace_fact(
    tx: Transaction,
    caller: Caller,
    settings: Settings,
    old: Fact,
    said: Successor,
    reason: LossReason,
    warnings: Sequence[str],
    reply: Reply | None,
) -> Replaced:
    """Write what takes the fact's place, and put it under that."""
    draft = said.draft(old)
    _require_other_claim(caller, old, draft)
    written = write_fact(tx, caller, settings, draft, reply)
    told = proposed(tx, caller, written, warnings)
    if written.rejected:
        raise Refused(told.get("question", "That text was rejected before; nothing was changed."))
    if written.fact.id != old.id:
        current = tx.facts.get(old.id)
        if current is not None and current.superseded_by is None:
            supersede(tx, caller, current, written.fact.id, reason)
    return _replaced(old, written, told)


def _replaced(old: Fact, written: Written, told: Proposed) -> Replaced:
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
