"""Stored vectors as arrays: what came since a mark, what is gone since, and those of some rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from . import rows
from .driver import Connection
from .model import Vector
from .vector_index import Numbers

KINDS = ("F", "O", "C")
# Rows that are read at once: some megabytes.
CHUNK = 4096

MARK = """
SELECT coalesce((SELECT max(seq) FROM vector), 0), coalesce((SELECT max(seq) FROM vector_gone), 0)
"""
ADDED = """
SELECT seq, kind, id, numbers
FROM vector NOT INDEXED
WHERE seq > :after AND seq <= :until AND model_id = :model_id
ORDER BY seq
LIMIT :limit
"""
GONE = "SELECT vector_seq FROM vector_gone WHERE seq > :after AND seq <= :until ORDER BY seq"
OF = """
SELECT id, numbers
FROM vector
WHERE model_id = :model_id AND kind = :kind AND id IN (SELECT value FROM json_each(:ids))
ORDER BY id
"""


class Mark(NamedTuple):
    """How far the tables of vectors, and of vectors that are gone, have come."""

    added: int
    gone: int


class ModelRow(NamedTuple):
    """A model as the table has it; another one that is given the same id is another model."""

    id: int
    name: str
    dimension: int


class Arrived(NamedTuple):
    """Vectors of one kind of row: their `seqs`, the rows' ids, and the vectors."""

    seqs: Numbers
    ids: Numbers
    vectors: Vector


def mark_of(connection: Connection) -> Mark:
    """How far the tables have come on this snapshot."""
    return Mark(*rows.select_tuples(connection, MARK)[0])


def added(connection: Connection, model: ModelRow, after: int, until: int) -> Iterator[tuple[int, dict[str, Arrived]]]:
    """A model's vectors between two `seqs`, a piece at a time: the last `seq` of the piece, and its vectors by kind."""
    limit = CHUNK
    while after < until:
        found = rows.select_tuples(connection, ADDED, after=after, until=until, model_id=model.id, limit=limit)
        after = found[-1][0] if len(found) == limit else until
        yield (
            after,
            {kind: _arrived(of_kind, model) for kind in KINDS if (of_kind := [r for r in found if r[1] == kind])},
        )


def gone(connection: Connection, after: int, until: int) -> Numbers:
    """The `seqs` of vectors that were deleted between two marks."""
    return _numbers([seq for (seq,) in rows.select_tuples(connection, GONE, after=after, until=until)])


def vectors_of(connection: Connection, model: ModelRow, kind: str, ids: Sequence[int]) -> tuple[Numbers, Vector]:
    """The vectors of some rows, without those that have none: their ids, ascending, and the vectors."""
    found = rows.select_tuples(connection, OF, model_id=model.id, kind=kind, ids=rows.id_list(ids))
    return _numbers([number for number, _ in found]), _unpacked([numbers for _, numbers in found], model)


def _arrived(found: list[rows.Cells], model: ModelRow) -> Arrived:
    return Arrived(
        _numbers([seq for seq, *_ in found]),
        _numbers([number for _, _, number, _ in found]),
        _unpacked([numbers for *_, numbers in found], model),
    )


def _numbers(values: list[int]) -> Numbers:
    import numpy as np

    return np.array(values, np.int64)


def _unpacked(blobs: list[bytes], model: ModelRow) -> Vector:
    from .packing import unpack

    return unpack(blobs, model.dimension)
