"""A claim that lost before and has nothing new to say makes no new rows; what a role may not see it isn't told."""

import pytest
from memory_bench import Bench

STANDING, RIVAL = "The API listens on port 9090.", "The API listens on port 8080."


async def test_a_claim_that_is_outweighed_is_stored_once_a_session(bench: Bench):
    ana, ben = await bench.agent("ana"), await bench.agent("ben", session="s2")
    await ana.propose(STANDING, topic="port", veracity="stated")
    first = await ben.propose(RIVAL, topic="port", veracity="tool")
    before = bench.dump()
    again = await ben.propose(RIVAL, topic="port", veracity="tool")
    assert first["outcome"] == again["outcome"] == "superseded_by_existing"
    assert again["fact_id"] == first["fact_id"]
    assert "lost before (C1)" in again["note"]
    assert bench.dump() == before


async def test_another_voice_for_an_outweighed_claim_is_kept(bench: Bench):
    ana, ben, cleo = await bench.agent("ana"), await bench.agent("ben"), await bench.agent("cleo")
    await ana.propose(STANDING, topic="port", veracity="stated")
    await ben.propose(RIVAL, topic="port", veracity="tool")
    assert (await cleo.propose(RIVAL, topic="port", veracity="tool"))["fact_id"] == "F3"


async def test_what_the_user_settled_is_not_asked_again(bench: Bench):
    ana, ben = await bench.agent("ana"), await bench.agent("ben")
    await ana.propose(STANDING, topic="port")
    await ben.propose(RIVAL, topic="port")
    await ben.call("resolve_memory_conflict", conflict_id="C1", keep="old")
    before = bench.dump()
    again = await ben.propose(RIVAL, topic="port")
    assert (again["fact_id"], again["outcome"]) == ("F2", "superseded_by_existing")
    assert "your user settled it" in again["note"]
    assert "question" not in again
    assert bench.dump() == before


async def test_new_observations_take_a_settled_claim_up_again_as_a_question(bench: Bench):
    ana, ben = await bench.agent("ana"), await bench.agent("ben")
    await ana.propose(STANDING, topic="port")
    await ben.propose(RIVAL, topic="port")
    await ben.call("resolve_memory_conflict", conflict_id="C1", keep="old")
    bench.pass_time(hours=1)
    seen = await ben.observe("Port 8080 answers.", count=2)
    renewed = await ben.propose(RIVAL, topic="port", source_observation_ids=seen)
    assert renewed["outcome"] == "needs_confirmation"
    assert await ana.found("port") == ["F1", "F3"]


async def test_what_the_user_kept_is_replaced_by_nobody_s_inference(bench: Bench):
    ana, ben = await bench.agent("ana"), await bench.agent("ben")
    await ana.propose(STANDING, topic="port")
    await ben.propose(RIVAL, topic="port")
    await ben.call("resolve_memory_conflict", conflict_id="C1", keep="new")
    kept = await bench.fact("F2")
    assert (kept.veracity, kept.confidence) == ("stated", pytest.approx(0.95))
    bench.pass_time(hours=1)
    again = await ben.propose("The API listens on port 7070.", topic="port")
    assert again["outcome"] == "needs_confirmation"
    assert (await ben.propose(STANDING, topic="port"))["outcome"] == "superseded_by_existing"


async def test_other_facts_of_the_topic_that_stay_are_named(bench: Bench):
    ana = await bench.agent("ana")
    await ana.propose("The backend uses Redis.", topic="storage")
    created = await ana.propose("The backend uses Postgres.", topic="storage")
    assert created["outcome"] == "created"
    assert "F1" in created["note"]


async def test_who_may_not_see_a_domain_is_told_nothing_of_what_it_holds(bench: Bench):
    ana, dev = await bench.agent("ana"), await bench.agent("dan", role="developer")
    await ana.propose("The salary of Eve is 5000 euros.", topic="salary of eve", domain="hr")
    await bench.grant("developer", "hr", "none")
    told = await dev.propose("The salary of Eve is 4000 euros.", topic="salary of eve", domain="hr")
    assert told["conflicts"] == []
    assert "question" not in told
    assert "5000" not in str(told)
