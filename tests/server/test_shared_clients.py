"""Clients that share a background server have each what a server of its own would give, at a fraction of its cost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Generator
from pathlib import Path

import pytest
from git_repository import Repository
from mcp import Client
from processes import COMMAND, palimpsest
from raw_client import ENVELOPE
from shared_home import SharedHome, shared_home, until
from source_tree import REPOSITORY
from stdio_client import MemoryProcess, stdio_parameters
from users import User

pytestmark = pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="reads /proc")

HEAVY = ("mcp", "pydantic", "aiosqlite", "asyncio", "sqlite3", "dataclasses", "pathlib", "subprocess", "platformdirs")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Generator[SharedHome]:
    with shared_home(tmp_path_factory.mktemp("shared")) as home:
        with home.client():
            pass
        yield home


def megabytes(pid: int) -> float:
    """What the process has in memory for itself alone, its share of what is shared included."""
    line = next(line for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines() if line.startswith("Pss:"))
    return int(line.split()[1]) / 1024


def test_ten_clients_are_served_by_one_server_and_cost_little(home: SharedHome):
    clients = [home.client("--agent", f"agent-{number}") for number in range(10)]
    try:
        for client in clients:
            client.initialize()
            assert len(client.tools()) == 16
        assert home.servers() == [home.pid]
        assert max(megabytes(client.process.pid) for client in clients) < 15
    finally:
        assert {client.end()[0] for client in clients} == {0}
        for client in clients:
            client.__exit__(None, None, None)


def test_what_one_writes_another_finds_and_notes_stay_private(home: SharedHome):
    with home.client("--agent", "ana", "--role", "builder") as ana, home.client(agent="bob") as bob:
        made = ana.done("propose_fact", domain="lamp", topic="colour", content="The lamp is green.")
        ana.done("update_my_notes", notes="ana's own")
        assert [hit["id"] for hit in bob.done("search_memory", query="lamp")["hits"]] == [made["fact_id"]]
        assert bob.done("update_my_notes", notes="bob's", mode="append")["notes"] == "bob's"
        assert "ana's own" not in bob.done("get_preamble")["text"]
        assert "ana's own" in ana.done("get_preamble")["text"]
    with home.client("--agent", "ana", "--workspace", "other") as elsewhere:
        assert elsewhere.done("search_memory", query="lamp")["hits"] == []
    history = palimpsest(home.path, "history", made["fact_id"]).output
    assert "ana" in history


def test_each_has_its_flags_folder_and_versions_file(home: SharedHome, tmp_path: Path):
    Repository(tmp_path, "git@github.com:acme/web.git").write("src/login.py")
    (tmp_path / "versions.json").write_text(json.dumps({"api": "v1"}))
    with home.client("--tools", "core", "--versions", "versions.json", "--workspace", "files", cwd=tmp_path) as client:
        assert len(client.tools()) == 11
        seen = client.done("record_observation", content="The API is slow.", source="api", revision="v0")
        client.done("record_observation", content="Login is here.", source="src/login.py")
    with home.client("--workspace", "files", "--repo-root", str(tmp_path / "src")) as client:
        assert client.done("refresh_memory")["dropped"] == [seen["observation_id"]]
        assert "acme-web" in client.done("search_memory", query="anything")["scope"]


def test_a_relative_home_counts_from_the_client_s_folder(home: SharedHome):
    with MemoryProcess(Path("home"), "--shared", cwd=home.path.parent) as client:
        assert len(client.tools()) == 16
        assert home.servers() == [home.pid]


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_the_user_is_asked_through_the_pump(home: SharedHome, mode: str):
    user = User("new")
    fact = {"domain": mode, "topic": "database", "content": "The API uses Postgres 14."}
    ana, bob = (stdio_parameters(home.path, "--shared", "--agent", name) for name in ("ana", "bob"))
    async with Client(ana, mode=mode) as client:
        await client.call_tool("propose_fact", fact)
    async with Client(bob, mode=mode, elicitation_callback=user) as client:
        answer = await client.call_tool("propose_fact", fact | {"content": "The API uses Postgres 15."})
    assert answer.structured_content is not None
    assert (answer.structured_content["outcome"], len(user.questions)) == ("superseded_existing", 1)


def test_lines_that_are_no_messages_are_answered_as_over_stdio(home: SharedHome):
    with home.client() as client:
        client.send_bytes(b'junk\n[]\n\n\xff\xfe\n{"jsonrpc":"2.0","id":7,"method":"ping"}\n')
        assert [client.receive()["error"]["code"] for _ in range(3)] == [-32700, -32600, -32700]
        assert client.receive() == {"jsonrpc": "2.0", "id": 7, "result": {}}
        client.send_bytes(b'{"jsonrpc":"2.0","id":8,"meth')
        client.close_input()
        assert client.receive()["error"]["code"] == -32700
        assert client.wait_for_end(5)[0] == 0


def test_requests_that_were_piped_in_are_answered_before_the_end(home: SharedHome):
    client = home.client("--workspace", "piped")
    discover = {"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {"_meta": ENVELOPE}}
    listing = discover | {"id": 2, "method": "tools/list"}
    output, errors = client.process.communicate(f"{json.dumps(discover)}\n{json.dumps(listing)}".encode(), timeout=20)
    assert [json.loads(line)["id"] for line in output.splitlines()] == [1, 2]
    assert (client.process.returncode, errors) == (0, b"")


@pytest.mark.parametrize("way", ["EOF", "SIGINT", "SIGTERM"])
def test_the_client_ends_its_pump_in_well_under_a_second(home: SharedHome, way: str):
    with home.client() as client:
        if way == "EOF":
            client.close_input()
        else:
            client.process.send_signal(signal.Signals[way])
        code, seconds = client.wait_for_end(5)
        assert client.errors() == ""
    assert code == 0
    assert seconds < 0.8
    assert home.servers() == [home.pid]


def test_the_pump_ends_when_the_client_stops_reading(home: SharedHome):
    with home.client() as client:
        assert client.process.stdout is not None
        client.process.stdout.close()
        client.send("ping", request_id=1)
        assert client.wait_for_end(5)[0] == 0
        client.process.stdout = None


def test_the_pump_ends_when_its_parent_is_killed_and_the_pipe_stays_open(home: SharedHome, tmp_path: Path):
    reader, writer = os.pipe()
    parent = textwrap.dedent(f"""
        import os, subprocess
        pump = subprocess.Popen({[*COMMAND, "serve", "--shared", "--home", str(home.path)]!r},
                                stdin={reader}, stdout=subprocess.PIPE)
        pump.stdout.readline()
        print(pump.pid, flush=True)
        os.kill(os.getpid(), 9)
    """)
    try:
        os.write(writer, b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
        ran = subprocess.run(
            [sys.executable, "-c", parent], pass_fds=[reader], timeout=30, capture_output=True, check=False
        )
        pump = Path(f"/proc/{int(ran.stdout)}")
        until(lambda: not pump.exists(), 5)
    finally:
        os.close(reader)
        os.close(writer)


def test_a_process_without_stdin_and_stdout_ends_clean(home: SharedHome):
    command = f'exec {" ".join(COMMAND)} serve --shared --home "{home.path}" <&- >&-'
    ran = subprocess.run(["sh", "-c", command], check=False, timeout=30, capture_output=True, cwd=home.path)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"", b"")


@pytest.mark.parametrize(
    "flags", [["--workspace", "No!"], ["--bogus"], ["--agent"], ["--home", "~no-such-user-here/x"]]
)
def test_flags_that_can_not_be_taken_are_refused_in_the_same_words(home: SharedHome, flags: list[str]):
    alone, shared = palimpsest(home.path, "serve", *flags), palimpsest(home.path, "serve", *flags, "--shared")
    assert shared == alone
    assert (alone.code, alone.output) == (2, "")


def test_the_pump_loads_nothing_heavy():
    found = [path for path in sys.path if not path.startswith("__editable__")] + [str(REPOSITORY / ".typing")]
    code = f"import sys; sys.path += {found!r}; import palimpsest.server.cli, palimpsest.server.shared.pump"
    command = [sys.executable, "-S", "-c", f"{code}; print(*sys.modules)"]  # without what an editable install loads
    run = subprocess.run(command, capture_output=True, text=True, check=True, timeout=30)
    assert set(run.stdout.split()) & set(HEAVY) == set()
