"""A contradiction is settled by the order of DESIGN 2.3; each rule is walked through by two or three agents."""

from typing import Any

import pytest
from memory_bench import Answer, Bench

OLD, NEW = "The API uses Postgres 14.", "The API uses Postgres 15."


def settled(answer: Answer, outcome: str, rule: str, winner: str | None) -> Answer:
    """The one conflict of an answer, which must say who won by which rule."""
    assert answer["outcome"] == outcome
    (conflict,) = answer["conflicts"]
    assert (conflict["rule"], conflict["winner"]) == (rule, winner)
    assert conflict["evidence"] == "14 -> 15"
    return conflict


async def test_a_contradiction_supersedes_and_the_old_fact_stays_readable(both_eras: Bench):
    ana, bob = await both_eras.agent("ana"), await both_eras.agent("bob")
    old = await ana.propose(OLD)
    answer = await bob.propose(NEW, veracity="stated")
    conflict = settled(answer, "superseded_existing", "stated", "new")
    assert (conflict["old_id"], conflict["new_id"]) == (old["fact_id"], answer["fact_id"])
    assert "question" not in answer
    loser = await both_eras.fact("F1")
    assert (loser.superseded_by, loser.content) == (2, OLD)
    assert await ana.found("Postgres") == ["F2"]
    assert await ana.found("Postgres", include_superseded=True) == ["F2", "F1"]
    assert OLD in await ana.read("memory://fact/F2")


async def test_a_person_s_word_outranks_a_well_founded_conclusion(both_eras: Bench):
    ana, bob = await both_eras.agent("ana"), await both_eras.agent("bob")
    await ana.propose(OLD, source_observation_ids=await ana.observe(count=3))
    settled(await bob.propose(NEW, veracity="stated"), "superseded_existing", "stated", "new")


async def test_fresher_on_two_observations_wins_over_another_agent_s_fact(both_eras: Bench):
    ana, bob = await both_eras.agent("ana"), await both_eras.agent("bob")
    await ana.propose(OLD, source_observation_ids=await ana.observe(count=3))
    both_eras.pass_time(days=1)
    seen = await bob.observe(count=2)
    settled(await bob.propose(NEW, source_observation_ids=seen), "superseded_existing", "fresher", "new")


async def test_observations_older_than_the_old_fact_s_make_nothing_fresher(bench: Bench):
    ana, bob = await bench.agent("ana"), await bench.agent("bob")
    seen = await bob.observe(count=2)
    bench.pass_time(days=1)
    await ana.propose(OLD, source_observation_ids=await ana.observe(count=2))
    settled(await bob.propose(NEW, source_observation_ids=seen), "needs_confirmation", "undecided", None)


async def test_an_agent_corrects_its_own_fact(both_eras: Bench):
    ana = await both_eras.agent("ana")
    await ana.propose(OLD)
    settled(await ana.propose(NEW), "superseded_existing", "self_correction", "new")


async def test_another_session_of_the_same_agent_may_correct_it_too(bench: Bench):
    await (await bench.agent("ana", session="s1")).propose(OLD)
    ana = await bench.agent("ana", session="s2")
    settled(await ana.propose(NEW), "superseded_existing", "self_correction", "new")


@pytest.mark.parametrize("more", [{"veracity": "stated"}, {"source_observation_ids": ["O1", "O2"]}])
async def test_an_agent_does_not_correct_what_was_stated_or_rests_on_two_observations(bench: Bench, more: Any):
    ana = await bench.agent("ana")
    await ana.observe(count=2)
    await ana.propose(OLD, **more)
    answer = await ana.propose(NEW)
    assert answer["outcome"] != "superseded_existing"


async def test_an_agent_does_not_correct_itself_on_a_lower_word(bench: Bench):
    ana = await bench.agent("ana")
    await ana.propose(OLD)
    settled(await ana.propose(NEW, veracity="tool"), "needs_confirmation", "undecided", None)


async def test_the_clearly_stronger_new_fact_wins(both_eras: Bench):
    ana, bob = await both_eras.agent("ana"), await both_eras.agent("bob")
    await ana.propose(OLD, veracity="tool")
    settled(await bob.propose(NEW), "superseded_existing", "stronger", "new")


async def test_an_old_fact_loses_strength_with_age(bench: Bench):
    ana, bob = await bench.agent("ana"), await bench.agent("bob")
    await ana.propose(OLD)
    bench.pass_time(days=365)
    settled(await bob.propose(NEW), "superseded_existing", "stronger", "new")


async def test_the_much_stronger_old_fact_stands_and_the_new_one_lies_under_it(both_eras: Bench):
    ana, bob = await both_eras.agent("ana"), await both_eras.agent("bob")
    await ana.propose(OLD, veracity="stated")
    answer = await bob.propose(NEW, veracity="tool")
    settled(answer, "superseded_by_existing", "weaker", "old")
    assert await both_eras.active() == ["F1"]
    assert (await both_eras.fact(answer["fact_id"])).superseded_by == 1
    assert await bob.found("Postgres", include_superseded=True) == ["F1", "F2"]


async def test_equals_are_left_to_the_user(both_eras: Bench):
    ana, bob = await both_eras.agent("ana"), await both_eras.agent("bob")
    await ana.propose(OLD)
    answer = await bob.propose(NEW)
    settled(answer, "needs_confirmation", "undecided", None)
    assert await both_eras.active() == ["F1", "F2"]
    for part in (OLD, NEW, "F1", "F2", "resolve_memory_conflict", "C1"):
        assert part in answer["question"]


async def test_a_third_claim_is_set_against_both_sides(bench: Bench):
    for name in ("ana", "bob"):
        agent = await bench.agent(name)
        await agent.propose(OLD if name == "ana" else NEW)
    answer = await (await bench.agent("cy")).propose("The API uses Postgres 16.")
    assert answer["outcome"] == "needs_confirmation"
    assert [(one["old_id"], one["new_id"]) for one in answer["conflicts"]] == [("F1", "F3"), ("F2", "F3")]


async def test_a_third_claim_that_a_person_states_replaces_both_sides(bench: Bench):
    ana, bob, cy = [await bench.agent(name) for name in ("ana", "bob", "cy")]
    await ana.propose(OLD)
    await bob.propose(NEW)
    answer = await cy.propose("The API uses Postgres 16.", veracity="stated")
    assert (answer["outcome"], len(answer["conflicts"])) == ("superseded_existing", 2)
    assert await bench.active() == ["F3"]
    assert (await ana.call("list_memory_conflicts", status="open"))["conflicts"] == []


async def test_facts_of_another_domain_topic_or_repo_are_not_compared(bench: Bench):
    ana, bob = await bench.agent("ana"), await bench.agent("bob")
    await ana.propose(OLD)
    for more in ({"domain": "operations"}, {"topic": "storage"}, {"repo": "acme/web"}):
        answer = await bob.propose(NEW, **more)
        assert (answer["outcome"], answer["conflicts"]) == ("created", [])


async def test_a_topic_is_the_same_in_other_case_spacing_and_punctuation(bench: Bench):
    ana, bob = await bench.agent("ana"), await bench.agent("bob")
    await ana.propose(OLD, topic="Data  base!")
    assert (await bob.propose(NEW, topic="data base"))["outcome"] == "needs_confirmation"


async def test_other_aspects_of_a_topic_stand_side_by_side(bench: Bench):
    ana, bob = await bench.agent("ana"), await bench.agent("bob")
    await ana.propose("The API uses Postgres.")
    answer = await bob.propose("Backups run every night.", veracity="stated")
    assert (answer["outcome"], answer["conflicts"]) == ("created", [])
    assert await bench.active() == ["F1", "F2"]
