"""What each voice, part and factor is worth: the figures without it, on conversations, languages and circumstances."""

from __future__ import annotations

import json
import math
from collections import Counter, defaultdict
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from palimpsest.store.model import Caller
from palimpsest.store.protocol import Transaction
from palimpsest.tools.question import Question
from palimpsest.tools.recall import gather, next_page
from recall_languages import languages, told
from recall_locomo import Filled, observed, proposed
from recall_memory import Memory, names, open_memory
from recall_metrics import ALL, DEPTH, Outcomes, Wanted, print_table, share, worth
from recall_setup import Setup

CIRCUMSTANCES = Path(__file__).resolve().parents[1] / "tests" / "data" / "recall_circumstances.json"
CIRCUMSTANTIAL = "circumstances"
VOICES_AND_PARTS = ("lexical", "semantic", "graph", "temporal", "source", "named")
FACTORS = ("decay", "confidence", "repo", "diversity")
BOUNDED = (0.05, 0.2)
"""How much the logarithm of a count would add to 1."""
COUNTED = 8
"""Hits of a page: what an agent was shown counts as recalled."""
POOL = 50

Ranking = dict[str, list[str]]


class Asked(NamedTuple):
    """A query with the arguments of `search_memory`, its kind and what it wants."""

    text: str
    kind: str
    wanted: Wanted
    arguments: dict[str, Any]


class Part(NamedTuple):
    """A filled workspace and what it is asked; how often its facts were mentioned and recalled, where that is known."""

    memory: Memory
    asked: list[Asked]
    mentions: Mapping[str, int] = {}
    recalls: Mapping[str, int] = {}


Parts = AsyncIterator[Part]


async def _of_turns(
    fill: Callable[[Mapping[str, Any]], AbstractAsyncContextManager[Filled]], entries: Sequence[Mapping[str, Any]]
) -> Parts:
    for entry in entries:
        async with fill(entry) as filled:
            arguments = {"include_observations": True}
            asked = [Asked(one.text, one.category, filled.recorded.wanted(one), arguments) for one in filled.asked]
            yield Part(filled.memory, asked)


async def _of_languages(setup: Setup) -> Parts:
    for part in languages().values():
        async with told(part, setup) as spoken:
            yield Part(spoken.memory, [Asked(*one, {}) for one in spoken.asked])


async def _of_circumstances(setup: Setup) -> Parts:
    async with told_in_time(json.loads(CIRCUMSTANCES.read_text(encoding="utf-8")), setup) as part:
        yield part


@asynccontextmanager
async def told_in_time(data: Mapping[str, Any], setup: Setup) -> AsyncGenerator[Part]:
    """A workspace that was told each fact as many days ago as it says, and was told some of them again since."""
    now = datetime.fromisoformat(data["now"])
    async with open_memory(setup.models, setup.embedder, setup.load, now) as memory:
        id_of: dict[str, str] = {}
        for fact in sorted(data["facts"], key=lambda fact: -fact["days"]):
            memory.clock.now = now - timedelta(days=fact["days"])
            said = {name: value for name, value in fact.items() if name not in ("id", "days", "mentions", "recalls")}
            for number in range(1 + fact.get("mentions", 0)):
                id_of[fact["id"]] = await memory.propose(session=f"{fact['id']} {number}", **said)
        await memory.complete()
        memory.clock.now = now
        counts = {
            name: {id_of[fact["id"]]: fact[name] for fact in data["facts"] if name in fact}
            for name in ("mentions", "recalls")
        }
        asked = [_of_query(query, id_of) for query in setup.some(data["queries"])]
        yield Part(memory, asked, counts["mentions"], counts["recalls"])


def _of_query(query: Mapping[str, Any], id_of: Mapping[str, str]) -> Asked:
    groups = [[one] if isinstance(one, str) else one for one in query["relevant"]]
    wanted = [frozenset(id_of[name] for name in group) for group in groups]
    return Asked(query["q"], query["kind"], wanted, {"repo": query["repo"]} if "repo" in query else {})


def left_out(tx: Transaction, caller: Caller, question: Question) -> Ranking:
    """What hybrid finds whole, and without each of its voices, parts and factors."""
    heard = gather(tx, caller, question)
    found: Ranking = {}
    for name in ("", *VOICES_AND_PARTS, *FACTORS):
        asked = replace(question, without=frozenset([name])) if name else question
        is_heard = name not in VOICES_AND_PARTS
        page, _ = next_page(tx, asked, heard if is_heard else gather(tx, caller, asked))
        found[name] = names([hit.candidate.key for hit in page])
    return found


def sets(entries: Sequence[Mapping[str, Any]], setup: Setup) -> dict[str, Callable[[], Parts]]:
    """Everything that is measured, by name."""
    return {
        "observations": lambda: _of_turns(lambda entry: observed(entry, setup), entries),
        "observations, dated": lambda: _of_turns(lambda entry: observed(entry, setup, dated=True), entries),
        "facts, dated": lambda: _of_turns(lambda entry: proposed(entry, setup, dated=True), entries),
        "languages": lambda: _of_languages(setup),
        CIRCUMSTANTIAL: lambda: _of_circumstances(setup),
    }


async def measure(measured: Mapping[str, Callable[[], Parts]]) -> None:
    """Print what everything is worth on each set, and whether counters would help."""
    results: dict[str, dict[str, Outcomes]] = {}
    counted: dict[str, dict[str, Outcomes]] = {}
    for name, parts in measured.items():
        ways: defaultdict[str, Outcomes] = defaultdict(Outcomes)
        with_counts: defaultdict[str, Outcomes] = defaultdict(Outcomes)
        async for part in parts():
            for asked in part.asked:
                found = await part.memory.ask(asked.text, left_out, limit=DEPTH, **asked.arguments)
                for way, hits in found.items():
                    ways[way].add(asked.kind, hits, asked.wanted)
            await _count(part, with_counts)
        results[name], counted[name] = ways, with_counts
    _print_worth(results)
    if CIRCUMSTANTIAL in results:
        _print_kinds(results[CIRCUMSTANTIAL])
    _print_counted(counted)


def _print_worth(results: Mapping[str, Mapping[str, Outcomes]]) -> None:
    for metric in ("recall@5", "recall@10", "MRR"):
        rows = [["all of hybrid", *(share(ways[""].mean(metric)) for ways in results.values())]]
        rows += [
            [name, *(worth(ways[""].mean(metric) - ways[name].mean(metric)) for ways in results.values())]
            for name in (*VOICES_AND_PARTS, *FACTORS)
        ]
        header = ["", *(f"{name} ({ways[''].count()})" for name, ways in results.items())]
        print_table(f"What each is worth: {metric} lost without it", header, rows)


def _print_kinds(ways: Mapping[str, Outcomes]) -> None:
    kinds = ways[""].kinds()
    for metric in ("MRR", "recall@5"):
        rows = [["all of hybrid", *(share(ways[""].mean(metric, kind)) for kind in kinds)]]
        rows += [
            [name, *(worth(ways[""].mean(metric, kind) - ways[name].mean(metric, kind)) for kind in kinds)]
            for name in (*VOICES_AND_PARTS, *FACTORS)
        ]
        header = ["", *(f"{kind} ({ways[''].count(kind)})" for kind in kinds)]
        print_table(f"Circumstances by kind of query: {metric} lost without it", header, rows)


class Scored(NamedTuple):
    """The best of a question, with their scores before anything is put behind its like."""

    ids: list[str]
    scores: list[float]

    def times(self, count_of: Mapping[str, int], factor: float) -> list[str]:
        """The ids by score times `1 + factor * log(1 + count)`; equal ones as they stood."""
        boosted = [
            score * (1 + factor * math.log1p(count_of.get(one, 0)))
            for one, score in zip(self.ids, self.scores, strict=True)
        ]
        order = sorted(range(len(self.ids)), key=lambda place: -boosted[place])
        return [self.ids[place] for place in order][:DEPTH]


def scored(tx: Transaction, caller: Caller, question: Question) -> Scored:
    """The best with their scores."""
    plain = replace(question, without=frozenset(["diversity"]), limit=POOL)
    page, _ = next_page(tx, plain, gather(tx, caller, plain))
    return Scored(names([hit.candidate.key for hit in page]), [hit.score for hit in page])


async def _count(part: Part, ways: dict[str, Outcomes]) -> None:
    """Let half of the queries be asked first, and judge the other half with what they recalled counted.

    Where the set says how often a fact was recalled, that is taken and every query is judged.
    """
    recalls = Counter(part.recalls)
    judged = part.asked
    if not recalls:
        for asked in part.asked[::2]:
            best = await part.memory.ask(asked.text, scored, limit=POOL, **asked.arguments)
            recalls.update(best.ids[:COUNTED])
        judged = part.asked[1::2]
    for asked in judged:
        best = await part.memory.ask(asked.text, scored, limit=POOL, **asked.arguments)
        ways[""].add(asked.kind, best.ids[:DEPTH], asked.wanted)
        for factor in BOUNDED:
            ways[f"recalls, {factor}"].add(asked.kind, best.times(recalls, factor), asked.wanted)
            ways[f"mentions, {factor}"].add(asked.kind, best.times(part.mentions, factor), asked.wanted)


def _print_counted(counted: Mapping[str, Mapping[str, Outcomes]]) -> None:
    for metric in ("recall@5", "MRR"):
        names_of_ways = [name for name in next(iter(counted.values())) if name]
        rows = [["without counters", *(share(ways[""].mean(metric, ALL)) for ways in counted.values())]]
        rows += [
            [name, *(worth(ways[name].mean(metric) - ways[""].mean(metric)) for ways in counted.values())]
            for name in names_of_ways
        ]
        header = ["", *(f"{name} ({ways[''].count()})" for name, ways in counted.items())]
        print_table(f"Were counters a factor, 1 + f log(1 + n): {metric} gained", header, rows)
