"""Rows and times between SQLite and the model: the one place that knows how they are written.

SQL is typed as text that stands in the source, so that the type checker refuses a value in it.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, LiteralString

from .driver import Connection

Row = dict[str, Any]
Cells = tuple[Any, ...]


def select(connection: Connection, sql: LiteralString, **values: Any) -> list[Row]:
    """The rows a query finds, each by column name."""
    cursor = connection.execute(sql, values)
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def select_tuples(connection: Connection, sql: LiteralString, **values: Any) -> list[Cells]:
    """The rows a query finds, each in the order of its columns; for queries that find very many."""
    return connection.execute(sql, values).fetchall()


def select_one(connection: Connection, sql: LiteralString, **values: Any) -> Row | None:
    """The first row a query finds."""
    rows = select(connection, sql, **values)
    return rows[0] if rows else None


def change(connection: Connection, sql: LiteralString, **values: Any) -> int:
    """Run a change; the number of rows it touched."""
    return int(connection.execute(sql, values).rowcount)


def change_all(connection: Connection, sql: LiteralString, values: Iterable[Mapping[str, Any]]) -> None:
    """Run a change once for each of many rows' values."""
    connection.executemany(sql, values)


def insert(connection: Connection, sql: LiteralString, **values: Any) -> int:
    """Run an INSERT; the id of the new row."""
    row_id = connection.execute(sql, values).lastrowid
    if row_id is None:
        raise AssertionError("an INSERT gives a row id")
    return int(row_id)


def time_text(moment: datetime | None) -> str | None:
    """A moment as UTC text of fixed width, which sorts as time does."""
    if moment is None:
        return None
    plain = moment.astimezone(UTC).replace(tzinfo=None)
    return plain.isoformat(timespec="microseconds") + "Z"


def moment(text: str) -> datetime:
    """The moment that `time_text` wrote."""
    return datetime.fromisoformat(text)


def moment_or_none(text: str | None) -> datetime | None:
    """The moment that `time_text` wrote, or None."""
    return None if text is None else datetime.fromisoformat(text)


def id_list(ids: Collection[int]) -> str:
    """Ids as the JSON that `json_each` reads in a query."""
    return json.dumps(sorted(ids))


def text_list(texts: Collection[str]) -> str:
    """Texts as the JSON that `json_each` reads in a query."""
    return json.dumps(list(texts))


def ids_of(text: str | None) -> tuple[int, ...]:
    """Ids that `group_concat` joined, in order."""
    return tuple(sorted(int(part) for part in text.split(","))) if text else ()
