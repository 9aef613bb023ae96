"""The index of many vectors: little in memory, and nearly always the same answer as comparing everything."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from palimpsest.store import codes
from palimpsest.store.blocks import Blocks
from palimpsest.store.codes import CodedIndex, codes_of, likeness
from palimpsest.store.matrix import ExactIndex
from palimpsest.store.model import Vector
from palimpsest.store.vector_index import Numbers, ReadRows

COUNT = 20_000


def close_vectors(count: int, dimension: int, seed: int = 0, mean: float = 1.6) -> Vector:
    """Vectors as text models make them: around a common mean, in clusters."""
    numbers = np.random.default_rng(seed)
    centres = numbers.standard_normal((count // 40 + 1, dimension))
    rows = mean * numbers.standard_normal(dimension) + 0.6 * centres[numbers.integers(len(centres), size=count)]
    rows += 0.6 * numbers.standard_normal((count, dimension))
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def reader(rows: Vector) -> ReadRows:
    """Reads from an array whose first row has the id 1."""

    def read(ids: Sequence[int]) -> tuple[Numbers, Vector]:
        there = np.sort(np.array(ids, np.int64))
        return there, rows[there - 1]

    return read


def exact_of(rows: Vector) -> ExactIndex:
    ids = np.arange(1, len(rows) + 1)
    return ExactIndex().extended(ids, ids, rows)


def nearest(index: CodedIndex | ExactIndex, vector: Vector, rows: Vector, limit: int) -> list[int]:
    scan = index.scan(vector, reader(rows))
    return [number for number, _ in scan.scored(scan.likely(scan.enough(limit)))][:limit]


@pytest.mark.parametrize("dimension", [384, 100])
def test_nearly_all_of_the_nearest_are_found(dimension: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(codes, "COARSE", 2000)
    rows = close_vectors(COUNT, dimension)
    exact = exact_of(rows)
    coded = CodedIndex.of(exact)
    asked = rows[::997] + 0.3 * close_vectors(len(rows[::997]), dimension, seed=1)
    asked /= np.linalg.norm(asked, axis=1, keepdims=True)
    shares = [len({*nearest(coded, one, rows, 10)} & {*nearest(exact, one, rows, 10)}) / 10 for one in asked]
    assert np.mean(shares) >= 0.98


def test_the_common_mean_is_taken_off_or_all_bits_would_be_alike(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(codes, "COARSE", 200)
    rows = close_vectors(COUNT, 128, mean=5)
    ids = np.arange(1, COUNT + 1)
    centred = CodedIndex.of(exact_of(rows))
    plain = CodedIndex(np.zeros(128, np.float32), Blocks()).extended(ids, ids, rows)

    def share_found(index: CodedIndex) -> float:
        likely = [set(index.scan(one, reader(rows)).likely(100)) for one in rows[::997]]
        wanted = [set(nearest(exact_of(rows), one, rows, 10)) for one in rows[::997]]
        return sum(len(found & meant) for found, meant in zip(likely, wanted, strict=True)) / (10 * len(wanted))

    assert share_found(centred) > 0.8 > 0.5 > share_found(plain)


def test_scores_are_exact_and_equal_ones_come_newest_first():
    rows = close_vectors(3000, 64)
    rows[1000:2000] = rows[0]
    index = CodedIndex.of(exact_of(rows))
    scan = index.scan(rows[0], reader(rows))
    found = scan.scored(scan.likely(scan.enough(5)))[:5]
    assert [number for number, _ in found] == [2000, 1999, 1998, 1997, 1996]
    assert [score for _, score in found] == pytest.approx([1.0] * 5)


def test_of_rows_that_may_be_seen_all_are_found_however_far_they_are():
    rows = close_vectors(5000, 64)
    vector = rows[0]
    far = (np.argsort(rows @ vector)[:40] + 1).tolist()
    scan = CodedIndex.of(exact_of(rows)).scan(vector, reader(rows))
    assert sorted(scan.likely(scan.enough(10), among=far)) == sorted(far)


def test_rows_come_and_go_as_in_the_exact_index():
    rows = close_vectors(3000, 64)
    index = CodedIndex.of(exact_of(rows[:2000]))
    ids = np.arange(2001, 3001)
    grown = index.extended(ids, ids, rows[2000:])
    thinned = grown.without(np.array([2501, 7]))
    assert (index.size, grown.size, thinned.size) == (2000, 3000, 2998)
    assert nearest(grown, rows[2500], rows, 1) == [2501]
    assert nearest(grown, rows[6], rows, 1) == [7]
    assert not {2501, 7} & {*nearest(thinned, rows[2500], rows, 2998)}


def test_a_row_that_is_gone_from_the_table_is_not_scored():
    rows = close_vectors(2000, 64)

    def read(ids: Sequence[int]) -> tuple[Numbers, Vector]:
        return reader(rows)([number for number in ids if number != 1])

    scan = CodedIndex.of(exact_of(rows)).scan(rows[0], read)
    assert 1 in scan.likely(10)
    assert 1 not in dict(scan.scored(scan.likely(10)))


@pytest.mark.parametrize("dimension", [1, 63, 64, 65, 384])
def test_a_code_has_a_bit_for_each_number(dimension: int):
    rows = np.random.default_rng(dimension).standard_normal((50, dimension)).astype(np.float32)
    words = codes_of(rows)
    differing = -likeness(list(words.T), words[3])
    assert differing.tolist() == ((rows > 0) != (rows[3] > 0)).sum(axis=1).tolist()


def test_a_row_takes_a_bit_a_number_and_two_words():
    rows = close_vectors(2000, 384)
    arrays = next(iter(CodedIndex.of(exact_of(rows)).blocks))
    assert sum(array.nbytes for array in arrays) == 2000 * (384 // 8 + 16)
