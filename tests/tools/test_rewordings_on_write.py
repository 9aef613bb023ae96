"""With a model a write knows the same claim in other words, and a contradiction; nearness alone decides nothing."""

from collections.abc import AsyncGenerator, Generator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fake_embedder import FakeEmbedder, embedding_of
from memory_bench import Agent, Bench, open_bench
from palimpsest.store.model import Caller, Embedded, OnConflict, Scope, Vector
from palimpsest.store.rules.passage import fact_passage
from palimpsest.store.sqlite import PlainStore
from palimpsest.tools.drafts import FactDraft
from palimpsest.tools.fact_writes import Written, write_fact
from palimpsest.tools.settings import Settings
from toy_vectors import MODEL, at_angle
from users import User

DEFAULTS = Settings()
NIGHTLY, REWORDED = "Backups run every night.", "Every night a backup is made."
LEASE, OTHER_LEASE = "A lease on a lock lasts 20 seconds.", "A lease on a lock expires after 40 seconds."
NEAR, FAR = 10, 80
"""Degrees between two vectors."""


class Memory:
    """A store that is given the vector of each text with it."""

    def __init__(self, folder: Path) -> None:
        self.store = PlainStore(folder / "reworded.db")

    def write(self, agent: str, text: str, degrees: float | None, unrelated: float = 0.0, **more: Any) -> Written:
        draft = FactDraft(Scope("d"), more.pop("topic", "t"), text, **more)
        vectors: dict[str, Vector] = {}
        if degrees is not None:
            vectors[fact_passage(draft.topic, draft.content)] = at_angle(degrees)
        made = Embedded(MODEL, vectors, unrelated)
        return self.store.write(
            lambda tx: write_fact(tx, Caller(agent=agent, session="s"), DEFAULTS, draft), made if vectors else None
        )


@pytest.fixture
def memory(tmp_path: Path) -> Generator[Memory]:
    opened = Memory(tmp_path)
    yield opened
    opened.store.close()


def test_the_same_in_other_words_is_a_mention(memory: Memory):
    first = memory.write("ana", NIGHTLY, 0)
    again = memory.write("bob", REWORDED, NEAR)
    assert (again.outcome, again.fact.id, again.fact.content) == ("mentioned", first.fact.id, NIGHTLY)


def test_a_contradiction_in_other_words_is_one(memory: Memory):
    memory.write("ana", LEASE, 0)
    other = memory.write("bob", OTHER_LEASE, NEAR)
    assert other.outcome == "needs_confirmation"
    assert [conflict.evidence for conflict in other.conflicts] == ["20 seconds -> 40 seconds"]


@pytest.mark.parametrize(("first", "second"), [(None, NEAR), (0, None), (0, FAR), (None, None)])
@pytest.mark.parametrize(("old", "new"), [(NIGHTLY, REWORDED), (LEASE, OTHER_LEASE)])
def test_without_both_vectors_or_far_apart_nothing_changes(
    memory: Memory, old: str, new: str, first: float | None, second: float | None
):
    memory.write("ana", old, first)
    assert memory.write("bob", new, second).outcome == "created"


def test_what_unrelated_texts_have_in_common_is_no_nearness(memory: Memory):
    memory.write("ana", NIGHTLY, 0)
    assert memory.write("bob", REWORDED, NEAR, unrelated=0.95).outcome == "created"


def test_nearness_alone_retires_nothing_and_mentions_nothing(memory: Memory):
    memory.write("ana", "The service uses Redis.", 0)
    beside = memory.write("bob", "Carla looks after the schema.", 0)
    assert (beside.outcome, beside.conflicts) == ("created", ())


def test_who_says_that_both_hold_makes_no_mention_of_a_rewording(memory: Memory):
    memory.write("ana", NIGHTLY, 0)
    assert memory.write("bob", REWORDED, NEAR, on_conflict=OnConflict.COEXIST).outcome == "created"


def test_the_nearest_in_meaning_under_another_topic_is_told_and_left_alone(memory: Memory):
    first = memory.write("ana", "Carla owns the parser.", 0, topic="parser")
    told = memory.write("bob", "The parser belongs to Dmitri.", NEAR, topic="people")
    assert [near.fact.id for near in told.near] == [first.fact.id]
    assert (told.outcome, told.conflicts) == ("created", ())
    unrelated = memory.write("cy", "Lunch is at noon.", FAR, topic="food")
    assert unrelated.near == ()


# Through the tools, with a model of the process


class Agreeing(FakeEmbedder):
    """Finds every two texts equal."""

    def vector(self, text: str) -> Vector:
        del text
        return (np.ones(self.dimension) / np.sqrt(self.dimension)).astype(np.float32)


@pytest.fixture(params=["auto", "legacy"])
async def modelled(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[Bench]:
    async with open_bench(tmp_path, request.param) as bench:
        bench.embedding = embedding_of(Agreeing())
        bench.embedding.follow(DEFAULTS)
        await bench.embedding.model.embedder(None)
        yield bench


async def test_a_reworded_contradiction_is_asked_about_as_well(modelled: Bench):
    ana, user = await modelled.agent("ana"), User("new")
    await ana.propose(LEASE)
    answer = await (await modelled.agent("bob", user=user)).propose(OTHER_LEASE)
    assert len(user.questions) == 1
    assert answer["outcome"] == "superseded_existing"
    assert await modelled.active() == ["F2"]


async def test_a_reworded_mention_is_not_asked_about(modelled: Bench):
    ana, user = await modelled.agent("ana"), User("new")
    await ana.propose(NIGHTLY)
    answer = await (await modelled.agent("bob", user=user)).propose(REWORDED)
    assert (answer["outcome"], user.questions) == ("mentioned", [])


async def test_a_model_that_goes_down_costs_no_write_and_no_question(modelled: Bench, monkeypatch: pytest.MonkeyPatch):
    ana: Agent = await modelled.agent("ana")
    await ana.propose(LEASE)
    user = User("new")
    bob = await modelled.agent("bob", user=user)

    async def down(*_: object) -> None:
        return None

    monkeypatch.setattr(bob.desk, "embed", down)
    assert (await bob.propose(OTHER_LEASE))["outcome"] == "created"
    assert user.questions == []


async def test_a_rehearsal_knows_rewordings_as_the_run_does(modelled: Bench):
    ana, bob = await modelled.agent("ana"), await modelled.agent("bob")
    await ana.propose(NIGHTLY)
    seen = await bob.observe(REWORDED, count=2)
    draft = {"text": REWORDED, "domain": "architecture", "topic": "database", "sources": seen}
    answers = [await bob.call("consolidate_memory", candidates=[draft], dry_run=dry) for dry in (True, False)]
    assert [(one["created"], one["reinforced"]) for one in answers] == [([], ["F1"])] * 2
