"""What a person takes back into use: one fact, or many at once; planned on what is there, and done as planned.

These are a person's: no tool calls them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..store.errors import Refused
from ..store.model import Caller, Conflict, Fact, Validity
from ..store.protocol import Transaction
from ..store.rules import restoring
from ..store.rules.restoring import InUse, IsOver, Replaced, Restored, Term
from .dates import written
from .fact_changes import log_fact, visible_fact, visible_facts
from .fact_update import term_of
from .ids import fact_id
from .meeting import find_meetings, meet_again
from .settings import Settings
from .undoing import Kept


@dataclass(frozen=True, slots=True)
class BackInUse:
    """A fact that holds again, and the contradictions with what came in meanwhile."""

    fact: Fact
    is_vouched: bool
    conflicts: tuple[Conflict, ...]


@dataclass(frozen=True, slots=True)
class Coming:
    """A fact that can come back: how it stands, and how it will."""

    before: Fact
    back: Restored


@dataclass(frozen=True, slots=True)
class RestorePlan:
    """What can come back, and what stays as it is and why."""

    coming: tuple[Coming, ...]
    kept: tuple[Kept, ...]


def restore_fact(
    tx: Transaction,
    caller: Caller,
    settings: Settings,
    number: int,
    validity: Validity | None = None,
    valid_until: str | None = None,
) -> BackInUse:
    """Take a fact back into use; `Refused` with what to do while something stands against it."""
    fact = visible_fact(tx, caller, number)
    term = term_of(fact, validity, valid_until, tx.now)
    found = _judged(tx, settings, fact, term, {})
    if isinstance(found, Kept):
        raise Refused(found.why)
    return _put_back(tx, caller, found)


def plan_restoring(tx: Transaction, caller: Caller, settings: Settings, numbers: Sequence[int]) -> RestorePlan:
    """What restoring the facts would do, one after the other: what comes back first stands against what follows."""
    coming: dict[int, Coming] = {}
    kept: list[Kept] = []
    for fact in visible_facts(tx, caller, numbers):
        found = _judged(tx, settings, fact, None, coming)
        if isinstance(found, Kept):
            kept.append(found)
        else:
            coming[fact.id] = found
    return RestorePlan(tuple(coming.values()), tuple(kept))


def meetings_of(tx: Transaction, plan: RestorePlan) -> dict[int, list[int]]:
    """The active facts that would contradict each one that comes back, as a conflict would be opened with each."""
    found = {one.before.id: [other for other, _ in find_meetings(tx, one.back.fact)] for one in plan.coming}
    return {number: others for number, others in found.items() if others}


def restore_facts(
    tx: Transaction, caller: Caller, settings: Settings, numbers: Sequence[int]
) -> tuple[list[BackInUse], RestorePlan]:
    """Take the facts back into use that can come back."""
    plan = plan_restoring(tx, caller, settings, numbers)
    return [_put_back(tx, caller, one) for one in plan.coming], plan


def _judged(
    tx: Transaction, settings: Settings, fact: Fact, term: Term | None, coming: Mapping[int, Coming]
) -> Coming | Kept:
    """Whether the fact can come back beside what is active, and what is coming back with it."""
    least = settings.number("forgetting.min_confidence")
    match restoring.restore(fact, _standing_in(tx, fact, coming), term, tx.now, least):
        case InUse():
            return _kept(fact, f"{fact_id(fact.id)} is in use: there is nothing to restore.")
        case Replaced(by):
            return _kept(fact, _why_replaced(fact, by))
        case IsOver(ended_at):
            return _kept(
                fact,
                f"{fact_id(fact.id)} held until {written(ended_at)}: give a later 'valid_until', or 'validity' open or "
                "permanent.",
            )
        case Restored() as back:
            same = _same(tx, fact, coming)
            if same is None:
                return Coming(fact, back)
            return _kept(fact, f"{fact_id(same)} says the same as {fact_id(fact.id)} already.")


def _kept(fact: Fact, why: str) -> Kept:
    return Kept(fact_id(fact.id), why)


def _standing_in(tx: Transaction, fact: Fact, coming: Mapping[int, Coming]) -> int | None:
    """The fact that stands, or will, in the place of this one, or of what stood there."""
    seen = {fact.id}
    while fact.superseded_by is not None and fact.superseded_by not in seen:
        successor = tx.facts.get(fact.superseded_by)
        if successor is None:
            return None
        if successor.is_active(tx.now) or successor.id in coming:
            return successor.id
        seen.add(successor.id)
        fact = successor
    return None


def _why_replaced(fact: Fact, by: int) -> str:
    return (
        f"{fact_id(fact.id)} was superseded, and {fact_id(by)} stands in its place. Undo the batch that did it "
        f"(memory_audit.list with subject {fact_id(fact.id)} names it), or update {fact_id(by)} to say what holds."
    )


def _same(tx: Transaction, fact: Fact, coming: Mapping[int, Coming]) -> int | None:
    """The fact of that very text in the topic that is active, or is coming back."""
    said = (fact.domain_id, fact.topic_key, fact.content_key)
    same = tx.facts.same_of_topic(*said)
    if same is not None and same.id != fact.id:
        return same.id
    of_those = (one.before for one in coming.values())
    return next((one.id for one in of_those if (one.domain_id, one.topic_key, one.content_key) == said), None)


def _put_back(tx: Transaction, caller: Caller, coming: Coming) -> BackInUse:
    after, is_vouched = coming.back.fact, coming.back.is_vouched
    if is_vouched:
        tx.facts.note_mention(after.id, caller.agent, caller.session)
    tx.facts.save(after, "restored")
    log_fact(tx, caller, "restore", after, coming.before)
    opened = meet_again(tx, caller, after) if after.is_active(tx.now) else []
    return BackInUse(after, is_vouched, tuple(opened))
