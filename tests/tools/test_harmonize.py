"""Agents' diverging beliefs are brought together: agreement merges, contradiction is settled or kept open, once."""

import pytest
from memory_bench import Agent, Bench

A, ALIKE, OTHER = "The API uses Postgres 14.", "The API is using Postgres 14.", "The API uses Postgres 15."


async def apart(bench: Bench, *texts: str) -> list[Agent]:
    """One agent for each text, each writing without seeing the others' facts."""
    agents = [await bench.agent(name) for name, _ in zip(("ana", "bob", "cy"), texts, strict=False)]
    for number, (agent, text) in enumerate(zip(agents, texts, strict=True)):
        await agent.propose(text, topic=f"apart {number}")
    bench.run("UPDATE fact SET topic = 'database', topic_key = 'database'")
    return agents


async def test_agreement_merges_into_the_strongest(both_eras: Bench):
    ana, bob = await apart(both_eras, A, ALIKE)
    (seen,) = await bob.observe()
    await bob.propose(ALIKE, veracity="stated", source_observation_ids=[seen])
    before = await both_eras.fact("F2")
    answer = await ana.call("harmonize_memory")
    (belief,) = answer["beliefs"]
    assert (belief["authors"], belief["agreement"]) == (["ana", "bob"], 1.0)
    assert answer["batch_id"] == "B5"
    (kept,) = await both_eras.active()
    assert belief["fact"] == kept
    stored = await both_eras.fact(kept)
    assert stored.source_ids == before.source_ids or stored.source_ids == (1,)
    assert stored.mention_count >= 1


async def test_the_weaker_lies_under_the_stronger_and_gives_it_its_sources(bench: Bench):
    ana, bob = await apart(bench, A, ALIKE)
    (seen,) = await ana.observe()
    bench.run("INSERT INTO fact_source (fact_id, observation_id, added_at) VALUES (1, 1, '2027-03-01')")
    bench.run("UPDATE fact SET veracity = 'stated', confidence = 0.8 WHERE id = 2")
    await bob.call("harmonize_memory")
    winner, loser = await bench.fact("F2"), await bench.fact("F1")
    assert (winner.source_ids, winner.confidence, winner.veracity) == ((1,), pytest.approx(0.975), "stated")
    assert (loser.superseded_by, winner.mention_count, seen) == (2, 1, "O1")


async def test_contradiction_is_settled_by_the_same_order(bench: Bench):
    ana, _ = await apart(bench, A, OTHER)
    bench.run("UPDATE fact SET veracity = 'stated' WHERE id = 2")
    answer = await ana.call("harmonize_memory")
    assert [(one["rule"], one["winner"]) for one in answer["contradictions"]] == [("stated", "new")]
    assert await bench.active() == ["F2"]


async def test_an_undecided_contradiction_is_opened_once_and_kept(both_eras: Bench):
    ana, bob = await apart(both_eras, A, OTHER)
    answer = await ana.call("harmonize_memory")
    assert [(one["id"], one["winner"]) for one in answer["contradictions"]] == [("C1", None)]
    again = await bob.call("harmonize_memory")
    assert again["contradictions"] == answer["contradictions"]
    assert [belief["agreement"] for belief in again["beliefs"]] == [0.5, 0.5]


@pytest.mark.parametrize("texts", [(A, ALIKE), (A, OTHER), (A, ALIKE, OTHER), (A, "Backups run every night.")])
async def test_running_it_twice_adds_nothing(bench: Bench, texts: tuple[str, ...]):
    ana = (await apart(bench, *texts))[0]
    await ana.call("harmonize_memory")
    before = bench.dump()
    assert (await ana.call("harmonize_memory"))["batch_id"] is None
    assert bench.dump() == before


async def test_a_dry_run_reports_the_same_and_changes_nothing(both_eras: Bench):
    ana, *_ = await apart(both_eras, A, ALIKE, OTHER)
    before = both_eras.dump()
    rehearsed = await ana.call("harmonize_memory", dry_run=True)
    assert both_eras.dump() == before
    done = await ana.call("harmonize_memory")
    assert (rehearsed.pop("batch_id"), done.pop("batch_id")) == (None, "B4")
    assert "nothing was changed" in rehearsed.pop("note")
    assert rehearsed == done


async def test_a_merge_is_support_that_settles_an_open_conflict(bench: Bench):
    _, bob, _ = await apart(bench, OTHER, A, ALIKE)
    bench.run("UPDATE fact SET veracity = 'tool', confidence = 0.5, topic_key = 'later' WHERE id = 3")
    bench.run("UPDATE fact SET veracity = 'tool', confidence = 0.7 WHERE id = 1")
    bench.run("UPDATE fact SET confidence = 0.6 WHERE id = 2")
    await bob.call("harmonize_memory")
    assert await bench.active() == ["F1", "F2", "F3"]
    bench.run("UPDATE fact SET topic_key = 'database' WHERE id = 3")
    answer = await bob.call("harmonize_memory")
    assert ("C1", "stronger", "new") in [(one["id"], one["rule"], one["winner"]) for one in answer["contradictions"]]
    assert await bench.active() == ["F2"]


async def test_an_agent_that_mentioned_a_fact_is_one_of_its_authors(both_eras: Bench):
    ana, bob, cy = [await both_eras.agent(name) for name in ("ana", "bob", "cy")]
    await ana.propose(A)
    await bob.propose(ALIKE)
    await cy.propose(OTHER)
    answer = await ana.call("harmonize_memory")
    assert [(one["fact"], one["authors"], one["agreement"]) for one in answer["beliefs"]] == [
        ("F2", ["cy"], 0.33),
        ("F1", ["ana", "bob"], 0.67),
    ]


async def test_beliefs_are_told_again_after_they_were_merged(bench: Bench):
    ana, bob, _ = await apart(bench, A, ALIKE, A)
    (merged,) = (await ana.call("harmonize_memory"))["beliefs"]
    assert (merged["authors"], merged["agreement"]) == (["ana", "bob", "cy"], 1.0)
    assert (await bob.call("harmonize_memory"))["beliefs"] == [merged]


async def test_who_supported_the_weaker_makes_the_stronger_no_surer_by_saying_it_again(bench: Bench):
    _, bob = await apart(bench, A, ALIKE)
    await bob.call("harmonize_memory")
    before = await bench.fact("F1")
    assert "no surer" in (await bob.propose(A))["note"]
    assert await bench.fact("F1") == before


async def test_the_reply_says_what_it_does_not_show(bench: Bench, ana: Agent):
    assert "note" not in await ana.call("harmonize_memory")
    for number in range(103):
        await ana.propose(f"Thing {number} holds.", topic=f"topic {number}")
    bench.run("INSERT INTO fact_mention (fact_id, agent, session, at) SELECT id, 'zoe', 's', created_at FROM fact")
    answer = await ana.call("harmonize_memory")
    assert len(answer["beliefs"]) == 100
    assert "3 more beliefs" in answer["note"]


async def test_one_agent_s_facts_and_other_scopes_are_left_alone(bench: Bench, ana: Agent, bob: Agent):
    await ana.propose(A)
    await ana.propose(ALIKE, on_conflict="coexist")
    await bob.propose(ALIKE, repo="acme/web")
    await bob.propose(ALIKE, topic="engine")
    answer = await ana.call("harmonize_memory")
    assert (answer["beliefs"], answer["batch_id"]) == ([], None)
    assert "F1 and F4" in answer["note"]


async def test_only_the_named_scope_is_brought_together(bench: Bench):
    ana, _ = await apart(bench, A, ALIKE)
    assert (await ana.call("harmonize_memory", domain="style"))["beliefs"] == []
    assert (await ana.call("harmonize_memory", domain="architecture", repo="acme/web"))["beliefs"] == []
    assert len((await ana.call("harmonize_memory", domain="architecture"))["beliefs"]) == 1
