"""What a person is asked when a claim contradicts what is there: found by reading, before anything is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..store.model import Caller, Embedded, Fact, NewFact, Veracity, in_order
from ..store.protocol import Transaction
from ..store.rules.conflict import Contradiction
from ..store.rules.decay import effective_confidence
from ..store.rules.passage import fact_passage
from ..store.rules.settlement import AskUser, Rule
from ..store.rules.text import one_line, quoted, shorten
from ..store.rules.veracity import higher, reinforced
from .deciding import decide
from .declare import Question
from .drafts import FactDraft, hidden_domains
from .fact_decisions import Create, LeaveOpen, Mention, Opposed, TakenBack
from .fact_writes import as_new_fact, require_takeable
from .ids import fact_id
from .settings import Settings
from .settling import judge

TEXT_CHARS = 600
EVIDENCE_CHARS = 200
MOST_WHOLE = 5
"""Of more facts only the ids are named."""
ON_WHOSE_WORD = {
    Veracity.STATED: "a person said so",
    Veracity.INFERRED: "an agent concluded it",
    Veracity.IMPORTED: "it was imported",
    Veracity.TOOL: "a tool reported it",
}


@dataclass(frozen=True, slots=True)
class InDoubt:
    """The texts show nothing to ask about, their meaning may: `passage` is what to compare with the topic's facts."""

    passage: str


def question_about(
    tx: Transaction, caller: Caller, settings: Settings, draft: FactDraft, embedded: Embedded | None = None
) -> Question | InDoubt | None:
    """What the user would have to say if the draft were written now; None when that is decided without them.

    Who may not see the domain isn't told by a question either what is in it.
    """
    require_takeable(tx, caller, settings, draft)
    domain = tx.domains.get(draft.scope)
    if domain is None or domain.id in hidden_domains(tx, caller):
        return None
    new = as_new_fact(tx, caller, draft, domain)
    passage = fact_passage(draft.topic, draft.content)
    match decide(tx, caller, settings, draft, new, embedded.of(passage) if embedded else None).step:
        case Create(beside=(_, *_)) if embedded is None:
            return InDoubt(passage)
        case TakenBack(fact):
            return _question_of_taken_back(draft, fact)
        case LeaveOpen(against):
            return _question(draft, new, against)
        case Mention(fact, replaces=False):
            challenged = _challenged(tx, settings, fact, new)
            return _question(draft, new, challenged) if challenged else None
        case _:
            return None


def _challenged(tx: Transaction, settings: Settings, challenger: Fact, mention: NewFact) -> list[Opposed]:
    """What a fact challenges still, and would even with the support of one more mention."""
    supported = replace(
        challenger,
        veracity=higher(challenger.veracity, mention.veracity),
        confidence=reinforced(effective_confidence(challenger, tx.now), mention.veracity),
        supported_at=tx.now,
        source_ids=in_order((*challenger.source_ids, *mention.source_ids)),
    )
    found: list[Opposed] = []
    for conflict in tx.conflicts.open_of([challenger.id]):
        old = tx.facts.get(conflict.old_fact_id)
        if old is None or conflict.new_fact_id != challenger.id:
            continue
        if conflict.rule == Rule.ASKED or isinstance(judge(tx, settings, old, supported), AskUser):
            found.append(Opposed(old, Contradiction(conflict.evidence, conflict.kind)))
    return found


def _question(draft: FactDraft, new: NewFact, against: Sequence[Opposed]) -> Question:
    """Both sides with who said them and when, in words that stay the same while nothing of it changes."""
    lines = [f"Which holds for '{one_line(draft.topic)}' in {draft.scope}?"]
    lines += [f"NEW, from {one_line(new.agent)}; {ON_WHOSE_WORD[new.veracity]}:", _shown(new.content)]
    for opposed in against[:MOST_WHOLE]:
        lines += [f"OLD, {_said(opposed.fact)}:", _shown(opposed.fact.content)]
        lines += ["What differs:", _shown(opposed.contradiction.evidence, EVIDENCE_CHARS)]
    if more := [fact_id(opposed.fact.id) for opposed in against[MOST_WHOLE:]]:
        lines.append(f"It contradicts {', '.join(more)} as well.")
    return Question("\n".join(lines), tuple((opposed.fact.id, opposed.fact.content) for opposed in against))


def _question_of_taken_back(draft: FactDraft, fact: Fact) -> Question:
    lines = [
        f"This was taken back as wrong before, for '{one_line(draft.topic)}' in {draft.scope}:",
        _shown(fact.content),
        f"({_said(fact)}) Does it hold after all? new: it does; old: it is still wrong.",
    ]
    return Question("\n".join(lines), ((fact.id, fact.content),))


def _said(fact: Fact) -> str:
    day = fact.created_at.date().isoformat()
    return f"{fact_id(fact.id)}, from {one_line(fact.agent)} on {day}; {ON_WHOSE_WORD[fact.veracity]}"


def _shown(text: str, limit: int = TEXT_CHARS) -> str:
    return quoted(shorten(one_line(text), limit))
