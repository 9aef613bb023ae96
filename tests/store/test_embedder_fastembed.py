"""fastembed, by a stand-in with its interface: the real one has to fetch a model first."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from palimpsest.store.embedders.choose import EmbedderChoice, load
from palimpsest.store.embedders.fastembed import DEFAULT_MODEL
from palimpsest.store.embedders.protocol import Embedder
from palimpsest.store.errors import EmbedderBroken

STAND_IN = """
import numpy as np

loaded = []
embedded = []


class TextEmbedding:
    def __init__(self, model_name, cache_dir=None, threads=None):
        if model_name == "unknown":
            raise ValueError("Model unknown is not supported in TextEmbedding.")
        loaded.append((model_name, cache_dir, threads))

    def query_embed(self, query, **kwargs):
        yield from self._embed("query", query, **kwargs)

    def passage_embed(self, texts, **kwargs):
        yield from self._embed("passage", texts, **kwargs)

    def _embed(self, kind, texts, batch_size=256):
        for text in texts:
            if "explode" in text:
                raise RuntimeError("[ONNXRuntimeError] : 6")
            embedded.append((kind, text, batch_size))
            yield np.array([len(text), 1, 2], np.float32)
"""


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package that is found as fastembed, version 9.8.7; gone again afterwards."""
    package = tmp_path / "fastembed"
    package.mkdir()
    (package / "__init__.py").write_text(STAND_IN)
    described = tmp_path / "fastembed-9.8.7.dist-info"
    described.mkdir()
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: fastembed\nVersion: 9.8.7\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delitem(sys.modules, "fastembed", raising=False)
    yield package
    sys.modules.pop("fastembed", None)


def load_model(model: str = "") -> Embedder:
    embedder = load(EmbedderChoice("fastembed", model=model))
    assert embedder is not None
    return embedder


@pytest.mark.usefixtures("stand_in")
def test_queries_and_passages_are_embedded_each_in_its_way_and_one_by_one():
    embedder = load_model()
    queries, passages = embedder.embed_queries(["where"]), embedder.embed_passages(["here", "there"])
    assert importlib.import_module("fastembed").embedded[1:] == [
        ("query", "where", 1),
        ("passage", "here", 1),
        ("passage", "there", 1),
    ]
    assert queries.shape == (1, 3)
    assert np.allclose(np.linalg.norm(passages, axis=1), 1)


@pytest.mark.usefixtures("stand_in")
def test_the_model_is_kept_in_a_folder_of_the_users_own_and_works_on_one_thread():
    load_model()
    (model, folder, threads), *_ = importlib.import_module("fastembed").loaded
    assert (model, threads) == (DEFAULT_MODEL, 1)
    assert Path(folder).parts[-2:] == ("palimpsest", "models")


@pytest.mark.usefixtures("stand_in")
def test_the_identity_holds_version_and_model():
    assert load_model().model == f"fastembed-9.8:{DEFAULT_MODEL}"
    assert load_model("some/other").model == "fastembed-9.8:some/other"


@pytest.mark.usefixtures("stand_in")
def test_a_model_that_wants_prefixes_gets_them():
    embedder = load_model("intfloat/multilingual-e5-large")
    embedder.embed_queries(["where"])
    embedder.embed_passages(["here"])
    texts = [text for _, text, _ in importlib.import_module("fastembed").embedded[1:]]
    assert texts == ["query: where", "passage: here"]
    assert embedder.model.endswith("e5-large+e5")


@pytest.mark.usefixtures("stand_in")
def test_a_model_that_cannot_be_had_is_an_error_that_says_where_it_would_be():
    with pytest.raises(EmbedderBroken, match=r"'unknown': Model unknown is not supported.*network.*palimpsest"):
        load_model("unknown")


@pytest.mark.usefixtures("stand_in")
def test_a_text_that_it_fails_at_is_an_error_by_name():
    with pytest.raises(EmbedderBroken, match=r"can't make a vector: \[ONNXRuntimeError"):
        load_model().embed_passages(["fine", "explode"])


def test_a_package_that_cannot_be_imported_is_an_error_by_name(stand_in: Path):
    (stand_in / "__init__.py").write_text("raise ImportError('DLL load failed')")
    with pytest.raises(EmbedderBroken, match="DLL load failed"):
        load_model()
