"""However much there is, a reply stays within what a client takes in, and says what it leaves out and where it is."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from memory_bench import Agent, Bench
from memory_builders import fact
from palimpsest.tools import cuts, harmonizing
from palimpsest.tools.cuts import cut_fact, page_of

PAGE = 24_000


def size(answer: dict[str, Any]) -> int:
    return len(json.dumps(answer, ensure_ascii=False))


async def opposed(bench: Bench, count: int, characters: int) -> tuple[Agent, Agent]:
    """Contradictions between two agents, each of long facts."""
    ana, bob = await bench.agent("ana"), await bench.agent("bob")
    said = "The API uses Postgres 14. " + "It was seen. " * (characters // 13)
    for number in range(count):
        await ana.propose(said, topic=f"topic {number}")
        await bob.propose(said.replace("14", "15"), topic=f"topic {number}")
    return ana, bob


async def test_a_page_of_conflicts_ends_where_it_is_full_and_the_next_goes_on(bench: Bench):
    ana, _ = await opposed(bench, 20, 2000)
    seen: list[str] = []
    cursor, pages = None, 0
    while pages == 0 or cursor:
        answer = await ana.call("list_memory_conflicts", limit=50, cursor=cursor)
        assert size(answer) < PAGE
        assert all("memory://fact/F" in one["old"]["content"] for one in answer["conflicts"])
        seen += [one["id"] for one in answer["conflicts"]]
        cursor, pages = answer["next_cursor"], pages + 1
    assert seen == [f"C{number}" for number in range(20, 0, -1)]
    assert pages > 1


async def test_a_fact_with_many_opponents_asks_a_few_questions_and_counts_the_rest(bench: Bench):
    ana, bob = await bench.agent("ana"), await bench.agent("bob")
    for number in range(12):
        await ana.propose(f"The API uses Postgres {number}.", on_conflict="coexist")
    answer = await bob.propose("The API uses Postgres 40.")
    assert len(answer["conflicts"]) == 12
    assert answer["question"].count("Ask your user") == 8
    assert "4 more are open: list_memory_conflicts" in answer["question"]


async def test_what_a_write_met_is_shown_as_far_as_there_is_room_and_counted(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
):
    ana, bob = await bench.agent("ana"), await bench.agent("bob")
    for number in range(4):
        await ana.propose(f"The API uses Postgres {number}.", on_conflict="coexist")
    monkeypatch.setattr(cuts.page_of, "__defaults__", (300,))
    answer = await bob.propose("The API uses Postgres 40.")
    assert len(answer["conflicts"]) == 2
    assert "2 more conflicts are not shown here: list_memory_conflicts has them." in answer["note"]
    assert "More are open: list_memory_conflicts" in await ana.read("memory://conflicts")


async def test_harmonising_shows_what_has_room_and_counts_the_rest(bench: Bench):
    ana, _ = await opposed(bench, 25, 3000)
    answer = await ana.call("harmonize_memory")
    assert size(answer) < PAGE + 1000
    left = 50 - len(answer["beliefs"])
    assert left > 0
    assert f"{left} more beliefs" in answer["note"]
    assert "memory://fact/F" in answer["beliefs"][0]["content"]


async def test_harmonising_compares_the_newest_of_a_topic_and_names_it(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    ana, bob = await bench.agent("ana"), await bench.agent("bob")
    texts = ("The API uses Postgres 14.", "Backups run at night.", "Logs are kept a week.", "The cache is warm.")
    for number, text in enumerate(texts):
        await ana.propose(text, topic=f"topic {number}")
    await bob.propose("The API is using Postgres 14.", topic="topic 4")
    bench.run("UPDATE fact SET topic = 'all of it', topic_key = 'allofit'")
    monkeypatch.setattr(harmonizing, "MOST_COMPARED", 4)
    assert "newest facts were compared of architecture/all of it." in (await ana.call("harmonize_memory"))["note"]
    assert len(await bench.active()) == 5
    monkeypatch.setattr(harmonizing, "MOST_COMPARED", 5)
    assert "newest" not in (await ana.call("harmonize_memory")).get("note", "")
    assert len(await bench.active()) == 4


async def test_what_lapsed_is_named_up_to_a_number_and_then_counted(bench: Bench, ana: Agent):
    seen = await ana.observe(count=203, source="a.py", revision="r1")
    for number in seen:
        await ana.propose(f"Thing {number} holds.", topic=number, source_observation_ids=[number])
    await bench.version("a.py", "r2")
    answer = await ana.call("refresh_memory")
    assert answer["dropped"] == [*seen[:200], "… 3 more"]
    assert answer["stale"][198:] == ["F199", "F200", "… 3 more"]


@given(st.lists(st.text(), max_size=8), st.integers(0, 60))
def test_a_page_is_the_start_of_the_entries_within_its_room_and_never_empty_without_need(texts: list[str], room: int):
    page = page_of(texts, room)
    assert page == texts[: len(page)]
    sizes = [len(json.dumps(text, ensure_ascii=False)) for text in texts]
    assert len(page) <= 1 or sum(sizes[: len(page)]) <= room
    assert len(page) == len(texts) or (page and sum(sizes[: len(page) + 1]) > room)


def test_a_text_that_fits_is_shown_whole_and_a_longer_one_says_where_it_is():
    assert cut_fact(fact(12, "x" * 50), 50) == "x" * 50
    assert cut_fact(fact(12, "word " * 50), 50).endswith(
        "[cut: 250 characters; the resource memory://fact/F12 has it whole]"
    )
