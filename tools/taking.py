"""The second part of a consolidation: candidates become facts, support them, or wait with a reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..store.errors import InvalidInput, NotFound, Refused
from ..store.model import (
    AuditEntry,
    Caller,
    Fact,
    HotItem,
    Keep,
    Kind,
    NewObservation,
    Observation,
    Outcome,
    Veracity,
)
from ..store.protocol import Transaction
from ..store.rules.borne_out import strange_values
from ..store.rules.decay import effective_confidence
from ..store.rules.veracity import weakened, weight
from . import passages
from .answers import LeftOut
from .audit import audit
from .candidates import Candidate, Source, common_veracity, count_seen, draft_from, is_supported
from .conflict_views import joined_questions, visible_conflicts
from .consolidation_report import Done, Replaced, joined
from .deciding import decide
from .drafts import FactDraft, require_fact_write, valid_until
from .fact_changes import log_fact, support, visible_fact
from .fact_decisions import Mention
from .fact_writes import Written, as_new_fact, write_fact
from .ids import fact_id, item_id, observation_id
from .lapsing import is_pending, mark_consolidated
from .note_tools import logged_observation
from .runs import attempt
from .settings import Settings
from .settling import look_again

NEW_CONFIDENCE = 0.5


@dataclass(frozen=True, slots=True)
class Sources:
    """What a candidate rests on, as it stands now."""

    observations: tuple[Observation, ...]
    items: tuple[HotItem, ...]

    @property
    def all(self) -> tuple[Source, ...]:
        """Observations and items alike."""
        return (*self.observations, *self.items)


class TakeCandidates:
    """Candidates that an agent, a model or the clustering drew from what is pending of `whose` (None: of all)."""

    def __init__(
        self,
        caller: Caller,
        settings: Settings,
        whose: str | None,
        candidates: Sequence[Candidate],
        *,
        checks_texts: bool = False,
        keeps_vectors: bool = True,
    ) -> None:
        """Without `keeps_vectors` only what is compared gets one."""
        self._caller = caller
        self._settings = settings
        self._whose = whose
        self._candidates = candidates
        self._checks_texts = checks_texts
        self._keeps_vectors = keeps_vectors

    def plan(self, tx: Transaction) -> list[Candidate]:
        """All of them: what has become of their sources and facts meanwhile is told of each by itself."""
        del tx
        return list(self._candidates)

    def require_meant(self, tx: Transaction) -> None:
        """Refuse them all when one names what isn't there, or can't be written as it stands."""
        for candidate in self._candidates:
            sources = self._sources(tx, candidate)
            valid_until(draft_from(candidate, sources.items), tx.now)
            require_fact_write(tx, self._caller, self._settings, candidate.draft.scope)
            for number in (*candidate.supports, *candidate.weakens, *candidate.draft.contradicts):
                self._changeable_fact(tx, number)

    def passages(self, steps: Sequence[Candidate]) -> passages.PassagesOf:
        if self._keeps_vectors:
            return passages.of_candidates(steps)
        return passages.of_compared(steps, self._candidates)

    def apply(self, tx: Transaction, step: Candidate) -> Done:
        return attempt(tx, lambda: self._take(tx, step), lambda why: _waits(step.place, why))

    def _take(self, tx: Transaction, candidate: Candidate) -> Done:
        sources = self._sources(tx, candidate)
        if candidate.is_clustered and not _are_pending(sources):
            return _waits(candidate.place, "was taken by another run meanwhile")
        said = common_veracity(sources.all)
        draft = replace(
            draft_from(candidate, sources.items),
            veracity=said,
            confidence=weight(said) if said is Veracity.STATED else NEW_CONFIDENCE,
            contradicts=self._related(tx, candidate, sources, candidate.draft.contradicts),
        )
        if why := self._why_not(tx, candidate, draft, sources):
            return _waits(candidate.place, why)
        numbers = (*candidate.observation_ids, *(self._observed(tx, item) for item in sources.items))
        written = write_fact(tx, self._caller, self._settings, replace(draft, source_ids=numbers))
        if written.rejected:
            known = fact_id(written.fact.id)
            raise Refused(f"says what was taken back as wrong ({known}); ask your user")
        self._note_voices(tx, written.fact, sources)
        self._promote(tx, sources.items, written.fact.id)
        mark_consolidated(tx, self._caller, numbers, {"fact": fact_id(written.fact.id)})
        return joined(
            [
                self._report(tx, candidate, written),
                self._support(tx, candidate, said, numbers, sources),
                self._weaken(tx, candidate, said, numbers, sources),
                self._unrelated(tx, candidate, sources),
            ]
        )

    def _sources(self, tx: Transaction, candidate: Candidate) -> Sources:
        return Sources(
            tuple(self._own_observation(tx, number) for number in candidate.observation_ids),
            tuple(self._own_item(tx, number) for number in candidate.item_ids),
        )

    def _why_not(self, tx: Transaction, candidate: Candidate, draft: FactDraft, sources: Sources) -> str | None:
        """Why the candidate has to wait."""
        lapsed = [observation_id(one.id) for one in sources.observations if not one.is_active(tx.now)]
        if lapsed:
            return f"rests on {', '.join(lapsed)}, which no longer holds"
        needed = self._settings.whole("consolidation.min_support")
        is_known = not self._denies(candidate) and self._is_known(tx, draft)
        if not is_supported(sources.all, needed) and not is_known:
            rests = f"rests on {count_seen(sources.all)} observation(s), needs {needed} or one that a user stated"
            return f"{rests}; propose_fact stores it at once"
        says = [one.content for one in sources.all]
        return self._why_unborne(draft.content, says) if self._checks_texts and not candidate.is_clustered else None

    def _denies(self, candidate: Candidate) -> bool:
        """Whether a model's candidate speaks against facts: that takes as much as a new fact does."""
        return self._checks_texts and bool(candidate.weakens or candidate.draft.contradicts)

    def _why_unborne(self, text: str, says: Sequence[str]) -> str | None:
        """What of a model's text its sources don't bear out."""
        if not _shares_subject(text, says):
            return "says nothing of what its sources say"
        if strange := strange_values(text, says):
            return f"names {', '.join(strange)}, which none of its sources does"
        return None

    def _is_known(self, tx: Transaction, draft: FactDraft) -> bool:
        """Whether a fact says it already: only a new one needs several observations."""
        domain = tx.domains.get(draft.scope)
        if domain is None:
            return False
        new = as_new_fact(tx, self._caller, draft, domain)
        return isinstance(decide(tx, self._caller, self._settings, draft, new).step, Mention)

    def _related(
        self, tx: Transaction, candidate: Candidate, sources: Sources, numbers: Sequence[int]
    ) -> tuple[int, ...]:
        """Those of the facts that have anything to do with what the candidate and its sources say."""
        if candidate.is_clustered:
            return tuple(numbers)  # found by what their texts say
        said = [candidate.draft.content, *(one.content for one in sources.all)]
        facts = (visible_fact(tx, self._caller, number) for number in numbers)
        return tuple(fact.id for fact in facts if _shares_subject(f"{fact.topic}. {fact.content}", said))

    def _unrelated(self, tx: Transaction, candidate: Candidate, sources: Sources) -> Done:
        named = (*candidate.supports, *candidate.weakens, *candidate.draft.contradicts)
        left = [number for number in dict.fromkeys(named) if number not in self._related(tx, candidate, sources, named)]
        return Done(
            waiting=tuple(
                LeftOut(id=fact_id(number), why=f"{candidate.place} and its sources say nothing of it: left as it is")
                for number in left
            )
        )

    def _report(self, tx: Transaction, candidate: Candidate, written: Written) -> Done:
        name, number = fact_id(written.fact.id), written.fact.id
        asked = replace(self._asked(tx, name, written), replaced=_replaced(written))
        match written.outcome:
            case Outcome.MENTIONED if number in candidate.draft.contradicts:
                why = f"says what {name} says, which it is to contradict"
            case Outcome.MENTIONED if written.is_counted:
                return replace(asked, reinforced=(number,))
            case Outcome.MENTIONED:
                why = f"says what {name} says, and nothing new speaks for it"
            case Outcome.SUPERSEDED_BY_EXISTING:
                successor = fact_id(written.fact.superseded_by or 0)
                why = f"kept as {name}, superseded at once by {successor}, which is surer or rests on fresher evidence"
            case Outcome.CREATED | Outcome.SUPERSEDED_EXISTING | Outcome.NEEDS_CONFIRMATION:
                return replace(asked, created=(number,))
        return joined([_waits(candidate.place, why), asked])

    def _asked(self, tx: Transaction, name: str, written: Written) -> Done:
        question = joined_questions(tx, self._caller, visible_conflicts(tx, self._caller, written.conflicts))
        return _waits(name, question) if question else Done()

    def _note_voices(self, tx: Transaction, fact: Fact, sources: Sources) -> None:
        """Whoever saw it has said it, whoever consolidates."""
        for one in sources.all:
            tx.facts.note_mention(fact.id, one.agent, one.session)

    def _promote(self, tx: Transaction, items: Sequence[HotItem], number: int) -> None:
        for item in items:
            tx.hot_items.promote(item.id, number)
            after = {"promoted_to": fact_id(number)}
            audit(tx, self._caller, AuditEntry("promote", item_id(item.id), {"promoted_to": None}, after))

    def _support(
        self, tx: Transaction, candidate: Candidate, said: Veracity, numbers: Sequence[int], sources: Sources
    ) -> Done:
        reinforced: list[int] = []
        for number in self._related(tx, candidate, sources, candidate.supports):
            fact = self._changeable_fact(tx, number)
            changed, is_counted = support(tx, self._caller, fact, said, numbers)
            if is_counted:
                self._save(tx, fact, changed, "supported")
                reinforced.append(number)
                look_again(tx, self._caller, self._settings, number)
        return Done(reinforced=tuple(reinforced))

    def _weaken(
        self, tx: Transaction, candidate: Candidate, said: Veracity, numbers: Sequence[int], sources: Sources
    ) -> Done:
        for number in self._related(tx, candidate, sources, candidate.weakens):
            fact = self._changeable_fact(tx, number)
            if not tx.facts.note_doubts(number, numbers):
                continue  # one observation is one doubt, however often it is drawn upon
            faded = weakened(effective_confidence(fact, tx.now), said)
            self._save(tx, fact, replace(fact, confidence=faded, supported_at=tx.now), "weakened")
        return Done()

    def _save(self, tx: Transaction, before: Fact, after: Fact, change: str) -> None:
        tx.facts.save(after, change)
        log_fact(tx, self._caller, change, after, before)

    def _changeable_fact(self, tx: Transaction, number: int) -> Fact:
        fact = visible_fact(tx, self._caller, number)
        require_fact_write(tx, self._caller, self._settings, fact.scope)
        if not fact.is_active(tx.now):
            raise InvalidInput(f"{fact_id(number)} is not active, so it can be neither supported nor weakened.")
        return fact

    def _own_observation(self, tx: Transaction, number: int) -> Observation:
        found = tx.observations.get(number)
        if found is None or self._whose not in (None, found.agent):
            raise NotFound(f"There is no observation {observation_id(number)} of yours; call without candidates first.")
        return found

    def _own_item(self, tx: Transaction, number: int) -> HotItem:
        found = tx.hot_items.get(number)
        if found is None or self._whose not in (None, found.agent) or not is_pending(found):
            raise NotFound(f"There is no pending item {item_id(number)} of yours; call without candidates first.")
        return found

    def _observed(self, tx: Transaction, item: HotItem) -> int:
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
        number = tx.observations.insert(new).id
        audit(tx, self._caller, AuditEntry("create", observation_id(number), None, logged_observation(new)))
        return number


def _are_pending(sources: Sources) -> bool:
    return all(one.consolidated_at is None for one in sources.observations)


def _replaced(written: Written) -> tuple[Replaced, ...]:
    """The facts that the written one took the place of."""
    number = written.fact.id
    lost = [(one.new_fact_id if one.winner is Keep.OLD else one.old_fact_id, one) for one in written.conflicts]
    return tuple(
        Replaced(old, number, one.rule, one.evidence)
        for old, one in lost
        if one.winner in (Keep.NEW, Keep.OLD) and old != number
    )


def _waits(name: str, why: str) -> Done:
    return Done(waiting=(LeftOut(id=name, why=why),))


def _shares_subject(text: str, others: Sequence[str]) -> bool:
    from ..store.rules.relatedness import shares_subject  # the rules of comparing, which most processes never need

    return shares_subject(text, others)
