"""The journal of a transaction in SQLite: which rows its batch changed, as they were before and after.

Whoever writes a row that can be put back does it under `changing`, so nobody has to say what a batch did. The batch is
begun by the first row that really changes. A fact's own row isn't written here: its states are its journal.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, LiteralString

from . import rows
from .driver import Connection
from .model import RowChange, RowKind

START = """
INSERT INTO batch (kind, agent, started_at, finished_at, undoes) VALUES (:kind, :agent, :now, :finished_at, :undoes)
"""
NOTE = """
INSERT INTO row_change (batch_id, kind, key, before, after) VALUES (:batch_id, :kind, :key, :before, :after)
"""
FORGET = "DELETE FROM row_change WHERE kind = :kind AND key = :key"
OF_BATCH = """
SELECT id, kind, key, before, after
FROM row_change
WHERE batch_id = :batch_id
ORDER BY id
"""


@dataclass(frozen=True, slots=True)
class Table:
    """A table whose rows are put back: its key, and the columns that may differ."""

    name: LiteralString
    key: tuple[LiteralString, ...]
    columns: tuple[LiteralString, ...] = ()

    @property
    def where(self) -> LiteralString:
        """The condition that one row meets."""
        return " AND ".join([f"{column} = :{column}" for column in self.key])

    @property
    def select(self) -> LiteralString:
        """Reads one row, key and all."""
        return f"SELECT {', '.join([*self.key, *self.columns])} FROM {self.name} WHERE {self.where}"

    @property
    def update(self) -> LiteralString:
        """Gives one row other values."""
        return (
            f"UPDATE {self.name} SET {', '.join([f'{column} = :{column}' for column in self.columns])} "
            f"WHERE {self.where}"
        )

    @property
    def insert(self) -> LiteralString:
        """Puts one row back that was deleted."""
        names: tuple[LiteralString, ...] = (*self.key, *self.columns)
        return f"INSERT INTO {self.name} ({', '.join(names)}) VALUES ({', '.join([f':{name}' for name in names])})"

    @property
    def delete(self) -> LiteralString:
        """Deletes one row."""
        return f"DELETE FROM {self.name} WHERE {self.where}"


TABLES: dict[RowKind, Table] = {
    RowKind.SOURCE: Table("fact_source", ("fact_id", "observation_id"), ("added_at",)),
    RowKind.MENTION: Table("fact_mention", ("fact_id", "agent", "session"), ("at",)),
    RowKind.DOUBT: Table("fact_doubt", ("fact_id", "observation_id"), ("at",)),
    RowKind.EDGE: Table("edge", ("from_fact_id", "to_fact_id", "kind"), ("weight", "created_at")),
    RowKind.CONFLICT: Table(
        "conflict",
        ("id",),
        (
            "uuid",
            "old_fact_id",
            "new_fact_id",
            "kind",
            "evidence",
            "rule",
            "status",
            "winner",
            "reason",
            "opened_at",
            "resolved_at",
            "resolved_by",
            "batch_id",
        ),
    ),
    RowKind.OBSERVATION: Table("observation", ("id",), ("expires_at", "consolidated_at")),
    RowKind.HOT_ITEM: Table("hot_item", ("id",), ("promoted_to", "dropped_at")),
    RowKind.POLICY: Table("policy", ("id",), ("status", "superseded_by", "ended_at", "reason")),
    RowKind.NOTES: Table("notes", ("agent",), ("text", "version", "updated_at")),
    RowKind.GRANT: Table("access_grant", ("role", "domain"), ("level",)),
    RowKind.SETTING: Table("setting", ("name",), ("value",)),
    RowKind.VERSION: Table("version_register", ("repo", "source"), ("revision", "set_at")),
    RowKind.FINDING: Table("conflict_finding", ("conflict_id",), ("finding", "agent", "at")),
}

WITHDRAW: dict[RowKind, LiteralString] = {
    RowKind.OBSERVATION: "UPDATE observation SET expires_at = :now WHERE id = :id",
    RowKind.HOT_ITEM: "UPDATE hot_item SET dropped_at = :now WHERE id = :id",
    RowKind.POLICY: "UPDATE policy SET status = 'inactive', ended_at = :now, reason = 'undone' WHERE id = :id",
    RowKind.NOTES: "UPDATE notes SET text = '', version = version + 1, updated_at = :now WHERE agent = :agent",
}
"""What is said is never erased: a row of these that a batch made is taken out of use instead."""

PUT_BACK_NOTES = "UPDATE notes SET text = :text, version = version + 1, updated_at = :now WHERE agent = :agent"
"""Whoever read the notes since must not take them for what they were before that."""


class Journal:
    """What one transaction changes, and the batch that it belongs to."""

    def __init__(self, connection: Connection, now: datetime) -> None:
        self._connection = connection
        self._now = rows.time_text(now)
        self._kind = "change"
        self._agent = ""
        self._is_open = False
        self._undoes: int | None = None
        self._new_facts: set[int] = set()
        self.at_hand: int | None = None
        """The batch that the transaction's changes belong to, once there is one."""

    def describe(self, kind: str, agent: str, *, is_open: bool, undoes: int | None) -> None:
        """What the batch is, should the transaction change anything from here on."""
        self._kind, self._agent, self._is_open, self._undoes = kind, agent, is_open, undoes
        self.at_hand = None

    def resume(self, batch_id: int) -> None:
        """Let the transaction's changes belong to a batch that was begun before."""
        self.at_hand = batch_id

    def batch_id(self) -> int:
        """The batch's number; asking for it begins the batch."""
        if self.at_hand is None:
            self.at_hand = rows.insert(
                self._connection,
                START,
                kind=self._kind,
                agent=self._agent,
                undoes=self._undoes,
                finished_at=None if self._is_open else self._now,
                now=self._now,
            )
        return self.at_hand

    def undone(self, at_hand: int | None) -> None:
        """What was written since the batch at hand was that is undone, the batch's beginning too."""
        self.at_hand = at_hand

    def note_new_fact(self, fact_id: int) -> None:
        """What hangs on this fact goes with it and isn't noted from here on."""
        self._new_facts.add(fact_id)

    @contextmanager
    def changing(self, row: RowKind, /, **key: Any) -> Generator[None]:
        """Note what becomes of the row of that key inside of the block."""
        fact_id = key.get("fact_id", key.get("from_fact_id"))
        if fact_id in self._new_facts:
            yield
            return
        before = self._row(row, key)
        yield
        self._note(row, key, before)

    def note_insert(self, row: RowKind, **key: Any) -> None:
        """Note a row whose key its insertion gave."""
        self._note(row, key, None)

    def note_all(self, changes: Iterable[RowChange]) -> None:
        """Note what became of many rows, for who read them all before and after: a row at a time takes long."""
        real = [change for change in changes if change.before != change.after]
        if real:
            batch_id = self.batch_id()
            rows.change_all(self._connection, NOTE, (_noted(change, batch_id) for change in real))

    def _note(self, kind: RowKind, key: dict[str, Any], before: rows.Row | None) -> None:
        after = self._row(kind, key)
        if before == after:
            return
        if kind is RowKind.NOTES:
            # Long, and only the last of them can be put back.
            rows.change(self._connection, FORGET, kind=kind.value, key=_key_text(kind, key))
        values = {"before": _json(before), "after": _json(after)}
        rows.insert(
            self._connection, NOTE, batch_id=self.batch_id(), kind=kind.value, key=_key_text(kind, key), **values
        )

    def _row(self, kind: RowKind, key: dict[str, Any]) -> rows.Row | None:
        return rows.select_one(self._connection, TABLES[kind].select, **key)

    def changes(self, batch_id: int) -> list[RowChange]:
        """What the batch did to each row as a whole, in the order in which it touched them first."""
        found: dict[tuple[str, str], RowChange] = {}
        for row in rows.select(self._connection, OF_BATCH, batch_id=batch_id):
            place = row["kind"], row["key"]
            kind = RowKind(row["kind"])
            key: dict[str, Any] = dict(zip(TABLES[kind].key, json.loads(row["key"]), strict=True))
            known = found.get(place)
            before = known.before if known else _read(row["before"])
            found[place] = RowChange(kind, key, before, _read(row["after"]))
        return [change for change in found.values() if change.before != change.after]

    def stands(self, change: RowChange) -> bool:
        """Whether the row is still as the batch left it."""
        return self._row(change.kind, change.key) == change.after

    def put_back(self, changes: Sequence[RowChange]) -> None:
        """Make each row what it was before; what a batch made and nobody may erase goes out of use."""
        for change in changes:
            with self.changing(change.kind, **change.key):
                self._put_back(change)

    def _put_back(self, change: RowChange) -> None:
        table = TABLES[change.kind]
        if change.before is None:
            sql = WITHDRAW.get(change.kind, table.delete)
            rows.change(self._connection, sql, now=self._now, **change.key)
        elif change.after is None:
            rows.change(self._connection, table.insert, **change.before)
        elif change.kind is RowKind.NOTES:
            rows.change(self._connection, PUT_BACK_NOTES, now=self._now, **change.before)
        else:
            rows.change(self._connection, table.update, **change.before)


def _noted(change: RowChange, batch_id: int) -> rows.Row:
    return {
        "batch_id": batch_id,
        "kind": change.kind.value,
        "key": _key_text(change.kind, change.key),
        "before": _json(change.before),
        "after": _json(change.after),
    }


def _key_text(kind: RowKind, key: dict[str, Any]) -> str:
    return json.dumps([key[column] for column in TABLES[kind].key], ensure_ascii=False)


def _json(row: rows.Row | None) -> str | None:
    return None if row is None else json.dumps(row, ensure_ascii=False)


def _read(text: str | None) -> rows.Row | None:
    return None if text is None else json.loads(text)
