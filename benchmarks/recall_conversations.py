"""Conversations in the form of LoCoMo: turns to record and questions whose answers are among them.

`session_N` is a list of turns (`dia_id`, `speaker`, `text`, perhaps `blip_caption`), `session_N_date_time` says when it
was; `qa[].evidence` names turns, `D1:3` or several in one text. Sessions may be missing, and so may evidence.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
_SESSION = re.compile(r"session_(\d+)")
_TURN = re.compile(r"D(\d+):(\d+)")
_DATE_FORM = "%I:%M %p on %d %B, %Y"
_BETWEEN_TURNS = timedelta(seconds=30)
_EARLIEST = datetime(2023, 1, 1, tzinfo=UTC)


class Turn(NamedTuple):
    """One thing said; `at` is when, from the session's date where that can be read."""

    id: str
    source: str
    content: str
    at: datetime


class Asked(NamedTuple):
    """A question, its category by name and the turns that answer it."""

    text: str
    category: str
    evidence: frozenset[str]


def shared_file(name: str) -> Path:
    """A file of the shared data (PALIMPSEST_SHARED, else ../shared)."""
    shared = os.environ.get("PALIMPSEST_SHARED") or Path(__file__).resolve().parents[2] / "shared"
    return Path(shared) / "data" / name


def default_data() -> Path:
    """LoCoMo's first three conversations; they are licensed for measuring only."""
    return shared_file("locomo_first3.json")


def read_conversations(path: Path) -> list[dict[str, Any]]:
    """The entries of a file; one that holds a single conversation is a list of one."""
    entries: Any = json.loads(path.read_text(encoding="utf-8"))
    return [entries] if isinstance(entries, dict) else entries


def turns(conversation: Mapping[str, Any], *, captions: bool = False) -> Iterator[Turn]:
    """Each turn in order, as `[date] speaker: text`."""
    sessions = sorted(int(found[1]) for key in conversation if (found := _SESSION.fullmatch(key)))
    began = _EARLIEST
    for number in sessions:
        date = str(conversation.get(f"session_{number}_date_time") or "")
        began = _moment(date) or began + timedelta(days=1)
        for place, turn in enumerate(conversation[f"session_{number}"] or ()):
            yield Turn(
                _turn_id(turn["dia_id"]),
                f"session-{number}",
                _content(turn, date, captions=captions),
                began + place * _BETWEEN_TURNS,
            )


def _content(turn: Mapping[str, Any], date: str, *, captions: bool) -> str:
    said = f"{turn['speaker']}: {turn.get('text') or ''}"
    if captions and turn.get("blip_caption"):
        said += f" ({turn['blip_caption']})"
    return f"[{date}] {said}" if date else said


def questions(entry: Mapping[str, Any], known: Iterable[str]) -> Iterator[Asked]:
    """The questions whose evidence is among the known turns, with that evidence."""
    turns_there = frozenset(known)
    for question in entry.get("qa") or ():
        given = question.get("evidence") or ()
        texts = [given] if isinstance(given, str) else given
        evidence = {_turn_id(found[0]) for text in texts for found in _TURN.finditer(str(text))}
        if wanted := turns_there & evidence:
            category = question.get("category")
            yield Asked(question["question"], CATEGORIES.get(category, f"category {category}"), wanted)


def _turn_id(text: str) -> str:
    """`D30:05` is `D30:5`."""
    found = _TURN.fullmatch(text)
    return f"D{int(found[1])}:{int(found[2])}" if found else text


def _moment(date: str) -> datetime | None:
    try:
        return datetime.strptime(date.strip(), _DATE_FORM).replace(tzinfo=UTC)
    except ValueError:
        return None
