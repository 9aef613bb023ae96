"""Vectors as bytes: half the room, and the same ranking."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from palimpsest.store.model import Vector
from palimpsest.store.packing import pack, unpack


def directions(count: int, dimension: int, spread: float = 1.0) -> Vector:
    """Unit vectors about a common one, as text models make them; the smaller the spread the closer."""
    numbers = np.random.default_rng(dimension)
    rows = numbers.standard_normal(dimension) + spread * numbers.standard_normal((count, dimension))
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


@pytest.mark.parametrize("dimension", [2, 16, 384, 1536])
def test_a_vector_comes_back_as_it_was_and_of_length_one(dimension: int):
    rows = directions(100, dimension)
    blobs = pack(rows)
    back = unpack(blobs, dimension)
    assert {len(blob) for blob in blobs} == {2 * dimension}
    assert (back.dtype, back.shape) == (np.float32, rows.shape)
    assert np.abs(back - rows).max() < 3e-4
    assert np.linalg.norm(back, axis=1) == pytest.approx(np.ones(100), abs=1e-6)


def test_ranking_by_what_is_stored_is_ranking_by_what_was_given():
    rows = directions(5000, 384, spread=0.6)
    stored = unpack(pack(rows), 384)
    asked = directions(5020, 384, spread=0.6)[5000:]
    for vector in asked:
        given, kept = rows @ vector, stored @ vector
        assert np.abs(given - kept).max() < 1e-4
        assert set(np.argsort(-kept)[:10]) == set(np.argsort(-given)[:10])


@given(st.integers(0, 2**32 - 1))
def test_packing_twice_changes_nothing_more(seed: int):
    numbers = np.random.default_rng(seed).standard_normal((3, 24)).astype(np.float32)
    rows = numbers / np.linalg.norm(numbers, axis=1, keepdims=True)
    once = unpack(pack(rows), 24)
    assert np.abs(unpack(pack(once), 24) - once).max() < 5e-4


def test_no_vectors_are_no_rows():
    assert pack(np.zeros((0, 8), np.float32)) == []
    assert unpack([], 8).shape == (0, 8)
