"""Whatever a model is given or gives back, what comes out are unit vectors of one dimension, or an error by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.typing import NDArray
from palimpsest.store.embedders.checked import PASSAGE_BYTES, QUERY_BYTES, CheckedEmbedder, readable_text, unit_rows
from palimpsest.store.errors import EmbedderBroken, NotFinite, WrongDimension

Rows = Sequence[NDArray[np.floating[Any]]]


class FakeEngine:
    """An engine that remembers its texts and answers as it is told after the first one."""

    model = "fake"
    unrelated = 0.1

    def __init__(self, spelled_out: Mapping[int, str] = MappingProxyType({})) -> None:
        self.spelled_out = spelled_out
        self.texts: list[str] = []
        self.answer: Callable[[int], Rows] = lambda count: [np.array([3.0, 4.0])] * count

    def run(self, texts: Sequence[str], *, is_query: bool) -> Rows:  # noqa: ARG002 -- it answers both alike
        self.texts = list(texts)
        return self.answer(len(texts))


@pytest.fixture
def engine() -> FakeEngine:
    return FakeEngine()


@pytest.fixture
def embedder(engine: FakeEngine) -> CheckedEmbedder:
    return CheckedEmbedder(engine)


def test_vectors_are_float32_rows_of_length_one(embedder: CheckedEmbedder):
    vectors = embedder.embed_passages(["a", "b"])
    assert vectors.dtype == np.float32
    assert vectors.tolist() == [[np.float32(0.6), np.float32(0.8)]] * 2


def test_no_texts_make_no_vectors_of_the_right_dimension(engine: FakeEngine, embedder: CheckedEmbedder):
    engine.texts = []
    assert embedder.embed_queries([]).shape == (0, 2)
    assert engine.texts == []


def test_identity_and_dimension_are_known_once_it_is_made(embedder: CheckedEmbedder):
    assert (embedder.model, embedder.dimension) == ("fake", 2)


@pytest.mark.parametrize("answer", [[np.array([1.0, 0, 0])], [np.array([1.0])], [np.zeros((2, 1))]])
def test_another_dimension_than_at_first_is_an_error_by_name(
    engine: FakeEngine, embedder: CheckedEmbedder, answer: Rows
):
    engine.answer = lambda _: answer
    with pytest.raises(WrongDimension, match="'fake' have 2 dimensions"):
        embedder.embed_queries(["a"])


def test_rows_of_different_lengths_are_an_error_by_name(engine: FakeEngine, embedder: CheckedEmbedder):
    engine.answer = lambda _: [np.ones(2), np.ones(3)]
    with pytest.raises(WrongDimension):
        embedder.embed_passages(["a", "b"])


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf])
def test_a_number_that_is_none_is_an_error_by_name(engine: FakeEngine, embedder: CheckedEmbedder, number: float):
    engine.answer = lambda _: [np.array([1.0, number])]
    with pytest.raises(NotFinite, match="'fake'"):
        embedder.embed_passages(["a"])


def test_a_vector_of_zeros_is_an_error_by_name(engine: FakeEngine, embedder: CheckedEmbedder):
    engine.answer = lambda _: [np.array([1.0, 0]), np.array([0.0, 0])]
    with pytest.raises(NotFinite):
        embedder.embed_passages(["a", "b"])


@pytest.mark.parametrize("made", [0, 1, 3])
def test_fewer_or_more_vectors_than_texts_are_an_error(engine: FakeEngine, embedder: CheckedEmbedder, made: int):
    engine.answer = lambda _: [np.ones(2)] * made
    with pytest.raises(EmbedderBroken, match=f"made {made} vectors of 2 texts"):
        embedder.embed_passages(["a", "b"])


@pytest.mark.parametrize("answer", [[], [np.zeros(0)]])
def test_a_model_that_makes_nothing_is_refused_at_once(engine: FakeEngine, answer: Rows):
    engine.answer = lambda _: answer
    with pytest.raises(EmbedderBroken, match="'fake'"):
        CheckedEmbedder(engine)


def test_a_model_that_makes_nan_is_refused_at_once(engine: FakeEngine):
    engine.answer = lambda _: [np.array([np.nan, 1.0])]
    with pytest.raises(NotFinite):
        CheckedEmbedder(engine)


def test_a_long_query_is_read_up_to_a_limit_and_a_passage_further(engine: FakeEngine, embedder: CheckedEmbedder):
    embedder.embed_queries(["word " * 10_000])
    assert len(engine.texts[0]) == QUERY_BYTES
    embedder.embed_passages(["字" * 10_000])
    assert engine.texts[0] == "字" * (PASSAGE_BYTES // 3)


def test_what_a_model_cannot_take_is_spelled_out_before_the_text_is_cut():
    engine = FakeEngine({0: " ", ord("ﷺ"): "x" * 18})
    CheckedEmbedder(engine).embed_queries(["a\0b" + "ﷺ" * 1_000])
    assert engine.texts[0].startswith("a b" + "x" * 18)
    assert len(engine.texts[0]) == QUERY_BYTES


@given(st.text(st.characters(exclude_categories=())), st.integers(4, 40))
def test_any_text_becomes_a_beginning_of_it_that_is_neither_empty_nor_too_long(text: str, limit: int):
    readable = readable_text(text, {}, limit)
    assert 1 <= len(readable.encode()) <= limit
    clean = text.encode("utf-8", "replace").decode()
    assert clean.startswith(readable) if text else readable == " "
    assert len(readable.encode()) > limit - 4 or readable == (clean or " ")


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=20).filter(any))
@example([5e-324] * 4)
def test_any_finite_direction_becomes_a_row_of_length_one(numbers: list[float]):
    row = unit_rows("fake", [np.array(numbers)], (1, len(numbers)))[0]
    assert np.isfinite(row).all()
    assert np.linalg.norm(row.astype(np.float64)) == pytest.approx(1, abs=1e-6)
    largest = int(np.argmax(np.abs(numbers)))
    assert (float(row[largest]) > 0) == (numbers[largest] > 0)
