"""A language model for tests: a server on the loopback that answers chat completions as a test says."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any

from embedding_server import Asked, EmbeddingServer, Reply, embedding_server, of_bytes

MODEL = "parrot"


def says(text: str | None, status: int = 200, **headers: str) -> Reply:
    """A completion whose message is this text."""
    message = {"role": "assistant", "content": text}
    body = {"object": "chat.completion", "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}
    return of_bytes(json.dumps(body).encode(), status, **headers)


def draws(*candidates: dict[str, Any]) -> Reply:
    """A completion in the form that was asked for."""
    return says(json.dumps({"candidates": list(candidates)}))


def candidate(text: str, sources: Sequence[str] = ("O1", "O2"), **more: Any) -> dict[str, Any]:
    """A candidate, always of the same topic unless it matters."""
    return {"text": text, "domain": "infra", "topic": "orders API", "sources": list(sources)} | more


def in_turn(*replies: Reply) -> Callable[[Asked], Reply]:
    """Each request gets the next reply; the last one goes on."""
    left = list(replies)
    return lambda _: left.pop(0) if len(left) > 1 else left[0]


def prompt(asked: Asked) -> str:
    """The last turn that the model was sent."""
    return asked.body["messages"][-1]["content"]


def memory_shown(asked: Asked) -> dict[str, Any]:
    """What of the memory the model was shown first."""
    text = asked.body["messages"][1]["content"]
    return json.loads(text.partition("<memory>\n")[2].partition("\n</memory>")[0])


@contextmanager
def chat_server() -> Generator[EmbeddingServer]:
    """The server, running; it draws nothing until a test says what."""
    with embedding_server() as server:
        server.answer = lambda _: draws()
        yield server
