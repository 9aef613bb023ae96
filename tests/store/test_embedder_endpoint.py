"""An endpoint that speaks as OpenAI's does, over real HTTP: what is asked of it, and what is made of its answers."""

from __future__ import annotations

from collections.abc import Iterator

import httpx2
import numpy as np
import pytest
from embedding_server import DIMENSION, Asked, EmbeddingServer, Reply, as_openai, embedding_server, numbers_of, of_items
from hypothesis import given
from hypothesis import strategies as st
from palimpsest.store.embedders.choose import EmbedderChoice, load
from palimpsest.store.embedders.endpoint import BATCH
from palimpsest.store.embedders.endpoint_url import read_address
from palimpsest.store.embedders.protocol import Embedder
from palimpsest.store.errors import EmbedderMisconfigured, WrongDimension


@pytest.fixture
def server() -> Iterator[EmbeddingServer]:
    with embedding_server() as running:
        yield running


def connect(url: str, model: str = "all-minilm", key: str = "", timeout_s: float = 5.0) -> Embedder:
    embedder = load(EmbedderChoice("openai", url, model, key, timeout_s))
    assert embedder is not None
    return embedder


def unit(text: str) -> np.ndarray:
    numbers = np.array(numbers_of(text))
    return numbers / np.linalg.norm(numbers)


def test_each_text_has_the_vector_that_the_server_gave_it(server: EmbeddingServer):
    embedder = connect(server.url)
    texts = ["one", "two", "drei", "四"]
    assert np.allclose(embedder.embed_passages(texts), [unit(text) for text in texts], atol=1e-6)
    assert np.allclose(embedder.embed_queries(texts), [unit(text) for text in texts], atol=1e-6)


def test_the_dimension_is_learnt_from_the_first_answer(server: EmbeddingServer):
    assert connect(server.url).dimension == DIMENSION
    assert len(server.asked) == 1


def test_vectors_are_put_in_the_order_of_their_index(server: EmbeddingServer):
    def backwards(asked: Asked) -> Reply:
        items = [{"index": n, "embedding": numbers_of(text)} for n, text in enumerate(asked.texts)]
        return of_items(items[::-1])

    server.answer = backwards
    assert np.allclose(connect(server.url).embed_passages(["a", "b", "c"]), [unit(text) for text in "abc"], atol=1e-6)


def test_vectors_without_an_index_stand_in_the_order_of_the_texts(server: EmbeddingServer):
    server.answer = lambda asked: of_items([{"embedding": numbers_of(text)} for text in asked.texts])
    assert np.allclose(connect(server.url).embed_passages(["a", "b"]), [unit("a"), unit("b")], atol=1e-6)


def test_many_texts_are_asked_for_in_small_requests_and_keep_their_order(server: EmbeddingServer):
    embedder = connect(server.url)
    texts = [f"text {n}" for n in range(2 * BATCH + 3)]
    vectors = embedder.embed_passages(texts)
    assert [len(asked.texts) for asked in server.asked[1:]] == [BATCH, BATCH, 3]
    assert np.allclose(vectors, [unit(text) for text in texts], atol=1e-6)


def test_the_request_names_the_model_and_asks_for_no_other_encoding(server: EmbeddingServer):
    connect(server.url, model="some-model:latest").embed_queries(["a"])
    assert server.asked[-1].body == {"model": "some-model:latest", "input": ["a"]}


def test_the_key_is_sent_as_bearer_and_without_one_nothing_is(server: EmbeddingServer):
    connect(server.url, key=" sk-secret\n")
    connect(server.url)
    assert server.asked[0].headers["Authorization"] == "Bearer sk-secret"
    assert "Authorization" not in server.asked[1].headers


def test_the_identity_holds_host_and_model_and_no_key(server: EmbeddingServer):
    host = server.url.removeprefix("http://")
    assert connect(server.url, key="sk-secret").model == f"openai:{host}/all-minilm"


@pytest.mark.parametrize("end", ["", "/", "/v1", "/v1/", "/v1/embeddings", "/v1/embeddings/"])
def test_the_url_may_be_written_with_or_without_its_end(server: EmbeddingServer, end: str):
    model = connect(server.url + end).model
    assert server.asked[0].path == "/v1/embeddings"
    assert model == connect(server.url).model


@pytest.mark.parametrize(("path", "asked"), [("/api", "/api/v1/embeddings"), ("/v4/embeddings", "/v4/embeddings")])
def test_a_path_before_the_end_is_kept(server: EmbeddingServer, path: str, asked: str):
    assert connect(server.url + path).model.endswith(f"/{path.split('/')[1]}/all-minilm")
    assert server.asked[0].path == asked


def test_queries_and_passages_get_the_prefixes_that_a_known_model_wants(server: EmbeddingServer):
    embedder = connect(server.url, model="nomic-embed-text:v1.5")
    embedder.embed_queries(["where"])
    embedder.embed_passages(["here"])
    assert [asked.texts for asked in server.asked[1:]] == [["search_query: where"], ["search_document: here"]]
    assert embedder.model.endswith("/nomic-embed-text:v1.5+nomic")


def test_another_dimension_later_is_an_error_by_name(server: EmbeddingServer):
    embedder = connect(server.url)
    server.answer = lambda _: of_items([{"index": 0, "embedding": numbers_of("x", 5)}])
    with pytest.raises(WrongDimension, match=f"have {DIMENSION} dimensions here, this one has 5"):
        embedder.embed_queries(["a"])


def test_vectors_of_two_dimensions_in_one_answer_are_an_error_by_name(server: EmbeddingServer):
    embedder = connect(server.url)
    server.answer = lambda asked: of_items([{"embedding": numbers_of("x", n + 7)} for n in range(len(asked.texts))])
    with pytest.raises(WrongDimension):
        embedder.embed_passages(["a", "b"])


def test_it_works_again_once_the_server_does(server: EmbeddingServer):
    embedder = connect(server.url)
    server.answer = lambda _: Reply(500, [b"oops"])
    with pytest.raises(Exception, match="500"):
        embedder.embed_queries(["a"])
    server.answer = as_openai
    assert np.allclose(embedder.embed_queries(["a"]), [unit("a")], atol=1e-6)


def test_a_proxy_of_the_environment_is_not_asked_about_this_machine(
    server: EmbeddingServer, monkeypatch: pytest.MonkeyPatch
):
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    assert connect(server.url).dimension == DIMENSION


URLS = st.text(max_size=30).map("http://".__add__) | st.from_regex(
    r"https?://(?:xn--)?(?:[a-z.:@\[\]0-9/%?#_-]{1,20}|[0-9.]{4,12}|\[[0-9a-f:.]{2,20}\](?::[0-9]+)?)", fullmatch=True
)


@given(URLS)
def test_any_text_is_a_url_that_the_client_takes_or_is_refused(text: str):
    try:
        address = read_address(text)
    except EmbedderMisconfigured:
        return
    assert httpx2.Request("POST", address.url).url.path.endswith("/embeddings")
    assert read_address(address.url) == address
