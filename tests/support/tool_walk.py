"""A right call of every tool, and a walk over the declared arguments, so that a test forgets none."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from memory_bench import Agent, Bench
from palimpsest.tools.shapes import ListOf, MapOf, Nullable, Record, Shape, Text
from palimpsest.tools.toolbox import declarations

Path = tuple[str | int, ...]
KEY = "(key)"

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


def walk(shape: Shape, path: Path = ()) -> Iterator[tuple[Path, Shape]]:
    """The places of an argument record where a single value may stand, and what it must look like."""
    match shape:
        case Record(fields=fields):
            for field in fields:
                yield from walk(field.shape, (*path, field.name))
        case ListOf(item=item):
            yield from walk(item, (*path, 0))
        case MapOf(value=value):
            yield (*path, KEY), Text()
            yield from walk(value, (*path, ""))
        case Nullable(shape=inner):
            yield from walk(inner, path)
        case _:
            yield path, shape


def put(arguments: dict[str, Any], path: Path, value: object) -> None:
    """Set the value at the path."""
    place: Any = arguments
    for step in path[:-1]:
        place = place[step]
    last = path[-1]
    if last == KEY:
        place[value] = place.pop(next(iter(place)))
    else:
        place[next(iter(place)) if last == "" else last] = value


def call_with(tool: str, path: Path, value: object) -> dict[str, Any]:
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


def given(tool: str, path: Path) -> Any:
    """The value at the path of the right call; it must be there, so that a new text argument is not forgotten."""
    value: Any = BASE[tool]
    for step in path:
        value = next(iter(value)) if step == KEY else value[next(iter(value)) if step == "" else step]
    return value


async def prepare(bench: Bench) -> Agent:
    """A workspace in which every call of `BASE` has something to work on."""
    ana, bob = await bench.agent("ana"), await bench.agent("bob")
    await ana.observe(count=2)
    await ana.propose("The API uses Postgres 14.")
    await bob.propose("The API uses Postgres 15.")
    await ana.call("propose_policy", domain="process", rule="Run the tests.")
    return ana


def leaves(agent: Agent, *kinds: type[Shape]) -> list[tuple[str, Path]]:
    """Every argument of every tool that is of one of the kinds."""
    return [
        (tool.name, path)
        for tool in declarations(agent.desk)
        for path, shape in walk(tool.signature.arguments)
        if isinstance(shape, kinds)
    ]


def text_leaves(agent: Agent) -> list[tuple[str, Path]]:
    """Every text argument of every tool."""
    found = leaves(agent, Text)
    assert all(given(tool, path) for tool, path in found)
    return found
