"""Whatever stands in a parameter, a method refuses it in words or takes it: nothing breaks, nothing is half done."""

from __future__ import annotations

from typing import Any

import pytest
from memory_bench import Agent, Bench
from palimpsest.server.rpc_examples import ELSEWHERE, EVERY
from person import Person

ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    2**63,
    10**400,
    0.5,
    "",
    " ",
    "F0",
    "F1",
    "F999999999999999999",
    "C999999999999999999",
    "B999999999999999999",
    "P999999999999999999",
    "nul \0",
    "half \ud800",
    "\ufdd0",
    "\x9b31m",
    "x" * 5000,
    "0001-01-01",
    "9999-12-31T23:59:59-12:00",
    "repo:/",
    "repo:../../x/y",
    "'; DROP TABLE fact; --",
    [],
    ["F1"] * 3,
    ["F1", 2],
    [["F1"]],
    ["x"] * 1001,
    {},
    {"F1": "wrong"},
    {"": ""},
    {"a": {"b": 1}},
    {"x" * 300: "y" * 300},
)


@pytest.mark.parametrize("name", sorted(EVERY.keys() - ELSEWHERE.keys()))
async def test_no_parameter_breaks_a_method(bench: Bench, ana: Agent, name: str) -> None:
    await ana.propose("The port is 1.", topic="port")
    await ana.propose("The port is 2.", topic="port", veracity="stated")
    await ana.call("propose_policy", domain="security", rule="Review every change.")
    ann = Person(bench)
    fields = [field.name for field in ann.methods[name].signature.arguments.fields]
    codes: set[int | None] = set()
    for field in fields:
        for value in ODD:
            request = {"jsonrpc": "2.0", "id": 1, "method": name, "params": EVERY[name] | {field: value}}
            answer = await ann.ask(request)
            codes.add(answer["error"]["code"] if "error" in answer else None)
            assert answer.get("error", {}).get("code") != -32603, (field, value)
    assert not fields or -32602 in codes


@pytest.mark.parametrize("params", [[], ["a"] * 20, {"": 1}, {"fact_id": "F1", "workspace": "other"}])
async def test_parameters_of_no_method_are_refused_by_each_that_needs_some(
    bench: Bench, params: list[str] | dict[str, object]
) -> None:
    ann = Person(bench)
    for name, method in ann.methods.items():
        if not any(field.required for field in method.signature.arguments.fields):
            continue
        answer = await ann.ask({"jsonrpc": "2.0", "id": 1, "method": name, "params": params})
        assert answer["error"]["code"] == -32602, name
