"""Hot items in SQLite: what `remember` was told."""

from __future__ import annotations

import uuid
from datetime import datetime

from . import rows
from .driver import Connection
from .journal import Journal
from .model import HotItem, MemoryType, NewHotItem, RowKind, Scope, Veracity

SELECT = """
SELECT id, uuid, agent, role, session, repo, domain, topic, content, memory_type, veracity, valid_until, created_at,
       expires_at, promoted_to, dropped_at
FROM hot_item
"""
GET = f"{SELECT} WHERE id = :id"
PENDING = f"{SELECT} WHERE promoted_to IS NULL AND dropped_at IS NULL AND agent = :agent ORDER BY id"
PENDING_OF_ALL = f"{SELECT} WHERE promoted_to IS NULL AND dropped_at IS NULL ORDER BY id"
INSERT = """
INSERT INTO hot_item (
    uuid, agent, role, session, repo, domain, topic, content, memory_type, veracity, valid_until, created_at, expires_at
) VALUES (
    :uuid, :agent, :role, :session, :repo, :domain, :topic, :content, :memory_type, :veracity, :valid_until, :now,
    :expires_at
)
"""
PROMOTE = "UPDATE hot_item SET promoted_to = :fact_id WHERE id = :id"
DROP = "UPDATE hot_item SET dropped_at = :now WHERE id = :id"


def _hot_item(row: rows.Row) -> HotItem:
    return HotItem(
        id=row["id"],
        uuid=row["uuid"],
        agent=row["agent"],
        role=row["role"],
        session=row["session"],
        scope=Scope(row["domain"], row["repo"] or None),
        topic=row["topic"],
        content=row["content"],
        memory_type=MemoryType(row["memory_type"]),
        veracity=Veracity(row["veracity"]),
        valid_until=rows.moment_or_none(row["valid_until"]),
        created_at=rows.moment(row["created_at"]),
        expires_at=rows.moment(row["expires_at"]),
        promoted_to=row["promoted_to"],
        dropped_at=rows.moment_or_none(row["dropped_at"]),
    )


class SqliteHotItems:
    """`protocol.HotItems` over one connection."""

    def __init__(self, connection: Connection, now: datetime, journal: Journal) -> None:
        self._connection = connection
        self._journal = journal
        self._now = rows.time_text(now)

    def get(self, item_id: int) -> HotItem | None:
        row = rows.select_one(self._connection, GET, id=item_id)
        return _hot_item(row) if row else None

    def insert(self, item: NewHotItem) -> HotItem:
        item_id = rows.insert(
            self._connection,
            INSERT,
            uuid=str(uuid.uuid4()),
            agent=item.agent,
            role=item.role,
            session=item.session,
            repo=item.scope.repo or "",
            domain=item.scope.name,
            topic=item.topic,
            content=item.content,
            memory_type=item.memory_type.value,
            veracity=item.veracity.value,
            valid_until=rows.time_text(item.valid_until),
            expires_at=rows.time_text(item.expires_at),
            now=self._now,
        )
        self._journal.note_insert(RowKind.HOT_ITEM, id=item_id)
        stored = self.get(item_id)
        if stored is None:
            raise AssertionError("an item that was just inserted is there")
        return stored

    def pending(self, agent: str | None) -> list[HotItem]:
        sql = PENDING_OF_ALL if agent is None else PENDING
        return [_hot_item(row) for row in rows.select(self._connection, sql, agent=agent)]

    def promote(self, item_id: int, fact_id: int) -> None:
        with self._journal.changing(RowKind.HOT_ITEM, id=item_id):
            rows.change(self._connection, PROMOTE, id=item_id, fact_id=fact_id)

    def drop(self, item_id: int) -> None:
        with self._journal.changing(RowKind.HOT_ITEM, id=item_id):
            rows.change(self._connection, DROP, id=item_id, now=self._now)
