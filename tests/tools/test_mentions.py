"""The same claim again is a mention: it supports the fact that is there, once per voice and observation."""

import pytest
from memory_bench import Agent, Bench

TEXT = "The API uses Postgres 14."


async def confidence(bench: Bench, name: str = "F1") -> float:
    return round((await bench.fact(name)).confidence, 6)


async def test_another_agent_s_mention_supports_the_fact_and_makes_no_row(both_eras: Bench):
    ana, bob = await both_eras.agent("ana"), await both_eras.agent("bob")
    await ana.propose(TEXT)
    both_eras.pass_time(days=365)
    answer = await bob.propose("the api uses  POSTGRES 14")
    assert (answer["fact_id"], answer["outcome"], answer["conflicts"]) == ("F1", "mentioned", [])
    fact = await both_eras.fact("F1")
    assert fact.confidence == pytest.approx(0.35 + 0.25 * 0.7)
    assert (fact.supported_at, fact.mention_count, fact.content) == (both_eras.now, 1, TEXT)
    assert await both_eras.active() == ["F1"]


async def test_a_near_duplicate_is_a_mention_too(bench: Bench, ana: Agent, bob: Agent):
    await ana.propose(TEXT)
    assert (await bob.propose("The API is using Postgres 14."))["outcome"] == "mentioned"


@pytest.mark.parametrize("how", ["auto", "coexist", "supersede", "ask"])
async def test_the_same_text_is_a_mention_whatever_the_caller_means_to_do(bench: Bench, ana: Agent, how: str):
    await ana.propose(TEXT)
    bob = await bench.agent("bob")
    assert (await bob.propose(TEXT, on_conflict=how))["outcome"] == "mentioned"
    assert await bench.active() == ["F1"]


async def test_an_agent_that_repeats_itself_makes_nothing_surer_and_is_told(bench: Bench, ana: Agent):
    await ana.propose(TEXT)
    before = await bench.fact("F1")
    answer = await ana.propose(TEXT)
    assert (answer["outcome"], answer["fact_id"]) == ("mentioned", "F1")
    assert "no surer" in answer["note"]
    assert await bench.fact("F1") == before


async def test_each_agent_and_session_counts_once(bench: Bench, ana: Agent):
    await ana.propose(TEXT)
    voices = [await bench.agent("ana", session="s2"), await bench.agent("bob"), await bench.agent("bob", session="s2")]
    for voice in voices * 2:
        await voice.propose(TEXT)
    assert (await bench.fact("F1")).mention_count == 3
    assert await confidence(bench) == 1.0


async def test_a_new_observation_counts_in_the_same_session_and_an_old_one_does_not(bench: Bench, ana: Agent):
    await ana.propose(TEXT)
    (seen,) = await ana.observe()
    assert "note" not in await ana.propose(TEXT, source_observation_ids=[seen])
    assert (await bench.fact("F1")).source_ids == (1,)
    assert await confidence(bench) == 0.875
    assert "no surer" in (await ana.propose(TEXT, source_observation_ids=[seen]))["note"]
    assert await confidence(bench) == 0.875


@pytest.mark.parametrize(("first", "second", "kept"), [("tool", "stated", "stated"), ("stated", "tool", "stated")])
async def test_the_fact_keeps_the_higher_veracity(
    bench: Bench, ana: Agent, bob: Agent, first: str, second: str, kept: str
):
    await ana.propose(TEXT, veracity=first)
    await bob.propose(TEXT, veracity=second)
    assert (await bench.fact("F1")).veracity == kept


async def test_a_mention_may_give_the_fact_another_validity(bench: Bench, ana: Agent, bob: Agent):
    await ana.propose(TEXT)
    await bob.propose(TEXT, validity="permanent")
    assert (await bench.fact("F1")).validity == "permanent"


async def test_a_lesser_word_does_not_change_how_long_the_fact_holds(bench: Bench, ana: Agent, bob: Agent):
    await ana.propose(TEXT)
    await bob.propose(TEXT, veracity="tool", valid_until="2027-03-02")
    assert (await bench.fact("F1")).valid_until is None


async def test_what_was_believed_before_the_mention_can_be_asked(bench: Bench, ana: Agent, bob: Agent):
    await ana.propose(TEXT)
    before = bench.now
    bench.pass_time(hours=1)
    await bob.propose(TEXT)
    assert [hit["confidence"] for hit in await ana.search("Postgres", as_of=before.isoformat())] == [0.7]
    assert [hit["confidence"] for hit in await ana.search("Postgres")] == [0.87]


async def test_text_in_another_unicode_form_is_the_same_text(bench: Bench, ana: Agent, bob: Agent):
    await ana.propose("Le dépôt est à Zürich.")
    answer = await bob.propose("Le de\u0301po\u0302t est a\u0300 Zu\u0308rich.")
    assert answer["outcome"] == "mentioned"
