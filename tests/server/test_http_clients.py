"""Clients and their sessions come and go: bounded in number, and forgotten when they are dropped."""

import asyncio
import gc
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from held import held
from http_app import INITIALIZE, OpenApp, bearer, open_http
from palimpsest.server.app import build_server
from palimpsest.server.http import clients as clients_module
from palimpsest.server.http.client import Client
from palimpsest.server.http.clients import Calls, Clients
from palimpsest.server.http.sessions import MOST_SESSIONS
from palimpsest.server.http.visitor import Visitor
from palimpsest.server.workspaces import Workspaces
from palimpsest.store.errors import StoreBusy
from palimpsest.store.model import Caller
from palimpsest.store.model.access import TokenScope
from starlette.types import Message, Scope
from token_kit import new_token

STREAMABLE = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
MANY = 400
MOST_KILOBYTES_OF_ONE = 64


@pytest.fixture
async def app(tmp_path: Path) -> AsyncGenerator[OpenApp]:
    async with open_http(tmp_path) as app:
        yield app


def resident_kilobytes() -> int:
    with open("/proc/self/status") as status:  # noqa: PTH123
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


async def test_sessions_that_are_dropped_leave_no_more_than_may_be_open(app: OpenApp):
    first = (await app.initialize()).headers["Mcp-Session-Id"]
    for _ in range(MOST_SESSIONS):
        await app.initialize()
    gc.collect()
    before = resident_kilobytes()
    for _ in range(MANY - MOST_SESSIONS):
        assert (await app.initialize()).status_code == 200
    gc.collect()
    assert app.app.clients.sessions == MOST_SESSIONS
    assert len(app.app.clients) == 1
    assert resident_kilobytes() - before < MOST_KILOBYTES_OF_ONE * MOST_SESSIONS
    gone = await app.ask(
        "/mcp", "POST", json=INITIALIZE | {"method": "ping"}, headers=STREAMABLE | {"Mcp-Session-Id": first}
    )
    assert gone.status_code == 404


async def test_a_session_that_is_deleted_is_forgotten(app: OpenApp):
    session = (await app.initialize()).headers["Mcp-Session-Id"]
    assert app.app.clients.sessions == 1
    assert (await app.ask("/mcp", "DELETE", headers={"Mcp-Session-Id": session})).status_code == 200
    assert app.app.clients.sessions == 0


async def test_a_request_that_opens_no_session_leaves_none(app: OpenApp):
    for body in ({}, INITIALIZE | {"method": "tools/list"}, INITIALIZE | {"params": {}}):
        answer = await app.ask("/mcp", "POST", json=body, headers=STREAMABLE)
        assert answer.status_code in (200, 400)
    assert (await app.ask("/mcp", "GET", headers={"Accept": "text/event-stream"})).status_code == 400
    assert (await app.ask("/mcp", "DELETE")).status_code == 400


async def test_a_session_header_makes_a_client_of_its_own_and_a_token_no_more_than_so_many(
    app: OpenApp, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(clients_module, "MOST_OF_ONE_TOKEN", 3)
    (_, eager), (_, calm) = new_token(app.home, agent="eager"), new_token(app.home, agent="calm")
    await app.initialize(secret=calm)
    for number in range(6):
        headers = bearer(eager) | STREAMABLE | {"Palimpsest-Session": f"s-{number}"}
        assert (await app.ask("/mcp", "POST", json=INITIALIZE, headers=headers)).status_code == 200
    assert len(app.app.clients) == 4


@asynccontextmanager
async def clients_of(home: Path, **more: float) -> AsyncGenerator[tuple[Clients, set[Visitor]]]:
    """Clients over a home, and those of them that may not come in any more."""
    shut_out: set[Visitor] = set()
    async with held(Workspaces(home)) as workspaces:

        async def make(visitor: Visitor) -> Client:
            desk = workspaces.get(visitor.caller.workspace).desk(visitor.caller)
            return Client(visitor, desk, build_server(desk))

        def still_lets_in(visitor: Visitor) -> bool:
            return all(one.token_id != visitor.token_id for one in shut_out)

        async with held(Clients(make, still_lets_in, Calls(), **more)) as clients:  # pyright: ignore[reportArgumentType]
            yield clients, shut_out


def visitor(number: int) -> Visitor:
    return Visitor(Caller(agent=f"agent-{number}"), TokenScope.AGENT, number)


async def listen(client: Client) -> list[Message]:
    """What a stream says until it is cut."""
    told: list[Message] = []

    async def receive() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: Message) -> None:
        told.append(message)

    scope: Scope = {
        "type": "http",
        "method": "GET",
        "path": "/sse",
        "headers": [],
        "query_string": b"",
        "root_path": "",
    }
    await client.listen(scope, receive, send)
    return told


async def test_who_may_no_longer_come_in_is_cut_off_and_nobody_else(tmp_path: Path):
    async with asyncio.timeout(10), clients_of(tmp_path) as (clients, shut_out):
        one, two = [await clients.find(visitor(number)) for number in (1, 2)]
        assert one is not None
        assert two is not None
        streams = [asyncio.create_task(listen(client)) for client in (one, two)]
        await asyncio.sleep(0.1)
        assert clients.sessions == 2
        shut_out.add(visitor(1))
        told = await streams[0]
        assert told[-1] == {"type": "http.response.body", "body": b"", "more_body": False}
        assert not streams[1].done()
        assert clients.sessions == 1
    await streams[1]


async def test_an_idle_client_is_retired_and_one_that_listens_is_not(tmp_path: Path):
    async with asyncio.timeout(10), clients_of(tmp_path, idle_seconds=0.2) as (clients, _):
        listening, idle = [await clients.find(visitor(number)) for number in (1, 2)]
        assert listening is not None
        assert idle is not None
        stream = asyncio.create_task(listen(listening))
        await asyncio.sleep(1.4)
        assert len(clients) == 1
        assert await clients.find(visitor(1)) is listening
        assert await clients.find(visitor(2)) is not idle
    await stream


async def test_when_all_are_busy_nobody_new_is_taken_and_an_idle_one_makes_room(tmp_path: Path):
    async with asyncio.timeout(10), clients_of(tmp_path, most=2) as (clients, _):
        one, two = [await clients.find(visitor(number)) for number in (1, 2)]
        assert one is not None
        assert two is not None
        streams = [asyncio.create_task(listen(one))]
        await asyncio.sleep(0.1)
        assert await clients.find(visitor(3)) is not None
        assert await clients.find(visitor(1)) is one
        third = await clients.find(visitor(3))
        assert third is not None
        streams.append(asyncio.create_task(listen(third)))
        await asyncio.sleep(0.1)
        assert await clients.find(visitor(4)) is None
    await asyncio.gather(*streams)


async def test_those_who_come_at_once_share_one_client(tmp_path: Path):
    async with asyncio.timeout(10), clients_of(tmp_path) as (clients, _):
        found = await asyncio.gather(*(clients.find(visitor(1)) for _ in range(10)))
        assert len(set(map(id, found))) == 1


async def test_a_client_that_reads_nothing_doesn_t_hold_up_its_being_cut(tmp_path: Path):
    async def deaf(message: Message) -> None:
        del message
        await asyncio.Event().wait()

    async def silent() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    scope: Scope = {"type": "http", "method": "GET", "path": "/sse", "headers": [], "query_string": b""}
    async with asyncio.timeout(10), clients_of(tmp_path) as (clients, _):
        client = await clients.find(visitor(1))
        assert client is not None
        stream = asyncio.create_task(client.listen(scope, silent, deaf))
        await asyncio.sleep(0.1)
        async with asyncio.timeout(2):
            await client.retire()
            await stream
        assert client.sessions == 0


async def test_a_client_that_can_t_start_says_why_and_the_next_may(tmp_path: Path):
    attempts: list[Visitor] = []

    async def make(visitor: Visitor) -> Client:
        attempts.append(visitor)
        raise StoreBusy("held by another process")

    async with asyncio.timeout(10), held(Clients(make, lambda _: True, Calls())) as clients:
        for _ in range(2):
            with pytest.raises(StoreBusy):
                await clients.find(visitor(1))
    assert len(attempts) == 2
