"""A memory to look at: facts of several agents and ages, contradictions, policies, and texts that bite."""

from __future__ import annotations

import asyncio
import shutil
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

from memory_bench import Agent, Bench, open_bench
from person import Person

HOSTILE = (
    "<script>window.bitten = 1</script>",
    "<img src=x onerror='window.bitten = 1'>",
    "See [docs](javascript:window.bitten=1) or javascript:window.bitten=1",
    "The file is invoice\u202efdp.exe and the name is pay\u200bpal",
    "שלום עולם and مرحبا in one line",
    "}} {{ 7*7 }} {% raw %} ${window.bitten=1}",
    "L" + "o" * 498 + "g",
)
LONG = "A long fact about the release train. " + "It stops at every station, and nobody gets off before it does. " * 62


async def make_page_memory(home: Path, workspace: str = "default", *, facts: int = 0) -> None:
    """The workspace's file in a home; with `facts` so many more, plain ones."""
    folder = home / "workspaces"
    folder.mkdir(parents=True, exist_ok=True)
    async with open_bench(home.parent / f"{home.name}-making") as bench:
        bench.now = datetime.now(UTC) - timedelta(days=200)
        await _fill(bench)
        for number in range(facts):
            ana = await bench.agent("ana")
            text, topic = f"Service {number} listens on port {number}.", f"service {number}"
            await ana.propose(text, topic=topic, domain="services")
        await bench.store.close()
        shutil.copyfile(bench.path, folder / f"{workspace}.db")
    shutil.rmtree(home.parent / f"{home.name}-making")


def make_memory(home: Path, facts: int = 0) -> None:
    """The memory of `page_memory`, made on a thread of its own: this one may have Playwright's loop."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(make_page_memory(home, facts=facts))).result()


async def _fill(bench: Bench) -> None:
    ana, bob = await bench.agent("ana"), await bench.agent("bob")
    for number, (topic, text, more) in enumerate(_TEXTS):
        await (ana if number % 2 else bob).propose(text, topic=topic, **more)
        bench.pass_time(days=9)
    await _contradict(bench, ana, bob)
    for rule in ("Review every change before it is merged.", "Never write to production without a ticket."):
        await ana.call("propose_policy", domain="process", rule=rule)
    await ana.call("update_my_notes", notes="Working on the port move. Ask Bob about the cache.")
    await bench.setting("embedder", "none")
    for text in HOSTILE:
        await bob.propose(text, topic=text[:60], domain="hostile")
    await bob.propose(LONG, topic="release train", domain="process")


async def _contradict(bench: Bench, ana: Agent, bob: Agent) -> None:
    await ana.propose("The API listens on port 8080.", topic="api port", veracity="stated")
    bench.pass_time(days=20)
    await bob.propose("The API listens on port 9090.", topic="api port", veracity="stated", on_conflict="ask")
    await ana.propose("Sessions last 30 minutes.", topic="session length")
    bench.pass_time(days=3)
    await ana.propose("Sessions last 60 minutes.", topic="session length", veracity="stated")
    await bob.propose("The cache is Redis 6.", topic="cache", veracity="stated", on_conflict="supersede")
    await Person(bench).call("memory_source.set", source="api", revision="v1")


_TEXTS: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("deploys", "Deploys run on Tuesdays and Thursdays.", {"veracity": "stated", "memory_type": "knowledge"}),
    ("editor", "Ada prefers tabs over spaces.", {"memory_type": "preference", "domain": "style"}),
    ("cache", "The cache is Redis 5.", {"veracity": "tool"}),
    ("build", "The build takes eleven minutes on a cold cache.", {"memory_type": "observation", "domain": "ci"}),
    ("release", "Version 2.4 ships in March.", {"memory_type": "goal", "domain": "roadmap"}),
    ("database", "Orders live in PostgreSQL 16, sessions in Redis.", {"veracity": "stated"}),
    ("logins", "Logins go through the identity provider, never straight to the app.", {"memory_type": "decision"}),
    ("flaky test", "test_checkout fails about once in forty runs.", {"memory_type": "error", "domain": "ci"}),
)
