"""What a served home writes to its log, how long it keeps connections, and which flags it takes for its own."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import signal
import socket
import time
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, closing
from http.client import HTTPConnection
from pathlib import Path

import pytest
from network_server import LOOPBACK, HttpServer, serve_http
from palimpsest.server.app import build_server
from palimpsest.server.cli_arguments import HTTP_FLAGS, HTTP_LISTS
from palimpsest.server.http.client import Client
from palimpsest.server.http.clients import Calls, Clients
from palimpsest.server.http.logs import OneLine
from palimpsest.server.http.serve import uvicorn_config
from palimpsest.server.http.visitor import Visitor
from palimpsest.server.shared.arrival import Refused, options_of
from palimpsest.server.workspaces import Workspaces
from palimpsest.store.model import Caller
from palimpsest.store.model.access import TokenScope
from processes import palimpsest
from source_tree import REPOSITORY

KEPT_BY_ANN = "what ann keeps to herself"
WAIT_SECONDS = 10.0
LONGEST_OF_CLIENTS = 60.0
END_SECONDS = 3.0


def connect(server: HttpServer, text: str) -> socket.socket:
    """A connection on which so much was sent."""
    connection = socket.create_connection((LOOPBACK, server.port), timeout=WAIT_SECONDS)
    connection.sendall(text.replace("\n", "\r\n").encode())
    return connection


def read_until(connection: socket.socket, mark: bytes) -> re.Match[bytes]:
    """Where what is sent matches at last."""
    read = b""
    while (found := re.search(mark, read)) is None:
        part = connection.recv(4096)
        assert part, read
        read += part
    return found


def address_in(stream: socket.socket) -> str:
    """Where the stream says that messages are to be sent."""
    return read_until(stream, rb"data: (\S+)\r\n")[1].decode()


def post(server: HttpServer, path: str, body: bytes) -> int:
    """The status of the answer."""
    with closing(HTTPConnection(LOOPBACK, server.port, timeout=WAIT_SECONDS)) as connection:
        connection.request("POST", path, body, {"Content-Type": "application/json"})
        return connection.getresponse().status


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[HttpServer]:
    with serve_http(tmp_path_factory.mktemp("manners")) as server:
        yield server


def test_nothing_that_clients_send_reaches_the_log_and_a_request_that_never_comes_holds_up_no_end(server: HttpServer):
    with connect(server, "GET /sse HTTP/1.1\nHost: 127.0.0.1\n\n") as stream:
        message = {"jsonrpc": "2.0", "id": 1, "method": 5, "params": {"content": KEPT_BY_ANN}}
        assert post(server, address_in(stream), json.dumps(message).encode()) == 400
        assert post(server, "/messages/?session_id=a%0aERROR%20forged", b"{}") == 400
        for odd in (
            "no http at all\n\n",
            "GET / HTTP/1.1\nHost: 127.0.0.1\nUpgrade: websocket\nConnection: upgrade\n\n",
        ):
            with connect(server, odd) as connection:
                read_until(connection, b"\r\n\r\n")
    half = "POST /rpc HTTP/1.1\nHost: 127.0.0.1\nContent-Type: application/json\nContent-Length: 9\n\n{"
    with connect(server, half):
        began = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(WAIT_SECONDS) == 0
    assert time.monotonic() - began < END_SECONDS
    said = server.log.read_text()
    assert said.count("\n") == 1, said
    assert said.startswith("palimpsest: serving ")


@pytest.mark.parametrize("text", ["a\nERROR forged", "a\r\x1b[2Jb", "a\u2028b"])
def test_a_message_in_the_log_stays_on_its_line(text: str):
    record = logging.LogRecord("palimpsest", logging.WARNING, __file__, 1, "%s", (text,), None)
    written = OneLine("%(levelname)s %(name)s: %(message)s").format(record)
    assert written.isprintable()
    assert written.startswith("WARNING palimpsest: a")


def test_words_of_every_script_are_logged_as_they_are():
    record = logging.LogRecord("palimpsest", logging.WARNING, __file__, 1, "Größe 大小", (), None)
    assert OneLine("%(message)s").format(record) == "Größe 大小"


def test_a_connection_is_kept_longer_than_clients_keep_theirs():
    assert uvicorn_config(object()).timeout_keep_alive > LONGEST_OF_CLIENTS


def test_the_page_has_a_row_for_every_flag_and_for_no_other():
    page = (REPOSITORY / "docs/http.md").read_text()
    flags = {flag for flag, *_ in (*HTTP_FLAGS, *HTTP_LISTS)} | {"--without-tokens"}
    assert set(re.findall(r"^\| `(--[a-z-]+)`", page, re.MULTILINE)) == flags


NETWORK_FLAGS = (("--port", "1"), ("--allow-host", "example.com"), ("--without-tokens",))


@pytest.mark.parametrize("flag", NETWORK_FLAGS)
def test_a_flag_of_the_network_is_refused_where_nothing_listens(tmp_path: Path, flag: tuple[str, ...]):
    ran = palimpsest(tmp_path, "serve", *flag)
    assert (ran.code, ran.output) == (2, "")
    assert f"serve --http {flag[0]}" in ran.complaint


@pytest.mark.parametrize("flag", NETWORK_FLAGS)
def test_a_shared_server_leaves_the_refusal_of_such_a_flag_to_its_client(tmp_path: Path, flag: tuple[str, ...]):
    hello = {
        "arguments": ["--shared", *flag],
        "variables": {"PALIMPSEST_HOME": str(tmp_path)},
        "folder": str(tmp_path),
        "user_folder": str(Path.home()),
    }
    with pytest.raises(Refused) as refused:
        options_of(hello, tmp_path)
    assert str(refused.value) == ""
    assert options_of(hello | {"arguments": ["--shared"]}, tmp_path).home == tmp_path


@asynccontextmanager
async def watched(home: Path, still_lets_in: Callable[[Visitor], bool]) -> AsyncGenerator[Clients]:
    """Clients of a home, looked after."""
    async with Workspaces(home) as workspaces:

        async def make(visitor: Visitor) -> Client:
            desk = workspaces.get(visitor.caller.workspace).desk(visitor.caller)
            return Client(visitor, desk, build_server(desk))

        async with Clients(make, still_lets_in, Calls()) as clients:
            yield clients


async def test_who_may_no_longer_come_in_is_cut_off_although_a_look_went_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr("palimpsest.server.http.clients.WATCH_SECONDS", 0.05)
    looks: list[Visitor] = []

    def look(visitor: Visitor) -> bool:
        looks.append(visitor)
        if len(looks) == 1:
            raise RuntimeError("once")
        return False

    async with watched(tmp_path, look) as clients:
        await clients.find(Visitor(Caller(), TokenScope.AGENT, 1))
        async with asyncio.timeout(WAIT_SECONDS):
            while len(clients):  # noqa: ASYNC110 (that is what is waited for)
                await asyncio.sleep(0.02)
    assert "could not be retired" in caplog.text
