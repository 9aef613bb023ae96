"""What an agent is told of a fact it proposed: the outcome, the question for its user, and what it should know."""

from __future__ import annotations

from collections.abc import Sequence

from ..store.model import Caller, Conflict, OnConflict, Outcome
from ..store.protocol import Transaction
from ..store.rules.settlement import Rule
from ..store.rules.text import one_line, shorten
from .answers import Proposed
from .conflict_views import conflict_briefs, joined_questions, visible_conflicts
from .cuts import page_of
from .drafts import hidden_domains
from .fact_acts import Written
from .gate import joined
from .ids import conflict_id, fact_id
from .near_facts import Likeness, NearFact
from .wording import Wording, wording_for

MOST_BESIDE = 3
NEAR_CHARS = 160


def proposed(tx: Transaction, caller: Caller, written: Written, warnings: Sequence[str]) -> Proposed:
    """What became of a proposed fact; a caller who may not see the domain is told nothing of what is there."""
    if written.fact.domain_id in hidden_domains(tx, caller):
        return _unseen(written, warnings)
    conflicts, wording = visible_conflicts(tx, caller, written.conflicts), wording_for(caller)
    briefs = page_of(conflict_briefs(conflicts))
    answer = Proposed(fact_id=fact_id(written.fact.id), outcome=written.outcome.value, conflicts=briefs)
    if asked := _question(written, joined_questions(tx, caller, conflicts)):
        answer["question"] = asked
    if note := joined([*warnings, *_remarks(written, wording), *_unshown(len(conflicts) - len(briefs), wording)]):
        answer["note"] = note
    return answer


def _unshown(count: int, wording: Wording) -> list[str]:
    return [f"{count} more conflicts are not shown here: {wording.lists_conflicts} has them."] if count else []


def _unseen(written: Written, warnings: Sequence[str]) -> Proposed:
    note = " ".join([*warnings, "Your role may not see this domain, so what the fact met there isn't told."])
    return Proposed(fact_id=fact_id(written.fact.id), outcome=written.outcome.value, conflicts=[], note=note)


def _question(written: Written, asked: str | None) -> str | None:
    if not written.rejected:
        return asked
    text = shorten(one_line(written.fact.content), 200)
    return (
        f'"{text}" was taken back as wrong before ({fact_id(written.fact.id)}), so nothing was stored. Ask your user; '
        "if they say it holds after all, propose it again with veracity stated."
    )


def _remarks(written: Written, wording: Wording) -> list[str]:
    remarks: list[str] = []
    if written.outcome is Outcome.MENTIONED and not written.is_counted:
        remarks.append("You said this before in this session: it makes the fact no surer.")
    if written.is_repeated:
        remarks.append(_repeated(written.conflicts[-1]))
    if written.beside:
        remarks.append(_beside([fact_id(number) for number in written.beside], wording))
    remarks.extend(_near(one) for one in written.near)
    if written.near:
        remarks.append(wording.merges_topics)
    if written.is_partly_compared:
        remarks.append("Its topic holds more facts than a write compares, only the newest were: use narrower topics.")
    if written.unheard is not None:
        remarks.append(_unheard([fact_id(number) for number in written.unheard]))
    if written.revives is not None:
        remarks.append(f"{fact_id(written.revives)} said the same and was taken back as wrong; {wording.revived}")
    return remarks


def _unheard(names: Sequence[str]) -> str:
    what = ", ".join(names) or "What it was about"
    return f"{what} changed while your user was asked, so their answer was not applied."


def _repeated(conflict: Conflict) -> str:
    lost = f"Nothing was stored: this lost before ({conflict_id(conflict.id)})"
    if conflict.rule == Rule.USER:
        return f"{lost}, your user settled it. If they changed their mind, propose it with veracity stated."
    return f"{lost}, and nothing new speaks for it: cite observations, or ask your user."


_MAY = {
    Likeness.OPPOSED: "may contradict this",
    Likeness.SAME: "may say the same",
    Likeness.ABOUT: "may be about the same",
}


def _near(near: NearFact) -> str:
    topic = shorten(one_line(near.fact.topic), 64)
    text = shorten(one_line(near.fact.content), NEAR_CHARS)
    return f"{fact_id(near.fact.id)} under '{topic}' {_MAY[near.likeness]}: \"{text}\"."


def _beside(names: Sequence[str], wording: Wording) -> str:
    shown = ", ".join(names[:MOST_BESIDE]) + (
        f" and {len(names) - MOST_BESIDE} more" if len(names) > MOST_BESIDE else ""
    )
    return f"Its topic also holds {shown}, left as it is; {wording.replaces} if yours takes its place."


def unreplaced(written: Written, on_conflict: OnConflict) -> list[str]:
    """The caller meant to replace something, and nothing was there to replace."""
    if on_conflict is OnConflict.SUPERSEDE and written.outcome is Outcome.CREATED:
        return ["Nothing of its topic contradicts it, so nothing was superseded; supersede_fact replaces a named fact."]
    return []
