"""Tools through the SDK's own client, in memory, in both protocol eras."""

from collections.abc import AsyncGenerator
from typing import Any

import pytest
from dummy_tools import DummyTools
from held import held
from mcp import Client
from mcp.types import CallToolResult, TextContent
from palimpsest.server.mcp_server import MemoryServer
from palimpsest.server.mcp_tools import MAX_ERROR_CHARS
from palimpsest.tools.declare import tools_of


@pytest.fixture(params=["auto", "legacy"])
async def client(request: pytest.FixtureRequest) -> AsyncGenerator[Client]:
    server = MemoryServer(version="0", instructions="A dummy.", tools=tools_of(DummyTools()))
    async with held(Client(server, mode=request.param)) as connected:
        yield connected


def text_of(result: CallToolResult) -> str:
    assert isinstance(result.content[0], TextContent)
    return result.content[0].text


async def refusal(client: Client, name: str, arguments: dict[str, Any]) -> str:
    result = await client.call_tool(name, arguments)
    text = text_of(result)
    assert result.is_error
    assert result.structured_content is None
    assert len(text) <= MAX_ERROR_CHARS
    assert "\n" not in text
    assert "pydantic" not in text
    return text


async def answer(client: Client, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    result = await client.call_tool(name, arguments)
    assert not result.is_error, text_of(result)
    assert result.structured_content is not None
    return result.structured_content


async def test_schemas_are_closed_and_carry_no_titles_or_nulls(client: Client):
    listed = {tool.name: tool for tool in (await client.list_tools()).tools}
    search = listed["search"]
    assert search.input_schema == {
        "type": "object",
        "properties": {
            "query": {"type": "string", "description": "what to look for"},
            "mode": {"type": "string", "enum": ["hybrid", "keyword"], "description": "how", "default": "hybrid"},
            "domain": {"type": "string"},
            "limit": {"type": "integer", "minimum": 1, "maximum": 50, "description": "most hits", "default": 8},
            "least": {"type": "number", "minimum": 0, "maximum": 1, "default": 0.5},
            "explain": {"type": "boolean"},
        },
        "required": ["query"],
        "additionalProperties": False,
    }
    assert search.output_schema is not None
    assert search.output_schema["required"] == ["hits", "scope", "next_cursor"]
    assert search.output_schema["properties"]["next_cursor"] == {"type": ["string", "null"]}


async def test_hints_and_always_load_reach_the_client(client: Client):
    listed = {tool.name: tool for tool in (await client.list_tools()).tools}
    hints = listed["search"].annotations
    assert hints is not None
    assert (hints.read_only_hint, hints.destructive_hint, hints.idempotent_hint) == (True, False, True)
    assert hints.open_world_hint is False
    assert listed["search"].meta == {"anthropic/alwaysLoad": True}
    assert listed["fail"].meta is None
    assert listed["fail"].annotations is not None
    assert listed["fail"].annotations.destructive_hint is True


async def test_text_of_a_result_is_its_structured_content_in_compact_form(client: Client):
    result = await client.call_tool("gather", {"versions": {"dépôt": "7"}})
    assert text_of(result) == '{"given":{"candidates":null,"versions":{"dépôt":"7"},"colour":"red"}}'
    assert result.structured_content == {
        "given": {"candidates": None, "versions": {"dépôt": "7"}, "colour": "red"},
    }


@pytest.mark.parametrize("nothing", [None, ""])
async def test_null_and_empty_mean_that_an_optional_argument_was_left_out(client: Client, nothing: object):
    names = ["mode", "domain", "limit", "least", "explain"]
    given = {"query": "q"} | dict.fromkeys(names, nothing)
    assert await answer(client, "search", given) == await answer(client, "search", {"query": "q"})


async def test_empty_list_and_object_mean_that_an_optional_argument_was_left_out(client: Client):
    given = await answer(client, "gather", {"candidates": [], "versions": {}})
    assert given == await answer(client, "gather", {})


async def test_false_and_zero_are_values(client: Client):
    found = await answer(client, "search", {"query": "q", "least": 0, "explain": False})
    assert found["hits"][0]["score"] == 0


async def test_whole_number_may_be_written_with_a_point(client: Client):
    assert len((await answer(client, "search", {"query": "q", "limit": 2.0}))["hits"]) == 2


@pytest.mark.parametrize(
    ("name", "arguments", "told"),
    [
        ("search", {}, "Missing: 'query'."),
        ("search", {"query": None}, "Missing: 'query'."),
        ("search", {"query": "q", "lmit": 3}, "There is no argument 'lmit'; known: query, mode, domain, limit, least"),
        ("search", {"query": "q", "agent": "another"}, "There is no argument 'agent'"),
        ("search", {"query": 7}, "'query' must be text, not a whole number."),
        ("search", {"query": ["a"]}, "'query' must be text, not a list."),
        ("search", {"query": "q", "limit": "7"}, "'limit' must be a whole number, not text."),
        ("search", {"query": "q", "limit": True}, "'limit' must be a whole number, not true or false."),
        ("search", {"query": "q", "limit": 1.5}, "'limit' must be a whole number, not a number with a fraction."),
        ("search", {"query": "q", "limit": 0}, "'limit' must be between 1 and 50."),
        ("search", {"query": "q", "limit": 51}, "'limit' must be between 1 and 50."),
        ("search", {"query": "q", "limit": 10**400}, "'limit' must be between 1 and 50."),
        ("search", {"query": "q", "least": 10**400}, "'least' must be a finite number."),
        ("search", {"query": "q", "least": True}, "'least' must be a number, not true or false."),
        ("search", {"query": "q", "least": 1.01}, "'least' must be between 0 and 1."),
        ("search", {"query": "q", "explain": 1}, "'explain' must be true or false, not a whole number."),
        ("search", {"query": "q", "explain": "true"}, "'explain' must be true or false, not text."),
        ("search", {"query": "q", "mode": "exact"}, "'mode' must be one of hybrid, keyword."),
        ("search", {"query": "q", "mode": 1}, "'mode' must be one of hybrid, keyword."),
        ("search", {"query": "a\0b"}, "'query' holds a NUL character"),
        ("gather", {"candidates": {"text": "a"}}, "'candidates' must be a list, not an object."),
        ("gather", {"candidates": '[{"text": "a"}]'}, "'candidates' must be a list, not text."),
        ("gather", {"candidates": ["a"]}, "'candidates[0]' must be an object, not text."),
        ("gather", {"candidates": [{"text": "a"}, {}]}, "Missing in 'candidates[1]': 'text'."),
        ("gather", {"candidates": [{"text": "a", "x": 1}]}, "'candidates[0]' has no part 'x'; known: text, colour"),
        (
            "gather",
            {"candidates": [{"text": "a", "colour": "mauve"}]},
            "'candidates[0].colour' must be one of red, blue.",
        ),
        ("gather", {"versions": {"a": 1}}, "'versions.a' must be text, not a whole number."),
        ("nothing", {}, "There is no tool 'nothing'"),
    ],
)
async def test_refusal_says_what_to_change(client: Client, name: str, arguments: dict[str, Any], told: str):
    assert (await refusal(client, name, arguments)).startswith(told)


@pytest.mark.parametrize("name", ["x" * 100_000, "\u202eevil\u200b", "a\nb"])
async def test_unknown_name_is_repeated_short_and_harmless(client: Client, name: str):
    for text in (await refusal(client, "search", {"query": "q", name: 1}), await refusal(client, name, {})):
        assert text.isprintable()


async def test_refused_value_is_not_repeated(client: Client):
    assert "hunter2" not in await refusal(client, "search", {"query": "q", "mode": "hunter2"})
    assert "hunter2" not in await refusal(client, "search", {"query": "q", "limit": "hunter2"})


async def test_application_error_reaches_the_model_in_its_own_words(client: Client):
    assert await refusal(client, "fail", {"how": "missing"}) == (
        "There is no fact F99; search_memory finds those that there are."
    )


async def test_long_error_is_cut_to_three_hundred_characters(client: Client):
    text = await refusal(client, "fail", {"how": "long"})
    assert text.startswith("Say it better. xxx")
    assert (len(text), text[-1]) == (MAX_ERROR_CHARS, "…")


async def test_crash_says_nothing_of_its_cause_and_is_logged(client: Client, caplog: pytest.LogCaptureFixture):
    text = await refusal(client, "fail", {"how": "crash"})
    assert "secret" not in text
    assert "inside the server" in text
    assert "the secret detail" in caplog.text


async def test_server_answers_after_any_refusal(client: Client):
    for how in ("crash", "long", "refused"):
        await refusal(client, "fail", {"how": how})
    assert await answer(client, "search", {"query": "q"})


async def test_progress_reaches_a_client_that_listens(client: Client):
    heard: list[tuple[float, float | None, str | None]] = []

    async def listen(progress: float, total: float | None, message: str | None) -> None:
        heard.append((progress, total, message))

    result = await client.call_tool("wait", {"seconds": 0}, progress_callback=listen)
    assert not result.is_error
    assert heard == [(0, 1, "waiting")]
