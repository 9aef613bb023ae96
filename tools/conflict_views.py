"""Conflicts as the tools show them, with the question that settles an open one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from ..store.model import DAY, Caller, Conflict, ConflictStatus, Fact, FactFilter
from ..store.protocol import Transaction
from ..store.rules.decay import effective_confidence
from ..store.rules.text import one_line, shorten
from .answers import ConflictAnswer, ConflictBrief, Side
from .cuts import cut_fact
from .drafts import hidden_domains
from .ids import conflict_id, fact_id
from .lapses import staleness_hint
from .sight import in_sight
from .wording import Wording, wording_for

QUOTED_CHARS = 300
SIDE_CHARS = 1000
EVIDENCE_CHARS = 200
MOST_QUESTIONS = 8


def conflict_answers(tx: Transaction, caller: Caller, conflicts: Sequence[Conflict]) -> list[ConflictAnswer]:
    """The conflicts with both sides; one with a side that was erased or is hidden from the caller is left out."""
    answers: list[ConflictAnswer] = []
    hidden_domain_ids, wording = hidden_domains(tx, caller), wording_for(caller)
    stale = tx.facts.stale({number for conflict in conflicts for number in _sides(conflict)})
    for conflict in conflicts:
        old, new = tx.facts.get(conflict.old_fact_id), tx.facts.get(conflict.new_fact_id)
        if old is None or new is None:
            continue
        if old.domain_id not in hidden_domain_ids and new.domain_id not in hidden_domain_ids:
            answers.append(_answer(conflict, old, new, tx.now, wording))
            _add_staleness(tx, answers[-1], [fact_id(side.id) for side in (old, new) if side.id in stale])
    return answers


def _add_staleness(tx: Transaction, answer: ConflictAnswer, stale: Sequence[str]) -> None:
    """Who is asked which of two holds should know that what one rests on has changed."""
    if "question" in answer and (hint := staleness_hint(tx, None, stale)):
        answer["question"] += f" {hint}"


def visible_conflicts(tx: Transaction, caller: Caller, conflicts: Iterable[Conflict]) -> list[Conflict]:
    """The conflicts of which the caller may see both sides."""
    return conflicts_in_sight(tx, conflicts, hidden_domains(tx, caller))


def conflicts_in_sight(
    tx: Transaction, conflicts: Iterable[Conflict], hidden_domain_ids: tuple[int, ...]
) -> list[Conflict]:
    """The conflicts of which neither side stands in a hidden domain."""
    found = list(conflicts)
    seen = in_sight(tx, (number for one in found for number in _sides(one)), hidden_domain_ids)
    return [one for one in found if seen.issuperset(_sides(one))]


def contested_in(tx: Transaction, fact_ids: Collection[int], where: FactFilter) -> dict[int, int]:
    """The oldest conflict of each fact that is open at the moment looked at, and that the reader may see."""
    met = tx.conflicts.open_of(fact_ids, where.at if where.past else None) if fact_ids else []
    found: dict[int, int] = {}
    for conflict in conflicts_in_sight(tx, met, where.hidden_domain_ids):
        for side in _sides(conflict):
            found.setdefault(side, conflict.id)
    return found


def _sides(conflict: Conflict) -> tuple[int, int]:
    return conflict.old_fact_id, conflict.new_fact_id


def conflict_briefs(conflicts: Sequence[Conflict]) -> list[ConflictBrief]:
    """The conflicts as a write reports them."""
    return [
        ConflictBrief(
            id=conflict_id(conflict.id),
            old_id=fact_id(conflict.old_fact_id),
            new_id=fact_id(conflict.new_fact_id),
            evidence=shorten(conflict.evidence, EVIDENCE_CHARS),
            rule=conflict.rule,
            winner=conflict.winner.value if conflict.winner else None,
        )
        for conflict in conflicts
    ]


def _answer(conflict: Conflict, old: Fact, new: Fact, now: datetime, wording: Wording) -> ConflictAnswer:
    answer = ConflictAnswer(
        id=conflict_id(conflict.id),
        status=conflict.status.value,
        domain=str(old.scope),
        topic=old.topic,
        old=_side(old, now),
        new=_side(new, now),
        evidence=shorten(conflict.evidence, EVIDENCE_CHARS),
        rule=conflict.rule,
        winner=conflict.winner.value if conflict.winner else None,
    )
    if conflict.status is ConflictStatus.OPEN:
        answer["question"] = _question(conflict, old, new, wording)
    return answer


def _side(fact: Fact, now: datetime) -> Side:
    return Side(
        id=fact_id(fact.id),
        content=cut_fact(fact, SIDE_CHARS),
        agent=fact.agent,
        veracity=fact.veracity.value,
        confidence=round(effective_confidence(fact, now), 2),
        age_days=age_days(fact, now),
    )


def age_days(fact: Fact, now: datetime) -> float:
    """Days since the fact was last supported."""
    return round(max(0.0, (now - fact.supported_at) / DAY), 1)


def _question(conflict: Conflict, old: Fact, new: Fact, wording: Wording) -> str:
    """What is to be decided, and the call that settles it."""
    old_text, new_text = (shorten(one_line(fact.content), QUOTED_CHARS) for fact in (old, new))
    return (
        f"{wording.which_holds} '{one_line(old.topic)}': the old \"{old_text}\" ({fact_id(old.id)}) or the new "
        f'"{new_text}" ({fact_id(new.id)})? {wording.settles.format(id=conflict_id(conflict.id))}'
    )


def joined_questions(tx: Transaction, caller: Caller, conflicts: Sequence[Conflict]) -> str | None:
    """The questions of the open conflicts among them, the first few where there are many."""
    still_open = [conflict for conflict in conflicts if conflict.status is ConflictStatus.OPEN]
    answers = conflict_answers(tx, caller, still_open[:MOST_QUESTIONS])
    questions = [answer["question"] for answer in answers if "question" in answer]
    if len(still_open) > MOST_QUESTIONS:
        more = len(still_open) - MOST_QUESTIONS
        questions.append(f"{more} more are open: {wording_for(caller).lists_conflicts} shows them.")
    return " ".join(questions) or None
