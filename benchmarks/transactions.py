"""What one small write costs: a transaction as one call on the connection's thread, against a call per statement.

    .venv/bin/python benchmarks/transactions.py

All ways run the same statements on one file with `synchronous = FULL`, in random turns, with a pause before each.
`no thread` is what no async layer can save. A busy disk hides the rest: `--folder /dev/shm` leaves the disk out.
"""

from __future__ import annotations

import argparse
import asyncio
import platform
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

import aiosqlite
from palimpsest.store.connection import Database
from palimpsest.store.driver import DRIVER, Connection
from palimpsest.store.migrations import Migration
from palimpsest.store.opening import open_sync

SCHEMA = (Migration(1, "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL);"),)
LAST = "SELECT max(id) FROM note"
INSERT = "INSERT INTO note (text) VALUES ('a small row of a memory, about as long as a short fact')"
WARM_UP = 10
PAUSE_S = 0.002


@dataclass
class Times:
    """Milliseconds of each write: by the clock, and of the processor over all threads."""

    wall_ms: list[float] = field(default_factory=list[float])
    cpu_ms: list[float] = field(default_factory=list[float])

    def add(self, wall_s: float, cpu_s: float) -> None:
        self.wall_ms.append(wall_s * 1000)
        self.cpu_ms.append(cpu_s * 1000)


def add_row(connection: Connection) -> None:
    connection.execute(LAST).fetchone()
    connection.execute(INSERT)


async def in_five_calls(connection: aiosqlite.Connection) -> None:
    """As aiosqlite is commonly used: each of these is a round trip to its thread."""
    await connection.execute("BEGIN IMMEDIATE")
    cursor = await connection.execute(LAST)
    await cursor.fetchone()
    await connection.execute(INSERT)
    await connection.commit()


async def measure(folder: Path, count: int) -> dict[str, Times]:
    """The times of each way of writing."""
    path = folder / "w.db"
    file = open_sync(path, migrations=SCHEMA)
    taken: dict[str, Times] = {}
    async with (
        await Database.open(path, migrations=SCHEMA) as database,
        aiosqlite.Connection(lambda: open_sync(path, migrations=SCHEMA).connection, 64) as connection,
    ):

        async def without_thread() -> None:
            file.write(add_row)

        ways: dict[str, Callable[[], Awaitable[None]]] = {
            "no thread": without_thread,
            "one call (Database.write)": lambda: database.write(add_row),
            "five calls": lambda: in_five_calls(connection),
        }
        for number in range(count + WARM_UP):
            for name, write in random.sample(list(ways.items()), len(ways)):
                await asyncio.sleep(PAUSE_S)
                start, cpu_start = time.perf_counter(), time.process_time()
                await write()
                if number >= WARM_UP:
                    taken.setdefault(name, Times()).add(time.perf_counter() - start, time.process_time() - cpu_start)
    file.close()
    return taken


def line(name: str, times: Times) -> str:
    cuts = statistics.quantiles(times.wall_ms, n=20)
    cpu = statistics.median(times.cpu_ms)
    return f"{name:<26} p50 {cuts[9]:5.2f} ms   p95 {cuts[18]:5.2f} ms   CPU {cpu:5.2f} ms\n"


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=300, help="writes of each kind")
    parser.add_argument("--folder", type=Path, default=None, help="where the files are written (default: temporary)")
    arguments = parser.parse_args()
    version = ".".join(map(str, DRIVER.sqlite_version))
    sys.stdout.write(f"{platform.platform()}, {DRIVER.name} with SQLite {version}, {arguments.count} writes each\n")
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        for name, taken in sorted((await measure(Path(folder), arguments.count)).items()):
            sys.stdout.write(line(name, taken))


asyncio.run(main())
