"""An optional argument that is left out, null, empty or its declared default means the same, in every tool."""

import inspect
from enum import StrEnum
from typing import Any

from memory_bench import Agent
from palimpsest.tools.declare import Declaration
from palimpsest.tools.shapes import Field
from palimpsest.tools.toolbox import declarations


def meant(tool: Declaration, field: Field, value: Any) -> Any:
    """What the tool's function gets when one argument is given so."""
    required = [one.name for one in tool.signature.arguments.fields if one.required]
    given = {name: _filler(name) for name in required} | {field.name: value}
    taken = tool.signature.take(given)
    return taken.get(field.name, inspect.signature(tool.function).parameters[field.name].default)


def _filler(name: str) -> Any:
    if name == "options":
        return [{"name": "a", "keywords": ["a"]}]
    return "new" if name == "keep" else "x"


async def test_left_out_null_empty_and_the_default_mean_the_same(ana: Agent):
    checked = 0
    for tool in declarations(ana.desk):
        for field in tool.signature.arguments.fields:
            if field.required:
                continue
            default = inspect.signature(tool.function).parameters[field.name].default
            declared = default.value if isinstance(default, StrEnum) else default
            ways: list[Any] = [None, "", [], {}, declared]
            for nothing in ways:
                assert meant(tool, field, nothing) == default, (tool.name, field.name, nothing)
            checked += 1
    assert checked > 50


async def test_defaults_that_say_something_are_declared(ana: Agent):
    for tool in declarations(ana.desk):
        properties = tool.signature.input_schema["properties"]
        for name, parameter in inspect.signature(tool.function).parameters.items():
            default = parameter.default
            if name in properties and default not in (inspect.Parameter.empty, None, False):
                assert properties[name]["default"] == default, (tool.name, name)


async def test_no_tool_takes_who_is_asking(ana: Agent):
    for tool in declarations(ana.desk):
        assert not {"agent", "role", "workspace", "session", "caller"} & set(tool.signature.input_schema["properties"])
