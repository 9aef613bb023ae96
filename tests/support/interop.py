"""Clients of other makers as programs of their own: what they are told to do, and what they saw."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import pytest
import uv
from mcp import Client
from node import FOLDER, environment, installed, node
from palimpsest.server.app import build_server
from palimpsest.server.workspace_store import WorkspaceStore
from palimpsest.store.model import Caller
from palimpsest.tools.desk import Desk
from source_tree import REPOSITORY

PROGRAMS = REPOSITORY / "tests/interop"
WALK_SECONDS = 60
FASTMCP = "fastmcp==4.1.6"

DATABASE = {"domain": "architecture", "topic": "database", "content": "The API uses Postgres 14."}
CACHE = {"domain": "architecture", "topic": "cache", "content": "The website uses Redis 6."}
CONTRADICTION = DATABASE | {"content": "The API uses Postgres 15."}
GIVEN_UP = CACHE | {"content": "The website uses Redis 7."}


@dataclass(frozen=True, slots=True)
class Order:
    """Where a client finds the server, and in which era of the protocol it is to speak."""

    transport: str
    era: str
    url: str = ""
    token: str = ""
    command: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict[str, str])
    cwd: str = ""
    contradiction: Mapping[str, str] = field(default_factory=lambda: CONTRADICTION)
    given_up: Mapping[str, str] = field(default_factory=lambda: GIVEN_UP)


def skip_unless_asked(wanted: str) -> None:
    """Interop has a command of its own: `short` is what CI runs, `all` takes minutes and hundreds of megabytes."""
    asked = os.environ.get("PALIMPSEST_INTEROP", "")
    if asked not in ("all", wanted):
        pytest.skip(f"`make interop{'' if wanted == 'all' else ' INTEROP=short'}` runs it")


def remember(database: Path) -> None:
    """Keep what another agent said before, and the client is going to contradict."""
    asyncio.run(_remember(database))


async def _remember(database: Path) -> None:
    database.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    store = WorkspaceStore(database)
    desk = Desk(store, Caller(agent="ana", role="engineer"))
    async with Client(build_server(desk)) as client:
        for fact in (DATABASE, CACHE):
            assert not (await client.call_tool("propose_fact", fact)).is_error
    await desk.close()
    await store.close()


def walk(program: str, order: Order) -> dict[str, Any]:
    """What a client saw on its walk."""
    done = run([*_interpreter(program), json.dumps(asdict(order))])
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def run(
    command: list[str], more: Mapping[str, str] | None = None, cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a client's program to its end."""
    return subprocess.run(
        command,
        env=environment(more),
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=WALK_SECONDS,
        check=False,
    )


def packages(folder: str) -> Path:
    """Where the packages of a folder of `tests/interop` are installed, with its programs beside them."""
    source = PROGRAMS / folder
    where = installed(source)
    for program in source.glob("*.mjs"):  # an import is looked for from where the program lies
        shutil.copy(program, where)
    return where


def _interpreter(program: str) -> list[str]:
    if program.endswith(".mjs"):
        return [str(node()), str(packages(".") / program)]
    python = _with_fastmcp() if program == "client_fastmcp.py" else Path(sys.executable)
    return [str(python), str(PROGRAMS / program)]


def _with_fastmcp() -> Path:
    """The interpreter of an environment that has fastmcp, which wants its own version of the SDK."""
    python = FOLDER / "fastmcp/bin/python"
    stamp = FOLDER / "fastmcp/.installed"
    if not stamp.exists() or stamp.read_text() != FASTMCP:
        command = uv.find_uv_bin()
        for arguments in (
            ["venv", "--clear", "--quiet", "--python", sys.executable, str(FOLDER / "fastmcp")],
            ["pip", "install", "--quiet", "--python", str(python), FASTMCP],
        ):
            subprocess.run([command, *arguments], check=True, timeout=300, stdin=subprocess.DEVNULL)
        stamp.write_text(FASTMCP)
    return python
