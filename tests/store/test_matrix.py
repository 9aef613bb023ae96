"""The exact index: the same as comparing everything, whatever came and went."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from palimpsest.store import blocks
from palimpsest.store.blocks import BLOCK, Blocks
from palimpsest.store.matrix import ExactIndex, cosines, highest
from palimpsest.store.model import Vector
from palimpsest.store.vector_index import Numbers

DIMENSION = 8


def directions(count: int, seed: int = 0, dimension: int = DIMENSION) -> Vector:
    """Unit vectors, the same ones for a seed."""
    rows = np.random.default_rng(seed).standard_normal((count, dimension)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def numbers(*values: int) -> Numbers:
    return np.array(values, np.int64)


def unread(_: object) -> tuple[Numbers, Vector]:
    raise AssertionError("an exact index reads nothing again")


def index_of(rows: Vector, first: int = 1) -> ExactIndex:
    ids = np.arange(first, first + len(rows))
    return ExactIndex().extended(ids, ids, rows)


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "BLOCK", 4)


def test_the_nearest_are_those_of_comparing_everything():
    rows, vector = directions(1000), directions(1, seed=9)[0]
    scan = index_of(rows).scan(vector, unread)
    expected = (np.argsort(-(rows @ vector)) + 1).tolist()
    assert scan.likely(10) == expected[:10]
    assert [number for number, _ in scan.scored(expected[:300])] == expected[:300]
    assert [score for _, score in scan.scored([5, 7])] == pytest.approx(sorted((rows @ vector)[[4, 6]], reverse=True))
    assert scan.likely(5, among=expected[100:200]) == expected[100:105]


def test_an_index_without_rows_has_nothing_near():
    scan = ExactIndex().scan(directions(1)[0], unread)
    assert (scan.size, scan.likely(5), scan.likely(5, among=[1]), scan.scored([1])) == (0, [], [], [])


scores = st.lists(st.integers(-3, 3), max_size=60)


@given(scores, st.integers(0, 70))
def test_the_highest_come_in_order_and_of_equal_ones_the_higher_id(values: list[int], count: int):
    ids = np.random.default_rng(len(values)).permutation(len(values))
    places = highest(np.array(values, np.float32), ids, count).tolist()
    expected = sorted(range(len(values)), key=lambda place: (-values[place], -int(ids[place])))
    assert places == expected[:count]


steps = st.lists(st.one_of(st.integers(1, 9), st.sets(st.integers(1, 60), max_size=6)), max_size=14)


@pytest.mark.usefixtures("small_blocks")
@settings(max_examples=80, deadline=None)
@given(steps)
def test_coming_and_going_leaves_what_is_there_and_disturbs_no_earlier_value(sequence: list[int | set[int]]):
    rows = directions(200)
    vector = directions(1, seed=5)[0]
    index, there, last = ExactIndex(), list[int](), 0
    seen: list[tuple[ExactIndex, list[int]]] = []
    for step in sequence:
        if isinstance(step, int):
            new = np.arange(last + 1, last + step + 1)
            index = index.extended(new, new * 10, rows[new])
            there, last = there + new.tolist(), last + step
        else:
            index = index.without(numbers(*step))
            there = [seq for seq in there if seq not in step]
        seen.append((index, there))
    for value, expected in seen:
        scan = value.scan(vector, unread)
        assert value.size == scan.size == len(expected)
        found = scan.scored([10 * seq for seq in range(200)])
        assert dict(found) == pytest.approx({10 * seq: float(rows[seq] @ vector) for seq in expected}, abs=1e-6)


def test_growing_copies_nothing_that_is_there():
    index = index_of(directions(BLOCK + 10))
    grown = index.extended(numbers(10**6), numbers(10**6), directions(1))
    old, new = (list(value.blocks) for value in (index, grown))
    assert len(new) == len(old) == 2
    for before, after in zip(old, new, strict=True):
        assert all(np.shares_memory(*arrays) for arrays in zip(before, after, strict=True))


def test_taking_out_copies_the_block_that_is_touched_and_no_other():
    index = index_of(directions(3 * BLOCK))
    thinned = index.without(numbers(BLOCK + 5))
    shared = [np.shares_memory(before[0], after[0]) for before, after in zip(index.blocks, thinned.blocks, strict=True)]
    assert shared == [True, False, True]


@pytest.mark.usefixtures("small_blocks")
def test_rows_are_found_at_their_places_across_blocks_of_any_fill():
    values = Blocks().extended((np.arange(14), np.arange(14) * 2)).without(numbers(1, 2, 3, 8))
    left = np.array([0, 4, 5, 6, 7, 9, 10, 11, 12, 13])
    places: NDArray[np.intp] = np.array([0, 1, 4, 5, 9])
    seqs, doubled = values.at(places)
    assert (seqs.tolist(), doubled.tolist()) == (left[places].tolist(), (2 * left[places]).tolist())


def test_equal_rows_have_equal_scores_wherever_they_lie():
    """So that a store where every fact is the same sentence has an order, and the same one after a restart."""
    row, vector = directions(2, seed=3, dimension=384)
    found = {len(set(cosines(np.tile(row, (count, 1)), vector).tolist())) for count in (1, 2, 7, 64, 1000, 4097)}
    assert found == {1}
    among_others = directions(5000, dimension=384)
    among_others[::7] = row
    assert len(set(cosines(among_others, vector)[::7].tolist())) == 1


def test_many_threads_may_ask_while_one_takes_rows_in_and_out():
    rows, vector = directions(60_000, dimension=16), directions(1, seed=4, dimension=16)[0]
    values = [index_of(rows[:100])]
    stop = threading.Event()
    failures: list[str] = []

    def ask() -> None:
        while not stop.is_set():
            value = values[-1]
            scan = value.scan(vector, unread)
            known = (rows @ vector)[[number - 1 for number in scan.likely(20)]]
            if scan.size != value.size or not np.allclose(known, [score for _, score in scan.scored(scan.likely(20))]):
                failures.append(f"{scan.size} rows")

    askers = [threading.Thread(target=ask) for _ in range(3)]
    for asker in askers:
        asker.start()
    for start in range(100, 40_000, 1333):
        new = np.arange(start + 1, min(start + 1333, len(rows)) + 1)
        grown = values[-1].extended(new, new, rows[new - 1])
        values += [grown, grown.without(new[::9])]
    stop.set()
    for asker in askers:
        asker.join()
    assert failures == []


@given(st.integers(0, 2**32), st.integers(0, 700), st.sampled_from([3, 100, 10**6]))
def test_the_highest_of_thousands_are_those_of_sorting_them(seed: int, count: int, levels: int):
    numbers_of = np.random.default_rng(seed)
    some = numbers_of.integers(levels, size=3000).astype(np.float32)
    ids = numbers_of.permutation(3000)
    by_hand = sorted(range(3000), key=lambda at: (-some[at], -ids[at]))
    assert highest(some, ids, count).tolist() == by_hand[:count]


@pytest.mark.parametrize("step", [1, 1000])
def test_rows_are_found_by_their_ids_however_far_apart_those_are(step: int):
    rows, vector = directions(50), directions(1, seed=9)[0]
    ids = step * np.arange(1, 51)
    scan = ExactIndex().extended(ids, ids, rows).scan(vector, unread)
    assert {number for number, _ in scan.scored([3 * step, 7 * step, 10**6 + 1])} == {3 * step, 7 * step}
