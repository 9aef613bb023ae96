"""`palimpsest consolidate` and `harmonize` as a person runs them, alone and with a language model."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from chat_server import MODEL, candidate, chat_server, draws, says
from embedding_server import Asked, EmbeddingServer, Reply, as_openai, embedding_server
from endpoint_memory import PERSON, count_vectors
from palimpsest.store.sqlite import PlainStore
from palimpsest.tools.administration import set_setting
from processes import COMMAND, Ran, connected, database_of, dump, environment, palimpsest
from slow_upkeep import ask, believed_twice
from store_builders import new_observation

PORT = "The orders API listens on port 8080."
KEY = "sk-nobody-may-see-this"


@pytest.fixture
def server() -> Generator[EmbeddingServer]:
    with chat_server() as running:
        yield running


def memory(home: Path, *texts: str, agents: tuple[str, ...] = ("ada",), embedder: str = "none", url: str = "") -> Path:
    """What agents saw, each text once by each of them."""

    def fill(tx: Any) -> None:
        settings = {"embedder": embedder} | ({"embedder.url": url, "embedder.model": MODEL} if url else {})
        for name, value in settings.items():
            set_setting(tx, PERSON, name, value)
        for agent in agents:
            for text in texts:
                tx.observations.insert(new_observation(agent=agent, content=text))

    store = PlainStore(database_of(home))
    store.write(fill)
    store.close()
    return database_of(home)


def as_json(ran: Ran) -> dict[str, Any]:
    assert (ran.code, ran.errors) == (0, ""), ran.errors
    return json.loads(ran.output)


def with_model(home: Path, server: EmbeddingServer, *more: str, key: str = KEY) -> Ran:
    """Consolidate with the model; its key comes from the environment and is never shown."""
    ran = palimpsest(home, "consolidate", "--llm-url", server.url, "--model", MODEL, *more, llm_key=key)
    assert KEY not in ran.output + ran.errors
    return ran


def test_what_agents_saw_becomes_facts_and_the_report_says_how_to_undo_it(tmp_path: Path):
    path = memory(tmp_path, PORT, agents=("ada", "bob"))
    ran = palimpsest(tmp_path, "consolidate")
    assert ran == Ran(
        0,
        "considered: 2 observations and items\ncreated: 1 (F1)\nAll of it is B2: palimpsest undo B2 puts it back.\n",
        "",
    )
    assert palimpsest(tmp_path, "undo", "B2").code == 0
    assert ask(path, "SELECT count(*) FROM observation WHERE consolidated_at IS NULL") == 2


def test_a_rehearsal_says_the_same_and_changes_nothing(tmp_path: Path):
    path = memory(tmp_path, PORT, PORT)
    before = dump(path)
    rehearsed = as_json(palimpsest(tmp_path, "consolidate", "--dry-run", "--json"))
    assert dump(path) == before
    assert "Without --dry-run it is done." in palimpsest(tmp_path, "consolidate", "--dry-run").output
    done = as_json(palimpsest(tmp_path, "consolidate", "--json"))
    assert (rehearsed.pop("batch_id"), done.pop("batch_id")) == (None, "B2")
    assert "nothing was changed" in rehearsed.pop("note")
    assert rehearsed == done


def test_a_second_run_right_after_changes_nothing(tmp_path: Path):
    path = memory(tmp_path, PORT, PORT, "Seen once.")
    palimpsest(tmp_path, "consolidate")
    before = dump(path)
    assert "There was nothing to change." in palimpsest(tmp_path, "consolidate").output
    assert dump(path) == before


def test_the_flags_name_a_scope(tmp_path: Path):
    path = memory(tmp_path, PORT, PORT)
    palimpsest(tmp_path, "consolidate", "--domain", "infra", "--repo", "acme/web")
    with connected(path) as connection:
        assert connection.execute("SELECT name, repo FROM domain").fetchall() == [("infra", "acme-web")]
    assert palimpsest(tmp_path, "consolidate", "--domain", "!").code == 2
    assert palimpsest(tmp_path, "harmonize", "--repo", "/").code == 2


def test_where_a_person_stands_narrows_nothing(tmp_path: Path):
    path = memory(tmp_path, PORT, PORT)
    palimpsest(tmp_path, "consolidate", repo="acme/web")
    with connected(path) as connection:
        assert connection.execute("SELECT name, repo FROM domain").fetchall() == [("general", "")]


def test_what_is_written_has_its_vector_at_once(tmp_path: Path):
    with embedding_server() as embedder:
        embedder.answer = as_openai
        path = memory(tmp_path, PORT, PORT, embedder="openai", url=embedder.url)
        palimpsest(tmp_path, "consolidate")
    assert count_vectors(path) == 1


def test_a_model_that_is_down_is_no_obstacle_to_clustering(tmp_path: Path):
    path = memory(tmp_path, PORT, PORT, embedder="openai", url="http://127.0.0.1:9")
    assert "created: 1" in palimpsest(tmp_path, "consolidate").output
    assert count_vectors(path) == 0


@pytest.mark.parametrize("command", ["consolidate", "harmonize"])
def test_a_memory_that_is_not_there_is_not_made(tmp_path: Path, command: str):
    ran = palimpsest(tmp_path, command)
    assert (ran.code, "There is no memory" in ran.complaint) == (1, True)
    assert list(tmp_path.iterdir()) == []


def test_what_agents_agree_on_is_brought_together_and_told(tmp_path: Path):
    path = believed_twice(tmp_path)
    rehearsed = as_json(palimpsest(tmp_path, "harmonize", "--dry-run", "--json"))
    ran = palimpsest(tmp_path, "harmonize", "--domain", "architecture")
    assert ran.code == 0
    assert ran.output.splitlines()[0].split() == ["fact", "agreement", "authors", "what", "is", "believed"]
    assert "100%       ada, bob  The orders service runs on Debian." in ran.output
    assert ran.output.splitlines()[-1].startswith("All of it is B")
    again = palimpsest(tmp_path, "harmonize")
    assert again.output.splitlines()[-1] == "There was nothing to change."
    assert len(rehearsed["beliefs"]) == ask(path, "SELECT count(*) FROM fact WHERE superseded_by IS NULL")


def test_a_model_draws_what_no_clustering_would(tmp_path: Path, server: EmbeddingServer):
    path = memory(tmp_path, "Curl got an answer from the orders API on 8080.", "The orders API was moved to 8080.")
    server.answer = lambda _: draws(candidate(PORT), candidate("It never sleeps.", ["O9"]))
    ran = with_model(tmp_path, server)
    assert (ran.code, ran.errors) == (0, "")
    assert "created: 1 (F1)" in ran.output
    assert "answer 1, candidates[1]: cites O9" in ran.output
    assert ask(path, "SELECT count(*) FROM fact_source") == 2
    (asked,) = server.asked
    assert asked.headers["Authorization"] == f"Bearer {KEY}"
    assert KEY not in json.dumps(asked.body)


def test_a_model_that_cannot_be_asked_is_told_and_nothing_is_changed(tmp_path: Path, server: EmbeddingServer):
    path = memory(tmp_path, PORT, PORT)
    before = dump(path)
    server.answer = lambda _: says("", 401)
    ran = with_model(tmp_path, server)
    assert (ran.code, ran.output, "PALIMPSEST_LLM_KEY" in ran.complaint) == (1, "", True)
    assert dump(path) == before


def test_nothing_is_asked_where_nothing_is_pending(tmp_path: Path, server: EmbeddingServer):
    memory(tmp_path)
    assert "There was nothing to change." in with_model(tmp_path, server).output
    assert server.asked == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["--model", "m"],
        ["--llm-timeout", "5"],
        ["--llm-url", "http://localhost:1"],
        ["--llm-url", "http://localhost:1", "--model", "m", "--llm-timeout", "soon"],
    ],
    ids=str,
)
def test_flags_that_do_not_belong_together_are_a_misuse(tmp_path: Path, arguments: list[str]):
    memory(tmp_path)
    assert palimpsest(tmp_path, "consolidate", *arguments).code == 2


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
def test_interrupted_while_the_model_thinks_it_ends_at_once_with_nothing_changed(
    tmp_path: Path, server: EmbeddingServer
):
    path = memory(tmp_path, PORT, PORT)
    before = dump(path)

    def think(asked: Asked) -> Reply:
        del asked
        reply = draws(candidate(PORT))
        reply.pause_s = 60
        return reply

    server.answer = think
    command = [*COMMAND, "consolidate", "--llm-url", server.url, "--model", MODEL]
    with subprocess.Popen(
        command, env=environment(tmp_path), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        deadline = time.monotonic() + 20
        while not server.asked and time.monotonic() < deadline:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=10)
    assert (process.returncode, output, errors) == (130, b"", b"")
    assert dump(path) == before


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_a_terminal_sees_how_far_it_is_and_a_pipe_does_not(tmp_path: Path, server: EmbeddingServer):
    import os
    import pty

    memory(tmp_path, PORT, PORT)
    server.answer = lambda _: draws(candidate(PORT))
    command = [*COMMAND, "consolidate", "--llm-url", server.url, "--model", MODEL]
    mine, its = pty.openpty()
    with subprocess.Popen(
        command, env=environment(tmp_path), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=its
    ) as process:
        os.close(its)
        output, _ = process.communicate(timeout=30)
    told = os.read(mine, 10_000).decode()
    os.close(mine)
    assert b"created: 1" in output
    assert "asking the model: 0 of 1" in told
    assert "taking candidates: 1 of 1" in told
    assert told.endswith("\r")
