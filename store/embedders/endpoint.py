"""openai: any server that answers `POST /v1/embeddings` as OpenAI's does: Ollama, llama.cpp, vLLM and others."""

from __future__ import annotations

import time
import weakref
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from types import MappingProxyType
from typing import TYPE_CHECKING

import httpx2

from ..errors import EmbedderMisconfigured, EndpointGarbled, EndpointRefused, EndpointSilent
from .endpoint_answer import read_answer
from .endpoint_client import UnusableClient, open_client
from .endpoint_url import read_address
from .prefixes import style_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Texts in one request: few enough for a small server on a processor to answer in time.
BATCH = 16
# In the background nobody waits, and a server may have to read its model from the disk first.
PATIENCE_IN_BACKGROUND = 6
# 16 vectors of 4,096 numbers are 1.5 MB of JSON.
MAX_ANSWER_BYTES = 32 * 1024 * 1024

_HINTS: dict[int, str] = {
    HTTPStatus.UNAUTHORIZED: "It wants another key.",
    HTTPStatus.FORBIDDEN: "It wants another key.",
    HTTPStatus.NOT_FOUND: "It has no such model (Ollama: `ollama pull` it), or the URL is another one.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "The texts are too long for it.",
    HTTPStatus.TOO_MANY_REQUESTS: "It was asked too often, or the quota is used up. It is asked again later.",
}


class Endpoint:
    """`Engine` behind a URL. It never tries twice: a query goes on without vectors, the background comes back later."""

    unrelated = 0.0
    spelled_out: Mapping[int, str] = MappingProxyType({})

    def __init__(self, url: str, model: str, key: str, timeout_s: float) -> None:
        """Nothing is asked yet. `timeout_s` is for a query; a request in the background has six times as long.

        Raises `EmbedderMisconfigured` for a URL, a model's name or a key that can't be right; the key is never shown.
        """
        self._address = read_address(url)
        self._name = _model_name(model)
        self._style = style_of(self._name)
        self._timeout_s = timeout_s
        self.model = self._style.identify(f"openai:{self._address.place}/{self._name}")
        try:
            self._client = open_client(httpx2.Client, self._address, key, "The embedder's key")
        except UnusableClient as problem:
            raise EmbedderMisconfigured(str(problem)) from None
        weakref.finalize(self, self._client.close)

    def run(self, texts: Sequence[str], *, is_query: bool) -> list[NDArray[np.float64]]:
        prepared = [self._style.apply(text, is_query=is_query) for text in texts]
        patience_s = self._timeout_s * (1 if is_query else PATIENCE_IN_BACKGROUND)
        rows: list[NDArray[np.float64]] = []
        for start in range(0, len(prepared), BATCH):
            batch = prepared[start : start + BATCH]
            rows += read_answer(self._ask(batch, patience_s), len(batch), str(self._address))
        return rows

    def _ask(self, texts: Sequence[str], patience_s: float) -> bytes:
        body = {"model": self._name, "input": texts}
        deadline = time.monotonic() + patience_s
        try:
            with self._client.stream("POST", self._address.url, json=body, timeout=patience_s) as answer:
                if answer.status_code != HTTPStatus.OK:
                    raise self._refusal(answer.status_code)
                return self._read(answer, deadline, patience_s)
        except httpx2.TimeoutException as error:
            raise self._too_slow(patience_s) from error
        except httpx2.DecodingError as error:
            raise EndpointGarbled(f"{self._address} sends what can't be unpacked. Is it the right URL?") from error
        except httpx2.TransportError as error:
            raise EndpointSilent(
                f"{self._address} can't be reached ({error or type(error).__name__}). Start it, or set the embedder's "
                "URL to where it is. Search goes on without vectors."
            ) from error

    def _read(self, answer: httpx2.Response, deadline: float, patience_s: float) -> bytes:
        """The whole body. The client's own limit is for one piece: a server that drips would hold a query forever."""
        body = bytearray()
        for piece in answer.iter_bytes():
            body += piece
            if time.monotonic() > deadline:
                raise self._too_slow(patience_s)
            if len(body) > MAX_ANSWER_BYTES:
                raise EndpointGarbled(f"{self._address} answers with more than {MAX_ANSWER_BYTES} bytes.")
        return bytes(body)

    def _too_slow(self, patience_s: float) -> EndpointSilent:
        return EndpointSilent(
            f"{self._address} gave no answer within {patience_s:g} s. Raise embedder.timeout_s if it is only slow. "
            "Search goes on without vectors."
        )

    def _refusal(self, status: int) -> EndpointRefused:
        """What a status means; the server's own words stay out, since they may repeat the key."""
        if 300 <= status < 400:
            hint = "It is elsewhere now: set embedder.url to where it is."
        elif status >= 500:
            hint = "It has trouble of its own: look into its log."
        else:
            hint = _HINTS.get(status, "It doesn't take the request.")
        return EndpointRefused(f"{self._address} answers {status} for the model '{self._name}'. {hint}", status)


def _model_name(model: str) -> str:
    name = model.strip()
    if not name or not name.isprintable():
        raise EmbedderMisconfigured("The embedder 'openai' needs embedder.model: a model's name as its server has it.")
    return name
