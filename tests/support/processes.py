"""The command as a person or a host starts it, and what it left in the workspace's file."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Generator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from palimpsest.server.config import environment_without_palimpsest
from palimpsest.store.driver import DRIVER, Connection

COMMAND = (sys.executable, "-m", "palimpsest.server.cli")

TABLES = """
SELECT name
FROM sqlite_master
WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE 'vector%' AND name <> 'lease'
ORDER BY name
"""


@dataclass(frozen=True, slots=True)
class Ran:
    """How a command ended, and what it said."""

    code: int
    output: str
    errors: str

    @property
    def complaint(self) -> str:
        """The one line in which a command says what is wrong; anything else on stderr fails the test."""
        assert self.errors.count("\n") == 1, self.errors
        return self.errors.removesuffix("\n")


def environment(home: Path, **variables: str) -> dict[str, str]:
    """This process's environment with one memory and no other identity; `agent="ada"` is PALIMPSEST_AGENT."""
    named = {f"PALIMPSEST_{name.upper()}": value for name, value in variables.items()}
    return environment_without_palimpsest() | {"PALIMPSEST_HOME": str(home)} | named


def palimpsest(
    home: Path,
    *arguments: str | bytes,
    cwd: Path | None = None,
    prefix: tuple[str, ...] = (),
    extra: Mapping[str, str] | None = None,
    **named: str,
) -> Ran:
    """Run `palimpsest` with the arguments to its end; `named` are its own variables, `extra` others."""
    done = subprocess.run(
        [*prefix, *COMMAND, *arguments],
        env=environment(home, **named) | dict(extra or {}),
        cwd=cwd or home,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
        check=False,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def database_of(home: Path, workspace: str = "default") -> Path:
    """The workspace's file."""
    return home / "workspaces" / f"{workspace}.db"


@contextmanager
def connected(path: Path) -> Generator[Connection]:
    """A connection of another program's kind: no locks until it asks for one."""
    with closing(DRIVER.connect(path, mode="rw", timeout_s=5)) as connection:
        yield connection


@contextmanager
def write_lock(path: Path) -> Generator[None]:
    """Hold the workspace's write lock, as another process in the middle of its transaction."""
    with connected(path) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


@contextmanager
def exclusive_lock(path: Path) -> Generator[None]:
    """Keep everybody out, readers included, as another process that makes the file over."""
    with connected(path) as connection:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("BEGIN EXCLUSIVE")
        connection.execute("DELETE FROM setting WHERE 0")
        yield
        connection.execute("ROLLBACK")


def dump(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table of the file, except what is made behind the answers: counts of recalls, and vectors."""
    with connected(path) as connection:
        return {table: _rows(connection, table) for (table,) in connection.execute(TABLES).fetchall()}


def _rows(connection: Connection, table: str) -> list[tuple[Any, ...]]:
    names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    kept = ", ".join(f'"{name}"' for name in names if "recall" not in name)
    found = connection.execute(f"SELECT {kept} FROM {table}").fetchall()  # noqa: S608
    return sorted((row for row in found if not (table == "sqlite_sequence" and row[0].startswith("vector"))), key=repr)


def count(path: Path, table: str) -> int:
    """How many rows a table of the file has."""
    with connected(path) as connection:
        return connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608


def names_beside(path: Path) -> list[str]:
    """What stands in the file's folder."""
    return sorted(entry.name for entry in path.parent.iterdir())
