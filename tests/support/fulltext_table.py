"""A full-text table in memory, in each SQLite that the store may run on."""

import importlib.util
import sqlite3
from collections.abc import Iterable
from typing import Any

from palimpsest.store import fulltext

CREATE = "CREATE VIRTUAL TABLE fulltext USING fts5(kind, topic, content, context, tokenize='ascii')"
INSERT = "INSERT INTO fulltext(kind, topic, content, context) VALUES (?, ?, ?, ?)"
SEARCH = "SELECT rowid FROM fulltext WHERE fulltext MATCH ? ORDER BY bm25(fulltext, ?, ?, ?, ?), rowid"


def drivers() -> list[Any]:
    """The standard library's SQLite, and the newer one where its wheel is installed."""
    if importlib.util.find_spec("pysqlite3") is None:
        return [sqlite3]
    return [sqlite3, importlib.import_module("pysqlite3")]


class FulltextTable:
    """Documents in, row numbers out, best first; the first document is row 1."""

    def __init__(self, driver: Any = sqlite3) -> None:
        self._db = driver.connect(":memory:")
        self._db.execute(CREATE)

    def add(self, content: str, *, kind: str = "f", topic: str = "", context: str = "") -> int:
        encoded = (fulltext.encode_column(text) for text in (topic, content, context))
        return self._db.execute(INSERT, (kind, *encoded)).lastrowid

    def add_all(self, contents: Iterable[str]) -> None:
        for content in contents:
            self.add(content)

    def search(self, query: str) -> list[int]:
        match = fulltext.build_match(query)
        if match is None:
            return []
        return [row[0] for row in self._db.execute(SEARCH, (match, *fulltext.COLUMN_WEIGHTS))]

    def close(self) -> None:
        self._db.close()
