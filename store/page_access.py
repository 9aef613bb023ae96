"""Links and sessions of the page, beside the tokens in `access.db`; of their secrets the digests are kept."""

from __future__ import annotations

from datetime import datetime

from . import rows
from .driver import Connection
from .model.access import PageVisit, TokenScope
from .workspace_file import WorkspaceFile

COLUMNS = "workspace, person, scope, token_id, expires_at"
VALUES = ":workspace, :person, :scope, :token_id, :expires_at"
IS_LIVE = """
    expires_at > :now
    AND (token_id IS NULL OR EXISTS (
        SELECT 1
        FROM token t
        WHERE t.id = token_id AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > :now)
    ))
"""
ADD_LINK = f"""
INSERT INTO page_link (digest, {COLUMNS})
VALUES (:digest, {VALUES})
"""
HAS_LINK = f"""
SELECT EXISTS (
    SELECT 1
    FROM page_link
    WHERE digest = :digest AND workspace = :workspace AND {IS_LIVE}
) AS is_there
"""
USE_LINK = f"""
DELETE FROM page_link
WHERE digest = :digest AND workspace = :workspace AND {IS_LIVE}
RETURNING {COLUMNS}
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
WHERE digest = :digest AND {IS_LIVE}
"""
END_SESSION = """
DELETE FROM page_session
WHERE digest = :digest
"""


class PageAccess:
    """Who may open a page; over the connection of an `AccessFile`."""

    def __init__(self, file: WorkspaceFile) -> None:
        self._file = file

    def add_link(self, digest: bytes, visit: PageVisit) -> None:
        """Keep a link that can be used once."""
        self._file.write(lambda connection: rows.insert(connection, ADD_LINK, digest=digest, **_values(visit)))

    def has_link(self, digest: bytes, workspace: str, now: datetime) -> bool:
        """Whether there is such a link that can still be used."""
        values = {"digest": digest, "workspace": workspace, "now": rows.time_text(now)}
        row = self._file.read(lambda connection: rows.select_one(connection, HAS_LINK, **values))
        return row is not None and bool(row["is_there"])

    def begin(
        self, link: bytes, workspace: str, session: bytes, expires_at: datetime, now: datetime
    ) -> PageVisit | None:
        """Use a link of that workspace up and begin a session in its place; None where it opens nothing (any more)."""

        def begun(connection: Connection) -> PageVisit | None:
            at = rows.time_text(now)
            rows.change(connection, FORGET_LINKS, now=at)
            rows.change(connection, FORGET_SESSIONS, now=at)
            row = rows.select_one(connection, USE_LINK, digest=link, workspace=workspace, now=at)
            if row is None:
                return None
            values = {**row, "expires_at": rows.time_text(expires_at)}
            rows.insert(connection, ADD_SESSION, digest=session, now=at, **values)
            return _visit(values)

        return self._file.write(begun)

    def find(self, session: bytes, now: datetime) -> PageVisit | None:
        """Whose session it is; None once it or its token has ended."""
        at = rows.time_text(now)
        row = self._file.read(lambda connection: rows.select_one(connection, GET_SESSION, digest=session, now=at))
        return None if row is None else _visit(row)

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
