"""A server follows the host's versions file: what was seen at another revision lapses, and is fresh again with it."""

import json
import os
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from palimpsest.server.register_file import read_register
from palimpsest.store.errors import InvalidInput
from processes import database_of, palimpsest, write_lock
from stdio_client import MemoryProcess

CACHE = {"domain": "infra", "topic": "cache", "content": "The cache holds all orders."}


AT_FIRST = '{"cache.py": "r1"}'


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Generator[MemoryProcess]:
    """A server that follows a file, with a fact that rests on revision r1 of cache.py."""
    home = tmp_path_factory.mktemp("followed") / "home"
    file = home.with_name("versions.json")
    file.write_text(AT_FIRST)
    with MemoryProcess(home, "--versions", str(file)) as client:
        client.done("record_observation", content="It holds orders.", source="cache.py", revision="r1")
        client.done("propose_fact", **CACHE, source_observation_ids=["O1"])
        yield client


@pytest.fixture
def versions(started: MemoryProcess) -> Path:
    """The file, which says for now that the cache is at r1."""
    path = started.home.with_name("versions.json")
    put(path, AT_FIRST)
    return path


@pytest.fixture
def memory(started: MemoryProcess, versions: Path) -> MemoryProcess:
    """The server, which has seen the file."""
    assert versions.exists()
    assert not is_stale(started)
    return started


def put(path: Path, content: str) -> None:
    """Replace a file as a careful host does, at once and with another time of change."""
    fresh = path.with_suffix(".new")
    fresh.write_text(content)
    fresh.replace(path)


def is_stale(memory: MemoryProcess) -> bool:
    return memory.done("search_memory", query="cache orders")["hits"][0]["stale"]


def listed(home: Path) -> list[list[str]]:
    return [line.split() for line in palimpsest(home, "versions", "list", cwd=home).output.splitlines()[1:]]


def test_register_follows_every_change_of_the_file(memory: MemoryProcess, versions: Path):
    put(versions, '{"cache.py": "r2"}')
    assert is_stale(memory)
    assert memory.done("refresh_memory") == {
        "dropped": ["O1"],
        "stale": ["F1"],
        "only_report": False,
        "note": "cache.py changed since.",
    }
    assert "holds all orders" not in memory.done("get_preamble", task="what does the cache hold")["text"]
    put(versions, '{"cache.py": "r1", "other.py": "r7"}')
    assert not is_stale(memory)
    assert listed(memory.home) == [["cache.py", "r1"], ["other.py", "r7"]]
    put(versions, "{}")
    memory.done("search_memory", query="cache")
    assert listed(memory.home) == []


def test_file_rewritten_in_place_with_the_same_length_is_noticed(memory: MemoryProcess, versions: Path):
    versions.write_text('{"cache.py": "r3"}')
    os.utime(versions, ns=(0, versions.stat().st_mtime_ns + 1))
    assert is_stale(memory)


BROKEN = [
    "",
    "not json",
    "[]",
    "7",
    '{"a": 1}',
    '{"a": null}',
    '{"a": ""}',
    '{"": "1"}',
    '{"a": "\\u0000"}',
    "[" * 99999,
]


def test_file_that_does_not_fit_leaves_the_register_and_is_told_once(memory: MemoryProcess, versions: Path):
    contents = [*BROKEN, json.dumps({"a": "x" * 200})]
    for content in contents:
        put(versions, content)
        memory.done("search_memory", query="anything")
        assert not is_stale(memory)
    assert listed(memory.home) == [["cache.py", "r1"]]
    told = [memory.next_error() for _ in contents]
    assert all(line.endswith("The register stays as it was.\n") for line in told)


def test_missing_file_is_told_once_and_taken_over_when_it_comes(tmp_path: Path):
    home, versions = tmp_path / "home", tmp_path / "later.json"
    with MemoryProcess(home, "--versions", str(versions)) as client:
        for _ in range(3):
            client.done("search_memory", query="anything")
        versions.write_text('\ufeff{"a.py": "r1"}')
        client.done("search_memory", query="anything")
        assert listed(home) == [["a.py", "r1"]]
        versions.unlink()
        client.done("search_memory", query="anything")
        assert listed(home) == [["a.py", "r1"]]
        assert client.end()[0] == 0
        assert client.errors().count("can't be read") == 2


def test_change_that_met_a_busy_store_is_taken_over_by_the_next_call(memory: MemoryProcess, versions: Path):
    with write_lock(database_of(memory.home)):
        put(versions, '{"cache.py": "r2"}')
        assert "Another process" in memory.ask("search_memory", query="cache").refusal
    assert is_stale(memory)


def test_calls_at_once_all_see_the_new_register(memory: MemoryProcess, versions: Path):
    put(versions, '{"cache.py": "r2"}')
    for number in range(8):
        memory.call("search_memory", {"query": "cache orders"}, f"at once {number}")
    answers: dict[str, dict[str, Any]] = {}
    while len(answers) < 8:
        message = memory.receive()
        answers[message["id"]] = message["result"]["structuredContent"]
    assert [answer["hits"][0]["stale"] for answer in answers.values()] == [True] * 8


def test_model_can_not_change_the_register(memory: MemoryProcess):
    reported = memory.done("refresh_memory", versions={"cache.py": "r9"})
    assert reported == {"dropped": ["O1"], "stale": ["F1"], "only_report": True}
    assert not is_stale(memory)
    assert listed(memory.home) == [["cache.py", "r1"]]


def test_register_is_read_as_it_stands(tmp_path: Path):
    path = tmp_path / "versions.json"
    path.write_text(json.dumps({"src/größe.py": "改稿"}, ensure_ascii=False), encoding="utf-8")
    assert read_register(path) == {"src/größe.py": "改稿"}
    path.write_bytes(b'{"a": "\xff"}')
    with pytest.raises(InvalidInput, match="can't be read"):
        read_register(path)
    with pytest.raises(InvalidInput, match="can't be read"):
        read_register(tmp_path)
