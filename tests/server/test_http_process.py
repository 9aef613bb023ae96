"""`palimpsest serve --http` as a real process, with real clients: they are answered, asked, cut off and let go."""

import asyncio
import signal
import socket
import time
from collections.abc import AsyncGenerator, Generator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from http_app import INITIALIZE, LISTING, bearer
from mcp import Client
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client
from network_server import HttpServer, serve_http
from palimpsest.store.model.access import TokenScope
from processes import connected, count, database_of, palimpsest, write_lock
from token_kit import new_token
from users import User

OLD = {"domain": "architecture", "topic": "database", "content": "The API uses Postgres 14."}
NEW = OLD | {"content": "The API uses Postgres 15."}
STREAMABLE = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
WAYS = [("sse", "legacy"), ("http", "legacy"), ("http", "auto")]
END_SECONDS = 5.0
EVERYWHERE = "0.0.0.0"  # noqa: S104 (to be refused)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[HttpServer]:
    folder = tmp_path_factory.mktemp("network")
    new_token(folder / "home", agent="nobody")
    with serve_http(folder) as server:
        yield server


@asynccontextmanager
async def client_of(server: HttpServer, way: str, mode: str, secret: str, **more: Any) -> AsyncGenerator[Client]:
    """A real client over a transport, in a protocol era."""
    async with AsyncExitStack() as stack:
        if way == "sse":
            target = sse_client(server.sse, headers=bearer(secret))
        else:
            http = await stack.enter_async_context(httpx2.AsyncClient(headers=bearer(secret), timeout=30))
            target = streamable_http_client(server.mcp, http_client=http)
        yield await stack.enter_async_context(Client(target, mode=mode, **more))


async def propose(client: Client, fact: dict[str, str]) -> dict[str, Any]:
    answer = await client.call_tool("propose_fact", fact)
    assert answer.structured_content is not None, answer
    return answer.structured_content


@pytest.mark.parametrize(("way", "mode"), WAYS)
async def test_a_user_is_asked_and_a_call_that_is_given_up_has_written_nothing(server: HttpServer, way: str, mode: str):
    workspace = f"asked-{way}-{mode}"
    (_, anas), (_, bobs) = (new_token(server.home, agent=one, workspace=workspace) for one in ("ana", "bob"))
    never, asked = anyio.Event(), anyio.Event()

    async def think() -> None:
        asked.set()
        await never.wait()

    user = User("new", meanwhile=think)
    async with (
        client_of(server, way, mode, anas) as ana,
        client_of(server, way, mode, bobs, elicitation_callback=user) as bob,
    ):
        await propose(ana, OLD)
        async with anyio.create_task_group() as calls:
            calls.start_soon(bob.call_tool, "propose_fact", NEW)
            await asked.wait()
            calls.cancel_scope.cancel()
        told = await bob.call_tool("list_memory_conflicts", {})
        assert told.structured_content == {"conflicts": [], "next_cursor": None}
        answer = await propose(bob, NEW)
    assert (answer["outcome"], answer["conflicts"][0]["rule"]) == ("superseded_existing", "user")
    assert len(user.questions) == 2


@pytest.mark.parametrize(("way", "mode"), WAYS)
async def test_a_long_call_reports_its_progress(server: HttpServer, way: str, mode: str):
    _, secret = new_token(server.home, agent="ana", workspace=f"progress-{way}-{mode}")
    seen: list[float] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        del total, message
        seen.append(progress)

    async with client_of(server, way, mode, secret) as client:
        for _ in range(2):
            await client.call_tool("record_observation", {"content": OLD["content"]})
        done = await client.call_tool("consolidate_memory", {}, progress_callback=note)
        assert not done.is_error, done
    assert seen, "nothing was reported"


@pytest.mark.parametrize("way", ["sse", "http"])
async def test_a_revoked_token_s_open_stream_is_cut_within_two_seconds(server: HttpServer, way: str):
    token, secret = new_token(server.home, workspace="revoked")
    async with httpx2.AsyncClient(timeout=10) as http:
        headers = bearer(secret) | {"Accept": "text/event-stream"}
        if way == "http":
            opened = await http.post(server.mcp, json=INITIALIZE, headers=headers | STREAMABLE)
            headers |= {"Mcp-Session-Id": opened.headers["Mcp-Session-Id"]}
        async with http.stream("GET", server.sse if way == "sse" else server.mcp, headers=headers) as stream:
            assert stream.status_code == 200
            assert palimpsest(server.home, "token", "revoke", f"T{token.id}").code == 0
            began = time.monotonic()
            async for _ in stream.aiter_raw():
                pass
            assert time.monotonic() - began < 2.0
        assert (await http.get(server.sse, headers=headers)).status_code == 401


async def test_a_client_that_vanishes_in_the_middle_of_a_write_leaves_nothing_half_done(server: HttpServer):
    for way, era in (("/mcp", "2026-07-28"), ("/mcp", "2025-11-25"), ("/rpc", "")):
        workspace = f"vanished-{era or 'rpc'}"
        _, secret = new_token(server.home, workspace=workspace, scope=TokenScope.ADMIN)
        async with client_of(server, "http", "auto", secret) as client:
            await propose(client, OLD)
        database = database_of(server.home, workspace)
        with write_lock(database):
            await vanish(server, way, era, secret)
        async with client_of(server, "http", "auto", secret) as client:
            await propose(client, NEW | {"topic": "cache", "content": "The cache is Redis."})
        assert count(database, "fact") in (2, 3)
        with connected(database) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


async def vanish(server: HttpServer, path: str, era: str, secret: str) -> None:
    """Ask for a write, and close the connection while it waits."""
    params = {"name": "propose_fact", "arguments": OLD | {"topic": "queue", "content": "The queue is Kafka."}}
    asked: dict[str, Any] = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params}
    headers = bearer(secret) | STREAMABLE
    async with httpx2.AsyncClient(timeout=10) as http:
        if path == "/rpc":
            asked = LISTING | {"method": "memory_settings.set", "params": {"name": "embedder", "value": "none"}}
        elif era == "2025-11-25":
            opened = await http.post(server.mcp, json=INITIALIZE, headers=headers)
            headers |= {"Mcp-Session-Id": opened.headers["Mcp-Session-Id"]}
        else:
            meta: dict[str, Any] = {
                "io.modelcontextprotocol/protocolVersion": era,
                "io.modelcontextprotocol/clientCapabilities": {},
            }
            asked = asked | {"params": params | {"_meta": meta}}
            headers |= {"MCP-Protocol-Version": era, "Mcp-Method": "tools/call", "Mcp-Name": "propose_fact"}
        with pytest.raises(httpx2.TimeoutException):
            await http.post(server.address + path, json=asked, headers=headers, timeout=0.4)


async def test_a_half_closed_socket_and_one_that_is_reset_cost_nothing(server: HttpServer):
    _, secret = new_token(server.home)
    head = f"POST /rpc HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {secret}\r\n"
    for rest in ("", "Content-Length: 50\r\n\r\n{", "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"):
        with socket.create_connection(("127.0.0.1", server.port), timeout=5) as connection:
            connection.sendall((head + rest).encode())
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(4096):
                pass
    async with httpx2.AsyncClient() as http:
        assert (await http.post(f"{server.address}/rpc", json=LISTING, headers=bearer(secret))).status_code == 200


async def test_a_restart_is_survived_by_2026_s_retries_and_makes_2025_s_clients_begin_anew(tmp_path: Path):
    (_, anas), (_, bobs) = (new_token(tmp_path / "home", agent=one) for one in ("ana", "bob"))
    with serve_http(tmp_path) as first:
        async with client_of(first, "http", "auto", anas) as ana:
            await propose(ana, OLD)
        asked, session = await ask_raw(first, bobs), await open_session(first, bobs)
        assert await use_session(first, bobs, session) == 200
    with serve_http(tmp_path) as second:
        assert await use_session(second, bobs, session) == 404
        assert "error" in await answer_raw(second, anas, asked), "another agent answered for this one"
        done = await answer_raw(second, bobs, asked)
        assert done["result"]["structuredContent"]["outcome"] == "superseded_existing", done


MODERN = "2026-07-28"


async def modern_call(server: HttpServer, secret: str, params: dict[str, Any]) -> dict[str, Any]:
    meta: dict[str, Any] = {
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}},
    }
    headers = {"MCP-Protocol-Version": MODERN, "Mcp-Method": "tools/call", "Mcp-Name": "propose_fact"}
    asked: dict[str, Any] = {"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": params | {"_meta": meta}}
    async with httpx2.AsyncClient(timeout=10) as http:
        answer = await http.post(server.mcp, json=asked, headers=bearer(secret) | STREAMABLE | headers)
    return answer.json()


async def ask_raw(server: HttpServer, secret: str) -> dict[str, Any]:
    """Contradict, and get the question that the client is to ask."""
    asked = await modern_call(server, secret, {"name": "propose_fact", "arguments": NEW})
    assert asked["result"]["resultType"] == "input_required", asked
    return asked["result"]


async def answer_raw(server: HttpServer, secret: str, asked: dict[str, Any]) -> dict[str, Any]:
    """Send the call again with the user's answer."""
    answers = {key: {"action": "accept", "content": {"keep": "new"}} for key in asked["inputRequests"]}
    again = {"inputResponses": answers, "requestState": asked["requestState"]}
    return await modern_call(server, secret, {"name": "propose_fact", "arguments": NEW} | again)


async def open_session(server: HttpServer, secret: str) -> str:
    async with httpx2.AsyncClient() as http:
        opened = await http.post(server.mcp, json=INITIALIZE, headers=bearer(secret) | STREAMABLE)
    return opened.headers["Mcp-Session-Id"]


async def use_session(server: HttpServer, secret: str, session: str) -> int:
    headers = bearer(secret) | STREAMABLE | {"Mcp-Session-Id": session}
    async with httpx2.AsyncClient() as http:
        return (await http.post(server.mcp, json=LISTING | {"method": "tools/list"}, headers=headers)).status_code


async def test_a_signal_ends_it_in_time_though_streams_are_open_and_a_client_is_deaf(tmp_path: Path):
    with serve_http(tmp_path) as server:
        async with client_of(server, "http", "auto", "") as client:
            await propose(client, OLD)
        deaf = deaf_clients(server)
        async with httpx2.AsyncClient(timeout=10) as http, http.stream("GET", server.sse) as stream:
            lines = stream.aiter_lines()
            await anext(lines)
            began = time.monotonic()
            server.process.send_signal(signal.SIGINT)
            assert await asyncio.to_thread(server.process.wait, END_SECONDS) == 0
            assert time.monotonic() - began < END_SECONDS
            assert [line async for line in lines if line.startswith("event: message")] == []
        for one in deaf:
            one.close()
    assert "Traceback" not in server.log.read_text()
    with connected(database_of(server.home)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"


def deaf_clients(server: HttpServer) -> list[socket.socket]:
    """One that sends requests on and on and reads no answer, and one with a head and a body that never end."""
    made = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(3)]
    made[0].setblocking(False)
    ask = b"GET /rpc/openrpc.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
    for _ in range(200):
        try:
            made[0].send(ask)
        except BlockingIOError:
            break
    made[1].sendall(b"POST /rpc HTTP/1.1\r\nHost: loc")
    made[2].sendall(b"POST /rpc HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
    return made


async def test_a_call_that_runs_when_the_end_begins_is_finished_and_answered(tmp_path: Path):
    with serve_http(tmp_path) as server:
        async with client_of(server, "http", "auto", "") as client:
            await propose(client, OLD)
            with write_lock(database_of(server.home)):
                call = asyncio.create_task(propose(client, OLD | {"topic": "cache", "content": "The cache is Redis."}))
                await asyncio.sleep(0.3)
                server.process.terminate()
                await asyncio.sleep(0.3)
            assert (await call)["outcome"] == "created"
        assert await asyncio.to_thread(server.process.wait, END_SECONDS) == 0
    assert count(database_of(server.home), "fact") == 2


def test_a_port_in_use_is_told_and_nothing_else(server: HttpServer, tmp_path: Path):
    ran = palimpsest(tmp_path, "serve", "--http", "--port", str(server.port))
    assert ran.code == 1
    assert ran.complaint == (
        f"palimpsest: Something listens at 127.0.0.1:{server.port} already: end it, or name another port with --port."
    )


def test_it_refuses_to_be_reached_by_others_without_tokens(tmp_path: Path):
    ran = palimpsest(tmp_path, "serve", "--http", "--port", "0", "--host", EVERYWHERE)
    assert ran.code == 2
    assert ran.complaint == (
        "palimpsest: --host 0.0.0.0: others than this machine's users can connect, where callers must be known by "
        "tokens. Nothing was served; first: palimpsest token create --agent NAME"
    )
    assert not list(tmp_path.rglob("*.db"))


def test_the_log_holds_no_token_and_one_line_at_the_start(server: HttpServer):
    log = server.log.read_text()
    assert "plt_" not in log
    assert log.startswith(f"palimpsest: serving {server.address}; callers are known by their tokens; more: ")
    assert "Traceback" not in log
