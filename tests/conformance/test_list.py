"""What is written down of the conformance suite is held against what came of it, in both directions."""

from pathlib import Path
from typing import Any

from conformance import EXTENSIONS, REVISIONS, Outcome
from conformance_list import Expected, read_list

WRITTEN = read_list(Path(__file__).parent / "expected.toml")
OLD = REVISIONS[0]


def as_written() -> Outcome:
    revision = WRITTEN.tried[OLD]
    return Outcome(frozenset(revision["scenarios"]), dict(revision["memory"]))


def test_a_run_as_it_is_written_down_has_no_differences():
    assert WRITTEN.differences(OLD, "memory", as_written()) == []


def test_a_scenario_that_doesnt_pass_any_more_is_named_with_what_the_suite_says():
    run = as_written()
    worse = Outcome(run.scenarios, run.problems | {"ping/ping": "FAILURE: no answer"})
    assert WRITTEN.differences(OLD, "memory", worse) == ["ping/ping doesn't pass: FAILURE: no answer"]


def test_a_scenario_that_passes_now_must_leave_the_list():
    run = as_written()
    gone, reason = next(iter(run.problems.items()))
    better = Outcome(run.scenarios, {name: text for name, text in run.problems.items() if name != gone})
    assert WRITTEN.differences(OLD, "memory", better) == [
        f"{gone} passes, and is written down as not passing ({reason})"
    ]


def test_a_scenario_that_was_not_run_and_one_that_nobody_knows_are_named():
    run = as_written()
    other = Outcome((run.scenarios - {"ping"}) | {"pong"}, run.problems)
    assert WRITTEN.differences(OLD, "memory", other) == [
        "pong is in the run and isn't written down",
        "ping is written down and isn't in the run",
    ]


def test_the_list_explains_every_reason_that_it_gives():
    names = set[str]().union(*(one["scenarios"] for one in WRITTEN.tried.values()))
    assert WRITTEN.complaints(names) == []


def test_a_list_with_a_reason_of_its_own_is_not_taken():
    tried: dict[str, dict[str, Any]] = {
        name: {"scenarios": [], "memory": {"x/y": "whim"}, "fixtures": {}} for name in (*REVISIONS, EXTENSIONS)
    }
    assert Expected({"habit": "..."}, tried).complaints([]) == [
        "the reason whim is not explained",
        "the reason habit is used nowhere",
    ]
