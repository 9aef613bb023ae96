"""The real server ends with its database closed, and what it answered as stored is stored."""

import signal
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
from raw_client import RawClient

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of this kind are POSIX's")

COMMAND = str(Path(sys.executable).with_name("palimpsest"))


def serve(home: Path) -> RawClient:
    client = RawClient(COMMAND, "serve", "--home", str(home))
    client.initialize()
    return client


def propose(client: RawClient, number: int) -> None:
    client.call("propose_fact", {"domain": "d", "topic": f"topic {number}", "content": f"claim {number}"}, number)


def end(client: RawClient, way: str) -> tuple[int, float]:
    if way == "EOF":
        client.close_input()
    else:
        client.process.send_signal(signal.Signals[way])
    return client.wait_for_end(5)


def stored_topics(home: Path) -> set[str]:
    (database,) = (home / "workspaces").glob("*.db")
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return {topic for (topic,) in connection.execute("SELECT topic FROM fact")}


@pytest.mark.parametrize("way", ["EOF", "SIGINT", "SIGTERM"])
def test_database_is_closed_at_the_end(tmp_path: Path, way: str):
    with serve(tmp_path) as client:
        propose(client, 1)
        assert client.answer_to(1)["result"]["structuredContent"]["outcome"] == "created"
        code, seconds = end(client, way)
        assert client.errors() == ""
    assert code == 0
    assert seconds < 2
    assert [path.suffix for path in (tmp_path / "workspaces").iterdir()] == [".db"]
    assert stored_topics(tmp_path) == {"topic 1"}


@pytest.mark.parametrize("way", ["EOF", "SIGTERM"])
def test_write_in_flight_is_finished_or_rolled_back(tmp_path: Path, way: str):
    count = 40
    with serve(tmp_path) as client:
        for number in range(count):
            propose(client, number)
        client.answer_to(0)
        code, seconds = end(client, way)
        assert client.process.stdout is not None
        rest = client.process.stdout.read().decode()
    assert (code, seconds < 2) == (0, True)
    assert [path.suffix for path in (tmp_path / "workspaces").iterdir()] == [".db"]
    answered = {f"topic {number}" for number in range(count) if f'"id":{number},"result"' in rest}
    assert answered | {"topic 0"} <= stored_topics(tmp_path)


def test_cancelled_write_leaves_no_transaction_open(tmp_path: Path):
    with serve(tmp_path) as client:
        for number in range(20):
            propose(client, number)
            client.send("notifications/cancelled", {"requestId": number})
        propose(client, 99)
        assert client.answer_to(99)["result"]["structuredContent"]["outcome"] == "created"
        assert end(client, "EOF")[0] == 0
    assert "topic 99" in stored_topics(tmp_path)
