"""What the store's own tests share: both drivers, a schema of one table, and child processes."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

from palimpsest.store.connection import Database
from palimpsest.store.driver import PREFERRED, Connection, Driver, load_driver
from palimpsest.store.migrations import Migration
from palimpsest.store.opening import open_sync

DRIVERS = [load_driver([name]) for name in PREFERRED if importlib.util.find_spec(name.partition(".")[0])]
DRIVER_NAMES = [driver.name for driver in DRIVERS]

FIRST = Migration(1, "CREATE TABLE item (id INTEGER PRIMARY KEY, text TEXT NOT NULL);")
SECOND = Migration(2, "ALTER TABLE item ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm';")
SCHEMA = (FIRST,)

CHILD_START = """
import sys
from pathlib import Path
from palimpsest.store.migrations import Migration
from palimpsest.store.opening import open_sync
SCHEMA = (Migration(1, "CREATE TABLE item (id INTEGER PRIMARY KEY, text TEXT NOT NULL);"),)
path = Path(sys.argv[1])
def add(text):
    return lambda connection: connection.execute("INSERT INTO item (text) VALUES (?)", (text,))
"""


async def open_items(path: Path, **options: object) -> Database:
    """A database with the table `item`."""
    return await Database.open(path, migrations=SCHEMA, **options)  # pyright: ignore[reportArgumentType]


def add(connection: Connection, text: str) -> None:
    connection.execute("INSERT INTO item (text) VALUES (?)", (text,))


def texts(connection: Connection) -> list[str]:
    return [text for (text,) in connection.execute("SELECT text FROM item ORDER BY id")]


def stored_texts(path: Path, driver: Driver = DRIVERS[0]) -> list[str]:
    """What a newcomer finds in the file."""
    file = open_sync(path, driver=driver, migrations=SCHEMA)
    try:
        return file.read(texts)
    finally:
        file.close()


def names_in(folder: Path) -> list[str]:
    """The folder's entries by name."""
    return sorted(entry.name for entry in folder.iterdir())


def start_child(script: str, *arguments: object) -> subprocess.Popen[str]:
    """A Python process that runs `script` after `CHILD_START`; talks over pipes."""
    command = [sys.executable, "-c", CHILD_START + script, *map(str, arguments)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def next_line(child: subprocess.Popen[str]) -> str:
    """The next line that the child prints; '' at its end."""
    assert child.stdout is not None
    return child.stdout.readline().strip()


def finish(child: subprocess.Popen[str], seconds: float = 60) -> str:
    """Wait for the child's success; what else it printed."""
    output, errors = child.communicate(timeout=seconds)
    assert child.returncode == 0, errors
    return output
