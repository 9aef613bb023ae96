"""What a write stores has its vector at once; a model that is slow, wrong or gone costs no write."""

from __future__ import annotations

import asyncio
import time

import numpy as np
import pytest
from fake_embedder import FakeEmbedder, embedding_of
from memory_bench import Agent, Bench
from palimpsest.store.model import VectorModel
from palimpsest.store.protocol import Transaction
from palimpsest.tools import models
from palimpsest.tools.settings import Settings

CONTENT = "The API uses Postgres 15."


async def with_model(bench: Bench, fake: FakeEmbedder, name: str = "ana") -> Agent:
    """An agent whose process has loaded the model."""
    bench.embedding = embedding_of(fake)
    bench.embedding.follow(Settings())
    await bench.embedding.model.embedder(None)
    return await bench.agent(name)


async def missing(bench: Bench, fake: FakeEmbedder) -> int:
    return await bench.store.read(lambda tx: tx.vectors.missing(VectorModel(fake.model, fake.dimension)))


async def test_a_proposed_fact_has_its_vector_when_the_call_returns(bench: Bench):
    fake = FakeEmbedder()
    await (await with_model(bench, fake)).propose(CONTENT)
    assert await missing(bench, fake) == 0
    assert fake.texts == [f"database\n{CONTENT}"]


async def test_a_replaced_fact_keeps_its_topic_and_has_its_vector(bench: Bench):
    fake = FakeEmbedder()
    ana = await with_model(bench, fake)
    await ana.propose(CONTENT)
    await ana.call("supersede_fact", fact_id="F1", content="The API uses MySQL.")
    await ana.call("supersede_fact", fact_id="F2", content="The API uses SQLite.", topic="storage")
    assert await missing(bench, fake) == 0
    assert fake.texts[1:] == ["database\nThe API uses MySQL.", "storage\nThe API uses SQLite."]
    await ana.call("supersede_fact", fact_id="F3")
    assert len(fake.texts) == 3


async def test_an_observation_has_its_vector(bench: Bench):
    fake = FakeEmbedder()
    await (await with_model(bench, fake)).observe("The build failed", 2)
    assert await missing(bench, fake) == 0


async def test_what_consolidation_makes_has_its_vectors(bench: Bench):
    fake = FakeEmbedder()
    ana = await with_model(bench, fake)
    item = (await ana.call("remember", content="Staging restarts at noon.", veracity="stated"))["item_id"]
    assert fake.texts == []
    candidate = {"text": "Staging restarts at noon, UTC.", "domain": "d", "topic": "t", "sources": [item]}
    rehearsed = await ana.call("consolidate_memory", candidates=[candidate], dry_run=True)
    assert rehearsed["created"] == ["F1"]
    assert fake.texts == []
    await ana.call("consolidate_memory", candidates=[candidate])
    assert fake.texts == ["t\nStaging restarts at noon, UTC.", "Staging restarts at noon."]
    # Only what the citation adds is left to the background: the observation by its own words, for everybody else.
    left = await bench.store.read(lambda tx: tx.vectors.without(VectorModel(fake.model, fake.dimension), 9))
    assert [(one.kind, one.id) for one in left] == [("C", 1)]


async def test_a_write_without_a_vector_asks_the_background_for_it(bench: Bench):
    fake = FakeEmbedder(poison="Postgres")
    ana = await with_model(bench, fake)
    assert bench.embedding is not None
    bench.embedding.must_look.clear()
    assert (await ana.propose(CONTENT))["outcome"] == "created"
    assert bench.embedding.must_look.is_set()
    assert await missing(bench, fake) == 1


async def test_a_model_of_another_dimension_costs_a_vector_and_no_write(bench: Bench):
    await (await with_model(bench, FakeEmbedder())).propose(CONTENT)
    other = FakeEmbedder(dimension=8)
    bob = await with_model(bench, other, "bob")
    assert (await bob.propose("The queue is Kafka.", topic="queue"))["outcome"] == "created"
    assert bench.embedding is not None
    assert "WrongDimension" in (bench.embedding.trouble or "")
    assert (await bob.propose("The cache is Redis.", topic="cache"))["outcome"] == "created"
    assert len(other.texts) == 1


async def test_others_write_while_a_model_works_for_one(bench: Bench):
    fake = FakeEmbedder()
    ana = await with_model(bench, fake)
    fake.gate.clear()
    waiting = asyncio.create_task(ana.propose(CONTENT))
    bench.embedding = None
    bob = await bench.agent("bob")
    async with asyncio.timeout(5):
        assert (await bob.propose("The queue is Kafka.", topic="queue"))["fact_id"] == "F1"
    fake.gate.set()
    assert (await waiting)["fact_id"] == "F2"


async def test_a_write_goes_on_without_a_model_that_hangs(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(models, "WRITE_S", 0.1)
    fake = FakeEmbedder()
    ana = await with_model(bench, fake)
    fake.gate.clear()
    began = time.monotonic()
    assert (await ana.propose(CONTENT))["outcome"] == "created"
    assert time.monotonic() - began < 1
    fake.gate.set()


async def test_purging_a_fact_takes_vectors_and_refusals_along(bench: Bench):
    fake = FakeEmbedder(poison="bad")
    ana = await with_model(bench, fake)
    await ana.propose(CONTENT)
    await ana.observe("bad")
    identity = VectorModel(fake.model, fake.dimension)
    passage = (await bench.store.read(lambda tx: tx.vectors.without(identity, 9)))[0]
    await bench.store.write(lambda tx: tx.upkeep.refuse(identity, passage, "bad"))
    assert await bench.store.read(lambda tx: tx.upkeep.count_refused("fake")) == 1
    bench.run("DELETE FROM observation")
    assert await bench.store.read(lambda tx: tx.upkeep.count_refused("fake")) == 0
    assert await missing(bench, fake) == 0


async def test_a_refused_observation_whose_predecessor_is_purged_is_tried_again(bench: Bench):
    fake = FakeEmbedder(poison="bad")
    ana = await with_model(bench, fake)
    await ana.observe("bad", 2)
    identity = VectorModel(fake.model, fake.dimension)

    def refuse(tx: Transaction) -> None:
        passages = tx.vectors.without(identity, 9)
        tx.vectors.add(identity, [], np.empty((0, fake.dimension), np.float32))
        for passage in passages:
            tx.upkeep.refuse(identity, passage, "bad")

    await bench.store.write(refuse)
    assert await bench.store.read(lambda tx: tx.upkeep.count_refused("fake")) == 2
    bench.run("DELETE FROM observation WHERE id = 1")
    assert await bench.store.read(lambda tx: tx.upkeep.count_refused("fake")) == 0
    assert await missing(bench, fake) == 1


def test_texts_that_share_words_are_near_and_synonyms_are_one():
    fake = FakeEmbedder(synonyms={"feline": "cat"})
    cat = fake.vector("a black cat")
    assert float(cat @ fake.vector("the black cat")) > 0.5
    assert float(cat @ fake.vector("a black feline")) > 0.99
    assert abs(float(cat @ fake.vector("payments fail often"))) < 0.3
    assert np.isclose(np.linalg.norm(cat), 1)
