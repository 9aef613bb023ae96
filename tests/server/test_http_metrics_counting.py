"""Every call is counted once, under labels that were known before anybody sent anything."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import TypedDict

import pytest
from dummy_tools import DummyTools
from held import held
from mcp import Client, MCPError
from memory_bench import open_bench
from palimpsest.server.app import build_server
from palimpsest.server.http.metrics import Metrics
from palimpsest.server.http.outcomes import Outcome, outcome_of_error
from palimpsest.server.mcp_server import MemoryServer
from palimpsest.server.rpc import Dispatcher
from palimpsest.server.rpc_declare import method, methods_of
from palimpsest.store.errors import NotFound, StoreBusy
from palimpsest.store.model import Caller
from palimpsest.tools.declare import tools_of
from palimpsest.tools.desk import Desk
from palimpsest.tools.toolbox import declarations
from starlette.types import Message, Receive, Scope, Send

ROUTES = ("/mcp", "/rpc", "/workspaces/{workspace}/mcp", "/workspaces/{workspace}/rpc")


def counted(metrics: Metrics, name: str) -> dict[tuple[str, ...], float]:
    """The values of a counter, or how often a histogram was told something, by its labels."""
    return {
        tuple(sample.labels.values()): sample.value
        for family in metrics.registry.collect()
        for sample in family.samples
        if sample.name == name
    }


def tools_metrics(*tools: str) -> Metrics:
    return Metrics(tools=tools, methods=(), routes=())


@pytest.fixture
def metrics() -> Metrics:
    return tools_metrics("gather", "fail", "wait")


@pytest.fixture
def tools() -> DummyTools:
    return DummyTools()


@pytest.fixture(params=["auto", "legacy"])
async def client(request: pytest.FixtureRequest, metrics: Metrics, tools: DummyTools) -> AsyncGenerator[Client]:
    server = MemoryServer(version="0", instructions="", tools=tools_of(tools), middleware=[metrics.observe_call])
    async with held(Client(server, mode=request.param)) as client:
        yield client


async def test_calls_are_counted_by_how_they_ended(client: Client, metrics: Metrics):
    await client.call_tool("gather", {})
    for how in ("refused", "missing", "crash"):
        await client.call_tool("fail", {"how": how})
    await client.call_tool("fail", {"how": "in no such way"})
    await client.call_tool("fail", {"whose": "x"})
    assert counted(metrics, "palimpsest_calls_total") == {
        ("gather", "ok"): 1,
        ("fail", "refused"): 4,
        ("fail", "failed"): 1,
    }
    assert counted(metrics, "palimpsest_errors_total") == {
        ("mcp", "InvalidInput"): 3,
        ("mcp", "NotFound"): 1,
        ("mcp", "Crash"): 1,
    }
    assert counted(metrics, "palimpsest_call_seconds_count") == {("gather", ""): 1, ("fail", ""): 5}


async def test_what_nobody_declared_is_one_label(client: Client, metrics: Metrics):
    for name in ("echo", "no_such_tool", "x" * 500, 'quo"te\n{}'):
        await client.call_tool(name, {})
    assert {tool for tool, _ in counted(metrics, "palimpsest_calls_total")} == {"unknown"}
    assert ("mcp", "NoSuchTool") in counted(metrics, "palimpsest_errors_total")


async def test_only_tool_calls_are_calls(client: Client, metrics: Metrics):
    await client.list_tools()
    with pytest.raises(MCPError):
        await client.get_prompt("none")
    assert counted(metrics, "palimpsest_calls_total") == {}


async def test_a_call_that_is_given_up_is_counted_as_cancelled(client: Client, metrics: Metrics, tools: DummyTools):
    call = asyncio.create_task(client.call_tool("wait", {"seconds": 60}))
    await tools.started.wait()
    call.cancel()
    async with asyncio.timeout(5):
        await tools.cancelled.wait()
        await client.list_tools()  # by its answer the call before has ended
    assert counted(metrics, "palimpsest_calls_total") == {("wait", "cancelled"): 1}


async def test_a_store_that_cannot_is_the_servers_failure():
    error = RuntimeError()
    error.__cause__ = StoreBusy("Another process writes.")
    assert outcome_of_error(error) == Outcome("failed", "StoreBusy")


async def test_searches_are_timed_by_their_mode(tmp_path: Path):
    async with open_bench(tmp_path) as bench:
        desk = Desk(bench.store, Caller())
        metrics = tools_metrics(*(declared.name for declared in declarations(desk)))
        server = build_server(desk, middleware=[metrics.observe_call])
        async with held(Client(server)) as client:
            for mode in ("keyword", "semantic", "hybrid", "", None, "fast", "x" * 300):
                await client.call_tool("search_memory", {"query": "tea", "mode": mode})
            await client.call_tool("search_memory", {"query": "tea"})
        await desk.close()
    assert counted(metrics, "palimpsest_call_seconds_count") == {
        ("search_memory", "keyword"): 1,
        ("search_memory", "semantic"): 1,
        ("search_memory", "hybrid"): 4,
        ("search_memory", ""): 2,
    }


class Notes(TypedDict):
    """Whose."""

    agent: str


class Methods:
    """Two JSON-RPC methods."""

    @method("notes.get", reads_only=True)
    async def get(self, agent: str) -> Notes:
        """Read."""
        return Notes(agent=agent)

    @method("notes.fail")
    async def fail(self, how: str) -> Notes:
        """Fail."""
        raise NotFound("There are none.") if how == "missing" else RuntimeError("a secret detail")


async def test_rpc_calls_are_counted_like_tools():
    metrics = Metrics(tools=(), methods=("notes.get", "notes.fail"), routes=())
    dispatcher = Dispatcher(methods_of(Methods()), metrics.observe_rpc)
    for named, params in (
        ("notes.get", {"agent": "ana"}),
        ("notes.get", {"whose": "ana"}),
        ("notes.fail", {"how": "missing"}),
        ("notes.fail", {"how": "crash"}),
        ("no.such", {}),
    ):
        request = f'{{"jsonrpc":"2.0","id":1,"method":"{named}","params":{params}}}'.replace("'", '"')
        await dispatcher.answer(request)
    assert counted(metrics, "palimpsest_rpc_calls_total") == {
        ("notes.get", "ok"): 1,
        ("notes.get", "refused"): 1,
        ("notes.fail", "refused"): 1,
        ("notes.fail", "failed"): 1,
        ("unknown", "refused"): 1,
    }
    assert counted(metrics, "palimpsest_errors_total") == {
        ("rpc", "InvalidInput"): 1,
        ("rpc", "NotFound"): 1,
        ("rpc", "Crash"): 1,
        ("rpc", "NoSuchMethod"): 1,
    }


async def answer_with(status: int | None, scope: Scope, receive: Receive, send: Send) -> None:
    if status is not None:
        await send({"type": "http.response.start", "status": status, "headers": []})


async def test_requests_are_counted_by_route_and_status():
    metrics = Metrics(tools=(), methods=(), routes=ROUTES)

    async def ignore(message: Message) -> None: ...

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    for path, root, status in (
        ("/mcp", "", 200),
        ("/memory/mcp", "/memory", 200),
        ("/workspaces/shop/mcp", "", 403),
        ("/workspaces/../../etc/passwd", "", 404),
        ("/workspaces/a/b/mcp", "", 404),
        ("/" + "x" * 4000, "", 404),
        ("/rpc", "", None),
    ):
        app = metrics.observe_requests(
            lambda scope, receive, send, status=status: answer_with(status, scope, receive, send)
        )
        await app({"type": "http", "path": path, "root_path": root}, receive, ignore)
    assert counted(metrics, "palimpsest_http_requests_total") == {
        ("/mcp", "200"): 2,
        ("/workspaces/{workspace}/mcp", "403"): 1,
        ("other", "404"): 3,
        ("/rpc", "none"): 1,
    }
