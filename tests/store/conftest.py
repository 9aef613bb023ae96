"""Every store that there is, for the contract's tests: another one is another line in `STORES`."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from palimpsest.store.clock import Clock
from palimpsest.store.protocol import Store
from palimpsest.store.sqlite import SqliteStore
from store_builders import FakeClock, Memory, Opener


async def open_sqlite(folder: Path, clock: Clock) -> Store:
    return await SqliteStore.open(folder / "memory.db", clock)


STORES: dict[str, Opener] = {"sqlite": open_sqlite}


@pytest.fixture(params=STORES)
async def memory(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[Memory]:
    """An empty memory whose clock stands still."""
    opener = STORES[request.param]
    clock = FakeClock()
    opened = Memory(await opener(tmp_path, clock), clock, tmp_path, opener)
    yield opened
    for store in (*opened.opened, opened.store):
        await store.close()
