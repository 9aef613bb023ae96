"""What others change, told to pages that are open: that something did, and no more; the page asks for its parts anew.

A workspace is watched while somebody listens (`watching.py`), so it makes no difference which process wrote.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, Generator
from contextlib import contextmanager
from datetime import timedelta

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from ...store import clock
from ...store.errors import PalimpsestError, StoreError
from ..page_sessions import PageSession, PageSessions
from ..workspaces import Workspace
from .watching import LOOK_SECONDS, Watch, last_entry

BEAT_SECONDS = 15.0
"""How often a stream that says nothing shows that it is there, and whether its session still is."""

MOST_OF_A_SESSION = 20
ON_ITS_WAY = timedelta(seconds=10)
"""A page is older than its stream by no more than this: what was changed in between, it may not show."""

KIND = "text/event-stream"
HEADERS = {"X-Accel-Buffering": "no"}
"""nginx would keep events back until there are many."""

CHANGE, ENDED, ENOUGH = b"event: change\ndata:\n\n", b"event: ended\ndata:\n\n", b"event: enough\ndata:\n\n"
BEAT = b":\n\n"


class Listener:
    """One open page: what it is to be told next."""

    def __init__(self) -> None:
        self._told = asyncio.Event()
        self.last: bytes | None = None
        """What the stream ends with; empty for nothing."""

    def tell(self) -> None:
        """Say that something changed."""
        self._told.set()

    def end(self, last: bytes) -> None:
        """Let it be the last that is told."""
        self.last = last
        self._told.set()

    async def heard(self, seconds: float) -> bool:
        """Wait until there is something to tell; False when there was nothing in that time."""
        try:
            async with asyncio.timeout(seconds):
                await self._told.wait()
        except TimeoutError:
            return False
        self._told.clear()
        return True


class Changes:
    """The streams of all pages of a process."""

    def __init__(
        self,
        sessions: PageSessions,
        now: clock.Clock = clock.system,
        *,
        look_seconds: float = LOOK_SECONDS,
        beat_seconds: float = BEAT_SECONDS,
        most: int = MOST_OF_A_SESSION,
    ) -> None:
        self._sessions, self._now = sessions, now
        self._look_seconds, self._beat_seconds, self._most = look_seconds, beat_seconds, most
        self._of_session: defaultdict[str, list[Listener]] = defaultdict(list)
        self._watches: dict[str, Watch] = {}
        self._is_ending = False

    def __len__(self) -> int:
        return sum(map(len, self._of_session.values()))

    def stream(self, request: Request, workspace: Workspace, session: PageSession) -> Response:
        """The answer that goes on until the page, the session or the server ends."""
        if request.method == "HEAD" or self._is_ending:
            return Response(media_type=KIND, headers=HEADERS)
        return StreamingResponse(self._events(workspace, session), media_type=KIND, headers=HEADERS)

    def end_session(self, name: str) -> None:
        """Tell the pages of a session that it has ended."""
        for listener in self._of_session.get(name, ()):
            listener.end(ENDED)

    async def end(self) -> None:
        """End every stream, without a word: whoever listens asks again."""
        self._is_ending = True
        for listener in [one for listeners in self._of_session.values() for one in listeners]:
            listener.end(b"")

    async def _events(self, workspace: Workspace, session: PageSession) -> AsyncGenerator[bytes]:
        with self._listening(workspace, session) as listener:
            yield CHANGE if await self._changed_lately(workspace) else BEAT  # and with it the head
            while True:
                is_told = await listener.heard(self._beat_seconds)
                if listener.last is None and not self._still_lets_in(session):
                    listener.last = ENDED
                if listener.last is not None:
                    break
                yield CHANGE if is_told else BEAT
            if listener.last:
                yield listener.last

    @contextmanager
    def _listening(self, workspace: Workspace, session: PageSession) -> Generator[Listener]:
        listener, of_session = Listener(), self._of_session[session.name]
        of_session.append(listener)
        for oldest in of_session[: -self._most]:
            oldest.end(ENOUGH)
        watch = self._watches.get(workspace.id) or Watch(workspace, self._sessions.path, self._look_seconds)
        self._watches[workspace.id] = watch
        watch.listeners.add(listener.tell)
        try:
            yield listener
        finally:
            of_session.remove(listener)
            if not of_session:
                self._of_session.pop(session.name, None)
            watch.listeners.discard(listener.tell)
            if not watch.listeners:
                watch.end()
                self._watches.pop(workspace.id, None)

    async def _changed_lately(self, workspace: Workspace) -> bool:
        try:
            entry = await last_entry(workspace)
        except PalimpsestError:
            return False
        return entry is not None and entry.at is not None and self._now() - entry.at < ON_ITS_WAY

    def _still_lets_in(self, session: PageSession) -> bool:
        try:
            return self._sessions.find(session.secret, session.visit.workspace) is not None
        except StoreError:
            return True  # the next request is told; that something changed is no secret
