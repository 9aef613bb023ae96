"""What the history of a fact and of a policy tells: of every change who made it, when and why."""

from __future__ import annotations

import re

from memory_bench import Agent, Bench
from palimpsest.tools.fact_history import fact_history
from palimpsest.tools.policy_history import policy_history

OLD, NEW = "The API uses Postgres 14.", "The API uses Postgres 15."
EVIDENCE = "14 -> 15"


async def told(bench: Bench, number: int) -> list[str]:
    """The lines that a person reads."""
    text = await bench.store.read(lambda tx: fact_history(tx, number))
    return [re.sub(r", in B\d+$", "", line.strip()) for line in text.split("\n")]


async def test_every_change_names_who_made_it_and_when(bench: Bench, ana: Agent) -> None:
    rob = await bench.agent("rob", role="reviewer")
    await ana.propose(OLD, valid_until="2027-12-31")
    bench.pass_time(hours=1)
    await rob.propose(OLD)
    bench.pass_time(hours=1)
    await rob.call("supersede_fact", fact_id="F1", content="It moved to MySQL.", reason="wrong")
    assert (await told(bench, 1))[3:6] == [
        "2027-03-01T09:00:00Z  ana (engineer): created, inferred, confidence 0.70, valid until 2028-01-01T00:00:00Z",
        "2027-03-01T10:00:00Z  rob (reviewer): mentioned, inferred, confidence 0.87, valid until 2028-01-01T00:00:00Z",
        "2027-03-01T11:00:00Z  rob (reviewer): superseded by F2 (wrong)",
    ]


async def test_a_retracted_fact_says_whether_it_was_wrong_or_outdated(bench: Bench, ana: Agent) -> None:
    for number, reason in ((1, "wrong"), (2, "outdated")):
        await ana.propose(OLD if reason == "wrong" else NEW, topic=reason)
        await ana.call("supersede_fact", fact_id=f"F{number}", reason=reason)
        assert (await told(bench, number))[-1].endswith(f"ana (engineer): retired: deleted ({reason})")


async def test_a_superseded_fact_says_by_which_conflict_and_rule(bench: Bench, ana: Agent, bob: Agent) -> None:
    await ana.propose(OLD)
    await bob.propose(NEW, veracity="stated")
    lost = f"bob (engineer): superseded by F2 (outdated; C1, rule stated, {EVIDENCE})"
    for number in (1, 2):
        lines = await told(bench, number)
        assert [line for line in lines if "C1" in line] == [f"2027-03-01T09:00:00Z  {lost}"]


async def test_what_the_user_decided_is_told_with_the_reason(bench: Bench, ana: Agent, bob: Agent) -> None:
    await ana.propose(OLD)
    await bob.propose(NEW)
    assert "F1 (this one) [architecture/database] active, contested (C1)" in await told(bench, 1)
    assert f"2027-03-01T09:00:00Z  C1 against F2, rule undecided, {EVIDENCE}: open" in await told(bench, 1)
    await bob.call("resolve_memory_conflict", conflict_id="C1", keep="old", reason="wrong, says Carla")
    lost = f"bob (engineer): superseded by F1 (wrong; C1, rule user, {EVIDENCE}; reason: wrong, says Carla)"
    assert (await told(bench, 2))[-1] == f"2027-03-01T09:00:00Z  {lost}"


async def test_a_conflict_that_superseded_nothing_is_told_too(bench: Bench, ana: Agent, bob: Agent) -> None:
    await ana.propose(OLD)
    await bob.propose(NEW)
    await bob.call("resolve_memory_conflict", conflict_id="C1", keep="both", reason="two clusters")
    line = f"2027-03-01T09:00:00Z  bob: C1 against F2, rule user, {EVIDENCE}: both kept; reason: two clusters"
    assert line in await told(bench, 1)
    await bob.propose("The API uses Postgres 16.", on_conflict="ask")
    await bob.call("supersede_fact", fact_id="F3")
    ending = "against F3, rule moot, 14 -> 16: one side went out of use"
    assert any(line.endswith(ending) for line in await told(bench, 1))


async def test_consolidation_is_told_by_its_batch(bench: Bench, ana: Agent) -> None:
    seen = await ana.observe(count=2)
    candidate = {"text": "It rains.", "domain": "weather", "topic": "rain", "sources": seen}
    await ana.call("consolidate_memory", candidates=[candidate])
    text = await bench.store.read(lambda tx: fact_history(tx, 1))
    assert text.endswith("ana (engineer): created, inferred, confidence 0.50, in B3")


async def test_upkeep_names_its_agent_as_well(bench: Bench, ana: Agent, bob: Agent) -> None:
    await ana.propose(OLD)
    await bob.propose("The API is using Postgres 14.", on_conflict="coexist")
    await ana.propose("It rains.", topic="rain")
    await ana.propose("It snows.", topic="snow")
    bench.run("UPDATE conflict SET winner = 'new'")
    seen = await bob.observe(count=2)
    candidate = {"text": "The sky rains and snows.", "domain": "weather", "topic": "sky", "sources": seen}
    await bob.call("consolidate_memory", candidates=[candidate | {"supports": ["F3"], "weakens": ["F4"]}])
    await bob.call("harmonize_memory")
    changes = {
        number: [line.partition("  ")[2] for line in await told(bench, number) if line.startswith("2027")][1:]
        for number in (1, 3, 4)
    }
    assert changes[3] == ["bob (engineer): supported, inferred, confidence 0.88"]
    assert changes[4] == ["bob (engineer): weakened, inferred, confidence 0.53"]
    assert "bob (engineer): merged, inferred, confidence 0.88" in changes[1]
    assert "bob (engineer): superseded by F1 (outdated)" in changes[1]


async def test_changes_of_one_moment_keep_their_own_authors(bench: Bench, ana: Agent, bob: Agent) -> None:
    await ana.propose(OLD)
    for session in ("s2", "s3"):
        again = await bench.agent("bob", role=session, session=session)
        await again.propose(OLD)
    assert [line.split("  ")[1].split(":")[0] for line in (await told(bench, 1))[3:]] == [
        "ana (engineer)",
        "bob (s2)",
        "bob (s3)",
    ]


async def test_a_conflict_with_a_hidden_side_does_not_show(bench: Bench, ana: Agent) -> None:
    await ana.propose(OLD, veracity="stated")
    await ana.propose("The vault stays open.", domain="vault", topic="doors")
    await bench.grant("intern", "vault", "none")
    intern = await bench.agent("ida", role="intern")
    seen = await ana.observe("the vault", veracity="stated")
    candidate = {"text": "The API uses MySQL.", "domain": "vault", "topic": "x", "sources": seen}
    await ana.call("consolidate_memory", candidates=[candidate | {"contradicts": ["F1"]}])
    bench.run("UPDATE conflict SET evidence = 'MySQL'")
    hidden = ("MySQL", "F3", "C1")
    assert [one for one in hidden if one in await intern.read("memory://fact/F1")] == []
    assert [one for one in hidden if one in await ana.read("memory://fact/F1")] == list(hidden)
    assert "C1" in "\n".join(await told(bench, 1))
    await ana.call("resolve_memory_conflict", conflict_id="C1", keep="new", reason="MySQL it is")
    text = await intern.read("memory://fact/F1")
    assert [one for one in hidden if one in text] == []
    assert re.search(r"ana \(engineer\): superseded \(outdated\), in B\d+$", text)


async def test_a_policy_s_history_names_who_ended_it_and_why(bench: Bench, ana: Agent) -> None:
    rob = await bench.agent("rob", role="reviewer")
    await ana.propose(OLD)
    first = {"rule": "Run the tests.", "required_role": "engineer", "source_fact_ids": ["F1"]}
    await ana.call("propose_policy", domain="process", **first)
    bench.pass_time(hours=1)
    await rob.call("supersede_policy", policy_id="P1", rule="Run all tests.", reason="some were\nleft out")
    await ana.call("supersede_policy", policy_id="P2", reason="CI does")
    text = await bench.store.read(lambda tx: policy_history(tx, 2))
    assert text.split("\n") == [
        "P1 [process] superseded, for engineer",
        "> Run the tests.",
        "  2027-03-01T09:00:00Z  ana (engineer): created, from F1",
        "  2027-03-01T10:00:00Z  rob (reviewer): superseded by P2: some were left out",
        "",
        "P2 (this one) [process] inactive, for engineer",
        "> Run all tests.",
        "  2027-03-01T10:00:00Z  rob (reviewer): created, from F1",
        "  2027-03-01T10:00:00Z  ana (engineer): inactive: CI does",
    ]
