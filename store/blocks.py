"""Rows of numbers in memory that grow without being copied and shrink without disturbing who reads them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .vector_index import Numbers

# Small enough that taking a row out copies little, large enough that going through all blocks costs little.
BLOCK = 8192

Columns: TypeAlias = tuple[NDArray[Any], ...]
"""What is kept of some rows: arrays with one entry a row, the first of them the `seqs`."""


class _Block(NamedTuple):
    """Arrays with room for `BLOCK` rows; nobody reads beyond the first `size`."""

    size: int
    room: Columns

    @property
    def columns(self) -> Columns:
        return tuple(array[: self.size] for array in self.room)


@dataclass(frozen=True, slots=True)
class Blocks:
    """Rows in the order of their `seq`, as a value: `extended` writes where no earlier value reads.

    It may be called once for each value, or two successors would write to the same place.
    """

    blocks: tuple[_Block, ...] = ()

    @property
    def size(self) -> int:
        """How many rows there are."""
        return sum(block.size for block in self.blocks)

    def __iter__(self) -> Iterator[Columns]:
        return (block.columns for block in self.blocks)

    def at(self, places: NDArray[np.intp]) -> Columns:
        """The rows at these places, which are in ascending order."""
        found: list[Columns] = []
        start = 0
        for block in self.blocks:
            first, last = np.searchsorted(places, (start, start + block.size))
            mine = places[first:last] - start
            found.append(tuple(array[mine] for array in block.room))
            start += block.size
        return tuple(np.concatenate(column) for column in zip(*found, strict=True))

    def extended(self, new: Columns) -> Blocks:
        """With new rows behind the others."""
        blocks = list(self.blocks)
        start, count = 0, len(new[0])
        while start < count:
            last = blocks.pop() if blocks and blocks[-1].size < BLOCK else _empty(new)
            end = min(count, start + BLOCK - last.size)
            blocks.append(_filled(last, tuple(array[start:end] for array in new)))
            start = end
        return Blocks(tuple(blocks))

    def without(self, seqs: Numbers) -> Blocks:
        """Without the rows of these `seqs`; blocks that hold none of them stay as they are."""
        thinned = (_thinned(block, seqs) for block in self.blocks)
        return Blocks(tuple(block for block in thinned if block.size))


def _empty(like: Columns) -> _Block:
    # Zeros cost no memory before something is written over them.
    return _Block(0, tuple(np.zeros((BLOCK, *array.shape[1:]), array.dtype) for array in like))


def _filled(block: _Block, new: Columns) -> _Block:
    size = block.size + len(new[0])
    for array, rows in zip(block.room, new, strict=True):
        array[block.size : size] = rows
    return _Block(size, block.room)


def _thinned(block: _Block, seqs: Numbers) -> _Block:
    keeps = ~np.isin(block.columns[0], seqs)
    if keeps.all():
        return block
    return _filled(_empty(block.room), tuple(array[keeps] for array in block.columns))
