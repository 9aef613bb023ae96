"""Conflicts as the tools show them, with the question that settles an open one."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from datetime import datetime

from ..store.model import DAY, Caller, Conflict, ConflictStatus, Fact
from ..store.protocol import Transaction
from ..store.rules.decay import effective_confidence
from ..store.rules.text import one_line, shorten
from .answers import ConflictAnswer, ConflictBrief, Side
from .cuts import cut_fact
from .drafts import hidden_domains
from .ids import conflict_id, fact_id
from .lapses import staleness_hint

QUOTED_CHARS = 300
SIDE_CHARS = 1000
EVIDENCE_CHARS = 200
MOST_QUESTIONS = 8


def conflict_answers(
    tx: Transaction, conflicts: Sequence[Conflict], hidden_domain_ids: Container[int] = ()
) -> list[ConflictAnswer]:
    """The conflicts with both sides; one with a side that was erased or is hidden from the caller is left out."""
    answers: list[ConflictAnswer] = []
    stale = tx.facts.stale({number for conflict in conflicts for number in _sides(conflict)})
    for conflict in conflicts:
        old, new = tx.facts.get(conflict.old_fact_id), tx.facts.get(conflict.new_fact_id)
        if old is None or new is None:
            continue
        if old.domain_id not in hidden_domain_ids and new.domain_id not in hidden_domain_ids:
            answers.append(_answer(conflict, old, new, tx.now))
            _add_staleness(tx, answers[-1], [fact_id(side.id) for side in (old, new) if side.id in stale])
    return answers


def _add_staleness(tx: Transaction, answer: ConflictAnswer, stale: Sequence[str]) -> None:
    """Who is asked which of two holds should know that what one rests on has changed."""
    if "question" in answer and (hint := staleness_hint(tx, None, stale)):
        answer["question"] += f" {hint}"


def visible_conflicts(tx: Transaction, caller: Caller, conflicts: Iterable[Conflict]) -> list[Conflict]:
    """The conflicts of which the caller may see both sides."""
    hidden = hidden_domains(tx, caller)
    if not hidden:
        return list(conflicts)
    return [one for one in conflicts if not any(_is_hidden(tx, number, hidden) for number in _sides(one))]


def _sides(conflict: Conflict) -> tuple[int, int]:
    return conflict.old_fact_id, conflict.new_fact_id


def _is_hidden(tx: Transaction, number: int, hidden: Container[int]) -> bool:
    fact = tx.facts.get(number)
    return fact is None or fact.domain_id in hidden


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


def _answer(conflict: Conflict, old: Fact, new: Fact, now: datetime) -> ConflictAnswer:
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
        answer["question"] = question(conflict, old, new)
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


def question(conflict: Conflict, old: Fact, new: Fact) -> str:
    """What to put to the user, and the call that settles it."""
    old_text, new_text = (shorten(one_line(fact.content), QUOTED_CHARS) for fact in (old, new))
    return (
        f"Ask your user which holds for '{one_line(old.topic)}': the old \"{old_text}\" ({fact_id(old.id)}) or the new "
        f'"{new_text}" ({fact_id(new.id)})? Then call resolve_memory_conflict with conflict_id '
        f"{conflict_id(conflict.id)} and keep new, old or both."
    )


def joined_questions(tx: Transaction, conflicts: Sequence[Conflict]) -> str | None:
    """The questions of the open conflicts among them, the first few where there are many."""
    still_open = [conflict for conflict in conflicts if conflict.status is ConflictStatus.OPEN]
    answers = conflict_answers(tx, still_open[:MOST_QUESTIONS])
    questions = [answer["question"] for answer in answers if "question" in answer]
    if len(still_open) > MOST_QUESTIONS:
        questions.append(f"{len(still_open) - MOST_QUESTIONS} more are open: list_memory_conflicts shows them.")
    return " ".join(questions) or None
