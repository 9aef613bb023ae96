"""A language model behind an endpoint: what it is sent, and what a person is told when it can't be asked."""

from __future__ import annotations

import json
import time
from collections.abc import Generator

import pytest
from chat_server import MODEL, chat_server, draws, in_turn, says
from embedding_server import EmbeddingServer, Reply, of_bytes
from palimpsest.server import llm
from palimpsest.server.llm import ChatEndpoint
from palimpsest.server.llm_address import read_llm_address
from palimpsest.store.errors import ModelError, ModelGarbled, ModelMisconfigured, ModelRefused, ModelSilent
from palimpsest.tools.model_asking import Message

HELLO = [Message(role="user", content="Hello")]
KEY = "sk-not-to-be-shown"


@pytest.fixture
def server() -> Generator[EmbeddingServer]:
    with chat_server() as running:
        yield running


async def ask(server: EmbeddingServer, key: str = KEY, timeout_s: float = 5.0) -> str:
    async with ChatEndpoint(server.url, MODEL, key, timeout_s) as chat:
        return await chat.ask(HELLO)


async def trouble(server: EmbeddingServer, kind: type[ModelError], timeout_s: float = 5.0) -> str:
    """What a person is told; never the key."""
    with pytest.raises(kind) as raised:
        await ask(server, timeout_s=timeout_s)
    assert KEY not in str(raised.value)
    return str(raised.value)


async def test_it_asks_for_one_json_object_without_chance(server: EmbeddingServer):
    server.answer = lambda _: says("Hi")
    assert await ask(server) == "Hi"
    (asked,) = server.asked
    assert asked.path == "/v1/chat/completions"
    assert asked.headers["Authorization"] == f"Bearer {KEY}"
    assert asked.body == {
        "model": MODEL,
        "messages": HELLO,
        "stream": False,
        "temperature": 0,
        "response_format": {"type": "json_object"},
    }


async def test_without_a_key_none_is_sent(server: EmbeddingServer):
    await ask(server, key=" ")
    assert "Authorization" not in server.asked[0].headers


@pytest.mark.parametrize("status", [400, 422, 501])
async def test_what_a_server_does_not_take_is_left_out_from_then_on(server: EmbeddingServer, status: int):
    server.answer = lambda asked: of_bytes(b"{}", status) if "response_format" in asked.body else says("Hi")
    async with ChatEndpoint(server.url, MODEL, KEY) as chat:
        assert [await chat.ask(HELLO), await chat.ask(HELLO)] == ["Hi", "Hi"]
    assert ["response_format" in asked.body for asked in server.asked] == [True, False, False]
    assert all(asked.body["temperature"] == 0 for asked in server.asked)


async def test_a_server_that_takes_no_temperature_is_asked_without(server: EmbeddingServer):
    server.answer = lambda asked: of_bytes(b"{}", 400) if "temperature" in asked.body else says("Hi")
    assert await ask(server) == "Hi"


async def test_a_text_in_parts_is_one_text(server: EmbeddingServer):
    message = {"content": [{"type": "text", "text": "a"}, {"type": "image"}, {"type": "text", "text": "b"}]}
    server.answer = lambda _: of_bytes(json.dumps({"choices": [{"message": message}]}).encode())
    assert await ask(server) == "ab"


async def test_a_model_that_declines_says_nothing(server: EmbeddingServer):
    server.answer = lambda _: says(None)
    assert await ask(server) == ""


@pytest.mark.parametrize(
    ("status", "hint"),
    [
        (401, "PALIMPSEST_LLM_KEY"),
        (403, "PALIMPSEST_LLM_KEY"),
        (404, "no such model"),
        (405, "--llm-url"),
        (413, "too long"),
        (400, "context"),
        (302, "elsewhere"),
    ],
)
async def test_a_refusal_says_what_to_do(server: EmbeddingServer, status: int, hint: str):
    server.answer = lambda _: Reply(status, [KEY.encode()], {"Location": "http://127.0.0.1:1/"})
    told = await trouble(server, ModelRefused)
    assert (str(status) in told, hint in told, MODEL in told) == (True, True, True)


async def test_trouble_of_the_server_s_own_is_tried_once_more(server: EmbeddingServer, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(llm, "AGAIN_AFTER_S", 0.01)
    server.answer = in_turn(of_bytes(b"oops", 500), says("Hi"))
    assert await ask(server) == "Hi"
    server.answer = lambda _: of_bytes(b"oops", 503)
    assert "look into its log" in await trouble(server, ModelRefused)
    assert len(server.asked) == 4


async def test_asked_too_often_it_waits_as_long_as_it_is_told(server: EmbeddingServer, monkeypatch: pytest.MonkeyPatch):
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(llm.asyncio, "sleep", sleep)
    server.answer = in_turn(*(Reply(429, [], {"Retry-After": text}) for text in ("7", "soon")), says("Hi"))
    assert await ask(server) == "Hi"
    assert waited == [7.0, llm.AGAIN_AFTER_S]
    server.answer = lambda _: Reply(429, [], {"Retry-After": "3600"})
    assert "try again later" in await trouble(server, ModelRefused)
    server.answer = lambda _: Reply(429, [], {"Retry-After": "0"})
    await trouble(server, ModelRefused)
    assert waited[2:] == [0.0] * llm.WAITS


@pytest.mark.parametrize("pieces", [[b"x"], [b" "] * 50], ids=["silent", "dripping"])
async def test_a_slow_answer_ends_at_the_limit(server: EmbeddingServer, pieces: list[bytes]):
    server.answer = lambda _: Reply(200, pieces, pause_s=30 if len(pieces) == 1 else 0.1)
    began = time.monotonic()
    assert "--llm-timeout" in await trouble(server, ModelSilent, timeout_s=0.5)
    assert time.monotonic() - began < 3


async def test_nobody_there_says_so():
    with chat_server() as server:
        pass
    told = await trouble(server, ModelSilent)
    assert ("can't be reached" in told, "--llm-url" in told) == (True, True)


@pytest.mark.parametrize(
    ("body", "kind", "said"),
    [
        (b"<html>", "text/html", "isn't JSON (text/html)"),
        (b"", "", "isn't JSON (of no named type)"),
        (b"\xff\xfe", "application/json", "isn't JSON"),
        (b"[" * 100_000, "application/json", "isn't JSON"),
        (b"[]", "application/json", "no 'choices'"),
        (b'{"choices": []}', "application/json", "no 'choices'"),
        (b'{"choices": [7]}', "application/json", "no 'message'"),
        (b'{"choices": [{"message": {"content": 7}}]}', "application/json", "isn't text"),
        (b"data: {}\n\n", "text/event-stream; charset=utf-8", "streams its answer"),
    ],
)
async def test_what_is_no_completion_is_named(server: EmbeddingServer, body: bytes, kind: str, said: str):
    server.answer = lambda _: Reply(200, [body], {"Content-Type": kind})
    assert said in await trouble(server, ModelGarbled)


async def test_json_under_another_name_is_taken(server: EmbeddingServer):
    server.answer = lambda _: Reply(200, draws().pieces, {"Content-Type": "text/plain"})
    assert json.loads(await ask(server)) == {"candidates": []}


async def test_a_huge_answer_is_not_read_to_its_end(server: EmbeddingServer):
    server.answer = lambda _: Reply(200, [b" " * 1024 * 1024] * 64)
    assert "more than" in await trouble(server, ModelGarbled)


async def test_what_cannot_be_unpacked_is_named(server: EmbeddingServer):
    server.answer = lambda _: Reply(200, [b"no gzip"], {"Content-Encoding": "gzip"})
    assert "unpacked" in await trouble(server, ModelGarbled)


@pytest.mark.parametrize(
    "url",
    ["http://localhost:11434", "http://127.0.0.1:8080/v1/", "https://host/api/v1", "https://host/x/chat/completions"],
)
def test_a_url_may_be_written_with_or_without_its_end(url: str):
    address = read_llm_address(url)
    assert address.url.endswith("/chat/completions")
    assert read_llm_address(address.url) == address


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("http://example.org", "https://"),
        ("http://10.0.0.7:11434", "https://"),
        ("ftp://host", "http"),
        (f"https://me:{KEY}@host", "PALIMPSEST_LLM_KEY"),
        (f"https://host/v1?key={KEY}", "'?'"),
        ("", "http"),
    ],
)
def test_a_url_that_would_send_memory_in_the_clear_or_hold_a_key_is_refused(url: str, problem: str):
    with pytest.raises(ModelMisconfigured, match="--llm-url can't be used") as raised:
        ChatEndpoint(url, MODEL, "")
    assert problem in str(raised.value)
    assert KEY not in str(raised.value)


@pytest.mark.parametrize(("model", "key", "timeout_s"), [(" ", "", 1.0), ("m", "schlüssel", 1.0), ("m", "", 0.0)])
def test_what_cannot_be_meant_is_said_before_anything_is_asked(model: str, key: str, timeout_s: float):
    with pytest.raises(ModelMisconfigured):
        ChatEndpoint("http://localhost:1", model, key, timeout_s)
