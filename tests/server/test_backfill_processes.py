"""Real servers that make vectors in the background, with a model behind a real endpoint: killed, two at once, ended."""

from __future__ import annotations

import json
import signal
import sys
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest
from embedding_server import Asked, EmbeddingServer, Reply, as_openai, embedding_server, of_bytes
from endpoint_memory import MODEL, count_vectors, end_leases, memory, slowly
from processes import connected, palimpsest, write_lock
from stdio_client import MemoryProcess


@pytest.fixture
def server() -> Generator[EmbeddingServer]:
    with embedding_server() as running:
        yield running


def until(is_so: Callable[[], object], seconds: float = 30) -> None:
    """Wait for something that must come."""
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.01)


def passages(server: EmbeddingServer) -> list[str]:
    """The rows that were embedded, in order; queries and probes are left out."""
    return [text for asked in server.asked for text in asked.texts if text.startswith(("seen ", "Cache\n"))]


def embedder(home: Path) -> dict[str, Any]:
    return json.loads(palimpsest(home, "stats", "--json").output)["embedder"]


def test_a_killed_server_has_kept_what_it_made_and_another_makes_the_rest(tmp_path: Path, server: EmbeddingServer):
    path = memory(tmp_path, "openai", url=server.url, observations=150)
    server.answer = slowly
    with MemoryProcess(tmp_path) as client:
        until(lambda: count_vectors(path))
        client.process.kill()
        client.process.wait()
    kept = count_vectors(path)
    assert 0 < kept < 151
    before = len(passages(server))
    end_leases(path)
    server.answer = as_openai
    with MemoryProcess(tmp_path):
        until(lambda: count_vectors(path) == 151)
    assert len(passages(server)) - before == 151 - kept


def test_of_two_servers_on_one_file_one_embeds_and_both_see_it(tmp_path: Path, server: EmbeddingServer):
    path = memory(tmp_path, "openai", url=server.url, observations=100)
    server.answer = slowly
    with MemoryProcess(tmp_path, "--agent", "ada"), MemoryProcess(tmp_path, "--agent", "ben"):
        until(lambda: count_vectors(path) == 101)
    assert len(passages(server)) == len(set(passages(server))) == 101


def test_what_is_written_while_the_model_loads_is_embedded_then(tmp_path: Path, server: EmbeddingServer):
    path = memory(tmp_path, "openai", url=server.url, observations=0)
    server.released.clear()

    def hold(asked: Asked) -> Reply:
        server.released.wait(20)
        return as_openai(asked)

    server.answer = hold
    with MemoryProcess(tmp_path) as client:
        assert len(client.tools()) == 16
        until(lambda: server.asked)
        said = {"domain": "infra", "topic": "port", "content": "The port is 8080."}
        assert client.done("propose_fact", **said)["outcome"] == "created"
        found = client.done("search_memory", query="port", mode="keyword")
        assert [hit["content"] for hit in found["hits"]] == ["The port is 8080."]
        assert count_vectors(path) == 0
        server.released.set()
        until(lambda: count_vectors(path) == 2)


def test_another_model_by_a_person_holds_for_a_server_that_runs(tmp_path: Path, server: EmbeddingServer):
    memory(tmp_path, "openai", url=server.url)
    with MemoryProcess(tmp_path) as client:
        until(lambda: len(embedder(tmp_path)["models"]) == 1)
        palimpsest(tmp_path, "settings", "set", "embedder.model", "other")
        client.done("record_observation", content="seen by the other")
        until(lambda: [one["missing"] for one in embedder(tmp_path)["models"]] == [1, 0])
    assert {asked.body["model"] for asked in server.asked} == {MODEL, "other"}


@pytest.mark.skipif(sys.platform == "win32", reason="signals of this kind are POSIX's")
@pytest.mark.parametrize("pause_s", [0.0, 0.05, 30.0], ids=["fast", "slow", "hanging"])
@pytest.mark.parametrize("way", ["EOF", "SIGTERM"])
def test_a_server_that_is_embedding_ends_in_time(tmp_path: Path, server: EmbeddingServer, way: str, pause_s: float):
    path = memory(tmp_path, "openai", url=server.url, observations=300)

    def answer(asked: Asked) -> Reply:
        reply = as_openai(asked)
        reply.pause_s = pause_s if asked.texts[0].startswith(("seen", "Cache")) else 0.0
        return reply

    server.answer = answer
    with MemoryProcess(tmp_path) as client:
        until(lambda: passages(server))
        if way == "EOF":
            client.close_input()
        else:
            client.process.send_signal(signal.SIGTERM)
        code, seconds = client.wait_for_end(10)
        assert (code, client.errors()) == (0, "")
        assert seconds < 2
    with connected(path) as connection:
        assert connection.execute("SELECT count(*) FROM lease").fetchone() == (0,)
        assert connection.execute("PRAGMA quick_check").fetchone() == ("ok",)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of this kind are POSIX's")
def test_a_server_whose_vectors_wait_for_another_process_ends_in_time(tmp_path: Path, server: EmbeddingServer):
    path = memory(tmp_path, "openai", url=server.url, observations=300)
    with MemoryProcess(tmp_path) as client:
        until(lambda: count_vectors(path))
        with write_lock(path):
            time.sleep(0.2)
            client.process.send_signal(signal.SIGTERM)
            code, seconds = client.wait_for_end(10)
        assert (code, client.errors()) == (0, "")
        assert seconds < 2


def test_an_endpoint_that_hangs_is_named_and_does_not_hold_up_the_next_search(tmp_path: Path, server: EmbeddingServer):
    memory(tmp_path, "openai", url=server.url)
    palimpsest(tmp_path, "settings", "set", "embedder.timeout_s", "0.5")
    with MemoryProcess(tmp_path) as client:
        until(lambda: not embedder(tmp_path)["models"][0]["missing"] if embedder(tmp_path)["models"] else False)
        server.answer = hanging
        voices = [client.done("search_memory", query="Redis")["voices"]["semantic"] for _ in range(2)]
        assert "gave no answer within 0.5 s" in voices[0]["silent"]
        assert voices[1] == voices[0]
        assert sum(asked.texts == ["Redis"] for asked in server.asked) == 1


def hanging(asked: Asked) -> Reply:
    reply = as_openai(asked)
    reply.pause_s = 20
    return reply


@pytest.mark.parametrize(
    ("body", "status", "told"),
    [(b'{"data": [{"embedding": [NaN, 1.0]}]}', 200, "NaN"), (b"<html>", 200, "JSON"), (b"{}", 500, "500")],
    ids=["not finite", "garbled", "refusing"],
)
def test_an_endpoint_that_is_no_good_costs_no_write_and_no_search_by_words(
    tmp_path: Path, server: EmbeddingServer, body: bytes, status: int, told: str
):
    path = memory(tmp_path, "openai", url=server.url)
    server.answer = lambda _: of_bytes(body, status)
    with MemoryProcess(tmp_path) as client:
        assert client.done("record_observation", content="The build failed.")["observation_id"] == "O4"
        assert len(client.done("search_memory", query="Redis", mode="keyword")["hits"]) == 1
        until(lambda: embedder(tmp_path)["trouble"])
    assert told in embedder(tmp_path)["trouble"]["reason"]
    assert count_vectors(path) == 0
