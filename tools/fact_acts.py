"""Doing with a draft what was decided: rows, conflicts, history and links, in the transaction of the caller's write."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import assert_never

from ..store.model import (
    Caller,
    Conflict,
    ConflictStatus,
    Fact,
    Keep,
    LossReason,
    NewConflict,
    NewFact,
    Outcome,
    PassageVector,
    Validity,
)
from ..store.protocol import Transaction
from ..store.rules.settlement import AskUser, NewWins, OldStands, Rule
from ..store.rules.veracity import weight
from .conflict_records import record
from .fact_changes import log_fact, supersede, support
from .fact_decisions import Create, LeaveOpen, Lose, LostBefore, Mention, Opposed, StandBeside, Step, TakenBack, Win
from .ids import fact_id
from .links import link_new
from .near_facts import NearFact, find_near
from .settings import Settings
from .settling import close, judge, look_again, settle_for_user


@dataclass(frozen=True, slots=True)
class Written:
    """What became of a draft.

    `rejected` is set when this text had been taken back as wrong and nothing was written; `revives` is the fact that
    had said it, when it was written again because a user says so. `is_repeated` is set when it had lost before and
    nothing speaks for it that didn't then; nothing was written. `is_partly_compared`: its topic holds more facts than
    it was compared with. `unheard`: what the user was asked about changed, these facts if known, so
    that the answer was not applied.
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
    unheard: tuple[int, ...] | None = None
    near: tuple[NearFact, ...] = ()


_TURNED = {Keep.NEW: Keep.OLD, Keep.OLD: Keep.NEW, Keep.BOTH: Keep.BOTH}


def _other(conflict: Conflict, number: int) -> int:
    return conflict.old_fact_id if conflict.new_fact_id == number else conflict.new_fact_id


class Writer:
    """Does with one draft what was decided."""

    def __init__(
        self, tx: Transaction, caller: Caller, settings: Settings, new: NewFact, passage: PassageVector | None = None
    ) -> None:
        self._tx = tx
        self._caller = caller
        self._settings = settings
        self._new = new
        self._passage = passage
        self._near: tuple[NearFact, ...] = ()

    def act(self, step: Step) -> Written:
        """What became of it; one that lies under another from the start has nothing near it."""
        written = self._act(step)
        is_standing = written.outcome is not Outcome.SUPERSEDED_BY_EXISTING
        return replace(written, near=self._near) if is_standing else written

    def _act(self, step: Step) -> Written:
        match step:
            case Mention():
                return self._mention(step)
            case TakenBack(fact):
                return Written(fact, Outcome.NEEDS_CONFIRMATION, rejected=True)
            case LostBefore(fact, conflict):
                outcome = Outcome.SUPERSEDED_BY_EXISTING
                return Written(fact, outcome, (conflict,), is_counted=False, is_repeated=True)
            case Create(beside):
                return Written(self._insert(), Outcome.CREATED, beside=beside)
            case StandBeside(against):
                return self._stand_beside(against)
            case Win(against, rules):
                return self._win(against, rules)
            case Lose(_, to, rule):
                return self._lose(to, rule)
            case LeaveOpen(against, rule):
                fact = self._insert()
                return Written(fact, Outcome.NEEDS_CONFIRMATION, self._open(fact, against, rule))
            case _:
                assert_never(step)

    def act_for_user(self, against: Iterable[Opposed], asked: Collection[int], rule: Rule, keep: Keep) -> Written:
        """The user said which side to keep, the new one or those with the ids that they were asked about.

        What else contradicts it is settled by the order, if that decides it.
        """
        fact = self._insert()
        opened = self._open(fact, against, rule)
        heard = [conflict for conflict in opened if conflict.old_fact_id in asked]
        settle_for_user(self._tx, self._caller, self._settings, heard, keep)
        if keep is Keep.BOTH:
            look_again(self._tx, self._caller, self._settings, fact.id)
        return self._as_it_came(fact, opened)

    def mention_for_user(self, step: Mention, asked: Collection[int], keep: Keep) -> Written | None:
        """The user said it of a claim that somebody else made meanwhile; None: it says to keep what is gone."""
        mentioned = None if keep is Keep.OLD else self._mention(step)
        opened = [one for one in self._tx.conflicts.open_of([step.fact.id]) if _other(one, step.fact.id) in asked]
        for conflict in opened:
            side = keep if conflict.new_fact_id == step.fact.id else _TURNED[keep]
            settle_for_user(self._tx, self._caller, self._settings, [conflict], side)
        if not opened:
            return mentioned
        after = self._as_it_came(step.fact, opened)
        return (
            after if mentioned is None else replace(after, outcome=mentioned.outcome, is_counted=mentioned.is_counted)
        )

    def _as_it_came(self, fact: Fact, conflicts: Iterable[Conflict]) -> Written:
        """How a fact and its conflicts stand after the user was heard."""
        settled = [found for conflict in conflicts if (found := self._tx.conflicts.get(conflict.id)) is not None]
        after = self._again(fact)
        if after.superseded_by is not None:
            outcome = Outcome.SUPERSEDED_BY_EXISTING
        elif any(one.status is ConflictStatus.OPEN for one in settled):
            outcome = Outcome.NEEDS_CONFIRMATION
        elif any(one.winner is Keep.NEW for one in settled):
            outcome = Outcome.SUPERSEDED_EXISTING
        else:
            outcome = Outcome.CREATED
        return Written(after, outcome, tuple(settled))

    def _insert(self) -> Fact:
        fact = self._tx.facts.insert(self._new)
        related = link_new(self._tx, self._caller, fact)
        self._near = find_near(self._tx, fact, related, self._passage)
        log_fact(self._tx, self._caller, "create", fact)
        return fact

    def _stand_beside(self, against: Iterable[Opposed]) -> Written:
        """That both hold is kept in mind, so that upkeep doesn't take it up again."""
        fact = self._insert()
        for opposed in against:
            self._record(fact, opposed, Rule.CALLER, Keep.BOTH)
        return Written(fact, Outcome.CREATED)

    def _win(self, against: Iterable[Opposed], rules: Iterable[Rule]) -> Written:
        fact = self._insert()
        won = [self._beat(fact, opposed, rule) for opposed, rule in zip(against, rules, strict=True)]
        return Written(self._again(fact), Outcome.SUPERSEDED_EXISTING, tuple(won))

    def _beat(self, fact: Fact, opposed: Opposed, rule: Rule) -> Conflict:
        settled = self._record(fact, opposed, rule, Keep.NEW)
        supersede(self._tx, self._caller, opposed.fact, fact.id, LossReason.OUTDATED)
        return settled

    def _lose(self, to: Opposed, rule: Rule) -> Written:
        fact = self._insert()
        settled = self._record(fact, to, rule, Keep.OLD)
        supersede(self._tx, self._caller, fact, to.fact.id, LossReason.OUTDATED)
        return Written(self._again(fact), Outcome.SUPERSEDED_BY_EXISTING, (settled,))

    def _open(self, fact: Fact, against: Iterable[Opposed], rule: Rule) -> tuple[Conflict, ...]:
        return tuple(self._record(fact, opposed, rule, None) for opposed in against)

    def _mention(self, step: Mention) -> Written:
        changed, is_counted = self._support(step.fact)
        settled = self._replace(changed, step.against) if step.replaces else self._oppose(changed, step.against)
        if is_counted:
            settled += look_again(self._tx, self._caller, self._settings, changed.id)
        still_open = self._tx.conflicts.open_of([changed.id])
        return Written(self._again(changed), Outcome.MENTIONED, (*settled, *still_open), is_counted=is_counted)

    def _support(self, fact: Fact) -> tuple[Fact, bool]:
        changed, is_counted = support(self._tx, self._caller, fact, self._new.veracity, self._new.source_ids)
        changed = self._extend_validity(changed)
        if changed != fact:
            self._tx.facts.save(changed, "mentioned")
            log_fact(self._tx, self._caller, "mention", changed, fact)
        return changed, is_counted

    def _extend_validity(self, fact: Fact) -> Fact:
        """A validity said outright by somebody at least as trusted replaces the fact's own."""
        says_nothing = self._new.validity is Validity.OPEN
        if says_nothing or weight(self._new.veracity) < weight(fact.veracity):
            return fact
        return replace(fact, validity=self._new.validity, valid_until=self._new.valid_until)

    def _oppose(self, fact: Fact, against: Iterable[Opposed]) -> tuple[Conflict, ...]:
        """The caller says that a fact which is there already contradicts others: settled by the order, or left open."""
        settled: list[Conflict] = []
        for opposed in against:
            match judge(self._tx, self._settings, opposed.fact, fact):
                case NewWins(rule):
                    settled.append(self._beat(fact, opposed, rule))
                case OldStands() | AskUser():
                    settled.append(self._record(fact, opposed, Rule.UNDECIDED, None))
        return tuple(settled)

    def _replace(self, fact: Fact, against: Iterable[Opposed]) -> tuple[Conflict, ...]:
        """The caller says that a fact which is there already replaces those that contradict it."""
        settled: list[Conflict] = []
        for opposed in against:
            between = (one for one in self._tx.conflicts.of_pair(fact.id, opposed.fact.id) if one.status == "open")
            conflict = next(between, None)
            if conflict is None:
                settled.append(self._beat(fact, opposed, Rule.CALLER))
            else:
                keep = Keep.NEW if conflict.new_fact_id == fact.id else Keep.OLD
                settled.append(close(self._tx, self._caller, conflict, keep, Rule.CALLER))
        return tuple(settled)

    def _record(self, fact: Fact, opposed: Opposed, rule: Rule, winner: Keep | None) -> Conflict:
        contradiction = opposed.contradiction
        new = NewConflict(
            old_fact_id=opposed.fact.id,
            new_fact_id=fact.id,
            kind=contradiction.kind,
            evidence=contradiction.evidence,
            rule=rule.value,
            winner=winner,
        )
        return record(self._tx, self._caller, new)

    def _again(self, fact: Fact) -> Fact:
        found = self._tx.facts.get(fact.id)
        if found is None:
            raise AssertionError(f"{fact_id(fact.id)} was written in this transaction")
        return found
