"""The sets that the ablation is measured on: filled workspaces with what they are asked and what that wants."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from recall_languages import languages, told
from recall_locomo import Filled, observed, proposed
from recall_memory import Memory, open_memory
from recall_metrics import Wanted
from recall_setup import Setup

CIRCUMSTANCES = Path(__file__).resolve().parents[1] / "tests" / "data" / "recall_circumstances.json"
CIRCUMSTANTIAL = "circumstances"


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


def sets(entries: Sequence[Mapping[str, Any]], setup: Setup) -> dict[str, Callable[[], Parts]]:
    """Everything that is measured, by name."""
    return {
        "observations": lambda: _of_turns(lambda entry: observed(entry, setup), entries),
        "observations, dated": lambda: _of_turns(lambda entry: observed(entry, setup, dated=True), entries),
        "facts, dated": lambda: _of_turns(lambda entry: proposed(entry, setup, dated=True), entries),
        "languages": lambda: _of_languages(setup),
        CIRCUMSTANTIAL: lambda: _of_circumstances(setup),
    }
