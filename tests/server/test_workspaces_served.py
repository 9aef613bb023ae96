"""Clients on workspaces that are opened and closed as it comes: they are served in time, and notice nothing."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import AsyncGenerator, Callable, Generator, Sequence
from contextlib import AbstractContextManager, AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from git_repository import Repository
from http_home import HttpHome, served
from httpx2 import Response
from mcp import Client
from memory_bench import Agent
from palimpsest.server import rooms
from palimpsest.server.app import build_server
from palimpsest.server.workspace_store import WorkspaceStore
from palimpsest.server.workspaces import Workspaces
from palimpsest.store import connection, opening
from palimpsest.store.model import Caller
from palimpsest.store.protocol import Transaction
from palimpsest.store.workspace_file import WorkspaceFile
from palimpsest.tools.passages import PassagesOf
from palimpsest.tools.runs import Run
from processes import database_of, exclusive_lock, write_lock

CACHE = {"domain": "infra", "topic": "cache", "content": "The cache holds all orders."}
INITIALIZE = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
MCP_HEADERS = {"accept": "application/json, text/event-stream"}
HANDSHAKE_SECONDS = 2.0
Lock = Callable[[Path], AbstractContextManager[None]]


class Opens:
    """Which files were opened and closed, in order."""

    def __init__(self) -> None:
        self.opened: list[Path] = []
        self.closed: list[Path] = []


@pytest.fixture
def opens(monkeypatch: pytest.MonkeyPatch) -> Opens:
    noted = Opens()

    class Noted(WorkspaceStore):
        def __init__(self, path: Path) -> None:
            noted.opened.append(path)
            super().__init__(path)

        async def close(self) -> None:
            noted.closed.append(self._path)
            await super().close()

    monkeypatch.setattr(rooms, "WorkspaceStore", Noted)
    return noted


@contextmanager
def slow_opening(_: Path) -> Generator[None]:
    """Have this process bring the file to a new version, for as long as the block takes."""
    released, open_it = threading.Event(), opening.open_sync

    def slowly(path: Path, **how: Any) -> WorkspaceFile:
        assert released.wait(30), "nobody let it go on"
        return open_it(path, **how)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connection, "open_sync", slowly)
        yield
        released.set()


@pytest.fixture
async def home(tmp_path: Path) -> AsyncGenerator[Workspaces]:
    """A home with one place, so that whoever uses another workspace has the first one closed."""
    async with Workspaces(tmp_path, most_open=1) as opened:
        yield opened


async def agent(stack: AsyncExitStack, home: Workspaces, workspace: str, era: str = "auto") -> Agent:
    """An agent's session on a workspace, with a server of its own."""
    caller = Caller(agent="ana", session="s1", workspace=workspace)
    desk = home.get(workspace).desk(caller)
    server = build_server(desk, await home.get(workspace).awaiting(caller))
    client = await stack.enter_async_context(Client(server, mode=era))
    stack.push_async_callback(desk.close)
    return Agent(client, desk)


@pytest.mark.parametrize("era", ["auto", "legacy"])
async def test_the_database_is_opened_once_however_many_servers_begin_and_end(tmp_path: Path, era: str, opens: Opens):
    async with Workspaces(tmp_path) as home:
        for _ in range(2):
            async with AsyncExitStack() as stack:
                three = [await agent(stack, home, "shop", era) for _ in range(3)]
                await asyncio.gather(*(one.propose("The API uses Postgres.") for one in three))
    assert opens.opened == [tmp_path / "workspaces" / "shop.db"]


async def test_sessions_over_http_open_the_database_once_and_leave_it_open(tmp_path: Path, opens: Opens):
    async with served(tmp_path, Caller(workspace="shop")) as http:
        await http.call("memory_settings.set", ["access.mode", "open"])
        for number in range(3):
            asked = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": INITIALIZE}
            answer = await http.post(json.dumps(asked), None, "/mcp", palimpsest_session=f"s{number}", **MCP_HEADERS)
            assert answer.status_code == 200, answer.text
            session = answer.headers["mcp-session-id"]
            headers = {"mcp-session-id": session, "palimpsest-session": f"s{number}"}
            assert (await http.client.delete("/mcp", headers=headers)).status_code == 200
        await http.ask("memory_fact.list", path="/workspaces/shop/rpc")
        assert opens.closed == []
    assert opens.opened == opens.closed == [tmp_path / "workspaces" / "shop.db"]


@pytest.mark.parametrize(("lock", "era"), [(write_lock, "legacy"), (exclusive_lock, "auto"), (slow_opening, "legacy")])
async def test_handshake_and_tools_list_do_not_wait_for_a_file_that_cannot_be_had_yet(
    tmp_path: Path, lock: Lock, era: str
):
    async with Workspaces(tmp_path) as before, AsyncExitStack() as stack:
        await (await agent(stack, before, "shop")).call("propose_fact", **CACHE)
    async with Workspaces(tmp_path) as home, AsyncExitStack() as stack:
        with lock(home.get("shop").path):
            began = time.monotonic()
            ana = await agent(stack, home, "shop", era)
            assert len((await ana.client.list_tools()).tools) > 10
            assert time.monotonic() - began < HANDSHAKE_SECONDS
            waiting = asyncio.create_task(ana.call("propose_fact", **CACHE | {"topic": "queue"}))
            await asyncio.sleep(0.3)
            assert not waiting.done()
        await waiting
        assert len(await ana.search("cache orders")) == 2


async def test_handshake_and_tools_list_over_http_do_not_wait_for_it_either(tmp_path: Path):
    async with Workspaces(tmp_path) as before:
        await before.get("shop").write(lambda tx: tx.settings.set("limit", "7"))
    async with served(tmp_path, Caller(workspace="shop")) as http:
        with exclusive_lock(database_of(tmp_path, "shop")):
            began = time.monotonic()
            session = (await sent(http, "initialize", INITIALIZE)).headers["mcp-session-id"]
            listed = await sent(http, "tools/list", {}, session)
            assert time.monotonic() - began < HANDSHAKE_SECONDS
        assert "propose_fact" in listed.text


async def sent(http: HttpHome, method: str, params: dict[str, Any], session: str = "") -> Response:
    """The answer to a request of Streamable HTTP."""
    more = {"mcp-session-id": session} if session else {}
    asked = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    answer = await http.client.post("/mcp", json=asked, headers=MCP_HEADERS | more)
    assert answer.status_code == 200, answer.text
    return answer


async def test_clients_on_many_workspaces_share_one_place_and_each_keeps_its_memory(home: Workspaces):
    names = ["shop", "bank", "farm"]

    async def work(name: str, one: Agent) -> None:
        for turn in range(3):
            await one.propose(f"The {name} has rule {turn}.", topic=f"rule {turn}")
            assert len(await one.search("rule")) == turn + 1

    async with AsyncExitStack() as stack:
        agents = [await agent(stack, home, name) for name in names]
        await asyncio.gather(*(work(name, one) for name, one in zip(names, agents, strict=True)))
        for name, one in zip(names, agents, strict=True):
            assert {hit["content"] for hit in await one.search("rule")} == {
                f"The {name} has rule {turn}." for turn in range(3)
            }


class Steps:
    """A phase of a run whose every step takes a transaction of its own."""

    def plan(self, tx: Transaction) -> list[int]:
        _ = tx
        return list(range(5))

    def apply(self, tx: Transaction, step: int) -> int:
        tx.settings.set(f"step{step}", "done")
        time.sleep(0.04)
        return step

    def passages(self, steps: Sequence[int]) -> PassagesOf | None:
        _ = steps
        return None


async def test_a_run_goes_on_over_the_closing_of_its_workspace_between_two_steps(home: Workspaces):
    shop, other = home.get("shop"), home.get("other")
    closings = 0

    class Elsewhere:
        async def report_progress(self, progress: float, total: float | None = None, message: str | None = None):
            nonlocal closings
            _ = progress, total, message
            await other.read(lambda tx: tx.settings.all())
            closings += not shop.is_open

    async with Run(shop.desk(Caller(workspace="shop")), "consolidation", Elsewhere()) as run:
        assert await run.apply(Steps(), "steps") == [0, 1, 2, 3, 4]
    assert closings == 5
    kept = await shop.read(lambda tx: tx.settings.all())
    assert [kept[f"step{step}"] for step in range(5)] == ["done"] * 5
    assert await shop.read(lambda tx: tx.batches.unfinished()) == []
    assert run.batch is not None


async def test_a_rehearsal_is_a_copy_and_keeps_its_workspace_open(home: Workspaces):
    shop = home.get("shop")
    await shop.write(lambda tx: tx.settings.set("limit", "7"))
    async with shop.rehearsal() as copy:
        waiting = asyncio.create_task(home.get("other").read(lambda tx: tx.settings.all()))
        await copy.write(lambda tx: tx.settings.set("limit", "8"))
        await asyncio.sleep(0.05)
        assert shop.is_open
        assert not waiting.done()
    assert await waiting == {}
    assert (await shop.read(lambda tx: tx.settings.all()))["limit"] == "7"


async def test_a_desk_follows_the_callers_folder_and_register_and_one_without_them_does_not(
    home: Workspaces, tmp_path: Path
):
    web = Repository(tmp_path / "web", "git@github.com:acme/web.git")
    web.write("a.py")
    register = tmp_path / "versions.json"
    register.write_text('{"cache.py": "r1"}')
    caller = Caller(workspace="shop")
    plain = home.get("shop").desk(caller)
    await plain.read(lambda tx: tx.settings.all())
    assert await plain.read(lambda tx: tx.versions.all()) == {}
    assert await plain.file_of("a.py") is None
    followed = home.get("shop").desk(caller, web.root, register)
    assert await followed.read(lambda tx: tx.versions.all()) == {"cache.py": "r1"}
    assert await followed.file_of("a.py") is not None
