"""Recall of facts in many languages, by kind of query: facts proposed with topic, domain and content."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

from recall_conversations import shared_file
from recall_memory import Memory, modes_and_voices, open_memory
from recall_metrics import ALL, DEPTH, Outcomes, Wanted, print_table, print_ways, share
from recall_setup import Setup

OURS = Path(__file__).resolve().parents[1] / "tests" / "data" / "recall_more_languages.json"
SHOWN = ("keyword", "hybrid, no model", "hybrid")
FEW = 20
"""Queries of a language below which it gets no line of its own."""


def languages(paths: Sequence[Path] = ()) -> dict[str, Any]:
    """Facts and queries by language, of the shared data and our own unless files are named."""
    found: dict[str, Any] = {}
    for path in paths or (shared_file("multilingual_recall.json"), OURS):
        if path.is_file():
            found.update(json.loads(path.read_text(encoding="utf-8")))
    return found


class Spoken(NamedTuple):
    """A workspace with the facts of one language, and its queries with what they want."""

    memory: Memory
    asked: Sequence[tuple[str, str, Wanted]]


@asynccontextmanager
async def told(part: Mapping[str, Any], setup: Setup) -> AsyncGenerator[Spoken]:
    """A workspace that holds the facts of one language; queries as text, kind and what answers."""
    async with open_memory(setup.models, setup.embedder, setup.load) as memory:
        id_of = {
            fact["id"]: await memory.propose(
                domain=fact.get("domain") or "general",
                topic=fact["topic"] or "general",
                content=fact["content"],
            )
            for fact in part["facts"]
        }
        await memory.complete()
        asked = [
            (query["q"], query["kind"], [frozenset([id_of[name]]) for name in query["relevant"]])
            for query in setup.some(part["queries"])
        ]
        yield Spoken(memory, asked)


async def measure(setup: Setup, paths: Sequence[Path] = ()) -> None:
    """Print hit@1 and recall@5 by language and kind."""
    by_language: dict[str, dict[str, Outcomes]] = {}
    every: defaultdict[str, Outcomes] = defaultdict(Outcomes)
    for language, part in languages(paths).items():
        ways = by_language[language] = defaultdict(Outcomes)
        async with told(part, setup) as spoken:
            for text, kind, wanted in spoken.asked:
                found = await spoken.memory.ask(text, modes_and_voices, limit=DEPTH)
                for way, hits in found.items():
                    ways[way].add(kind, hits, wanted)
                    every[way].add(kind, hits, wanted)
    _print(by_language, every)


def _print(by_language: Mapping[str, Mapping[str, Outcomes]], every: Mapping[str, Outcomes]) -> None:
    many = {name: ways for name, ways in by_language.items() if ways["keyword"].count() >= FEW}
    rows = [*many.items(), (f"all {len(by_language)}", every)]
    kinds = every["keyword"].kinds()
    for metric in ("recall@5", "hit@1"):
        lines = [
            [language, way, *(share(ways[way].mean(metric, kind)) for kind in kinds)]
            for language, ways in rows
            for way in SHOWN
        ]
        header = ["language", "", *(f"{kind} ({every['keyword'].count(kind)})" for kind in kinds)]
        print_table(f"Languages: {metric}", header, lines)
    others = [name for name in by_language if name not in many]
    misses = [name for name in others if by_language[name]["hybrid"].mean("recall@5", ALL) < 1]
    print(
        f"Below 1 with hybrid, of the {len(others)} languages and kinds of text with few queries: {', '.join(misses)}"
    )
    print_ways("Languages: modes and single voices", every, ("hit@1", "recall@5", "MRR"))
