"""Transactions as their callers see them."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncGenerator, Callable
from pathlib import Path

import pytest
from palimpsest.store.connection import Database
from palimpsest.store.driver import Connection, Driver
from palimpsest.store.errors import StoreClosed, StoreError
from palimpsest.store.opening import open_sync, read_only
from palimpsest.store.workspace_file import LONGEST_GAP_S
from store_kit import DRIVER_NAMES, DRIVERS, SCHEMA, add, names_in, open_items, stored_texts, texts


@pytest.fixture(params=DRIVERS, ids=DRIVER_NAMES)
def driver(request: pytest.FixtureRequest) -> Driver:
    return request.param


@pytest.fixture
async def database(tmp_path: Path, driver: Driver) -> AsyncGenerator[Database]:
    async with await open_items(tmp_path / "w.db", driver=driver) as opened:
        yield opened


def add_two_then_fail(connection: Connection) -> None:
    add(connection, "one")
    add(connection, "two")
    raise LookupError("no")


async def test_what_is_written_can_be_read_and_results_come_back(database: Database) -> None:
    count = await database.write(lambda c: c.execute("INSERT INTO item (text) VALUES ('a'), ('b')").rowcount)
    assert count == 2
    assert await database.read(texts) == ["a", "b"]


async def test_work_that_raises_leaves_nothing_and_its_error_arrives(database: Database) -> None:
    with pytest.raises(LookupError, match="no"):
        await database.write(add_two_then_fail)
    await database.write(lambda c: add(c, "three"))
    assert await database.read(texts) == ["three"]


async def test_a_refused_statement_becomes_a_store_error_and_leaves_nothing(database: Database) -> None:
    def work(connection: Connection) -> None:
        add(connection, "one")
        connection.execute("INSERT INTO item (text) VALUES (NULL)")

    with pytest.raises(StoreError, match="NOT NULL"):
        await database.write(work)
    assert await database.read(texts) == []


async def test_a_reader_can_not_write(database: Database) -> None:
    with pytest.raises(StoreError, match="readonly"):
        await database.read(lambda c: add(c, "x"))
    assert await database.read(texts) == []


async def test_work_that_ends_its_own_transaction_is_reported(database: Database) -> None:
    with pytest.raises(StoreError, match="no transaction"):
        await database.write(lambda c: c.commit())


async def test_a_stop_iteration_in_the_work_does_not_hang_the_caller(database: Database) -> None:
    empty: list[int] = []
    async with asyncio.timeout(5):
        with pytest.raises(RuntimeError, match="StopIteration"):
            await database.write(lambda _: next(iter(empty)))
    assert await database.read(texts) == []


async def test_a_read_sees_one_snapshot_while_others_write(database: Database) -> None:
    began, may_go_on = threading.Event(), threading.Event()

    def look_twice(connection: Connection) -> tuple[list[str], list[str]]:
        before = texts(connection)
        began.set()
        assert may_go_on.wait(5)
        return before, texts(connection)

    reading = asyncio.create_task(database.read(look_twice))
    await asyncio.to_thread(began.wait, 5)
    await database.write(lambda c: add(c, "new"))
    may_go_on.set()
    assert await reading == ([], [])
    assert await database.read(texts) == ["new"]


async def test_reads_run_side_by_side_and_more_than_the_pool_wait_their_turn(database: Database) -> None:
    together = threading.Barrier(2)

    def meet(_: Connection) -> int:
        return together.wait(5)

    met = await asyncio.gather(*(database.read(meet) for _ in range(6)))
    assert sorted(met) == [0, 0, 0, 1, 1, 1]


async def test_writes_run_one_after_the_other_in_the_order_they_came(database: Database) -> None:
    await asyncio.gather(*(database.write(lambda c, n=n: add(c, str(n))) for n in range(20)))
    assert await database.read(texts) == [str(n) for n in range(20)]


async def test_the_event_loop_goes_on_while_work_runs(database: Database) -> None:
    working = asyncio.create_task(database.write(lambda _: time.sleep(0.2)))
    turns = 0
    while not working.done():
        await asyncio.sleep(0.005)
        turns += 1
    assert turns > 10


async def test_the_connections_are_set_up_for_safety(database: Database) -> None:
    def pragma(name: str) -> Callable[[Connection], object]:
        return lambda c: c.execute(f"PRAGMA {name}").fetchone()[0]

    names = ("journal_mode", "synchronous", "foreign_keys", "trusted_schema", "secure_delete", "application_id")
    found = [await database.write(pragma(name)) for name in names]
    assert found == ["wal", 2, 1, 0, 1, 0x50414C50]
    assert await database.read(pragma("query_only")) == 1


async def test_close_waits_for_running_work_and_keeps_it(tmp_path: Path) -> None:
    database = await open_items(tmp_path / "w.db")
    began = threading.Event()

    def slow(connection: Connection) -> None:
        began.set()
        time.sleep(0.1)
        add(connection, "kept")

    writing = asyncio.create_task(database.write(slow))
    await asyncio.to_thread(began.wait, 5)
    await database.close()
    await writing
    assert stored_texts(tmp_path / "w.db") == ["kept"]


async def test_close_refuses_waiting_and_later_calls_and_may_be_repeated(tmp_path: Path) -> None:
    database = await open_items(tmp_path / "w.db")
    running = asyncio.create_task(database.write(lambda _: time.sleep(0.05)))
    waiting = asyncio.create_task(database.write(lambda c: add(c, "late")))
    await asyncio.sleep(0.01)
    await asyncio.gather(database.close(), database.close())
    await running
    with pytest.raises(StoreClosed):
        await waiting
    with pytest.raises(StoreClosed, match="open it again"):
        await database.read(texts)
    await database.close()
    assert stored_texts(tmp_path / "w.db") == []


async def test_close_leaves_one_file_and_no_thread(tmp_path: Path, driver: Driver) -> None:
    before = set(threading.enumerate())
    database = await open_items(tmp_path / "w.db", driver=driver)
    await database.write(lambda c: add(c, "a"))
    await asyncio.gather(database.read(texts), database.read(texts))
    await database.close()
    assert names_in(tmp_path) == ["w.db"]
    for thread in set(threading.enumerate()) - before:
        thread.join(5)
        assert not thread.is_alive()


async def test_close_succeeds_while_another_connection_reads(tmp_path: Path) -> None:
    path = tmp_path / "w.db"
    database = await open_items(path)
    await database.write(lambda c: add(c, "a"))
    with read_only(path, migrations=SCHEMA) as connection:
        assert texts(connection) == ["a"]
        await database.close()
        assert texts(connection) == ["a"]
    assert stored_texts(path) == ["a"]


def test_without_an_event_loop_transactions_hold_the_same(tmp_path: Path, driver: Driver) -> None:
    file = open_sync(tmp_path / "w.db", driver=driver, migrations=SCHEMA)
    file.write(lambda c: add(c, "a"))
    with pytest.raises(LookupError):
        file.write(add_two_then_fail)
    assert file.read(texts) == ["a"]
    file.close()
    with read_only(tmp_path / "w.db", driver=driver, migrations=SCHEMA) as connection:
        assert texts(connection) == ["a"]
        with pytest.raises(driver.errors, match="readonly"):
            add(connection, "b")


def test_a_writer_that_goes_on_at_once_leaves_others_a_gap(tmp_path: Path) -> None:
    file = open_sync(tmp_path / "w.db", migrations=SCHEMA)
    file.write(lambda _: time.sleep(0.03))
    ended = time.monotonic()
    began = file.write(lambda _: time.monotonic())
    file.close()
    assert began - ended >= LONGEST_GAP_S * 0.9


def test_read_only_is_one_snapshot(tmp_path: Path) -> None:
    file = open_sync(tmp_path / "w.db", migrations=SCHEMA)
    with read_only(tmp_path / "w.db", migrations=SCHEMA) as connection:
        assert texts(connection) == []
        file.write(lambda c: add(c, "later"))
        assert texts(connection) == []
    file.close()


def test_read_only_creates_nothing(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no memory"), read_only(tmp_path / "x" / "w.db", migrations=SCHEMA):
        pass
    assert list(tmp_path.iterdir()) == []
