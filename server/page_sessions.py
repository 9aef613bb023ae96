"""Who may open the page: a link that works once begins a session, which a cookie names from then on.

The key of a link and the secret of a cookie are 256 random bits each; the home keeps their digests.
"""

from __future__ import annotations

import secrets
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

from ..store import clock
from ..store.access import AccessFile, path_in
from ..store.model.access import PageVisit
from .access_reading import AccessReading
from .token_secrets import RANDOM_BYTES, digest_of

LINK_LASTS = timedelta(minutes=10)
SESSION_LASTS = timedelta(hours=12)
MOST_CHARS = 100
WAIT_S = 2.0
"""How long a person who comes in or leaves waits for another process's write."""


@dataclass(frozen=True, slots=True)
class PageSession:
    """A session that has begun: whose it is, and the secret that its cookie carries."""

    visit: PageVisit
    secret: str = field(repr=False)

    @property
    def name(self) -> str:
        """What the audit log and this process know it by; it opens nothing."""
        return digest_of(self.secret).hex()[:16]


def make_link(home: Path, visit: PageVisit, now: datetime) -> str:
    """The key of a new link, which is nowhere else; it lasts `LINK_LASTS`, the visit's own end doesn't matter."""
    key = secrets.token_urlsafe(RANDOM_BYTES)
    with closing(AccessFile.open(path_in(home))) as file:
        file.pages.add_link(digest_of(key), replace(visit, expires_at=now + LINK_LASTS))
    return key


class PageSessions:
    """The sessions of a home. A file that can't be read is a `StoreError`.

    A book belongs to one thread, but for `begin` and `end`: they wait for other writers, each over a connection of its
    own, and may be called from any.
    """

    def __init__(self, home: Path, now: clock.Clock = clock.system) -> None:
        self.path = path_in(home)
        self._now = now
        self._reading = AccessReading(self.path)

    def is_key(self, key: str, workspace: str) -> bool:
        """Whether a key opens that workspace; looking writes nothing, so that guessing doesn't either."""
        if not _is_written_as_secret(key):
            return False
        now = self._now()
        return self._reading.ask(lambda file: file.pages.has_link(digest_of(key), workspace, now), without=False)

    def begin(self, key: str, workspace: str) -> PageSession | None:
        """Use up a link of that workspace; None where its key opens nothing (any more)."""
        if not _is_written_as_secret(key):
            return None
        secret, now = secrets.token_urlsafe(RANDOM_BYTES), self._now()
        with closing(AccessFile.open(self.path, busy_timeout_s=WAIT_S)) as file:
            visit = file.pages.begin(digest_of(key), workspace, digest_of(secret), now + SESSION_LASTS, now)
        return None if visit is None else PageSession(visit, secret)

    def find(self, secret: str, workspace: str) -> PageSession | None:
        """The live session of that workspace whose cookie carries this secret."""
        if not _is_written_as_secret(secret):
            return None
        now = self._now()
        visit = self._reading.ask(lambda file: file.pages.find(digest_of(secret), now), without=None)
        return None if visit is None or visit.workspace != workspace else PageSession(visit, secret)

    def end(self, session: PageSession) -> None:
        """End a session."""
        with closing(AccessFile.open(self.path, busy_timeout_s=WAIT_S)) as file:
            file.pages.end(digest_of(session.secret))

    def close(self) -> None:
        """Close the file; a book that is asked again opens it again."""
        self._reading.close()


def _is_written_as_secret(text: str) -> bool:
    return 0 < len(text) <= MOST_CHARS and text.isascii()
