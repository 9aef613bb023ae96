"""Links and sessions of the page, beside the tokens in `access.db`; of their secrets the digests are kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import LiteralString

from . import rows
from .driver import Connection
from .model.access import PageVisit, TokenScope
from .workspace_file import WorkspaceFile

COLUMNS = "workspace, person, scope, token_id, expires_at"
VALUES = ":workspace, :person, :scope, :token_id, :expires_at"
ADD_LINK = f"""
INSERT INTO page_link (digest, {COLUMNS})
VALUES (:digest, {VALUES})
"""
GET_LINK = f"""
SELECT {COLUMNS}
FROM page_link
WHERE digest = :digest
"""
USE_LINK = """
DELETE FROM page_link
WHERE digest = :digest
"""
FORGET_LINKS = """
DELETE FROM page_link
WHERE expires_at <= :now
"""
FORGET_SESSIONS = """
DELETE FROM page_session
WHERE expires_at <= :now
"""
ADD_SESSION = f"""
INSERT INTO page_session (digest, created_at, {COLUMNS})
VALUES (:digest, :now, {VALUES})
"""
GET_SESSION = f"""
SELECT {COLUMNS}
FROM page_session
WHERE digest = :digest
"""
END_SESSION = """
DELETE FROM page_session
WHERE digest = :digest
"""


IsLive = Callable[[Connection, int, datetime], bool]


class PageAccess:
    """Who may open a page; over the connection of an `AccessFile`, which knows whether a token still holds."""

    def __init__(self, file: WorkspaceFile, is_live: IsLive) -> None:
        self._file, self._is_live = file, is_live

    def add_link(self, digest: bytes, visit: PageVisit) -> None:
        """Keep a link that can be used once."""
        self._file.write(lambda connection: rows.insert(connection, ADD_LINK, digest=digest, **_values(visit)))

    def has_link(self, digest: bytes, workspace: str, now: datetime) -> bool:
        """Whether there is such a link that can still be used."""
        return self._file.read(lambda connection: self._link(connection, digest, workspace, now)) is not None

    def begin(
        self, link: bytes, workspace: str, session: bytes, expires_at: datetime, now: datetime
    ) -> PageVisit | None:
        """Use a link of that workspace up and begin a session in its place; None where it opens nothing (any more)."""

        def begun(connection: Connection) -> PageVisit | None:
            at = rows.time_text(now)
            rows.change(connection, FORGET_LINKS, now=at)
            rows.change(connection, FORGET_SESSIONS, now=at)
            found = self._link(connection, link, workspace, now)
            if found is None:
                return None
            visit = replace(found, expires_at=expires_at)
            rows.change(connection, USE_LINK, digest=link)
            rows.insert(connection, ADD_SESSION, digest=session, now=at, **_values(visit))
            return visit

        return self._file.write(begun)

    def find(self, session: bytes, now: datetime) -> PageVisit | None:
        """Whose session it is; None once it or its token has ended."""
        return self._file.read(lambda connection: self._visit(connection, GET_SESSION, session, now))

    def _link(self, connection: Connection, digest: bytes, workspace: str, now: datetime) -> PageVisit | None:
        visit = self._visit(connection, GET_LINK, digest, now)
        return None if visit is None or visit.workspace != workspace else visit

    def _visit(self, connection: Connection, sql: LiteralString, digest: bytes, now: datetime) -> PageVisit | None:
        row = rows.select_one(connection, sql, digest=digest)
        visit = None if row is None else _visit(row)
        if visit is None or visit.expires_at <= now:
            return None
        return visit if visit.token_id is None or self._is_live(connection, visit.token_id, now) else None

    def end(self, session: bytes) -> None:
        """End a session."""
        self._file.write(lambda connection: rows.change(connection, END_SESSION, digest=session))


def _values(visit: PageVisit) -> dict[str, str | int | None]:
    return {
        "workspace": visit.workspace,
        "person": visit.person,
        "scope": visit.scope.value,
        "token_id": visit.token_id,
        "expires_at": rows.time_text(visit.expires_at),
    }


def _visit(row: rows.Row) -> PageVisit:
    return PageVisit(
        workspace=row["workspace"],
        person=row["person"],
        scope=TokenScope(row["scope"]),
        expires_at=rows.moment(row["expires_at"]),
        token_id=row["token_id"],
    )
