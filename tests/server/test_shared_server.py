"""One background server for a home: however many start at once, whoever dies, and whatever comes in its place."""

from __future__ import annotations

import os
import signal
import socket
import stat
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client
from palimpsest.server.shared import greeting
from palimpsest.server.shared.ledger import LOST
from processes import connected, database_of, write_lock
from raw_client import ENVELOPE
from shared_home import SharedHome, hear, impatient, shared_home, until
from stdio_client import MemoryProcess, stdio_parameters
from users import User

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")

OLD = "server.installation = lambda: 'old'"
HELLO: dict[str, Any] = {"hello": 1, "installation": "old", "arguments": [], "variables": {}, "folder": "/"}
USER = str(Path("~").expanduser())
HASTY = "from palimpsest.server.shared import arrival; arrival.HELLO_SECONDS = 0.3"
FACT = {"domain": "lamp", "topic": "colour", "content": "The lamp is green."}


@pytest.fixture
def home(tmp_path: Path) -> Generator[SharedHome]:
    with shared_home(tmp_path) as home:
        yield home


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def hello(home: SharedHome) -> socket.socket:
    """A client of the old installation, welcomed."""
    connection = home.knock()
    named = {"variables": {"PALIMPSEST_HOME": str(home.path)}, "user_folder": USER}
    connection.sendall(greeting.write(**HELLO | named))
    assert hear(connection) == {"answer": "welcome"}
    return connection


def pinged(connection: socket.socket) -> bool:
    connection.sendall(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
    return hear(connection) == {"jsonrpc": "2.0", "id": 1, "result": {}}


def test_many_that_start_at_once_are_served_by_one_server_that_only_its_user_reaches(home: SharedHome):
    clients = [home.client("--agent", f"agent-{number}") for number in range(6)]
    for client in clients:
        with client:
            assert len(client.tools()) == 16
            assert home.servers() == [home.pid]
    folder = home.path / "shared"
    assert (mode_of(home.path), mode_of(folder)) == (0o700, 0o700)
    assert {mode_of(file) for file in [*folder.iterdir(), home.path / "shared.log"]} == {0o600}
    assert home.log == ""
    assert Path(f"/proc/{home.pid}/cwd").readlink() == Path("/")


def test_a_killed_server_is_replaced_and_its_clients_are_told_what_isn_t_answered(home: SharedHome):
    with home.client("--agent", "ana") as ana, home.client("--agent", "bob") as bob:
        made = ana.done("propose_fact", **FACT)
        first = home.pid
        with write_lock(database_of(home.path)):
            bob.call("update_my_notes", {"notes": "never"}, "writes")
            bob.send("ping", request_id="heard")
            bob.answer_to("heard")
            os.kill(first, signal.SIGKILL)
            assert bob.answer_to("writes")["error"] == {"code": -32603, "message": LOST}
        # Both speak on in the session that they opened with a server that is no more.
        assert [hit["id"] for hit in bob.done("search_memory", query="lamp")["hits"]] == [made["fact_id"]]
        assert ana.done("propose_fact", **FACT)["outcome"] == "mentioned"
        assert home.servers() == [home.pid] != [first]
        ana.call("list_memory_conflicts", {}, "more")
        assert "result" in ana.answer_to("more")
    with home.client() as client:
        assert len(client.tools()) == 16


def test_a_stateless_client_goes_on_with_a_new_server_and_keeps_its_session(home: SharedHome):
    client = home.client()
    try:
        assert proposed(client) == "created"
        os.kill(home.pid, signal.SIGKILL)
        until(lambda: not home.is_listened_to)
        assert proposed(client) == "mentioned"
    finally:
        client.__exit__(None, None, None)
    with connected(database_of(home.path)) as database:
        # What one session says twice makes nothing surer.
        assert database.execute("SELECT mention_count FROM fact").fetchall() == [(0,)]


def proposed(client: MemoryProcess) -> str:
    """The outcome of a call without a session."""
    params = {"name": "propose_fact", "arguments": FACT, "_meta": ENVELOPE}
    answer = client.request("tools/call", params)
    assert "result" in answer, answer
    return answer["result"]["structuredContent"]["outcome"]


async def test_a_question_that_one_server_has_asked_is_answered_to_the_next(home: SharedHome):
    async def die() -> None:
        os.kill(home.pid, signal.SIGKILL)
        await anyio.to_thread.run_sync(lambda: until(lambda: not home.is_listened_to))

    user = User("new", meanwhile=die)
    ana, bob = (stdio_parameters(home.path, "--shared", "--agent", name) for name in ("ana", "bob"))
    async with Client(ana) as client:
        await client.call_tool("propose_fact", {**FACT, "content": "The API uses Postgres 14."})
    async with Client(bob, elicitation_callback=user) as client:
        answer = await client.call_tool("propose_fact", {**FACT, "content": "The API uses Postgres 15."})
    assert answer.structured_content is not None
    assert (answer.structured_content["outcome"], len(user.questions)) == ("superseded_existing", 1)


def test_the_server_lets_calls_finish_when_it_is_told_to_end(home: SharedHome):
    with home.client() as client:
        client.done("propose_fact", **FACT)
        with write_lock(database_of(home.path)):
            client.call("update_my_notes", {"notes": "never"}, "writes")
            client.send("ping", request_id="heard")
            client.answer_to("heard")
            began = time.monotonic()
            home.end()
            assert time.monotonic() - began < 5
            assert "error" in client.answer_to("writes")
        assert client.done("search_memory", query="lamp")["hits"]


def test_a_server_without_clients_ends_and_leaves_nothing(home: SharedHome):
    with home.server("--idle-seconds", "0.3") as server:
        with home.client("--agent", "ana") as client:
            client.done("update_my_notes", notes="mine")
            time.sleep(0.6)
            assert server.poll() is None
        assert server.wait(10) == 0
    assert [file.name for file in (home.path / "shared").iterdir()] == ["lock"]


@pytest.mark.parametrize("killed", ["client", "pump"])
def test_whoever_is_killed_leaves_no_client_behind(home: SharedHome, killed: str):
    with home.server("--idle-seconds", "0.3") as server:
        client = home.client()
        client.initialize()
        if killed == "pump":
            client.process.kill()
        else:
            client.close_input()
        assert server.wait(10) == 0
        client.__exit__(None, None, None)


def test_a_server_of_another_installation_is_replaced_and_serves_its_clients_to_the_end(home: SharedHome):
    with home.server(patches=OLD) as old:
        client = hello(home)
        with home.client() as newer, home.client() as newest:
            assert home.pid != old.pid
            assert len(newer.tools()) == len(newest.tools()) == 16
            assert pinged(client)
            assert len(home.servers()) == 2
            client.close()
            assert old.wait(10) == 0
            assert home.servers() == [home.pid]


def test_a_server_whose_address_was_swept_away_makes_room(home: SharedHome):
    with home.server(patches="from palimpsest.server.shared import host; host.CARE_SECONDS = 0.1") as server:
        (home.path / "shared" / "address").unlink()
        assert server.wait(10) == 0
    with home.client() as client:
        assert len(client.tools()) == 16


def test_what_a_killed_server_left_is_cleared_away(home: SharedHome):
    with home.server() as server:
        server.kill()
        server.wait()
        assert (home.path / "shared" / "address").exists()
        with home.client() as client:
            assert len(client.tools()) == 16
            assert home.pid != server.pid


def test_whoever_knocks_and_is_no_pump_is_sent_away(home: SharedHome):
    junk = (
        b"GET / HTTP/1.1\r\n\r\n",
        b"[]\n",
        b"\xff" * 3_000_000,
        b'{"hello":',
        b"",
        b"{}\n",
        b'{"hello":1,"installation":"old"}\n',
    )
    with home.server(patches=f"{OLD}; {HASTY}") as server:
        client = hello(home)
        assert [answer_to(home, said) for said in junk] == ["gone"] * 6 + ["refused"]
        assert answer_to(home, greeting.write(**HELLO | {"arguments": [1], "user_folder": USER})) == "refused"
        assert answer_to(home, greeting.write(**HELLO | {"arguments": ["--bogus"], "user_folder": USER})) == "refused"
        assert answer_to(home, greeting.write(**HELLO | {"user_folder": "/elsewhere"})) == "refused"
        assert answer_to(home, greeting.write(**HELLO | {"user_folder": USER})) == "refused"  # of the user's own home
        assert pinged(client)
        assert server.poll() is None
        client.close()


def answer_to(home: SharedHome, said: bytes) -> str:
    """What the server does with whoever says that."""
    with home.knock() as connection:
        try:
            connection.sendall(said)
            return hear(connection).get("answer", "gone")
        except (ConnectionResetError, BrokenPipeError):
            return "gone"


def test_a_long_home_has_its_socket_elsewhere(tmp_path: Path):
    with shared_home(tmp_path / ("long-" * 30)) as home:
        with home.client() as client:
            assert len(client.tools()) == 16
            elsewhere = Path(home.address.unix)
            assert not elsewhere.is_relative_to(home.path)
            assert (mode_of(elsewhere.parent), mode_of(elsewhere)) == (0o700, 0o600)
        home.end()
        assert not elsewhere.parent.exists()


def test_where_no_server_can_start_the_client_is_served_all_the_same(tmp_path: Path):
    (tmp_path / "shared").write_text("in the way")
    with MemoryProcess(tmp_path, "--shared", "--agent", "ana") as client:
        assert client.done("propose_fact", **FACT)["outcome"] == "created"
        assert client.end()[0] == 0
        said = client.errors()
    assert said.startswith("palimpsest: the background server didn't start (")
    assert "shared" in said
    assert said.count("\n") == 1


def test_where_the_server_hangs_the_client_is_served_all_the_same(home: SharedHome):
    with home.server() as server:
        server.send_signal(signal.SIGSTOP)
        with home.client(prefix=impatient(1.0)) as client:
            assert client.done("propose_fact", **FACT)["outcome"] == "created"
            assert "doesn't answer" in client.next_error()
        server.send_signal(signal.SIGCONT)
    assert [file.name for file in (home.path / "shared").iterdir()] == ["lock"]


def test_over_a_port_each_end_proves_that_it_knows_the_secret(home: SharedHome):
    with home.server("--loopback"):
        assert home.address.port
        assert mode_of(home.path / "shared" / "address") == 0o600
        with home.client("--agent", "ana") as client:
            assert client.done("propose_fact", **FACT)["outcome"] == "created"
        with home.knock() as stranger:
            stranger.sendall(greeting.write(nonce="n"))
            assert hear(stranger)["proof"] == greeting.proof(home.address.secret, "server", "n")
            stranger.sendall(greeting.write(**HELLO, proof="guessed"))
            assert hear(stranger) == {}
        with home.knock() as stranger:
            stranger.sendall(greeting.write(**HELLO))
            stranger.sendall(greeting.write(**HELLO))
            assert "answer" not in hear(stranger)
            assert hear(stranger) == {}


def test_over_a_port_a_pump_says_nothing_to_another_program(home: SharedHome):
    with home.server("--loopback") as server:
        address = home.address
        server.kill()
        server.wait()
    with socket.create_server(("127.0.0.1", address.port)) as other:
        other.settimeout(20)
        with home.client("--agent", "ana", prefix=impatient(1.0)) as client:
            assert "doesn't answer" in client.next_error()
        connection, _ = other.accept()
        with connection:
            said = connection.makefile("rb").read()
        assert b"nonce" in said
        assert b"ana" not in said
