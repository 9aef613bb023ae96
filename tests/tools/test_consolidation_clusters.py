"""Without candidates, what was seen repeatedly becomes a fact by itself, where and as its sources say."""

from __future__ import annotations

from typing import Any

import pytest
from memory_bench import Agent, Answer, Bench
from palimpsest.store import observations
from palimpsest.store.model import Caller
from palimpsest.store.rules.subjects import topic_of
from palimpsest.tools.consolidating import Order, consolidate
from palimpsest.tools.desk import Desk
from palimpsest.tools.tidying import Reach

PORT = "The orders API listens on port 8080."
ALIKE = "The orders API is listening on port 8080."


async def see(agent: Agent, *texts: str, **more: Any) -> list[str]:
    seen = [await agent.call("record_observation", content=text, **more) for text in texts]
    return [one["observation_id"] for one in seen]


async def keep(agent: Agent, content: str = PORT, **more: Any) -> str:
    return (await agent.call("remember", content=content, **more))["item_id"]


async def tidy(agent: Agent, **more: Any) -> Answer:
    return await agent.call("consolidate_memory", **more)


async def tidy_all(bench: Bench) -> Answer:
    """As a person does it, with what every agent saw."""
    person = Caller(agent="pat", role="person", session="cli", is_person=True)
    desk = Desk(bench.store, person)
    return dict(await consolidate(desk, Order(Reach(person, await desk.settings(), None, None), None)))


async def test_what_was_seen_twice_becomes_a_fact_in_the_words_of_one_of_them(both_eras: Bench):
    ana = await both_eras.agent("ana")
    await see(ana, ALIKE, PORT, PORT, "Seen once.")
    answer = await tidy(ana)
    assert (answer["created"], [one["id"] for one in answer["pending"]]) == (["F1"], ["O4"])
    fact = await both_eras.fact("F1")
    assert (fact.content, fact.source_ids, str(fact.scope)) == (PORT, (1, 2, 3), "general")
    assert fact.topic == topic_of(PORT)


async def test_what_a_user_stated_once_is_enough(bench: Bench, ana: Agent):
    await see(ana, PORT, veracity="stated")
    assert (await tidy(ana))["created"] == ["F1"]
    assert (await bench.fact("F1")).confidence == 1.0


async def test_another_agent_s_observation_is_neither_seen_nor_counted(bench: Bench, ana: Agent, bob: Agent):
    await see(ana, PORT)
    await see(bob, PORT)
    for agent in (ana, bob):
        answer = await tidy(agent)
        assert (answer["considered"], answer["created"]) == (1, [])
    answer = await tidy_all(bench)
    assert answer["created"] == ["F1"]
    assert (await bench.fact("F1")).source_ids == (1, 2)


async def test_what_repeats_a_fact_strengthens_it_once(bench: Bench, ana: Agent, bob: Agent):
    await bob.propose(PORT, topic="orders port", domain="infra")
    await see(ana, ALIKE)
    answer = await tidy(ana)
    assert (answer["created"], answer["reinforced"], answer["pending"]) == ([], ["F1"], [])
    assert (await bench.fact("F1")).confidence == pytest.approx(0.7 + 0.25 * 0.7)
    assert (await tidy(ana))["batch_id"] is None


async def test_what_contradicts_a_fact_of_the_subject_meets_it(bench: Bench, ana: Agent, bob: Agent):
    await bob.propose(PORT, topic="orders API port", domain="infra")
    bench.pass_time(days=1)
    await see(ana, *["The orders API listens on port 9090."] * 2)
    answer = await tidy(ana)
    assert answer["created"] == ["F2"]
    fact = await bench.fact("F2")
    assert (str(fact.scope), fact.topic) == ("infra", "orders API port")
    assert (await bench.fact("F1")).superseded_by == 2


async def test_the_words_of_two_topics_are_left_to_whoever_reads(bench: Bench, ana: Agent, bob: Agent):
    await bob.propose("The value is 8080.", topic="web port")
    await bob.propose("The value is 8080.", topic="api port")
    await see(ana, *["The value is 8080."] * 2)
    answer = await tidy(ana)
    assert (answer["created"], answer["reinforced"], len(answer["pending"])) == ([], [], 2)


async def test_an_item_keeps_its_place_type_and_end(bench: Bench, ana: Agent):
    more = {"domain": "repo:acme/web/infra", "topic": "port", "memory_type": "decision", "valid_until": "2027-06-30"}
    await keep(ana, veracity="stated", **more)
    assert (await tidy(ana))["created"] == ["F1"]
    fact = await bench.fact("F1")
    assert (str(fact.scope), fact.topic, fact.memory_type) == ("repo:acme-web/infra", "port", "decision")
    assert (fact.validity, str(fact.valid_until)) == ("until", "2027-07-01 00:00:00+00:00")


async def test_an_item_without_a_topic_gets_one_of_its_subject(bench: Bench, ana: Agent):
    await keep(ana, veracity="stated", domain="infra")
    await tidy(ana)
    fact = await bench.fact("F1")
    assert (str(fact.scope), fact.topic) == ("infra", topic_of(PORT))


async def test_an_item_without_a_topic_takes_that_of_a_fact_of_its_domain(bench: Bench, ana: Agent):
    await ana.propose("The orders API listens on port 9090.", topic="where orders listen", domain="infra")
    await keep(ana, veracity="stated", domain="infra")
    await tidy(ana)
    assert (await bench.fact("F2")).topic == "where orders listen"
    assert await bench.active() == ["F2"]


async def test_items_of_two_repositories_are_facts_of_each(bench: Bench, ana: Agent):
    for repo in ("web", "api", "web", "api"):
        await keep(ana, "The port is 8080.", domain=f"repo:acme/{repo}/infra", topic="port")
    answer = await tidy(ana)
    assert answer["created"] == ["F1", "F2"]
    scopes = {str((await bench.fact(name)).scope) for name in answer["created"]}
    assert scopes == {"repo:acme-web/infra", "repo:acme-api/infra"}


async def test_an_item_of_a_repository_does_not_strengthen_the_workspace_s_fact(bench: Bench, ana: Agent, bob: Agent):
    await bob.propose(PORT, topic="port", domain="infra")
    await keep(ana, domain="repo:acme/web/infra", topic="port")
    answer = await tidy(ana)
    assert (answer["reinforced"], [one["id"] for one in answer["pending"]]) == ([], ["H1"])


async def test_observations_go_where_an_item_that_says_the_same_was_meant_for(bench: Bench, ana: Agent):
    await see(ana, PORT)
    await keep(ana, ALIKE, domain="infra", topic="port")
    assert (await tidy(ana))["created"] == ["F1"]
    fact = await bench.fact("F1")
    assert (str(fact.scope), len(fact.source_ids)) == ("infra", 2)


async def test_what_names_no_place_waits_where_there_are_several(bench: Bench, ana: Agent):
    await see(ana, PORT, PORT)
    for domain in ("infra", "web"):
        await keep(ana, domain=domain, topic="port", veracity="stated")
    answer = await tidy(ana)
    assert len(answer["created"]) == 2
    assert [one["id"] for one in answer["pending"]] == ["O1", "O2"]


async def test_a_summary_is_what_it_sums_up_and_nothing_more(bench: Bench, ana: Agent):
    seen = await see(ana, PORT)
    await see(ana, ALIKE, kind="summary", refs=seen)
    assert (await tidy(ana))["created"] == []
    await see(ana, PORT)
    assert (await tidy(ana))["created"] == ["F1"]


async def test_a_summary_of_two_supports_a_candidate_by_itself(bench: Bench, ana: Agent):
    seen = await see(ana, "Curl reached the orders API on 8080.", "The orders API is at 8080.")
    (summary,) = await see(ana, PORT, kind="summary", refs=seen)
    given = {"text": PORT, "domain": "infra", "topic": "port", "sources": [summary]}
    answer = await tidy(ana, candidates=[given])
    assert answer["created"] == ["F1"]


async def test_expired_items_and_observations_found_no_fact(bench: Bench, ana: Agent):
    await keep(ana, ttl_hours=1)
    await see(ana, PORT, expires_in_hours=1)
    await see(ana, PORT)
    bench.pass_time(hours=2)
    answer = await tidy(ana)
    assert (answer["created"], [one["id"] for one in answer["pending"]]) == ([], ["O2"])
    assert answer["batch_id"] is not None


async def test_an_item_whose_end_has_come_is_dropped(bench: Bench, ana: Agent):
    await keep(ana, veracity="stated", valid_until="2027-03-02")
    bench.pass_time(days=2)
    assert (await tidy(ana))["created"] == []
    item = await bench.store.read(lambda tx: tx.hot_items.get(1))
    assert item is not None
    assert item.dropped_at == bench.now


async def test_thousands_that_were_seen_once_do_not_hide_what_is_new(
    bench: Bench, ana: Agent, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(observations, "LIMIT", 5)
    for number in range(8):
        await see(ana, f"Thing number {number} is odd.")
    await see(ana, PORT, PORT)
    assert (await tidy(ana))["created"] == ["F1"]


async def test_only_the_named_domain_s_facts_are_reinforced(bench: Bench, ana: Agent, bob: Agent):
    await bob.propose(PORT, topic="port", domain="infra")
    await see(ana, PORT, PORT)
    answer = await tidy(ana, domain="notes")
    assert (answer["created"], answer["reinforced"]) == (["F2"], [])
    assert str((await bench.fact("F2")).scope) == "notes"


async def test_grants_hold_for_what_clustering_makes(bench: Bench, ana: Agent):
    dev = await bench.agent("dan", role="dev")
    await ana.propose("The infra is fine.", topic="state", domain="infra")
    await bench.grant("dev", "infra", "read")
    await bench.setting("access.mode", "strict")
    await keep(dev, domain="infra", topic="port", veracity="stated")
    answer = await tidy(dev)
    assert answer["created"] == []
    assert "InsufficientMemoryPermission" in answer["waiting"][0]["why"]
    assert [one["id"] for one in answer["pending"]] == ["H1"]
