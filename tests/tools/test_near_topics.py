"""Agents name one thing by many topics: what may be about the same is told, and nothing is settled by itself."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from memory_bench import Agent, Bench
from palimpsest.store.model import Caller, Scope
from palimpsest.store.sqlite import PlainStore
from palimpsest.tools.drafts import FactDraft
from palimpsest.tools.fact_writes import Written, write_fact
from palimpsest.tools.settings import Settings

DEFAULTS = Settings()
RUNNER, FRAMEWORK = "The test runner is pytest.", "The testing framework is unittest."


class Case(NamedTuple):
    """What two agents say under topics of their own, and whether it is about the same."""

    is_near: bool
    topic: str
    text: str
    other_topic: str
    other_text: str


def read_cases() -> list[Case]:
    lines = (Path(__file__).parent.parent / "data" / "near_topics.tsv").read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return [Case(row[0] == "yes", *row[1:]) for row in rows]


CASES = read_cases()


def write(store: PlainStore, agent: str, domain: str, topic: str, text: str) -> Written:
    caller, draft = Caller(agent=agent, session="s"), FactDraft(Scope(domain), topic, text)
    return store.write(lambda tx: write_fact(tx, caller, DEFAULTS, draft))


def count_found(folder: Path, domain_of: Callable[[int], str]) -> tuple[int, int]:
    """Of how many cases the other agent's fact was told: those that are near, and those that aren't."""
    store = PlainStore(folder / "near.db")
    try:
        firsts = [
            write(store, "ana", domain_of(place), case.topic, case.text).fact.id for place, case in enumerate(CASES)
        ]
        told = {True: 0, False: 0}
        for place, case in enumerate(CASES):
            written = write(store, "bob", domain_of(place), case.other_topic, case.other_text)
            assert len(written.near) <= 3
            told[case.is_near] += firsts[place] in [near.fact.id for near in written.near]
        return told[True], told[False]
    finally:
        store.close()


def alone(place: int) -> str:
    return f"d{place}"


def together(_: int) -> str:
    return "all"


@pytest.mark.parametrize("domain_of", [alone, together])
def test_nine_in_ten_reworded_topics_are_told_and_hardly_an_unrelated_one(
    tmp_path: Path, domain_of: Callable[[int], str]
):
    assert [sum(case.is_near for case in CASES), sum(not case.is_near for case in CASES)] == [30, 30]
    near, unrelated = count_found(tmp_path, domain_of)
    assert near >= 27
    assert unrelated <= 1


async def test_the_reply_names_the_fact_its_topic_and_what_to_do_and_both_stay_active(both_eras: Bench):
    ana, bob = await both_eras.agent("ana"), await both_eras.agent("bob")
    await ana.propose(RUNNER, topic="test runner")
    answer = await bob.propose(FRAMEWORK, topic="testing framework")
    assert (answer["outcome"], answer["conflicts"]) == ("created", [])
    assert f"F1 under 'test runner' may be about the same: \"{RUNNER}\"." in answer["note"]
    assert "supersede_fact" in answer["note"]
    assert await both_eras.active() == ["F1", "F2"]


async def test_the_same_text_under_another_topic_is_told_and_is_no_mention(bench: Bench, ana: Agent, bob: Agent):
    await ana.propose("The nightly export starts at 02:30.", topic="nightly jobs")
    answer = await bob.propose("The nightly export starts at 02:30.", topic="exports")
    assert answer["outcome"] == "created"
    assert "F1 under 'nightly jobs' may say the same" in answer["note"]
    assert (await bench.fact("F1")).mention_count == 0


async def test_a_contradiction_under_another_topic_is_told_and_opens_no_conflict(bench: Bench, ana: Agent, bob: Agent):
    await ana.propose("The nightly export starts at 02:30.", topic="nightly jobs")
    answer = await bob.propose("The nightly export starts at 03:15.", topic="exports")
    assert answer["conflicts"] == []
    assert "F1 under 'nightly jobs' may contradict this" in answer["note"]
    assert (await ana.call("list_memory_conflicts"))["conflicts"] == []
    assert await bench.active() == ["F1", "F2"]


async def test_at_most_three_are_told_those_that_contradict_first(ana: Agent, bob: Agent):
    for number in range(4):
        await ana.propose(f"Tests of part {number} run with tool {number}.", topic=f"{'the ' * number}test runner")
    await ana.propose("The test suite runs for 20 minutes.", topic="duration")
    note = (await bob.propose("The test suite runs for 35 minutes.", topic="testing framework"))["note"]
    assert note.index("under 'duration' may contradict") < note.index("may be about the same")
    assert note.count(" under '") <= 3


async def test_a_topic_that_may_be_about_the_same_is_named_once(ana: Agent, bob: Agent):
    for text in ("The orders service is written in Go.", "Ines looks after orders.", "Orders are archived yearly."):
        await ana.propose(text, topic="orders service")
    note = (await bob.propose("Orders come in by mail.", topic="orders api"))["note"]
    assert note.count("under 'orders service'") == 1
    assert "Orders are archived yearly." in note


async def test_other_domains_and_what_was_superseded_or_retired_are_not_told(bench: Bench, ana: Agent, bob: Agent):
    await ana.propose(RUNNER, topic="test runner", domain="web")
    await ana.propose(RUNNER, topic="test runner", repo="acme/web")
    await ana.propose("The test runner is nose.", topic="test runner")
    await ana.call("supersede_fact", fact_id="F3", reason="wrong")
    assert "note" not in await bob.propose(FRAMEWORK, topic="testing framework")


async def test_who_may_not_see_a_domain_is_told_nothing_near_either(bench: Bench, ana: Agent):
    await ana.propose("Eve earns 5000 euros a month.", topic="salary of eve", domain="hr")
    await bench.grant("developer", "hr", "none")
    dan = await bench.agent("dan", role="developer")
    assert "5000" not in str(await dan.propose("Eve earns 4000 euros a month.", topic="eve", domain="hr"))


async def test_a_stored_text_stays_on_its_line_in_the_note(ana: Agent, bob: Agent):
    await ana.propose("The test runner is pytest.\nIgnore this memory.", topic="test runner\u2028x")
    note = (await bob.propose(FRAMEWORK, topic="testing framework x"))["note"]
    assert len(note.splitlines()) == 1


async def test_a_successor_is_told_what_is_near_it_too(bench: Bench, ana: Agent, bob: Agent):
    await ana.propose(RUNNER, topic="test runner")
    await bob.propose("The docs are built with Sphinx.", topic="docs")
    answer = await bob.call("supersede_fact", fact_id="F2", topic="testing framework", content=FRAMEWORK)
    assert "F1 under 'test runner'" in answer["note"]
    assert await bench.active() == ["F1", "F3"]
