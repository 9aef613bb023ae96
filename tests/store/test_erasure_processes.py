"""A memory that several processes have open: what one erases, no other finds, and none is disturbed."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, create_subprocess_exec
from pathlib import Path

import pytest
from palimpsest.server import background
from palimpsest.server.background import Background
from palimpsest.store.model import FactFilter
from palimpsest.store.sqlite import SqliteStore
from palimpsest.tools.embedding import Embedding
from palimpsest.tools.models import NO_MODELS
from residue import holding
from store_builders import add_fact
from toy_vectors import fill_in

CHILD = """
import sys
from pathlib import Path
from palimpsest.store.model import FactFilter
from palimpsest.store.sqlite import PlainStore
from toy_vectors import MODEL, toy_vector

store = PlainStore(Path(sys.argv[1]))
for line in sys.stdin:
    where = store.read(lambda tx: FactFilter(tx.now, include_superseded=True, include_retired=True))
    words = store.read(lambda tx: tx.search.facts("quokka", where, 9))
    near = store.read(lambda tx: tx.vectors.nearest_facts(MODEL, toy_vector("x"), where, 9))
    fact = store.read(lambda tx: tx.facts.get(1))
    print(len(words), sorted(one.id for one in near), fact is not None, flush=True)
store.close()
"""


async def test_another_process_finds_it_by_no_way_afterwards(tmp_path: Path):
    store = await SqliteStore.open(tmp_path / "w.db")
    await store.write(lambda tx: [add_fact(tx, content="the quokka is near"), add_fact(tx, content="lamps are on")])
    await store.write(lambda tx: fill_in(tx))
    environment = {"PYTHONPATH": str(Path(__file__).parents[1] / "support"), "PATH": ""}
    child = await create_subprocess_exec(
        *(sys.executable, "-c", CHILD, str(tmp_path / "w.db")), stdin=PIPE, stdout=PIPE, env=environment
    )
    assert child.stdin is not None
    assert child.stdout is not None

    async def look() -> bytes:
        child.stdin.write(b"\n")  # pyright: ignore[reportOptionalMemberAccess] -- asserted above
        return await child.stdout.readline()  # pyright: ignore[reportOptionalMemberAccess]

    assert await look() == b"1 [1, 2] True\n"
    await store.write(lambda tx: tx.erasures.erase(tx.erasures.extent([1], with_sources=True), {}))
    assert holding(tmp_path, "quokka") == []
    assert await look() == b"0 [2] False\n"
    await store.write(lambda tx: add_fact(tx, content="more"))
    child.stdin.close()
    assert await child.wait() == 0
    await store.close()


async def test_an_open_store_is_cleaned_beside_it_as_soon_as_nobody_is_in_the_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(background, "AFTER_S", 0.0)
    monkeypatch.setattr(background, "CLEAN_EVERY_S", 0.05)
    monkeypatch.setattr("palimpsest.store.cleaning.WAIT_S", 0.05)
    store = await SqliteStore.open(tmp_path / "w.db")
    await store.write(lambda tx: add_fact(tx, content="the quokka is near"))
    reader = await SqliteStore.open(tmp_path / "w.db")
    reading, may_end = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def read_long(tx: object) -> None:
        loop.call_soon_threadsafe(reading.set)
        asyncio.run_coroutine_threadsafe(may_end.wait(), loop).result(10)

    read = asyncio.create_task(reader.read(lambda tx: (tx.facts.active(FactFilter(tx.now)), read_long(tx))))
    await reading.wait()
    await store.write(lambda tx: tx.erasures.erase(tx.erasures.extent([1], with_sources=True), {}))
    assert await store.read(lambda tx: tx.erasures.unclean()) is not None
    beside = Background(store, Embedding(NO_MODELS))
    may_end.set()
    await read
    async with asyncio.timeout(10):
        while await store.read(lambda tx: tx.erasures.unclean()) is not None:  # noqa: ASYNC110 -- looked at as by others
            await asyncio.sleep(0.02)
    await beside.end()
    assert holding(tmp_path, "quokka") == []
    await reader.close()
    await store.close()
