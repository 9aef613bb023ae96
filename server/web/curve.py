"""How a fact's confidence falls, as a line to draw: from its last support on, with the moment looked at marked.

It is made of what an answer says of the fact (`tools/fact_views.py`, `FactRow`): values in, numbers out.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from ...store.rules.decay import CURVES, Curve
from ...store.vocabulary import MemoryType, Validity

WIDTH, HEIGHT = 200.0, 60.0
POINTS = 24
FORGETS_BELOW = 0.3
DAY = timedelta(days=1)
LONGEST_DAYS = 36_500.0


@dataclass(frozen=True, slots=True)
class DrawnCurve:
    """A line in a box of `WIDTH` by `HEIGHT`, 0 0 being its upper left; x is time from the last support on."""

    line: str
    """The points of a polyline."""
    at: tuple[float, float]
    """The moment looked at."""
    forgets_y: float
    """The height under which consolidation forgets it."""
    until_x: float | None
    """Where it stops to hold, if that is in the box."""
    forgotten: str | None
    """When it sinks under that height, as an ISO moment; None for never."""
    ends: str
    """The moment at the right edge."""


def drawn_curve(row: Mapping[str, Any], at: datetime, forgets_below: float = FORGETS_BELOW) -> DrawnCurve:
    """The curve of one fact, as an answer has it."""
    supported = datetime.fromisoformat(row["supported"])
    until = datetime.fromisoformat(row["valid_until"]) if row["valid_until"] else None
    start, curve = float(row["at_support"]), CURVES[MemoryType(row["memory_type"])]
    is_permanent = row["validity"] == Validity.PERMANENT
    sinks = None if is_permanent else _days_until(forgets_below, start, curve)
    age, end_day = _days(at, supported), _days(until, supported) if until else None
    days = _shown_days(age, sinks, end_day, curve)

    def height(day: float) -> float:
        left = 1.0 if is_permanent else math.exp(-((max(0.0, day) / curve.scale_days) ** curve.shape))
        return HEIGHT * (1 - start * left)

    steps = [days * number / POINTS for number in range(POINTS + 1)]
    return DrawnCurve(
        line=" ".join(f"{WIDTH * day / days:.0f},{height(day):.1f}" for day in steps),
        at=(WIDTH * min(age, days) / days, height(age)),
        forgets_y=HEIGHT * (1 - forgets_below),
        until_x=WIDTH * end_day / days if end_day is not None and 0 <= end_day <= days else None,
        forgotten=_moment(supported, sinks),
        ends=(supported + timedelta(days=days)).isoformat(),
    )


def _days(moment: datetime, since: datetime) -> float:
    return max(0.0, (moment - since) / DAY)


def _days_until(level: float, start: float, curve: Curve) -> float | None:
    """How many days after its support confidence reaches a level; None where it never does."""
    if level <= 0:
        return None
    return curve.scale_days * math.log(start / level) ** (1 / curve.shape) if start > level else 0.0


def _shown_days(age: float, sinks: float | None, end_day: float | None, curve: Curve) -> float:
    """As long as it takes to see where it stands, where it sinks, and where it ends if that is near."""
    days = max(age * 1.15, (sinks or 0.0) * 1.3, curve.half_life_days / 2, 1.0)
    if end_day is not None and end_day <= 2 * days:
        days = max(days, end_day * 1.1)
    return min(days, max(LONGEST_DAYS, age * 1.15))


def _moment(since: datetime, days: float | None) -> str | None:
    """The moment, where a calendar has it."""
    if days is None or days > LONGEST_DAYS:
        return None
    return (since + timedelta(days=days)).isoformat()
