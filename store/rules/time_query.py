"""What a query says about time: when, from when to when, what came last, what came before or after an event.

Rules and word lists in thirteen languages, no clock: `now` is an argument, and days are those of UTC. In a query of
another language only dates in digits are found. Of a long query the two ends are read.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from .calendar_spans import Span

__all__ = ["NO_TIME", "Anchor", "Direction", "Place", "Side", "Span", "TimeQuery", "find_time", "without_time"]


class Direction(StrEnum):
    """Which end of a history is asked for."""

    LATEST = "latest"
    EARLIEST = "earliest"


class Side(StrEnum):
    """On which side of an event."""

    BEFORE = "before"
    AFTER = "after"


class Anchor(NamedTuple):
    """An event that a time is told from, as the query names it."""

    side: Side
    text: str


class Place(NamedTuple):
    """A stretch of the query, in characters."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class TimeQuery:
    """What one query says about time."""

    spans: tuple[Span, ...] = ()
    """The stretches of time asked for, by their beginning; any of them will do."""
    asks_when: bool = False
    direction: Direction | None = None
    anchor: Anchor | None = None
    words: tuple[Place, ...] = ()
    """Where the words of time stand, in order and apart; the name of an anchor's event is none of them."""

    @property
    def is_about_time(self) -> bool:
        """Whether it says anything about time at all."""
        return bool(self.spans or self.asks_when or self.direction or self.anchor)


NO_TIME = TimeQuery()


def find_time(query: str, now: datetime) -> TimeQuery:
    """The time that a query asks for, seen from `now` (aware UTC); `NO_TIME` when it asks for none.

    The languages that the query is known to be in are asked first, then those that it may be in; of each the reading
    that explains most of the query is taken, the likelier language's on a tie.
    """
    from .time_reading import read_time  # the word lists are loaded with the first query, not with the server

    return read_time(query, now)


def without_time(query: str, time: TimeQuery) -> str:
    """The query without its words of time; the whole query when nothing else would be left of it."""
    parts: list[str] = []
    at = 0
    for place in time.words:
        parts.append(query[at : place.start])
        at = place.end
    parts.append(query[at:])
    rest = " ".join(" ".join(parts).split())
    return rest if any(char.isalnum() for char in rest) else query
