"""What a person does beside facts over JSON-RPC: policies, grants, settings, the register, reviews."""

from __future__ import annotations

from typing import Any

import pytest
from memory_bench import Agent, Bench
from person import Person


@pytest.fixture
def ann(bench: Bench) -> Person:
    return Person(bench)


async def policies(ann: Person, **params: Any) -> list[str]:
    return [one["id"] for one in (await ann.call("memory_policy.list", **params))["policies"]]


async def propose(agent: Agent, rule: str, **more: Any) -> None:
    await agent.call("propose_policy", domain="security", rule=rule, **more)


async def test_a_policy_is_reworded_and_the_old_wording_stays_readable(ana: Agent, ann: Person) -> None:
    await propose(ana, "Review every change.", required_role="developer")
    done = await ann.call("memory_policy.update", policy_id="P1", rule="Review every change twice.", reason="an outage")
    assert (done["old_id"], done["policy"]["id"], done["policy"]["required_role"]) == ("P1", "P2", "developer")
    assert (done["policy"]["agent"], done["policy"]["role"]) == ("ann", "person")
    (old,) = (await ann.call("memory_policy.list", status="superseded"))["policies"]
    assert (old["superseded_by"], old["reason"]) == ("P2", "an outage")
    assert "twice" in await ana.preamble()


async def test_whom_a_policy_is_for_changes_alone(ana: Agent, ann: Person) -> None:
    await propose(ana, "Review every change.")
    done = await ann.call("memory_policy.update", policy_id="P1", required_role="developer")
    assert (done["policy"]["id"], done["policy"]["required_role"]) == ("P2", "developer")
    done = await ann.call("memory_policy.update", policy_id="P2", for_everyone=True)
    assert (done["policy"]["rule"], done["policy"]["required_role"]) == ("Review every change.", None)
    assert await policies(ann, status="active") == ["P3"]


async def test_an_update_that_changes_nothing_or_repeats_another_policy_is_refused(ana: Agent, ann: Person) -> None:
    await propose(ana, "Review every change.", required_role="developer")
    await propose(ana, "Test first.")
    assert (await ann.refused("memory_policy.update", policy_id="P1"))[0] == -32602
    assert (await ann.refused("memory_policy.update", policy_id="P1", rule="review every change"))[0] == -32002
    both = {"required_role": "tester", "for_everyone": True}
    assert (await ann.refused("memory_policy.update", policy_id="P1", **both))[0] == -32602
    assert "P2" in (await ann.refused("memory_policy.update", policy_id="P1", rule="Test first."))[1]
    assert (await ann.refused("memory_policy.update", policy_id="P9", rule="x"))[0] == -32001
    assert await policies(ann, status="active") == ["P2", "P1"]


async def test_policies_go_out_of_force_together_and_come_back(ana: Agent, ann: Person) -> None:
    await propose(ana, "Review every change.")
    await propose(ana, "Test first.")
    done = await ann.call("memory_policy.delete", policy_ids=["P1", "P2"], reason="too strict")
    assert (done["deleted"], done["kept"]) == (["P1", "P2"], [])
    assert "Test first" not in await ana.preamble()
    again = await ann.call("memory_policy.delete", policy_ids=["P1"])
    assert (again["deleted"], again["kept"], again["batch_id"]) == (
        [],
        [{"id": "P1", "why": "it is inactive already"}],
        None,
    )
    restored = await ann.call("memory_policy.restore", policy_id="P2")
    assert restored["policy"]["status"] == "active"
    assert "Test first" in await ana.preamble()
    undone = await ann.call("memory_audit.undo", batch_id=done["batch_id"])
    assert (undone["restored"], undone["kept"]) == (["P1"], [{"id": "P2", "why": "it was changed since"}])


async def test_a_policy_is_not_restored_while_another_stands_in_its_place(ana: Agent, ann: Person) -> None:
    await propose(ana, "Review every change.")
    await ann.call("memory_policy.update", policy_id="P1", rule="Review every change twice.")
    await ann.call("memory_policy.update", policy_id="P2", rule="Review every change thrice.")
    assert "P3 stands" in (await ann.refused("memory_policy.restore", policy_id="P1"))[1]
    assert "in force" in (await ann.refused("memory_policy.restore", policy_id="P3"))[1]
    await ann.call("memory_policy.delete", policy_ids=["P3"])
    await ann.call("memory_policy.restore", policy_id="P1")
    assert await policies(ann, status="active") == ["P1"]


async def test_a_policy_that_is_said_again_by_now_is_not_restored_beside_it(ana: Agent, ann: Person) -> None:
    await propose(ana, "Review every change.")
    await ann.call("memory_policy.delete", policy_ids=["P1"])
    await propose(ana, "Review every change.")
    assert "P2 says the same" in (await ann.refused("memory_policy.restore", policy_id="P1"))[1]


async def test_policies_are_listed_page_by_page_and_narrowed(ana: Agent, ann: Person) -> None:
    for number in range(3):
        await propose(ana, f"Rule {number}.", required_role="lead" if number else None)
    await ana.call("propose_policy", domain="style", rule="Use tabs.", repo="acme/web")
    page = await ann.call("memory_policy.list", limit=3)
    rest = await ann.call("memory_policy.list", limit=3, cursor=page["next_cursor"])
    assert [one["id"] for one in [*page["policies"], *rest["policies"]]] == ["P4", "P3", "P2", "P1"]
    assert rest["next_cursor"] is None
    assert await policies(ann, domain="security") == ["P3", "P2", "P1"]
    assert await policies(ann, repo="acme/web") == ["P4"]
    assert await policies(ann, required_role="lead") == ["P3", "P2"]


async def test_grants_are_set_listed_and_taken_back(bench: Bench, ana: Agent, ann: Person) -> None:
    await ana.propose("Tokens live an hour.", domain="security")
    done = await ann.call("memory_access_grant.set", role="engineer", domain="security", level="none")
    assert done["grant"] == {"role": "engineer", "domain": "security", "level": "none"}
    assert await ana.found("tokens") == []
    grants = (await ann.call("memory_access_grant.list"))["grants"]
    assert grants == [
        {"role": "*", "domain": "security", "level": "write"},
        {"role": "engineer", "domain": "security", "level": "none"},
    ]
    await ann.call("memory_access_grant.delete", role="engineer", domain="security")
    assert await ana.found("tokens") == ["F1"]
    assert (await ann.refused("memory_access_grant.delete", role="engineer", domain="security"))[0] == -32001
    await ann.call("memory_audit.undo", batch_id=done["batch_id"])


async def test_settings_are_read_set_and_given_back(ann: Person) -> None:
    name = "forgetting.min_confidence"
    before = await ann.call("memory_settings.get", name=name)
    assert (before["value"], before["is_set"]) == (before["default"], False)
    done = await ann.call("memory_settings.set", name=name, value="0.4")
    assert done["value"] == 0.4
    listed = {one["name"]: one for one in (await ann.call("memory_settings.list"))["settings"]}
    assert (listed[name]["value"], listed[name]["is_set"]) == (0.4, True)
    assert (await ann.call("memory_settings.unset", name=name))["value"] == before["default"]
    assert (await ann.call("memory_settings.unset", name=name))["batch_id"] is None
    assert (await ann.refused("memory_settings.set", name=name, value="much"))[0] == -32602
    assert (await ann.refused("memory_settings.get", name="nothing"))[0] == -32602


async def test_the_register_is_changed_one_by_one_and_many_at_once(ann: Person) -> None:
    await ann.call("memory_source.set", source="payments-api", revision="v1")
    done = await ann.call("memory_source.import", versions={"payments-api": "v2", "orders-api": "v1"})
    assert (done["added"], done["changed"], done["deleted"]) == (1, 1, 0)
    done = await ann.call("memory_source.import", versions={"orders-api": "v1"}, replace=True)
    assert (done["added"], done["changed"], done["deleted"]) == (0, 0, 1)
    found = (await ann.call("memory_source.list"))["sources"]
    assert [(one["source"], one["repo"], one["revision"]) for one in found] == [("orders-api", None, "v1")]
    await ann.call("memory_audit.undo", batch_id=done["batch_id"])
    assert len((await ann.call("memory_source.list"))["sources"]) == 2
    await ann.call("memory_source.delete", source="payments-api")
    assert (await ann.refused("memory_source.delete", source="payments-api"))[0] == -32001
    assert (await ann.refused("memory_source.import", versions={"a": 1}))[0] == -32602


async def test_without_a_working_tree_there_is_nothing_to_refresh(ann: Person) -> None:
    code, message = await ann.refused("memory_source.refresh")
    assert (code, "--repo-root" in message) == (-32602, True)


async def test_what_a_rule_settled_is_confirmed_or_overturned(bench: Bench, ana: Agent, ann: Person) -> None:
    await ana.propose("The port is 1.", topic="port")
    await ana.propose("The port is 2.", topic="port", veracity="stated")
    page = await ann.call("memory_review.resolutions", is_found=False)
    assert [(one["id"], one["may_overturn"]) for one in page["resolutions"]] == [("C1", True)]
    assert (await ann.call("memory_review.confirm", conflict_id="C1"))["resolution"]["finding"] == "confirmed"
    assert (await ann.call("memory_review.resolutions", is_found=False))["resolutions"] == []
    done = await ann.call("memory_review.overturn", conflict_id="C1")
    assert done["resolution"]["finding"] == "overturned"
    assert await bench.active() == ["F1"]
    await ann.call("memory_audit.undo", batch_id=done["batch_id"])
    assert await bench.active() == ["F2"]
    assert (await ann.refused("memory_review.confirm", conflict_id="C9"))[0] == -32001


async def test_a_review_is_sampled_marked_reported_and_acted_on(bench: Bench, ana: Agent, ann: Person) -> None:
    assert (await ann.call("memory_review.report"))["review"] is None
    assert (await ann.refused("memory_review.sample"))[0] == -32002
    for number in range(12):
        await ana.propose(f"Shelf {number} holds paint.", topic=f"shelf {number}")
    sample = await ann.call("memory_review.sample", seed=7, size=10)
    assert (sample["unmarked"], len(sample["facts"])) == (10, 10)
    assert (await ann.call("memory_review.sample"))["review"]["seed"] == 7
    names = [fact["id"] for fact in sample["facts"]]
    marked = await ann.call("memory_review.mark", marks=dict.fromkeys(names[:6], "wrong") | {names[6]: "correct"})
    assert marked["unmarked"] == 3
    report = await ann.call("memory_review.report")
    assert report["precision"]["verdict"] == "harmful"
    assert len(report["bad_facts"]) == 6
    await ann.call("memory_review.apply")
    retired = await ann.call("memory_review.retire")
    assert retired["retired"] == names[:6]
    assert len(await bench.active()) == 6
    undone = await ann.call("memory_audit.undo", batch_id=retired["batch_id"])
    assert len(undone["restored"]) == 6
    assert (await ann.refused("memory_review.mark", marks={"F99": "wrong"}))[0] == -32001
    assert (await ann.refused("memory_review.mark", marks={}))[0] == -32602
    assert (await ann.refused("memory_review.sample", seed=-1))[0] == -32602


async def test_decisions_are_listed_page_by_page(ana: Agent, ann: Person) -> None:
    for number in range(3):
        options = [{"name": "a", "keywords": ["a"]}, {"name": "b", "keywords": ["b"]}]
        await ana.call("decide", question=f"Which {number}?", options=options, default="a")
    page = await ann.call("memory_review.decisions", limit=2)
    rest = await ann.call("memory_review.decisions", limit=2, cursor=page["next_cursor"])
    told = [*page["decisions"], *rest["decisions"]]
    assert [one["question"] for one in told] == ["Which 2?", "Which 1?", "Which 0?"]
    assert (await ann.call("memory_review.decisions", changed_only=True))["decisions"] == []


async def test_conflicts_are_listed_with_both_sides(ana: Agent, bob: Agent, ann: Person) -> None:
    await ana.propose("The port is 1.", topic="port", veracity="stated")
    await bob.propose("The port is 2.", topic="port", veracity="stated", on_conflict="ask")
    (conflict,) = (await ann.call("memory_conflict.list", status="open"))["conflicts"]
    assert (conflict["old"]["content"], conflict["new"]["content"]) == ("The port is 1.", "The port is 2.")
    done = await ann.call("memory_conflict.resolve", conflict_id="C1", keep="both", reason="two hosts")
    assert (done["winner"], done["rule"]) == ("both", "user")
    assert (await ann.refused("memory_conflict.resolve", conflict_id="C1", keep="new"))[0] == -32002
    await ann.call("memory_audit.undo", batch_id=done["batch_id"])
    assert len((await ann.call("memory_conflict.list", status="open"))["conflicts"]) == 1
