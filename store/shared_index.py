"""The indexes of vectors that all threads of a store share, kept abreast of the table by whoever reads it.

An index may be ahead of the snapshot that reads it, as what it finds is looked up on that snapshot. It is never behind.
What a transaction wrote itself stays out of it until others can see it: a transaction that is undone gives its `seq`s
back.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from . import rows
from .driver import Connection
from .model import Vector
from .vector_index import Numbers, Scan, Scored, VectorIndex

KINDS = ("F", "O")
# Rows that are read at once: some megabytes.
CHUNK = 4096

MARK = """
SELECT coalesce((SELECT max(seq) FROM vector), 0), coalesce((SELECT max(seq) FROM vector_gone), 0)
"""
ADDED = """
SELECT seq, kind, id, numbers
FROM vector
WHERE seq > :after AND seq <= :until AND model_id = :model_id
ORDER BY seq
LIMIT :limit
"""
GONE = "SELECT vector_seq FROM vector_gone WHERE seq > :after AND seq <= :until ORDER BY seq"
STORED = "SELECT seq, numbers FROM vector WHERE seq IN (SELECT value FROM json_each(:seqs)) ORDER BY seq"


class Mark(NamedTuple):
    """How far the tables of vectors, and of vectors that are gone, have come."""

    added: int
    gone: int


class ModelRow(NamedTuple):
    """A model as the table has it; another one that is given the same id is another model."""

    id: int
    name: str
    dimension: int


def mark_of(connection: Connection) -> Mark:
    """How far the tables have come on this snapshot."""
    return Mark(*rows.select_tuples(connection, MARK)[0])


class SharedIndex:
    """One model's indexes, by kind of row."""

    def __init__(self, model: ModelRow) -> None:
        self._model = model
        self._lock = threading.Lock()
        self._mark = Mark(0, 0)
        self._indexes: Mapping[str, VectorIndex] = _empty()

    def scan(self, connection: Connection, committed: Mark, kind: str, vector: Vector) -> Scan:
        """Compare a vector with every row of the kind; `committed` is how far the tables had come at the beginning."""

        def read_rows(seqs: Numbers) -> tuple[Numbers, Vector]:
            found = rows.select_tuples(connection, STORED, seqs=rows.id_list(seqs.tolist()))
            return self._arrays(found)

        shared = self._caught_up(connection, committed)[kind].scan(vector, read_rows)
        newest = mark_of(connection)
        if newest.added <= committed.added:
            return shared
        own = _empty()
        for chunk in self._added(connection, committed.added, newest.added):
            own = self._extended(own, chunk)
        return JoinedScan((shared, own[kind].scan(vector, read_rows)))

    def _caught_up(self, connection: Connection, until: Mark) -> Mapping[str, VectorIndex]:
        """The indexes with everything up to a mark; read in pieces that are kept, should the reader give up."""
        with self._lock:
            for chunk in self._added(connection, self._mark.added, until.added):
                self._indexes = self._extended(self._indexes, chunk)
                self._mark = self._mark._replace(added=chunk[-1][0])
            self._mark = self._mark._replace(added=max(self._mark.added, until.added))
            if until.gone > self._mark.gone:
                self._take_out(connection, until.gone)
            return self._indexes

    def _take_out(self, connection: Connection, until: int) -> None:
        import numpy as np

        gone = rows.select_tuples(connection, GONE, after=self._mark.gone, until=until)
        seqs = np.array([seq for (seq,) in gone], np.int64)
        self._indexes = {kind: index.without(seqs) for kind, index in self._indexes.items()}
        self._mark = self._mark._replace(gone=until)

    def _added(self, connection: Connection, after: int, until: int) -> Iterator[list[rows.Cells]]:
        while after < until:
            found = rows.select_tuples(
                connection, ADDED, after=after, until=until, model_id=self._model.id, limit=CHUNK
            )
            if found:
                yield found
            after = found[-1][0] if len(found) == CHUNK else until

    def _extended(self, indexes: Mapping[str, VectorIndex], found: list[rows.Cells]) -> dict[str, VectorIndex]:
        import numpy as np

        extended = dict(indexes)
        for kind in KINDS:
            of_kind = [row for row in found if row[1] == kind]
            if of_kind:
                seqs, vectors = self._arrays([(seq, numbers) for seq, _, _, numbers in of_kind])
                ids = np.array([row[2] for row in of_kind], np.int64)
                extended[kind] = extended[kind].extended(seqs, ids, vectors)
        return extended

    def _arrays(self, found: list[rows.Cells]) -> tuple[Numbers, Vector]:
        """The `seq`s and vectors of rows that hold just these."""
        import numpy as np

        from .packing import unpack

        seqs = np.array([seq for seq, _ in found], np.int64)
        return seqs, unpack([numbers for _, numbers in found], self._model.dimension)


def _empty() -> dict[str, VectorIndex]:
    from .matrix import ExactIndex

    return {kind: ExactIndex() for kind in KINDS}


class JoinedScan:
    """`Scan` of several indexes as one."""

    def __init__(self, scans: tuple[Scan, ...]) -> None:
        self._scans = scans

    @property
    def size(self) -> int:
        return sum(scan.size for scan in self._scans)

    def best(self, count: int, among: Sequence[int] | None = None) -> list[Scored]:
        found = (row for scan in self._scans for row in scan.best(count, among))
        return sorted(found, key=lambda row: (-row[1], -row[0]))[:count]


class SharedIndexes:
    """A store's indexes, one for each model; made when a model is first asked for."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._of_model: dict[ModelRow, SharedIndex] = {}

    def of(self, model: ModelRow, known: Collection[ModelRow]) -> SharedIndex:
        """The index of a model; those of models that aren't known any more are let go."""
        with self._lock:
            self._of_model = {
                known_model: index for known_model, index in self._of_model.items() if known_model in known
            }
            return self._of_model.setdefault(model, SharedIndex(model))
