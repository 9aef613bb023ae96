"""A caller that goes away leaves no transaction, no lock and no connection behind."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncGenerator
from pathlib import Path

import anyio
import anyio.lowlevel
import pytest
from palimpsest.store.connection import Database
from palimpsest.store.driver import Connection, Driver
from palimpsest.store.errors import StoreError
from palimpsest.store.opening import open_sync
from store_kit import DRIVER_NAMES, DRIVERS, SCHEMA, add, names_in, open_items, stored_texts, texts

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"


@pytest.fixture(params=DRIVERS, ids=DRIVER_NAMES)
def driver(request: pytest.FixtureRequest) -> Driver:
    return request.param


@pytest.fixture
async def database(driver: Driver, tmp_path: Path) -> AsyncGenerator[Database]:
    async with await open_items(tmp_path / "w.db", driver=driver) as opened:
        yield opened


class Gate:
    """Work that adds a row, says so, and then waits inside its transaction until it may go on."""

    def __init__(self) -> None:
        self.reached, self.opened = threading.Event(), threading.Event()

    def work(self, connection: Connection) -> None:
        add(connection, "half done")
        self.reached.set()
        assert self.opened.wait(5)


async def test_a_cancelled_write_is_rolled_back_and_the_next_one_goes_on(database: Database) -> None:
    gate = Gate()
    writing = asyncio.create_task(database.write(gate.work))
    await asyncio.to_thread(gate.reached.wait, 5)
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing
    following = asyncio.create_task(database.write(lambda c: add(c, "next")))
    await asyncio.sleep(0.02)
    assert not following.done(), "the connection is still busy with the cancelled work"
    gate.opened.set()
    await following
    assert await database.read(texts) == ["next"]


async def test_a_write_cancelled_while_it_waits_its_turn_never_starts(database: Database) -> None:
    gate = Gate()
    first = asyncio.create_task(database.write(gate.work))
    await asyncio.to_thread(gate.reached.wait, 5)
    second = asyncio.create_task(database.write(lambda c: add(c, "never")))
    await asyncio.sleep(0)
    second.cancel()
    gate.opened.set()
    await first
    with pytest.raises(asyncio.CancelledError):
        await second
    assert await database.read(texts) == ["half done"]


async def test_an_endless_read_stops_when_its_caller_goes(database: Database) -> None:
    for _ in range(4):
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await database.read(lambda c: c.execute(ENDLESS).fetchone())
    async with asyncio.timeout(2):
        assert await asyncio.gather(*(database.read(texts) for _ in range(4))) == [[]] * 4


async def test_a_cancelled_wait_for_another_writer_ends_at_once(
    database: Database, driver: Driver, tmp_path: Path
) -> None:
    other = open_sync(tmp_path / "w.db", driver=driver, migrations=SCHEMA)
    other.connection.execute("BEGIN IMMEDIATE")
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.1):
            await database.write(lambda c: add(c, "never"))
    start = time.monotonic()
    await database.close()
    assert time.monotonic() - start < 1
    other.connection.execute("ROLLBACK")
    assert other.read(texts) == []
    other.close()


async def test_an_error_after_the_caller_went_is_not_reported_to_the_loop(database: Database) -> None:
    complaints: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
    began, may_fail = threading.Event(), threading.Event()

    def fail(_: Connection) -> None:
        began.set()
        may_fail.wait(5)
        raise LookupError

    writing = asyncio.create_task(database.write(fail))
    await asyncio.to_thread(began.wait, 5)
    writing.cancel()
    await asyncio.wait([writing])
    may_fail.set()
    await database.write(lambda c: add(c, "next"))
    assert complaints == []


async def test_cancelling_at_any_moment_keeps_a_write_whole_or_not_at_all(database: Database) -> None:
    def add_pair(connection: Connection) -> None:
        add(connection, "left")
        add(connection, "right")

    kept = 0
    for number in range(150):
        writing = asyncio.create_task(database.write(add_pair))
        await asyncio.sleep(number % 15 * 0.0001)
        writing.cancel()
        await asyncio.wait([writing])
        kept += not writing.cancelled()
    found = await database.read(texts)
    assert found == ["left", "right"] * (len(found) // 2)
    assert len(found) // 2 >= kept, "what was acknowledged is there"


async def test_a_cancel_scope_of_anyio_ends_a_call_the_same_way(database: Database) -> None:
    gate = Gate()
    with anyio.move_on_after(0.05) as scope:
        await database.write(gate.work)
    assert scope.cancelled_caught
    gate.opened.set()
    assert await database.write(texts) == []


async def test_close_inside_a_cancelled_scope_still_happens(tmp_path: Path) -> None:
    database = await open_items(tmp_path / "w.db")
    with anyio.CancelScope() as scope:
        try:
            scope.cancel()
            await anyio.lowlevel.checkpoint()
        finally:
            await database.close()
    await database.close()
    assert names_in(tmp_path) == ["w.db"]


async def test_a_cancelled_open_leaves_no_connection(tmp_path: Path) -> None:
    for number in range(20):
        opening = asyncio.create_task(open_items(tmp_path / "w.db"))
        await asyncio.sleep(number * 0.0003)
        opening.cancel()
        await asyncio.wait([opening])
        if not opening.cancelled():
            await opening.result().close()
    assert names_in(tmp_path) in (["w.db"], [])


async def test_a_refused_open_leaves_no_thread(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    with pytest.raises(StoreError):
        await open_items(tmp_path)
    for thread in set(threading.enumerate()) - before:
        thread.join(5)
        assert not thread.is_alive()


def test_a_loop_that_ends_in_the_middle_of_close_ends_the_threads_too(tmp_path: Path) -> None:
    async def leave_too_early() -> None:
        database = await open_items(tmp_path / "w.db")
        await database.write(lambda c: add(c, "kept"))
        closing = asyncio.create_task(database.close())
        await asyncio.sleep(0)
        del closing

    before = set(threading.enumerate())
    asyncio.run(leave_too_early())
    for thread in set(threading.enumerate()) - before:
        thread.join(5)
        assert not thread.is_alive()
    assert stored_texts(tmp_path / "w.db") == ["kept"]


def test_a_loop_that_ends_right_after_a_refusal_hears_nothing_more(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    for _ in range(50):
        with pytest.raises(StoreError):
            asyncio.run(open_items(tmp_path))
    for thread in set(threading.enumerate()) - before:
        thread.join(5)
        assert not thread.is_alive()
