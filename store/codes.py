"""The index of many vectors: one bit of each number in memory, and the vectors themselves for the likely few.

A bit says whether a number is above the mean of all. Vectors of one model lie close together, away from the origin;
without taking the mean off, nearly all of them would have the same bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .blocks import Blocks
from .matrix import ExactIndex, cosines, highest, with_scores
from .model import Vector
from .vector_index import Numbers, ReadRows, Scored

# How many rows are kept by the mere number of equal bits: at least so many, and such a share of all.
COARSE = 8192
COARSE_SHARE = 1 / 64
# How many rows are scored: at least so many, such a share of all, and so many for each that is asked for.
SCORED = 1024
SCORED_SHARE = 1 / 256
SPARE = 4

WORD = 64
BITS_OF_BYTE = np.unpackbits(np.arange(256, dtype=np.uint8)[:, np.newaxis], axis=1).astype(np.float32)


@dataclass(frozen=True, slots=True)
class CodedIndex:
    """`VectorIndex` that keeps one bit for each of a row's numbers."""

    mean: Vector
    blocks: Blocks

    @classmethod
    def of(cls, exact: ExactIndex) -> CodedIndex:
        """The same rows, with the mean that they have now for good."""
        sums = np.stack([rows.sum(axis=0, dtype=np.float64) for _, _, rows in exact.blocks])
        index = cls((sums.sum(axis=0) / exact.size).astype(np.float32), Blocks())
        for seqs, ids, rows in exact.blocks:
            index = index.extended(seqs, ids, rows)
        return index

    @property
    def size(self) -> int:
        return self.blocks.size

    def extended(self, seqs: Numbers, ids: Numbers, rows: Vector) -> CodedIndex:
        words = codes_of(rows - self.mean)
        return CodedIndex(self.mean, self.blocks.extended((seqs, ids, *words.T)))

    def without(self, seqs: Numbers) -> CodedIndex:
        return CodedIndex(self.mean, self.blocks.without(seqs))

    def scan(self, vector: Vector, read_rows: ReadRows) -> CodedScan:
        return CodedScan(self, vector, read_rows)


class CodedScan:
    """`Scan` that knows how many bits of each row are those of the vector, and reads the rows that it scores."""

    def __init__(self, index: CodedIndex, vector: Vector, read_rows: ReadRows) -> None:
        self._vector = vector
        self._centred = vector - index.mean
        self._read_rows = read_rows
        self._index = index
        code = codes_of(self._centred[np.newaxis])[0]
        self._ids: Numbers = np.concatenate([np.zeros(0, np.int64), *(ids for _, ids, *_ in index.blocks)])
        self._likeness = np.concatenate(
            [np.zeros(0, np.int16), *(likeness(words, code) for _, _, *words in index.blocks)]
        )

    @property
    def size(self) -> int:
        return len(self._ids)

    def enough(self, limit: int) -> int:
        return max(SCORED, int(self.size * SCORED_SHARE), SPARE * limit)

    def likely(self, count: int, among: Sequence[int] | None = None) -> list[int]:
        places = np.arange(self.size) if among is None else np.flatnonzero(np.isin(self._ids, np.array(among)))
        coarse = max(COARSE, 2 * count, int(self.size * COARSE_SHARE))
        places = np.sort(places[highest(self._likeness[places], self._ids[places], coarse)])
        ids = self._ids[places]
        return ids[highest(self._finer(places), ids, count)].tolist()

    def scored(self, ids: Sequence[int]) -> list[Scored]:
        there, rows = self._read_rows(ids)
        scores = cosines(rows, self._vector)
        return with_scores(there, scores, highest(scores, there, len(there)))

    def _finer(self, places: NDArray[np.intp]) -> NDArray[np.float32]:
        """How well the rows' bits fit the vector, each bit weighing as much as the vector's own number."""
        _, _, *words = self._index.blocks.at(places)
        octets = np.ascontiguousarray(np.stack(words, axis=1).view(np.uint8).T)
        numbers = np.zeros(BITS_OF_BYTE.shape[1] * len(octets), np.float32)
        numbers[: len(self._centred)] = self._centred
        sums_of_octet = numbers.reshape(len(octets), -1) @ BITS_OF_BYTE.T
        fits = np.zeros(len(places), np.float32)
        for sums, column in zip(sums_of_octet, octets, strict=True):
            fits += sums.take(column)
        return fits


def codes_of(rows: Vector) -> NDArray[np.uint64]:
    """The signs of each row's numbers, 64 in a word, shape (n, words)."""
    padding = -rows.shape[1] % WORD
    return np.packbits(np.pad(rows > 0, ((0, 0), (0, padding))), axis=1).view(np.uint64)


def likeness(words: Sequence[NDArray[Any]], code: NDArray[np.uint64]) -> NDArray[np.int16]:
    """How many bits of each row differ from those of a code, as a negative number."""
    differing = np.zeros(len(words[0]), np.int16)
    for column, word in zip(words, code, strict=True):
        differing -= np.bitwise_count(column ^ word)
    return differing
