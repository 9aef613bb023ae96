"""Many processes, one file: real ones, some of them killed."""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from pathlib import Path

import pytest
from palimpsest.store.errors import StoreBusy
from palimpsest.store.opening import open_sync
from store_kit import SCHEMA, add, finish, names_in, next_line, open_items, start_child, stored_texts, texts

WRITE_MANY = """
import asyncio
from palimpsest.store.connection import Database
async def main():
    async with await Database.open(path, busy_timeout_s=30, migrations=SCHEMA) as database:
        print("ready", flush=True)
        sys.stdin.readline()
        for number in range(int(sys.argv[3])):
            await database.write(add(f"{sys.argv[2]}-{number}"))
asyncio.run(main())
"""
WRITE_UNTIL_KILLED = """
file = open_sync(path, migrations=SCHEMA)
number = 0
while True:
    file.write(add(f"{sys.argv[2]}-{number}-" + "x" * 500))
    print(number, flush=True)
    number += 1
"""
COME_AND_GO = """
from palimpsest.store.opening import read_only
for number in range(20):
    file = open_sync(path, busy_timeout_s=20, migrations=SCHEMA)
    file.write(add(f"{sys.argv[2]}-{number}"))
    file.close()
    with read_only(path, busy_timeout_s=20, migrations=SCHEMA) as connection:
        assert connection.execute("SELECT 1 FROM item WHERE text = ?", (f"{sys.argv[2]}-{number}",)).fetchone()
"""
HOLD_LOCK = """
file = open_sync(path, migrations=SCHEMA)
file.connection.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.readline()
file.connection.execute("COMMIT")
file.close()
"""


def test_six_processes_write_at_once_and_none_loses_or_fails(tmp_path: Path) -> None:
    writers, each = 6, 200
    children = [start_child(WRITE_MANY, tmp_path / "w.db", name, each) for name in range(writers)]
    for child in children:
        assert next_line(child) == "ready"
    for child in children:
        assert child.stdin is not None
        child.stdin.write("go\n")
        child.stdin.flush()
    for child in children:
        finish(child)
    found = stored_texts(tmp_path / "w.db")
    assert sorted(found) == sorted(f"{name}-{number}" for name in range(writers) for number in range(each))


def test_processes_that_come_and_go_find_what_they_wrote(tmp_path: Path) -> None:
    children = [start_child(COME_AND_GO, tmp_path / "w.db", name) for name in range(4)]
    for child in children:
        finish(child)
    assert len(stored_texts(tmp_path / "w.db")) == 80
    assert names_in(tmp_path) == ["w.db"]


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is a signal of POSIX systems")
def test_what_a_killed_process_acknowledged_is_there_and_the_file_is_sound(tmp_path: Path) -> None:
    path = tmp_path / "w.db"
    acknowledged: list[str] = []
    for round_number in range(3):
        child = start_child(WRITE_UNTIL_KILLED, path, round_number)
        acknowledged += [f"{round_number}-{next_line(child)}" for _ in range(40 + 37 * round_number)]
        child.send_signal(signal.SIGKILL)
        rest, _ = child.communicate(timeout=10)
        acknowledged += [f"{round_number}-{number}" for number in rest.split()]
    file = open_sync(path, migrations=SCHEMA)
    stored = {text.rpartition("-")[0] for text in file.read(texts)}
    assert file.read(lambda c: c.execute("PRAGMA integrity_check").fetchall()) == [("ok",)]
    file.write(lambda c: add(c, "afterwards"))
    file.close()
    assert set(acknowledged) <= stored
    assert len(stored) <= len(acknowledged) + 3, "at most one write a round was kept and not yet told"


async def test_a_writer_kept_out_too_long_is_told_so_while_reads_and_the_loop_go_on(tmp_path: Path) -> None:
    child = start_child(HOLD_LOCK, tmp_path / "w.db")
    assert await asyncio.to_thread(next_line, child) == "held"
    async with await open_items(tmp_path / "w.db", busy_timeout_s=0.3) as database:
        writing = asyncio.create_task(database.write(lambda c: add(c, "x")))
        reads = 0
        while not writing.done():
            assert await database.read(texts) == []
            await asyncio.sleep(0.005)
            reads += 1
        assert reads > 10
        with pytest.raises(StoreBusy, match="try again"):
            await writing
        await asyncio.to_thread(finish, child)
        await database.write(lambda c: add(c, "y"))
    assert stored_texts(tmp_path / "w.db") == ["y"]


async def test_a_writer_waits_for_another_process_within_the_timeout(tmp_path: Path) -> None:
    child = start_child(HOLD_LOCK, tmp_path / "w.db")
    assert await asyncio.to_thread(next_line, child) == "held"
    async with await open_items(tmp_path / "w.db", busy_timeout_s=20) as database:
        writing = asyncio.create_task(database.write(lambda c: add(c, "patient")))
        await asyncio.sleep(0.05)
        assert not writing.done()
        await asyncio.to_thread(finish, child)
        released = time.monotonic()
        await writing
        assert time.monotonic() - released < 1
    assert stored_texts(tmp_path / "w.db") == ["patient"]


async def test_a_log_that_others_left_as_they_went_at_the_same_moment_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    child = start_child(HOLD_LOCK, tmp_path / "w.db")
    assert next_line(child) == "held"
    database = await open_items(tmp_path / "w.db")

    def wait(seconds: float) -> None:
        child.kill()
        child.wait()

    monkeypatch.setattr("palimpsest.store.opening.time.sleep", wait)
    await database.close()
    child.communicate()
    assert names_in(tmp_path) == ["w.db"]


async def test_a_log_stays_with_those_who_use_the_file(tmp_path: Path) -> None:
    child = start_child(HOLD_LOCK, tmp_path / "w.db")
    assert next_line(child) == "held"
    await (await open_items(tmp_path / "w.db")).close()
    assert names_in(tmp_path) == ["w.db", "w.db-shm", "w.db-wal"]
    finish(child)
    assert names_in(tmp_path) == ["w.db"]
