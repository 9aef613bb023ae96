"""Every text argument of every tool passes one gate: found by walking the declarations, so that none is forgotten."""

import re
import unicodedata
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from fake_secrets import Maker
from memory_bench import Agent, Bench
from palimpsest.tools.shapes import ListOf, MapOf, Nullable, Record, Shape, Text
from palimpsest.tools.toolbox import declarations

Path = tuple[str | int, ...]
KEY = "(key)"
SECRET = "ghp_" + Maker(3).alnum(36)

BASE: dict[str, dict[str, Any]] = {
    "search_memory": {
        "query": "Postgres",
        "domain": "architecture",
        "repo": "acme/web",
        "as_of": "2027-03-01",
        "cursor": "0.00000000",
    },
    "propose_fact": {
        "domain": "storage",
        "topic": "engine",
        "content": "The engine is new.",
        "source_observation_ids": ["O1"],
        "valid_until": "2028-01-01",
        "repo": "acme/web",
    },
    "supersede_fact": {
        "fact_id": "F1",
        "content": "The API uses MySQL.",
        "topic": "engine",
        "by_fact_id": "F2",
        "source_observation_ids": ["O1"],
        "valid_until": "2028-01-01",
    },
    "propose_policy": {
        "domain": "process",
        "rule": "Review twice.",
        "source_fact_ids": ["F1"],
        "required_role": "reviewer",
        "repo": "acme/web",
    },
    "supersede_policy": {"policy_id": "P1", "rule": "Review once.", "reason": "too slow"},
    "record_observation": {
        "content": "Saw it.",
        "source": "log",
        "revision": "r1",
        "task_id": "t1",
        "refs": ["O1"],
        "used_fact_ids": ["F1"],
    },
    "remember": {"content": "It rained.", "domain": "weather", "topic": "rain", "valid_until": "2028-01-01"},
    "update_my_notes": {"notes": "On it."},
    "consolidate_memory": {
        "domain": "architecture",
        "repo": "acme/web",
        "candidates": [
            {
                "text": "It rains often.",
                "domain": "weather",
                "topic": "rain",
                "sources": ["O1", "O2"],
                "valid_until": "2028-01-01",
                "supports": ["F1"],
                "weakens": ["F2"],
                "contradicts": ["F2"],
            }
        ],
    },
    "harmonize_memory": {"domain": "architecture", "repo": "acme/web"},
    "list_memory_conflicts": {"domain": "architecture", "repo": "acme/web", "cursor": "0.00000000"},
    "resolve_memory_conflict": {"conflict_id": "C1", "keep": "new", "reason": "as my user said"},
    "select_memory": {"task_id": "t1"},
    "refresh_memory": {"versions": {"a.py": "r1"}},
    "decide": {
        "question": "How to indent?",
        "options": [{"name": "tabs", "keywords": ["tab"]}],
        "default": "tabs",
        "domain": "style",
    },
    "get_preamble": {"task": "Upgrade the database of the API"},
}
# One of two arguments that exclude each other, or that would be refused before the one that is tried.
ALONE = {
    "supersede_fact": {
        "by_fact_id": ("content", "topic", "source_observation_ids", "valid_until"),
        "": ("by_fact_id",),
    },
    "record_observation": {"refs": (), "": ("refs",)},
    "search_memory": {"cursor": (), "": ("cursor",)},
    "list_memory_conflicts": {"cursor": (), "": ("cursor",)},
}

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


def text_leaves(shape: Shape, path: Path = ()) -> Iterator[Path]:
    """The places of an argument record where any text may stand."""
    match shape:
        case Text():
            yield path
        case Record(fields=fields):
            for field in fields:
                yield from text_leaves(field.shape, (*path, field.name))
        case ListOf(item=item):
            yield from text_leaves(item, (*path, 0))
        case MapOf(value=value):
            yield (*path, KEY)
            yield from text_leaves(value, (*path, ""))
        case Nullable(shape=inner):
            yield from text_leaves(inner, path)
        case _:
            pass


def put(arguments: dict[str, Any], path: Path, value: str) -> None:
    """Set the leaf at the path; it must be there, so that a new argument is not forgotten here."""
    place: Any = arguments
    for step in path[:-1]:
        place = place[step]
    last = path[-1]
    if last == KEY:
        place[value] = place.pop(next(iter(place)))
        return
    last = next(iter(place)) if last == "" else last
    assert place[last], path
    place[last] = value


def call_with(tool: str, path: Path, value: str) -> dict[str, Any]:
    """A call that is right but for the value at the path."""
    arguments = deepcopy(BASE[tool])
    put(arguments, path, value)
    alone = ALONE.get(tool, {})
    for other in alone.get(str(path[0]), alone.get("", ())):
        if other != path[0]:
            arguments.pop(other, None)
    if path[0] == "refs":
        arguments["kind"] = "summary"
    return arguments


async def prepare(bench: Bench) -> Agent:
    ana, bob = await bench.agent("ana"), await bench.agent("bob")
    await ana.observe(count=2)
    await ana.propose("The API uses Postgres 14.")
    await bob.propose("The API uses Postgres 15.")
    await ana.call("propose_policy", domain="process", rule="Run the tests.")
    return ana


def leaves(agent: Agent) -> list[tuple[str, Path]]:
    """Every text argument of every tool."""
    return [(tool.name, path) for tool in declarations(agent.desk) for path in text_leaves(tool.signature.arguments)]


async def test_the_walk_sees_every_tool_and_nested_arguments(bench: Bench, ana: Agent):
    found = leaves(ana)
    assert {tool for tool, _ in found} == set(BASE)
    assert ("consolidate_memory", ("candidates", 0, "sources", 0)) in found
    assert ("decide", ("options", 0, "keywords", 0)) in found
    assert {("refresh_memory", ("versions", KEY)), ("refresh_memory", ("versions", ""))} <= set(found)
    assert len(found) > 60


@pytest.mark.parametrize("kind", BAD)
async def test_bad_text_is_refused_wherever_it_stands_and_nothing_is_written(both_eras: Bench, kind: str):
    ana = await prepare(both_eras)
    before = both_eras.dump()
    for tool, path in leaves(ana):
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
    for name, path in leaves(ana):
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
    found: list[tuple[str, Path, str]] = []
    for tool, path in leaves(agent):
        value: Any = BASE[tool]
        for step in path:
            value = next(iter(value)) if step in ("", KEY) else value[step]
        if IDS.fullmatch(value):
            found.append((tool, path, value[0]))
    return found


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
