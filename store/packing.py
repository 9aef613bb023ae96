"""A vector as the bytes that are stored: half-precision floats, which take half the room and rank the same."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .model import Vector

STORED = np.dtype("<f2")


def pack(vectors: Vector) -> list[bytes]:
    """Each row as it is stored."""
    return [row.tobytes() for row in vectors.astype(STORED)]


def unpack(blobs: Sequence[bytes], dimension: int) -> Vector:
    """Stored rows, shape (n, dimension), of length 1 again, which the rounding took from them."""
    rows = np.frombuffer(b"".join(blobs), STORED).reshape(-1, dimension).astype(np.float32)
    rows /= np.sqrt(np.vecdot(rows, rows))[:, np.newaxis]
    return rows
