"""The launch preamble as text (DESIGN 3): policies, the agent's notes, facts that match the task, one closing sentence.

Stored text is data: everything but the agent's own notes is put on one line that opens nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..model import Fact, Observation, Policy, Scope
from .text import data_line, shorten

MIN_TASK_CHARS = 20
MAX_FACTS = 5
FACTS_CHARS = 1200
FACT_CHARS = 240
OBSERVATION_COUNT = 10
OBSERVATION_CHARS = 200
OBSERVATIONS_CHARS = 1000

POLICIES_HEADING = "## Policies (always follow)"
NOTES_HEADING = "## Your notes"
OBSERVATIONS_HEADING = "Last observed:"
FACTS_HEADING = "## Facts that may help"
CLOSING = "Memory can be out of date: verify what matters with `search_memory` before you rely on it."
BOUNDED_CLOSING = (
    "Shortened to preamble.total_chars: the rest is at memory://policies and memory://notes; verify what matters with "
    "`search_memory` before you rely on it."
)
_ROUND = str.maketrans("[]", "()")
SEPARATOR = "\n\n"


@dataclass(frozen=True, slots=True)
class FactLine:
    """A fact that matches the task, how sure it is now, and the conflict it stands in."""

    fact: Fact
    confidence: float
    conflict_id: int | None = None


@dataclass(frozen=True, slots=True)
class Parts:
    """The three parts, each empty when it has nothing to say; `unread` names those that couldn't be read."""

    policies: str = ""
    notes: str = ""
    facts: str = ""
    unread: tuple[str, ...] = ()


def policies_part(policies: Iterable[Policy], repo: str | None) -> str:
    """Every active policy, one line each, the caller's repo first."""
    ordered = sorted(policies, key=lambda policy: (*_nearness(policy.scope, repo), policy.id))
    lines = [policy_line(policy) for policy in ordered]
    return "\n".join([POLICIES_HEADING, *lines]) if lines else ""


def policy_line(policy: Policy) -> str:
    """`- [domain] rule`, whoever it is for."""
    return f"- [{data_line(str(policy.scope))}] {data_line(policy.rule)}"


def _nearness(scope: Scope, repo: str | None) -> tuple[int, str]:
    """The caller's repo, then the workspace, then other repos."""
    if repo is not None and scope.repo == repo:
        return 0, ""
    return (1, "") if scope.repo is None else (2, scope.repo)


def notes_part(text: str, observations: Sequence[Observation]) -> str:
    """The agent's own text, verbatim, then the lines of its last observations, newest last."""
    lines = _observation_lines(observations)
    blocks = [text] if text else []
    if lines:
        blocks.append("\n".join([OBSERVATIONS_HEADING, *lines]))
    return "\n".join([NOTES_HEADING, *blocks]) if blocks else ""


def _observation_lines(observations: Sequence[Observation]) -> list[str]:
    """As many of the newest as fit together, in order."""
    kept: list[str] = []
    room = OBSERVATIONS_CHARS
    for observation in reversed(observations[-OBSERVATION_COUNT:]):
        line = observation_line(observation)
        if len(line) + 1 > room:
            break
        room -= len(line) + 1
        kept.append(line)
    return kept[::-1]


def observation_line(observation: Observation) -> str:
    """`- content (O7)`, shortened before its id."""
    tail = f" (O{observation.id})"
    return f"- {shorten(data_line(observation.content), OBSERVATION_CHARS - len('- ') - len(tail))}{tail}"


def facts_part(ranked: Iterable[FactLine], repo: str | None) -> str:
    """At most five facts in their order, the caller's repo first; a line that doesn't fit is skipped whole."""
    ordered = sorted(ranked, key=lambda line: repo is None or line.fact.scope.repo != repo)
    lines: list[str] = []
    room = FACTS_CHARS - len(FACTS_HEADING)
    for candidate in ordered:
        line = fact_line(candidate)
        if len(line) + 1 <= room:
            lines.append(line)
            room -= len(line) + 1
        if len(lines) == MAX_FACTS:
            break
    return "\n".join([FACTS_HEADING, *lines]) if lines else ""


def fact_line(line: FactLine) -> str:
    """`- [domain/topic] content (F12, 0.8)`, with the conflict the fact stands in."""
    fact = line.fact
    content = shorten(data_line(fact.content), FACT_CHARS)
    mark = f" (contested, C{line.conflict_id})" if line.conflict_id is not None else ""
    return f"- [{data_line(str(fact.scope))}/{_label(fact.topic)}] {content} (F{fact.id}, {line.confidence:.1f}){mark}"


def _label(topic: str) -> str:
    """A topic that can't close the bracket it stands in."""
    return data_line(topic).translate(_ROUND)


def has_task(task: str) -> bool:
    """Whether a task says enough to look for facts."""
    return len(task.strip()) >= MIN_TASK_CHARS


def join(parts: Parts, total_chars: int = 0) -> str:
    """The parts with the closing sentence; "" when all are empty. `total_chars` above 0 bounds the whole."""
    written = [part for part in (parts.policies, parts.notes, parts.facts) if part]
    if not written:
        return ""
    whole = SEPARATOR.join([*written, CLOSING])
    return whole if not total_chars or len(whole) <= total_chars else _bounded(written, total_chars)


def _bounded(parts: Sequence[str], total_chars: int) -> str:
    """Line by line what fits, earlier parts first; the closing sentence says that something is missing."""
    room = total_chars - len(SEPARATOR) - len(BOUNDED_CLOSING)
    kept: list[str] = []
    for part in parts:
        cut = _first_lines(part, room - (len(SEPARATOR) if kept else 0))
        if cut:
            room -= len(cut) + (len(SEPARATOR) if kept else 0)
            kept.append(cut)
    return SEPARATOR.join([*kept, BOUNDED_CLOSING]) if kept else shorten(BOUNDED_CLOSING, total_chars)


def _first_lines(part: str, room: int) -> str:
    """The heading and the lines that fit below it; "" when that is the heading alone."""
    heading, *lines = part.split("\n")
    kept = [heading]
    room -= len(heading)
    for line in lines:
        if len(line) + 1 <= room:
            kept.append(line)
            room -= len(line) + 1
    if kept[-1] == OBSERVATIONS_HEADING:
        kept.pop()
    return "\n".join(kept) if room >= 0 and len(kept) > 1 else ""
