"""The indexes of vectors that all threads of a store share, kept abreast of the table by whoever reads it.

An index may be ahead of the snapshot that reads it, as what it finds is looked up on that snapshot. It is never behind.
What a transaction wrote itself stays out of it until others can see it: a transaction that is undone gives its `seqs`
back.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping, Sequence

from .driver import Connection
from .model import Vector
from .vector_index import Numbers, Scan, Scored, VectorIndex
from .vector_rows import KINDS, Arrived, Mark, ModelRow, added, gone, mark_of, vectors_of

# Up to here comparing with every vector takes some milliseconds, and the vectors some 150 MB (of 384 numbers).
EXACT_UP_TO = 100_000

Indexes = Mapping[str, VectorIndex]


class SharedIndex:
    """One model's indexes, by kind of row."""

    def __init__(self, model: ModelRow) -> None:
        self._model = model
        self._lock = threading.Lock()
        self._mark = Mark(0, 0)
        self._indexes: Indexes = _no_rows()

    def scan(self, connection: Connection, committed: Mark, kind: str, vector: Vector) -> Scan:
        """Compare a vector with every row of the kind; `committed` is how far the tables had come at the beginning."""

        def read_rows(ids: Sequence[int]) -> tuple[Numbers, Vector]:
            return vectors_of(connection, self._model, kind, ids)

        shared = self._caught_up(connection, committed)[kind].scan(vector, read_rows)
        newest = mark_of(connection)
        if newest.added <= committed.added:
            return shared
        own = _no_rows()
        for _, arrived in added(connection, self._model, committed.added, newest.added):
            own = _extended(own, arrived)
        return JoinedScan(shared, own[kind].scan(vector, read_rows))

    def _caught_up(self, connection: Connection, until: Mark) -> Indexes:
        """The indexes with everything up to a mark; read in pieces that are kept, should the reader give up."""
        with self._lock:
            for seq, arrived in added(connection, self._model, self._mark.added, until.added):
                self._indexes = _extended(self._indexes, arrived)
                self._mark = self._mark._replace(added=seq)
            if until.gone > self._mark.gone:
                seqs = gone(connection, self._mark.gone, until.gone)
                self._indexes = {kind: index.without(seqs) for kind, index in self._indexes.items()}
                self._mark = self._mark._replace(gone=until.gone)
            return self._indexes


def _no_rows() -> Indexes:
    from .matrix import ExactIndex

    return {kind: ExactIndex() for kind in KINDS}


def _extended(indexes: Indexes, arrived: Mapping[str, Arrived]) -> Indexes:
    return {**indexes, **{kind: _fitting(indexes[kind].extended(*new)) for kind, new in arrived.items()}}


def _fitting(index: VectorIndex) -> VectorIndex:
    """The index in the form that fits its size; one of many rows doesn't turn back when some of them go."""
    from .codes import CodedIndex
    from .matrix import ExactIndex

    return CodedIndex.of(index) if isinstance(index, ExactIndex) and index.size > EXACT_UP_TO else index


class JoinedScan:
    """`Scan` of the shared rows and the transaction's own ones, all of which count as likely: they are few."""

    def __init__(self, shared: Scan, own: Scan) -> None:
        self._shared = shared
        self._own = own

    @property
    def size(self) -> int:
        return self._shared.size + self._own.size

    def enough(self, limit: int) -> int:
        return self._shared.enough(limit) + self._own.size

    def likely(self, count: int, among: Sequence[int] | None = None) -> list[int]:
        return self._own.likely(self._own.size, among) + self._shared.likely(count, among)

    def scored(self, ids: Sequence[int]) -> list[Scored]:
        # The shared index may read rows from the table, and finds the own ones there as well.
        score_of = dict(self._shared.scored(ids)) | dict(self._own.scored(ids))
        return sorted(score_of.items(), key=lambda row: (-row[1], -row[0]))


class SharedIndexes:
    """A store's indexes, one for each model; made when a model is first asked for."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._of_model: dict[ModelRow, SharedIndex] = {}

    def of(self, model: ModelRow, known: Collection[ModelRow]) -> SharedIndex:
        """The index of a model; those of models that aren't known any more are let go."""
        with self._lock:
            self._of_model = {row: index for row, index in self._of_model.items() if row in known}
            return self._of_model.setdefault(model, SharedIndex(model))
