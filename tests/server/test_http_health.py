"""Health, readiness and metrics as a probe sees them: bounded in time, and no more than the asker may know."""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx2
import pytest
from palimpsest.server.http.health import health_routes
from palimpsest.server.http.looking import LOOK_SECONDS, Looking
from palimpsest.server.http.metrics import Metrics
from palimpsest.server.http.metrics_route import metrics_route
from palimpsest.server.http.visitor import Visitor, set_visitor
from palimpsest.server.rpc_errors import STORE_BUSY, Fault
from palimpsest.server.tokens import TokenBook
from palimpsest.server.workspace_census import WorkspaceCensus
from palimpsest.server.workspaces import Workspace, Workspaces
from palimpsest.store.model import Caller
from palimpsest.store.model.access import TokenScope
from palimpsest.tools.desk import Desk
from palimpsest.tools.toolbox import declarations
from processes import connected, exclusive_lock, write_lock
from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families
from source_tree import REPOSITORY
from starlette.applications import Starlette
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

PROBE_SECONDS = 2.0
QUICK_LOOK_SECONDS = 1.0
READERS = 2


class House:
    """The routes over a home; whoever asks is said by the test."""

    def __init__(self, home: Path, workspaces: Workspaces, book: TokenBook | None, look_seconds: float) -> None:
        self.home = home
        self.workspaces = workspaces
        self.metrics = Metrics(tools=("search_memory",), methods=("memory_fact.list",), routes=("/mcp",))
        self.metrics.watch(sessions=lambda: 3, workspaces=lambda: len(list(workspaces.open_ones())))
        self.looking = Looking(look_seconds)
        self.visitor: Visitor | None = None
        routes = health_routes(workspaces, self.looking, book)
        self._app = Starlette(routes=[*routes, metrics_route(self.metrics, workspaces, self.looking)])
        self._client = httpx2.AsyncClient(transport=httpx2.ASGITransport(self._guarded), base_url="http://memory")

    async def _guarded(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.visitor is not None:
            set_visitor(HTTPConnection(scope), self.visitor)
        await self._app(scope, receive, send)

    async def get(self, path: str, method: str = "GET") -> httpx2.Response:
        return await self._client.request(method, path)

    async def ready(self) -> tuple[int, dict[str, Any]]:
        """What `/readyz` answers, which it must do in time."""
        began = time.monotonic()
        answer = await self.get("/readyz")
        assert time.monotonic() - began < PROBE_SECONDS
        return answer.status_code, answer.json()

    async def families(self) -> dict[str, Metric]:
        """What a scrape brings, as Prometheus reads it."""
        answer = await self.get("/metrics")
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
        return {family.name: family for family in text_string_to_metric_families(answer.text)}

    async def of_workspaces(self, name: str) -> dict[str, float]:
        """The values of a gauge by workspace."""
        return {one.labels["workspace"]: one.value for one in (await self.families())[name].samples}

    async def propose(self, workspace: str, *contents: str) -> None:
        desk = self.desk(workspace)
        tools = {one.name: one for one in declarations(desk)}
        for content in contents:
            arguments = {"domain": "infra", "topic": "port", "content": content}
            await tools["propose_fact"].function(**tools["propose_fact"].signature.take(arguments))
        await desk.close()

    def desk(self, workspace: str) -> Desk:
        return Desk(self.workspaces.get(workspace).store, Caller(workspace=workspace))

    def file(self, workspace: str) -> Path:
        return self.home / "workspaces" / f"{workspace}.db"

    async def close(self) -> None:
        await self.looking.close()
        await self._client.aclose()


@asynccontextmanager
async def house_in(
    home: Path, book: TokenBook | None = None, look_seconds: float = QUICK_LOOK_SECONDS
) -> AsyncGenerator[House]:
    async with Workspaces(home) as workspaces:
        house = House(home, workspaces, book, look_seconds)
        yield house
        await house.close()


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[House]:
    async with house_in(tmp_path) as house:
        yield house


def by_flags(workspace: str) -> Visitor:
    return Visitor(Caller(workspace=workspace), TokenScope.ADMIN)


def by_token(workspace: str, scope: TokenScope) -> Visitor:
    return Visitor(Caller(workspace=workspace), scope, token_id=7)


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
async def test_a_server_over_an_empty_home_is_well_and_stays_empty(house: House, path: str):
    house.visitor = by_flags("shop")
    for method in ("GET", "HEAD"):
        assert (await house.get(path, method)).status_code == 200
    assert (await house.get(path, "POST")).status_code == 405
    assert not house.file("shop").exists()


async def test_who_is_not_known_learns_no_names(house: House):
    await house.propose("shop", "The port is 8080.")
    assert (await house.get("/healthz")).json().keys() == {"status", "version"}
    status, told = await house.ready()
    assert (status, told["status"], told.keys()) == (200, "ready", {"status", "version"})


async def test_readiness_says_what_speaks_and_what_is_behind(house: House):
    await house.propose("shop", "The port is 8080.")
    house.visitor = by_token("shop", TokenScope.AGENT)
    status, told = await house.ready()
    assert (status, told["status"], told["workspace"], told["database"]) == (200, "ready", "shop", "open")
    assert told["voices"].keys() == {"lexical", "temporal", "graph", "semantic"}
    assert told["voices"]["lexical"] == "live"
    assert (told["vectors_missing"], told["backfill"]) in ((0, "off"), (1, "waiting")), "there is no model, or it loads"
    assert told["writes_waiting"] == 0


async def test_a_workspace_of_another_program_is_not_ready(house: House):
    house.file("shop").parent.mkdir()
    house.file("shop").touch()
    with connected(house.file("shop")) as connection:
        connection.execute("CREATE TABLE notes_of_another_program (text)")
    house.visitor = by_flags("shop")
    status, told = await house.ready()
    assert (status, told["status"], told["database"]) == (503, "not ready", "silent")
    assert "another program" in told["reason"]


async def test_a_database_that_is_kept_from_everybody_is_not_ready_until_it_is_let_go(tmp_path: Path):
    await make_workspace(tmp_path, "shop")
    async with house_in(tmp_path, look_seconds=LOOK_SECONDS) as house:
        house.visitor = by_flags("shop")
        with exclusive_lock(house.file("shop")):
            for _ in range(2):
                status, told = await house.ready()
                assert (status, told["status"]) == (503, "not ready")
                assert "process" in told["reason"]
        assert await _ready_again(house)


async def test_a_write_lock_of_another_process_leaves_it_ready(house: House):
    await house.propose("shop", "The port is 8080.")
    house.visitor = by_flags("shop")
    with write_lock(house.file("shop")):
        assert (await house.ready())[0] == 200


async def test_many_probes_share_one_look_when_every_reader_is_busy(house: House, monkeypatch: pytest.MonkeyPatch):
    looks: list[str] = []
    census = Workspace.census

    async def counted(workspace: Workspace) -> WorkspaceCensus:
        looks.append(workspace.id)
        return await census(workspace)

    monkeypatch.setattr(Workspace, "census", counted)
    await house.propose("shop", "The port is 8080.")
    house.visitor = by_flags("shop")
    async with busy_readers(house, "shop"):
        answers = await asyncio.gather(*(house.ready() for _ in range(20)))
        assert {status for status, _ in answers} == {503}
        assert looks == ["shop"]
    assert await _ready_again(house)


async def test_tokens_that_cannot_be_read_let_nobody_in(tmp_path: Path):
    (tmp_path / "access.db").write_bytes(b"To whom it may concern: this is a letter.\n" * 500)
    async with house_in(tmp_path, TokenBook(tmp_path)) as house:
        status, told = await house.ready()
        assert (status, told["status"]) == (503, "not ready")
        assert (await house.get("/healthz")).status_code == 200


async def test_a_scrape_brings_what_open_workspaces_hold(house: House):
    await house.propose("shop", "The port is 8080.", "The port is 9090.", "The host has two disks.")
    await house.propose("mill", "The wheel turns.")
    house.visitor = by_flags("default")
    assert await house.of_workspaces("palimpsest_workspace_up") == {"shop": 1, "mill": 1}
    facts = await house.of_workspaces("palimpsest_facts")
    assert facts["mill"] == 1
    assert facts["shop"] >= 2
    for name in ("palimpsest_conflicts_open", "palimpsest_vectors_missing", "palimpsest_writes_waiting"):
        assert (await house.of_workspaces(name)).keys() == {"shop", "mill"}
    families = await house.families()
    assert [one.value for one in families["palimpsest_workspaces_open"].samples] == [2]
    assert [one.value for one in families["palimpsest_sessions_open"].samples] == [3]


async def test_a_workspace_that_is_silent_shows_as_down_and_holds_up_no_scrape(house: House):
    await house.propose("shop", "The port is 8080.")
    await house.propose("mill", "The wheel turns.")
    house.visitor = by_flags("default")
    async with busy_readers(house, "shop"):
        began = time.monotonic()
        families = await house.families()
        assert time.monotonic() - began < PROBE_SECONDS
    up = {one.labels["workspace"]: one.value for one in families["palimpsest_workspace_up"].samples}
    assert up == {"shop": 0, "mill": 1}
    assert {one.labels["workspace"] for one in families["palimpsest_facts"].samples} == {"mill"}


@pytest.mark.parametrize("scope", [TokenScope.AGENT, TokenScope.REVIEWER])
async def test_metrics_are_for_the_person_in_charge(house: House, scope: TokenScope):
    house.visitor = by_token("shop", scope)
    answer = await house.get("/metrics")
    assert answer.status_code == 403
    assert "admin" in answer.json()["error"]


async def test_a_token_sees_no_other_workspace_in_the_metrics(house: House):
    await house.propose("shop", "The port is 8080.")
    await house.propose("mill", "The wheel turns.")
    house.visitor = by_token("mill", TokenScope.ADMIN)
    assert await house.of_workspaces("palimpsest_facts") == {"mill": 1}
    assert "shop" not in (await house.get("/metrics")).text


async def test_the_document_names_every_metric_with_its_type_and_labels(house: House):
    await house.propose("shop", "The port is 8080.")
    house.visitor = by_flags("default")
    await count_one_of_each(house.metrics)
    page = (REPOSITORY / "docs" / "metrics.md").read_text("utf-8")
    documented = {
        name: (kind, set(re.findall(r"`(\w+)`", labels)))
        for name, kind, labels in re.findall(r"^\| `(palimpsest_\w+)` \| (\w+) \| (.*?) ?\|", page, re.MULTILINE)
    }
    ours = {name: one for name, one in (await house.families()).items() if name.startswith("palimpsest_")}
    assert {name: one.type for name, one in ours.items()} == {
        name.removesuffix("_total"): kind for name, (kind, _) in documented.items()
    }
    for name, (_, labels) in documented.items():
        for sample in ours[name.removesuffix("_total")].samples:
            assert set(sample.labels) - {"le"} == labels
        assert ours[name.removesuffix("_total")].samples


async def count_one_of_each(metrics: Metrics) -> None:
    call: Any = SimpleNamespace(method="tools/call", params={"name": "search_memory"})

    async def done(_: Any) -> dict[str, Any]:
        return {}

    async def leave(scope: Scope, receive: Receive, send: Send) -> None: ...

    async def nothing(*_: Any) -> Any: ...

    await metrics.observe_call(call, done)
    metrics.observe_rpc("memory_fact.list", Fault(STORE_BUSY, "Another process writes."), 0.1)
    await metrics.observe_requests(leave)({"type": "http", "path": "/mcp"}, nothing, nothing)


async def make_workspace(home: Path, name: str) -> None:
    """A workspace that is there, and closed."""
    async with house_in(home) as house:
        await house.propose(name, "The port is 8080.")


@asynccontextmanager
async def busy_readers(house: House, workspace: str) -> AsyncGenerator[None]:
    """While inside, everything that reads has to wait."""
    done = threading.Event()
    store = house.workspaces.get(workspace).store
    held = [asyncio.create_task(store.read(lambda _: done.wait(30))) for _ in range(READERS)]
    await asyncio.sleep(0.05)
    try:
        yield
    finally:
        done.set()
        await asyncio.gather(*held)


async def _ready_again(house: House) -> bool:
    """Whether it becomes ready once nothing is in its way."""
    until = time.monotonic() + 10
    while time.monotonic() < until:
        if (await house.ready())[0] == 200:
            return True
        await asyncio.sleep(0.1)
    return False
