"""What is too large, too slow or too often is refused in a bounded time."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from http_app import JSON, LISTING, OpenApp, bearer, open_http
from palimpsest.server.http.bodies import MOST_BYTES, WholeBodies
from palimpsest.server.http.heads import BoundedHeads
from palimpsest.server.http.options import HttpOptions
from palimpsest.server.http.rate import RateLimit
from palimpsest.server.http.serve import uvicorn_config
from palimpsest.server.http.time_limit import TimeLimit
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send
from token_kit import new_token
from uvicorn.server import ServerState

SOON = 0.3
SCOPE: Scope = {"type": "http", "method": "POST", "path": "/", "headers": [], "query_string": b""}


@pytest.fixture
async def app(tmp_path: Path) -> AsyncGenerator[OpenApp]:
    async with open_http(tmp_path) as app:
        yield app


async def parts(total: int) -> AsyncIterator[bytes]:
    for _ in range(total // 65536 + 1):
        yield b" " * 65536


@pytest.mark.parametrize("path", ["/mcp", "/rpc", "/messages/", "/workspaces/shop/rpc", "/unknown"])
async def test_a_body_of_more_than_four_mebibytes_is_refused_declared_or_not(app: OpenApp, path: str):
    declared = await app.ask(path, "POST", content=b" " * (MOST_BYTES + 1), headers=JSON)
    streamed = await app.ask(path, "POST", content=parts(MOST_BYTES), headers=JSON)
    assert declared.status_code == streamed.status_code == 413
    assert declared.json() == streamed.json() == {"error": "A request's body holds at most 4 MiB."}


async def test_a_body_of_four_mebibytes_is_read(app: OpenApp):
    text = json.dumps(LISTING).encode()
    answer = await app.ask("/rpc", "POST", content=text + b" " * (MOST_BYTES - len(text)), headers=JSON)
    assert answer.json()["id"] == 1


async def answered(app: object, receive: Receive, scope: Scope = SCOPE) -> list[int]:
    """The statuses that an app answers with."""
    statuses: list[int] = []

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    await app(scope, receive, send)  # pyright: ignore[reportCallIssue, reportGeneralTypeIssues]
    return statuses


async def never() -> Message:
    await asyncio.Event().wait()
    raise AssertionError


async def whole() -> Message:
    return {"type": "http.request", "body": b"", "more_body": False}


async def test_a_body_that_doesn_t_arrive_is_given_up():
    trickle = iter([{"type": "http.request", "body": b"{", "more_body": True}])

    async def receive() -> Message:
        return next(trickle, None) or await never()

    assert await answered(WholeBodies(PlainTextResponse("ok"), SOON), receive) == [408]


async def test_who_leaves_in_the_middle_of_a_body_is_not_answered():
    async def gone() -> Message:
        return {"type": "http.disconnect"}

    assert await answered(WholeBodies(PlainTextResponse("ok"), SOON), gone) == []


async def test_an_answer_that_takes_too_long_is_given_up():
    async def slow(scope: Scope, receive: Receive, send: Send) -> None:
        del scope, receive, send
        await asyncio.Event().wait()

    assert await answered(TimeLimit(slow, SOON), whole) == [503]


async def test_a_time_limit_leaves_other_timeouts_alone():
    async def failing(scope: Scope, receive: Receive, send: Send) -> None:
        del scope, receive, send
        raise TimeoutError

    with pytest.raises(TimeoutError):
        await answered(TimeLimit(failing, SOON), whole)


async def test_a_token_has_its_own_rate_and_is_told_how_long_to_wait(tmp_path: Path):
    (_, eager), (_, calm) = new_token(tmp_path, agent="eager"), new_token(tmp_path, agent="calm")
    async with open_http(tmp_path, HttpOptions(rate_limit=1)) as app:
        statuses = [(await app.rpc(secret=eager)).status_code for _ in range(3)]
        assert statuses == [200, 200, 429]
        refused = await app.rpc(secret=eager)
        assert refused.headers["Retry-After"] == "1"
        assert (await app.rpc(secret=calm)).status_code == 200
        probe = await app.ask("/readyz", headers=bearer(eager))
        assert probe.status_code == 429


async def test_a_bucket_fills_again_and_never_above_twice_the_rate(tmp_path: Path):
    clock = [0.0]
    limit = RateLimit(PlainTextResponse("ok"), 10, lambda: clock[0])
    assert [limit.wait_of(1) for _ in range(20)] == [0.0] * 20
    assert limit.wait_of(1) == pytest.approx(0.1)
    clock[0] = 0.1
    assert limit.wait_of(1) == 0.0
    clock[0] = 1000.0
    assert [limit.wait_of(1) > 0 for _ in range(21)] == [False] * 20 + [True]


class QuickHeads(BoundedHeads):
    """Waits as long as a test does."""

    head_seconds = SOON


@asynccontextmanager
async def listening() -> AsyncGenerator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection to a server that echoes nothing and waits for nothing long."""
    config = uvicorn_config(WholeBodies(PlainTextResponse("ok")))
    config.load()
    state = ServerState()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: QuickHeads(config, state, {}), "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    try:
        yield reader, writer
    finally:
        writer.close()
        server.close()


SLOW_HEADS = {
    "nothing": b"",
    "a request line": b"GET / HTTP/1.1\r\n",
    "half a header": b"GET / HTTP/1.1\r\nHost: loc",
    "a second one": b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\nGET /",
}


@pytest.mark.parametrize("sent", SLOW_HEADS.values(), ids=list(SLOW_HEADS))
async def test_a_head_that_doesn_t_arrive_is_given_up_though_bytes_trickle(sent: bytes):
    async with asyncio.timeout(5), listening() as (reader, writer):
        writer.write(sent)
        said = bytearray()
        reading = asyncio.create_task(_read_to_the_end(reader, said))
        for _ in range(20):
            await asyncio.sleep(SOON / 5)
            if sent and b" 408" not in said:
                writer.write(b"X")
        await reading
    assert said.count(b"HTTP/1.1 408") == 1
    assert b"nosniff" in said
    assert said.endswith(b"}")


async def _read_to_the_end(reader: asyncio.StreamReader, said: bytearray) -> None:
    """Collect what comes; a byte that crossed the server's closing resets the connection behind its answer."""
    with suppress(ConnectionResetError):
        while block := await reader.read(65_536):
            said += block


async def test_a_refused_body_that_goes_on_is_not_read_for_ever():
    async with asyncio.timeout(5), listening() as (reader, writer):
        head = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999999\r\n\r\n"
        writer.write(head + b"x")
        assert b"413" in await reader.readuntil(b"\r\n")
        rest = asyncio.create_task(reader.read())
        while not rest.done():
            writer.write(b"x" * 100)
            await asyncio.sleep(SOON / 5)


async def test_what_is_no_http_is_told_as_everything_else():
    async with asyncio.timeout(5), listening() as (reader, writer):
        writer.write(b"\x16\x03\x01\x02\x00no http\r\n\r\n")
        said = await reader.read()
    assert said.startswith(b"HTTP/1.1 400")
    assert b'{"error": "Invalid HTTP request received."}' in said
