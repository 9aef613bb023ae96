"""`palimpsest stats`, `reindex` and `doctor` as a person runs them, with a model behind a real endpoint."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from embedding_server import Asked, EmbeddingServer, Reply, as_openai, embedding_server, of_bytes
from endpoint_memory import MODEL, count_vectors, end_leases, memory, slowly
from palimpsest.store.sqlite import PlainStore
from processes import COMMAND, Ran, connected, database_of, environment, palimpsest, write_lock
from store_builders import add_fact


@pytest.fixture
def server() -> Generator[EmbeddingServer]:
    with embedding_server() as running:
        yield running


def as_json(ran: Ran) -> Any:
    assert (ran.code, ran.errors) == (0, ""), ran.errors
    return json.loads(ran.output)


def model_of(home: Path) -> dict[str, Any]:
    (model,) = as_json(palimpsest(home, "stats", "--json"))["embedder"]["models"]
    return model


def findings(home: Path) -> tuple[int, dict[str, dict[str, str]]]:
    """The exit code of `doctor`, and its findings by name."""
    ran = palimpsest(home, "doctor", "--json")
    return ran.code, {one["name"]: one for one in json.loads(ran.output)}


def test_stats_count_by_state_and_domain_and_say_that_no_vector_was_made(tmp_path: Path):
    path = memory(tmp_path)
    counts = as_json(palimpsest(tmp_path, "stats", "--json"))
    assert counts["file"] == str(path)
    assert counts["bytes"] == path.stat().st_size
    assert counts["facts"] == {
        "active": 1,
        "dormant": 0,
        "superseded": 0,
        "retired": 0,
        "domains": [{"domain": "architecture", "active": 1, "dormant": 0, "superseded": 0, "retired": 0}],
    }
    assert counts["observations"] == {"all": 3, "active": 3, "pending": 3}
    assert counts["embedder"] == {"setting": "none", "uses": "none", "models": [], "trouble": None}
    text = palimpsest(tmp_path, "stats").output
    assert "architecture  1       0        0           0" in text
    assert "observations: 3, of which 3 hold and 3 await consolidation" in text
    assert "no passage has a vector yet" in text


def test_a_memory_that_is_not_there_is_not_made_by_looking(tmp_path: Path):
    for command in ("stats", "reindex"):
        ran = palimpsest(tmp_path, command)
        assert (ran.code, "There is no memory" in ran.complaint) == (1, True)
    assert palimpsest(tmp_path, "doctor").code == 0
    assert list(tmp_path.iterdir()) == []


def test_stats_answer_while_another_process_writes(tmp_path: Path):
    with write_lock(memory(tmp_path)):
        assert palimpsest(tmp_path, "stats").code == 0


def test_reindex_embeds_what_is_missing_once(tmp_path: Path, server: EmbeddingServer):
    memory(tmp_path, "openai", url=server.url, observations=40)
    done = as_json(palimpsest(tmp_path, "reindex", "--json"))
    assert (done["vectors_made"], done["vectors_refused"], done["full_text_made"]) == (41, 0, False)
    texts = [text for asked in server.asked for text in asked.texts]
    assert texts.count("Cache\nThe cache is Redis.") == 1
    model = model_of(tmp_path)
    assert (model["embedded"], model["missing"], model["refused"], model["dimension"]) == (41, 0, 0, 8)
    assert model["used_at"]
    assert as_json(palimpsest(tmp_path, "reindex", "--json"))["vectors_made"] == 0


def test_reindex_links_facts_that_were_written_without_edges(tmp_path: Path):
    path = memory(tmp_path)
    store = PlainStore(path)
    store.write(lambda tx: add_fact(tx, content="The cache is Valkey."))
    store.close()
    assert as_json(palimpsest(tmp_path, "reindex", "--json"))["edges_made"] > 0
    assert as_json(palimpsest(tmp_path, "reindex", "--json"))["edges_made"] == 0


def test_reindex_goes_on_where_it_was_killed(tmp_path: Path, server: EmbeddingServer):
    path = memory(tmp_path, "openai", url=server.url, observations=150)

    server.answer = slowly
    process = subprocess.Popen([*COMMAND, "reindex"], env=environment(tmp_path), stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 30
    while (kept := count_vectors(path)) == 0 and time.monotonic() < deadline:
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert 0 < kept < 151
    kept = count_vectors(path)
    end_leases(path)
    server.answer = as_openai
    assert as_json(palimpsest(tmp_path, "reindex", "--json"))["vectors_made"] == 151 - kept
    assert count_vectors(path) == 151


def test_an_interrupted_reindex_gives_up_its_lease(tmp_path: Path, server: EmbeddingServer):
    path = memory(tmp_path, "openai", url=server.url, observations=20)
    calls: list[Asked] = []

    def hang(asked: Asked) -> Reply:
        calls.append(asked)
        reply = as_openai(asked)
        reply.pause_s = 0.0 if len(calls) < 3 else 20
        return reply

    server.answer = hang
    process = subprocess.Popen(
        [*COMMAND, "reindex"], env=environment(tmp_path), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    deadline = time.monotonic() + 30
    while len(calls) < 3 and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=10) == 130
    assert process.stderr is not None
    process.stderr.close()
    with connected(path) as connection:
        assert connection.execute("SELECT count(*) FROM lease").fetchone() == (0,)


def test_what_a_model_refuses_is_named_and_tried_again_by_reindex(tmp_path: Path, server: EmbeddingServer):
    memory(tmp_path, "openai", url=server.url, observations=9)
    server.answer = lambda asked: of_bytes(b"{}", 400) if "seen 4\nseen 3" in asked.texts else as_openai(asked)
    done = as_json(palimpsest(tmp_path, "reindex", "--json"))
    assert (done["vectors_made"], done["vectors_refused"]) == (9, 1)
    model = model_of(tmp_path)
    assert (model["missing"], model["refused"], [one["id"] for one in model["refusals"]]) == (0, 1, ["O5"])
    assert "refuses O5: " in palimpsest(tmp_path, "stats").output
    code, found = findings(tmp_path)
    assert (code, found["making vectors"]["soundness"]) == (0, "warning")
    server.answer = as_openai
    assert as_json(palimpsest(tmp_path, "reindex", "--json"))["vectors_made"] == 1


def test_stats_name_the_process_that_makes_vectors(tmp_path: Path, server: EmbeddingServer):
    path = memory(tmp_path, "openai", url=server.url)
    as_json(palimpsest(tmp_path, "reindex", "--json"))
    store = PlainStore(path)
    store.write(lambda tx: tx.leases.take(lease_of(server), "process 12 on there", 60))
    store.close()
    assert model_of(tmp_path)["embedding_now"] == "process 12 on there"
    assert "process 12 on there makes vectors now" in palimpsest(tmp_path, "stats").output


def lease_of(server: EmbeddingServer) -> str:
    return f"backfill:openai:{server.url.removeprefix('http://')}/{MODEL}"


def test_reindex_waits_for_the_process_that_does_the_same(tmp_path: Path, server: EmbeddingServer):
    path = memory(tmp_path, "openai", url=server.url)
    store = PlainStore(path)
    store.write(lambda tx: tx.leases.take(lease_of(server), "another", 2))
    store.close()
    began = time.monotonic()
    assert as_json(palimpsest(tmp_path, "reindex", "--json"))["vectors_made"] == 4
    assert time.monotonic() - began > 1


def test_vectors_of_other_models_are_dropped_when_asked(tmp_path: Path, server: EmbeddingServer):
    memory(tmp_path, "openai", url=server.url)
    as_json(palimpsest(tmp_path, "reindex", "--json"))
    palimpsest(tmp_path, "settings", "set", "embedder.model", "other")
    assert as_json(palimpsest(tmp_path, "reindex", "--json"))["dropped"] == []
    assert len(as_json(palimpsest(tmp_path, "stats", "--json"))["embedder"]["models"]) == 2
    (dropped,) = as_json(palimpsest(tmp_path, "reindex", "--json", "--drop"))["dropped"]
    assert dropped.endswith(f"/{MODEL}")
    assert model_of(tmp_path)["name"].endswith("/other")


def test_a_model_that_changed_behind_its_name_is_found_and_repaired(tmp_path: Path, server: EmbeddingServer):
    memory(tmp_path, "openai", url=server.url)
    as_json(palimpsest(tmp_path, "reindex", "--json"))

    def other(asked: Asked) -> Reply:
        items = [{"index": number, "embedding": [1.0, number, 0.5]} for number, _ in enumerate(asked.texts)]
        return of_bytes(json.dumps({"data": items}).encode())

    server.answer = other
    ran = palimpsest(tmp_path, "reindex")
    assert (ran.code, "WrongDimension" in ran.complaint) == (1, True)
    code, found = findings(tmp_path)
    assert (code, found["embedder"]["soundness"]) == (1, "problem")
    assert "--force-vectors" in found["embedder"]["message"]
    assert as_json(palimpsest(tmp_path, "reindex", "--json", "--force-vectors"))["vectors_made"] == 4
    assert findings(tmp_path)[0] == 0


def test_full_text_is_made_anew_when_the_analyser_changed_or_when_forced(tmp_path: Path):
    path = memory(tmp_path)
    assert "full text: fits the analyser" in palimpsest(tmp_path, "reindex").output
    with connected(path) as connection:
        connection.execute("UPDATE property SET value = 'old' WHERE name = 'analyser_version'")
    assert "full text: made anew" in palimpsest(tmp_path, "reindex").output
    with connected(path) as connection:
        connection.execute("DELETE FROM fulltext WHERE rowid = 2")
    code, found = findings(tmp_path)
    assert (code, found["full text"]["message"]) == (1, "1 rows not indexed: run palimpsest reindex --force")
    assert "full text: made anew" in palimpsest(tmp_path, "reindex", "--force").output
    assert findings(tmp_path)[0] == 0


def test_doctor_finds_nothing_to_do_in_a_new_memory(tmp_path: Path, server: EmbeddingServer):
    memory(tmp_path, "openai", url=server.url)
    ran = palimpsest(tmp_path, "doctor", "--full")
    assert (ran.code, ran.errors) == (0, "")
    lines = [line.split()[0] for line in ran.output.splitlines()]
    assert set(lines) == {"ok"}
    assert "(8 dimensions) answers in" in ran.output


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"embedder": "openai"}, "embedder.url"),
        ({"embedder": "openai", "embedder.url": "http://127.0.0.1:9", "embedder.model": "m"}, "can't be reached"),
        ({"embedder": "fastembed"}, "fastembed"),
    ],
)
def test_doctor_says_why_the_embedder_does_not_answer(tmp_path: Path, settings: dict[str, str], told: str):
    memory(tmp_path)
    for name, value in settings.items():
        assert palimpsest(tmp_path, "settings", "set", name, value).code == 0
    code, found = findings(tmp_path)
    assert (code, found["embedder"]["soundness"]) == (1, "problem")
    assert told in found["embedder"]["message"]
    ran = palimpsest(tmp_path, "reindex")
    assert (ran.code, told in ran.complaint) == (1, True)
    assert "full text: fits the analyser" in ran.output


def test_doctor_takes_a_switched_off_embedder_for_what_it_is(tmp_path: Path):
    memory(tmp_path, "none")
    assert findings(tmp_path)[1]["embedder"]["soundness"] == "ok"
    assert "switched off" in palimpsest(tmp_path, "reindex").output


def test_the_key_is_sent_and_nowhere_kept_or_shown(tmp_path: Path, server: EmbeddingServer):
    path = memory(tmp_path, "openai", url=server.url)
    ran = palimpsest(tmp_path, "reindex", embedder_key="very-secret")
    assert server.asked[0].headers["Authorization"] == "Bearer very-secret"
    shown = [palimpsest(tmp_path, command, embedder_key="very-secret").output for command in ("stats", "doctor")]
    shown.append(palimpsest(tmp_path, "settings", "list", embedder_key="very-secret").output)
    assert "very-secret" not in "".join([ran.output, ran.errors, *shown])
    assert b"very-secret" not in path.read_bytes()


def test_doctor_names_a_foreign_file_and_leaves_it(tmp_path: Path):
    path = database_of(tmp_path)
    path.parent.mkdir(mode=0o700)
    path.write_text("a diary\n" * 200)
    path.chmod(0o600)
    code, found = findings(tmp_path)
    assert (code, found["file"]["soundness"]) == (1, "problem")
    assert path.read_text() == "a diary\n" * 200
