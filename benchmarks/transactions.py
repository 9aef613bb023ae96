"""What one small write costs: a transaction as one call on the connection's thread, against a call per statement.

    .venv/bin/python benchmarks/transactions.py

Both write the same row with `synchronous = FULL`. `commit alone` is the part that no async layer can save: the same
transaction without any thread between.
"""

from __future__ import annotations

import argparse
import asyncio
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import aiosqlite
from palimpsest.store.connection import Database
from palimpsest.store.driver import DRIVER_NAME, SQLITE_VERSION, Connection
from palimpsest.store.migrations import Migration
from palimpsest.store.opening import open_sync

SCHEMA = (Migration(1, "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL);"),)
INSERT = "INSERT INTO note (text) VALUES ('a small row of a memory, about as long as a short fact')"


def insert_row(connection: Connection) -> None:
    connection.execute(INSERT)


async def times_of(step: Callable[[], Awaitable[None]], count: int) -> list[float]:
    """Milliseconds of each of `count` calls, after a few that warm up."""
    taken: list[float] = []
    for number in range(count + 10):
        start = time.perf_counter()
        await step()
        if number >= 10:
            taken.append((time.perf_counter() - start) * 1000)
    return taken


async def one_call(path: Path, count: int) -> list[float]:
    async with await Database.open(path, migrations=SCHEMA) as database:
        return await times_of(lambda: database.write(insert_row), count)


async def five_calls(path: Path, count: int) -> list[float]:
    """As aiosqlite is commonly used: begin, two statements, fetch and commit are a round trip each."""
    open_sync(path, migrations=SCHEMA).close()
    async with aiosqlite.Connection(lambda: open_sync(path, migrations=SCHEMA).connection, 64) as connection:

        async def write() -> None:
            await connection.execute("BEGIN IMMEDIATE")
            cursor = await connection.execute("SELECT max(id) FROM note")
            await cursor.fetchone()
            await connection.execute(INSERT)
            await connection.commit()

        return await times_of(write, count)


async def commit_alone(path: Path, count: int) -> list[float]:
    file = open_sync(path, migrations=SCHEMA)

    async def write() -> None:
        file.write(insert_row)

    taken = await times_of(write, count)
    file.close()
    return taken


def line(name: str, taken: list[float]) -> str:
    cuts = statistics.quantiles(taken, n=20)
    return f"{name:<28} p50 {cuts[9]:6.2f} ms   p95 {cuts[18]:6.2f} ms\n"


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=300, help="writes of each kind")
    parser.add_argument("--folder", type=Path, default=None, help="where the files are written (default: temporary)")
    arguments = parser.parse_args()
    version = ".".join(map(str, SQLITE_VERSION))
    sys.stdout.write(f"{platform.platform()}, {DRIVER_NAME} with SQLite {version}, {arguments.count} writes each\n")
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        for name, run in (("commit alone", commit_alone), ("one call", one_call), ("five calls", five_calls)):
            sys.stdout.write(line(name, await run(Path(folder, f"{name}.db"), arguments.count)))


asyncio.run(main())
