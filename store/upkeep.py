"""How the making of vectors goes, in SQLite: models in use, passages that were refused, what went wrong last."""

from __future__ import annotations

from datetime import datetime

from . import rows
from .driver import Connection
from .model import Passage, Refusal, Trouble, VectorModel

NOTE_USE = """
INSERT INTO vector_model_use (model_id, used_at)
SELECT m.id, :now FROM vector_model m WHERE m.name = :name
ON CONFLICT (model_id) DO UPDATE SET used_at = excluded.used_at
"""
NOTE_OTHERS = """
INSERT INTO vector_model_use (model_id, used_at)
SELECT m.id, :now
FROM vector_model m
WHERE NOT EXISTS (SELECT 1 FROM vector_model_use u WHERE u.model_id = m.id)
"""
USES = """
SELECT m.name, u.used_at FROM vector_model m JOIN vector_model_use u ON u.model_id = m.id ORDER BY u.used_at, m.id
"""
REFUSE = """
INSERT INTO vector_refused (model_id, kind, id, reason, refused_at)
SELECT m.model_id, m.kind, m.id, :reason, :now
FROM vector_missing m JOIN vector_model v ON v.id = m.model_id
WHERE v.name = :name AND m.kind = :kind AND m.id = :id
"""
REFUSALS = """
SELECT r.kind, r.id, r.reason, r.refused_at
FROM vector_refused r JOIN vector_model v ON v.id = r.model_id
WHERE v.name = :name
ORDER BY r.refused_at DESC, r.kind, r.id DESC
LIMIT :limit
"""
COUNT_REFUSED = """
SELECT count(*) FROM vector_refused r JOIN vector_model v ON v.id = r.model_id WHERE v.name = :name
"""
RETRY = "DELETE FROM vector_refused WHERE model_id = (SELECT v.id FROM vector_model v WHERE v.name = :name)"
NOTE_TROUBLE = """
INSERT INTO vector_trouble (id, at, reason) VALUES (1, :now, :reason)
ON CONFLICT (id) DO UPDATE SET at = excluded.at, reason = excluded.reason
"""
CLEAR_TROUBLE = "DELETE FROM vector_trouble"
TROUBLE = "SELECT at, reason FROM vector_trouble"


class SqliteUpkeep:
    """`protocol.Upkeep` over one connection."""

    def __init__(self, connection: Connection, now: datetime) -> None:
        self._connection = connection
        self._now = rows.time_text(now)

    def note_use(self, model: VectorModel) -> None:
        rows.change(self._connection, NOTE_USE, name=model.name, now=self._now)
        rows.change(self._connection, NOTE_OTHERS, now=self._now)

    def uses(self) -> dict[str, datetime]:
        return {name: rows.moment(used_at) for name, used_at in rows.select_tuples(self._connection, USES)}

    def refuse(self, model: VectorModel, passage: Passage, reason: str) -> None:
        values = {"name": model.name, "kind": passage.kind, "id": passage.id, "reason": reason, "now": self._now}
        rows.change(self._connection, REFUSE, **values)

    def refusals(self, model_name: str, limit: int) -> list[Refusal]:
        found = rows.select_tuples(self._connection, REFUSALS, name=model_name, limit=limit)
        return [Refusal(kind, number, reason, rows.moment(at)) for kind, number, reason, at in found]

    def count_refused(self, model_name: str) -> int:
        return int(rows.select_tuples(self._connection, COUNT_REFUSED, name=model_name)[0][0])

    def retry(self, model_name: str) -> int:
        return rows.change(self._connection, RETRY, name=model_name)

    def note_trouble(self, reason: str) -> None:
        rows.change(self._connection, NOTE_TROUBLE, reason=reason, now=self._now)

    def clear_trouble(self) -> None:
        rows.change(self._connection, CLEAR_TROUBLE)

    def trouble(self) -> Trouble | None:
        row = rows.select_one(self._connection, TROUBLE)
        return Trouble(row["reason"], rows.moment(row["at"])) if row else None
