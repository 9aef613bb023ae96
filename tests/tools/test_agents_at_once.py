"""Agents that write at the same moment: nothing is lost, nothing is doubled."""

import asyncio

from memory_bench import Bench

OLD, NEW = "The API uses Postgres 14.", "The API uses Postgres 15."


async def test_the_same_claim_from_many_is_one_fact_and_mentions(both_eras: Bench):
    agents = [await both_eras.agent(f"agent{number}") for number in range(6)]
    answers = await asyncio.gather(*(agent.propose(OLD) for agent in agents))
    assert sorted(answer["outcome"] for answer in answers) == ["created"] + ["mentioned"] * 5
    assert {answer["fact_id"] for answer in answers} == {"F1"}
    assert (await both_eras.fact("F1")).mention_count == 5


async def test_contradicting_claims_of_two_open_one_conflict(bench: Bench):
    ana, bob = await bench.agent("ana"), await bench.agent("bob")
    answers = await asyncio.gather(ana.propose(OLD), bob.propose(NEW))
    assert sorted(answer["outcome"] for answer in answers) == ["created", "needs_confirmation"]
    assert len((await ana.call("list_memory_conflicts"))["conflicts"]) == 1


async def test_a_conflict_is_settled_by_one_of_two_who_differ(bench: Bench):
    ana, bob = await bench.agent("ana"), await bench.agent("bob")
    await ana.propose(OLD)
    await bob.propose(NEW)
    results = await asyncio.gather(
        ana.result("resolve_memory_conflict", conflict_id="C1", keep="old"),
        bob.result("resolve_memory_conflict", conflict_id="C1", keep="new"),
    )
    assert sorted(result.is_error for result in results) == [False, True]
    assert len(await bench.active()) == 1


async def test_appended_notes_of_two_sessions_are_all_there(bench: Bench):
    sessions = [await bench.agent("ana", session=f"s{number}") for number in range(2)]
    await asyncio.gather(
        *(sessions[number % 2].call("update_my_notes", notes=f"line {number}", mode="append") for number in range(12))
    )
    text = await sessions[0].read("memory://notes")
    assert sorted(text.split("\n")) == sorted(f"line {number}" for number in range(12))


async def test_of_two_writes_that_expect_the_same_version_one_is_refused(bench: Bench):
    sessions = [await bench.agent("ana", session=f"s{number}") for number in range(2)]
    results = await asyncio.gather(
        *(
            one.result("update_my_notes", notes=f"by {number}", expected_version=0)
            for number, one in enumerate(sessions)
        )
    )
    assert sorted(result.is_error for result in results) == [False, True]


async def test_many_calls_of_one_session_keep_their_ids_apart(bench: Bench):
    ana = await bench.agent("ana")
    answers = await asyncio.gather(*(ana.call("record_observation", content=f"Seen {n}.") for n in range(20)))
    assert {answer["observation_id"] for answer in answers} == {f"O{number}" for number in range(1, 21)}


async def test_two_harmonisations_at_once_do_the_work_once(bench: Bench):
    ana, bob = await bench.agent("ana"), await bench.agent("bob")
    await ana.propose(OLD)
    await bob.propose("The API is using Postgres 14.", on_conflict="coexist")
    bench.run("DELETE FROM conflict")
    answers = await asyncio.gather(ana.call("harmonize_memory"), bob.call("harmonize_memory"))
    assert [answer["batch_id"] for answer in answers].count(None) == 1
    assert await bench.active() == ["F1"]
