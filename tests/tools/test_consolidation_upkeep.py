"""What consolidation does to facts that are there: duplicates merge, what faded retires, domains keep to their cap."""

from __future__ import annotations

from typing import Any

import pytest
from memory_bench import Agent, Answer, Bench

PORT, ALIKE = "The API uses Postgres 14.", "The API is using Postgres 14."
NAMES = ("mail", "chat", "search", "login", "billing", "photo")


async def tidy(agent: Agent, **more: Any) -> Answer:
    return await agent.call("consolidate_memory", **more)


async def consolidated(agent: Agent, *names: str, domain: str = "infra") -> None:
    """A fact of each name, by consolidation."""
    for name in names:
        text = f"The {name} service runs on Debian."
        seen = [(await agent.call("record_observation", content=text))["observation_id"] for _ in range(2)]
        given = {"text": text, "domain": domain, "topic": f"{name} host", "sources": seen}
        await agent.call("consolidate_memory", candidates=[given])


async def apart(bench: Bench, *texts: str) -> None:
    """A fact of each text under one topic, each of another agent and with an observation of its own."""
    for number, text in enumerate(texts):
        agent = await bench.agent(f"agent{number}")
        seen = await agent.observe(text)
        await agent.propose(text, topic=f"apart {number}", source_observation_ids=seen)
    bench.run("UPDATE fact SET topic = 'database', topic_key = 'database'")


async def test_the_strongest_of_a_domain_stay_and_the_cut_are_named(bench: Bench, ana: Agent):
    await consolidated(ana, *NAMES)
    bench.run("UPDATE fact SET confidence = 0.9 WHERE id IN (2, 5)")
    await bench.setting("consolidation.domain_cap", 3)
    answer = await tidy(ana)
    assert answer["retired"] == ["F6", "F4", "F3"]
    assert "Cut to keep a domain within consolidation.domain_cap, the weakest first: F6, F4, F3." in answer["note"]
    assert await bench.active() == ["F1", "F2", "F5"]
    assert (await bench.fact("F6")).retired_reason == "forgotten"
    assert (await tidy(ana))["batch_id"] is None


async def test_a_fact_that_was_proposed_is_never_cut_nor_counted(bench: Bench, ana: Agent):
    await bench.setting("consolidation.domain_cap", 1)
    for number in range(4):
        await ana.propose(f"Thing {number} holds.", topic=f"topic {number}", domain="infra", veracity="tool")
    await consolidated(ana, "mail")
    assert len(await bench.active()) == 5


async def test_a_permanent_fact_is_never_cut(bench: Bench, ana: Agent):
    await consolidated(ana, *NAMES[:3])
    bench.run("UPDATE fact SET validity = 'permanent', confidence = 0.1 WHERE id = 1")
    await bench.setting("consolidation.domain_cap", 1)
    await tidy(ana)
    assert await bench.active() == ["F1", "F2"]


async def test_each_domain_and_repository_has_its_own_cap(bench: Bench, ana: Agent):
    await bench.setting("consolidation.domain_cap", 1)
    for domain in ("infra", "web", "repo:acme/web/infra"):
        await consolidated(ana, "mail", domain=domain)
    assert len(await bench.active()) == 3


async def test_many_that_are_cut_are_counted(bench: Bench, ana: Agent):
    await consolidated(ana, *(f"service {number}" for number in range(24)))
    await bench.setting("consolidation.domain_cap", 1)
    answer = await tidy(ana)
    assert len(answer["retired"]) == 23
    assert "and 3 more" in answer["note"]


async def test_duplicates_merge_into_the_stronger_with_everything_united(bench: Bench, ana: Agent):
    await apart(bench, PORT, ALIKE)
    bench.run("UPDATE fact SET confidence = 0.8 WHERE id = 2")
    answer = await tidy(ana)
    assert (answer["merged"], await bench.active()) == (["F2"], ["F2"])
    kept, lost = await bench.fact("F2"), await bench.fact("F1")
    assert (kept.source_ids, kept.mention_count, kept.confidence) == ((1, 2), 1, pytest.approx(0.975))
    assert (lost.superseded_by, lost.content, lost.source_ids) == (2, PORT, (1,))
    voices = await bench.store.read(lambda tx: tx.facts.supporters([2]))
    assert voices[2] == ("agent0", "agent1")


async def test_three_of_one_saying_become_one(bench: Bench, ana: Agent):
    await apart(bench, PORT, ALIKE, PORT)
    await tidy(ana)
    (kept,) = await bench.active()
    assert set((await bench.fact(kept)).source_ids) == {1, 2, 3}
    assert (await tidy(ana))["batch_id"] is None


@pytest.mark.parametrize(
    ("validity", "until", "veracity", "kept"),
    [
        ("permanent", None, "tool", "permanent"),
        ("until", "2028-01-01T00:00:00.000000Z", "inferred", "until"),
        ("until", "2028-01-01T00:00:00.000000Z", "tool", "open"),
    ],
)
async def test_what_only_the_weaker_says_of_how_long_it_holds_is_kept(
    bench: Bench, ana: Agent, validity: str, until: str | None, veracity: str, kept: str
):
    await apart(bench, PORT, ALIKE)
    bench.run("UPDATE fact SET confidence = 0.9 WHERE id = 1")
    bench.run("UPDATE fact SET validity = ?, valid_until = ?, veracity = ? WHERE id = 2", validity, until, veracity)
    await tidy(ana)
    assert await bench.active() == ["F1"]
    assert (await bench.fact("F1")).validity == kept
    bench.pass_time(days=2000)
    await tidy(ana)
    assert await bench.active() == (["F1"] if kept == "permanent" else [])


async def test_what_somebody_keeps_apart_stays_apart(bench: Bench, ana: Agent):
    await ana.propose(PORT)
    await ana.propose(ALIKE, on_conflict="coexist")
    await tidy(ana)
    assert await bench.active() == ["F1", "F2"]


async def test_the_whole_batch_is_undone_at_once(bench: Bench, ana: Agent):
    from palimpsest.tools.undoing import undo

    await apart(bench, PORT, ALIKE)
    await ana.propose("Call Carla back.", topic="calls", memory_type="request")
    bench.pass_time(days=9)
    facts = ("F1", "F2", "F3")
    before = [await bench.fact(name) for name in facts]
    await ana.observe("The mail service runs on Debian, said", count=1, veracity="stated")
    number = int((await tidy(ana))["batch_id"][1:])
    assert len(await bench.active()) == 2
    await bench.store.write(lambda tx: undo(tx, ana.desk.caller, number))
    assert [await bench.fact(name) for name in facts] == before
    assert [one["id"] for one in (await tidy(ana, dry_run=True))["pending"]] == []


async def test_what_is_only_outdated_stays_pending_until_its_source_comes_back(bench: Bench, ana: Agent):
    await bench.version("src/login.py", "r1")
    await ana.observe("Login hashes with bcrypt", count=1, source="src/login.py", revision="r1")
    await bench.version("src/login.py", "r2")
    answer = await ana.call("consolidate_memory")
    assert (answer["pending"], answer["batch_id"]) == ([], None)
    await bench.version("src/login.py", "r1")
    assert [one["id"] for one in (await ana.call("consolidate_memory"))["pending"]] == ["O1"]


async def test_the_reply_names_what_had_to_make_room_and_why(bench: Bench, ana: Agent, bob: Agent):
    await bob.propose("The mill listens on port 4001.", topic="mill", domain="general")
    bench.pass_time(hours=1)
    for text in ("The mill listens on port 4002.", "The mill is listening on port 4002."):
        await ana.call("record_observation", content=text)
    answer = await ana.call("consolidate_memory")
    assert "Superseded: F1 by F2 (fresher: 4001 -> 4002)." in answer["note"]


async def test_what_contradicts_itself_is_told(bench: Bench, ana: Agent):
    await ana.propose("Deploys need two approvals.", domain="process", topic="deploys")
    seen = await ana.observe("Deploys need two approvals", count=2)
    draft = {"text": "Deploys need two approvals.", "domain": "process", "topic": "deploys", "sources": seen}
    answer = await ana.call("consolidate_memory", candidates=[draft | {"contradicts": ["F1"]}])
    assert "which it is to contradict" in answer["waiting"][0]["why"]
