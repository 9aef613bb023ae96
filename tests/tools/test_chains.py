"""Chains of replacement: what lies beneath a link and above it, however it hangs together."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st
from palimpsest.tools.chains import above, beneath

SUCCESSORS = st.dictionaries(st.integers(1, 12), st.one_of(st.none(), st.integers(1, 12)), min_size=1)


@dataclass(frozen=True, slots=True)
class Link:
    id: int
    superseded_by: int | None


class Links:
    def __init__(self, successors: dict[int, int | None]) -> None:
        self._successors = successors

    def get(self, number: int, /) -> Link | None:
        return Link(number, self._successors[number]) if number in self._successors else None

    def predecessors(self, number: int, /) -> list[int]:
        return sorted(one for one, by in self._successors.items() if by == number)


def test_above_leads_to_what_stands() -> None:
    assert _above({1: 2, 2: 3, 3: None}, 1) == [2, 3]


def test_beneath_goes_down_by_depth_and_from_the_newer_to_the_older() -> None:
    assert _beneath({1: 3, 2: 5, 3: 5, 4: 2, 5: None}, 5) == [3, 2, 1, 4]
    assert _beneath({1: 3, 2: 5, 3: 5, 4: 2, 5: None}, 5, limit=2) == [3, 2]


@given(SUCCESSORS, st.integers(1, 12))
def test_every_walk_ends_and_names_each_link_once(successors: dict[int, int | None], start: int) -> None:
    number = start if start in successors else next(iter(successors))
    for found in (_above(successors, number), _beneath(successors, number)):
        assert len(found) == len(set(found))
        assert number not in found


def _above(successors: dict[int, int | None], number: int) -> list[int]:
    return [one.id for one in above(Links(successors), Link(number, successors[number]))]


def _beneath(successors: dict[int, int | None], number: int, limit: int = 100) -> list[int]:
    return [one.id for one in beneath(Links(successors), Link(number, successors[number]), limit)]
