"""A simulated year: is what the memory holds at its end still true, and did it keep what was?

    python benchmarks/year.py [--seed 1] [--observations 10000] [--short] [--json] [--show]

Five agents note what they see of a world that changes (moves, renames, version bumps, flips, what is shut down), in
several wordings and five languages, among one-off remarks, single errors and what somebody still says the old way.
Every week each agent consolidates without candidates, every month one harmonises, under a clock that is set; everything
goes through the tools. An active fact counts as correct only if what it says is so on the last day; a truth is known
when an active fact tells it as it is then; a fact is lost when it was given up while it was true and no other says the
same. Nothing changes in the last five weeks. Consolidated facts of a domain are held to `--cap` instead of 50, as most
of this world's truths share one domain. Nothing is vouched for by a user: what one
stated is given up for another such word only, however often it was seen otherwise; `--stated 0.05` shows what that
costs here. `--short`: a smaller world in which each truth is seen as often, to be run by tests.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from typing import Any

from year_memory import YearMemory, open_year
from year_score import Score, Verdict, Watcher, tellable
from year_world import AGENTS, DAYS_A_YEAR, Seen, World, make_world, see

WEEK, MONTH = 7, 28
SHORT_SHARE, SHORT_OBSERVATIONS = 0.15, 1700
CAP = 1000


@dataclass(frozen=True, slots=True)
class Year:
    """What a year came to."""

    seed: int
    observations: int
    score: Score
    tellable: int
    open_conflicts: int
    all_facts: int
    seconds: float
    consolidating_seconds: float
    slowest_week_seconds: float


async def live(memory: YearMemory, world: World, seen: Sequence[Seen], watcher: Watcher) -> list[float]:
    """Let the year pass; the seconds that each week's consolidation took."""
    taken: list[float] = []
    by_day = {day: list(group) for day, group in groupby(seen, key=lambda one: one.day)}
    for day in range(DAYS_A_YEAR):
        memory.set_day(day)
        await memory.record(by_day.get(day, []), world.truths)
        if day % WEEK == WEEK - 1:
            memory.set_day(day, hour=12)
            began = time.perf_counter()
            await memory.consolidate()
            taken.append(time.perf_counter() - began)
            watcher.look(await memory.facts(), day)
        if day % MONTH == MONTH - 1:
            memory.set_day(day, hour=13)
            await memory.harmonize()
            watcher.look(await memory.facts(), day)
    return taken


async def run(seed: int, observations: int, share: float, cap: int, stated: float = 0.0) -> Year:
    """One year of that seed."""
    source = random.Random(seed)
    world = make_world(source, share, stated)
    seen = list(see(world, observations, source))
    watcher = Watcher(world)
    began = time.perf_counter()
    async with open_year({"consolidation.domain_cap": str(cap)}) as memory:
        taken = await live(memory, world, seen, watcher)
        facts = await memory.facts()
        conflicts = await memory.open_conflicts()
    last = DAYS_A_YEAR - 1
    return Year(
        seed=seed,
        observations=observations,
        score=watcher.score(facts, last),
        tellable=tellable(world, seen, last),
        open_conflicts=conflicts,
        all_facts=len(facts),
        seconds=time.perf_counter() - began,
        consolidating_seconds=sum(taken),
        slowest_week_seconds=max(taken),
    )


def print_year(year: Year, *, shows_all: bool) -> None:
    """The figures as a table, and what is behind them where it is asked for."""
    score = year.score
    print(f"seed {year.seed}, {year.observations} observations by {len(AGENTS)} agents, {DAYS_A_YEAR} days\n")
    print(
        f"{'kind':24}{'truths':>8}{'changes':>9}{'known':>7}{'facts':>7}{'correct':>9}{'outdated':>10}{'wrong':>7}{'lost':>6}"
    )
    for name, row in score.rows.items():
        verdicts = "".join(f"{row.facts[verdict]:{width}}" for verdict, width in zip(Verdict, (9, 10, 7), strict=True))
        print(f"{name:24}{row.truths:8}{row.changes:9}{row.known:7}{row.facts.total():7}{verdicts}{row.lost:6}")
    truths = sum(row.truths for row in score.rows.values())
    print(f"\nprecision {score.precision:.3f} ({score.facts} active facts of {year.all_facts} in all)")
    print(f"recall {score.recall:.3f} ({truths} truths, {year.tellable} of them seen twice as they are)")
    print(f"true facts lost {len(score.losses)}, open conflicts {year.open_conflicts}")
    weeks = f"consolidations {year.consolidating_seconds:.1f} s, the slowest week {year.slowest_week_seconds:.2f} s"
    print(f"{year.seconds:.1f} s in all, {weeks}")
    if shows_all:
        for title, lines in (("unknown", score.unknown), ("untrue", score.untrue), ("lost", score.losses)):
            print(f"\n{title}:", *lines, sep="\n  ")


def as_json(year: Year) -> str:
    """The figures for a machine."""
    figures: dict[str, Any] = asdict(year) | {
        "precision": year.score.precision,
        "recall": year.score.recall,
        "active_facts": year.score.facts,
        "lost": len(year.score.losses),
    }
    for name, row in year.score.rows.items():
        # Python 3.11's asdict counts the pairs of a Counter instead of copying it.
        figures["score"]["rows"][name]["facts"] = dict(row.facts)
    return json.dumps(figures, ensure_ascii=False)


def main(given: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--observations", type=int, help="10,000; with --short 1,700")
    parser.add_argument("--cap", type=int, default=CAP, help="consolidated facts that a domain may hold")
    parser.add_argument("--stated", type=float, default=0.0, help="share of sightings that a user vouches for")
    parser.add_argument("--short", action="store_true", help="a smaller world, in seconds")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", action="store_true", help="print what is unknown, untrue and lost")
    asked = parser.parse_args(given)
    count = asked.observations or (SHORT_OBSERVATIONS if asked.short else 10_000)
    share = SHORT_SHARE if asked.short else 1.0
    year = asyncio.run(run(asked.seed, count, share, asked.cap, asked.stated))
    print(as_json(year)) if asked.json else print_year(year, shows_all=asked.show)
    if not asked.json:
        print(f"Python {sys.version.split()[0]}")


if __name__ == "__main__":
    main()
