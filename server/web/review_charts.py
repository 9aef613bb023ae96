"""What a review found, as places in a drawing: shares from 0 to 1 along an axis, each with the interval it lies in."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

WIDTH, HEIGHT = 300.0, 96.0
MARGIN = 12.0
LOWEST = 0.5
LINE = 0.9
"""The share below which a memory does more harm than good."""


@dataclass(frozen=True, slots=True)
class Span:
    """A share and its interval, across a drawing of `WIDTH`; `line` is where nine in ten stand."""

    low: float
    share: float
    high: float
    line: float


@dataclass(frozen=True, slots=True)
class Mark:
    """A review in a drawing over time: how far along it is, and how high its share and interval."""

    x: float
    low: float
    share: float
    high: float


@dataclass(frozen=True, slots=True)
class Course:
    """Reviews over time, the oldest first."""

    marks: Sequence[Mark]
    points: str
    """Of the line that joins them."""
    line: float
    lowest: float
    """The share at the bottom; 1 is at the top."""


def span(precision: Mapping[str, Any]) -> Span:
    """The interval of one review."""
    low, share, high = (_across(precision[name]) for name in ("low", "share", "high"))
    return Span(low, share, high, _across(LINE))


def course(precisions: Sequence[Mapping[str, Any]]) -> Course:
    """Several, from the left to the right; each as far from the next."""
    lowest = math.floor(10 * min(LOWEST, *(one["low"] for one in precisions))) / 10
    step = (WIDTH - 2 * MARGIN) / max(1, len(precisions) - 1)
    marks = [
        Mark(round(MARGIN + step * place, 1), *(_down(one[name], lowest) for name in ("low", "share", "high")))
        for place, one in enumerate(precisions)
    ]
    return Course(marks, " ".join(f"{mark.x},{mark.share}" for mark in marks), _down(LINE, lowest), lowest)


def _across(share: float) -> float:
    return round(MARGIN + (WIDTH - 2 * MARGIN) * share, 1)


def _down(share: float, lowest: float) -> float:
    return round(MARGIN / 2 + (HEIGHT - MARGIN) * (1 - share) / (1 - lowest), 1)
