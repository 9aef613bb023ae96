"""Vectors in SQLite: kept beside the rows whose passages they stand for, compared in memory."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import LiteralString

from . import rows
from .driver import Connection
from .errors import WrongDimension
from .model import Candidate, Embedded, FactFilter, Passage, StoredModel, Vector, VectorModel
from .nearest import FactsSeen, ObservationsSeen, Seen, nearest
from .rules.passage import fact_passage, observation_passage
from .shared_index import SharedIndexes
from .vector_rows import KINDS, ModelRow, mark_of, vectors_of

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
COUNT_PASSAGES = "SELECT (SELECT count(*) FROM fact) + (SELECT count(*) FROM observation)"
FACTS = """
SELECT f.id, f.topic, f.content
FROM vector_missing m JOIN fact f ON f.id = m.id
WHERE m.model_id = :model_id AND m.kind = 'F'
ORDER BY m.id DESC
LIMIT :limit
"""
OBSERVATIONS = """
SELECT o.id, o.content
FROM vector_missing m JOIN observation o ON o.id = m.id
WHERE m.model_id = :model_id AND m.kind = 'O'
ORDER BY m.id DESC
LIMIT :limit
"""
# For a model of which nothing is stored yet.
NEWEST_FACTS = "SELECT f.id, f.topic, f.content FROM fact f ORDER BY f.id DESC LIMIT :limit"
NEWEST_OBSERVATIONS = "SELECT o.id, o.content FROM observation o ORDER BY o.id DESC LIMIT :limit"


class SqliteVectors:
    """`protocol.Vectors` over one connection; made when its transaction begins, before anything is written."""

    def __init__(self, connection: Connection, indexes: SharedIndexes, embedded: Embedded | None) -> None:
        self._connection = connection
        self._indexes = indexes
        self._embedded = embedded
        self._committed = mark_of(connection)

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
        seen = ObservationsSeen(self._connection, agent, at, hidden_domain_ids)
        return self._nearest(model, vector, "O", seen, limit)

    def of(self, model: VectorModel, candidates: Sequence[Candidate]) -> dict[tuple[str, int], Vector]:
        row = self._stored(model)
        found: dict[tuple[str, int], Vector] = {}
        if row is None:
            return found
        for kind in KINDS:
            ids = [one.id for one in candidates if one.kind == kind]
            there, vectors = vectors_of(self._connection, row, kind, ids)
            found |= {(kind, number): vector for number, vector in zip(there.tolist(), vectors, strict=True)}
        return found

    def missing(self, model: VectorModel) -> int:
        row = self._stored(model)
        return self._count(COUNT_PASSAGES) if row is None else self._count(COUNT_MISSING, model_id=row.id)

    def without(self, model: VectorModel, limit: int) -> list[Passage]:
        row = self._stored(model)
        of_facts, of_observations = (NEWEST_FACTS, NEWEST_OBSERVATIONS) if row is None else (FACTS, OBSERVATIONS)
        values = {"model_id": row.id if row else None}
        facts = rows.select_tuples(self._connection, of_facts, limit=limit, **values)
        left = limit - len(facts)
        observations = rows.select_tuples(self._connection, of_observations, limit=left, **values)
        return [
            *(Passage("F", number, fact_passage(topic, content)) for number, topic, content in facts),
            *(Passage("O", number, observation_passage(content)) for number, content in observations),
        ]

    def add(self, model: VectorModel, passages: Sequence[Passage], vectors: Vector) -> None:
        from .packing import pack

        _require_dimension(model, vectors)
        row = self._stored(model) or self._new_model(model)
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
        index = self._indexes.of(row, known)
        return nearest(index.scan(self._connection, self._committed, kind, vector), seen, limit)

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
