"""What becomes of an erased fact in every table that there is, so that none that is added later is forgotten."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from memory_bench import Agent, Bench, dump_of, open_bench
from palimpsest.store.driver import DRIVER
from palimpsest.store.migrations import load_migrations
from palimpsest.store.opening import open_sync
from person import Person
from residue import holding
from toy_vectors import fill_in

WORD = "quokka"
"""In every text that an erased fact, and what goes with it, ever said."""

ROWS_GO = {
    *("fact", "fact_state", "fact_source", "fact_mention", "fact_doubt", "fulltext"),
    *("observation", "observation_ref", "observation_use", "hot_item"),
    *("conflict", "conflict_finding", "edge", "policy_source", "row_change"),
    *("vector", "vector_missing", "vector_refused"),
}
TEXT_GOES = {"audit"}
"""The entries stay, without what they say."""
ONLY_A_NUMBER_STAYS = {"review_fact", "decision", "erased", "erased_change", "vector_gone"}
SAYS_NOTHING_OF_FACTS = {
    *("property", "setting", "domain", "access_grant", "batch", "version_register", "working_tree", "file_stamp"),
    *("vector_model", "vector_model_use", "vector_trouble", "lease", "review", "unclean", "sqlite_sequence"),
}
STAYS_AND_IS_NAMED = {"policy", "notes"}
"""Where it is quoted, the person is told."""
SHADOWS = {"fulltext_config", "fulltext_content", "fulltext_data", "fulltext_docsize", "fulltext_idx", "fulltext_term"}
"""The full text index's own."""


def tables(path: Path) -> set[str]:
    with closing(DRIVER.connect(path, mode="ro", timeout_s=5)) as connection:
        return {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def test_every_table_is_thought_of(tmp_path: Path):
    open_sync(tmp_path / "w.db").close()
    known = ROWS_GO | TEXT_GOES | ONLY_A_NUMBER_STAYS | SAYS_NOTHING_OF_FACTS | STAYS_AND_IS_NAMED | SHADOWS
    assert tables(tmp_path / "w.db") == known
    assert len(load_migrations()) >= 9


async def fill_every_table(bench: Bench, ana: Agent, bob: Agent, ann: Person) -> None:
    """F1 and what goes with it say the secret in each table that can hold it; F2 to F4 are linked with it."""
    seen = await ana.observe(f"The {WORD} was seen", count=2, source="api", revision="v1")
    await ana.propose(
        f"The {WORD} is 1.", topic=f"{WORD} one", veracity="stated", source_observation_ids=[seen[0], seen[1]]
    )
    await ana.observe("Nothing of it")
    await ana.call("remember", content=f"My user's {WORD} is 1.", topic=WORD, veracity="stated")
    draft = {"text": f"The {WORD} is 1.", "domain": "architecture", "topic": f"{WORD} one", "sources": ["H1"]}
    await ana.call("consolidate_memory", candidates=[draft | {"supports": ["F1"]}])
    await bob.propose(f"The {WORD} is 1.", topic=f"{WORD} one")
    await bob.propose("It is 2.", topic=f"{WORD} one", on_conflict="ask", veracity="stated")
    await bob.propose("Lamps are on.", topic="lamps", on_conflict="coexist")
    doubts = await bob.observe("It looks odd", count=2)
    odd = {"text": "Odd things happened.", "domain": "architecture", "topic": "odd", "sources": doubts}
    await bob.call("consolidate_memory", candidates=[odd | {"weakens": ["F1"]}])
    await bob.call("record_observation", content="Used it.", used_fact_ids=["F1"])
    await bob.call("propose_policy", domain="architecture", rule="Obey.", source_fact_ids=["F1"])
    await ann.call("memory_review.sample", seed=1)
    await ann.call("memory_review.mark", marks={"F1": "correct"})
    await bench.store.write(lambda tx: fill_in(tx))


@pytest.fixture
async def filled(tmp_path: Path):
    async with open_bench(tmp_path) as bench:
        ana, bob, ann = await bench.agent("ana"), await bench.agent("bob"), Person(bench)
        await fill_every_table(bench, ana, bob, ann)
        yield bench


async def test_no_table_and_no_file_holds_what_is_erased(filled: Bench, tmp_path: Path):
    ann = Person(filled)
    assert holding(tmp_path, WORD)
    names = [name for name in await filled.active() if WORD in (await filled.fact(name)).content]
    done = await ann.call("memory_fact.purge", fact_ids=names)
    assert done["is_clean"]
    # What another fact says under the same topic is that fact's.
    others = [name for name in await filled.active() if WORD in (await filled.fact(name)).topic]
    assert others
    await ann.call("memory_fact.purge", fact_ids=others)
    left = {
        name: rows for name, found in dump_of(filled.path).items() if (rows := [r for r in found if WORD in str(r)])
    }
    assert left == {}
    assert holding(tmp_path, WORD) == []


async def test_the_rows_of_an_erased_fact_are_gone_and_those_of_no_other(filled: Bench):
    before = dump_of(filled.path)
    ann = Person(filled)
    done = await ann.call("memory_fact.purge", fact_ids=["F1"])
    after = dump_of(filled.path)
    touched = {name for name in before if before[name] != after[name]}
    assert touched <= ROWS_GO | TEXT_GOES | ONLY_A_NUMBER_STAYS | {"batch", "sqlite_sequence", "version_register"}
    for name in (
        "fact",
        "fact_state",
        "fact_source",
        "fact_mention",
        "policy",
        "notes",
        "edge",
        "conflict",
        "hot_item",
    ):
        assert set(after[name]) < set(before[name]) or after[name] == before[name]
    assert len(before["fact"]) - len(after["fact"]) == 1
    assert len(before["observation"]) - len(after["observation"]) == len(done["observations"])
    assert len(before["audit"]) + 1 == len(after["audit"])
