"""What was seen or remembered waits, becomes a fact through the agent's candidates, or is dropped; facts fade."""

from typing import Any

import pytest
from memory_bench import Agent, Answer, Bench


def candidate(
    text: str = "Deploys need two approvals.", sources: list[str] | None = None, **more: Any
) -> dict[str, Any]:
    return {"text": text, "domain": "process", "topic": "deploys", "sources": sources or ["O1", "O2"]} | more


async def consolidate(agent: Agent, *candidates: dict[str, Any], **more: Any) -> Answer:
    return await agent.call("consolidate_memory", candidates=list(candidates), **more)


async def test_an_item_is_kept_for_72_hours_unless_said_otherwise(both_eras: Bench):
    ana = await both_eras.agent("ana")
    answer = await ana.call("remember", content="Carla prefers mornings.")
    assert answer == {"item_id": "H1", "expires": "2027-03-04T09:00:00Z"}
    answer = await ana.call("remember", content="Carla is out.", ttl_hours=0.5, domain="repo:web/people", topic="Carla")
    assert answer == {"item_id": "H2", "expires": "2027-03-01T09:30:00Z"}


async def test_the_first_call_returns_what_is_pending_and_how_to_answer(both_eras: Bench):
    ana = await both_eras.agent("ana")
    await ana.observe("Deploy waited for approval", veracity="tool")
    await ana.call("remember", content="Carla prefers mornings.", domain="people", topic="Carla")
    both_eras.pass_time(days=1)
    answer = await ana.call("consolidate_memory")
    assert answer["pending"] == [
        {"id": "O1", "text": "Deploy waited for approval 0", "veracity": "tool", "age_days": 1.0},
        {
            "id": "H1",
            "text": "Carla prefers mornings.",
            "veracity": "inferred",
            "age_days": 1.0,
            "domain": "people",
            "topic": "Carla",
        },
    ]
    assert answer["considered"] == 2
    assert "candidates" in answer["answer_form"]
    assert answer["batch_id"] is None


async def test_two_observations_become_a_fact_of_half_confidence(both_eras: Bench):
    ana = await both_eras.agent("ana")
    await ana.observe(count=2, veracity="tool")
    answer = await consolidate(ana, candidate(memory_type="instruction", valid_until="2027-12-31"))
    assert (answer["created"], answer["waiting"], answer["pending"]) == (["F1"], [], [])
    assert answer["batch_id"] == "B3"
    fact = await both_eras.fact("F1")
    assert (fact.confidence, fact.veracity, fact.origin, fact.source_ids) == (0.5, "tool", "consolidated", (1, 2))
    assert (fact.memory_type, str(fact.scope), fact.validity) == ("instruction", "process", "until")
    assert await ana.found("approvals") == ["F1"]


async def test_one_observation_waits_and_stays_pending(bench: Bench, ana: Agent):
    await ana.observe(count=1)
    before = bench.dump()
    answer = await consolidate(ana, candidate(sources=["O1"]))
    assert (answer["created"], answer["batch_id"]) == ([], None)
    assert [one["id"] for one in answer["waiting"]] == ["candidates[0]"]
    assert "needs 2" in answer["waiting"][0]["why"]
    assert [one["id"] for one in answer["pending"]] == ["O1"]
    assert bench.dump() == before


async def test_naming_one_observation_twice_does_not_make_two(ana: Agent):
    await ana.observe(count=1)
    assert (await consolidate(ana, candidate(sources=["O1", "o1"])))["created"] == []


async def test_one_that_a_user_stated_is_enough_and_sure(bench: Bench, ana: Agent):
    await ana.observe(veracity="stated")
    assert (await consolidate(ana, candidate(sources=["O1"])))["created"] == ["F1"]
    fact = await bench.fact("F1")
    assert (fact.veracity, fact.confidence) == ("stated", 1.0)


@pytest.mark.parametrize(
    ("labels", "common"),
    [(["tool", "tool", "stated"], "tool"), (["stated", "tool"], "tool"), (["inferred", "imported"], "imported")],
)
async def test_the_fact_has_its_sources_commonest_veracity_the_lowest_on_a_tie(
    bench: Bench, ana: Agent, labels: list[str], common: str
):
    seen = [(await ana.observe(f"seen {label}", veracity=label))[0] for label in labels]
    await consolidate(ana, candidate(sources=seen))
    assert (await bench.fact("F1")).veracity == common


async def test_a_remembered_item_is_promoted_and_its_words_become_a_source(both_eras: Bench):
    ana = await both_eras.agent("ana")
    await ana.call("remember", content="My user wants two approvals.", veracity="stated")
    answer = await consolidate(ana, candidate(sources=["H1"]))
    assert (answer["created"], answer["pending"]) == (["F1"], [])
    item = await both_eras.store.read(lambda tx: tx.hot_items.get(1))
    assert item is not None
    assert item.promoted_to == 1
    assert set(await ana.found("wants approvals", include_observations=True)) == {"F1", "O1"}
    assert "no pending item H1" in await ana.refused("consolidate_memory", candidates=[candidate(sources=["H1"])])


async def test_the_reply_says_by_how_much_a_launch_grows(ana: Agent):
    await ana.call("remember", content="My user wants two approvals.", veracity="stated")
    note = (await consolidate(ana, candidate(sources=["H1"])))["note"]
    size = len(await ana.preamble())
    assert f"{size} characters longer ({size} in all)" in note


async def test_what_expired_is_dropped(both_eras: Bench):
    ana = await both_eras.agent("ana")
    await ana.call("remember", content="Soon gone.", ttl_hours=1)
    await ana.observe("short", expires_in_hours=1)
    both_eras.pass_time(hours=2)
    answer = await consolidate(ana)
    assert (answer["considered"], answer["pending"], answer["batch_id"]) == (0, [], "B3")
    assert (await consolidate(ana))["batch_id"] is None


async def test_a_lapsed_observation_supports_nothing(bench: Bench, ana: Agent):
    await ana.observe("short", count=2, expires_in_hours=1)
    bench.pass_time(hours=2)
    answer = await consolidate(ana, candidate())
    assert answer["created"] == []
    assert "O1, O2" in answer["waiting"][0]["why"]


async def test_a_candidate_that_says_what_is_known_reinforces_it(bench: Bench, ana: Agent, bob: Agent):
    await bob.propose("Deploys need two approvals.", topic="deploys", domain="process")
    await ana.observe(count=2)
    answer = await consolidate(ana, candidate())
    assert (answer["created"], answer["reinforced"]) == ([], ["F1"])
    fact = await bench.fact("F1")
    assert (fact.confidence, fact.source_ids, fact.origin) == (pytest.approx(0.875), (1, 2), "proposed")


async def test_supported_facts_gain_and_weakened_ones_lose_as_much(bench: Bench, ana: Agent, bob: Agent):
    for topic in ("a", "b"):
        await bob.propose(f"The deploy of {topic} needs approval.", topic=topic)
    await ana.observe(count=2)
    bench.pass_time(days=1)
    answer = await consolidate(ana, candidate(supports=["F1"], weakens=["F2"]))
    assert (answer["created"], answer["reinforced"]) == (["F3"], ["F1"])
    gained, lost = await bench.fact("F1"), await bench.fact("F2")
    day = 0.5 ** (1 / 365)
    assert gained.confidence == pytest.approx(0.7 * day + 0.175)
    assert lost.confidence == pytest.approx(0.7 * day - 0.175)
    assert (gained.source_ids, gained.supported_at, lost.supported_at) == ((1, 2), bench.now, bench.now)


async def test_a_contradicted_fact_is_settled_or_asked_about(bench: Bench, ana: Agent, bob: Agent):
    await bob.propose("Approvals are for cowards.", domain="process", topic="attitude", veracity="stated")
    await ana.observe(count=2)
    answer = await consolidate(ana, candidate(contradicts=["F1"]))
    assert "superseded at once by F1" in answer["waiting"][0]["why"]
    await ana.observe(count=2)
    again = candidate("Deploys need three approvals.", ["O3", "O4"])
    await consolidate(ana, again | {"contradicts": []})
    (conflict,) = (await ana.call("list_memory_conflicts"))["conflicts"]
    assert (conflict["evidence"], conflict["rule"]) == ("as ana says", "weaker")


async def test_an_undecided_contradiction_comes_back_as_a_question(bench: Bench, ana: Agent, bob: Agent):
    await bob.propose("Deploys need three approvals.", domain="process", topic="deploys", source_observation_ids=[])
    await ana.observe(count=2)
    bench.run("UPDATE observation SET created_at = '2027-02-01T00:00:00.000000Z'")
    answer = await consolidate(ana, candidate())
    assert answer["created"] == ["F2"]
    assert [one["id"] for one in answer["waiting"]] == ["F2"]
    assert "resolve_memory_conflict" in answer["waiting"][0]["why"]


async def test_support_from_consolidation_settles_an_open_conflict(bench: Bench, ana: Agent, bob: Agent):
    await ana.propose("Deploys need two approvals.", domain="process", topic="deploys")
    await bob.propose("Deploys need three approvals.", domain="process", topic="deploys")
    bench.pass_time(days=1)
    seen = await bob.observe(count=2)
    await consolidate(bob, candidate("Approvals were counted.", seen, topic="count", supports=["F2"]))
    assert await bench.active() == ["F2", "F3"]


async def test_a_text_rejected_as_wrong_waits_and_says_so(bench: Bench, ana: Agent):
    await ana.propose("Deploys need two approvals.", domain="process", topic="deploys")
    await ana.call("supersede_fact", fact_id="F1", reason="wrong")
    await ana.observe()
    await ana.call("remember", content="Two approvals.")
    before = bench.dump()
    answer = await consolidate(ana, candidate(sources=["O1", "H1"]))
    assert "wrong (F1)" in answer["waiting"][0]["why"]
    assert [one["id"] for one in answer["pending"]] == ["O1", "H1"]
    assert bench.dump() == before


async def test_past_its_end_a_fact_retires(bench: Bench, ana: Agent):
    await ana.propose("The freeze is on.", valid_until="2027-03-02")
    bench.pass_time(hours=38, minutes=59)
    assert (await consolidate(ana))["retired"] == []
    bench.pass_time(minutes=1)
    assert await ana.found("freeze") == []
    assert (await consolidate(ana))["retired"] == ["F1"]
    assert (await bench.fact("F1")).retired_reason == "expired"
    assert await ana.found("freeze", include_retired=True) == ["F1"]


async def test_a_faded_fact_is_forgotten_and_a_permanent_one_never(bench: Bench, ana: Agent):
    await ana.propose("Call Carla back.", memory_type="request")
    await ana.propose("The API was named by Carla.", topic="name", memory_type="request", validity="permanent")
    bench.pass_time(days=4)
    answer = await consolidate(ana)
    assert (answer["retired"], answer["batch_id"]) == (["F1"], "B3")
    assert (await bench.fact("F1")).retired_reason == "forgotten"
    assert await bench.active() == ["F2"]


async def test_only_the_named_scope_is_looked_after(bench: Bench, ana: Agent):
    for number, more in enumerate(({}, {"repo": "acme/web"}, {"domain": "style"}), 1):
        await ana.propose(f"Thing {number} is due.", memory_type="request", **more)
    bench.pass_time(days=9)
    assert (await consolidate(ana, domain="architecture"))["retired"] == ["F1"]
    assert (await consolidate(ana, repo="acme/web"))["retired"] == ["F2"]
    assert (await consolidate(ana))["retired"] == ["F3"]


async def test_running_it_twice_changes_nothing_more(bench: Bench, ana: Agent):
    await ana.propose("Call Carla back.", memory_type="request")
    bench.pass_time(days=9)
    await consolidate(ana)
    before = bench.dump()
    assert (await consolidate(ana))["retired"] == []
    assert bench.dump() == before


async def test_a_dry_run_reports_the_same_and_changes_nothing(both_eras: Bench):
    ana = await both_eras.agent("ana")
    await ana.propose("Call Carla back.", memory_type="request")
    await ana.call("remember", content="Soon gone.", ttl_hours=1)
    both_eras.pass_time(days=9)
    await ana.observe(count=3)
    before = both_eras.dump()
    rehearsed = await consolidate(ana, candidate(), candidate("Carla deploys.", ["O3"]), dry_run=True)
    assert both_eras.dump() == before
    assert "nothing was changed" in rehearsed["note"]
    done = await consolidate(ana, candidate(), candidate("Carla deploys.", ["O3"]))
    assert (rehearsed["batch_id"], done["batch_id"]) == (None, "B6")
    for answer in (rehearsed, done):
        answer.pop("batch_id")
        answer.pop("note", None)
    assert rehearsed == done


async def test_one_bad_candidate_leaves_everything_undone(bench: Bench, ana: Agent):
    await ana.observe(count=2)
    before = bench.dump()
    told = await ana.refused("consolidate_memory", candidates=[candidate(), candidate(sources=["O9", "O8"])])
    assert "no observation O9" in told
    assert bench.dump() == before


async def test_a_long_queue_is_shown_in_parts_that_say_how_much_is_left(ana: Agent):
    for number in range(8):
        await ana.observe(f"{number} " + "x" * 3900)
    answer = await consolidate(ana)
    assert [one["id"] for one in answer["pending"]] == ["O1", "O2", "O3", "O4", "O5"]
    assert answer["considered"] == 8
    assert "3 more wait" in answer["answer_form"]


async def test_the_instructions_count_what_awaits_consolidation(bench: Bench, ana: Agent):
    from palimpsest.tools.instructions import count_pending

    await ana.observe(count=2)
    await ana.call("remember", content="Short.", ttl_hours=1)
    caller = ana.desk.caller
    assert await bench.store.read(lambda tx: count_pending(tx, caller)) == 3
    bench.pass_time(hours=2)
    assert await bench.store.read(lambda tx: count_pending(tx, caller)) == 2
    await consolidate(ana, candidate())
    assert await bench.store.read(lambda tx: count_pending(tx, caller)) == 0
