"""The caller says what is to happen to facts that contradict its own."""

from memory_bench import Agent, Bench

OLD, NEW = "The API uses Postgres 14.", "The API uses Postgres 15."


async def test_coexist_keeps_both_active_and_uncontested(both_eras: Bench):
    ana, bob = await both_eras.agent("ana"), await both_eras.agent("bob")
    await ana.propose(OLD)
    answer = await bob.propose(NEW, on_conflict="coexist")
    assert (answer["outcome"], answer["conflicts"]) == ("created", [])
    assert await both_eras.active() == ["F1", "F2"]
    assert [hit["contested"] for hit in await ana.search("Postgres")] == [None, None]


async def test_what_coexists_is_left_alone_by_harmonisation(bench: Bench, ana: Agent, bob: Agent):
    await ana.propose(OLD)
    await bob.propose(NEW, on_conflict="coexist")
    await bob.propose("The API is using Postgres 14.", on_conflict="coexist")
    answer = await ana.call("harmonize_memory")
    assert (answer["contradictions"], answer["batch_id"]) == ([], None)
    assert await bench.active() == ["F1", "F2", "F3"]


async def test_supersede_replaces_what_contradicts_however_strong(both_eras: Bench):
    ana, bob = await both_eras.agent("ana"), await both_eras.agent("bob")
    await ana.propose(OLD, veracity="stated")
    answer = await bob.propose(NEW, veracity="tool", on_conflict="supersede")
    assert answer["outcome"] == "superseded_existing"
    assert [(one["rule"], one["winner"]) for one in answer["conflicts"]] == [("caller", "new")]
    assert await both_eras.active() == ["F2"]


async def test_supersede_replaces_the_only_fact_of_the_topic_even_if_both_could_hold(bench: Bench, ana: Agent):
    await ana.propose("The API uses Postgres.")
    answer = await ana.propose("Backups run every night.", on_conflict="supersede")
    assert answer["outcome"] == "superseded_existing"
    assert [(one["old_id"], one["rule"], one["evidence"]) for one in answer["conflicts"]] == [
        ("F1", "caller", "as ana says")
    ]


async def test_supersede_guesses_nothing_among_several_facts_that_could_hold(bench: Bench, ana: Agent):
    await ana.propose("The API uses Postgres.")
    await ana.propose("Backups run every night.")
    answer = await ana.propose("Carla looks after the schema.", on_conflict="supersede")
    assert answer["outcome"] == "created"
    assert "nothing was superseded" in answer["note"]
    assert await bench.active() == ["F1", "F2", "F3"]


async def test_supersede_with_the_challenger_s_own_text_settles_the_open_conflict(bench: Bench, ana: Agent, bob: Agent):
    await ana.propose(OLD)
    await bob.propose(NEW)
    answer = await ana.propose(NEW, on_conflict="supersede")
    assert answer["outcome"] == "mentioned"
    assert [(one["id"], one["rule"], one["winner"]) for one in answer["conflicts"]] == [("C1", "caller", "new")]
    assert await bench.active() == ["F2"]


async def test_supersede_with_the_standing_fact_s_own_text_settles_it_the_other_way(
    bench: Bench, ana: Agent, bob: Agent
):
    await ana.propose(OLD)
    await bob.propose(NEW)
    answer = await bob.propose(OLD, on_conflict="supersede")
    assert [(one["id"], one["rule"], one["winner"]) for one in answer["conflicts"]] == [("C1", "caller", "old")]
    assert await bench.active() == ["F1"]


async def test_ask_leaves_even_a_clear_case_to_the_user(both_eras: Bench):
    ana, bob = await both_eras.agent("ana"), await both_eras.agent("bob")
    await ana.propose(OLD, veracity="tool")
    answer = await bob.propose(NEW, veracity="stated", on_conflict="ask")
    assert answer["outcome"] == "needs_confirmation"
    assert [(one["rule"], one["winner"]) for one in answer["conflicts"]] == [("asked", None)]
    assert "resolve_memory_conflict" in answer["question"]
    assert await both_eras.active() == ["F1", "F2"]


async def test_what_was_asked_is_not_settled_by_later_support(bench: Bench, ana: Agent, bob: Agent):
    await ana.propose(OLD, veracity="tool")
    await bob.propose(NEW, on_conflict="ask")
    await (await bench.agent("cy")).propose(NEW, veracity="stated")
    assert await bench.active() == ["F1", "F2"]


async def test_ask_without_a_contradiction_just_creates(ana: Agent):
    answer = await ana.propose(OLD, on_conflict="ask")
    assert (answer["outcome"], answer["conflicts"]) == ("created", [])
    assert "question" not in answer
