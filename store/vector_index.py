"""What an index of vectors in memory offers, whatever it keeps of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

from .model import Vector

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Numbers: TypeAlias = "NDArray[np.int64]"

Scored: TypeAlias = "tuple[int, float]"
"""The id of a row and the cosine of its vector with the one that was asked for."""

ReadRows: TypeAlias = "Callable[[Sequence[int]], tuple[Numbers, Vector]]"
"""Reads stored vectors by the rows' ids: the ids of those that are there, and their vectors, in the same order."""


class Scan(Protocol):
    """All rows of an index compared with one vector, once, however often the nearest are asked for."""

    @property
    def size(self) -> int:
        """How many rows there are."""
        ...

    def enough(self, limit: int) -> int:
        """How many likely rows have to be scored for the best `limit` to be among them."""
        ...

    def likely(self, count: int, among: Sequence[int] | None = None) -> list[int]:
        """The ids of the `count` rows that seem nearest (of `among` only, when it is given), best first."""
        ...

    def scored(self, ids: Sequence[int]) -> list[Scored]:
        """The rows of these ids by their exact score, best first; of equal ones the higher id first."""
        ...


class VectorIndex(Protocol):
    """Vectors of one model and one kind of row: a value that never changes, so that every thread may read it.

    Rows are known by `seq`, which grows, and found by `id`. `extended` may be called once for each value.
    """

    @property
    def size(self) -> int: ...
    def extended(self, seqs: Numbers, ids: Numbers, rows: Vector) -> VectorIndex:
        """With new rows, whose `seqs` are above all others."""
        ...

    def without(self, seqs: Numbers) -> VectorIndex:
        """Without some rows; those that it doesn't have don't matter."""
        ...

    def scan(self, vector: Vector, read_rows: ReadRows) -> Scan:
        """Compare everything with a vector; an index that keeps less than the vectors may read some of them again."""
        ...
