"""An endpoint that is slow, refuses or answers nonsense: an error by name that says what to do, and no key in it."""

from __future__ import annotations

import gzip
import json
import socket
import time
import traceback
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from embedding_server import Asked, EmbeddingServer, Reply, as_openai, embedding_server, numbers_of, of_bytes, of_items
from palimpsest.store.embedders import endpoint
from palimpsest.store.embedders.choose import EmbedderChoice, load
from palimpsest.store.embedders.protocol import Embedder
from palimpsest.store.errors import (
    EmbedderError,
    EmbedderMisconfigured,
    EndpointGarbled,
    EndpointRefused,
    EndpointSilent,
    NotFinite,
)

KEY = "sk-very-secret"


@pytest.fixture
def server() -> Iterator[EmbeddingServer]:
    with embedding_server() as running:
        yield running


def connect(url: str, timeout_s: float = 5.0, key: str = KEY, model: str = "some-model") -> Embedder:
    embedder = load(EmbedderChoice("openai", url, model, key, timeout_s))
    assert embedder is not None
    return embedder


def failure(embedder: Embedder, texts: tuple[str, ...] = ("a",)) -> EmbedderError:
    """How embedding fails; nothing that could be shown of it holds the key."""
    with pytest.raises(EmbedderError) as caught:
        embedder.embed_queries(texts)
    assert KEY not in "".join(traceback.format_exception(caught.value))
    return caught.value


def after(server: EmbeddingServer, answer: Callable[[Asked], Reply], timeout_s: float = 5.0) -> EmbedderError:
    """How embedding two texts fails when the server, well at first, answers so."""
    embedder = connect(server.url, timeout_s)
    server.answer = answer
    return failure(embedder, ("a", "b"))


@pytest.mark.parametrize(
    ("status", "hint"),
    [
        (301, "is elsewhere"),
        (400, "doesn't take the request"),
        (401, "another key"),
        (403, "another key"),
        (404, "no such model"),
        (413, "too long"),
        (429, "too often"),
        (499, "doesn't take the request"),
        (500, "trouble of its own"),
        (503, "trouble of its own"),
    ],
)
def test_a_refusal_names_endpoint_model_status_and_what_to_do(server: EmbeddingServer, status: int, hint: str):
    error = after(server, lambda _: of_bytes(json.dumps({"error": KEY}).encode(), status))
    assert isinstance(error, EndpointRefused)
    assert error.status == status
    assert f"{server.url}/v1/embeddings answers {status} for the model 'some-model'" in str(error)
    assert hint in str(error)


def test_a_redirect_is_not_followed_so_that_the_key_goes_nowhere_else(server: EmbeddingServer):
    error = after(server, lambda _: of_bytes(b"", 307, Location="/elsewhere"))
    assert isinstance(error, EndpointRefused)
    assert [asked.path for asked in server.asked] == ["/v1/embeddings"] * 2


def test_nothing_is_tried_twice(server: EmbeddingServer):
    after(server, lambda _: of_bytes(b"busy", 503))
    assert len(server.asked) == 2  # the first one learnt the dimension


def test_nobody_listening_is_an_error_that_names_the_place():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    with pytest.raises(EndpointSilent, match=f"{url}/v1/embeddings can't be reached"):
        connect(url)


def test_a_server_that_is_slow_is_given_up_in_time(server: EmbeddingServer):
    begun = time.monotonic()
    error = after(server, lambda _: Reply(pieces=[b"{}"], pause_s=30), timeout_s=0.2)
    assert isinstance(error, EndpointSilent)
    assert "no answer within 0.2 s" in str(error)
    assert time.monotonic() - begun < 2


def test_a_server_that_drips_is_given_up_in_time(server: EmbeddingServer):
    begun = time.monotonic()
    error = after(server, lambda _: Reply(pieces=[b" "] * 100, pause_s=0.1), timeout_s=0.3)
    assert isinstance(error, EndpointSilent)
    assert time.monotonic() - begun < 2


def test_the_background_waits_longer_than_a_query(server: EmbeddingServer):
    embedder = connect(server.url, timeout_s=0.2)

    def late(asked: Asked) -> Reply:
        return Reply(pieces=as_openai(asked).pieces, pause_s=0.4)

    server.answer = late
    assert embedder.embed_passages(["a"]).shape == (1, embedder.dimension)
    assert isinstance(failure(embedder), EndpointSilent)


def test_a_connection_that_breaks_off_is_an_error_by_name(server: EmbeddingServer):
    def breaks_off(asked: Asked) -> Reply:
        reply = as_openai(asked)
        return Reply(pieces=[reply.pieces[0][:-5]], headers={"Content-Length": "99999", "Connection": "close"})

    assert isinstance(after(server, breaks_off), EmbedderError)


def test_an_answer_without_end_is_given_up(server: EmbeddingServer, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(endpoint, "MAX_ANSWER_BYTES", 100_000)
    packed = gzip.compress(b" " * 1_000_000)
    error = after(server, lambda _: Reply(200, [packed], {"Content-Encoding": "gzip"}))
    assert isinstance(error, EndpointGarbled)


def test_an_answer_that_cannot_be_unpacked_is_an_error_by_name(server: EmbeddingServer):
    error = after(server, lambda _: Reply(200, [b"not gzip"], {"Content-Encoding": "gzip"}))
    assert isinstance(error, EndpointGarbled)


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"", "isn't JSON"),
        (b"<html>Welcome</html>", "isn't JSON"),
        (b'{"data": [', "isn't JSON"),
        (b"\xff\xfe\x00", "isn't JSON"),
        (b"[" * 100_000, "isn't JSON"),
        (b"[]", "no list 'data'"),
        (b"null", "no list 'data'"),
        (b'{"data": {}}', "no list 'data'"),
        (b'{"error": "no"}', "no list 'data'"),
        (b'{"data": [1, 2]}', "isn't numbered"),
    ],
)
def test_what_is_no_answer_at_all_is_an_error_by_name(server: EmbeddingServer, body: bytes, says: str):
    error = after(server, lambda _: of_bytes(body))
    assert isinstance(error, EndpointGarbled)
    assert says in str(error)


GOOD = {"index": 0, "embedding": numbers_of("a")}


@pytest.mark.parametrize(
    "items",
    [
        [],
        [GOOD],
        [GOOD, GOOD],
        [GOOD, {"index": 2, "embedding": numbers_of("b")}],
        [GOOD, {"index": -1, "embedding": numbers_of("b")}],
        [GOOD, {"index": True, "embedding": numbers_of("b")}],
        [GOOD, {"index": "1", "embedding": numbers_of("b")}],
        [GOOD, {"index": 1, "embedding": numbers_of("b")}, {"index": 2, "embedding": numbers_of("c")}],
        [GOOD, {"index": 1}],
        [GOOD, {"index": 1, "embedding": None}],
        [GOOD, {"index": 1, "embedding": []}],
        [GOOD, {"index": 1, "embedding": "AACAPwAAAEA="}],
        [GOOD, {"index": 1, "embedding": {"0": 1.0}}],
        [GOOD, {"index": 1, "embedding": [None] * 8}],
        [GOOD, {"index": 1, "embedding": ["1.0"] * 8}],
        [GOOD, {"index": 1, "embedding": [True] * 8}],
        [GOOD, {"index": 1, "embedding": [[1.0]] * 8}],
        [GOOD, {"index": 1, "embedding": [10**400] * 8}],
        [GOOD, "item"],
        [GOOD, None],
    ],
    ids=lambda items: str(items)[-60:],
)
def test_an_answer_that_does_not_fit_the_question_is_an_error_by_name(server: EmbeddingServer, items: list[Any]):
    error = after(server, lambda _: of_items(items))
    assert isinstance(error, EndpointGarbled)
    assert f"{server.url}/v1/embeddings" in str(error)
    assert len(str(error)) < 300


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_numbers_that_are_none_are_an_error_by_name(server: EmbeddingServer, number: str):
    row = "[" + ", ".join([number] * 8) + "]"
    error = after(server, lambda _: of_bytes(f'{{"data": [{{"embedding": {row}}}, {{"embedding": {row}}}]}}'.encode()))
    assert isinstance(error, NotFinite)


def test_a_vector_of_zeros_is_an_error_by_name(server: EmbeddingServer):
    error = after(server, lambda _: of_items([{"embedding": [0] * 8}] * 2))
    assert isinstance(error, NotFinite)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "localhost:11434",
        "ftp://localhost",
        "file:///etc/passwd",
        "http://",
        "http:///v1",
        "http://localhost:99999",
        "http://localhost:port",
        "http://[::1",
        "http://me:sk-very-secret@localhost",
        "https://sk-very-secret@localhost/v1",
        "http://localhost/v1?key=sk-very-secret",
        "http://localhost/v1#sk-very-secret",
        "http://two words/v1",
        "http://a..b/v1",
        "http://00.0.0.0",
        "http://xn--.-/",
        "http://bücher.example",
        "http://localhost/\x07",
        "http://localhost/a b",
        "http://[::1%eth0]/",
    ],
)
def test_a_url_that_cannot_be_right_is_refused_without_showing_a_credential(url: str):
    with pytest.raises(EmbedderMisconfigured, match=r"embedder\.url can't be used") as caught:
        connect(url)
    assert KEY not in "".join(traceback.format_exception(caught.value))


@pytest.mark.parametrize(
    "key", ["sk-very-secret\nX-Other: 1", "sk-very-secret\r", "sk-very-secret-é", "sk-very\x00-secret"]
)
def test_a_key_that_no_header_can_carry_is_refused_and_not_shown(key: str):
    with pytest.raises(EmbedderMisconfigured, match="key holds") as caught:
        connect("http://localhost", key=f"a{key}b")
    assert "very" not in str(caught.value)
    assert caught.value.__cause__ is None


def test_a_choice_shows_no_key():
    assert KEY not in repr(EmbedderChoice("openai", "http://localhost", "m", KEY))


@pytest.mark.parametrize("model", ["", "  ", "a\nb"])
def test_an_endpoint_without_the_name_of_a_model_is_refused(model: str):
    with pytest.raises(EmbedderMisconfigured, match=r"embedder\.model"):
        connect("http://localhost", model=model)


@pytest.mark.parametrize("proxy", ["gopher://me:sk-very-secret@proxy", "socks5://me:sk-very-secret@proxy"])
def test_a_proxy_that_cannot_be_used_is_an_error_without_its_password(proxy: str, monkeypatch: pytest.MonkeyPatch):
    for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, proxy)
    with pytest.raises(EmbedderMisconfigured, match="proxy") as caught:
        connect("https://models.example/v1")
    assert KEY not in "".join(traceback.format_exception(caught.value))
