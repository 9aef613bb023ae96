"""Writing facts: the one path by which a claim becomes a fact, a mention of one, or one side of a conflict.

Everything here runs inside the transaction of the caller's write (DESIGN 2.3).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ..store.model import (
    Caller,
    Conflict,
    Fact,
    Keep,
    LossReason,
    NewConflict,
    NewFact,
    OnConflict,
    Outcome,
    Validity,
    Veracity,
)
from ..store.protocol import Transaction
from ..store.rules import conflict as comparison
from ..store.rules.settlement import AskUser, NewWins, OldStands, Rule, Verdict
from ..store.rules.veracity import weight
from .comparable import newest_comparable
from .conflict_records import record
from .drafts import FactDraft, ensure_domain, require_fact_write, require_visible_sources, valid_until
from .fact_changes import log_fact, supersede, support, visible_facts
from .ids import fact_id
from .links import link_new
from .settings import Settings
from .settling import close, judge, look_again

MOST_COMPARED = 500

Opposed = tuple[Fact, comparison.Contradiction]


@dataclass(frozen=True, slots=True)
class Written:
    """What became of a draft.

    `rejected` is set when this text had been taken back as wrong and nothing was written; `revives` is the fact that
    had said it, when it was written again because a user says so. `is_repeated` is set when it had lost before and
    nothing speaks for it that didn't then; nothing was written. `is_partly_compared`: its topic holds more facts than
    it was compared with.
    """

    fact: Fact
    outcome: Outcome
    conflicts: tuple[Conflict, ...] = ()
    is_counted: bool = True
    rejected: bool = False
    is_repeated: bool = False
    beside: tuple[int, ...] = ()
    revives: int | None = None
    is_partly_compared: bool = False


@dataclass(slots=True)
class _Relations:
    """How the active facts of the topic stand to the draft."""

    same: Fact | None = None
    near: Fact | None = None
    opposed: list[Opposed] = field(default_factory=list[Opposed])
    others: list[Fact] = field(default_factory=list[Fact])
    are_all: bool = True


def write_fact(tx: Transaction, caller: Caller, settings: Settings, draft: FactDraft) -> Written:
    """Take a claim into the memory, beside, instead of or under what is there."""
    require_fact_write(tx, caller, settings, draft.scope)
    require_visible_sources(tx, caller, draft.source_ids)
    validity, until = valid_until(draft, tx.now)
    domain = ensure_domain(tx, caller, draft.scope)
    new = NewFact(
        domain_id=domain.id,
        topic=draft.topic,
        topic_key=comparison.normalise_topic(draft.topic),
        content=draft.content,
        content_key=comparison.normalise_content(draft.content),
        memory_type=draft.memory_type,
        veracity=draft.veracity,
        confidence=weight(draft.veracity) if draft.confidence is None else draft.confidence,
        validity=validity,
        valid_until=until,
        agent=caller.agent,
        role=caller.role,
        session=caller.session,
        origin=draft.origin,
        source_ids=draft.source_ids,
    )
    return _Writer(tx, caller, settings, draft).take(new)


def rejected(tx: Transaction, draft: FactDraft) -> Fact | None:
    """The fact of the draft's very text that was taken back as wrong."""
    domain = tx.domains.get(draft.scope)
    return tx.facts.rejected(domain.id, comparison.normalise_content(draft.content)) if domain else None


class _Writer:
    """One draft's way into the store."""

    def __init__(self, tx: Transaction, caller: Caller, settings: Settings, draft: FactDraft) -> None:
        self._tx = tx
        self._caller = caller
        self._settings = settings
        self._draft = draft

    def take(self, new: NewFact) -> Written:
        relations = self._compare(new)
        written = self._take(new, relations)
        return written if relations.are_all else replace(written, is_partly_compared=True)

    def _take(self, new: NewFact, relations: _Relations) -> Written:
        known = relations.same or (None if self._draft.on_conflict is OnConflict.COEXIST else relations.near)
        if known is not None:
            return self._mention(known, new, relations)
        refused = self._tx.facts.rejected(new.domain_id, new.content_key)
        if refused is None:
            return self._write(new, relations)
        if new.veracity is not Veracity.STATED:
            return Written(refused, Outcome.NEEDS_CONFIRMATION, rejected=True)
        return replace(self._write(new, relations), revives=refused.id)

    def _write(self, new: NewFact, relations: _Relations) -> Written:
        match self._draft.on_conflict:
            case OnConflict.COEXIST:
                return self._stand_beside(new, relations)
            case OnConflict.SUPERSEDE:
                return self._replace(new, relations)
            case OnConflict.ASK:
                return self._settle(new, relations, always_ask=True)
            case OnConflict.AUTO:
                return self._lost_before(new, relations) or self._settle(new, relations, always_ask=False)

    def _compare(self, new: NewFact) -> _Relations:
        found = self._tx.facts.active_of_topic(new.domain_id, new.topic_key, MOST_COMPARED + 1)
        compared = newest_comparable(found, MOST_COMPARED)
        relations = _Relations(self._same(new), are_all=len(compared) == len(found))
        claim = comparison.analyse_claim(new.content)
        for fact in compared:
            if fact.id == self._draft.replaces:
                continue
            match comparison.compare_claims(comparison.analyse_claim(fact.content), claim):
                case comparison.SameText():
                    relations.same = relations.same or fact
                case comparison.NearDuplicate():
                    relations.near = relations.near or fact
                case comparison.Contradiction() as contradiction:
                    relations.opposed.append((fact, contradiction))
                case comparison.Coexist():
                    relations.others.append(fact)
        relations.opposed.extend(self._claimed(relations))
        return relations

    def _same(self, new: NewFact) -> Fact | None:
        same = self._tx.facts.same_of_topic(new.domain_id, new.topic_key, new.content_key)
        return None if same is None or same.id == self._draft.replaces else same

    def _claimed(self, relations: _Relations) -> list[Opposed]:
        """Facts that the caller says its own contradicts, beyond what the texts show."""
        known = {fact.id for fact, _ in relations.opposed}
        facts = visible_facts(self._tx, self._caller, self._draft.contradicts)
        for fact in facts:
            require_fact_write(self._tx, self._caller, self._settings, fact.scope)
        return [(fact, self._as_said()) for fact in facts if fact.is_active(self._tx.now) and fact.id not in known]

    def _as_said(self) -> comparison.Contradiction:
        return comparison.Contradiction(f"as {self._caller.agent} says", "claimed")

    def _mention(self, fact: Fact, new: NewFact, relations: _Relations) -> Written:
        changed, is_counted = support(self._tx, self._caller, fact, new.veracity, new.source_ids)
        changed = self._extend_validity(changed, new)
        if changed != fact:
            self._tx.facts.save(changed, "mentioned")
            self._log("mention", changed, before=fact)
        if self._draft.on_conflict is OnConflict.SUPERSEDE:
            settled = self._replace_opposed(fact, relations)
        else:
            settled = self._oppose(changed, relations) if self._draft.contradicts else ()
        if is_counted:
            settled += look_again(self._tx, self._caller, self._settings, fact.id, self._draft.batch_id)
        still_open = self._tx.conflicts.open_of([fact.id])
        return Written(self._again(fact.id), Outcome.MENTIONED, (*settled, *still_open), is_counted=is_counted)

    def _oppose(self, fact: Fact, relations: _Relations) -> tuple[Conflict, ...]:
        """The caller says that a fact which is there already contradicts others: settled by the order, or left open."""
        settled: list[Conflict] = []
        for old, contradiction in relations.opposed:
            is_meant = old.id != fact.id and old.id in self._draft.contradicts
            if not is_meant or self._tx.conflicts.of_pair(fact.id, old.id):
                continue
            match judge(self._tx, self._settings, old, fact):
                case NewWins(rule):
                    settled.append(self._win(fact, old, contradiction, rule))
                case OldStands() | AskUser():
                    settled.append(self._record(fact, old, contradiction, Rule.UNDECIDED, None))
        return tuple(settled)

    def _replace_opposed(self, fact: Fact, relations: _Relations) -> tuple[Conflict, ...]:
        """The caller says that a fact which is there already replaces those that contradict it."""
        settled: list[Conflict] = []
        for loser, contradiction in relations.opposed:
            between = (one for one in self._tx.conflicts.of_pair(fact.id, loser.id) if one.status == "open")
            conflict = next(between, None)
            if conflict is None:
                settled.append(self._win(fact, loser, contradiction, Rule.CALLER))
                continue
            keep = Keep.NEW if conflict.new_fact_id == fact.id else Keep.OLD
            batch_id = self._draft.batch_id
            settled.append(close(self._tx, self._caller, conflict, keep, Rule.CALLER, batch_id=batch_id))
        return tuple(settled)

    def _extend_validity(self, fact: Fact, new: NewFact) -> Fact:
        """A validity said outright by somebody at least as trusted replaces the fact's own."""
        says_nothing = new.validity is Validity.OPEN
        if says_nothing or weight(new.veracity) < weight(fact.veracity):
            return fact
        return replace(fact, validity=new.validity, valid_until=new.valid_until)

    def _stand_beside(self, new: NewFact, relations: _Relations) -> Written:
        """The caller says that both hold; it is kept in mind, so that upkeep doesn't take it up again."""
        fact = self._insert(new)
        alike = [(relations.near, self._as_said())] if relations.near else []
        for old, contradiction in [*relations.opposed, *alike]:
            self._record(fact, old, contradiction, Rule.CALLER, Keep.BOTH)
        return Written(fact, Outcome.CREATED)

    def _insert(self, new: NewFact) -> Fact:
        fact = self._tx.facts.insert(new)
        link_new(self._tx, self._caller, fact)
        self._log("create", fact)
        return fact

    def _replace(self, new: NewFact, relations: _Relations) -> Written:
        """The caller says that its fact replaces the others: those that contradict it, or the only one of the topic."""
        losers = relations.opposed
        if not losers and len(relations.others) == 1:
            losers = [(relations.others[0], self._as_said())]
        fact = self._insert(new)
        conflicts = tuple(self._win(fact, old, contradiction, Rule.CALLER) for old, contradiction in losers)
        outcome = Outcome.SUPERSEDED_EXISTING if losers else Outcome.CREATED
        return Written(self._again(fact.id), outcome, conflicts)

    def _lost_before(self, new: NewFact, relations: _Relations) -> Written | None:
        """The same text, beaten by a fact that still stands, unless something speaks for it that didn't then.

        What the user settled needs the user's word or new observations; what was outweighed, another voice at least.
        """
        if new.veracity is Veracity.STATED:
            return None
        for old, _ in relations.opposed:
            lost = self._tx.facts.beaten(new.domain_id, new.content_key, old.id)
            if lost is None or not set(new.source_ids) <= set(lost.source_ids):
                continue
            settled = self._tx.conflicts.of_pair(lost.id, old.id)
            is_same_voice = (lost.agent, lost.session) == (new.agent, new.session)
            if settled and (settled[-1].rule == Rule.USER or (settled[-1].rule == Rule.WEAKER and is_same_voice)):
                outcome = Outcome.SUPERSEDED_BY_EXISTING
                return Written(lost, outcome, (settled[-1],), is_counted=False, is_repeated=True)
        return None

    def _settle(self, new: NewFact, relations: _Relations, *, always_ask: bool) -> Written:
        if not relations.opposed:
            beside = tuple(other.id for other in relations.others)
            return Written(self._insert(new), Outcome.CREATED, beside=beside)
        fact = self._insert(new)
        verdicts = [
            (old, contradiction, AskUser(Rule.ASKED) if always_ask else judge(self._tx, self._settings, old, fact))
            for old, contradiction in relations.opposed
        ]
        stronger = next((entry for entry in verdicts if isinstance(entry[2], OldStands)), None)
        if stronger is not None:
            return self._lose(fact, *stronger)
        if any(isinstance(verdict, AskUser) for _, _, verdict in verdicts):
            rule = Rule.ASKED if always_ask else Rule.UNDECIDED
            opened = [self._record(fact, old, contradiction, rule, None) for old, contradiction, _ in verdicts]
            return Written(fact, Outcome.NEEDS_CONFIRMATION, tuple(opened))
        won = tuple(self._win(fact, old, contradiction, verdict.rule) for old, contradiction, verdict in verdicts)
        return Written(fact, Outcome.SUPERSEDED_EXISTING, won)

    def _win(self, fact: Fact, old: Fact, contradiction: comparison.Contradiction, rule: Rule) -> Conflict:
        settled = self._record(fact, old, contradiction, rule, Keep.NEW)
        supersede(self._tx, self._caller, old, fact.id, LossReason.OUTDATED, self._draft.batch_id)
        return settled

    def _lose(self, fact: Fact, old: Fact, contradiction: comparison.Contradiction, verdict: Verdict) -> Written:
        settled = self._record(fact, old, contradiction, verdict.rule, Keep.OLD)
        supersede(self._tx, self._caller, fact, old.id, LossReason.OUTDATED, self._draft.batch_id)
        return Written(self._again(fact.id), Outcome.SUPERSEDED_BY_EXISTING, (settled,))

    def _record(
        self, fact: Fact, old: Fact, contradiction: comparison.Contradiction, rule: Rule, winner: Keep | None
    ) -> Conflict:
        return record(
            self._tx,
            self._caller,
            NewConflict(
                old_fact_id=old.id,
                new_fact_id=fact.id,
                kind=contradiction.kind,
                evidence=contradiction.evidence,
                rule=rule.value,
                winner=winner,
                batch_id=self._draft.batch_id,
            ),
        )

    def _log(self, action: str, fact: Fact, before: Fact | None = None) -> None:
        log_fact(self._tx, self._caller, action, fact, before, self._draft.batch_id)

    def _again(self, number: int) -> Fact:
        fact = self._tx.facts.get(number)
        if fact is None:
            raise AssertionError(f"{fact_id(number)} was written in this transaction")
        return fact
