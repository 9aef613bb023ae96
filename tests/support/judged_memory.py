"""A memory that waits for a person's judgement: contradictions of every kind, and facts to review."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from memory_bench import Bench
from page_homes import home_of
from page_memory import HOSTILE
from person import Person

LONG = "The release train stops at every station, and nobody gets off before it does. " * 50
"""Close to the 4,000 characters that a fact may have."""

LONG_OLD = f"{LONG}It leaves at 8."
LONG_NEW = f"{LONG}It leaves at 9."

Fill = Callable[[Bench], Awaitable[None]]


def make_home(folder: Path, fill: Fill, *, days_ago: float = 90) -> Path:
    """A home whose workspace was filled as agents do it, so many days ago; made on a thread of its own."""

    async def make() -> None:
        async with home_of(folder, days_ago=days_ago) as bench:
            await bench.setting("embedder", "none")
            await fill(bench)

    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(make())).result()
    return folder / "home"


async def contradict(bench: Bench) -> None:
    """C1 to C3 open about one topic, C4 open and long, C5 and C6 settled by rules, C7 open and hostile."""
    ana, bob, cho = await bench.agent("ana"), await bench.agent("bob", "reviewer"), await bench.agent("cho")
    seen = await ana.observe("read it in the deployment manifest, line", 2, veracity="tool", source="manifest")
    await ana.propose("The API listens on port 8080.", topic="api port", veracity="stated", source_observation_ids=seen)
    bench.pass_time(days=4)
    await bob.propose("The API listens on port 9090.", topic="api port", veracity="stated")
    await cho.propose("The API listens on port 7070.", topic="api port", veracity="stated")
    bench.pass_time(days=1)
    await ana.propose(LONG_OLD, topic="release train", domain="process", veracity="stated")
    await bob.propose(LONG_NEW, topic="release train", domain="process", veracity="stated", on_conflict="ask")
    bench.pass_time(days=1)
    await ana.propose("Sessions last 30 minutes.", topic="session length", domain="security")
    await ana.propose("The cache is Redis 5.", topic="cache", domain="security", veracity="tool")
    bench.pass_time(days=2)
    await bob.propose("Sessions last 60 minutes.", topic="session length", domain="security", veracity="stated")
    await bob.propose("The cache is Redis 6.", topic="cache", domain="security", veracity="stated")
    bench.pass_time(days=1)
    topic = f"{HOSTILE[0]} {HOSTILE[3]}"
    await ana.propose(f"{HOSTILE[1]} is on port 1.", topic=topic, domain="hostile", veracity="stated")
    await bob.propose(
        f"{HOSTILE[1]} is on port 2.", topic=topic, domain="hostile", veracity="stated", on_conflict="ask"
    )


async def decide(bench: Bench) -> None:
    """Two decisions: memory changes the first, the second falls to its default."""
    ana = await bench.agent("ana")
    await ana.propose("Ada prefers tabs over spaces.", topic="indent", memory_type="preference", veracity="stated")
    options = [{"name": "tabs", "keywords": ["tabs"]}, {"name": "spaces", "keywords": ["spaces"]}]
    await ana.call("decide", question="How is the new module indented?", options=options, default="spaces")
    await ana.call(
        "decide", question="Where does it run?", options=[{"name": "here", "keywords": ["here"]}], default="here"
    )


async def fill_plain(bench: Bench, count: int = 40) -> None:
    """Facts about lamps; the first ten come from a tool, and are hardly sure."""
    ana = await bench.agent("ana")
    for number in range(count):
        veracity = "tool" if number < 10 else "stated"
        await ana.propose(
            f"Lamp {number} is on the {number}th floor.", topic=f"lamp {number}", domain="lamps", veracity=veracity
        )


async def judge(bench: Bench) -> None:
    """All of it, with a review that is done and one of which a part is marked."""
    await contradict(bench)
    await fill_plain(bench)
    await decide(bench)
    ann = Person(bench)
    first = await ann.call("memory_review.sample", seed=1)
    await ann.call("memory_review.mark", marks={one["id"]: "correct" for one in first["facts"]})
    bench.pass_time(days=60)
    sample = await ann.call("memory_review.sample", seed=2, is_new=True)
    await ann.call("memory_review.mark", marks={one["id"]: _mark(one) for one in sample["facts"][:26]})


def _mark(row: dict[str, Any]) -> str:
    if row["veracity"] == "tool":
        return "wrong"
    return "outdated" if row["topic"] == "cache" else "correct"
