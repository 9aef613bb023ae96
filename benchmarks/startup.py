"""CPU time and wall time from process start to the answered tools/list, beside an empty server of the same SDK.

    python benchmarks/startup.py [--rounds 15] [-- palimpsest serve --tools core]

Both servers start in turn, in both protocol eras; the medians are compared. The workspace exists before the first
measured start, and each process is killed once it has answered, so that its end costs nothing.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import sys
import tempfile
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

from pipe import ERAS, Cost, Era, PipedServer

EMPTY = (sys.executable, str(Path(__file__).with_name("empty_server.py")))
OURS = (str(Path(sys.executable).with_name("palimpsest")), "serve")


def start_once(command: Sequence[str], env: Mapping[str, str], era: Era) -> Cost:
    """One start, up to the answered tools/list."""
    server = PipedServer(command, env, era)
    server.open()
    server.request("tools/list", {})
    return server.kill()


def measure(command: Sequence[str], env: Mapping[str, str], era: Era, rounds: int) -> tuple[list[Cost], list[Cost]]:
    """Costs of the empty server and of the command, started in turn."""
    empty: list[Cost] = []
    ours: list[Cost] = []
    for _ in range(rounds):
        empty.append(start_once(EMPTY, env, era))
        ours.append(start_once(command, env, era))
    return empty, ours


def report(era: Era, empty: list[Cost], ours: list[Cost]) -> str:
    """Two lines for an era: CPU and wall."""
    cpu = compare([cost.cpu_ms for cost in empty], [cost.cpu_ms for cost in ours])
    wall = compare([cost.wall_ms for cost in empty], [cost.wall_ms for cost in ours])
    return f"{era}  CPU   {cpu}\n{era}  wall  {wall}"


def compare(empty: list[float], ours: list[float]) -> str:
    """Both medians and their ratio."""
    base, own = statistics.median(empty), statistics.median(ours)
    return f"empty {base:6.0f} ms   palimpsest {own:6.0f} ms   ratio {own / base:.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15, help="starts of each server in each era")
    parser.add_argument("command", nargs="*", help="the command to measure (default: palimpsest serve)")
    given = parser.parse_args()
    command = tuple(given.command) or OURS
    machine = f"{platform.machine()}, Python {platform.python_version()}, mcp {version('mcp')}"
    sys.stdout.write(f"{' '.join(command)}; median of {given.rounds}; {machine}\n")
    with tempfile.TemporaryDirectory() as home:
        env = {"PALIMPSEST_HOME": home}
        for era in ERAS:
            start_once(command, env, era)
            sys.stdout.write(report(era, *measure(command, env, era, given.rounds)) + "\n")


if __name__ == "__main__":
    main()
