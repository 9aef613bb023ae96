"""A workspace that has something for every JSON-RPC method to do: the calls of `rpc_examples` all work on it."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

from memory_bench import Bench, open_bench
from palimpsest.store.model import Caller
from person import Person

AGE = timedelta(days=91)
DOMAIN = "architecture"
MARKS = ("port is", "Tokens live", "Lamp ", "Review every", "Test first", DOMAIN)
"""What an answer holds that shows anything of its domain."""

NOTES = "Mine alone."


async def make_full_memory(folder: Path) -> Path:
    """The file of a workspace that was written to in a single domain, by 'ana' and 'bob', three months ago."""
    async with open_bench(folder) as bench:
        bench.now = datetime.now(UTC) - AGE
        await _fill(bench)
        await bench.store.close()
        copy = folder / "full.db"
        shutil.copyfile(bench.path, copy)
    return copy


async def _fill(bench: Bench) -> None:
    ana, bob = await bench.agent("ana"), await bench.agent("bob")
    await ana.propose("The port is 1.", topic="port", veracity="stated")
    await bob.propose("The port is 2.", topic="port", veracity="stated", on_conflict="ask")
    await ana.propose("Tokens live an hour.", topic="tokens")
    await ana.propose("The build is slow.", topic="build")
    await ana.propose("Tokens live a day.", topic="tokens", veracity="stated")
    for number in range(8):
        veracity = "tool" if number < 4 else "stated"
        await ana.propose(f"Lamp {number} is on.", topic=f"lamp {number}", veracity=veracity)
    await ana.call("propose_policy", domain=DOMAIN, rule="Review every change.")
    await ana.call("propose_policy", domain=DOMAIN, rule="Test first.")
    await ana.call("update_my_notes", notes=NOTES)
    await curate(bench, Person(bench, Caller(agent="ann", role="person", session="page", is_person=True)))
    await bench.setting("embedder", "none")  # no vectors are made while something else is looked at


async def curate(bench: Bench, ann: Person) -> None:
    """What a person does to a memory: deletes, registers, sets and marks."""
    await ann.call("memory_fact.delete", fact_ids=["F4"])
    await ann.call("memory_policy.delete", policy_ids=["P2"])
    await ann.call("memory_source.set", source="api", revision="v1")
    await ann.call("memory_settings.set", name="conflicts.auto_margin", value="0.2")
    bench.pass_time(days=90)
    await ann.call("memory_review.sample", seed=1)
    marks = {f"F{number}": "wrong" if number < 10 else "correct" for number in range(6, 14)}
    await ann.call("memory_review.mark", marks=marks)
