"""The launch preamble of any agent as a person looks at it: the text, its sizes, and what it leaves out and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypedDict

from ..store.model import Caller
from ..store.protocol import Transaction
from ..store.rules import preamble as rules
from .ids import fact_id, observation_id, policy_id
from .preamble import build_preamble, hidden_at_launch, matching_facts, task_at_launch
from .settings import Settings

MOST_IDS = 20
OBSERVATIONS_LOOKED_AT = 50

Reason = Literal["hidden", "no_room", "short_task", "odd_task", "shortened", "unread"]


class LeftOutAtLaunch(TypedDict):
    """Of which part something is missing, why, how much of it, and the first of what is missing by id."""

    part: Literal["policies", "notes", "facts", "whole"]
    reason: Reason
    number: int
    ids: list[str]
    why: str | None


class PreambleView(TypedDict):
    """What an agent of that name, role and repository is given at launch for a task."""

    agent: str
    role: str
    repo: str | None
    text: str
    characters: int
    parts: dict[str, int]
    left_out: list[LeftOutAtLaunch]


def view_preamble(tx: Transaction, caller: Caller, task: str) -> PreambleView:
    """The preamble of a caller, byte for byte what `palimpsest preamble` prints."""
    settings = Settings(tx.settings.all())
    taken, trouble = task_at_launch(settings, task, "task")
    text, parts = build_preamble(tx, caller, taken)
    left_out = [
        *_unread(parts),
        *_hidden_policies(tx, caller, settings),
        *_older_observations(tx, caller, parts),
        *_odd_task(taken, trouble),
        *_other_facts(tx, caller, taken, settings, parts),
        *_shortened(text, parts),
    ]
    sizes = {"policies": len(parts.policies), "notes": len(parts.notes), "facts": len(parts.facts)}
    return PreambleView(
        agent=caller.agent,
        role=caller.role,
        repo=caller.repo,
        text=text,
        characters=len(text),
        parts=sizes,
        left_out=left_out,
    )


def _unread(parts: rules.Parts) -> Iterator[LeftOutAtLaunch]:
    for name in ("policies", "notes", "facts"):
        if name in parts.unread:
            yield LeftOutAtLaunch(part=name, reason="unread", number=1, ids=[], why=None)


def _hidden_policies(tx: Transaction, caller: Caller, settings: Settings) -> Iterator[LeftOutAtLaunch]:
    scopes = tx.domains.scopes()
    hidden = {scopes[number] for number in hidden_at_launch(tx, caller, settings)}
    yield from _named("policies", "hidden", [policy_id(one.id) for one in tx.policies.active() if one.scope in hidden])


def _older_observations(tx: Transaction, caller: Caller, parts: rules.Parts) -> Iterator[LeftOutAtLaunch]:
    lines = set(parts.notes.split("\n"))
    seen = reversed(tx.observations.last_active(caller.agent, OBSERVATIONS_LOOKED_AT))
    missing = [observation_id(one.id) for one in seen if rules.observation_line(one) not in lines]
    yield from _named("notes", "no_room", missing)


def _odd_task(task: str, trouble: str | None) -> Iterator[LeftOutAtLaunch]:
    if trouble is not None:
        yield LeftOutAtLaunch(part="facts", reason="odd_task", number=1, ids=[], why=trouble)
    elif task and not rules.has_task(task):
        yield LeftOutAtLaunch(part="facts", reason="short_task", number=rules.MIN_TASK_CHARS, ids=[], why=None)


def _other_facts(
    tx: Transaction, caller: Caller, task: str, settings: Settings, parts: rules.Parts
) -> Iterator[LeftOutAtLaunch]:
    lines = set(parts.facts.split("\n"))
    found = matching_facts(tx, caller, task, settings) if "facts" not in parts.unread else []
    missing = [fact_id(one.fact.id) for one in found if rules.fact_line(one) not in lines]
    yield from _named("facts", "no_room", missing)


def _shortened(text: str, parts: rules.Parts) -> Iterator[LeftOutAtLaunch]:
    """What `preamble.total_chars` cost, in characters."""
    whole = rules.join(parts)
    if whole != text:
        yield LeftOutAtLaunch(part="whole", reason="shortened", number=len(whole) - len(text), ids=[], why=None)


def _named(
    part: Literal["policies", "notes", "facts"], reason: Reason, ids: Sequence[str]
) -> Iterator[LeftOutAtLaunch]:
    if ids:
        yield LeftOutAtLaunch(part=part, reason=reason, number=len(ids), ids=list(ids[:MOST_IDS]), why=None)
