"""What was done, told on the page that comes after it: kept for a session until it was told often enough.

A form is answered by sending the browser on to another page; `told=<number>` in that address names the notice.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

MOST_KEPT = 500


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence in the page's language; with a batch there is a button that undoes it."""

    text: str
    batch_id: str | None = None
    details: Sequence[str] = field(default=())
    """What stays as it was and why, what to know of the rest."""
    is_problem: bool = False


class Notices:
    """The last notices of all sessions."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], Notice] = OrderedDict()

    def keep(self, session: str, notice: Notice) -> str:
        """Its name in an address; another session's name says nothing."""
        name = secrets.token_urlsafe(6)
        self._kept[session, name] = notice
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return name

    def find(self, session: str, name: str) -> Notice | None:
        """The notice of that name, where it is still kept."""
        return self._kept.get((session, name))
