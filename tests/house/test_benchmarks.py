"""The recall benchmark says what it needs, and prints each table; here in short."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import AsyncGenerator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import recall_ablation
import recall_languages
import recall_longmemeval
import recall_sets
import recall_speed
from fake_embedder import FakeEmbedder
from palimpsest.tools.models import Models, identity_of
from recall_conversations import questions, turns
from recall_made_up import DIMENSION, Writer
from recall_memory import RememberingEmbedder, found, open_memory, remembering_load
from recall_setup import Setup
from source_tree import REPOSITORY

CONVERSATION: dict[str, Any] = {
    "conversation": {
        "session_1_date_time": "9:00 am on 1 March, 2027",
        "session_1": [
            {"dia_id": "D1:1", "speaker": "Ana", "text": "The lighthouse was painted green."},
            {"dia_id": "D1:2", "speaker": "Bob", "text": "Dinner is at eight.", "blip_caption": "a table"},
        ],
        "session_4": [
            {"dia_id": "D4:1", "speaker": "Ana", "text": "Okay."},
            {"dia_id": "D4:2", "speaker": "Ana", "text": "Okay."},
        ],
    },
    "qa": [
        {"question": "What happened to the lighthouse?", "evidence": ["D1:1"], "category": 4},
        {"question": "When is dinner, okay?", "evidence": ["D1:02; D4:1", "D9:9"], "category": 2},
        {"question": "Who was it?", "evidence": ["D9:9"], "category": 1},
        {"question": "Why?", "category": 5},
    ],
}
HISTORY: dict[str, Any] = {
    "question_id": "q1",
    "question_type": "single-session-user",
    "question": "Where is the spare key?",
    "question_date": "2027/03/15 (Mon) 09:00",
    "haystack_session_ids": ["s1", "s2"],
    "haystack_dates": ["2027/03/01 (Mon) 10:00", "2027/03/02 (Tue) 10:00"],
    "haystack_sessions": [
        [{"role": "user", "content": "I like tea."}, {"role": "assistant", "content": ""}],
        [{"role": "user", "content": "The spare key is under the mat.", "has_answer": True}],
    ],
    "answer_session_ids": ["s2"],
}


def recall(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(REPOSITORY / "benchmarks" / "recall.py"), *arguments]
    return subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, text=True, check=False, timeout=120
    )


def cells(output: str, title: str) -> list[list[str]]:
    """The rows of the table with that title, its header first."""
    lines = output.partition(f"### {title}\n\n")[2].partition("\n\n")[0].splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in rows if not row[0].startswith("--")]


@pytest.fixture
async def setup() -> AsyncGenerator[Setup]:
    """Without a model."""
    load = remembering_load()
    models = Models(load)
    yield Setup("none", models, load)
    await models.close()


def test_without_its_data_it_says_so_in_one_line(tmp_path: Path):
    ran = recall(PALIMPSEST_SHARED=str(tmp_path))
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.count("\n") == 1
    assert str(tmp_path / "data" / "locomo_first3.json") in ran.stderr


def test_a_part_that_there_is_not_is_refused():
    ran = recall("--parts", "locomo,everything")
    assert ran.returncode == 2
    assert "choose from locomo, multilingual, ablation, speed" in ran.stderr


def test_conversations_are_asked_over_stdio_and_in_the_process_with_the_same_hits(tmp_path: Path):
    data = tmp_path / "data.json"
    data.write_text(json.dumps([CONVERSATION]))
    ran = recall(str(data), "--parts", "locomo", "--embedder", "none")
    assert (ran.returncode, ran.stderr) == (0, "")
    table = cells(ran.stdout, "LoCoMo, turns as observations, over stdio: recall@5")
    assert table[0] == ["", "single-hop (1)", "temporal (1)", "all (2)"]
    assert [row[0] for row in table[1:]] == ["keyword", "semantic", "hybrid", "hybrid, no model"]
    assert table[1][1:] == ["1.000", "1.000", "1.000"]
    same = cells(ran.stdout, "The same hits in the same order over stdio and in the process (near ties fall by age)")
    assert [row[1] for row in same[1:]] == ["2 of 2"] * 4


def test_turns_are_read_over_gaps_and_evidence_in_all_its_forms():
    said = list(turns(CONVERSATION["conversation"]))
    assert [(turn.id, turn.source) for turn in said][1:3] == [("D1:2", "session-1"), ("D4:1", "session-4")]
    assert [turn.content for turn in said][1:3] == ["[9:00 am on 1 March, 2027] Bob: Dinner is at eight.", "Ana: Okay."]
    assert all(one.at < other.at for one, other in pairwise(said))
    asked = list(questions(CONVERSATION, [turn.id for turn in said]))
    assert [(one.category, sorted(one.evidence)) for one in asked] == [
        ("single-hop", ["D1:1"]),
        ("temporal", ["D1:2", "D4:1"]),
    ]


async def test_languages_are_told_by_kind_of_query(setup: Setup, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    facts = [
        {"id": "a", "domain": "sea", "topic": "lighthouse", "content": "The lighthouse is green."},
        {"id": "b", "topic": "", "content": "Dinner is at eight."},
    ]
    queries = [{"q": "lighthouses", "kind": "inflected", "relevant": ["a"]}] * recall_languages.FEW
    path = tmp_path / "some.json"
    path.write_text(json.dumps({"en": {"facts": facts, "queries": queries}}))
    await recall_languages.measure(setup, [path])
    table = cells(capsys.readouterr().out, "Languages: recall@5")
    assert table[0] == ["language", "", "inflected (20)", "all (20)"]
    assert table[1] == ["en", "keyword", "1.000", "1.000"]


async def test_ablation_tells_what_each_part_is_worth(setup: Setup, capsys: pytest.CaptureFixture[str]):
    sets = recall_sets.sets([CONVERSATION], setup)
    await recall_ablation.measure({name: sets[name] for name in ("observations", "circumstances")})
    output = capsys.readouterr().out
    table = cells(output, "What each is worth: recall@5 lost without it")
    assert table[0] == ["", "observations (2)", "circumstances (45)"]
    named = [*recall_ablation.VOICES_AND_PARTS, *recall_ablation.FACTORS]
    assert [row[0] for row in table[1:]] == ["all of hybrid", *named]
    worth_of_lexical = next(row for row in table if row[0] == "lexical")
    assert all(cell.startswith("+") for cell in worth_of_lexical[1:])
    assert "duplicates (5)" in cells(output, "Circumstances by kind of query: MRR lost without it")[0]
    assert len(cells(output, "Were counters a factor, 1 + f log(1 + n): MRR gained")) == 6


def test_speed_is_told_beside_the_raw_query_and_the_raw_scan():
    measured = recall_speed.measure_one(100)
    assert set(measured.costs) == {*recall_speed.STANDS_ON, "raw full text", "raw scan", "raw both"}
    assert all(cost.cpu > 0 and cost.p50 <= cost.p95 for cost in measured.costs.values())
    assert measured.index_bytes < measured.fact_bytes
    assert measured.vector_bytes >= DIMENSION


def test_made_up_facts_are_the_same_each_time():
    one, other = Writer(), Writer()
    assert [one.content(), one.query()] == [other.content(), other.query()]


def test_a_longmemeval_file_is_told_by_type_and_what_has_no_answer_is_counted(tmp_path: Path):
    entries = [HISTORY, {**HISTORY, "question_id": "q2_abs"}]
    path = tmp_path / "longmemeval.json"
    path.write_text(json.dumps(entries))
    ran = recall("--longmemeval", str(path), "--embedder", "none")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "2 questions, 1 of them left out" in ran.stdout
    for title in ("LongMemEval: sessions", "LongMemEval: turns"):
        table = cells(ran.stdout, title)
        assert table[0] == ["mode", "type", "questions", *recall_longmemeval.MEASURES]
        assert ["hybrid", "single-session-user", "1", *["1.000"] * 6] in table


async def test_every_row_has_its_vector_before_anything_is_asked():
    embedder = FakeEmbedder()
    models = Models(lambda _: embedder)
    async with open_memory(models, "auto", lambda _: embedder) as memory:
        observed = await memory.observe("The lighthouse is green.", "sea")
        await memory.complete()
        hits = await memory.ask("lighthouse", found, include_observations=True)
        missing = await memory.store.read(lambda tx: tx.vectors.missing(identity_of(embedder)))
    await models.close()
    assert (hits, missing) == ([observed], 0)


def test_a_model_is_asked_once_for_each_text():
    embedder = FakeEmbedder()
    remembering = RememberingEmbedder(embedder)
    first, second = remembering.embed_passages(["green", "blue"]), remembering.embed_passages(["blue", "red"])
    assert (first[1] == second[0]).all()
    assert embedder.texts == ["green", "blue", "red"]
    assert remembering.embed_queries(["green"]).shape == (1, embedder.dimension)
