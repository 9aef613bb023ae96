"""How many of the likely rows are looked up until enough of them may be seen."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st
from palimpsest.store.model import Candidate, MemoryType
from palimpsest.store.nearest import nearest
from palimpsest.store.rows import Cells
from palimpsest.store.vector_index import Scored
from store_builders import START


class HighestFirst:
    """A scan of the rows 1 to `size`, the higher the nearer; `spare` rows must be scored for each that is wanted."""

    def __init__(self, size: int, spare: int) -> None:
        self.size = size
        self._spare = spare

    def enough(self, limit: int) -> int:
        return limit * self._spare

    def likely(self, count: int, among: Sequence[int] | None = None) -> list[int]:
        return sorted(range(1, self.size + 1) if among is None else among, reverse=True)[:count]

    def scored(self, ids: Sequence[int]) -> list[Scored]:
        return [(number, float(number)) for number in sorted(ids, reverse=True)]


class EveryNth:
    """A filter that lets every `step`-th row through."""

    def __init__(self, size: int, step: int) -> None:
        self._visible = range(step, size + 1, step)
        self.looked_up = 0

    def among(self, ids: Sequence[int]) -> dict[int, Cells]:
        self.looked_up += len(ids)
        return {number: (number,) for number in ids if number in self._visible}

    def every(self) -> list[int]:
        return list(self._visible)

    def candidate(self, score: float, row: Cells) -> Candidate:
        return Candidate("F", row[0], score, MemoryType.FACT, False, 1.0, START, None)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 60_000), st.integers(1, 70_000), st.integers(1, 300), st.sampled_from([1, 4]))
def test_a_filter_costs_no_hit_and_never_more_than_a_look_at_everything(size: int, step: int, limit: int, spare: int):
    seen = EveryNth(size, step)
    found = nearest(HighestFirst(size, spare), seen, limit)
    assert [one.id for one in found] == seen.every()[::-1][:limit]
    assert [one.score for one in found] == [one.id for one in found]
    assert seen.looked_up <= size / 4 + 3 * limit + 64


def test_where_all_may_be_seen_only_a_few_are_looked_up():
    seen = EveryNth(1_000_000, 1)
    assert len(nearest(HighestFirst(1_000_000, 1), seen, 50)) == 50
    assert seen.looked_up == 64
