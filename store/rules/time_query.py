"""What a query says about time: when, from when to when, what came last, what came before or after an event.

Rules and word lists in thirteen languages, no clock: `now` is an argument, and days are those of UTC. In a query of
another language only dates in digits are found. Of a long query the two ends are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from .calendar_spans import Span
from .query_languages import languages_of
from .time_cues import Anchor, Direction, Side, find_cues
from .time_lexicon import Role
from .time_points import find_points
from .time_ranges import find_ranges
from .time_terms import read
from .time_tokens import Token, cut, written_words
from .time_vocabulary import NO_LANGUAGE, vocabulary_of

__all__ = ["NO_TIME", "Anchor", "Direction", "Place", "Side", "Span", "TimeQuery", "find_time", "without_time"]

READ_AT_EACH_END = 800  # characters: what is asked stands at one of the ends of a pasted text
MOST_SPANS = 8  # of the dates that a pasted text names the first are asked for
# Without one of these no phrase of time begins or ends.
_TELLING = (
    Role.DATE | Role.YEAR | Role.MONTH | Role.MAYBE_MONTH | Role.MONTH_DAY | Role.QUARTER | Role.WEEKDAY | Role.NEAR
    | Role.RELATIVE | Role.ROLLING | Role.AGO | Role.AGO_AHEAD | Role.SINCE | Role.EVENT | Role.EVENT_BEHIND | Role.WHEN
    | Role.MAYBE_WHEN | Role.LATEST | Role.EARLIEST
)  # fmt: skip


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
    shown = _ends_of(query)
    tokens = cut(shown)
    languages = list(languages_of(written_words(shown, tokens)))
    for is_known in (True, False):
        codes = [code for code, known in languages if known is is_known]
        codes += [] if is_known else [NO_LANGUAGE]
        found = [_read(shown, tokens, code, is_known=is_known, now=now) for code in codes]
        best = max(found, key=_length, default=NO_TIME)
        if best.words:
            return best
    return NO_TIME


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


def _ends_of(query: str) -> str:
    """The query with blanks for its middle where it is long."""
    hidden = len(query) - 2 * READ_AT_EACH_END
    return query if hidden <= 0 else query[:READ_AT_EACH_END] + "\n" + " " * (hidden - 1) + query[-READ_AT_EACH_END:]


def _length(found: TimeQuery) -> int:
    return sum(place.end - place.start for place in found.words)


def _read(query: str, tokens: Sequence[Token], code: str, *, is_known: bool, now: datetime) -> TimeQuery:
    terms = read(tokens, vocabulary_of(code, is_known=is_known))
    if not any(term.roles & _TELLING for term in terms):
        return NO_TIME
    ranges, rest = find_ranges(find_points(terms, now))
    cues = find_cues(query, rest)
    spans = [span for found in ranges for span in found.spans]
    return TimeQuery(
        spans=tuple(sorted(dict.fromkeys(spans[:MOST_SPANS]))),
        asks_when=any(cue.what is None for cue in cues),
        direction=next((cue.what for cue in cues if isinstance(cue.what, Direction)), None),
        anchor=next((cue.what for cue in cues if isinstance(cue.what, Anchor)), None),
        words=_united((*((found.start, found.end) for found in ranges), *((cue.start, cue.end) for cue in cues))),
    )


def _united(places: Iterable[tuple[int, int]]) -> tuple[Place, ...]:
    result: list[Place] = []
    for start, end in sorted(places):
        if result and start <= result[-1].end:
            result[-1] = Place(result[-1].start, max(end, result[-1].end))
        else:
            result.append(Place(start, end))
    return tuple(result)
