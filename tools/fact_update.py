"""A person corrects a fact: what they say takes its place, or they say how long it holds.

These are a person's: no tool calls them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from ..store.errors import InvalidInput, Refused
from ..store.model import Caller, Fact, LossReason, MemoryType, Scope, Validity, Veracity
from ..store.protocol import Transaction
from ..store.rules.passage import fact_passage
from ..store.rules.restoring import Term, vouched
from . import drafts
from .answers import Replaced
from .drafts import FactDraft
from .fact_changes import log_fact
from .ids import fact_id
from .passages import PassagesOf
from .settings import Settings
from .successions import Successor, replace_fact, replaceable

EXTENDED = "extended"


@dataclass(frozen=True, slots=True)
class Correction:
    """What is to be different; None as it was."""

    content: str | None = None
    topic: str | None = None
    memory_type: MemoryType | None = None
    scope: Scope | None = None
    validity: Validity | None = None
    valid_until: str | None = None

    @property
    def says_anew(self) -> bool:
        """Whether another fact is to say it; how long one holds can change in place."""
        return any(part is not None for part in (self.content, self.topic, self.memory_type, self.scope))

    def successor_of(self, old: Fact) -> Successor:
        """The fact that is to stand in the place of the old one: on the person's word, and as long as that one."""
        is_same_term = self.validity is None and self.valid_until is None
        until = old.valid_until.isoformat() if is_same_term and old.valid_until else self.valid_until
        return Successor(
            content=self.content if self.content is not None else old.content,
            topic=self.topic,
            memory_type=self.memory_type,
            veracity=Veracity.STATED,
            validity=old.validity if is_same_term else self.validity or Validity.OPEN,
            valid_until=until,
            source_ids=(),
            scope=self.scope,
        )


def update_fact(
    tx: Transaction,
    caller: Caller,
    settings: Settings,
    number: int,
    said: Correction,
    reason: LossReason,
    warnings: Sequence[str],
) -> Replaced:
    """Do as the correction says; the old fact stays readable."""
    old = replaceable(tx, caller, settings, number)
    if said.says_anew:
        return replace_fact(tx, caller, settings, old, said.successor_of(old), reason, warnings, None)
    if (term := term_of(old, said.validity, said.valid_until, tx.now)) is None:
        raise InvalidInput("Say what is to be different: 'content', 'topic', 'validity' or another part.")
    _extend(tx, caller, old, term)
    return Replaced(old_id=fact_id(number), new_id=fact_id(number), outcome=EXTENDED, conflicts=[])


def passages_of(number: int, said: Correction) -> PassagesOf:
    """The passage of the fact that the correction makes."""

    def read(tx: Transaction) -> list[str]:
        old = tx.facts.get(number)
        if old is None or not said.says_anew:
            return []
        content = said.content if said.content is not None else old.content
        return [fact_passage(said.topic or old.topic, content)]

    return read


def term_of(fact: Fact, validity: Validity | None, until: str | None, now: datetime) -> Term | None:
    """How long a fact is to hold by what a person says; None when they say nothing."""
    if validity is None and until is None:
        return None
    draft = FactDraft(fact.scope, fact.topic, fact.content, validity=validity or Validity.OPEN, valid_until=until)
    return Term(*drafts.valid_until(draft, now))


def _extend(tx: Transaction, caller: Caller, fact: Fact, term: Term) -> None:
    """Whoever says how long a fact holds, says that it holds."""
    if not fact.is_active(tx.now):
        raise Refused(f"{fact_id(fact.id)} is not in use: restore it, and say there how long it holds.")
    if (fact.validity, fact.valid_until) == (term.validity, term.until):
        raise Refused(f"{fact_id(fact.id)} holds so long already.")
    tx.facts.note_mention(fact.id, caller.agent, caller.session)
    after = replace(vouched(fact, tx.now), validity=term.validity, valid_until=term.until)
    tx.facts.save(after, EXTENDED)
    log_fact(tx, caller, "extend", after, fact)
