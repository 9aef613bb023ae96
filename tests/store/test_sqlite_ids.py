"""Ids that people and logs name: SQLite gives out none a second time, even when the row is gone."""

from __future__ import annotations

from pathlib import Path

import pytest
from palimpsest.store import opening
from palimpsest.store.driver import Connection
from store_builders import START

TABLES = ("fact", "policy", "observation", "hot_item", "conflict", "batch", "audit", "decision", "domain", "fact_state")


@pytest.mark.parametrize("table", TABLES)
def test_the_id_of_a_deleted_row_is_not_given_out_again(tmp_path: Path, table: str) -> None:
    def insert(connection: Connection) -> int:
        connection.execute("PRAGMA defer_foreign_keys = ON")
        columns = [
            (name, kind, default)
            for _, name, kind, not_null, default, key in connection.execute(f"PRAGMA table_info ({table})")
            if not_null and not key
        ]
        values = {name: _value(table, name, kind) for name, kind, default in columns if default is None}
        names = ", ".join(values)
        holes = ", ".join(f":{name}" for name in values)
        row = connection.execute(f"INSERT INTO {table} ({names}) VALUES ({holes})", values).lastrowid  # noqa: S608
        connection.execute(f"DELETE FROM {table}")  # noqa: S608
        assert row is not None
        return row

    file = opening.open_sync(tmp_path / "memory.db")
    first, second = file.write(insert), file.write(insert)
    file.close()
    assert second > first


def _value(table: str, name: str, kind: str) -> object:
    chosen = {"kind": "observation", "status": "open" if table == "conflict" else "active", "validity": "open"}
    return chosen.get(name, START.isoformat() if kind == "TEXT" else 1)
