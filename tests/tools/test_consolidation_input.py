"""What an agent may pass as candidates: anything else is refused, and nothing is changed."""

from __future__ import annotations

from typing import Any

import pytest
from memory_bench import Agent, Bench

TEXT = "Deploys need two approvals."


def candidate(**more: Any) -> dict[str, Any]:
    return {"text": TEXT, "domain": "process", "topic": "deploys", "sources": ["O1", "O2"]} | more


@pytest.mark.parametrize(
    ("bad", "told"),
    [
        ([candidate(sources=["O1", "O99"])], "no observation O99"),
        ([candidate(sources=["O1", "O3"])], "no observation O3 of yours"),
        ([candidate(sources=["H1"])], "no pending item H1 of yours"),
        ([candidate(sources=["H9"])], "no pending item H9"),
        ([candidate(sources=[])], "sources"),
        ([candidate(sources=["F1"])], "sources"),
        ([candidate(sources=["O0"])], "sources"),
        ([candidate(sources=["O" + "9" * 30])], "must be the id of an observation"),
        ([candidate(text="x" * 4001)], "the limit is 4,000"),
        ([candidate(text="  \n ")], "text"),
        ([candidate(text="a\u0000b")], "NUL"),
        ([candidate(topic="x" * 201)], "topic"),
        ([candidate(domain="a/b")], "domain"),
        ([candidate(memory_type="gossip")], "memory_type"),
        ([candidate(validity="sometimes")], "validity"),
        ([candidate(validity="until")], "valid_until"),
        ([candidate(validity="permanent", valid_until="2028-01-01")], "permanent"),
        ([candidate(valid_until="2027-02-28")], "valid_until"),
        ([candidate(valid_until="someday")], "valid_until"),
        ([candidate(supports=["F99"])], "no fact F99"),
        ([candidate(weakens=["F2"])], "F2 is not active"),
        ([candidate(contradicts=["O1"])], "contradicts"),
        ([candidate(supports=["F1"], weakens=["F1"])], "for F1 and against it"),
        ([candidate(supports=["F1"], contradicts=["F1"])], "for F1 and against it"),
        ([candidate(confidence=1)], "no part 'confidence'"),
        ([candidate(text="The key is ghp_" + "a1B2" * 9)], "secret"),
        ([{"text": TEXT}], "Missing"),
        (["F1"], "must be an object"),
        ("O1", "must be a list"),
        ([candidate()] * 201, "at most 200"),
        ([candidate()] * 10_000, "at most 1000 items"),
        ([candidate(sources=["O1"] * 10_000)], "at most 1000 items"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_what_cannot_be_meant_is_refused_and_changes_nothing(both_eras: Bench, bad: object, told: str):
    ana, bob = await both_eras.agent("ana"), await both_eras.agent("bob")
    await ana.observe("Deploys waited for two approvals", count=2)
    await bob.observe()
    await bob.call("remember", content="Bob's own.")
    await bob.propose("Deploys are slow.", topic="speed")
    await bob.propose("Deploys are fast.", topic="pace")
    await bob.call("supersede_fact", fact_id="F2", reason="outdated")
    before = both_eras.dump()
    for dry_run in (True, False):
        assert told in await ana.refused("consolidate_memory", candidates=bad, dry_run=dry_run)
    assert both_eras.dump() == before


async def test_duplicates_in_one_call_count_once(bench: Bench, ana: Agent):
    await ana.observe("Deploys waited for two approvals", count=2)
    answer = await ana.call("consolidate_memory", candidates=[candidate(), candidate(), candidate(text=TEXT.upper())])
    assert (answer["created"], answer["reinforced"]) == (["F1"], [])
    assert [one["id"] for one in answer["waiting"]] == ["candidates[1]", "candidates[2]"]
    fact = await bench.fact("F1")
    assert (fact.confidence, fact.mention_count, fact.source_ids) == (0.5, 0, (1, 2))


async def test_an_item_named_by_two_candidates_is_taken_once(bench: Bench, ana: Agent):
    await ana.call("remember", content=TEXT, veracity="stated")
    both = [candidate(sources=["H1"]), candidate(text="Approvals are two.", sources=["H1"])]
    answer = await ana.call("consolidate_memory", candidates=both)
    assert answer["created"] == ["F1"]
    assert "no pending item H1" in answer["waiting"][0]["why"]
    assert len(await bench.active()) == 1


async def test_an_item_that_expired_since_it_was_shown_costs_only_its_own_candidate(bench: Bench, ana: Agent):
    await ana.call("remember", content="Short.", ttl_hours=1)
    await ana.observe("Deploys waited for two approvals", count=2)
    bench.pass_time(hours=2)
    answer = await ana.call("consolidate_memory", candidates=[candidate(text="Short.", sources=["H1"]), candidate()])
    assert answer["created"] == ["F1"]
    assert "no pending item H1" in answer["waiting"][0]["why"]


async def test_two_candidates_that_contradict_each_other_meet(bench: Bench, ana: Agent):
    await ana.observe("Deploys waited for approvals", count=4)
    other = candidate(text="Deploys need three approvals.", sources=["O3", "O4"])
    answer = await ana.call("consolidate_memory", candidates=[candidate(), other])
    assert len(answer["created"]) == 2
    assert len((await ana.call("list_memory_conflicts"))["conflicts"]) == 1


async def test_a_fact_is_not_rewritten_by_sources_that_say_nothing_of_it(bench: Bench, ana: Agent, bob: Agent):
    await bob.propose("Salaries are paid on the 25th.", topic="salaries", domain="people")
    await ana.observe("Deploys waited for two approvals", count=2)
    answer = await ana.call("consolidate_memory", candidates=[candidate(weakens=["F1"], contradicts=["F1"])])
    assert [one["id"] for one in answer["waiting"]] == ["F1"]
    fact = await bench.fact("F1")
    assert (fact.confidence, fact.superseded_by) == (0.7, None)


async def test_today_is_an_end_that_lies_ahead(bench: Bench, ana: Agent):
    await ana.observe("Deploys waited for two approvals", count=2)
    answer = await ana.call("consolidate_memory", candidates=[candidate(valid_until="2027-03-01")])
    assert answer["created"] == ["F1"]
    bench.pass_time(hours=16)
    assert await bench.active() == []
