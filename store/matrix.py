"""The exact index of vectors: all of them in memory, each compared with the vector that is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .blocks import Blocks, Part
from .model import Vector
from .vector_index import Numbers, ReadRows, Scored


@dataclass(frozen=True, slots=True)
class ExactIndex:
    """`VectorIndex` that keeps whole vectors: 4 bytes for each of a row's numbers."""

    blocks: Blocks = field(default_factory=Blocks)

    @property
    def size(self) -> int:
        return self.blocks.size

    def extended(self, seqs: Numbers, ids: Numbers, rows: Vector) -> ExactIndex:
        return ExactIndex(self.blocks.extended(Part(seqs, ids, rows)))

    def without(self, seqs: Numbers) -> ExactIndex:
        return ExactIndex(self.blocks.without(seqs))

    def scan(self, vector: Vector, read_rows: ReadRows) -> ExactScan:  # noqa: ARG002 -- it has them all
        parts = list(self.blocks.parts())
        return ExactScan(
            np.concatenate([np.zeros(0, np.int64), *(part.ids for part in parts)]),
            np.concatenate([np.zeros(0, np.float32), *(cosines(part.data, vector) for part in parts)]),
        )


@dataclass(frozen=True, slots=True)
class ExactScan:
    """`Scan` whose scores are all known."""

    ids: Numbers
    scores: NDArray[np.float32]

    @property
    def size(self) -> int:
        return len(self.ids)

    def best(self, count: int, among: Sequence[int] | None = None) -> list[Scored]:
        ids, scores = self.ids, self.scores
        if among is not None:
            is_meant = np.isin(ids, np.array(among, np.int64))
            ids, scores = ids[is_meant], scores[is_meant]
        places = best_places(scores, ids, count)
        return list(zip(ids[places].tolist(), scores[places].tolist(), strict=True))


def cosines(rows: Vector, vector: Vector) -> NDArray[np.float32]:
    """Each row's cosine with the vector.

    One dot product a row: on one thread, as fast as the memory is read, and equal rows give equal numbers wherever they
    lie, which a product of matrix and vector doesn't promise.
    """
    return np.vecdot(rows, vector)


def best_places(scores: NDArray[Any], ids: Numbers, count: int) -> NDArray[np.intp]:
    """Where the `count` highest scores are, best first; of equal ones the higher id counts as better."""
    places = np.arange(len(scores))
    if count < len(scores):
        last = np.partition(scores, -count)[-count] if count else np.inf
        above = np.flatnonzero(scores > last)
        level = np.flatnonzero(scores == last)
        room = count - len(above)
        if room < len(level):
            level = level[np.argpartition(ids[level], -room)[-room:]] if room else level[:0]
        places = np.concatenate([above, level])
    return places[np.lexsort((-ids[places], -scores[places]))]
