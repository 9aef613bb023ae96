"""What a client costs that shares a background server: time to its first tools/list, and memory, beside other servers.

    python benchmarks/shared.py [--rounds 5] [--clients 10] [--npm-version 2026.8.31]

In each round the clients of each kind start one after the other and stay: an empty server of the SDK over stdio,
`palimpsest serve`, `palimpsest serve --shared`, and npm's `@modelcontextprotocol/server-memory` where npm can install
it into a temporary folder. Medians over the rounds are printed for the first, the second and the last client: seconds
from process start to the answered tools/list, and the process's memory at that moment, in MB: RSS, and PSS, which
counts what processes share by its share alone. All speak 2025-11-25, as the npm server knows no other. Each home is
new, so the first shared client starts the background server, whose memory stands on a line of its own. Memory is read
from /proc, so there is none elsewhere than on Linux.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from pipe import PipedServer

ERA = "2025-11-25"
PACKAGE = "@modelcontextprotocol/server-memory"
PALIMPSEST = str(Path(sys.executable).with_name("palimpsest"))
INSTALL_SECONDS = 180.0
SHARED = "palimpsest serve --shared"


@dataclass(frozen=True, slots=True)
class Kind:
    """A way to serve a client."""

    name: str
    command: Sequence[str]
    env: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Cost:
    """What one client took; memory in MB, None where it can't be told."""

    seconds: float
    rss: float | None
    pss: float | None


def memory_of(pid: int) -> tuple[float | None, float | None]:
    """RSS and PSS of a process in MB."""
    file = Path(f"/proc/{pid}/smaps_rollup")
    if not file.exists():
        return None, None
    sizes = dict(line.split()[:2] for line in file.read_text().splitlines()[1:])
    return int(sizes["Rss:"]) / 1024, int(sizes["Pss:"]) / 1024


def start(kind: Kind) -> tuple[PipedServer, Cost]:
    """One client, up to its first tools/list."""
    began = time.perf_counter()
    server = PipedServer(kind.command, kind.env, ERA)
    server.open()
    server.request("tools/list", {})
    return server, Cost(time.perf_counter() - began, *memory_of(server.pid))


def start_all(kind: Kind, clients: int) -> list[Cost]:
    """The costs of clients that start one after the other and stay until the last is there."""
    started = [start(kind) for _ in range(clients)]
    for server, _ in started:
        server.kill()
    return [cost for _, cost in started]


def measure_shared(clients: int) -> tuple[list[Cost], Cost]:
    """The same for the shared mode, and what its background server takes in the end."""
    with tempfile.TemporaryDirectory() as home:
        kind = Kind(SHARED, (PALIMPSEST, "serve", "--shared"), {"PALIMPSEST_HOME": home})
        started = [start(kind) for _ in range(clients)]
        pid = json.loads((Path(home) / "shared" / "address").read_text())["pid"]
        background = Cost(0.0, *memory_of(pid))
        for server, _ in started:
            server.kill()
        os.kill(pid, signal.SIGTERM)
        while (Path(home) / "shared" / "address").exists():
            time.sleep(0.01)
        return [cost for _, cost in started], background


def install_npm_server(folder: Path, npm_version: str) -> Kind | str:
    """The npm server, or why there is none."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        return "npm or node isn't there"
    command = [npm, "install", "--prefix", str(folder), "--no-audit", "--no-fund", "--ignore-scripts"]
    try:
        subprocess.run([*command, f"{PACKAGE}@{npm_version}"], check=True, capture_output=True, timeout=INSTALL_SECONDS)
    except (OSError, subprocess.SubprocessError) as error:
        return f"npm can't install it ({type(error).__name__})"
    program = folder / "node_modules" / PACKAGE / "dist" / "index.js"
    quiet = ("sh", "-c", 'exec "$0" "$@" 2>/dev/null', node, str(program))
    return Kind("npm server-memory", quiet, {"MEMORY_FILE_PATH": str(folder / "memory.jsonl")})


@dataclass(frozen=True, slots=True)
class Measured:
    """Per kind the costs of each round's clients, in order; and what the background servers took."""

    of_kind: dict[str, list[list[Cost]]]
    backgrounds: list[Cost]


def measure(kinds: Sequence[Kind], rounds: int, clients: int) -> Measured:
    """All kinds in turn, round for round."""
    measured = Measured({name: [] for name in [*(kind.name for kind in kinds), SHARED]}, [])
    for _ in range(rounds):
        for kind in kinds:
            measured.of_kind[kind.name].append(start_all(kind, clients))
        costs, background = measure_shared(clients)
        measured.of_kind[SHARED].append(costs)
        measured.backgrounds.append(background)
    return measured


def report(measured: Measured, clients: int) -> None:
    """A line for the first, the second and the last client of each kind."""
    print(f"{'':36} {'seconds':>8} {'RSS MB':>8} {'PSS MB':>8}")
    for name, rounds in measured.of_kind.items():
        for place in dict.fromkeys((0, min(1, clients - 1), clients - 1)):
            print(row(f"{name}, client {place + 1}", [costs[place] for costs in rounds]))
    print(row("its background server, at the end", measured.backgrounds))


def row(name: str, costs: Sequence[Cost]) -> str:
    """A line of medians."""
    return f"{name:36} {_median(costs, 'seconds'):>8} {_median(costs, 'rss'):>8} {_median(costs, 'pss'):>8}"


def _median(costs: Sequence[Cost], what: str) -> str:
    found = [value for value in (getattr(cost, what) for cost in costs) if value]
    return f"{statistics.median(found):.{3 if what == 'seconds' else 1}f}" if found else ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="how often each kind's clients are started")
    parser.add_argument("--clients", type=int, default=10, help="how many of each kind stay at once")
    parser.add_argument("--npm-version", default="2026.8.31", help=f"version of {PACKAGE}")
    given = parser.parse_args()
    machine = f"{platform.machine()}, Python {platform.python_version()}, mcp {version('mcp')}"
    print(f"{given.clients} clients, median of {given.rounds} rounds; {machine}")
    with tempfile.TemporaryDirectory() as folder:
        alone = Kind("palimpsest serve", (PALIMPSEST, "serve"), {"PALIMPSEST_HOME": str(Path(folder) / "home")})
        empty = Kind("empty SDK server", (sys.executable, str(Path(__file__).with_name("empty_server.py"))), {})
        npm = install_npm_server(Path(folder), given.npm_version)
        kinds = [empty, alone, *([npm] if isinstance(npm, Kind) else [])]
        report(measure(kinds, given.rounds, given.clients), given.clients)
    if isinstance(npm, str):
        print(f"{PACKAGE} was left out: {npm}")


if __name__ == "__main__":
    main()
