"""A language model behind any server that answers `POST /v1/chat/completions` as OpenAI's does.

Ollama, llama.cpp, vLLM, LM Studio and others do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from types import TracebackType
from typing import Any, Self

import httpx2

from ..store.embedders.endpoint_client import UnusableClient, open_client
from ..store.errors import ModelGarbled, ModelMisconfigured, ModelRefused, ModelSilent
from ..tools.model_asking import Message
from .llm_address import read_llm_address
from .llm_answer import MAX_ANSWER_BYTES, read_completion, too_large

DEFAULT_TIMEOUT_S = 120.0
LONGEST_TIMEOUT_S = 3600.0
LONGEST_WAIT_S = 60.0
"""How long it waits when it was asked too often; a server that wants more is asked another time."""
WAITS = 3
AGAIN_AFTER_S = 2.0
"""When to try again after trouble of the server's own, or where it doesn't say when."""

EXTRAS: tuple[Mapping[str, Any], ...] = (
    {"temperature": 0, "response_format": {"type": "json_object"}},
    {"temperature": 0},
    {},
)
"""What is asked for beyond the messages, until the server takes it; not every server knows every part."""

_NOT_TAKEN = frozenset((HTTPStatus.BAD_REQUEST, HTTPStatus.UNPROCESSABLE_ENTITY, HTTPStatus.NOT_IMPLEMENTED))
_HINTS: dict[int, str] = {
    HTTPStatus.UNAUTHORIZED: "It wants another key: set PALIMPSEST_LLM_KEY.",
    HTTPStatus.FORBIDDEN: "It wants another key: set PALIMPSEST_LLM_KEY.",
    HTTPStatus.NOT_FOUND: "It has no such model (Ollama: `ollama pull` it), or --llm-url is another one.",
    HTTPStatus.METHOD_NOT_ALLOWED: "Is --llm-url the one of a chat completions endpoint?",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "The request is too long for it.",
    HTTPStatus.TOO_MANY_REQUESTS: "It was asked too often, or the quota is used up: try again later.",
}


class ChatEndpoint:
    """`Chat` over HTTP; what it raises speaks to the person who gave the flags, and never shows the key."""

    def __init__(self, url: str, model: str, key: str, timeout_s: float = DEFAULT_TIMEOUT_S) -> None:
        """Nothing is asked yet. `timeout_s` is for one whole answer."""
        self._address = read_llm_address(url)
        self._model = _model_name(model)
        self._timeout_s = _timeout(timeout_s)
        try:
            self._client = open_client(httpx2.AsyncClient, self._address, key, "PALIMPSEST_LLM_KEY")
        except UnusableClient as problem:
            raise ModelMisconfigured(str(problem)) from None
        self._extras = list(EXTRAS)

    def __str__(self) -> str:
        return f"{self._model} at {self._address}"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._client.aclose()

    async def ask(self, messages: Sequence[Message]) -> str:
        """What the model answers; it waits where the server asks for that, and tries once more after its trouble."""
        waits = 0
        while True:
            answer, body = await self._post(messages)
            status = answer.status_code
            if status == HTTPStatus.OK:
                return read_completion(body, answer.headers.get("content-type", ""), str(self._address))
            if status in _NOT_TAKEN and len(self._extras) > 1:
                del self._extras[0]
                continue
            wait_s = _wait(answer, waits)
            if wait_s is None:
                raise self._refusal(status)
            waits += 1
            await asyncio.sleep(wait_s)

    async def _post(self, messages: Sequence[Message]) -> tuple[httpx2.Response, bytes]:
        """The answer's head and its whole body, within the time for both."""
        body = {"model": self._model, "messages": [*messages], "stream": False, **self._extras[0]}
        try:
            async with (
                asyncio.timeout(self._timeout_s),
                self._client.stream("POST", self._address.url, json=body, timeout=self._timeout_s) as answer,
            ):
                return answer, await self._read(answer)
        except (TimeoutError, httpx2.TimeoutException) as error:
            raise ModelSilent(
                f"{self._address} gave no whole answer within {self._timeout_s:g} s. Give it longer with --llm-timeout "
                "if it is only slow."
            ) from error
        except httpx2.DecodingError as error:
            raise ModelGarbled(f"{self._address} sends what can't be unpacked. Is it the right URL?") from error
        except httpx2.TransportError as error:
            raise ModelSilent(
                f"{self._address} can't be reached ({error or type(error).__name__}). Start it, or set --llm-url to "
                "where it is."
            ) from error

    async def _read(self, answer: httpx2.Response) -> bytes:
        body = bytearray()
        async for piece in answer.aiter_bytes():
            body += piece
            if len(body) > MAX_ANSWER_BYTES:
                raise too_large(str(self._address))
        return bytes(body)

    def _refusal(self, status: int) -> ModelRefused:
        """What a status means; the server's own words stay out, since they may repeat the key or what it was sent."""
        if 300 <= status < 400:
            hint = "It is elsewhere now: set --llm-url to where it is."
        elif status >= 500:
            hint = "It has trouble of its own: look into its log."
        else:
            hint = _HINTS.get(status, "It doesn't take the request; perhaps it is too long for the model's context.")
        return ModelRefused(f"{self._address} answers {status} for the model '{self._model}'. {hint}", status)


def _wait(answer: httpx2.Response, waits: int) -> float | None:
    """How long to wait before it is asked again; None when that is no use."""
    status = answer.status_code
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR and status not in _NOT_TAKEN:
        return AGAIN_AFTER_S if waits == 0 else None
    if status != HTTPStatus.TOO_MANY_REQUESTS or waits >= WAITS:
        return None
    wanted = _seconds(answer.headers.get("retry-after", ""))
    return None if wanted > LONGEST_WAIT_S else wanted


def _seconds(text: str) -> float:
    """What Retry-After asks for; a date, or anything else, counts as not said."""
    return float(text) if text.isascii() and text.isdecimal() and len(text) < 9 else AGAIN_AFTER_S


def _model_name(model: str) -> str:
    name = model.strip()
    if not name or not name.isprintable():
        raise ModelMisconfigured("--llm-url needs --model: a model's name as its server has it.")
    return name


def _timeout(seconds: float) -> float:
    if not 0 < seconds <= LONGEST_TIMEOUT_S:
        raise ModelMisconfigured(f"--llm-timeout takes seconds, up to {LONGEST_TIMEOUT_S:g}.")
    return seconds
