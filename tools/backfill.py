"""The background work of an open store: what has no vector of the chosen model yet gets one.

One process at a time does it, under a lease that ends by itself when the process dies. What is done is kept batch by
batch, so a killed one has little to do again. It gives way: to queries and writes on the models' thread, and half of
its time to whoever has just asked.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import time
import uuid
from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING

from ..store.errors import StoreError
from ..store.model import VectorModel
from ..store.protocol import Store, Transaction
from .batch_embedding import BatchEmbedding
from .embedding import Embedding
from .models import Model, Silent, identity_of, reason_of
from .settings import Settings

if TYPE_CHECKING:
    from ..store.embedders.protocol import Embedder

logger = logging.getLogger(__name__)

LOOK_S = 30.0
"""Other processes write too, and people change settings."""
TAKEN_LOOK_S = 5.0
"""How soon to look again when another process does the work; it may have died."""
FIRST_PAUSE_S = 30.0
MOST_PAUSE_S = 300.0
"""Between two attempts with a model that fails; each pause is twice the one before."""

KEEP_S = 1.0
"""What this much time makes is kept together: a killed process has no more to do again."""
LEASE_S = 30.0
RENEW_S = 10.0
RECENT_S = 5.0
"""Somebody who asked so lately is likely to ask again."""

UNUSED = timedelta(days=30)
"""A model that no process has had for so long is dropped with its vectors."""
NOTE_USE_EVERY = timedelta(hours=1)


def lease_of(model_name: str) -> str:
    """The name of the lease under which a model's vectors are made."""
    return f"backfill:{model_name}"


def new_holder() -> str:
    """A name for this process that a person can find it by."""
    return f"process {os.getpid()} on {socket.gethostname()} ({uuid.uuid4().hex[:8]})"


class Backfill:
    """The background work of one store in this process."""

    def __init__(self, store: Store, embedding: Embedding, holder: str | None = None) -> None:
        self._store = store
        self._embedding = embedding
        self._holder = holder or new_holder()
        self._renewed_at = 0.0
        self._failed: Model | None = None
        self._failed_at = 0.0
        self._pause_s = FIRST_PAUSE_S
        self.is_at_work = False
        """Whether vectors are being made just now."""

    async def run(self) -> None:
        """Look for work, do it, and look again when there may be more; ends when it is cancelled."""
        while True:
            self._embedding.must_look.clear()
            pause_s = await self._look()
            with suppress(TimeoutError):
                async with asyncio.timeout(pause_s):
                    await self._embedding.must_look.wait()

    async def _look(self) -> float:
        """Do what there is to do; how long to rest then."""
        try:
            await self._follow()
            model = self._embedding.model
            if model is self._failed and self._must_rest(model):
                return LOOK_S
            return await self._work(model)
        except StoreError:
            # Whoever calls next is told; the file may be usable again by then.
            return LOOK_S
        except Exception:
            logger.exception("making vectors in the background failed")
            return LOOK_S

    async def _follow(self) -> None:
        self._embedding.follow(Settings(await self._store.read(lambda tx: tx.settings.all())))

    def _must_rest(self, model: Model) -> bool:
        is_over = time.monotonic() >= self._failed_at + self._pause_s
        return not is_over and not model.has_answered_since(self._failed_at)

    async def _work(self, model: Model) -> float:
        embedder = await model.embedder(None)
        if isinstance(embedder, Silent):
            if model.is_broken:
                await self._note_failure(model, embedder.reason)
            return LOOK_S
        try:
            return await self._catch_up(model, embedder)
        except StoreError:
            raise
        except Exception as error:  # noqa: BLE001 -- a model may raise anything; it is shown in `palimpsest stats`
            model.note_trouble(error)
            await self._note_failure(model, reason_of(error))
            return LOOK_S

    async def _note_failure(self, model: Model, reason: str) -> None:
        self._pause_s = min(self._pause_s * 2, MOST_PAUSE_S) if self._failed is model else FIRST_PAUSE_S
        self._failed, self._failed_at = model, time.monotonic()
        await self._store.write(lambda tx: tx.upkeep.note_trouble(reason))

    async def _catch_up(self, model: Model, embedder: Embedder) -> float:
        """Embed everything that is missing, if no other process does."""
        identity = identity_of(embedder)
        if await self._store.read(lambda tx: tx.vectors.missing(identity)):
            if not await self._store.write(lambda tx: self._renew(tx, identity)):
                return TAKEN_LOOK_S
            self.is_at_work = True
            try:
                if not await self._embed_all(model, embedder, identity):
                    return TAKEN_LOOK_S
            finally:
                self.is_at_work = False
                with suppress(StoreError):
                    await self._store.write(lambda tx: tx.leases.release(lease_of(identity.name), self._holder))
        await self._finish(identity)
        self._failed = None
        return LOOK_S

    async def _embed_all(self, model: Model, embedder: Embedder, identity: VectorModel) -> bool:
        """Whether all of it was done, and not given up: for another process, or for another model."""
        while passages := await self._store.read(lambda tx: tx.vectors.without(identity, model.pace.fitting(KEEP_S))):
            batch = BatchEmbedding(embedder, model.pace, passages)
            while not batch.is_done:
                await self._step(model, batch)
                if self._must_renew() and not await self._store.write(lambda tx: self._renew(tx, identity)):
                    return False
            if not await self._store.write(lambda tx, batch=batch: self._keep(tx, batch, identity)):
                return False
            await self._follow()
            if self._embedding.model is not model:
                return False
        return True

    async def _step(self, model: Model, batch: BatchEmbedding) -> None:
        began = time.monotonic()
        await model.run_last(batch.step)
        is_wanted = self._embedding.seconds_since_asked() < RECENT_S
        await asyncio.sleep(time.monotonic() - began if is_wanted else 0)

    def _must_renew(self) -> bool:
        return time.monotonic() - self._renewed_at > RENEW_S

    def _renew(self, tx: Transaction, identity: VectorModel) -> bool:
        self._renewed_at = time.monotonic()
        return tx.leases.take(lease_of(identity.name), self._holder, LEASE_S)

    def _keep(self, tx: Transaction, batch: BatchEmbedding, identity: VectorModel) -> bool:
        batch.keep(tx)
        if tx.upkeep.trouble() is not None:
            tx.upkeep.clear_trouble()
        return self._renew(tx, identity)

    async def _finish(self, identity: VectorModel) -> None:
        """Note that the model is in use, and drop those that aren't any more; seldom, as it is a write."""
        if not await self._store.read(lambda tx: _is_noted(tx, identity)):
            await self._store.write(lambda tx: note_use(tx, identity))


def _is_noted(tx: Transaction, identity: VectorModel) -> bool:
    """Whether the store says already that all is well; a model without a vector has no use to note."""
    used_at = tx.upkeep.uses().get(identity.name)
    is_recent = used_at is not None and tx.now - used_at < NOTE_USE_EVERY
    is_stored = any(stored.model == identity for stored in tx.vectors.models())
    return tx.upkeep.trouble() is None and (is_recent or not is_stored)


def note_use(tx: Transaction, identity: VectorModel) -> None:
    """Note that all is well with a model that is in use, and drop the models that nobody has had for long."""
    tx.upkeep.note_use(identity)
    tx.upkeep.clear_trouble()
    for name, used_at in tx.upkeep.uses().items():
        if tx.now - used_at > UNUSED:
            tx.vectors.drop(name)
