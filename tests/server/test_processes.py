"""The real server ends within two seconds, exit code 0 and the database closed, whatever it is doing."""

import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from processes import (
    COMMAND,
    connected,
    count,
    database_of,
    dump,
    environment,
    exclusive_lock,
    names_beside,
    write_lock,
)
from stdio_client import MemoryProcess

WAYS = ["EOF", "SIGINT", "SIGTERM"]
FACT = {"domain": "infra", "topic": "port", "content": "The port is 8080."}

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of this kind are POSIX's")


def end(client: MemoryProcess, way: str) -> None:
    if way == "EOF":
        client.close_input()
    else:
        client.process.send_signal(signal.Signals[way])


def assert_clean_end(client: MemoryProcess) -> None:
    """Exit code 0 in time, and nothing on the wire but protocol."""
    code, seconds = client.wait_for_end(10)
    for line in client.rest_of_output().splitlines():
        assert json.loads(line)["jsonrpc"] == "2.0"
    assert (code, client.errors()) == (0, "")
    assert seconds < 2


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with one fact in it, as a server left it."""
    home = tmp_path_factory.mktemp("kept")
    with MemoryProcess(home) as client:
        client.done("propose_fact", **FACT)
        client.done("search_memory", query="port")
        client.close_input()
        assert_clean_end(client)
    return home


@pytest.fixture
def home(kept: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    shutil.copytree(kept / "workspaces", tmp_path / "workspaces")
    return tmp_path


def test_last_server_to_go_leaves_the_database_closed(kept: Path):
    assert names_beside(database_of(kept)) == ["default.db"]
    assert count(database_of(kept), "fact") == 1


@pytest.mark.parametrize("way", WAYS)
def test_writes_in_flight_are_kept_whole_or_not_at_all(tmp_path: Path, way: str):
    with MemoryProcess(tmp_path) as client:
        client.done("remember", content="first")
        for number in range(200):
            client.call("remember", {"content": f"item {number}"}, f"w{number}")
        end(client, way)
        code, seconds = client.wait_for_end(10)
        answers = [json.loads(line) for line in client.rest_of_output().splitlines()]
        assert (code, client.errors()) == (0, "")
    assert seconds < 2
    assert names_beside(database_of(tmp_path)) == ["default.db"]
    kept = [answer for answer in answers if not answer.get("result", {"isError": True})["isError"]]
    items, logged = count(database_of(tmp_path), "hot_item"), count(database_of(tmp_path), "audit")
    assert items == logged  # the item and its audit entry share a transaction
    assert items >= 1 + len(kept)  # what was answered is there
    with connected(database_of(tmp_path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


@pytest.mark.parametrize("way", ["EOF", "SIGTERM"])
def test_end_does_not_wait_for_another_process_that_writes(home: Path, way: str):
    before = dump(database_of(home))
    with write_lock(database_of(home)), MemoryProcess(home) as client:
        client.done("search_memory", query="port")  # leaves a recall to be counted
        client.call("remember", {"content": "never"}, "waiting")
        client.send("ping", request_id="ping")
        client.answer_to("ping")
        end(client, way)
        assert_clean_end(client)
    assert dump(database_of(home)) == before


def test_end_does_not_wait_for_a_recall_count_that_waits(home: Path):
    with write_lock(database_of(home)), MemoryProcess(home) as client:
        client.done("search_memory", query="port")
        time.sleep(2.2)  # the count is on its way to the lock
        end(client, "SIGTERM")
        assert_clean_end(client)


def test_what_was_answered_survives_a_kill(home: Path):
    answered = 0
    with MemoryProcess(home) as client:
        for number in range(200):
            client.call("remember", {"content": f"item {number}"}, f"w{number}")
        while answered < 40:
            answered += not client.receive()["result"]["isError"]
        client.process.kill()
        answered += len(client.rest_of_output().splitlines())
    with MemoryProcess(home) as client:
        client.done("remember", content="after the kill")
        assert client.end()[0] == 0
    assert count(database_of(home), "hot_item") >= answered + 1
    assert names_beside(database_of(home)) == ["default.db"]


def test_cancelled_write_leaves_no_transaction_open(home: Path):
    with MemoryProcess(home) as client:
        with write_lock(database_of(home)):
            client.call("remember", {"content": "cancelled"}, "gone")
            client.send("ping", request_id="ping")
            client.answer_to("ping")
            client.send("notifications/cancelled", {"requestId": "gone"})
            client.send("ping", request_id="ping again")
            client.answer_to("ping again")
        with write_lock(database_of(home)):
            pass  # the lock is free
        for number in range(60):
            client.call("record_observation", {"content": f"seen {number}"}, f"c{number}")
            client.send("notifications/cancelled", {"requestId": f"c{number}"})
        client.done("remember", content="kept")
        assert client.end()[0] == 0
    assert count(database_of(home), "hot_item") == 1
    assert names_beside(database_of(home)) == ["default.db"]


def test_handshake_lists_and_searches_go_on_while_another_process_writes(home: Path):
    with write_lock(database_of(home)):
        began = time.monotonic()
        with MemoryProcess(home) as client:
            assert len(client.tools()) == 16
            assert [hit["id"] for hit in client.done("search_memory", query="port")["hits"]] == ["F1"]
            assert time.monotonic() - began < 5


def test_handshake_does_not_wait_for_a_file_that_nobody_may_read_and_calls_work_once_it_is_free(home: Path):
    with MemoryProcess(home) as unlocked:
        assert len(unlocked.tools()) == 16
    with exclusive_lock(database_of(home)):
        began = time.monotonic()
        client = MemoryProcess(home).__enter__()
        assert len(client.tools()) == 16
        assert time.monotonic() - began < 5
        assert "try again" in client.ask("search_memory", query="port").refusal
    with client:
        assert client.done("search_memory", query="port")["hits"]


def test_stray_output_never_reaches_the_wire(tmp_path: Path):
    site = tmp_path / "site"
    site.mkdir()
    (site / "sitecustomize.py").write_text("import atexit\natexit.register(print, 'a stray line at the end')\n")
    with MemoryProcess(tmp_path, extra={"PYTHONPATH": str(site)}) as client:
        client.done("remember", content="kept")
        client.close_input()
        assert client.wait_for_end(10)[0] == 0
        assert client.rest_of_output() == b""
        assert "a stray line at the end" in client.errors()


def test_server_without_an_input_ends_clean(tmp_path: Path):
    for redirect in ("</dev/null 2>&-", "<&- >&-"):
        done = subprocess.run(
            ["sh", "-c", f'exec "$@" serve {redirect}', "sh", *COMMAND],
            env=environment(tmp_path),
            cwd=tmp_path,
            capture_output=True,
            timeout=30,
            check=False,
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
