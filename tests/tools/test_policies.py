"""Policies: gated by grants before anything is created, replaced, deactivated, and told to every agent."""

import pytest
from memory_bench import Agent, Bench

RULE = "Run the tests before you push."


async def propose(agent: Agent, rule: str = RULE, domain: str = "process", **more: object) -> str:
    return (await agent.call("propose_policy", domain=domain, rule=rule, **more))["policy_id"]


async def refused(agent: Agent, domain: str = "process", **more: object) -> str:
    return await agent.refused("propose_policy", domain=domain, rule=RULE, **more)


async def test_a_policy_reaches_every_agent_whatever_its_role(both_eras: Bench):
    ana, bob = await both_eras.agent("ana"), await both_eras.agent("bob", role="reviewer")
    assert await propose(ana, required_role="engineer") == "P1"
    for agent in (ana, bob):
        assert f"- [process] {RULE}" in (await agent.preamble()).split("\n")
        assert await agent.read("memory://policies") == f"- P1 [process] {RULE} (for engineer)"


async def test_without_write_it_is_refused_before_anything_is_created(both_eras: Bench):
    ana = await both_eras.agent("ana")
    await both_eras.grant("engineer", "process", "read")
    before = both_eras.dump()
    told = await refused(ana)
    assert told.startswith("InsufficientMemoryPermission")
    for part in ("'engineer'", "'process'", "'write'", "palimpsest grants set engineer process write"):
        assert part in told
    assert both_eras.dump() == before


async def test_the_refusal_says_where_to_grant_it(bench: Bench):
    ana = await bench.agent("ana", workspace="shop")
    await bench.grant("engineer", "process", "read")
    assert "palimpsest grants set engineer process write --workspace shop" in await refused(ana)


async def test_the_grant_opens_the_domain(bench: Bench, ana: Agent):
    await bench.grant("engineer", "process", "read")
    await refused(ana)
    await bench.grant("engineer", "process", "write")
    assert await propose(ana) == "P1"


async def test_a_new_domain_is_open_for_every_role(bench: Bench, ana: Agent):
    await propose(ana)
    reviewer = await bench.agent("bob", role="reviewer")
    assert await propose(reviewer, "Review within a day.") == "P2"


async def test_a_domain_that_does_not_exist_yet_is_checked_against_what_its_creation_would_grant(bench: Bench):
    ana = await bench.agent("ana")
    await bench.grant("*", "process", "read")
    for more in ({}, {"repo": "acme/web"}):
        before = bench.dump()
        assert "'read'" in await refused(ana, **more)
        assert bench.dump() == before
    await bench.grant("*", "repo:acme-web/process", "write")
    assert await propose(ana, repo="acme/web") == "P1"


async def test_a_domain_without_any_grant_row_is_read_only(bench: Bench, ana: Agent):
    await propose(ana)
    await bench.store.write(lambda tx: tx.grants.delete("*", "process"))
    assert "'read'" in await refused(ana)


@pytest.mark.parametrize(
    ("grants", "allowed"),
    [
        ([("*", "process", "read"), ("engineer", "process", "write")], True),
        ([("*", "process", "write"), ("engineer", "process", "read")], False),
        ([("*", "process", "read"), ("*", "repo:acme-web/process", "write")], True),
        ([("*", "process", "write"), ("*", "repo:acme-web/process", "none")], False),
        ([("engineer", "process", "read"), ("*", "repo:acme-web/process", "write")], False),
        ([("reviewer", "repo:acme-web/process", "write"), ("*", "process", "read")], False),
    ],
)
async def test_an_exact_role_outranks_everyone_and_an_exact_scope_the_bare_name(
    bench: Bench, ana: Agent, grants: list[tuple[str, str, str]], allowed: bool
):
    for grant in grants:
        await bench.grant(*grant)
    result = await ana.result("propose_policy", domain="process", rule=RULE, repo="acme/web")
    assert result.is_error is not allowed


async def test_the_same_rule_is_never_there_twice(bench: Bench, ana: Agent):
    await propose(ana)
    answer = await ana.call("propose_policy", domain="process", rule="run the tests  before you push")
    assert answer["policy_id"] == "P1"
    assert "already there" in answer["note"]


async def test_a_policy_is_derived_from_facts_that_exist(bench: Bench, ana: Agent):
    await ana.propose("The pipeline fails on untested code.")
    assert await propose(ana, source_fact_ids=["F1", "F1"]) == "P1"
    policy = await bench.store.read(lambda tx: tx.policies.get(1))
    assert policy is not None
    assert policy.source_fact_ids == (1,)
    before = bench.dump()
    assert "no fact F9" in await refused(ana, domain="other", source_fact_ids=["F9"])
    assert "fact" in await refused(ana, source_fact_ids=["O1"])
    assert bench.dump() == before


async def test_a_policy_is_replaced_and_keeps_role_and_sources(both_eras: Bench):
    ana = await both_eras.agent("ana")
    await ana.propose("The pipeline fails on untested code.")
    await propose(ana, required_role="engineer", source_fact_ids=["F1"])
    answer = await ana.call("supersede_policy", policy_id="P1", rule="Run all tests.", reason="clearer")
    assert (answer["old_id"], answer["new_id"]) == ("P1", "P2")
    assert await ana.read("memory://policies") == "- P2 [process] Run all tests. (for engineer)"
    old, new = await both_eras.store.read(lambda tx: (tx.policies.get(1), tx.policies.get(2)))
    assert old is not None
    assert new is not None
    assert (old.status, old.superseded_by, old.reason) == ("superseded", 2, "clearer")
    assert (new.required_role, new.source_fact_ids) == ("engineer", (1,))


async def test_without_a_rule_it_is_deactivated(both_eras: Bench):
    ana = await both_eras.agent("ana")
    await propose(ana)
    answer = await ana.call("supersede_policy", policy_id="P1")
    assert (answer["old_id"], answer["new_id"]) == ("P1", None)
    assert await ana.preamble() == ""
    assert await ana.read("memory://policies") == "No policies yet."
    assert "inactive already" in await ana.refused("supersede_policy", policy_id="P1")


async def test_a_deactivated_rule_may_be_proposed_again(ana: Agent):
    await propose(ana)
    await ana.call("supersede_policy", policy_id="P1")
    assert await propose(ana) == "P2"


@pytest.mark.parametrize("more", [{}, {"rule": "Run all tests."}])
async def test_superseding_needs_write_like_proposing(bench: Bench, ana: Agent, more: dict[str, str]):
    await propose(ana)
    await bench.grant("engineer", "process", "read")
    before = bench.dump()
    assert "InsufficientMemoryPermission" in await ana.refused("supersede_policy", policy_id="P1", **more)
    assert bench.dump() == before
    assert RULE in await ana.preamble()


async def test_a_replacement_must_say_something_else(bench: Bench, ana: Agent):
    await propose(ana)
    before = bench.dump()
    assert "already says that" in await ana.refused("supersede_policy", policy_id="P1", rule=RULE.upper())
    assert "no policy P9" in await ana.refused("supersede_policy", policy_id="P9")
    assert bench.dump() == before


async def test_a_policy_that_is_flagged_or_awaits_approval_is_not_active(bench: Bench, ana: Agent):
    for number in range(2):
        await propose(ana, f"Rule {number} holds.")
    for number, status in ((1, "flagged"), (2, "pending")):
        bench.run("UPDATE policy SET status = ? WHERE id = ?", status, number)
    assert await ana.preamble() == ""
    assert await ana.read("memory://policies") == "No policies yet."


async def test_each_reply_says_by_how_much_a_launch_grows(ana: Agent):
    answer = await ana.call("propose_policy", domain="process", rule=RULE)
    size = len(await ana.preamble())
    assert f"{size} characters longer ({size} in all)" in answer["note"]
    answer = await ana.call("supersede_policy", policy_id="P1", rule=f"{RULE} Always.")
    assert f"8 characters longer ({size + 8} in all)" in answer["note"]
    answer = await ana.call("supersede_policy", policy_id="P2", rule=RULE)
    assert "note" not in answer
    assert "note" not in await ana.call("supersede_policy", policy_id="P3")
