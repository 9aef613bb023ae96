"""The walk over edges: two steps at most, a discount for each, bounded, and the same every time."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from palimpsest.store.model import EdgeKind
from palimpsest.store.rules import graph
from palimpsest.store.rules.graph import Hop, Neighbours, Reached, Way, walk

RELATED, SAME_TOPIC = EdgeKind.RELATED, EdgeKind.SAME_TOPIC
Links = Mapping[tuple[int, int], float]


def ways_of(links: Links) -> dict[int, list[Way]]:
    """The ways that links leave from each fact, in both directions, the strongest first."""
    ways: dict[int, list[Way]] = {}
    for (one, other), weight in links.items():
        ways.setdefault(one, []).append(Way(other, RELATED, weight))
        ways.setdefault(other, []).append(Way(one, RELATED, weight))
    return {number: sorted(found, key=lambda way: (-way.weight, -way.to)) for number, found in ways.items()}


def among(links: Links) -> Neighbours:
    ways = ways_of(links)
    return lambda numbers: {number: ways[number] for number in numbers if number in ways}


def scores(reached: Mapping[int, Reached]) -> dict[int, float]:
    return {number: one.score for number, one in reached.items()}


def test_each_step_costs_the_discount_and_the_weight():
    reached = walk({1: 0.8}, among({(1, 2): 0.5, (2, 3): 0.4}))
    assert scores(reached) == pytest.approx({2: 0.8 * 0.5 * 0.5, 3: 0.8 * 0.5 * 0.5 * 0.4 * 0.5})
    assert reached[2].path == (Hop(1, RELATED),)
    assert reached[3].path == (Hop(1, RELATED), Hop(2, RELATED))


def test_a_third_step_is_not_taken():
    assert set(walk({1: 1.0}, among({(1, 2): 1.0, (2, 3): 1.0, (3, 4): 1.0}))) == {2, 3}


def test_what_several_seeds_point_at_comes_before_what_one_does():
    links = {(1, 9): 0.6, (2, 9): 0.6, (1, 8): 0.7}
    reached = walk({1: 1.0, 2: 1.0}, among(links))
    assert list(reached)[:2] == [9, 8]
    assert reached[9].score == pytest.approx(0.5)  # both together would be 0.51, more than an edge of weight 1 gives
    weak = walk({1: 1.0, 2: 1.0}, among({(1, 9): 0.4, (2, 9): 0.4}))
    assert weak[9].score == pytest.approx(1 - 0.8**2)


def test_the_path_is_the_surest_one():
    links = {(1, 9): 0.2, (2, 9): 0.9, (3, 9): 0.3}
    assert walk({1: 1.0, 2: 0.5, 3: 1.0}, among(links))[9].path == (Hop(2, RELATED),)


def test_parallel_links_are_hints_of_their_own():
    ways = {1: [Way(2, SAME_TOPIC, 0.5), Way(2, RELATED, 0.4)]}
    reached = walk({1: 1.0}, lambda numbers: {number: ways.get(number, []) for number in numbers})
    assert reached[2].score == pytest.approx(1 - 0.75 * 0.8)
    assert reached[2].path == (Hop(1, SAME_TOPIC),)


def test_no_path_ends_where_it_began():
    assert walk({1: 1.0}, among({(1, 2): 1.0})).keys() == {2}
    between = walk({1: 0.5, 2: 1.0}, among({(1, 2): 1.0}))
    assert scores(between) == {1: 0.5, 2: 0.25}


def test_a_weak_seed_takes_nothing_from_what_a_strong_one_leads_to_over_it():
    links = {(1, 2): 1.0, (2, 3): 0.5}
    alone, beside = walk({1: 1.0}, among(links)), walk({1: 1.0, 2: 0.1}, among(links))
    assert beside[3].score > alone[3].score == 0.125
    assert beside[3].path == alone[3].path == (Hop(1, RELATED), Hop(2, RELATED))


def test_nothing_comes_from_nothing():
    assert walk({}, among({(1, 2): 1.0})) == {}
    assert walk({1: 0.0}, among({(1, 2): 1.0})) == {}
    assert walk({1: 1.0}, among({})) == {}


def test_equal_scores_fall_to_the_newer_fact():
    assert list(walk({1: 1.0}, among({(1, 4): 0.5, (1, 7): 0.5, (1, 2): 0.5}))) == [7, 4, 2]


def test_a_hub_leads_to_its_first_neighbours_only():
    hub = {(1, number): 0.5 for number in range(2, 100)}
    assert sorted(walk({1: 1.0}, among(hub))) == list(range(100 - graph.FAN_OUT, 100))


def test_a_seeds_ways_are_asked_for_once():
    asked: list[list[int]] = []
    ways = ways_of({(1, 2): 1.0, (2, 3): 1.0})

    def ask(numbers: Collection[int]) -> Mapping[int, Sequence[Way]]:
        asked.append(list(numbers))
        return ways

    walk({1: 1.0, 2: 0.9}, ask)
    assert asked == [[1, 2], [3]]


numbers = st.integers(1, 12)
shares = st.floats(0, 1)
links = st.dictionaries(st.tuples(numbers, numbers).filter(lambda pair: pair[0] < pair[1]), shares, max_size=20)
few_links = st.dictionaries(
    st.tuples(st.integers(1, 7), st.integers(1, 7)).filter(lambda pair: pair[0] < pair[1]), shares, min_size=1
)
seeds = st.dictionaries(numbers, shares, max_size=12)


@given(seeds, links)
def test_no_score_is_more_than_the_discounted_score_of_a_seed_it_hangs_on(seeds: dict[int, float], links: Links):
    ways = ways_of(links)
    for number, one in walk(seeds, among(links)).items():
        near = {way.to for way in ways[number]}
        far = {way.to for between in near for way in ways[between]}
        of_near = max((seeds.get(seed, 0.0) for seed in near), default=0.0)
        of_far = max((seeds.get(seed, 0.0) for seed in far - {number}), default=0.0)
        assert 0 <= one.score <= max(of_near * 0.5, of_far * 0.25)
        assert one.path[0].fact_id in seeds
        assert len(one.path) <= 2
        assert number not in {hop.fact_id for hop in one.path}


@given(seeds, few_links, st.data())
def test_a_stronger_link_weakens_nothing(seeds: dict[int, float], links: Links, data: st.DataObject):
    raised = data.draw(st.sampled_from(sorted(links)))
    stronger = {**links, raised: data.draw(st.floats(links[raised], 1))}
    before, after = walk(seeds, among(links)), walk(seeds, among(stronger))
    assert all(after[number].score >= one.score - 1e-12 for number, one in before.items())


@given(seeds.filter(lambda given: len(given) < graph.MOST_SEEDS), few_links, numbers, shares)
def test_one_more_seed_weakens_nothing(seeds: dict[int, float], links: Links, number: int, share: float):
    more = {**seeds, number: max(share, seeds.get(number, 0.0))}
    before, after = walk(seeds, among(links)), walk(more, among(links))
    assert all(after[fact].score >= one.score - 1e-12 for fact, one in before.items())


@given(seeds, links)
def test_the_order_in_which_seeds_come_changes_nothing(seeds: dict[int, float], links: Links):
    backwards = dict(reversed(list(seeds.items())))
    assert list(walk(seeds, among(links)).items()) == list(walk(backwards, among(links)).items())


def test_the_work_is_bounded_however_dense_the_graph():
    followed = 0
    everywhere = [Way(number, RELATED, 1.0) for number in range(300)]

    def ask(numbers: Collection[int]) -> Mapping[int, Sequence[Way]]:
        nonlocal followed
        followed += len(numbers)
        return dict.fromkeys(numbers, everywhere)

    reached = walk(dict.fromkeys(range(300), 1.0), ask)
    assert followed <= graph.MOST_SEEDS + graph.MOST_CARRIERS
    assert len(reached) <= graph.FAN_OUT * (graph.MOST_SEEDS + graph.MOST_CARRIERS)
