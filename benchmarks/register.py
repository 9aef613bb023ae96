"""What it costs to bring the version register up to a working tree.

    python benchmarks/register.py [--files 10000] [--folder FOLDER]

A repository of so many files is made in FOLDER (default: a temporary one), and a memory with an observation of each.
Then the register is brought up: for the first time (every file is read), when nothing was touched (every file is asked
for its state only), when one file was written to, and when one in ten was. Each in this process, with what opening the
memory costs; the least of five, but for the first. At the end the launch preamble as a process of its own, in the
repository and outside of it.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from palimpsest.server.config import environment_without_palimpsest
from palimpsest.server.git_refresh import Refreshed, refresh_register
from palimpsest.server.git_tree import GitTree, find_file, find_tree
from palimpsest.store.model import Caller, Kind, NewObservation, Veracity
from palimpsest.store.protocol import Transaction
from palimpsest.store.sqlite import PlainStore
from palimpsest.tools.sources import note_file

CALLER = Caller()
PER_FOLDER = 50
ROUNDS = 5
A_WHILE_NS = 3_600 * 10**9
LINES = 40


class Cost(NamedTuple):
    """Milliseconds."""

    cpu: float
    wall: float


class Ground:
    """A repository, and a memory with an observation of each of its files."""

    def __init__(self, folder: Path, files: int) -> None:
        self.root = folder / "repository"
        self.database = folder / "home" / "workspaces" / "default.db"
        self.places = [f"packages/part{number // PER_FOLDER}/module{number}.py" for number in range(files)]
        (self.root / ".git").mkdir(parents=True)
        (self.root / ".git" / "config").write_text('[remote "origin"]\n\turl = git@github.com:acme/web.git\n')
        for place in self.places:
            self.write(place, 0)
        tree = find_tree(self.root)
        if tree is None:
            raise SystemExit(f"{self.root} is no working tree")
        store = PlainStore(self.database)
        store.write(lambda tx: self._observe(tx, tree))
        store.close()

    def write(self, place: str, edition: int) -> None:
        """Write a file's next edition."""
        path = self.root / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"# {place}, edition {edition}\n" + "def f(x):\n    return x\n" * LINES)

    def _observe(self, tx: Transaction, tree: GitTree) -> None:
        for place in self.places:
            found = find_file(tree, place)
            if found is None:
                raise AssertionError(f"{place} is a file of the tree")
            tx.observations.insert(_observation(found.source, found.revision, found.repo))
            note_file(tx, CALLER, found.repo, found.source, found.revision)

    def refresh(self) -> Refreshed:
        """Bring the register up, as if what was just written to had been left alone for a while."""
        found = refresh_register(self.database, self.root, lambda: time.time_ns() + A_WHILE_NS)
        if found is None:
            raise AssertionError("the working tree was there before")
        return found


def _observation(source: str, revision: str, repo: str) -> NewObservation:
    return NewObservation(
        agent=CALLER.agent,
        role=CALLER.role,
        session="s",
        content=f"{source} defines a function.",
        veracity=Veracity.TOOL,
        source=source,
        revision=revision,
        task=None,
        kind=Kind.OBSERVATION,
        score=0.5,
        expires_at=None,
        repo=repo,
    )


def cost_of(step: Callable[[], object], prepare: Callable[[int], object] | None = None, rounds: int = ROUNDS) -> Cost:
    """The least cost of a step, `prepare` not counted."""
    costs: list[Cost] = []
    for lap in range(rounds):
        if prepare is not None:
            prepare(lap + 1)
        cpu, wall = time.process_time(), time.perf_counter()
        step()
        costs.append(Cost((time.process_time() - cpu) * 1000, (time.perf_counter() - wall) * 1000))
    return min(costs, key=lambda cost: cost.wall)


def launch_cost(ground: Ground, cwd: Path) -> Cost:
    """Of the preamble as a process; its CPU time is that of the child."""
    command = [sys.executable, "-m", "palimpsest.server.cli", "preamble", "--home", str(ground.database.parents[1])]
    costs: list[Cost] = []
    for _ in range(ROUNDS):
        before, began = os.times(), time.perf_counter()
        subprocess.run(command, cwd=cwd, env=environment_without_palimpsest(), check=True, capture_output=True)
        wall, after = time.perf_counter() - began, os.times()
        cpu = after.children_user + after.children_system - before.children_user - before.children_system
        costs.append(Cost(cpu * 1000, wall * 1000))
    return min(costs, key=lambda cost: cost.wall)


def measure(folder: Path, files: int) -> dict[str, Cost]:
    """Every figure, by what was done."""
    ground = Ground(folder, files)
    tenth = ground.places[::10]
    costs = {"first look, every file read": cost_of(ground.refresh, rounds=1)}
    costs["nothing touched"] = cost_of(ground.refresh)
    costs["one file written to"] = cost_of(ground.refresh, lambda lap: ground.write(ground.places[0], lap))
    costs[f"{len(tenth)} files written to"] = cost_of(
        ground.refresh, lambda lap: [ground.write(place, lap) for place in tenth]
    )
    ground.refresh()
    costs["preamble in the repository"] = launch_cost(ground, ground.root)
    costs["preamble outside of it"] = launch_cost(ground, folder)
    return costs


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--folder", type=Path, default=None)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        costs = measure(Path(folder), options.files)
    print(f"{options.files} files, Python {sys.version.split()[0]}, {os.cpu_count()} cores\n")
    print("| | CPU ms | wall ms |\n|---|---|---|")
    for name, cost in costs.items():
        print(f"| {name} | {cost.cpu:.1f} | {cost.wall:.1f} |")


if __name__ == "__main__":
    main()
