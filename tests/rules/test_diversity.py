"""What repeats something comes behind what says something else, if it answers about as well."""

from hypothesis import given
from hypothesis import strategies as st
from palimpsest.store.rules.diversity import RELEVANCE, beyond, diversify, shared_words


def alike(one: str, other: str) -> float:
    return 1.0 if one[0] == other[0] else 0.0


def test_five_wordings_of_one_thing_do_not_push_out_four_others():
    ordered = [*((f"a{number}", 1.0) for number in range(5)), *((letter, 0.8) for letter in "bcde")]
    assert set(diversify(ordered, (), 5, alike)) == {"a0", "b", "c", "d", "e"}


def test_something_irrelevant_never_comes_first_for_being_different():
    assert diversify([("a0", 1.0), ("a1", 0.95), ("z", 0.1)], (), 3, alike) == ["a0", "a1", "z"]


def test_the_next_page_repeats_nothing_of_those_before():
    assert diversify([("a1", 0.9), ("b", 0.8)], ("a0",), 1, alike) == ["b"]


def test_equal_ones_keep_their_order():
    assert diversify([("a", 0.5), ("b", 0.5), ("c", 0.5)], (), 3, alike) == ["a", "b", "c"]


named = st.tuples(st.text("abc", min_size=1, max_size=3), st.floats(0, 1))
candidates = st.lists(named, max_size=12, unique_by=lambda one: one[0])


@given(candidates, st.integers(0, 15))
def test_every_candidate_comes_once_and_none_is_made_up(found: list[tuple[str, float]], count: int):
    ordered = sorted(found, key=lambda one: -one[1])
    chosen = diversify(ordered, (), count, alike)
    assert len(chosen) == len(set(chosen)) == min(count, len(found))
    assert set(chosen) <= {name for name, _ in found}


@given(candidates)
def test_the_best_comes_first_and_only_the_nearly_as_good_may_pass(found: list[tuple[str, float]]):
    ordered = sorted(found, key=lambda one: -one[1])
    score_of = dict(ordered)
    chosen = diversify(ordered, (), len(ordered), alike)
    reach = (1 - RELEVANCE) / RELEVANCE
    assert not chosen or chosen[0] == ordered[0][0]
    for place, name in enumerate(chosen):
        assert all(score_of[name] >= score_of[later] - reach - 1e-9 for later in chosen[place + 1 :])


def test_words_in_common_are_a_share_of_all():
    assert shared_words(frozenset("abc"), frozenset("bcd")) == 0.5
    assert shared_words(frozenset(), frozenset()) == 0.0


def test_only_what_lies_beyond_the_floor_counts():
    assert (beyond(0.3, 0.3), beyond(0.2, 0.3), beyond(1.0, 0.3)) == (0.0, 0.0, 1.0)
