"""When tokens were last used, written to the home's file by a thread of its own: no request waits for it or fails."""

from __future__ import annotations

import threading
from contextlib import closing, suppress
from datetime import datetime, timedelta
from pathlib import Path

from ..store.access import AccessFile
from ..store.errors import StoreError

NOTE_EVERY = timedelta(minutes=1)
"""Of one token; a use between two notes is not written."""

CLOSE_S = 0.5
"""How long the end waits for moments that nobody would miss."""


class TokenUses:
    """Takes note of uses; belongs to one thread, and writes on another."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._noted: dict[int, datetime] = {}
        self._lock = threading.Lock()
        self._waiting: dict[int, datetime] = {}
        self._is_closing = False
        self._news = threading.Event()
        self._thread: threading.Thread | None = None

    def note(self, token_id: int, now: datetime) -> None:
        """Have it written that the token was used, at most once a minute."""
        if self._is_closing:
            return
        before = self._noted.get(token_id)
        # A clock that was set back would otherwise silence a token for as long.
        if before is not None and timedelta() <= now - before < NOTE_EVERY:
            return
        self._noted[token_id] = now
        with self._lock:
            self._waiting[token_id] = now
        if self._thread is None:
            self._thread = threading.Thread(target=self._write, name="token uses", daemon=True)
            self._thread.start()
        self._news.set()

    def close(self) -> None:
        """Write what waits, if that goes quickly."""
        self._is_closing = True
        self._news.set()
        if self._thread is not None:
            self._thread.join(CLOSE_S)

    def _write(self) -> None:
        is_last = False
        while not is_last:
            self._news.wait()
            self._news.clear()
            is_last = self._is_closing  # looked at first: what was noted before the end is written
            self._write_waiting()

    def _write_waiting(self) -> None:
        with self._lock:
            waiting, self._waiting = self._waiting, {}
        if waiting:
            # A locked file, a full disk or a home that is read-only: the next use tries again.
            with suppress(StoreError), closing(AccessFile.open(self._path)) as file:
                file.note_uses(waiting)
