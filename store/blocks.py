"""Rows of numbers in memory that grow without being copied and shrink without disturbing who reads them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .vector_index import Numbers

# Small enough that taking a row out copies little, large enough that going through all blocks costs nothing.
BLOCK = 4096


class Part(NamedTuple):
    """The rows of one block: `seq`, `id` and whatever is kept of each."""

    seqs: Numbers
    ids: Numbers
    data: NDArray[Any]


class _Block(NamedTuple):
    """Arrays with room for `BLOCK` rows; nobody reads beyond the first `size`."""

    size: int
    arrays: Part

    @property
    def part(self) -> Part:
        return Part(*(array[: self.size] for array in self.arrays))


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

    def parts(self) -> Iterator[Part]:
        """All rows, a block at a time."""
        return (block.part for block in self.blocks)

    def extended(self, new: Part) -> Blocks:
        """With new rows behind the others."""
        blocks = list(self.blocks)
        start = 0
        while start < len(new.seqs):
            last = blocks.pop() if blocks and blocks[-1].size < BLOCK else _Block(0, _room_for(new))
            end = min(len(new.seqs), start + BLOCK - last.size)
            blocks.append(_filled(last, Part(*(array[start:end] for array in new))))
            start = end
        return Blocks(tuple(blocks))

    def without(self, seqs: Numbers) -> Blocks:
        """Without the rows of these `seqs`; blocks that hold none of them stay as they are."""
        thinned = (_thinned(block, seqs) for block in self.blocks)
        return Blocks(tuple(block for block in thinned if block.size))


def _room_for(part: Part) -> Part:
    # Zeros cost no memory before something is written over them.
    return Part(*(np.zeros((BLOCK, *array.shape[1:]), array.dtype) for array in part))


def _filled(block: _Block, new: Part) -> _Block:
    size = block.size + len(new.seqs)
    for array, rows in zip(block.arrays, new, strict=True):
        array[block.size : size] = rows
    return _Block(size, block.arrays)


def _thinned(block: _Block, seqs: Numbers) -> _Block:
    keeps = ~np.isin(block.part.seqs, seqs)
    if keeps.all():
        return block
    left = Part(*(array[keeps] for array in block.part))
    return _filled(_Block(0, _room_for(left)), left)
