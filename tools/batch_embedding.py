"""Vectors of many passages, a few at a time; one that the model refuses is set aside with the reason."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..store.model import Passage, Vector
from ..store.protocol import Transaction
from .models import identity_of, reason_of
from .pace import Pace

if TYPE_CHECKING:
    from ..store.embedders.protocol import Embedder

PROBE = "Is this thing on?"
"""What any model takes: when it fails as well, it wasn't the passage."""


class BatchEmbedding:
    """One batch on its way through a model; each `step` is short, and called on one thread at a time."""

    def __init__(self, embedder: Embedder, pace: Pace, passages: Sequence[Passage]) -> None:
        self.made: list[tuple[Passage, Vector]] = []
        self.refused: list[tuple[Passage, str]] = []
        self._embedder = embedder
        self._pace = pace
        self._left = list(passages)
        self._suspects: list[list[Passage]] = []

    @property
    def is_done(self) -> bool:
        """Whether every passage has its vector or was refused."""
        return not self._left and not self._suspects

    def step(self) -> None:
        """Embed the next few; what the model raises comes out only when it fails at everything."""
        some = self._next()
        began = time.monotonic()
        try:
            vectors = self._embedder.embed_passages([passage.text for passage in some])
        except Exception as error:  # noqa: BLE001 -- whatever a text does to a model, the others go on
            self._embedder.embed_passages([PROBE])
            self._set_aside(some, error)
            return
        self._pace.took(len(some), time.monotonic() - began)
        self.made += zip(some, vectors, strict=True)

    def keep(self, tx: Transaction) -> None:
        """Store what was made, and what was refused."""
        import numpy as np

        model = identity_of(self._embedder)
        rows = [vector for _, vector in self.made]
        vectors = np.stack(rows) if rows else np.empty((0, model.dimension), np.float32)
        tx.vectors.add(model, [passage for passage, _ in self.made], vectors)
        for passage, reason in self.refused:
            tx.upkeep.refuse(model, passage, reason)

    def _next(self) -> list[Passage]:
        if self._suspects:
            return self._suspects.pop()
        some, self._left = self._left[: self._pace.count], self._left[self._pace.count :]
        return some

    def _set_aside(self, some: list[Passage], error: Exception) -> None:
        """One of these is refused: look in each half for which."""
        if len(some) == 1:
            self.refused.append((some[0], reason_of(error)))
        else:
            middle = len(some) // 2
            self._suspects += [some[middle:], some[:middle]]
