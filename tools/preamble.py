"""Building the launch preamble: each part is read on its own, so that one that fails leaves the others standing.

This is the path of `palimpsest preamble` and the launch hook: the store and its rules only.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from ..store.errors import InvalidInput
from ..store.model import Caller, Fact, FactFilter
from ..store.protocol import Transaction
from ..store.rules import preamble as text
from ..store.rules.decay import effective_confidence
from ..store.rules.text import one_line
from .drafts import hidden_domains
from .gate import Gate
from .scaling import scale
from .settings import Settings

T = TypeVar("T")

CANDIDATES = 50


def build_preamble(tx: Transaction, caller: Caller, task: str) -> tuple[str, text.Parts]:
    """The preamble of the caller for a task ("" when there is none), and its parts."""
    stored = _part("settings", tx, tx.settings.all)
    # Unknown settings might have said `strict`: what a grant hides stays hidden.
    settings = Settings({"access.mode": "strict"} if stored is None else stored)
    read = {
        "policies": _part("policies", tx, lambda: policies_at_launch(tx, caller, settings)),
        "notes": _part("notes", tx, lambda: _notes(tx, caller)),
        "facts": _part("facts", tx, lambda: _facts(tx, caller, task, settings)),
    }
    unread = tuple(name for name, part in read.items() if part is None)
    parts = text.Parts(read["policies"] or "", read["notes"] or "", read["facts"] or "", unread)
    return text.join(parts, settings.whole("preamble.total_chars")), parts


def task_at_launch(settings: Settings, task: str, name: str) -> tuple[str, str | None]:
    """The task as it is searched for; one that can't be taken costs the facts alone, and the second says why."""
    if not task.strip():
        return "", None
    try:
        return Gate(settings).query(task, name), None
    except InvalidInput as error:
        return "", str(error)


def launch_chars(tx: Transaction, caller: Caller) -> int:
    """Characters of the caller's preamble before any task is known."""
    return len(build_preamble(tx, caller, "")[0])


def growth(before: int, after: int) -> list[str]:
    """What a reply says about a write that makes each launch longer."""
    if after <= before:
        return []
    return [f"Each launch of yours is now {after - before} characters longer ({after} in all)."]


def _part(name: str, tx: Transaction, read: Callable[[], T]) -> T | None:
    try:
        return tx.attempt(read)
    except Exception as error:  # noqa: BLE001 (whatever is wrong with one part, an agent must get the others)
        reason = one_line(str(error)) or type(error).__name__
        print(f"palimpsest: the preamble goes without {name}: {reason}", file=sys.stderr)  # noqa: T201
        return None


def hidden_at_launch(tx: Transaction, caller: Caller, settings: Settings) -> tuple[int, ...]:
    """Grants rule the preamble in mode `strict` only."""
    return hidden_domains(tx, caller) if settings.is_strict else ()


def policies_at_launch(tx: Transaction, caller: Caller, settings: Settings) -> str:
    """The part of the preamble that says what must be done."""
    hidden = hidden_at_launch(tx, caller, settings)
    scopes = tx.domains.scopes() if hidden else {}
    hidden_scopes = {scopes[number] for number in hidden}
    shown = (policy for policy in tx.policies.active() if policy.scope not in hidden_scopes)
    return text.policies_part(shown, caller.repo)


def _notes(tx: Transaction, caller: Caller) -> str:
    observed = tx.observations.last_active(caller.agent, text.OBSERVATION_COUNT)
    return text.notes_part(tx.notes.get(caller.agent).text, observed)


def _facts(tx: Transaction, caller: Caller, task: str, settings: Settings) -> str:
    return text.facts_part(matching_facts(tx, caller, task, settings), caller.repo)


def matching_facts(tx: Transaction, caller: Caller, task: str, settings: Settings) -> list[text.FactLine]:
    """The facts whose words match the task, best first; more than a preamble has room for."""
    if not text.has_task(task):
        return []
    where = FactFilter(tx.now, hidden_domain_ids=hidden_at_launch(tx, caller, settings), only_sound=True)
    found = tx.search.facts(task, where, CANDIDATES)
    if caller.repo is not None:
        # Its facts go first, however many others match better.
        found = [*tx.search.facts(task, replace(where, repo=caller.repo), CANDIDATES), *found]
    candidates = {candidate.key: candidate for candidate in reversed(found)}
    scores = {key: candidate.score for key, candidate in candidates.items()}
    ranked = scale(candidates, scores, tx.now, caller.repo, 2 * CANDIDATES)
    facts = tx.facts.get_many([hit.candidate.id for hit in ranked], where)
    return _lines(tx, [facts[hit.candidate.id] for hit in ranked])


def _lines(tx: Transaction, facts: list[Fact]) -> list[text.FactLine]:
    conflicts = tx.conflicts.open_of([fact.id for fact in facts])
    standing = {conflict.old_fact_id: conflict.id for conflict in reversed(conflicts)}
    return [text.FactLine(fact, effective_confidence(fact, tx.now), standing.get(fact.id)) for fact in facts]
