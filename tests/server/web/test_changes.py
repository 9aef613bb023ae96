"""Open pages are told that something was changed, by whatever process, and that their session has ended."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import pytest
from palimpsest.server.page_sessions import PageSession, PageSessions, make_link
from palimpsest.server.web.changes import BEAT, CHANGE, ENDED, ENOUGH, Changes
from palimpsest.server.workspaces import Workspaces
from palimpsest.store.access import AccessFile, path_in
from palimpsest.store.model import AuditEntry
from palimpsest.store.model.access import PageVisit, TokenScope
from palimpsest.store.protocol import Transaction
from palimpsest.store.sqlite import PlainStore
from starlette.requests import Request
from starlette.responses import StreamingResponse
from token_kit import new_token

GET, HEAD = (Request({"type": "http", "method": method, "headers": []}) for method in ("GET", "HEAD"))
WAIT_SECONDS = 5


class Elsewhere:
    """What another process does to the workspace."""

    def __init__(self, home: Path) -> None:
        self.path = home / "workspaces" / "shop.db"

    def write(self) -> None:
        """Change something that is logged."""

        def work(tx: Transaction) -> None:
            tx.notes.put("ana", "On it.", 1)
            tx.audit.append(AuditEntry("write", "notes:ana"))

        self._run(work)

    def count_a_recall(self) -> None:
        """Write what nobody looks at a page for."""
        self._run(lambda tx: tx.facts.count_recalls({1: 1}, tx.now))

    def _run(self, work: Callable[[Transaction], Any]) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with closing(PlainStore(self.path)) as store:
            store.write(work)


class Bed:
    """The streams of a home, and who listens."""

    def __init__(self, home: Path, workspaces: Workspaces, sessions: PageSessions, changes: Changes) -> None:
        self.home, self.workspaces, self.sessions, self.changes = home, workspaces, sessions, changes
        self.elsewhere = Elsewhere(home)
        self.opened: list[AsyncIterator[bytes]] = []

    def session(self, workspace: str = "shop", token_id: int | None = None) -> PageSession:
        visit = PageVisit(workspace, "ann", TokenScope.ADMIN, datetime.now(UTC), token_id)
        session = self.sessions.begin(make_link(self.home, visit, datetime.now(UTC)), workspace)
        assert session is not None
        return session

    async def listen(self, session: PageSession) -> AsyncIterator[bytes]:
        answer = self.changes.stream(GET, self.workspaces.get(session.visit.workspace), session)
        assert isinstance(answer, StreamingResponse)
        stream = cast("AsyncIterator[bytes]", answer.body_iterator)
        self.opened.append(stream)
        assert await heard(stream) in (BEAT, CHANGE)
        await asyncio.sleep(0.05)  # the watch has looked for the first time
        return stream


@asynccontextmanager
async def bed_of(home: Path, **more: Any) -> AsyncGenerator[Bed]:
    how: dict[str, Any] = {"look_seconds": 0.02} | more
    with closing(PageSessions(home)) as sessions:
        async with Workspaces(home) as workspaces:
            bed = Bed(home, workspaces, sessions, Changes(sessions, **how))
            yield bed
            for stream in bed.opened:
                await cast("Any", stream).aclose()


@pytest.fixture
async def bed(tmp_path: Path) -> AsyncGenerator[Bed]:
    async with bed_of(tmp_path) as bed:
        yield bed


async def heard(stream: AsyncIterator[bytes]) -> bytes:
    async with asyncio.timeout(WAIT_SECONDS):
        return await anext(stream)


async def is_silent(stream: AsyncIterator[bytes], seconds: float = 0.3) -> bool:
    try:
        async with asyncio.timeout(seconds):
            await anext(stream)
    except TimeoutError:
        return True
    return False


async def test_a_change_by_another_process_is_told_to_everybody_who_listens(bed: Bed) -> None:
    bed.elsewhere.write()
    one, other = [await bed.listen(bed.session()) for _ in range(2)]
    bed.elsewhere.write()
    assert [await heard(one), await heard(other)] == [CHANGE, CHANGE]


async def test_several_changes_soon_after_each_other_are_all_noticed(bed: Bed) -> None:
    bed.elsewhere.write()
    stream = await bed.listen(bed.session())
    for _ in range(5):
        bed.elsewhere.write()
        assert await heard(stream) == CHANGE


async def test_the_first_thing_ever_written_is_told_and_listening_makes_no_workspace(bed: Bed) -> None:
    stream = await bed.listen(bed.session())
    assert not bed.elsewhere.path.exists()
    bed.elsewhere.write()
    assert await heard(stream) == CHANGE


async def test_what_is_changed_between_the_page_and_its_stream_is_told_at_once(bed: Bed) -> None:
    session = bed.session()
    bed.elsewhere.write()
    answer = bed.changes.stream(GET, bed.workspaces.get("shop"), session)
    assert isinstance(answer, StreamingResponse)
    stream = cast("AsyncIterator[bytes]", answer.body_iterator)
    bed.opened.append(stream)
    assert await heard(stream) == CHANGE


async def test_another_workspace_s_changes_are_not_told(bed: Bed) -> None:
    stream = await bed.listen(bed.session("other"))
    bed.elsewhere.write()
    assert await is_silent(stream)


async def test_what_is_not_logged_is_not_told(bed: Bed) -> None:
    bed.elsewhere.write()
    stream = await bed.listen(bed.session())
    bed.elsewhere.count_a_recall()
    assert await is_silent(stream)


async def test_a_token_that_is_made_is_told_too(bed: Bed) -> None:
    stream = await bed.listen(bed.session())
    new_token(bed.home, agent="eve")
    assert await heard(stream) == CHANGE


async def test_a_stream_shows_that_it_is_there_and_ends_with_its_session(tmp_path: Path) -> None:
    async with bed_of(tmp_path, beat_seconds=0.05, look_seconds=60) as bed:
        session = bed.session()
        stream = await bed.listen(session)
        assert await heard(stream) == BEAT
        bed.sessions.end(session)
        assert await _last(stream) == ENDED


async def test_a_stream_ends_when_the_token_behind_its_session_is_revoked(tmp_path: Path) -> None:
    token, _ = new_token(tmp_path, workspace="shop", scope=TokenScope.REVIEWER)
    async with bed_of(tmp_path, beat_seconds=0.05, look_seconds=60) as bed:
        stream = await bed.listen(bed.session(token_id=token.id))
        with closing(AccessFile.open(path_in(tmp_path))) as file:
            file.revoke([token.id], datetime.now(UTC))
        assert await _last(stream) == ENDED


async def test_signing_out_tells_the_session_s_other_pages_at_once(bed: Bed) -> None:
    leaving, staying = bed.session(), bed.session()
    gone, stays = await bed.listen(leaving), await bed.listen(staying)
    bed.sessions.end(leaving)
    bed.changes.end_session(leaving.name)
    assert await _last(gone) == ENDED
    bed.elsewhere.write()
    assert await heard(stays) == CHANGE


async def test_a_session_has_so_many_streams_and_the_oldest_makes_room(tmp_path: Path) -> None:
    async with bed_of(tmp_path, most=2, look_seconds=60) as bed:
        session, other = bed.session(), bed.session()
        elses = await bed.listen(other)
        first = await bed.listen(session)
        rest = [await bed.listen(session) for _ in range(2)]
        assert await _last(first) == ENOUGH
        for stream in (*rest, elses):
            assert await is_silent(stream, 0.05)


async def test_the_server_s_end_ends_every_stream_without_a_word_and_takes_no_new_one(bed: Bed) -> None:
    session = bed.session()
    stream = await bed.listen(session)
    await bed.changes.end()
    with pytest.raises(StopAsyncIteration):
        await heard(stream)
    assert not isinstance(bed.changes.stream(GET, bed.workspaces.get("shop"), session), StreamingResponse)


async def test_nothing_is_looked_at_when_nobody_listens(bed: Bed) -> None:
    stream = await bed.listen(bed.session())
    assert len(bed.changes) == 1
    before = asyncio.all_tasks()
    await cast("Any", stream).aclose()
    await asyncio.sleep(0.05)
    assert len(bed.changes) == 0
    assert [task for task in before - asyncio.all_tasks() if "_look" in repr(task)]


async def test_a_head_has_no_body(bed: Bed) -> None:
    answer = bed.changes.stream(HEAD, bed.workspaces.get("shop"), bed.session())
    assert not isinstance(answer, StreamingResponse)
    assert answer.media_type == "text/event-stream"


async def _last(stream: AsyncIterator[bytes]) -> bytes:
    """What a stream ends with, after beats."""
    async with asyncio.timeout(WAIT_SECONDS):
        return [part async for part in stream][-1]
