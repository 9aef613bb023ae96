"""Every argument of every tool, given wrongly in every way: a short error names it and nothing is written."""

import json
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

import pytest
from processes import dump
from stdio_client import MemoryProcess, Reply

MAX_ERROR_CHARS = 300
LONG = "x" * 1_000_000
INVISIBLE = "\u200b\u2060\u00ad"

CHOICES = ("memory_type", "veracity", "validity", "on_conflict", "mode", "kind", "keep", "status")

WORKING: dict[str, dict[str, Any]] = {
    "search_memory": {"query": "orders port"},
    "propose_fact": {"domain": "infra", "topic": "port", "content": "The port is 9090."},
    "supersede_fact": {"fact_id": "F1", "content": "The port is 7070."},
    "propose_policy": {"domain": "infra", "rule": "Do it."},
    "supersede_policy": {"policy_id": "P1", "rule": "Do it not."},
    "record_observation": {"content": "Seen."},
    "remember": {"content": "Kept."},
    "update_my_notes": {"notes": "Mine."},
    "consolidate_memory": {},
    "harmonize_memory": {},
    "list_memory_conflicts": {},
    "resolve_memory_conflict": {"conflict_id": "C1", "keep": "old"},
    "select_memory": {},
    "refresh_memory": {},
    "decide": {"question": "Which?", "options": [{"name": "tabs", "keywords": ["tab"]}], "default": "tabs"},
    "get_preamble": {},
}


@dataclass(frozen=True)
class Argument:
    """One argument of one tool, as tools/list describes it."""

    tool: str
    name: str
    schema: dict[str, Any]
    required: bool

    @property
    def is_text(self) -> bool:
        return self.schema["type"] == "string"

    @property
    def is_number(self) -> bool:
        return self.schema["type"] in ("integer", "number")

    @property
    def is_list_of_text(self) -> bool:
        return self.schema["type"] == "array" and self.schema["items"]["type"] == "string"


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Generator[MemoryProcess]:
    with MemoryProcess(tmp_path_factory.mktemp("home")) as started:
        started.done("propose_fact", domain="infra", topic="port", content="The port is 8080.")
        started.done("propose_fact", domain="infra", topic="port", content="The port is 8081.", on_conflict="ask")
        started.done("propose_policy", domain="infra", rule="Ask first.")
        started.done("record_observation", content="The port was seen.")
        started.done("remember", content="The port matters.")
        started.done("update_my_notes", notes="On the port.")
        yield started


@pytest.fixture(scope="module")
def arguments(memory: MemoryProcess) -> list[Argument]:
    return [
        Argument(tool["name"], name, schema, name in tool["inputSchema"].get("required", []))
        for tool in memory.tools()
        for name, schema in tool["inputSchema"]["properties"].items()
    ]


def wrong_types(argument: Argument) -> list[bytes]:
    values = {
        "string": [b"7", b"1.5", b"true", b"[1]", b'{"a":1}'],
        "integer": [b'"7"', b"1.5", b"true", b"[1]", b'{"a":1}'],
        "number": [b'"1"', b"true", b"[1]", b'{"a":1}'],
        "boolean": [b'"true"', b"1", b"0", b"[1]", b'{"a":1}'],
        "array": [b'"x"', b"7", b"true", b'{"a":1}', b"[7]", b"[null]", b"[[1]]"],
        "object": [b'"x"', b"7", b"true", b"[1]", b'{"a":1}', b'{"a":null}'],
    }
    return values[argument.schema["type"]]


def text_or_item(argument: Argument, *texts: str) -> list[bytes]:
    """The texts as the argument, or as the item of a list of texts."""
    if argument.is_text:
        return [json.dumps(text).encode() for text in texts]
    return [json.dumps([text]).encode() for text in texts] if argument.is_list_of_text else []


def empty_where_required(argument: Argument) -> list[bytes]:
    return [b"null", b'""', b"[]"] if argument.required else []


def not_finite(argument: Argument) -> list[bytes]:
    return [b"NaN", b"Infinity", b"-Infinity", b"1e999", b"-1e999"] if argument.is_number else []


def out_of_bounds(argument: Argument) -> list[bytes]:
    if "minimum" not in argument.schema:
        return []
    low, high = argument.schema["minimum"], argument.schema["maximum"]
    return [json.dumps(value).encode() for value in (low - 1, high + 1, 10**400, -(10**400))]


def unknown_words(argument: Argument) -> list[bytes]:
    """Choices are closed, also those whose words the schema doesn't list."""
    return [b'"nonsense"', b'"STATED"'] if argument.name in CHOICES or "enum" in argument.schema else []


Fault = Callable[[Argument], list[bytes]]
FAULTS: dict[str, Fault] = {
    "wrong type": wrong_types,
    "empty where something is required": empty_where_required,
    "blank": lambda argument: text_or_item(argument, "   ", "\n\t", INVISIBLE, "\u0007"),
    "a megabyte": lambda argument: text_or_item(argument, LONG),
    "a NUL": lambda argument: text_or_item(argument, "a\0b"),
    "a lone surrogate": lambda argument: text_or_item(argument, "a\ud800b", "\udc00"),
    "not finite": not_finite,
    "out of bounds": out_of_bounds,
    "unknown word": unknown_words,
}
LEAST_CASES = {"not finite": 20, "out of bounds": 16, "unknown word": 15, "empty where something is required": 20}


@pytest.mark.parametrize("fault", FAULTS)
def test_fault_in_any_argument_is_refused_by_name_and_nothing_is_written(
    memory: MemoryProcess, arguments: list[Argument], fault: str
):
    before = dump(memory.database)
    cases = [(argument, raw) for argument in arguments for raw in FAULTS[fault](argument)]
    assert len(cases) >= LEAST_CASES.get(fault, 50)
    wrong = [
        (argument.tool, argument.name, raw[:40], reply)
        for argument, raw in cases
        if not is_refusal(reply := memory.ask_raw(argument.tool, with_value(argument, raw)), argument.name)
    ]
    assert wrong == []
    assert dump(memory.database) == before


def test_missing_argument_is_named(memory: MemoryProcess, arguments: list[Argument]):
    before = dump(memory.database)
    for argument in arguments:
        if argument.required:
            rest = {name: value for name, value in WORKING[argument.tool].items() if name != argument.name}
            assert is_refusal(memory.ask(argument.tool, **rest), argument.name)
    assert dump(memory.database) == before


@pytest.mark.parametrize("name", ["limits", "agent", "role", "workspace", "e\u202e\u0007vil", LONG[:5000]])
def test_unknown_argument_is_refused_by_name(memory: MemoryProcess, name: str):
    before = dump(memory.database)
    for tool, working in WORKING.items():
        reply = memory.ask(tool, **working, **{name: "x"})
        assert is_refusal(reply, name[:1])
        assert "no argument" in reply.text
        assert reply.text.isprintable()
    assert dump(memory.database) == before


def test_every_tool_is_tried(memory: MemoryProcess, arguments: list[Argument]):
    assert {argument.tool for argument in arguments} == set(WORKING) == {tool["name"] for tool in memory.tools()}


@pytest.mark.parametrize(
    "params",
    [
        b'{"name":"remember"}',
        b'{"name":"remember","arguments":null}',
        b'{"name":"remember","arguments":[1]}',
        b'{"name":"remember","arguments":"x"}',
        b'{"name":7,"arguments":{}}',
        b'{"arguments":{}}',
        b"[]",
        b'{"name":"forget_everything","arguments":{}}',
        b'{"name":"' + LONG.encode() + b'","arguments":{}}',
        b'{"name":"remember","arguments":{"content":' + b"[" * 150 + b"]" * 150 + b"}}",
        b'{"name":"remember","arguments":{' + b",".join(b'"k%d":1' % number for number in range(20_000)) + b"}}",
        b'{"name":"refresh_memory","arguments":{"versions":{'
        + b",".join(b'"k%d":"1"' % number for number in range(20_000))
        + b"}}}",
        b'{"name":"consolidate_memory","arguments":{"candidates":[' + b",".join([b"{}"] * 20_000) + b"]}}",
    ],
    ids=lambda params: params[:40],
)
def test_call_of_an_odd_form_is_answered_under_its_id(memory: MemoryProcess, params: bytes):
    before = dump(memory.database)
    memory.send_bytes(b'{"jsonrpc":"2.0","id":"odd","method":"tools/call","params":' + params + b"}\n")
    answer = memory.answer_to("odd")
    told = answer["error"]["message"] if "error" in answer else answer["result"]["content"][0]["text"]
    assert "error" in answer or answer["result"]["isError"]
    assert 0 < len(told) <= MAX_ERROR_CHARS
    assert dump(memory.database) == before


def with_value(argument: Argument, raw: bytes) -> bytes:
    """Arguments with which the tool would work, but for this one."""
    given = {name: json.dumps(value).encode() for name, value in WORKING[argument.tool].items()}
    given[argument.name] = raw
    return b"{" + b",".join(b'"%s":%s' % (name.encode(), value) for name, value in given.items()) + b"}"


def is_refusal(reply: Reply, name: str) -> bool:
    """An error that is short, names the argument and isn't the server's own failure."""
    is_told = len(reply.text) <= MAX_ERROR_CHARS and name in reply.text and "inside the server" not in reply.text
    return reply.is_error and is_told
