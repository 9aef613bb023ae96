"""Writing facts: the one path by which a claim becomes a fact, a mention of one, or one side of a conflict.

Everything here runs inside the transaction of the caller's write (DESIGN 2.3): it decides, and acts on the decision.
"""

from __future__ import annotations

from dataclasses import replace

from ..store.errors import Refused
from ..store.model import Caller, Domain, Fact, Keep, NewFact
from ..store.protocol import Transaction
from ..store.rules import conflict as comparison
from ..store.rules.passage import fact_passage
from ..store.rules.settlement import Rule
from ..store.rules.veracity import weight
from .deciding import decide
from .declare import Reply
from .drafts import FactDraft, ensure_domain, require_fact_write, require_visible_sources, valid_until
from .fact_acts import Writer, Written
from .fact_decisions import Create, LeaveOpen, Lose, Mention, Step, TakenBack, Win
from .ids import fact_id
from .settings import Settings

__all__ = ["Written", "as_new_fact", "rejected", "require_takeable", "write_fact"]


def write_fact(
    tx: Transaction, caller: Caller, settings: Settings, draft: FactDraft, reply: Reply | None = None
) -> Written:
    """Take a claim into the memory, beside, instead of or under what is there.

    What the user replied holds for those facts that they were asked about and that it still contradicts.
    """
    require_takeable(tx, caller, settings, draft)
    new = as_new_fact(tx, caller, draft, ensure_domain(tx, caller, draft.scope))
    passage = tx.vectors.at_hand(fact_passage(draft.topic, draft.content))
    decision = decide(tx, caller, settings, draft, new, passage)
    if isinstance(decision.step, TakenBack) and _is_confirmed(decision.step.fact, reply):
        decision = decide(tx, caller, settings, draft, new, passage, holds_after_all=True)
        reply = None  # what it meets now, nobody was asked about
    writer = Writer(tx, caller, settings, new, passage)
    if reply is None or reply.keep is None:
        written = writer.act(decision.step)
    else:
        written = _act_on_reply(writer, decision.step, reply, reply.keep)
    return replace(written, revives=decision.revives, is_partly_compared=decision.is_partly_compared)


def _is_confirmed(taken_back: Fact, reply: Reply | None) -> bool:
    """Whether the user said of the very text that it holds after all; that it doesn't is final."""
    if reply is None or reply.keep is None or dict(reply.question.about).get(taken_back.id) != taken_back.content:
        return False
    if reply.keep is Keep.OLD:
        raise Refused(f"Your user says that it still is wrong, as {fact_id(taken_back.id)} was: nothing was stored.")
    return True


def _act_on_reply(writer: Writer, step: Step, reply: Reply, keep: Keep) -> Written:
    """Decided again, as the store may have changed while the user thought about it."""
    about = dict(reply.question.about)
    match step:
        case LeaveOpen(against) | Win(against) | Lose(against):
            asked = [one.fact.id for one in against if about.get(one.fact.id) == one.fact.content]
            if asked:
                rule = step.rule if isinstance(step, LeaveOpen) else Rule.UNDECIDED
                return writer.act_for_user(against, asked, rule, keep)
        case Mention():
            written = writer.mention_for_user(step, about, keep)
            if written is not None:
                return written
        case _:
            pass
    if keep is Keep.OLD and isinstance(step, Create | Mention | Win):
        names = ", ".join(fact_id(number) for number in about) or "it"
        raise Refused(
            f"Your user kept the old one, but {names} changed while they were asked, so nothing was stored. "
            "Look at what is there now, and propose it again if it still holds."
        )
    return replace(writer.act(step), unheard=tuple(about))


def require_takeable(tx: Transaction, caller: Caller, settings: Settings, draft: FactDraft) -> None:
    """Refuse a draft that the caller may not write, or whose sources or validity don't hold."""
    require_fact_write(tx, caller, settings, draft.scope)
    require_visible_sources(tx, caller, draft.source_ids)
    valid_until(draft, tx.now)


def as_new_fact(tx: Transaction, caller: Caller, draft: FactDraft, domain: Domain) -> NewFact:
    """The draft as the row that it would become."""
    validity, until = valid_until(draft, tx.now)
    return NewFact(
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


def rejected(tx: Transaction, draft: FactDraft) -> Fact | None:
    """The fact of the draft's very text that was taken back as wrong."""
    domain = tx.domains.get(draft.scope)
    return tx.facts.rejected(domain.id, comparison.normalise_content(draft.content)) if domain else None
