"""The version register in SQLite: the entries of its two keepers, and what needn't be read again to keep git's."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from . import rows
from .driver import Connection
from .journal import Journal
from .model import FileStamp, FollowedFile, RegisterEntry, RowChange, RowKind

STAMPS_KEPT = timedelta(days=30)
"""After its last look; a working tree that comes back later has its files read once."""

HOST = ""

OF_HOST = "SELECT source, revision FROM version_register WHERE repo = '' ORDER BY source"
ENTRIES = "SELECT repo, source, revision, set_at FROM version_register ORDER BY repo, source"
SET = """
INSERT INTO version_register (repo, source, revision, set_at) VALUES (:repo, :source, :revision, :now)
ON CONFLICT (repo, source) DO UPDATE SET revision = excluded.revision, set_at = excluded.set_at
"""
DELETE = "DELETE FROM version_register WHERE repo = :repo AND source = :source"
# In the order of their key, so that files of one folder stand together.
FOLLOWED = """
SELECT v.source, v.revision, s.stamp, nullif(s.blob, v.revision)
FROM version_register v
LEFT JOIN file_stamp s ON s.tree_id = (SELECT t.id FROM working_tree t WHERE t.root = :root) AND s.source = v.source
WHERE v.repo = :repo
ORDER BY v.source
"""
OF_FILES = """
SELECT source, revision
FROM version_register
WHERE repo = :repo AND source IN (SELECT value FROM json_each(:sources))
"""
HOST_ROWS = """
SELECT repo, source, revision, set_at
FROM version_register
WHERE repo = '' AND source IN (SELECT value FROM json_each(:sources))
"""
NOTE_TREE = """
INSERT INTO working_tree (root, looked_at) VALUES (:root, :now)
ON CONFLICT (root) DO UPDATE SET looked_at = excluded.looked_at
"""
FORGET_TREES = "DELETE FROM working_tree WHERE looked_at < :before"
KEEP_STAMP = """
INSERT INTO file_stamp (tree_id, source, stamp, blob)
SELECT t.id, :source, :stamp, :blob FROM working_tree t WHERE t.root = :root
ON CONFLICT (tree_id, source) DO UPDATE SET stamp = excluded.stamp, blob = excluded.blob
"""


class SqliteVersions:
    """`protocol.Versions` over one connection."""

    def __init__(self, connection: Connection, now: datetime, journal: Journal) -> None:
        self._connection = connection
        self._now = now
        self._journal = journal

    def all(self) -> dict[str, str]:
        return {row["source"]: row["revision"] for row in rows.select(self._connection, OF_HOST)}

    def set(self, source: str, revision: str) -> None:
        with self._journal.changing(RowKind.VERSION, repo=HOST, source=source):
            self._set(HOST, source, revision)

    def delete(self, source: str, repo: str = HOST) -> bool:
        with self._journal.changing(RowKind.VERSION, repo=repo, source=source):
            return rows.change(self._connection, DELETE, repo=repo, source=source) > 0

    def put_all(self, revisions: Mapping[str, str | None]) -> None:
        before = self._host_rows(revisions)
        gone = [{"repo": HOST, "source": source} for source, revision in revisions.items() if revision is None]
        rows.change_all(self._connection, DELETE, gone)
        self.set_files(HOST, {source: revision for source, revision in revisions.items() if revision is not None})
        after = self._host_rows(revisions)
        self._journal.note_all(
            RowChange(RowKind.VERSION, {"repo": HOST, "source": source}, before.get(source), after.get(source))
            for source in revisions
        )

    def entries(self) -> list[RegisterEntry]:
        return [
            RegisterEntry(row["repo"], row["source"], row["revision"], rows.moment(row["set_at"]))
            for row in rows.select(self._connection, ENTRIES)
        ]

    def followed(self, repo: str, root: str) -> list[FollowedFile]:
        return rows.select_tuples(self._connection, FOLLOWED, repo=repo, root=root)

    def of_files(self, repo: str, sources: Collection[str]) -> dict[str, str | None]:
        names = rows.text_list(sources)
        return dict(rows.select_tuples(self._connection, OF_FILES, repo=repo, sources=names))

    def set_file(self, repo: str, source: str, revision: str | None) -> None:
        self._set(repo, source, revision)

    def set_files(self, repo: str, revisions: Mapping[str, str | None]) -> None:
        now = rows.time_text(self._now)
        entries = revisions.items()
        rows.change_all(
            self._connection,
            SET,
            ({"repo": repo, "source": source, "revision": revision, "now": now} for source, revision in entries),
        )

    def keep_stamps(self, root: str, stamps: Collection[FileStamp]) -> None:
        rows.change(self._connection, NOTE_TREE, root=root, now=rows.time_text(self._now))
        rows.change(self._connection, FORGET_TREES, before=rows.time_text(self._now - STAMPS_KEPT))
        rows.change_all(self._connection, KEEP_STAMP, ({"root": root} | stamp._asdict() for stamp in stamps))

    def _host_rows(self, sources: Collection[str]) -> dict[str, rows.Row]:
        """The host's rows as the journal reads one."""
        found = rows.select(self._connection, HOST_ROWS, sources=rows.text_list(sources))
        return {row["source"]: row for row in found}

    def _set(self, repo: str, source: str, revision: str | None) -> None:
        values = {"repo": repo, "source": source, "revision": revision, "now": rows.time_text(self._now)}
        rows.change(self._connection, SET, **values)
