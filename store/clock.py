"""The one clock: everything that asks for the time is given one of these."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]


def system() -> datetime:
    """The machine's time as aware UTC."""
    return datetime.now(UTC)
