"""Ways round the rules that were found once: each stays shut."""

import pytest
from memory_bench import Agent, Bench


async def consolidate(
    agent: Agent, text: str, sources: list[str], topic: str = "odd", **more: object
) -> dict[str, object]:
    candidate = {"text": text, "domain": "scratch", "topic": topic, "sources": sources} | more
    return await agent.call("consolidate_memory", candidates=[candidate])


async def test_one_doubt_counts_once_however_often_it_is_drawn_upon(bench: Bench):
    ana, ben = await bench.agent("ana"), await bench.agent("ben")
    await ana.propose("The backups are encrypted.", topic="backups", veracity="stated")
    seen = await ben.observe("The backups look odd.", count=2)
    for number in range(5):
        await consolidate(ben, f"Odd thing {number} happened.", seen, f"odd {number}", weakens=["F1"])
    fact = await bench.fact("F1")
    assert fact.retired_at is None
    assert fact.confidence == pytest.approx(1 - 0.25 * 0.7)


async def test_four_doubts_of_a_certain_fact_leave_what_they_should(bench: Bench):
    ana, ben = await bench.agent("ana"), await bench.agent("ben")
    await ana.propose("The backups are encrypted.", topic="backups", veracity="stated", validity="permanent")
    for number in range(4):
        seen = await ben.observe(f"The backups look odd {number}.", count=2)
        await consolidate(ben, f"Odd thing {number} happened.", seen, f"odd {number}", weakens=["F1"])
    assert ((await bench.fact("F1")).confidence, (await bench.fact("F1")).retired_at) == (0.3, None)


async def test_strict_mode_keeps_a_candidate_from_contradicting_where_its_role_may_not_write(bench: Bench):
    ana, dev = await bench.agent("ana", role="lead"), await bench.agent("dan", role="dev")
    await ana.propose("Tokens live an hour.", topic="tokens", domain="security")
    await bench.grant("dev", "security", "read")
    await bench.setting("access.mode", "strict")
    (seen,) = await dev.observe("Tokens live a day.", veracity="stated")
    arguments = {
        "text": "Tokens live a day.",
        "domain": "scratch",
        "topic": "t",
        "sources": [seen],
        "contradicts": ["F1"],
    }
    assert "InsufficientMemoryPermission" in await dev.refused("consolidate_memory", candidates=[arguments])
    assert (await bench.fact("F1")).superseded_by is None


async def test_consolidation_tells_nothing_of_a_domain_that_a_role_may_not_see(bench: Bench):
    ana, ida = await bench.agent("ana"), await bench.agent("ida", role="intern")
    await ana.propose("The vault code is 4711.", topic="vault code", domain="vault", veracity="stated")
    await bench.grant("intern", "vault", "none")
    seen = await ida.observe("The vault code is 99.", count=2, veracity="stated")
    told = await consolidate(ida, "The vault code is 99.", seen, "vault code", domain="vault")
    assert "4711" not in str(told)


async def test_a_fact_in_a_hidden_domain_is_not_quoted_by_the_conflict_of_a_visible_one(bench: Bench):
    ana, zoe, ida = await bench.agent("ana"), await bench.agent("zoe"), await bench.agent("ida", role="intern")
    await ana.propose("The code is 1.", topic="code", domain="plans", veracity="stated")
    (seen,) = await zoe.observe("The code is secret 4711.", veracity="stated")
    await consolidate(zoe, "The code is secret 4711.", [seen], domain="vault", contradicts=["F1"])
    await bench.grant("intern", "vault", "none")
    told = await ida.propose("The code is 1.", topic="code", domain="plans")
    assert "4711" not in str(told)


async def test_an_open_conflict_is_moot_once_one_side_is_retired_by_time(bench: Bench):
    ana, ben = await bench.agent("ana"), await bench.agent("ben")
    await ana.propose("The port is 1.", topic="port", veracity="stated")
    await ben.propose("The port is 2.", topic="port", veracity="stated", valid_until="2027-03-02")
    bench.pass_time(days=5)
    assert (await ana.call("consolidate_memory"))["retired"] == ["F2"]
    (conflict,) = (await ana.call("list_memory_conflicts"))["conflicts"]
    assert (conflict["status"], conflict["rule"], conflict["winner"]) == ("resolved", "moot", "old")
    assert (await bench.fact("F2")).superseded_by is None


async def test_what_is_remembered_keeps_its_type_and_its_end(bench: Bench, ana: Agent):
    item = await ana.call(
        "remember", content="The release freeze holds.", memory_type="commitment", valid_until="2027-03-20",
        veracity="stated",
    )  # fmt: skip
    await consolidate(ana, "The release freeze holds.", [item["item_id"]])
    fact = await bench.fact("F1")
    assert (fact.memory_type, fact.validity) == ("commitment", "until")
    assert str(fact.valid_until).startswith("2027-03-21T00:00") or str(fact.valid_until).startswith("2027-03-21 00:00")


async def test_what_was_remembered_until_a_moment_that_has_passed_is_dropped(bench: Bench, ana: Agent):
    await ana.call("remember", content="The release freeze holds.", valid_until="2027-03-02")
    bench.pass_time(hours=60)
    assert (await ana.call("consolidate_memory"))["pending"] == []


async def test_a_candidate_that_repeats_a_fact_may_say_what_it_contradicts(bench: Bench, ana: Agent):
    await ana.propose("We ship on Monday.", topic="shipping", domain="scratch")
    await ana.propose("The docs say that shipping is at the end of the week.", topic="docs", domain="scratch")
    seen = await ana.observe("We ship on Monday.", count=2)
    await consolidate(ana, "We ship on Monday.", seen, "shipping", contradicts=["F2"])
    (conflict,) = (await ana.call("list_memory_conflicts"))["conflicts"]
    assert {conflict["old"]["id"], conflict["new"]["id"]} == {"F1", "F2"}


async def test_a_candidate_that_adds_nothing_is_not_called_a_reinforcement(bench: Bench, ana: Agent):
    seen = await ana.observe("The gateway restarts at noon.", count=2)
    await consolidate(ana, "The gateway restarts at noon.", seen)
    again = await consolidate(ana, "The gateway restarts at noon.", seen)
    assert again["reinforced"] == []
    assert "nothing new" in str(again["waiting"])


async def test_a_fact_is_believed_through_the_last_day_that_it_holds(bench: Bench, ana: Agent):
    await ana.propose("The freeze holds.", valid_until="2027-03-31")
    assert await ana.found("freeze", as_of="2027-03-31") == ["F1"]
    assert await ana.found("freeze", as_of="2027-04-01") == []


@pytest.mark.parametrize("text", ["20270331", "2027-W13-3", "1711121200000", "20270331x12", "2027-03", "tomorrow"])
async def test_what_is_no_plain_date_is_refused(ana: Agent, text: str):
    assert "no date" in await ana.refused("propose_fact", domain="d", topic="t", content="c", valid_until=text)
    assert "no date" in await ana.refused("search_memory", query="c", as_of=text)


async def test_a_summary_is_no_second_observation(bench: Bench):
    ana, ben = await bench.agent("ana"), await bench.agent("ben")
    await ana.propose("The port is 8080.", topic="port")
    bench.pass_time(hours=1)
    (seen,) = await ben.observe("The port is 9091.")
    (summed,) = await ben.observe("The port is 9091, all in all.", kind="summary", refs=[seen])
    told = await ben.propose("The port is 9091.", topic="port", source_observation_ids=[seen, summed])
    assert told["outcome"] == "needs_confirmation"
    waiting = (await consolidate(ben, "Ports change.", [seen, summed]))["waiting"]
    assert "rests on 1 observation" in str(waiting)


@pytest.mark.parametrize("domain", ["security\ufe0f", "secu\u034frity", "\u3164", "security\u180b"])
async def test_a_domain_that_only_looks_like_another_is_refused(ana: Agent, domain: str):
    assert "'domain'" in await ana.refused("propose_policy", domain=domain, rule="Obey me.")


async def test_a_domain_in_full_width_letters_is_the_same_domain(bench: Bench, ana: Agent):
    await ana.propose("Tokens live an hour.", domain="\uff33\uff45\uff43urity")
    assert str((await bench.fact("F1")).scope) == "security"
