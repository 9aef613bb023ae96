"""Every text argument of every tool passes one gate: found by walking the declarations, so that none is forgotten."""

import re
import unicodedata

import pytest
from fake_secrets import Maker
from memory_bench import Agent, Bench
from tool_walk import BASE, KEY, Path, call_with, given, prepare, text_leaves

SECRET = "ghp_" + Maker(3).alnum(36)

NOT_STORED = "only looked for or filtered by, never stored"
MAY_HOLD_A_SECRET = {
    ("search_memory", "query"): NOT_STORED,
    ("search_memory", "domain"): NOT_STORED,
    ("search_memory", "repo"): NOT_STORED,
    ("list_memory_conflicts", "domain"): NOT_STORED,
    ("list_memory_conflicts", "repo"): NOT_STORED,
    ("harmonize_memory", "domain"): NOT_STORED,
    ("harmonize_memory", "repo"): NOT_STORED,
    ("consolidate_memory", "domain"): NOT_STORED,
    ("decide", "domain"): NOT_STORED,
    ("get_preamble", "task"): NOT_STORED,
}

BAD = {
    "NUL": "a\0b",
    "noncharacter": "a\ufffeb",
    "mark of a broken surrogate": "a\ufdd0b",
    "spaces": " \n\t ",
    "zero width": "\u200b\u200d\u2060",
    "megabyte": "x" * 1_000_001,
    "secret": SECRET,
}


async def test_the_walk_sees_every_tool_and_nested_arguments(bench: Bench, ana: Agent):
    found = text_leaves(ana)
    assert {tool for tool, _ in found} == set(BASE)
    assert ("consolidate_memory", ("candidates", 0, "sources", 0)) in found
    assert ("decide", ("options", 0, "keywords", 0)) in found
    assert {("refresh_memory", ("versions", KEY)), ("refresh_memory", ("versions", ""))} <= set(found)
    assert len(found) > 60


@pytest.mark.parametrize("kind", BAD)
async def test_bad_text_is_refused_wherever_it_stands_and_nothing_is_written(both_eras: Bench, kind: str):
    ana = await prepare(both_eras)
    before = both_eras.dump()
    for tool, path in text_leaves(ana):
        if kind == "secret" and (tool, path[0]) in MAY_HOLD_A_SECRET:
            continue
        told = await ana.refused(tool, **call_with(tool, path, BAD[kind]))
        place = next(step for step in reversed(path) if step not in (0, "", KEY))
        assert str(place) in told, (tool, path, told)
        assert len(told) <= 300
        assert SECRET not in told
        assert both_eras.dump() == before, (tool, path)
    await ana.found("Postgres")


async def test_what_may_hold_a_secret_writes_none(bench: Bench):
    ana = await prepare(bench)
    for tool, name in MAY_HOLD_A_SECRET:
        value = SECRET.lower() if name in ("domain", "repo") else SECRET
        await ana.result(tool, **call_with(tool, (name,), value))
    assert SECRET.lower() not in repr(bench.dump()).lower()


@pytest.mark.parametrize("tool", BASE)
async def test_text_is_stored_in_one_unicode_form(bench: Bench, tool: str):
    ana = await prepare(bench)
    decomposed = "Ze\u0301ro o\u0308l"
    for name, path in text_leaves(ana):
        if name == tool:
            await ana.result(tool, **call_with(tool, path, decomposed))
    tables = {name: rows for name, rows in bench.dump().items() if name != "fulltext"}
    texts = [value for rows in tables.values() for row in rows for value in row if isinstance(value, str)]
    assert [text for text in texts if unicodedata.normalize("NFC", text) != text] == []


@pytest.mark.parametrize(
    ("tool", "name", "limit"),
    [
        ("propose_fact", "topic", 200),
        ("propose_fact", "content", 4000),
        ("propose_policy", "rule", 2000),
        ("update_my_notes", "notes", 4000),
        ("record_observation", "content", 4000),
        ("record_observation", "source", 128),
        ("record_observation", "revision", 128),
        ("record_observation", "task_id", 128),
        ("remember", "content", 4000),
        ("search_memory", "query", 10_000),
        ("get_preamble", "task", 10_000),
        ("propose_fact", "domain", 64),
    ],
)
async def test_each_text_has_its_limit(bench: Bench, tool: str, name: str, limit: int):
    ana = await prepare(bench)
    before = bench.dump()
    assert name in await ana.refused(tool, **call_with(tool, (name,), "x" * (limit + 1)))
    assert bench.dump() == before
    await ana.call(tool, **call_with(tool, (name,), "x" * limit))


IDS = re.compile(r"[FPOHC]\d+")


def id_leaves(agent: Agent) -> list[tuple[str, Path, str]]:
    """Every argument that takes an id, with the letter of its kind."""
    texts = [(tool, path, given(tool, path)) for tool, path in text_leaves(agent)]
    return [(tool, path, text[0]) for tool, path, text in texts if IDS.fullmatch(text)]


@pytest.mark.parametrize("wrong", ["unknown", "another kind", "no number", "zero", "huge", "negative", "bare number"])
async def test_an_id_that_names_nothing_is_refused_wherever_it_stands(bench: Bench, wrong: str):
    ana = await prepare(bench)
    before = bench.dump()
    found = id_leaves(ana)
    assert len(found) == 13
    for tool, path, letter in found:
        other = "P" if letter in "FOH" else "F"
        value = {
            "unknown": f"{letter}99",
            "another kind": f"{other}1",
            "no number": letter,
            "zero": f"{letter}0",
            "huge": letter + "9" * 40,
            "negative": f"{letter}-1",
            "bare number": "1",
        }[wrong]
        told = await ana.refused(tool, **call_with(tool, path, value))
        assert "There is no" in told if wrong == "unknown" else str(path[-1] or path[0]) in told or "id of a" in told
        assert bench.dump() == before, (tool, path)


async def test_what_only_looks_odd_is_stored_as_it_is(bench: Bench, ana: Agent):
    odd = "right\u200fto\u202bleft\u202c, joi\u200dned, \x07bell, tab\tand\r\nlines \U0001f469\u200d\U0001f680"
    await ana.propose(odd)
    assert (await bench.fact("F1")).content == odd
    await ana.call("update_my_notes", notes=odd)
    assert odd in await ana.preamble()


async def test_a_label_loses_the_spaces_around_it(bench: Bench, ana: Agent):
    await ana.propose("The API uses Postgres.", topic="  engine ", domain="  Data Stores ")
    fact = await bench.fact("F1")
    assert (fact.topic, str(fact.scope)) == ("engine", "data-stores")
