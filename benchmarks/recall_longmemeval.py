"""Recall on a file in LongMemEval's form: which turns and which sessions that answer a question are found.

Each question has a history of its own, which is recorded as observations of a workspace of its own: `[date] role:
content`, with the session's id as source. It is asked in hybrid mode at `question_date`. Sessions stand in the order of
their best turn. `all` is the share of questions with all of what answers among the first, `any` with some of it.
Questions about what was never said (ids that end in `_abs`) have nothing to find and are left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, NamedTuple

from palimpsest.store.model import Caller
from palimpsest.store.protocol import Transaction
from palimpsest.tools.question import Mode, Question
from recall_memory import Look, Memory, found, open_memory
from recall_metrics import Hits, Outcomes, Wanted, print_table, recall_at, share
from recall_setup import Setup

CUTS = (5, 10)
DEPTH = 50
"""Hits that are asked for: enough turns to know ten sessions."""
_DATE_FORMS = ("%Y/%m/%d (%a) %H:%M", "%Y/%m/%d %H:%M", "%Y/%m/%d")
MEASURES = [f"{measure}@{cut}" for measure in ("recall", "all", "any") for cut in CUTS]


class Recorded(NamedTuple):
    """The session that each hit is from, and the hits that hold an answer."""

    session_of: dict[str, str]
    answers: set[str]


def is_about_nothing(entry: Mapping[str, Any]) -> bool:
    """Whether the answer is that it was never said."""
    return str(entry["question_id"]).endswith("_abs")


def judge(hits: Hits, wanted: Wanted) -> dict[str, float]:
    """Recall, all and any at each cut."""
    scores: dict[str, float] = {}
    for cut in CUTS:
        recall = recall_at(cut)(hits, wanted)
        scores |= {f"recall@{cut}": recall, f"all@{cut}": float(recall == 1.0), f"any@{cut}": float(recall > 0)}
    return scores


async def measure(entries: Sequence[Mapping[str, Any]], setup: Setup) -> None:
    """Print recall by type of question."""
    asked = [entry for entry in entries if not is_about_nothing(entry)]
    turns: defaultdict[str, Outcomes] = defaultdict(Outcomes)
    sessions: defaultdict[str, Outcomes] = defaultdict(Outcomes)
    for entry in setup.some(asked):
        kind = str(entry["question_type"])
        async with open_memory(setup.models, setup.embedder, setup.load, moment(entry.get("question_date"))) as memory:
            recorded = await record(memory, entry)
            for mode in Mode:
                hits = await memory.ask(entry["question"], _finding(mode), limit=DEPTH, include_observations=True)
                order = list(dict.fromkeys(recorded.session_of[hit] for hit in hits))
                if wanted := [frozenset([one]) for one in entry["answer_session_ids"]]:
                    sessions[mode].take(kind, judge(order, wanted))
                if recorded.answers:
                    turns[mode].take(kind, judge(hits, [frozenset([one]) for one in sorted(recorded.answers)]))
    print(f"{len(entries)} questions, {len(entries) - len(asked)} of them left out, as nothing answers them")
    for title, ways in (("sessions", sessions), ("turns", turns)):
        _print(title, ways)


async def record(memory: Memory, entry: Mapping[str, Any]) -> Recorded:
    """Record the history of a question."""
    recorded = Recorded({}, set())
    for number, (session, said) in enumerate(
        zip(entry["haystack_session_ids"], entry["haystack_sessions"], strict=True)
    ):
        date = _at(entry.get("haystack_dates"), number)
        for turn in said:
            if not turn["content"].strip():
                continue
            spoken = f"{turn['role']}: {turn['content']}"
            name = await memory.observe(f"[{date}] {spoken}" if date else spoken, session)
            recorded.session_of[name] = session
            if turn.get("has_answer"):
                recorded.answers.add(name)
    await memory.complete()
    return recorded


def moment(date: str | None) -> datetime | None:
    """A date as the file writes it; None where it can't be read."""
    for form in _DATE_FORMS if date else ():
        try:
            return datetime.strptime(str(date).strip(), form).replace(tzinfo=UTC)
        except ValueError:
            continue
    return None


def _at(dates: Sequence[str] | None, number: int) -> str:
    return dates[number] if dates and number < len(dates) else ""


def _finding(mode: Mode) -> Look[list[str]]:
    def look(tx: Transaction, caller: Caller, question: Question) -> list[str]:
        return found(tx, caller, replace(question, mode=mode))

    return look


def _print(title: str, ways: Mapping[str, Outcomes]) -> None:
    rows = [
        [mode, kind, str(outcomes.count(kind)), *(share(outcomes.mean(name, kind)) for name in MEASURES)]
        for mode, outcomes in ways.items()
        for kind in outcomes.kinds()
    ]
    print_table(f"LongMemEval: {title}", ["mode", "type", "questions", *MEASURES], rows)
