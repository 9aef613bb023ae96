"""Making what is derived from the rows of a memory complete, in the foreground: edges, and vectors of one model."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeVar

from ..store.model import Caller, VectorModel
from ..store.protocol import Transaction
from .backfill import KEEP_S, LEASE_S, RENEW_S, lease_of, note_use
from .batch_embedding import BatchEmbedding
from .links import link_unlinked
from .models import identity_of
from .pace import Pace

if TYPE_CHECKING:
    from ..store.embedders.protocol import Embedder

T = TypeVar("T")

LINKED_TOGETHER = 100
"""Facts that one transaction links: others write in between."""
WAIT_S = 1.0


class PlainStore(Protocol):
    """A store without an event loop."""

    def read(self, work: Callable[[Transaction], T]) -> T: ...
    def write(self, work: Callable[[Transaction], T]) -> T: ...


class Progress(Protocol):
    """Who is told how far it is."""

    def made(self, done: int, left: int) -> None:
        """So many passages have their vector, so many have none yet."""
        ...

    def waits(self, holder: str) -> None:
        """Another process does it."""
        ...


def link_all(store: PlainStore, caller: Caller) -> int:
    """Link every fact that is linked to none; how many edges that made."""
    before = store.read(lambda tx: tx.census.holdings().edges)
    after_id: int | None = 0
    while after_id is not None:
        after_id = store.write(lambda tx, after=after_id: link_unlinked(tx, caller, after, LINKED_TOGETHER))
    return store.read(lambda tx: tx.census.holdings().edges) - before


def drop_others(store: PlainStore, model: VectorModel) -> list[str]:
    """Drop the vectors of every other model; their names."""

    def drop(tx: Transaction) -> list[str]:
        names = [stored.model.name for stored in tx.vectors.models() if stored.model.name != model.name]
        for name in names:
            tx.vectors.drop(name)
        return names

    return store.write(drop)


def forget_vectors(store: PlainStore, model: VectorModel) -> None:
    """Drop the vectors of the model itself, so that they are made again; also those of another dimension."""
    store.write(lambda tx: tx.vectors.drop(model.name))


class MissingVectors:
    """Embeds everything that has no vector of a model, what it refused before included."""

    def __init__(self, store: PlainStore, embedder: Embedder, progress: Progress, holder: str) -> None:
        self._store, self._embedder, self._progress, self._holder = store, embedder, progress, holder
        self._model = identity_of(embedder)
        self._lease = lease_of(self._model.name)
        self._pace = Pace(KEEP_S)
        self._renewed_at = 0.0
        self._done = 0

    def embed(self) -> int:
        """Do it, taking turns with processes that do the same; how many vectors were made here.

        What is done is kept batch by batch. Raises what the model raises.
        """
        self._store.write(lambda tx: tx.upkeep.retry(self._model.name))
        try:
            while self._store.read(lambda tx: tx.vectors.missing(self._model)):
                if not self._take_turn():
                    break
        finally:
            self._store.write(lambda tx: tx.leases.release(self._lease, self._holder))
        self._store.write(lambda tx: note_use(tx, self._model))
        return self._done

    def _take_turn(self) -> bool:
        """Embed a batch, or wait for whoever does; False when there is none to embed."""
        if not self._store.write(self._renew):
            held = self._store.read(lambda tx: tx.leases.held(self._lease))
            self._progress.waits(held.holder if held else "another process")
            time.sleep(WAIT_S)
            return True
        passages = self._store.read(lambda tx: tx.vectors.without(self._model, self._pace.fitting(KEEP_S)))
        batch = BatchEmbedding(self._embedder, self._pace, passages)
        while not batch.is_done:
            batch.step()
            if time.monotonic() - self._renewed_at > RENEW_S:
                self._store.write(self._renew)
        self._store.write(batch.keep)
        self._done += len(batch.made)
        self._progress.made(self._done, self._store.read(lambda tx: tx.vectors.missing(self._model)))
        return bool(passages)

    def _renew(self, tx: Transaction) -> bool:
        self._renewed_at = time.monotonic()
        return tx.leases.take(self._lease, self._holder, LEASE_S)
