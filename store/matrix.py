"""The exact index of vectors: all of them in memory, each compared with the vector that is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .blocks import Blocks
from .model import Vector
from .vector_index import Numbers, ReadRows, Scored

# A table of all ids up to the highest tells ten times faster which are wanted, unless nearly all of them are gone.
SPARSE = 16
# The highest of very many scores are looked for among those that are high by a sample of them: one of so many is in it,
# and so many more of it are let through than would be right if it were exact.
SAMPLED = 50
SAMPLE_SPARE = 8


@dataclass(frozen=True, slots=True)
class ExactIndex:
    """`VectorIndex` that keeps whole vectors: 4 bytes for each of a row's numbers."""

    blocks: Blocks = field(default_factory=Blocks)

    @property
    def size(self) -> int:
        return self.blocks.size

    def extended(self, seqs: Numbers, ids: Numbers, rows: Vector) -> ExactIndex:
        return ExactIndex(self.blocks.extended((seqs, ids, rows)))

    def without(self, seqs: Numbers) -> ExactIndex:
        return ExactIndex(self.blocks.without(seqs))

    def scan(self, vector: Vector, read_rows: ReadRows) -> ExactScan:  # noqa: ARG002 -- it has them all
        return ExactScan(
            np.concatenate([np.zeros(0, np.int64), *(ids for _, ids, _ in self.blocks)]),
            np.concatenate([np.zeros(0, np.float32), *(cosines(rows, vector) for _, _, rows in self.blocks)]),
        )


@dataclass(frozen=True, slots=True)
class ExactScan:
    """`Scan` whose scores are all known."""

    ids: Numbers
    scores: NDArray[np.float32]

    @property
    def size(self) -> int:
        return len(self.ids)

    def enough(self, limit: int) -> int:
        return limit

    def likely(self, count: int, among: Sequence[int] | None = None) -> list[int]:
        ids, scores = (self.ids, self.scores) if among is None else self._only(among)
        return ids[highest(scores, ids, count)].tolist()

    def scored(self, ids: Sequence[int]) -> list[Scored]:
        there, scores = self._only(ids)
        return with_scores(there, scores, highest(scores, there, len(there)))

    def _only(self, ids: Sequence[int]) -> tuple[Numbers, NDArray[np.float32]]:
        places = where_any(self.ids, np.array(ids, np.int64))
        return self.ids[places], self.scores[places]


def where_any(ids: Numbers, wanted: Numbers) -> NDArray[np.intp]:
    """Where the ids are that are among the wanted ones."""
    highest_id = max(ids.max(initial=0), wanted.max(initial=0))
    if highest_id > SPARSE * len(ids):
        return np.flatnonzero(np.isin(ids, wanted))
    is_wanted = np.zeros(highest_id + 1, np.bool_)
    is_wanted[wanted] = True
    return np.flatnonzero(is_wanted[ids])


def cosines(rows: Vector, vector: Vector) -> NDArray[np.float32]:
    """Each row's cosine with the vector.

    One dot product a row: on one thread, as fast as memory is read, and equal rows give equal numbers wherever they
    lie, which a product of matrix and vector doesn't promise.
    """
    return np.vecdot(rows, vector)


def highest(scores: NDArray[Any], ids: Numbers, count: int) -> NDArray[np.intp]:
    """Where the `count` highest scores are, best first; of equal ones the higher id first."""
    places = _highest_unordered(scores, ids, count)
    return places[np.lexsort((-ids[places], -scores[places]))]


def _highest_unordered(scores: NDArray[Any], ids: Numbers, count: int) -> NDArray[np.intp]:
    if count >= len(scores):
        return np.arange(len(scores))
    if count == 0:
        return np.zeros(0, np.intp)
    above = _above_a_guess(scores, count)
    if len(above) >= count:
        return above[_of_few(scores[above], ids[above], count)]
    return _of_few(scores, ids, count)


def _above_a_guess(scores: NDArray[Any], count: int) -> NDArray[np.intp]:
    """Where all scores are that reach a high one of a sample: likely somewhat more than `count` of them."""
    sample = scores[::SAMPLED]
    rank = 2 * count // SAMPLED + SAMPLE_SPARE
    if rank >= len(sample):
        return np.zeros(0, np.intp)
    return np.flatnonzero(scores >= np.partition(sample, -rank)[-rank])


def _of_few(scores: NDArray[Any], ids: Numbers, count: int) -> NDArray[np.intp]:
    last = np.partition(scores, -count)[-count]
    above = np.flatnonzero(scores > last)
    level = np.flatnonzero(scores == last)
    room = count - len(above)
    return np.concatenate([above, level[np.argpartition(ids[level], -room)[-room:]]])


def with_scores(ids: Numbers, scores: NDArray[np.float32], places: NDArray[np.intp]) -> list[Scored]:
    """The rows at these places."""
    return list(zip(ids[places].tolist(), scores[places].tolist(), strict=True))
