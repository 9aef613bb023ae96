"""`palimpsest rpc` as a script runs it: the real process, requests on its stdin, answers on its stdout."""

from __future__ import annotations

import json
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
from git_repository import Repository
from processes import COMMAND, connected, database_of, environment, palimpsest, write_lock
from stdio_client import MemoryProcess

FACT = "The login service checks passwords with bcrypt."


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A memory with one fact."""
    made = tmp_path / "home"
    with MemoryProcess(made) as client:
        client.done("propose_fact", domain="auth", topic="login", content=FACT)
    return made


def start(home: Path, cwd: Path | None = None) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [*COMMAND, "rpc"], env=environment(home), cwd=cwd or home, stdin=pipe, stdout=pipe, stderr=pipe
    )


def answers(home: Path, *lines: bytes, cwd: Path | None = None) -> list[Any]:
    """What the lines are answered, by a process that ends well."""
    process = start(home, cwd)
    output, errors = process.communicate(b"\n".join(lines), timeout=60)
    assert (process.returncode, errors) == (0, b"")
    return [json.loads(line) for line in output.splitlines()]


def request(name: str, request_id: int = 1, **params: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": request_id, "method": name, "params": params}).encode()


def test_requests_are_answered_line_by_line_in_order(home: Path) -> None:
    got = answers(
        home,
        request("memory_fact.list", 1),
        b"",
        b"nonsense",
        b'[{"jsonrpc":"2.0","method":"memory_fact.delete","params":[["F1"]]}]',
        b"[" + request("memory_fact.get", 3, fact_id="F1") + b"," + request("nothing", 4) + b"]",
    )
    assert [fact["id"] for fact in got[0]["result"]["facts"]] == ["F1"]
    assert got[1]["error"]["code"] == -32700
    assert got[2][0]["result"]["fact"]["retired"] == "deleted"
    assert (got[2][1]["id"], got[2][1]["error"]["code"]) == (4, -32601)
    assert len(got) == 3


def test_each_answer_comes_before_the_next_request_is_read(home: Path) -> None:
    process = start(home)
    assert process.stdin is not None
    assert process.stdout is not None
    for number in range(3):
        process.stdin.write(request("memory_fact.list", number) + b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["id"] == number
    process.communicate(timeout=60)
    assert process.returncode == 0


def test_what_a_person_does_is_theirs_and_can_be_undone_by_the_command(home: Path) -> None:
    (done,) = answers(home, request("memory_fact.update", fact_id="F1", content=FACT.replace("bcrypt", "argon2")))
    assert (done["result"]["old_id"], done["result"]["new_id"]) == ("F1", "F2")
    with connected(database_of(home)) as connection:
        roles = connection.execute("SELECT DISTINCT role FROM audit WHERE subject = 'F2'").fetchall()
    assert roles == [("person",)]
    ran = palimpsest(home, "undo", done["result"]["batch_id"])
    assert (ran.code, ran.errors) == (0, "")
    (listed,) = answers(home, request("memory_fact.list"))
    assert [fact["id"] for fact in listed["result"]["facts"]] == ["F1"]


def test_agents_see_at_once_what_a_person_changed(home: Path) -> None:
    with MemoryProcess(home) as client:
        answers(home, request("memory_fact.delete", fact_ids=["F1"]))
        assert client.done("search_memory", query="bcrypt", mode="keyword")["hits"] == []
        told = client.done("propose_fact", domain="auth", topic="login", content=FACT)
        assert told["outcome"] == "needs_confirmation"


def test_a_workspace_is_not_made_by_asking(tmp_path: Path) -> None:
    ran = palimpsest(tmp_path, "rpc")
    assert ran.code == 1
    assert "There is no workspace 'default' yet" in ran.complaint
    assert not database_of(tmp_path).exists()


def test_a_line_too_long_is_refused_and_the_next_one_answered(home: Path) -> None:
    got = answers(home, b'{"x":"' + b"a" * (5 * 1024 * 1024) + b'"}', request("memory_domain.list", 2))
    assert (got[0]["id"], got[0]["error"]["code"]) == (None, -32600)
    assert got[1]["id"] == 2


def test_a_busy_store_is_told_as_such(home: Path) -> None:
    with write_lock(database_of(home)):
        (got,) = answers(home, request("memory_fact.delete", fact_ids=["F1"]))
    assert (got["error"]["code"], got["error"]["data"]["error"]) == (-32005, "StoreBusy")


def test_an_interrupt_ends_it_while_it_waits_for_a_line(home: Path) -> None:
    process = start(home)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(request("memory_domain.list") + b"\n")
    process.stdin.flush()
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    process.wait(timeout=10)
    _, errors = process.communicate(timeout=10)
    assert (process.returncode, errors) == (130, b"")


def test_a_reader_that_goes_away_ends_it(home: Path) -> None:
    with start(home) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.close()
        process.stdin.write(request("memory_domain.list") + b"\n")
        process.stdin.flush()
        assert process.wait(timeout=10) == 1


def test_files_that_changed_are_found_by_a_refresh(home: Path, tmp_path: Path) -> None:
    repository = Repository(tmp_path / "web", "git@github.com:acme/web.git")
    repository.write("src/login.py", "import bcrypt\n")
    with MemoryProcess(home, cwd=repository.root) as client:
        seen = client.done("record_observation", content="bcrypt is imported", source="src/login.py")
        sources = [seen["observation_id"]]
        client.done("propose_fact", domain="auth", topic="login", content=FACT, source_observation_ids=sources)
    stale = request("memory_fact.list", 2, state="stale")
    refresh = request("memory_source.refresh")
    found = answers(home, refresh, stale, cwd=repository.root)
    assert {name: found[0]["result"][name] for name in ("followed", "changed", "gone")} == {
        "followed": 1,
        "changed": 0,
        "gone": 0,
    }
    assert found[1]["result"]["facts"] == []
    repository.write("src/login.py", "import argon2\n")
    found = answers(home, refresh, stale, cwd=repository.root)
    assert (found[0]["result"]["changed"], found[0]["result"]["trouble"]) == (1, [])
    assert [fact["id"] for fact in found[1]["result"]["facts"]] == ["F1"]
