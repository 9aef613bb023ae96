"""What is done beside an open store: recovering what another process left half done, then making missing vectors.

And cleaning the files of what was erased, where another process was in the way.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from ..store.errors import StoreError
from ..store.protocol import Store
from ..tools.embedding import Embedding

if TYPE_CHECKING:
    from ..tools.backfill import Backfill

AFTER_S = 0.5
"""Loading a model takes a core for as long, and a client waits for its handshake."""

RECOVER_AGAIN_S = 5.0
"""When to try again where the store couldn't."""

CLEAN_EVERY_S = 20.0
"""How often it is looked whether the files hold what was erased."""

END_S = 0.3
"""How long the end waits for a lease to be given up."""


class Background:
    """The work beside one store, from its making to `end`."""

    def __init__(self, store: Store, embedding: Embedding) -> None:
        self._store, self._embedding = store, embedding
        self._backfill: Backfill | None = None
        self._task = asyncio.create_task(self._run())

    @property
    def is_at_work(self) -> bool:
        """Whether vectors are being made."""
        return self._backfill is not None and self._backfill.is_at_work

    async def end(self) -> None:
        """End it where it stands; what it doesn't get done quickly is left to its lease."""
        self._task.cancel()
        _, pending = await asyncio.wait([self._task], timeout=END_S)
        if pending:
            self._task.cancel()  # it was giving up its lease, and waits for another process's write

    async def _run(self) -> None:
        await asyncio.sleep(AFTER_S)
        cleaning = asyncio.create_task(self._clean())
        try:
            await self._make_vectors()
        finally:
            cleaning.cancel()

    async def _make_vectors(self) -> None:
        await self._recover()
        from ..tools.backfill import Backfill  # numpy and models: not at every start

        self._backfill = Backfill(self._store, self._embedding)
        await self._backfill.run()

    async def _recover(self) -> None:
        from ..tools.runs import recover

        while True:
            try:
                return await recover(self._store)
            except StoreError:
                await asyncio.sleep(RECOVER_AGAIN_S)

    async def _clean(self) -> None:
        while True:
            with suppress(StoreError):
                if await self._store.read(lambda tx: tx.erasures.unclean() is not None):
                    await self._store.write(lambda tx: tx.erasures.clean())
            await asyncio.sleep(CLEAN_EVERY_S)
