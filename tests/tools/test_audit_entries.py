"""Every writing tool leaves audit entries in the transaction of its write: who, what, before and after."""

from copy import deepcopy
from typing import Any

import pytest
from memory_bench import Agent, Bench
from palimpsest.store.model import AuditEntry
from palimpsest.tools.toolbox import declarations

OLD, NEW = "The API uses Postgres 14.", "The API uses Postgres 15."

WRITES: dict[str, dict[str, Any]] = {
    "propose_fact": {"domain": "storage", "topic": "engine", "content": "The engine is new."},
    "supersede_fact": {"fact_id": "F1", "content": "The API uses MySQL."},
    "propose_policy": {"domain": "review", "rule": "Review twice.", "source_fact_ids": ["F1"]},
    "supersede_policy": {"policy_id": "P1", "rule": "Run all tests.", "reason": "clearer"},
    "record_observation": {"content": "Saw it.", "source": "a.py", "revision": "r1", "task_id": "t1"},
    "remember": {"content": "It rained.", "domain": "weather", "topic": "rain"},
    "update_my_notes": {"notes": "On it."},
    "consolidate_memory": {
        "candidates": [{"text": "It rains.", "domain": "weather", "topic": "rain", "sources": ["O1", "O2"]}]
    },
    "harmonize_memory": {},
    "resolve_memory_conflict": {"conflict_id": "C1", "keep": "new", "reason": "wrong"},
    "decide": {"question": "How?", "options": [{"name": "tabs", "keywords": ["tab"]}], "default": "tabs"},
}
READS: dict[str, dict[str, Any]] = {
    "search_memory": {"query": "Postgres"},
    "list_memory_conflicts": {},
    "select_memory": {},
    "refresh_memory": {},
    "get_preamble": {"task": "Upgrade Postgres for the API"},
}


async def prepare(bench: Bench) -> Agent:
    """Something for every tool to change."""
    ana, bob = await bench.agent("ana"), await bench.agent("bob", role="reviewer", session="s9")
    await ana.observe(count=2)
    await ana.propose(OLD)
    await bob.propose(NEW)
    await ana.call("propose_policy", domain="process", rule="Run the tests.")
    await ana.propose("Carla looks after it.", topic="a")
    await bob.propose("Carla is looking after it.", topic="b")
    bench.run("UPDATE fact SET topic = 'care', topic_key = 'care' WHERE id > 2")
    return ana


def logged(bench: Bench, since: int) -> list[tuple[Any, ...]]:
    return [row for row in bench.dump()["audit"] if row[0] > since]


async def entry(bench: Bench, subject: str, action: str) -> AuditEntry:
    (found,) = [one for one in await bench.audit(subject) if one.action == action]
    return found


async def test_tools_that_read_and_tools_that_write_are_all_here(ana: Agent):
    declared = {one.name: one.traits.reads_only for one in declarations(ana.desk)}
    assert declared == dict.fromkeys(WRITES, False) | dict.fromkeys(READS, True)


@pytest.mark.parametrize("tool", READS)
async def test_a_tool_that_only_reads_writes_nothing(bench: Bench, tool: str):
    ana = await prepare(bench)
    before = bench.dump()
    await ana.call(tool, **READS[tool])
    assert bench.dump() == before


@pytest.mark.parametrize("tool", WRITES)
async def test_a_write_is_logged_under_the_caller_s_name_and_moment(both_eras: Bench, tool: str):
    ana = await prepare(both_eras)
    since = len(both_eras.dump()["audit"])
    both_eras.pass_time(minutes=7)
    await ana.call(tool, **WRITES[tool])
    entries = logged(both_eras, since)
    assert entries
    assert {row[1:5] for row in entries} == {("2027-03-01T09:07:00.000000Z", "ana", "engineer", "s1")}
    assert all(row[7] is not None or row[8] is not None for row in entries)


@pytest.mark.parametrize("tool", WRITES)
async def test_a_write_whose_audit_entry_fails_is_not_made(bench: Bench, tool: str):
    ana = await prepare(bench)
    bench.run("CREATE TRIGGER torn BEFORE INSERT ON audit BEGIN SELECT raise(ABORT, 'torn'); END")
    before = bench.dump()
    await ana.refused(tool, **WRITES[tool])
    assert bench.dump() == before


@pytest.mark.parametrize("tool", WRITES)
async def test_a_refused_write_leaves_no_entry(bench: Bench, tool: str):
    ana = await prepare(bench)
    before = bench.dump()
    await ana.refused(tool, **deepcopy(WRITES[tool]) | {"nonsense": 1})
    assert bench.dump() == before


async def test_a_new_fact_logs_its_domain_and_itself(bench: Bench, ana: Agent):
    await ana.propose(OLD, repo="acme/web")
    made = await entry(bench, "domain:repo:acme-web/architecture", "create")
    assert (made.before, made.after) == (None, {"every_role": "write"})
    made = await entry(bench, "F1", "create")
    assert made.before is None
    assert made.after is not None
    assert (made.after["content"], made.after["domain"], made.after["confidence"]) == (
        OLD,
        "repo:acme-web/architecture",
        0.7,
    )


async def test_a_mention_logs_how_the_fact_stood_and_stands(bench: Bench, ana: Agent, bob: Agent):
    await ana.propose(OLD)
    await bob.propose(OLD)
    mentioned = await entry(bench, "F1", "mention")
    assert mentioned.before is not None
    assert mentioned.after is not None
    assert (mentioned.before["confidence"], mentioned.after["confidence"]) == (0.7, 0.875)
    assert (mentioned.before["mentions"], mentioned.after["mentions"], mentioned.agent) == (0, 1, "bob")


async def test_a_contradiction_logs_the_loser_and_the_conflict(bench: Bench, ana: Agent):
    await ana.propose(OLD)
    await ana.propose(NEW)
    lost = await entry(bench, "F1", "supersede")
    assert lost.before is not None
    assert lost.after is not None
    assert (lost.before["superseded_by"], lost.after["superseded_by"], lost.after["reason"]) == (None, "F2", "outdated")
    opened = await entry(bench, "C1", "create")
    assert opened.after is not None
    assert (opened.after["status"], opened.after["keep"], opened.after["rule"]) == (
        "resolved",
        "new",
        "self_correction",
    )


async def test_a_settled_and_a_moot_conflict_are_logged_alike(bench: Bench, ana: Agent, bob: Agent):
    for topic in ("a", "b"):
        await ana.propose(OLD, topic=topic)
        await bob.propose(NEW, topic=topic)
    await ana.call("resolve_memory_conflict", conflict_id="C1", keep="old", reason="as my user said")
    await ana.call("supersede_fact", fact_id="F4")
    settled, moot = await entry(bench, "C1", "resolve"), await entry(bench, "C2", "resolve")
    assert settled.before == moot.before == {"status": "open", "keep": None, "rule": "undecided"}
    assert settled.after == {"status": "resolved", "keep": "old", "rule": "user", "reason": "as my user said"}
    assert moot.after == {"status": "resolved", "keep": "old", "rule": "moot", "reason": None}


async def test_a_retraction_a_policy_s_end_and_notes_log_before_and_after(bench: Bench):
    ana = await prepare(bench)
    await ana.call("supersede_fact", fact_id="F3", reason="wrong")
    await ana.call("supersede_policy", policy_id="P1", reason="unloved")
    await ana.call("update_my_notes", notes="One.")
    await ana.call("update_my_notes", notes="Two.")
    retired = (await entry(bench, "F3", "retire")).after
    assert retired is not None
    assert (retired["retired"], retired["reason"]) == ("deleted", "wrong")
    ended = await entry(bench, "P1", "end")
    assert ended.before == {"rule": "Run the tests.", "status": "active"}
    assert ended.after == {"rule": "Run the tests.", "status": "inactive", "superseded_by": None, "reason": "unloved"}
    written = await bench.audit("notes:ana")
    assert [(one.before, one.after) for one in written] == [
        ({"version": 0, "text": ""}, {"version": 1, "text": "One."}),
        ({"version": 1, "text": "One."}, {"version": 2, "text": "Two."}),
    ]


async def test_a_consolidation_logs_all_of_it_under_one_batch(bench: Bench):
    ana = await prepare(bench)
    await ana.call("remember", content="It rained.", veracity="stated")
    await ana.call("remember", content="Gone.", ttl_hours=0.5)
    bench.pass_time(hours=1)
    since = len(bench.dump()["audit"])
    sources = ["O1", "O2", "H1"]
    candidate = {"text": "Carla saw rain on Postgres.", "domain": "weather", "topic": "rain", "sources": sources}
    await ana.call("consolidate_memory", candidates=[candidate | {"supports": ["F2"], "weakens": ["F3"]}])
    entries = logged(bench, since)
    done = {(row[5], row[6]) for row in entries}
    assert done >= {
        ("drop", "H2"),
        ("create", "O3"),
        ("create", "F5"),
        ("promote", "H1"),
        ("consolidate", "O1"),
        ("consolidate", "O2"),
        ("supported", "F2"),
        ("weakened", "F3"),
    }
    assert len({row[9] for row in entries}) == 1


async def test_a_harmonisation_logs_all_of_it_under_one_batch(bench: Bench):
    ana = await prepare(bench)
    since = len(bench.dump()["audit"])
    await ana.call("harmonize_memory")
    entries = logged(bench, since)
    assert {(row[5], row[6]) for row in entries} == {("merge", "F3"), ("supersede", "F4")}
    assert len({row[9] for row in entries}) == 1


async def test_what_a_person_sets_is_logged_too(bench: Bench):
    await bench.grant("intern", "vault", "none")
    await bench.grant("intern", "vault", "read")
    await bench.setting("secrets", "warn")
    await bench.version("a.py", "r1")
    granted = await bench.audit("grant:intern:vault")
    assert [(one.before, one.after) for one in granted] == [
        (None, {"level": "none"}),
        ({"level": "none"}, {"level": "read"}),
    ]
    (set_once,) = await bench.audit("setting:secrets")
    assert (set_once.before, set_once.after, set_once.agent) == ({"value": "refuse"}, {"value": "warn"}, "person")
    assert len(await bench.audit("version:a.py")) == 1
