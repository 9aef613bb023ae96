"""Recall on long conversations: per mode and per voice, over stdio and in the process, as observations and as facts."""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any, NamedTuple

from recall_client import open_agent
from recall_conversations import Asked, questions, turns
from recall_memory import Memory, modes_and_voices, open_memory
from recall_metrics import DEPTH, Outcomes, Wanted, print_kinds, print_table, print_ways
from recall_setup import Setup

METRICS = ("recall@5", "recall@10", "MRR", "nDCG@10")
ASKED_AFTER = timedelta(days=1)
"""How long after its last turn a conversation is asked about, where turns are recorded at their own time."""


class Recorded(NamedTuple):
    """Which hit stands for each turn. Where two turns say the very same in one session, one hit stands for both."""

    id_of: dict[str, str]

    def wanted(self, asked: Asked) -> Wanted:
        return [frozenset([one]) for one in sorted({self.id_of[turn] for turn in asked.evidence})]


class Filled(NamedTuple):
    """A workspace with all its vectors, and what is asked of it."""

    memory: Memory
    asked: list[Asked]
    recorded: Recorded


def ask_over_stdio(entry: Mapping[str, Any], setup: Setup) -> tuple[dict[str, list[list[str]]], Recorded]:
    """What each mode finds for each question, through the tools as a client calls them."""
    found: defaultdict[str, list[list[str]]] = defaultdict(list)
    recorded = Recorded({})
    with tempfile.TemporaryDirectory() as home:
        with open_agent(home, setup.embedder) as agent:
            has_model = agent.wait_for_vectors()
            for turn in turns(entry["conversation"]):
                recorded.id_of[turn.id] = agent.observe(turn.content, turn.source)
            if has_model and not agent.wait_for_vectors():
                raise RuntimeError("the model went away")
            asked = setup.some(questions(entry, recorded.id_of))
            for mode in ("keyword", "semantic", "hybrid"):
                found[mode] = [agent.found(one.text, mode) for one in asked]
        with open_agent(home, "none") as agent:
            found["hybrid, no model"] = [agent.found(one.text, "hybrid") for one in asked]
    return found, recorded


@asynccontextmanager
async def observed(entry: Mapping[str, Any], setup: Setup, *, dated: bool = False) -> AsyncGenerator[Filled]:
    """A workspace that holds the turns as observations; dated, each recorded at its own time."""
    async with open_memory(setup.models, setup.embedder, setup.load) as memory:
        recorded = Recorded({})
        for turn in turns(entry["conversation"]):
            memory.clock.now = turn.at if dated else None
            recorded.id_of[turn.id] = await memory.observe(turn.content, turn.source)
        yield await _asked(memory, entry, recorded, setup)


@asynccontextmanager
async def proposed(entry: Mapping[str, Any], setup: Setup, *, dated: bool = False) -> AsyncGenerator[Filled]:
    """A workspace that holds the turns as facts, every one beside the others; dated, each proposed at its own time."""
    async with open_memory(setup.models, setup.embedder, setup.load) as memory:
        recorded = Recorded({})
        for turn in turns(entry["conversation"]):
            memory.clock.now = turn.at if dated else None
            recorded.id_of[turn.id] = await memory.propose(
                domain="conversation",
                topic=turn.source,
                content=turn.content,
                session=turn.source,
            )
        yield await _asked(memory, entry, recorded, setup)


async def _asked(memory: Memory, entry: Mapping[str, Any], recorded: Recorded, setup: Setup) -> Filled:
    await memory.complete()
    if memory.clock.now is not None:
        memory.clock.now += ASKED_AFTER
    return Filled(memory, setup.some(questions(entry, recorded.id_of)), recorded)


async def measure(entries: Sequence[Mapping[str, Any]], setup: Setup) -> None:
    """Print the tables of all conversations."""
    over_stdio: defaultdict[str, Outcomes] = defaultdict(Outcomes)
    as_observations: defaultdict[str, Outcomes] = defaultdict(Outcomes)
    as_facts: defaultdict[str, Outcomes] = defaultdict(Outcomes)
    same: defaultdict[str, int] = defaultdict(int)
    for entry in entries:
        found, recorded = ask_over_stdio(entry, setup)
        async with observed(entry, setup) as filled:
            for number, asked in enumerate(filled.asked):
                there = {mode: hits[number] for mode, hits in found.items()}
                here = await filled.memory.ask(asked.text, modes_and_voices, include_observations=True, limit=DEPTH)
                _judge(over_stdio, there, asked, recorded)
                _judge(as_observations, here, asked, filled.recorded)
                for mode, hits in there.items():
                    same[mode] += hits == here[mode]
        async with proposed(entry, setup) as filled:
            for asked in filled.asked:
                here = await filled.memory.ask(asked.text, modes_and_voices, limit=DEPTH)
                _judge(as_facts, here, asked, filled.recorded)
    print_ways("LoCoMo, turns as observations, over stdio", over_stdio, METRICS)
    for metric in ("recall@5", "recall@10", "MRR", "nDCG@10"):
        print_kinds("LoCoMo, turns as observations, over stdio", over_stdio, metric)
    print_ways("LoCoMo, turns as observations, in the process", as_observations, METRICS)
    print_ways("LoCoMo, turns as facts, in the process", as_facts, METRICS)
    for title, ways in (("observations", as_observations), ("facts", as_facts)):
        print_kinds(f"LoCoMo, turns as {title}", ways, "recall@5")
    count = over_stdio["hybrid"].count() if over_stdio else 0
    rows = [[mode, f"{number} of {count}"] for mode, number in same.items()]
    print_table(
        "The same hits in the same order over stdio and in the process (near ties fall by age)", ["", "same"], rows
    )


def _judge(ways: dict[str, Outcomes], hits: Mapping[str, list[str]], asked: Asked, recorded: Recorded) -> None:
    for name, ids in hits.items():
        ways[name].add(asked.category, ids, recorded.wanted(asked))
