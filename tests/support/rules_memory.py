"""A memory whose rules a person has to look after: policies in every state, and roles by domains in grants."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

from memory_bench import Bench, open_bench
from page_memory import HOSTILE
from person import Person

DOMAINS = ("architecture", "ci", "process", "roadmap", "security", "style")
ROLES = ("architect", "developer", "intern", "reviewer", "tester")


async def make_rules_memory(home: Path, workspace: str = "default", *, domains: int = 0, roles: int = 0) -> None:
    """The workspace's file in a home; with `domains` and `roles` so many more, each with a grant."""
    folder = home / "workspaces"
    folder.mkdir(parents=True, exist_ok=True)
    async with open_bench(home.parent / f"{home.name}-making") as bench:
        bench.now = datetime.now(UTC) - timedelta(days=40)
        await _policies(bench)
        await _grants(bench)
        await _more(bench, domains, roles)
        await bench.store.close()
        shutil.copyfile(bench.path, folder / f"{workspace}.db")
    shutil.rmtree(home.parent / f"{home.name}-making")


async def _policies(bench: Bench) -> None:
    """P1 to P4: reworded twice, P5 out of force, P6 awaits approval, P7 is flagged, P8 of a repository, P9 bites."""
    ana, ann = await bench.agent("ana"), Person(bench)
    await bench.setting("embedder", "none")
    await ana.propose("Two people looked at the change that broke the till.", topic="reviews", domain="process")
    rules = (
        ("process", "Review every change.", {"source_fact_ids": ["F1"]}),
        ("security", "Never write to production without a ticket.", {"required_role": "developer"}),
    )
    for domain, rule, more in rules:
        await ana.call("propose_policy", domain=domain, rule=rule, **more)
        bench.pass_time(days=5)
    await ann.call("memory_policy.update", policy_id="P1", rule="Review every change twice.", reason="an outage")
    await ann.call("memory_policy.update", policy_id="P3", rule="Have every change reviewed by two people.")
    for domain, rule in (
        ("style", "Indent by four spaces."),
        ("process", "Deploy on Tuesdays only."),
        ("security", "Rotate the keys of the gateway every month."),
    ):
        await ana.call("propose_policy", domain=domain, rule=rule)
    await ann.call("memory_policy.delete", policy_ids=["P5"], reason="the formatter does it")
    bench.run("UPDATE policy SET status = 'pending' WHERE id = 6")
    bench.run("UPDATE policy SET status = 'flagged' WHERE id = 7")
    await ana.call("propose_policy", domain="architecture", rule="Talk to the bank by its queue.", repo="acme/web")
    await ana.call("propose_policy", domain="process", rule=HOSTILE[0] + HOSTILE[3], required_role="<b>tester</b>")
    await ana.call("update_my_notes", notes="Working on the port move.")


async def _grants(bench: Bench) -> None:
    for domain in DOMAINS:
        await (await bench.agent("ana")).propose(f"Something of {domain}.", topic=domain, domain=domain)
    for role, domain, level in (
        ("intern", "security", "none"),
        ("intern", "process", "read"),
        ("developer", "security", "read"),
        ("reviewer", "process", "write"),
        ("*", "security", "read"),
        ("*", "architecture", "none"),
        ("tester", "quality", "write"),
    ):
        await bench.grant(role, domain, level)


async def _more(bench: Bench, domains: int, roles: int) -> None:
    for number in range(domains):
        await bench.grant(f"role-{number % roles}", f"domain-{number}", ("none", "read", "write")[number % 3])
