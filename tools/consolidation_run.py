"""One consolidation in one transaction: drop what expired, take the candidates, retire what no longer holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ..store.errors import InvalidInput, NotFound
from ..store.model import (
    AuditEntry,
    Caller,
    Conflict,
    Fact,
    FactFilter,
    HotItem,
    Kind,
    NewObservation,
    Observation,
    Outcome,
    RetiredReason,
    Validity,
    Veracity,
)
from ..store.protocol import Transaction
from ..store.rules.decay import effective_confidence
from ..store.rules.veracity import weakened, weight
from .answers import Consolidated, LeftOut
from .audit import audit
from .batches import Batch
from .candidates import Candidate, Source, common_veracity, count_seen, draft_from, is_supported
from .conflict_views import joined_questions, visible_conflicts
from .drafts import closed_domains, require_fact_write
from .fact_changes import log_fact, retire, support, visible_fact
from .fact_writes import Written, rejected, write_fact
from .gate import joined
from .ids import fact_id, item_id, observation_id
from .note_tools import logged_observation
from .pending import answer_form, shown_pending
from .preamble import growth, launch_chars
from .settings import Settings
from .settling import look_again

NEW_CONFIDENCE = 0.5
NOT_DONE = "Not done yet: clustering without candidates, merging duplicate facts, the cap of a domain."
REHEARSAL = "Only a rehearsal, nothing was changed."


class Consolidation:
    """One run for one caller, over the facts that `where` lets through."""

    def __init__(
        self, tx: Transaction, caller: Caller, settings: Settings, where: FactFilter, remarks: Sequence[str] = ()
    ) -> None:
        self._tx = tx
        self._caller = caller
        self._settings = settings
        self._where = where
        self._remarks = remarks
        self._batch = Batch(tx, caller, "consolidation")
        self._created: list[int] = []
        self._reinforced: list[int] = []
        self._waiting: list[LeftOut] = []

    def run(self, candidates: Sequence[Candidate], *, is_dry: bool) -> Consolidated:
        """Do it, and say what was done."""
        before = launch_chars(self._tx, self._caller)
        self._drop_expired()
        considered = len(self._pending())
        for candidate in candidates:
            self._take(candidate)
        retired = self._retire()
        waiting = self._pending()
        shown = shown_pending(waiting, self._tx.now)
        longer = growth(before, launch_chars(self._tx, self._caller))
        answer = Consolidated(
            considered=considered,
            created=[fact_id(number) for number in self._created],
            reinforced=[fact_id(number) for number in dict.fromkeys(self._reinforced)],
            merged=[],
            retired=[fact_id(number) for number in retired],
            waiting=self._waiting,
            pending=shown,
            batch_id=None if is_dry else self._batch.finish(),
            note=joined([*([REHEARSAL] if is_dry else []), *self._remarks, *longer, NOT_DONE]) or "",
        )
        if shown:
            answer["answer_form"] = answer_form(len(shown), len(waiting))
        return answer

    def _pending(self) -> list[Source]:
        agent = self._caller.agent
        return [*self._tx.observations.pending(agent), *self._tx.hot_items.pending(agent)]

    def _drop_expired(self) -> None:
        for item in self._tx.hot_items.pending(self._caller.agent):
            is_over = item.valid_until is not None and item.valid_until <= self._tx.now
            if is_over or item.expires_at <= self._tx.now:
                self._tx.hot_items.drop(item.id)
                self._log("drop", item_id(item.id), {"dropped": False}, {"dropped": True, "why": "expired"})
        pending = self._tx.observations.pending(self._caller.agent)
        lapsed = [one.id for one in pending if not one.is_active(self._tx.now)]
        self._mark_consolidated(lapsed, {"why": "lapsed"})

    def _take(self, candidate: Candidate) -> None:
        observations = [self._own_observation(one) for one in candidate.observation_ids]
        items = [self._own_item(one) for one in candidate.item_ids]
        sources: list[Source] = [*observations, *items]
        said = common_veracity(sources)
        if why := self._why_not(candidate, observations, sources, said):
            self._wait(candidate.place, why)
            return
        source_ids = (*candidate.observation_ids, *(self._observed(item) for item in items))
        draft = replace(
            draft_from(candidate, items),
            veracity=said,
            confidence=weight(said) if said is Veracity.STATED else NEW_CONFIDENCE,
            source_ids=source_ids,
            batch_id=self._batch.id,
        )
        written = write_fact(self._tx, self._caller, self._settings, draft)
        self._report(candidate, written)
        self._promote(items, written.fact.id)
        self._mark_consolidated(source_ids, {"fact": fact_id(written.fact.id)})
        self._support(candidate, said, source_ids)
        self._weaken(candidate, said, source_ids)

    def _why_not(
        self, candidate: Candidate, observations: Sequence[Observation], sources: Sequence[Source], said: Veracity
    ) -> str | None:
        """Why the candidate has to wait."""
        lapsed = [observation_id(one.id) for one in observations if not one.is_active(self._tx.now)]
        if lapsed:
            return f"rests on {', '.join(lapsed)}, which no longer holds"
        needed = self._settings.whole("consolidation.min_support")
        if not is_supported(sources, needed):
            rests = f"rests on {count_seen(sources)} observation(s), needs {needed} or one that a user stated"
            return f"{rests}; propose_fact stores it at once"
        known = rejected(self._tx, candidate.draft)
        if known is not None and said is not Veracity.STATED:
            return f"says what was taken back as wrong ({fact_id(known.id)}); ask your user"
        return None

    def _wait(self, name: str, why: str) -> None:
        self._waiting.append(LeftOut(id=name, why=why))

    def _report(self, candidate: Candidate, written: Written) -> None:
        name = fact_id(written.fact.id)
        match written.outcome:
            case Outcome.MENTIONED if written.is_counted:
                self._reinforced.append(written.fact.id)
            case Outcome.MENTIONED:
                self._wait(candidate.place, f"says what {name} says, and nothing new speaks for it")
            case Outcome.SUPERSEDED_BY_EXISTING:
                successor = fact_id(written.fact.superseded_by or 0)
                self._wait(candidate.place, f"kept as {name}, superseded at once by {successor}, which is much surer")
            case Outcome.CREATED | Outcome.SUPERSEDED_EXISTING | Outcome.NEEDS_CONFIRMATION:
                self._created.append(written.fact.id)
        self._ask(name, written.conflicts)

    def _ask(self, name: str, conflicts: Sequence[Conflict]) -> None:
        if question := joined_questions(self._tx, visible_conflicts(self._tx, self._caller, conflicts)):
            self._wait(name, question)

    def _promote(self, items: Sequence[HotItem], number: int) -> None:
        for item in items:
            self._tx.hot_items.promote(item.id, number)
            self._log("promote", item_id(item.id), {"promoted_to": None}, {"promoted_to": fact_id(number)})

    def _mark_consolidated(self, numbers: Sequence[int], why: dict[str, Any]) -> None:
        if not numbers:
            return
        self._tx.observations.mark_consolidated(numbers)
        for number in numbers:
            after = {"consolidated": True, **why}
            self._log("consolidate", observation_id(number), {"consolidated": False}, after)

    def _support(self, candidate: Candidate, said: Veracity, source_ids: Sequence[int]) -> None:
        for number in candidate.supports:
            fact = self._changeable_fact(number)
            changed, is_counted = support(self._tx, self._caller, fact, said, source_ids)
            if is_counted:
                self._save(fact, changed, "supported")
                self._reinforced.append(number)
                look_again(self._tx, self._caller, self._settings, number, self._batch.id)

    def _weaken(self, candidate: Candidate, said: Veracity, source_ids: Sequence[int]) -> None:
        for number in candidate.weakens:
            fact = self._changeable_fact(number)
            if not self._tx.facts.note_doubts(number, source_ids):
                continue  # one observation is one doubt, however often it is drawn upon
            faded = weakened(effective_confidence(fact, self._tx.now), said)
            self._save(fact, replace(fact, confidence=faded, supported_at=self._tx.now), "weakened")

    def _save(self, before: Fact, after: Fact, change: str) -> None:
        self._tx.facts.save(after, change)
        log_fact(self._tx, self._caller, change, after, before, self._batch.id)

    def _retire(self) -> list[int]:
        """Facts whose time is over, and those that hardly anything speaks for any more."""
        least = self._settings.number("forgetting.min_confidence")
        closed = closed_domains(self._tx, self._caller, self._settings)
        retired: list[int] = []
        for fact in self._tx.facts.active(replace(self._where, hidden_domain_ids=closed)):
            why = _why_retire(fact, self._tx, least)
            if why is not None:
                retire(self._tx, self._caller, fact, why, batch_id=self._batch.id)
                retired.append(fact.id)
        return retired

    def _changeable_fact(self, number: int) -> Fact:
        fact = visible_fact(self._tx, self._caller, number)
        require_fact_write(self._tx, self._caller, self._settings, fact.scope)
        if not fact.is_active(self._tx.now):
            raise InvalidInput(f"{fact_id(number)} is not active, so it can be neither supported nor weakened.")
        return fact

    def _own_observation(self, number: int) -> Observation:
        found = self._tx.observations.get(number)
        if found is None or found.agent != self._caller.agent:
            raise NotFound(f"There is no observation {observation_id(number)} of yours; call without candidates first.")
        return found

    def _own_item(self, number: int) -> HotItem:
        found = self._tx.hot_items.get(number)
        is_open = found is not None and found.promoted_to is None and found.dropped_at is None
        if found is None or found.agent != self._caller.agent or not is_open:
            raise NotFound(f"There is no pending item {item_id(number)} of yours; call without candidates first.")
        return found

    def _observed(self, item: HotItem) -> int:
        """The observation that keeps what the item said, so that the fact can rest on it."""
        new = NewObservation(
            agent=item.agent,
            role=item.role,
            session=item.session,
            content=item.content,
            veracity=item.veracity,
            source=f"remember {item_id(item.id)}",
            revision=None,
            task=None,
            kind=Kind.OBSERVATION,
            score=0.5,
            expires_at=None,
        )
        number = self._tx.observations.insert(new).id
        self._log("create", observation_id(number), None, logged_observation(new))
        return number

    def _log(self, action: str, subject: str, before: dict[str, Any] | None, after: dict[str, Any]) -> None:
        audit(self._tx, self._caller, AuditEntry(action, subject, before, after, batch_id=self._batch.id))


def _why_retire(fact: Fact, tx: Transaction, least: float) -> RetiredReason | None:
    if fact.retired_at is not None:
        return None
    if fact.valid_until is not None and fact.valid_until <= tx.now:
        return RetiredReason.EXPIRED
    if fact.validity is not Validity.PERMANENT and effective_confidence(fact, tx.now) < least:
        return RetiredReason.FORGOTTEN
    return None
