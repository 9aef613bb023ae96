"""What a client is told at the start, and recall counts that are written off the path of the answer."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from memory_bench import Agent, Bench
from palimpsest.store.errors import StoreBusy
from palimpsest.store.model import Caller
from palimpsest.tools import desk
from palimpsest.tools.instructions import build_instructions


def test_instructions_stay_under_1500_characters_with_the_longest_names():
    caller = Caller(workspace="w" * 63, agent="a" * 64, role="r" * 64)
    text = build_instructions(caller, 20_000)
    assert len(text) < 1500
    assert "20000" in text


def test_instructions_name_who_is_asking_and_the_tools_to_use():
    text = build_instructions(Caller(workspace="acme", agent="ana", role="engineer"), 0)
    for part in ("'acme'", "'ana'", "'engineer'", "search_memory", "propose_fact", "remember", "consolidate_memory"):
        assert part in text
    assert "await" not in text


def test_instructions_say_when_it_is_not_known_what_awaits_consolidation():
    assert "could not be read" in build_instructions(Caller(), None)


def test_instructions_say_how_much_awaits_consolidation():
    assert "7 of your observations" in build_instructions(Caller(), 7)
    assert "consolidate_memory" in build_instructions(Caller(), 7)


async def recall_count(bench: Bench) -> int:
    return (await bench.fact("F1")).recall_count


async def test_recalls_are_written_together_after_a_while(bench: Bench, ana: Agent, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(desk, "FLUSH_SECONDS", 0.01)
    await ana.propose("The API uses Postgres.")
    for _ in range(3):
        await ana.found("Postgres")
    async with asyncio.timeout(5):
        while await recall_count(bench) < 3:  # noqa: ASYNC110 (only the store knows)
            await asyncio.sleep(0.01)


async def test_a_recall_that_cannot_be_written_now_fails_nothing(
    bench: Bench, ana: Agent, monkeypatch: pytest.MonkeyPatch
):
    await ana.propose("The API uses Postgres.")
    await ana.found("Postgres")

    async def busy(work: Callable[..., Any]) -> Any:
        raise StoreBusy("Another process writes.")

    with monkeypatch.context() as patched:
        patched.setattr(bench.store, "write", busy)
        await ana.desk.close()
    assert await recall_count(bench) == 0
