"""How long a token holds, as a person says it: `12h`, `30d`, `never`."""

from __future__ import annotations

import re
from datetime import timedelta

from ..store.errors import InvalidInput

NEVER = "never"
SHORTEST = timedelta(minutes=1)
LONGEST = timedelta(days=3650)

_FORM = re.compile(r"([0-9]{1,9})([mhdw])", re.ASCII)
_UNITS = {"m": timedelta(minutes=1), "h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}


def parse_lifetime(text: str, name: str = "--expires-in") -> timedelta | None:
    """The length of time that a text names; None for `never`. `name` is what whoever gave it calls it."""
    given = text.strip().lower()
    if given == NEVER:
        return None
    found = _FORM.fullmatch(given)
    # A thousand million weeks are more than a timedelta holds.
    if found is None or not SHORTEST <= (length := min(int(found[1]), 10**7) * _UNITS[found[2]]) <= LONGEST:
        raise InvalidInput(
            f"{name} is a number with m, h, d or w, from 1m to {LONGEST.days}d, such as 12h or 30d; or {NEVER}."
        )
    return length
