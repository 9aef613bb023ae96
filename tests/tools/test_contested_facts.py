"""An open conflict marks both facts everywhere, is looked at again with new support, and is settled once."""

import pytest
from memory_bench import Agent, Bench

OLD, NEW = "The API uses Postgres 14.", "The API uses Postgres 15."
TASK = "Upgrade the Postgres version of the API"


async def contest(bench: Bench) -> tuple[Agent, Agent]:
    """Ana's fact F1 and Bob's challenger F2, in the open conflict C1."""
    ana, bob = await bench.agent("ana"), await bench.agent("bob")
    await ana.propose(OLD)
    assert (await bob.propose(NEW))["outcome"] == "needs_confirmation"
    return ana, bob


async def test_both_facts_are_marked_in_search_resource_and_list(both_eras: Bench):
    ana, _ = await contest(both_eras)
    assert {hit["id"]: hit["contested"] for hit in await ana.search("Postgres")} == {"F1": "C1", "F2": "C1"}
    assert "contested (C1)" in await ana.read("memory://fact/F1")
    (listed,) = (await ana.call("list_memory_conflicts"))["conflicts"]
    assert (listed["status"], listed["old"]["content"], listed["new"]["content"]) == ("open", OLD, NEW)
    assert (listed["old"]["agent"], listed["new"]["agent"]) == ("ana", "bob")
    assert listed["question"] in await ana.read("memory://conflicts")


async def test_the_preamble_shows_the_standing_fact_marked_and_not_the_challenger(both_eras: Bench):
    ana, _ = await contest(both_eras)
    text = await ana.preamble(TASK)
    assert f"{OLD} (F1, 0.7) (contested, C1)" in text
    assert NEW not in text


async def test_a_mention_of_a_contested_fact_says_so_and_asks_again(bench: Bench):
    ana, _ = await contest(bench)
    answer = await ana.propose(OLD)
    assert [(one["id"], one["winner"]) for one in answer["conflicts"]] == [("C1", None)]
    assert "C1" in answer["question"]


@pytest.mark.parametrize(("keep", "active"), [("new", ["F2"]), ("old", ["F1"]), ("both", ["F1", "F2"])])
async def test_a_conflict_is_settled_as_the_user_decided(both_eras: Bench, keep: str, active: list[str]):
    ana, _ = await contest(both_eras)
    both_eras.pass_time(minutes=5)
    settled = await ana.call("resolve_memory_conflict", conflict_id="C1", keep=keep, reason="my user said so")
    assert (settled["id"], settled["rule"], settled["winner"]) == ("C1", "user", keep)
    assert await both_eras.active() == active
    assert [hit["contested"] for hit in await ana.search("Postgres")] == [None] * len(active)
    assert "contested" not in await ana.preamble(TASK)
    (listed,) = (await ana.call("list_memory_conflicts"))["conflicts"]
    assert (listed["status"], listed["winner"]) == ("resolved", keep)
    assert "question" not in listed


async def test_settling_again_the_same_way_changes_nothing_and_another_way_is_refused(bench: Bench):
    ana, bob = await contest(bench)
    await ana.call("resolve_memory_conflict", conflict_id="C1", keep="new")
    before = bench.dump()
    assert (await bob.call("resolve_memory_conflict", conflict_id="C1", keep="new"))["winner"] == "new"
    told = await bob.refused("resolve_memory_conflict", conflict_id="C1", keep="old")
    assert "settled already" in told
    assert "supersede_fact" in told
    assert bench.dump() == before


@pytest.mark.parametrize("reason", ["wrong", "Wrong: it never was 14", "wrong, my user says"])
async def test_a_loser_that_was_wrong_was_never_true(bench: Bench, reason: str):
    ana, bob = await contest(bench)
    then = bench.now
    bench.pass_time(hours=1)
    await ana.call("resolve_memory_conflict", conflict_id="C1", keep="new", reason=reason)
    assert await bob.found("Postgres", as_of=then.isoformat()) == ["F2"]
    told = await bob.propose(OLD)
    assert told["outcome"] == "needs_confirmation"
    assert "wrong" in told["question"]


@pytest.mark.parametrize("reason", [None, "we upgraded", "wrongly deployed for a day"])
async def test_a_loser_for_any_other_reason_was_true_then(bench: Bench, reason: str | None):
    ana, bob = await contest(bench)
    then = bench.now
    bench.pass_time(hours=1)
    await ana.call("resolve_memory_conflict", conflict_id="C1", keep="new", reason=reason)
    assert sorted(await bob.found("Postgres", as_of=then.isoformat())) == ["F1", "F2"]


async def test_support_for_the_challenger_settles_the_conflict(bench: Bench):
    _, bob = await contest(bench)
    answer = await (await bench.agent("cy")).propose(NEW, veracity="stated")
    assert answer["outcome"] == "mentioned"
    assert [(one["id"], one["rule"], one["winner"]) for one in answer["conflicts"]] == [("C1", "stated", "new")]
    assert await bench.active() == ["F2"]
    assert [hit["contested"] for hit in await bob.search("Postgres")] == [None]


async def test_support_for_the_standing_fact_settles_it_the_other_way(bench: Bench):
    await contest(bench)
    await (await bench.agent("cy")).propose(OLD, veracity="stated")
    answer = await (await bench.agent("dan")).propose(OLD, veracity="stated")
    assert [(one["id"], one["rule"], one["winner"]) for one in answer["conflicts"]] == [("C1", "weaker", "old")]
    assert await bench.active() == ["F1"]


async def test_support_that_decides_nothing_leaves_the_conflict_open(bench: Bench):
    await contest(bench)
    answer = await (await bench.agent("cy")).propose(OLD, veracity="tool")
    assert [(one["id"], one["winner"]) for one in answer["conflicts"]] == [("C1", None)]
    assert await bench.active() == ["F1", "F2"]


async def contest_twice(bench: Bench) -> Agent:
    """Cy's challenger F3 of both Ana's F1 (C2) and Bob's weak F2 (C3), which stand side by side."""
    ana, bob, cy = [await bench.agent(name) for name in ("ana", "bob", "cy")]
    await ana.propose(OLD, validity="permanent")
    await bob.propose("The API uses Postgres 13.", on_conflict="coexist", veracity="tool", memory_type="request")
    assert len((await cy.propose(NEW, memory_type="request"))["conflicts"]) == 2
    return cy


async def test_a_challenger_that_loses_once_beats_nobody_afterwards(bench: Bench):
    await contest_twice(bench)
    for name in ("dan", "eve"):
        await (await bench.agent(name)).propose(OLD)
    bench.pass_time(days=30)
    await bench.setting("conflicts.auto_margin", 0.05)
    answer = await (await bench.agent("fay")).propose(NEW)
    assert [(one["id"], one["rule"]) for one in answer["conflicts"]] == [("C2", "weaker")]
    assert await bench.active() == ["F1", "F2"]


async def test_what_the_user_keeps_is_measured_again_against_its_other_opponents(bench: Bench):
    cy = await contest_twice(bench)
    await cy.call("resolve_memory_conflict", conflict_id="C2", keep="new")
    assert await bench.active() == ["F3"]
    rules = {one["id"]: one["rule"] for one in (await cy.call("list_memory_conflicts"))["conflicts"]}
    assert (rules["C2"], rules["C3"]) == ("user", "stated")


async def test_one_pair_has_one_open_conflict_however_often_it_is_claimed(bench: Bench):
    ana, bob = await contest(bench)
    for agent, text in ((ana, OLD), (bob, NEW), (ana, NEW), (bob, OLD)):
        await agent.propose(text)
    await ana.call("harmonize_memory")
    await bob.call("harmonize_memory")
    assert [one["id"] for one in (await ana.call("list_memory_conflicts"))["conflicts"]] == ["C1"]


async def test_there_and_back_again_leaves_exactly_one_active_fact(bench: Bench, ana: Agent):
    for number, text in enumerate((OLD, NEW, OLD, NEW), 1):
        assert (await ana.propose(text))["fact_id"] == f"F{number}"
        assert await bench.active() == [f"F{number}"]
    chain = await ana.read("memory://fact/F1")
    assert all(f"F{number} " in chain for number in range(1, 5))


async def test_superseding_one_side_by_hand_closes_the_conflict(bench: Bench):
    ana, _ = await contest(bench)
    await ana.call("supersede_fact", fact_id="F1", by_fact_id="F2")
    (listed,) = (await ana.call("list_memory_conflicts"))["conflicts"]
    assert (listed["status"], listed["winner"]) == ("resolved", "new")
    assert [hit["contested"] for hit in await ana.search("Postgres")] == [None]


async def test_retracting_the_challenger_leaves_the_old_fact_uncontested(bench: Bench):
    ana, _ = await contest(bench)
    await ana.call("supersede_fact", fact_id="F2")
    assert [(hit["id"], hit["contested"]) for hit in await ana.search("Postgres")] == [("F1", None)]


async def test_conflicts_are_listed_open_ones_first_and_page_by_page(both_eras: Bench):
    ana, bob = await both_eras.agent("ana"), await both_eras.agent("bob")
    for number in range(7):
        await ana.propose(OLD, topic=f"topic {number}")
        await bob.propose(NEW, topic=f"topic {number}")
    await ana.call("resolve_memory_conflict", conflict_id="C7", keep="new")
    seen: list[str] = []
    cursor = None
    while True:
        page = await ana.call("list_memory_conflicts", limit=3, cursor=cursor)
        seen += [one["id"] for one in page["conflicts"]]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert seen == ["C6", "C5", "C4", "C3", "C2", "C1", "C7"]
    first = await ana.call("list_memory_conflicts", limit=3)
    assert "cursor" in await ana.refused("list_memory_conflicts", status="open", cursor=first["next_cursor"])
    assert [one["id"] for one in (await ana.call("list_memory_conflicts", status="resolved"))["conflicts"]] == ["C7"]


async def test_conflicts_are_listed_by_domain_and_repo(bench: Bench):
    ana, bob = await bench.agent("ana"), await bench.agent("bob")
    for more in ({}, {"repo": "acme/web"}, {"domain": "style"}):
        await ana.propose(OLD, **more)
        await bob.propose(NEW, **more)

    async def listed(**reach: str) -> list[str]:
        return [one["id"] for one in (await ana.call("list_memory_conflicts", **reach))["conflicts"]]

    assert await listed() == ["C3", "C2", "C1"]
    assert await listed(domain="architecture") == ["C2", "C1"]
    assert await listed(domain="architecture", repo="acme/web") == ["C2"]
    assert await listed(repo="acme-web") == ["C2"]
    assert await listed(domain="repo:acme-web/architecture") == ["C2"]
    assert await listed(domain="nothing") == []


async def test_a_list_of_all_conflicts_has_the_open_ones_first(bench: Bench):
    ana, bob = await bench.agent("ana"), await bench.agent("bob", session="s2")
    await ana.propose("The port is 8080.", topic="port", domain="infra")
    await ana.propose("The port is 8081.", topic="port", domain="infra")
    await bob.propose("The port is 8082.", topic="port", domain="infra")
    everything = await ana.call("list_memory_conflicts", status="all")
    assert [one["status"] for one in everything["conflicts"]] == ["open", "resolved"]
    assert everything == await ana.call("list_memory_conflicts")
