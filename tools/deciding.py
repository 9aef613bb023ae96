"""Deciding what is to become of a draft, by reading alone (DESIGN 2.3).

A write decides inside of its transaction and acts on it. What to ask is decided on a snapshot, by the same rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..store.model import Caller, Fact, NewFact, OnConflict, PassageVector, Veracity
from ..store.protocol import Transaction
from ..store.rules import conflict as comparison
from ..store.rules.settlement import AskUser, NewWins, OldStands, Rule
from .comparable import Relations, compare_with_topic
from .drafts import FactDraft, require_fact_write
from .fact_changes import visible_facts
from .fact_decisions import (
    Create,
    Decision,
    LeaveOpen,
    Lose,
    LostBefore,
    Mention,
    Opposed,
    StandBeside,
    Step,
    TakenBack,
    Win,
)
from .settings import Settings
from .settling import judge_new


def decide(
    tx: Transaction,
    caller: Caller,
    settings: Settings,
    draft: FactDraft,
    new: NewFact,
    passage: PassageVector | None = None,
    *,
    holds_after_all: bool = False,
) -> Decision:
    """What becomes of a draft, which would be stored as `new`, against what is there now.

    `passage` is the vector of what it says, when there is a model. `holds_after_all`: a user says so of a text that was
    taken back as wrong.
    """
    relations = compare_with_topic(tx, new, passage, draft.replaces)
    may_revive = holds_after_all or new.veracity is Veracity.STATED
    return _Judgement(tx, caller, settings, draft, new, relations, may_revive).decide()


def as_said(caller: Caller) -> comparison.Contradiction:
    """A contradiction that the texts don't show."""
    return comparison.Contradiction(f"as {caller.agent} says", "claimed")


@dataclass(frozen=True, slots=True)
class _Judgement:
    """One draft, and how the facts of its topic stand to it."""

    tx: Transaction
    caller: Caller
    settings: Settings
    draft: FactDraft
    new: NewFact
    relations: Relations
    may_revive: bool

    def decide(self) -> Decision:
        is_partly = not self.relations.are_all
        opposed = (*self.relations.opposed, *self._claimed())
        if known := self._known():
            return Decision(self._mention(known, opposed), is_partly_compared=is_partly)
        refused = self.tx.facts.rejected(self.new.domain_id, self.new.content_key)
        if refused is not None and not self.may_revive:
            return Decision(TakenBack(refused), is_partly_compared=is_partly)
        return Decision(self._face(opposed), refused.id if refused else None, is_partly)

    def _known(self) -> Fact | None:
        """The fact that says it already; what the caller calls another claim is only the same in the same words."""
        takes_near = self.draft.on_conflict is not OnConflict.COEXIST
        return self.relations.same or (self.relations.near if takes_near else None)

    def _claimed(self) -> list[Opposed]:
        """Facts that the caller says its own contradicts, beyond what the texts show."""
        known = {opposed.fact.id for opposed in self.relations.opposed}
        facts = visible_facts(self.tx, self.caller, self.draft.contradicts)
        for fact in facts:
            require_fact_write(self.tx, self.caller, self.settings, fact.scope)
        is_new = [fact for fact in facts if fact.is_active(self.tx.now) and fact.id not in known]
        return [Opposed(fact, self._in_what(fact)) for fact in is_new]

    def _in_what(self, fact: Fact) -> comparison.Contradiction:
        """What the texts show of it, else that the caller says so."""
        relation = comparison.compare(fact.content, self.new.content)
        return relation if isinstance(relation, comparison.Contradiction) else as_said(self.caller)

    def _mention(self, known: Fact, opposed: Sequence[Opposed]) -> Mention:
        others = [one for one in opposed if one.fact.id != known.id]
        if self.draft.on_conflict is OnConflict.SUPERSEDE:
            return Mention(known, tuple(others), replaces=True)
        meant = [one for one in others if one.fact.id in self.draft.contradicts]
        return Mention(known, tuple(one for one in meant if not self.tx.conflicts.of_pair(known.id, one.fact.id)))

    def _face(self, opposed: tuple[Opposed, ...]) -> Step:
        """What becomes of a claim that is not there yet."""
        match self.draft.on_conflict:
            case OnConflict.COEXIST:
                alike = (Opposed(self.relations.near, as_said(self.caller)),) if self.relations.near else ()
                return StandBeside((*opposed, *alike))
            case OnConflict.SUPERSEDE:
                return self._replace(opposed)
            case OnConflict.ASK:
                return LeaveOpen(opposed, Rule.ASKED) if opposed else self._create()
            case OnConflict.AUTO:
                return self._lost_before(opposed) or self._settle(opposed)

    def _create(self) -> Create:
        return Create(tuple(other.id for other in self.relations.others))

    def _replace(self, opposed: tuple[Opposed, ...]) -> Step:
        """The caller says that it replaces the others: those that contradict it, or the only one of the topic."""
        losers = opposed
        if not losers and len(self.relations.others) == 1:
            losers = (Opposed(self.relations.others[0], as_said(self.caller)),)
        return Win(losers, (Rule.CALLER,) * len(losers)) if losers else Create()

    def _lost_before(self, opposed: Sequence[Opposed]) -> LostBefore | None:
        """Beaten by one that still stands, unless something speaks for it that didn't then.

        What the user settled needs the user's word or new observations; what was outweighed, another voice at least.
        """
        if self.new.veracity is Veracity.STATED:
            return None
        for one in opposed:
            lost = self.tx.facts.beaten(self.new.domain_id, self.new.content_key, one.fact.id)
            if lost is None or not set(self.new.source_ids) <= set(lost.source_ids):
                continue
            settled = self.tx.conflicts.of_pair(lost.id, one.fact.id)
            is_same_voice = (lost.agent, lost.session) == (self.new.agent, self.new.session)
            if settled and (settled[-1].rule == Rule.USER or (settled[-1].rule == Rule.WEAKER and is_same_voice)):
                return LostBefore(lost, settled[-1])
        return None

    def _settle(self, opposed: tuple[Opposed, ...]) -> Step:
        """The order of who wins, against all of them: one that is much stronger is enough to lose."""
        if not opposed:
            return self._create()
        won: list[Rule] = []
        asked: list[Rule] = []
        for one in opposed:
            match judge_new(self.tx, self.settings, one.fact, self.new):
                case OldStands(rule):
                    return Lose(opposed, one, rule)
                case NewWins(rule):
                    won.append(rule)
                case AskUser(rule):
                    asked.append(rule)
        return LeaveOpen(opposed, asked[0]) if asked else Win(opposed, tuple(won))
