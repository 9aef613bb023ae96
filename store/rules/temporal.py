"""How well the times of a candidate meet the time that a query asks for, as scores of 0 to 1; `now` is an argument."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from ..model import DAY
from .calendar_spans import Span
from .time_query import Direction, Side, TimeQuery

HOLDS = 0.5
"""What being valid at the time asked for is worth: most facts are valid at most times, so it tells little."""
_PRECISION = (
    0.25  # by it a date that is vaguer than the question loses: a year scores half for a question about a month
)
_SHORTEST, _LONGEST = DAY, 365 * DAY  # the distance that halves a score is as long as what was asked, within these
_OPEN = 30 * DAY  # and this where that has no length
_BESIDE, _WRONG_SIDE = 30 * DAY, DAY  # the like from an event, on the side asked for and on the other


class Times(NamedTuple):
    """When a candidate happened, as far as is known."""

    moments: tuple[datetime, ...] = ()
    """When it was written, supported, recalled; when its validity began, if that is told."""
    named: tuple[Span, ...] = ()
    """The dates that its own text names, in their order."""
    held: Span | None = None
    """While it is valid."""

    @property
    def told_at(self) -> datetime | None:
        """The beginning of the first date that the text names, else the latest moment: a text is written later."""
        return self.named[0].start if self.named else max(self.moments, default=None)


def recency(moment: datetime, now: datetime, half_life: timedelta) -> float:
    """1.0 now, half of it after each half-life; a future moment counts as now."""
    return _halved(max(timedelta(), now - moment), half_life)


def closeness(span: Span, asked: Span) -> float:
    """How well a stretch of time meets the one asked for: 1.0 inside of it.

    Outside it halves with each length of what was asked (a day at least, a year at most, 30 days where that is open). A
    stretch longer than what was asked loses by the fourth root of how much longer it is.
    """
    own, length = span.end - span.start, max(asked.end - asked.start, _SHORTEST)
    is_vaguer = own > length and not asked.is_open
    return _nearness(span, asked) * ((length / own) ** _PRECISION if is_vaguer else 1.0)


def meets(times: Times, asked: Sequence[Span]) -> float:
    """How well a candidate's best time meets the best of the stretches asked for; 0 when it has no time.

    Being valid in one of them counts `HOLDS`, and less with the distance of its validity.
    """
    own = (*times.named, *(Span(moment, moment) for moment in times.moments))
    happened = (closeness(span, wanted) for wanted in asked for span in own)
    held = (HOLDS * _nearness(times.held, wanted) for wanted in asked) if times.held else ()
    return max((*happened, *held), default=0.0)


def by_order(moments: Sequence[datetime | None], direction: Direction) -> list[float]:
    """Each moment by its place from the end asked for: 1.0 for the first, then down evenly; 0 for none.

    Equal moments share a place.
    """
    known = sorted({moment for moment in moments if moment is not None}, reverse=direction is Direction.LATEST)
    score_of = {moment: 1.0 - place / len(known) for place, moment in enumerate(known)}
    return [0.0 if moment is None else score_of[moment] for moment in moments]


def beside(moment: datetime, event: datetime, side: Side) -> float:
    """How well a moment stands on the side of an event that was asked for.

    There it is 1.0 at the event and falls towards 0.5 with a half-life of 30 days; on the other side it falls from 0.5
    towards 0 with a half-life of a day.
    """
    distance = moment - event if side is Side.AFTER else event - moment
    if distance >= timedelta():
        return 0.5 + 0.5 * _halved(distance, _BESIDE)
    return 0.5 * _halved(-distance, _WRONG_SIDE)


def score(candidates: Sequence[Times], time: TimeQuery, event: datetime | None = None) -> list[float]:
    """Each candidate's score for what the query says about time; `event` is the moment of its anchor, where known.

    What is asked together has to hold together, so the parts are multiplied. Where only a time is asked for, texts that
    name a date get 1.0 and others 0.5. A query that says nothing about time gives all of them 1.0.
    """
    told = [times.told_at for times in candidates]
    parts: list[list[float]] = []
    if time.spans:
        parts.append([meets(times, time.spans) for times in candidates])
    elif time.asks_when:
        parts.append([1.0 if times.named else 0.5 for times in candidates])
    if time.direction is not None:
        parts.append(by_order(told, time.direction))
    if time.anchor is not None and event is not None:
        side = time.anchor.side
        parts.append([0.0 if moment is None else beside(moment, event, side) for moment in told])
    scores = [1.0] * len(candidates)
    for part in parts:
        scores = [score * factor for score, factor in zip(scores, part, strict=True)]
    return scores


def _nearness(span: Span, asked: Span) -> float:
    gap = max(timedelta(), asked.start - span.end, span.start - asked.end)
    scale = _OPEN if asked.is_open else min(max(asked.end - asked.start, _SHORTEST), _LONGEST)
    return _halved(gap, scale)


def _halved(distance: timedelta, half_life: timedelta) -> float:
    return 0.5 ** (distance / half_life)
