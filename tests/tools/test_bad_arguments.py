"""Wrong types, words, numbers and ends, wherever a tool takes them: refused with what would fit, nothing written."""

import math
from typing import Any

import pytest
from memory_bench import Agent, Bench
from palimpsest.store.errors import InvalidInput
from palimpsest.tools.shapes import Choice, Flag, Number, Text, Whole
from palimpsest.tools.toolbox import declarations
from tool_walk import BASE, KEY, call_with, leaves, prepare, walk

WRONG_TYPES: list[Any] = [7, 7.5, True, ["a"], {"a": "b"}]


async def words_of(agent: Agent) -> dict[tuple[str, tuple[str | int, ...]], tuple[str, ...]]:
    return {
        (tool.name, path): shape.words
        for tool in declarations(agent.desk)
        for path, shape in walk(tool.signature.arguments)
        if isinstance(shape, Choice)
    }


async def test_an_unknown_word_is_refused_with_the_allowed_ones_named(both_eras: Bench):
    ana = await prepare(both_eras)
    before = both_eras.dump()
    found = await words_of(ana)
    assert len(found) == 19
    for (tool, path), words in found.items():
        for word in ("nonsense", words[0].upper(), f" {words[0]}"):
            told = await ana.refused(tool, **call_with(tool, path, word))
            assert ", ".join(words) in told, (tool, path)
            assert len(told) <= 300
            assert both_eras.dump() == before, (tool, path)


@pytest.mark.parametrize("value", WRONG_TYPES, ids=repr)
async def test_a_value_of_another_type_is_refused_wherever_it_stands(bench: Bench, value: Any):
    ana = await prepare(bench)
    before = bench.dump()
    kinds: list[Any] = [Text, Choice]
    if not isinstance(value, int | float):
        kinds += [Number, Whole]
    if not isinstance(value, bool):
        kinds.append(Flag)
    for tool, path in leaves(ana, *kinds):
        if path[-1] == KEY:
            continue
        told = await ana.refused(tool, **call_with(tool, path, value))
        assert "must be" in told, (tool, path, told)
        assert bench.dump() == before, (tool, path)


@pytest.mark.parametrize("number", [-1, 10**30, 1e300])
async def test_a_number_out_of_bounds_is_refused(both_eras: Bench, number: float):
    ana = await prepare(both_eras)
    before = both_eras.dump()
    found = leaves(ana, Number, Whole)
    assert len(found) == 7
    for tool, path in found:
        told = await ana.refused(tool, **call_with(tool, path, number))
        assert f"'{path[-1]}'" in told or "Your notes are at version 0" in told
        assert both_eras.dump() == before, (tool, path)


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
async def test_a_number_that_is_not_finite_is_refused(ana: Agent, number: float):
    """Asked of the declarations: the client in memory turns such a number into null, which means nothing."""
    tools = {tool.name: tool for tool in declarations(ana.desk)}
    for tool, path in leaves(ana, Number, Whole):
        with pytest.raises(InvalidInput, match=f"'{path[-1]}'"):
            tools[tool].signature.take(call_with(tool, path, number))


@pytest.mark.parametrize("tool", BASE)
async def test_unknown_and_missing_arguments_are_refused_by_name(bench: Bench, ana: Agent, tool: str):
    before = bench.dump()
    for name in ("nonsense", "agent", "role", "workspace"):
        assert f"'{name}'" in await ana.refused(tool, **BASE[tool] | {name: "x"})
    (declared,) = [one for one in declarations(ana.desk) if one.name == tool]
    required = [field.name for field in declared.signature.arguments.fields if field.required]
    for name in required:
        for given in ({}, {name: None}):
            told = await ana.refused(tool, **{key: value for key, value in BASE[tool].items() if key != name} | given)
            assert f"'{name}'" in told
    assert bench.dump() == before


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"validity": "until"}, "needs 'valid_until'"),
        ({"validity": "permanent", "valid_until": "2028-01-01"}, "permanent"),
        ({"valid_until": "2027-02-28"}, "already passed"),
        ({"valid_until": "2027-02-30"}, "no date that exists"),
        ({"valid_until": "soon"}, "'valid_until'"),
        ({"source_observation_ids": [f"O{number}" for number in range(1, 102)]}, "at most 100"),
    ],
)
async def test_what_does_not_fit_together_is_refused(bench: Bench, ana: Agent, more: dict[str, Any], told: str):
    before = bench.dump()
    assert told in await ana.refused("propose_fact", domain="d", topic="t", content="c", **more)
    assert bench.dump() == before


@pytest.mark.parametrize(
    ("until", "stored"),
    [
        ("2027-03-31", "2027-04-01T00:00:00+00:00"),
        ("2027-03-31T14:00", "2027-03-31T14:00:00+00:00"),
        ("2027-03-31T14:00+02:00", "2027-03-31T12:00:00+00:00"),
    ],
)
async def test_an_end_is_utc_and_a_date_holds_through_its_day(bench: Bench, ana: Agent, until: str, stored: str):
    await ana.propose("The freeze is on.", valid_until=until)
    fact = await bench.fact("F1")
    assert fact.valid_until is not None
    assert (fact.validity, fact.valid_until.isoformat()) == ("until", stored)


async def test_the_server_lives_on_after_everything(ana: Agent):
    for tool in BASE:
        await ana.refused(tool, nonsense=1)
    assert (await ana.propose("The API uses Postgres."))["outcome"] == "created"


async def test_used_facts_are_kept_with_the_observation(bench: Bench, ana: Agent):
    await ana.propose("The API uses Postgres.")
    await ana.call("record_observation", content="It helped.", used_fact_ids=["F1", "f1"])
    assert bench.dump()["observation_use"] == [(1, 1)]
