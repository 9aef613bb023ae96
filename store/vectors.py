"""Vectors in SQLite: kept beside the rows whose passages they stand for, compared in memory."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import LiteralString, NamedTuple

from . import rows
from .driver import Connection
from .errors import WrongDimension
from .model import (
    Candidate,
    Embedded,
    FactFilter,
    Key,
    Passage,
    PassageVector,
    StoredModel,
    Vector,
    VectorModel,
)
from .nearest import FactsSeen, ObservationsSeen, Seen, nearest
from .rules.passage import fact_passage, observation_passage
from .shared_index import SharedIndexes
from .vector_index import Scan, Scored
from .vector_rows import KINDS, Mark, ModelRow, mark_of, vectors_of

MODELS = "SELECT id, name, dimension FROM vector_model ORDER BY id"
ADD_MODEL = "INSERT INTO vector_model (name, dimension) VALUES (:name, :dimension)"
DROP_MODEL = "DELETE FROM vector_model WHERE name = :name"
# What is in `vector_missing` is there and has no vector yet.
ADD = """
INSERT INTO vector (model_id, kind, id, numbers)
SELECT m.model_id, m.kind, m.id, :numbers
FROM vector_missing m
WHERE m.model_id = :model_id AND m.kind = :kind AND m.id = :id
"""
COUNT_VECTORS = "SELECT count(*) FROM vector WHERE model_id = :model_id"
COUNT_MISSING = "SELECT count(*) FROM vector_missing WHERE model_id = :model_id"
# What a search may show, so that the number tells nothing of the rest.
COUNT_MISSING_OF = """
SELECT count(*)
FROM vector_missing m
WHERE m.model_id = :model_id AND CASE m.kind
    WHEN 'F' THEN EXISTS (
        SELECT 1 FROM fact f WHERE f.id = m.id AND f.domain_id NOT IN (SELECT value FROM json_each(:hidden))
    )
    WHEN 'O' THEN :with_observations AND EXISTS (SELECT 1 FROM observation o WHERE o.id = m.id AND o.agent = :agent)
    ELSE :with_observations
        AND EXISTS (SELECT 1 FROM observation o WHERE o.id = m.id AND o.agent <> :agent)
        AND EXISTS (
            SELECT 1
            FROM fact_source s JOIN fact f ON f.id = s.fact_id
            WHERE s.observation_id = m.id AND f.domain_id NOT IN (SELECT value FROM json_each(:hidden))
        )
END
"""
COUNT_PASSAGES_OF = """
SELECT
    (SELECT count(*) FROM fact f WHERE f.domain_id NOT IN (SELECT value FROM json_each(:hidden)))
    + :with_observations * (SELECT count(*) FROM observation o WHERE o.agent = :agent)
    + :with_observations * (
        SELECT count(DISTINCT s.observation_id)
        FROM fact_source s
        JOIN fact f ON f.id = s.fact_id
        JOIN observation o ON o.id = s.observation_id
        WHERE o.agent <> :agent AND f.domain_id NOT IN (SELECT value FROM json_each(:hidden))
    )
"""
COUNT_PASSAGES = """
SELECT (SELECT count(*) FROM fact) + (SELECT count(*) FROM observation)
    + (SELECT count(DISTINCT s.observation_id) FROM fact_source s)
"""
# Each kind of passage: the row's id, what stands first and what stands after it.
FACT = "f.id, f.topic, f.content"
OWN = """
o.id, o.content, (
    SELECT b.content
    FROM observation b
    WHERE b.agent = o.agent AND b.session = o.session AND b.source = o.source AND b.id < o.id
    ORDER BY b.id DESC
    LIMIT 1
)
"""
CITED = "o.id, o.content, NULL"
MISSING = "m.model_id = :model_id AND m.kind = :kind ORDER BY m.id DESC LIMIT :limit"
OF_AGENT = "SELECT o.id FROM observation o WHERE o.id IN (SELECT value FROM json_each(:ids)) AND o.agent = :agent"
WITHOUT: dict[str, LiteralString] = {
    "F": f"SELECT {FACT} FROM vector_missing m JOIN fact f ON f.id = m.id WHERE {MISSING}",
    "O": f"SELECT {OWN} FROM vector_missing m JOIN observation o ON o.id = m.id WHERE {MISSING}",
    "C": f"SELECT {CITED} FROM vector_missing m JOIN observation o ON o.id = m.id WHERE {MISSING}",
}
# For a model of which nothing is stored yet.
EVERY: dict[str, LiteralString] = {
    "F": f"SELECT {FACT} FROM fact f ORDER BY f.id DESC LIMIT :limit",
    "O": f"SELECT {OWN} FROM observation o ORDER BY o.id DESC LIMIT :limit",
    "C": f"""
        SELECT {CITED}
        FROM observation o
        WHERE EXISTS (SELECT 1 FROM fact_source s WHERE s.observation_id = o.id)
        ORDER BY o.id DESC
        LIMIT :limit
    """,
}


class _Scanned(NamedTuple):
    """What came of comparing all rows of a kind with a vector: of which model, and how far the tables had come."""

    row: ModelRow
    vector: Vector
    mark: Mark
    scan: Scan


class SqliteVectors:
    """`protocol.Vectors` over one connection; made when its transaction begins, before anything is written."""

    def __init__(self, connection: Connection, indexes: SharedIndexes, embedded: Embedded | None) -> None:
        self._connection = connection
        self._indexes = indexes
        self._embedded = embedded
        self._committed = mark_of(connection)
        self._scanned: dict[str, _Scanned] = {}

    def nearest_facts(self, model: VectorModel, vector: Vector, where: FactFilter, limit: int) -> list[Candidate]:
        return self._nearest(model, vector, "F", FactsSeen(self._connection, where), limit)

    def nearest_observations(
        self,
        model: VectorModel,
        vector: Vector,
        *,
        agent: str,
        at: datetime | None,
        hidden_domain_ids: Collection[int],
        limit: int,
    ) -> list[Candidate]:
        found: list[Candidate] = []
        for kind, is_own in (("O", True), ("C", False)):
            seen = ObservationsSeen(self._connection, agent, at, hidden_domain_ids, is_own=is_own)
            found += self._nearest(model, vector, kind, seen, limit)
        return sorted(found, key=lambda one: (-one.score, -one.id))[:limit]

    def of(self, model: VectorModel, candidates: Sequence[Candidate], agent: str) -> dict[Key, Vector]:
        row = self._stored(model)
        found: dict[Key, Vector] = {}
        if row is None:
            return found
        for stored, kind, ids in self._kept_as(candidates, agent):
            there, vectors = vectors_of(self._connection, row, stored, ids)
            found |= {(kind, number): vector for number, vector in zip(there.tolist(), vectors, strict=True)}
        return found

    def nearness(
        self, model: VectorModel, vector: Vector, candidates: Sequence[Candidate], agent: str
    ) -> dict[Key, float]:
        row = self._stored(model)
        _require_dimension(model, vector)
        found: dict[Key, float] = {}
        if row is None:
            return found
        for stored, kind, ids in self._kept_as(candidates, agent):
            found |= {(kind, number): score for number, score in self._scores(row, stored, vector, ids)}
        return found

    def _kept_as(self, candidates: Sequence[Candidate], agent: str) -> list[tuple[str, str, list[int]]]:
        """The ids of candidates under the kind of vector that the agent may compare: that kind, their own kind, ids."""
        of_kind = {kind: [one.id for one in candidates if one.kind == kind] for kind in ("F", "O")}
        own = self._own(of_kind["O"], agent)
        cited = [number for number in of_kind["O"] if number not in own]
        kept = [("F", "F", of_kind["F"]), ("O", "O", sorted(own)), ("C", "O", cited)]
        return [(stored, kind, ids) for stored, kind, ids in kept if ids]

    def _own(self, observation_ids: Sequence[int], agent: str) -> set[int]:
        if not observation_ids:
            return set()
        found = rows.select_tuples(self._connection, OF_AGENT, ids=rows.id_list(observation_ids), agent=agent)
        return {number for (number,) in found}

    def at_hand(self, passage: str) -> PassageVector | None:
        return None if self._embedded is None else self._embedded.of(passage)

    def missing(self, model: VectorModel) -> int:
        row = self._stored(model)
        return self._count(COUNT_PASSAGES) if row is None else self._count(COUNT_MISSING, model_id=row.id)

    def missing_of(
        self, model: VectorModel, agent: str, hidden_domain_ids: Collection[int], *, with_observations: bool
    ) -> int:
        row = self._stored(model)
        values = {"agent": agent, "hidden": rows.id_list(hidden_domain_ids), "with_observations": with_observations}
        if row is None:
            return self._count(COUNT_PASSAGES_OF, **values)
        return self._count(COUNT_MISSING_OF, model_id=row.id, **values)

    def without(self, model: VectorModel, limit: int) -> list[Passage]:
        row = self._stored(model)
        found: list[Passage] = []
        for kind in KINDS:
            sql = EVERY[kind] if row is None else WITHOUT[kind]
            values = {"model_id": row.id if row else None, "kind": kind, "limit": limit - len(found)}
            found += [_passage(kind, *cells) for cells in rows.select_tuples(self._connection, sql, **values)]
        return found

    def add(self, model: VectorModel, passages: Sequence[Passage], vectors: Vector) -> None:
        from .packing import pack

        _require_dimension(model, vectors)
        row = self._stored(model) or self._new_model(model)
        self._scanned.clear()
        for passage, numbers in zip(passages, pack(vectors), strict=True):
            rows.change(self._connection, ADD, model_id=row.id, kind=passage.kind, id=passage.id, numbers=numbers)

    def add_at_hand(self, passage: Passage) -> None:
        """Keep a new row's vector, when it was made before the transaction."""
        if self._embedded is not None and passage.text in self._embedded.vectors:
            self.add(self._embedded.model, [passage], self._embedded.vectors[passage.text].reshape(1, -1))

    def models(self) -> list[StoredModel]:
        return [
            StoredModel(
                VectorModel(row.name, row.dimension),
                self._count(COUNT_VECTORS, model_id=row.id),
                self._count(COUNT_MISSING, model_id=row.id),
            )
            for row in self._model_rows()
        ]

    def drop(self, model_name: str) -> None:
        rows.change(self._connection, DROP_MODEL, name=model_name)

    def _nearest(self, model: VectorModel, vector: Vector, kind: str, seen: Seen, limit: int) -> list[Candidate]:
        known = self._model_rows()
        row = _same_model(known, model)
        _require_dimension(model, vector)
        if row is None or limit < 1:
            return []
        mark = mark_of(self._connection)
        scan = self._scan_at_hand(row, kind, vector, mark)
        if scan is None:
            scan = self._indexes.of(row, known).scan(self._connection, self._committed, kind, vector)
            self._scanned[kind] = _Scanned(row, vector, mark, scan)
        return nearest(scan, seen, limit)

    def _scan_at_hand(self, row: ModelRow, kind: str, vector: Vector, mark: Mark) -> Scan | None:
        last = self._scanned.get(kind)
        if last is None or last.vector is not vector or (last.row, last.mark) != (row, mark):
            return None
        return last.scan

    def _scores(self, row: ModelRow, kind: str, vector: Vector, ids: Sequence[int]) -> list[Scored]:
        scan = self._scan_at_hand(row, kind, vector, mark_of(self._connection))
        if scan is not None:
            return scan.scored(ids)
        there, vectors = vectors_of(self._connection, row, kind, ids)
        return list(zip(there.tolist(), (vectors @ vector).tolist(), strict=True))

    def _stored(self, model: VectorModel) -> ModelRow | None:
        return _same_model(self._model_rows(), model)

    def _model_rows(self) -> list[ModelRow]:
        return [ModelRow(*row) for row in rows.select_tuples(self._connection, MODELS)]

    def _new_model(self, model: VectorModel) -> ModelRow:
        row_id = rows.insert(self._connection, ADD_MODEL, name=model.name, dimension=model.dimension)
        return ModelRow(row_id, model.name, model.dimension)

    def _count(self, sql: LiteralString, **values: object) -> int:
        return int(rows.select_tuples(self._connection, sql, **values)[0][0])


def _same_model(known: Iterable[ModelRow], model: VectorModel) -> ModelRow | None:
    for row in known:
        if row.name == model.name:
            if row.dimension != model.dimension:
                raise WrongDimension(model.name, row.dimension, model.dimension)
            return row
    return None


def _require_dimension(model: VectorModel, vectors: Vector) -> None:
    if vectors.shape[-1] != model.dimension:
        raise WrongDimension(model.name, model.dimension, vectors.shape[-1])


def _passage(kind: str, number: int, first: str, second: str | None) -> Passage:
    text = fact_passage(first, second or "") if kind == "F" else observation_passage(first, second)
    return Passage(kind, number, text)
