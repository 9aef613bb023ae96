"""A memory with much to tidy, and the command that does it so slowly that a test can interrupt it half-way."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from palimpsest.store.driver import DRIVER
from palimpsest.store.model import Caller, Origin
from palimpsest.store.sqlite import PlainStore
from palimpsest.tools.administration import set_setting
from processes import connected, database_of, environment
from store_builders import add_fact, new_observation

SLOWLY = """
import asyncio, sys
from palimpsest.server.cli import main
from palimpsest.server.commands import upkeep
from palimpsest.tools import runs

async def slowly(*_):
    await asyncio.sleep(0.02)

runs.CHUNK_STEPS = 1
upkeep.ProgressLine.report_progress = slowly
raise SystemExit(main(sys.argv[1:]))
"""
SERVICES = ("orders", "billing", "search", "login", "mail", "chat", "maps", "photos", "video", "audio", "news", "jobs")
KINDS = ("service", "worker", "proxy")
TEXTS = [f"The {name} {kind} runs on Debian." for name in SERVICES for kind in KINDS]
PERSON = Caller(agent="person", role="person")
ROWS = ("fact", "fact_source", "fact_mention", "fact_doubt", "conflict", "edge", "hot_item")
"""What must be as it was when a run was undone, to the last column."""


def seen_twice(home: Path) -> Path:
    """Each text was seen by two agents; nothing is a fact yet."""

    def fill(tx: Any) -> None:
        set_setting(tx, PERSON, "embedder", "none")
        for agent in ("ada", "bob"):
            for text in TEXTS:
                tx.observations.insert(new_observation(content=text, agent=agent))

    return _filled(home, fill)


def believed_twice(home: Path) -> Path:
    """Each text is a fact twice over, of two agents and with a source each."""

    def fill(tx: Any) -> None:
        set_setting(tx, PERSON, "embedder", "none")
        for text in TEXTS:
            for agent in ("ada", "bob"):
                number = tx.observations.insert(new_observation(content=text, agent=agent)).id
                tx.observations.mark_consolidated([number])
                label = text.split(" runs")[0]
                add_fact(tx, topic=label, content=text, agent=agent, origin=Origin.CONSOLIDATED, source_ids=(number,))

    return _filled(home, fill)


def _filled(home: Path, fill: Any) -> Path:
    store = PlainStore(database_of(home))
    store.write(fill)
    store.close()
    return database_of(home)


@contextmanager
def slowly(home: Path, *arguments: str) -> Generator[subprocess.Popen[str]]:
    """The command at work, one step a transaction and a pause after each; gone when the test is done with it."""
    command = [sys.executable, "-c", SLOWLY, *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, env=environment(home), stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def stop_between_writes(process: subprocess.Popen[str], path: Path) -> None:
    """Let the process stand still where it holds no lock."""
    while True:
        process.send_signal(signal.SIGSTOP)
        time.sleep(0.05)
        with closing(DRIVER.connect(path, mode="rw", timeout_s=0.1)) as connection:
            try:
                connection.execute("BEGIN IMMEDIATE")
                connection.execute("ROLLBACK")
            except DRIVER.errors:
                process.send_signal(signal.SIGCONT)
                time.sleep(0.01)
            else:
                return


def wait_for(path: Path, sql: str, least: int, seconds: float = 30) -> int:
    """Wait until a query counts so many; how many it counts then."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if (found := ask(path, sql)) >= least:
            return found
        time.sleep(0.01)
    raise AssertionError(f"{sql} stayed under {least}")


def ask(path: Path, sql: str) -> int:
    """The one number that a query gives."""
    with connected(path) as connection:
        return connection.execute(sql).fetchone()[0]


def rows(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """The rows that facts and what hangs on them consist of."""
    with connected(path) as connection:
        return {name: sorted(connection.execute(f"SELECT * FROM {name}"), key=repr) for name in ROWS}  # noqa: S608
