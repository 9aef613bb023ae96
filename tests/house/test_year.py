"""The simulated year tells what a memory knows of a made-up world; here in short, and its scoring by hand."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise

import memory_builders
import pytest
from palimpsest.store.model import Fact, RetiredReason
from palimpsest.store.rules.conflict import normalise_content
from source_tree import REPOSITORY
from year_kinds import KINDS
from year_score import Verdict, Watcher, tellable
from year_world import DAYS_A_YEAR, QUIET_DAYS, Seen, Truth, World, make_world, see

NOW = datetime(2027, 6, 1, tzinfo=UTC)
PORTS = KINDS[0]
LAST = DAYS_A_YEAR - 1


@pytest.fixture
def world() -> World:
    """One truth, a port that changed on day 100, and what was said of it."""
    truth = Truth(0, PORTS, "billing", 0, ((0, "8010"), (100, "8020")))
    said = World([truth])
    for value in ("8010", "8020", "8999"):
        said.meanings[normalise_content(truth.say(PORTS.wordings[0], value))] = (0, value)
    return said


def fact(number: int, value: str) -> Fact:
    content = PORTS.wordings[0].format(s="billing", v=value)
    return replace(memory_builders.fact(number, content), content_key=normalise_content(content))


def test_a_fact_is_correct_only_if_it_is_so_on_the_last_day(world: World):
    score = Watcher(world).score([fact(1, "8020"), fact(2, "8010"), fact(3, "8999")], LAST)
    assert score.rows["port"].facts == {Verdict.CORRECT: 1, Verdict.OUTDATED: 1, Verdict.WRONG: 1}
    assert (score.precision, score.recall) == (1 / 3, 1.0)


def test_a_remark_that_became_a_fact_is_wrong(world: World):
    remark = replace(fact(1, "8020"), content_key="lunch was nice")
    score = Watcher(world).score([remark], LAST)
    assert (score.precision, score.recall) == (0.0, 0.0)


def test_what_is_superseded_or_retired_counts_no_more(world: World):
    gone = replace(fact(1, "8020"), retired_at=NOW, retired_reason=RetiredReason.FORGOTTEN)
    score = Watcher(world).score([gone, replace(fact(2, "8020"), superseded_by=3)], LAST)
    assert (score.facts, score.recall) == (0, 0.0)


def test_a_true_fact_that_is_given_up_is_a_loss_unless_another_says_the_same(world: World):
    watcher = Watcher(world)
    kept, gone = fact(1, "8010"), replace(fact(2, "8010"), superseded_by=1)
    watcher.look([kept, gone], day=50)
    assert watcher.losses == []
    watcher.look([replace(kept, superseded_by=3), gone], day=57)
    assert [(loss.day, loss.fact, loss.reason) for loss in watcher.losses] == [(57, "F1", "superseded by F3")]


def test_an_outdated_fact_that_is_given_up_is_no_loss(world: World):
    watcher = Watcher(world)
    watcher.look([replace(fact(1, "8010"), superseded_by=2), fact(2, "8020")], day=107)
    assert watcher.losses == []


def test_what_was_seen_once_as_it_is_could_not_be_known(world: World):
    old, new = Seen(10, 0, "", truth=0, value="8010"), Seen(200, 0, "", truth=0, value="8020")
    assert tellable(world, [old, old, new], LAST) == 0
    assert tellable(world, [old, new, new], LAST) == 1


def test_the_world_and_what_is_seen_follow_from_the_seed():
    one, other = random.Random(7), random.Random(7)
    first, second = make_world(one), make_world(other)
    assert first.truths == second.truths
    assert list(see(first, 300, one)) == list(see(second, 300, other))


def test_the_world_changes_in_all_ways_and_leaves_time_to_be_seen():
    world = make_world(random.Random(1))
    changes = [day for truth in world.truths for day, _ in truth.spans[1:]]
    assert len(world.truths) > 100
    assert len(changes) > 60
    assert max(changes) < DAYS_A_YEAR - QUIET_DAYS
    for truth in world.truths:
        values = [value for _, value in truth.spans]
        assert all(one != other for one, other in pairwise(values))


def test_nobody_makes_the_same_mistake_twice():
    source = random.Random(3)
    world = make_world(source)
    mistakes = [
        (one.truth, one.value)
        for one in see(world, 4000, source)
        if one.truth is not None and one.value not in {value for _, value in world.truths[one.truth].spans}
    ]
    assert len(mistakes) > 50
    assert len(set(mistakes)) == len(mistakes)


@pytest.mark.slow
def test_a_short_year_ends_with_what_is_so():
    command = [sys.executable, str(REPOSITORY / "benchmarks" / "year.py"), "--short", "--json"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert (ran.returncode, ran.stderr) == (0, "")
    year = json.loads(ran.stdout)
    assert year["precision"] >= 0.9
    assert year["recall"] >= 0.9
    assert year["lost"] == 0
    assert year["score"]["rows"]["port"]["truths"] > 0
