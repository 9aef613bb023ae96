"""What every tool works with: the store, who is asking, and the settings that hold."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeVar

from ..store.errors import StoreError, WrongDimension
from ..store.model import Caller, Embedded
from ..store.protocol import Store, Transaction
from .embedding import Embedding
from .models import NO_MODELS
from .passages import PassagesOf
from .settings import Settings
from .working_tree import SourceFile, WorkingTree

T = TypeVar("T")

FLUSH_SECONDS = 2.0

FILE_SECONDS = 5.0
"""How long a source may take to be looked for among the files, as on a network folder that hangs."""


class Recalls:
    """Which facts were recalled from a store, written together soon after, off the path of any answer.

    All desks of a workspace may share them: of many callers who search, one write in two seconds is left.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._counts: Counter[int] = Counter()
        self._flush: asyncio.Task[None] | None = None

    def note(self, fact_ids: Iterable[int]) -> None:
        """Count each fact once more."""
        self._counts.update(fact_ids)
        if self._counts and self._flush is None:
            self._flush = asyncio.create_task(self._flush_later())

    async def flush(self) -> None:
        """Write what is still to be counted; a write that waits for another process is given up."""
        flush, self._flush = self._flush, None
        if flush is not None:
            flush.cancel()
        await self._write()

    async def _flush_later(self) -> None:
        try:
            is_written = True
            while self._counts and is_written:
                await asyncio.sleep(FLUSH_SECONDS)
                is_written = await self._write()
        finally:
            if self._flush is asyncio.current_task():
                self._flush = None

    async def _write(self) -> bool:
        """A hint for ranking, not worth failing for: what can't be written now is counted with the next recall."""
        counts, self._counts = self._counts, Counter[int]()
        if not counts:
            return True
        try:
            await self._store.write(lambda tx: tx.facts.count_recalls(counts, tx.now))
        except (StoreError, asyncio.CancelledError) as error:
            self._counts.update(counts)
            if not isinstance(error, StoreError):
                raise
            return False
        return True


class Desk:
    """One caller's access to one workspace's store."""

    def __init__(
        self,
        store: Store,
        caller: Caller,
        embedding: Embedding | None = None,
        tree: WorkingTree | None = None,
        recalls: Recalls | None = None,
    ) -> None:
        """Without an embedding nothing is compared by meaning; without a tree no source is a file."""
        self.store = store
        self.caller = caller
        self.embedding = embedding or Embedding(NO_MODELS)
        self._tree = tree
        self._recalls = recalls or Recalls(store)

    async def settings(self) -> Settings:
        """The workspace's settings as they are now, which the embedding follows from here on."""
        settings = Settings(await self.store.read(lambda tx: tx.settings.all()))
        self.embedding.follow(settings)
        return settings

    async def file_of(self, source: str) -> SourceFile | None:
        """The file of the caller's working tree that a source names."""
        tree = self._tree
        if tree is None:
            return None
        try:
            async with asyncio.timeout(FILE_SECONDS):
                return await asyncio.to_thread(lambda: tree.find(source))
        except TimeoutError:
            return None

    async def read(self, work: Callable[[Transaction], T]) -> T:
        """Run `work` on one snapshot."""
        return await self.store.read(work)

    async def write(self, work: Callable[[Transaction], T], passages: PassagesOf | None = None) -> T:
        """Run `work` in one transaction.

        `passages` reads which texts it may store, so that their vectors are there before the transaction begins.
        """
        if passages is None:
            return await self.store.write(self._named(work))
        result = await self._write_with(self._named(work), await self.embed(passages))
        if self.embedding.trouble is None:
            self.embedding.must_look.set()
        return result

    def _named(self, work: Callable[[Transaction], T]) -> Callable[[Transaction], T]:
        """The work, its changes under the caller's name."""

        def named(tx: Transaction) -> T:
            tx.batches.describe("change", self.caller.agent)
            return work(tx)

        return named

    async def embed(self, passages: PassagesOf) -> Embedded | None:
        """Made between two transactions: nothing that others wait for is held while a model works."""
        if self.embedding.trouble is not None:
            return None
        return await self.embedding.passages(await self.store.read(passages))

    async def _write_with(self, work: Callable[[Transaction], T], embedded: Embedded | None) -> T:
        try:
            return await self.store.write(work, embedded)
        except WrongDimension as error:
            # The transaction was undone. A server that gives another model by the same name costs no write.
            self.embedding.model.note_trouble(error)
            return await self.store.write(work)

    def recalled(self, fact_ids: Iterable[int]) -> None:
        """Count facts as recalled, unless by a person: soon, together, and off the path of the answer."""
        if not self.caller.is_person:
            self._recalls.note(fact_ids)

    async def close(self) -> None:
        """Write what is still to be counted; a write that waits for another process is given up."""
        await self._recalls.flush()
