"""Candidates that a language model draws from what is pending, asked portion by portion, before anything is changed.

What it says is checked like a stranger's word (`model_answer`), and once more when it is taken (`taking`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypedDict

from ..store.errors import ModelError
from .answers import Consolidated, LeftOut
from .candidates import Candidate
from .consolidating import Order, consolidate
from .declare import Progress
from .desk import Desk
from .gate import Gate
from .model_answer import Unusable, read_answer, read_candidates
from .model_prompt import SYSTEM, echo_of, prompt_of, words_of_refusal
from .portions import Portion, next_portion, portions_of, shown_ids
from .tidying import Reach

MOST_FAILURES = 2
"""Portions in a row that an endpoint may fail at before it is asked no more."""


class Message(TypedDict):
    """One turn of a conversation with the model."""

    role: Literal["system", "user", "assistant"]
    content: str


class Chat(Protocol):
    """A language model; `ModelError` when it can't be asked."""

    async def ask(self, messages: Sequence[Message]) -> str:
        """What it answers to the conversation so far."""
        ...


@dataclass(slots=True)
class Drawn:
    """What the model made of all portions."""

    candidates: list[Candidate] = field(default_factory=list[Candidate])
    left_out: list[LeftOut] = field(default_factory=list[LeftOut])
    remarks: list[str] = field(default_factory=list[str])


async def consolidate_with(
    desk: Desk, reach: Reach, chat: Chat, progress: Progress | None = None, *, dry_run: bool = False
) -> Consolidated:
    """Let the model draw candidates of everybody's pending items, take the good ones, and cluster what is left.

    Raises `ModelError` when the model can't be asked at all; nothing is changed then.
    """
    drawn = await draw(desk, reach, chat, progress)
    order = Order(
        reach,
        None,
        tuple(drawn.candidates),
        remarks=tuple(dict.fromkeys(drawn.remarks)),
        left_out=tuple(drawn.left_out),
        checks_texts=True,
        clusters_rest=True,
    )
    return await consolidate(desk, order, progress, dry_run=dry_run)


async def draw(desk: Desk, reach: Reach, chat: Chat, progress: Progress | None = None) -> Drawn:
    """Ask about each portion; one that fails is told and left as it is. `ModelError` when none could be asked about."""
    groups = await desk.read(lambda tx: portions_of(tx, reach))
    drawn, failed = Drawn(), list[ModelError]()
    has_answered = False
    for number, group in enumerate(groups, 1):
        if progress is not None:
            await progress.report_progress(number - 1, len(groups), "asking the model")
        portion = await next_portion(desk, reach, group)
        try:
            await _ask_about(chat, portion, number, Gate(reach.settings), drawn)
        except ModelError as error:
            failed.append(error)
            drawn.left_out.append(_unanswered(number, portion, str(error)))
            if len(failed) == MOST_FAILURES:
                drawn.remarks.append(f"The model failed twice in a row, at {number} of {len(groups)} portions.")
                break
        else:
            failed, has_answered = [], True
    if failed and not has_answered:
        raise failed[0]
    return drawn


async def _ask_about(chat: Chat, portion: Portion, number: int, gate: Gate, drawn: Drawn) -> None:
    messages = [Message(role="system", content=SYSTEM), Message(role="user", content=prompt_of(portion))]
    text = await chat.ask(messages)
    found = read_answer(text, portion)
    if isinstance(found, Unusable):
        messages += [
            Message(role="assistant", content=echo_of(text)),
            Message(role="user", content=words_of_refusal(found.why)),
        ]
        found = read_answer(await chat.ask(messages), portion)
    if isinstance(found, Unusable):
        drawn.left_out.append(_unanswered(number, portion, f"the model's answer {found.why}, twice"))
        return
    read = read_candidates(gate, found, portion, number)
    drawn.candidates += read.candidates
    drawn.left_out += read.left_out
    drawn.remarks += gate.warnings


def _unanswered(number: int, portion: Portion, why: str) -> LeftOut:
    names = shown_ids(portion)
    more = f" and {len(names) - 5} more" if len(names) > 5 else ""
    return LeftOut(id=f"answer {number}", why=f"{why}. It was asked about {', '.join(names[:5])}{more}.")
