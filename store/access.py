"""The tokens of a home in `access.db`: a file of its own beside the workspaces, the same for every one of them.

A connection is used by the thread that opened it. What is kept of a secret is its digest.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Self

from . import rows
from .driver import DRIVER, Connection
from .errors import StoreError, StoreUnavailable
from .identity import ACCESS, has_log, read_identity, refuse_others
from .migrations import Migration, load_migrations
from .model.access import Token, TokenScope
from .opening import open_as_found, open_reader, open_sync
from .page_access import PageAccess
from .private_files import require_plain_file
from .workspace_file import WorkspaceFile

NAME = "access.db"
SOURCES = Path(__file__).with_name("sql_access")

READ_WAIT_S = 0.05
"""Readers wait for no writer, only while another process takes the log away or makes it anew."""
WRITE_WAIT_S = 5.0

COLUMNS = """
    id, digest, label, workspace, agent, role, repo, scope, created_at, expires_at, revoked_at, last_used_at
"""
ALL = f"""
SELECT {COLUMNS}
FROM token
ORDER BY id
"""
GET = f"""
SELECT {COLUMNS}
FROM token
WHERE id = :id
"""
HAS_ANY = "SELECT EXISTS (SELECT 1 FROM token)"
ADD = """
INSERT INTO token (digest, label, workspace, agent, role, repo, scope, created_at, expires_at)
VALUES (:digest, :label, :workspace, :agent, :role, :repo, :scope, :created_at, :expires_at)
"""
REVOKE = """
UPDATE token
SET revoked_at = :now
WHERE id IN (SELECT value FROM json_each(:ids)) AND revoked_at IS NULL
"""
NOTE_USE = """
UPDATE token
SET last_used_at = max(coalesce(last_used_at, ''), :at)
WHERE id = :id
"""
KEYS = """
SELECT key
FROM request_state_key
ORDER BY id DESC
"""
ADD_KEY = """
INSERT INTO request_state_key (key, created_at)
VALUES (:key, :now)
"""
CHECK = "PRAGMA integrity_check(1)"
CHANGES = "PRAGMA data_version"


@dataclass(frozen=True, slots=True)
class NewToken:
    """What a token that is to be made says of its bearer."""

    label: str
    workspace: str
    agent: str
    role: str
    repo: str | None
    scope: TokenScope
    expires_at: datetime | None


@dataclass(frozen=True, slots=True)
class KeptToken:
    """A token with what its secret is compared with."""

    token: Token
    digest: bytes = field(repr=False)


class AccessFile:
    """One connection to the home's tokens; the only place that asks SQLite about them."""

    def __init__(self, file: WorkspaceFile, *, sees_changes: bool = True) -> None:
        self._file = file
        self.pages = PageAccess(file, _is_live)
        self.sees_changes = sees_changes
        """False where the folder can't be written: such a connection shows the file as it was found."""

    @classmethod
    def open(cls, path: Path, *, busy_timeout_s: float = WRITE_WAIT_S) -> Self:
        """Open it for writing, and make it where there is none; raises what `opening.open_sync` raises."""
        return cls(open_sync(path, busy_timeout_s=busy_timeout_s, migrations=migrations(), kind=ACCESS))

    @classmethod
    def open_to_read(cls, path: Path) -> Self | None:
        """Open it for looking only; None while no token can have been made. Never makes a file, waits for no writer.

        Raises `StoreError` where a file is there and can't be read: that is not the same as one without tokens.
        """
        if not os.path.lexists(path):
            return None
        require_plain_file(path)
        known = migrations()
        found = refuse_others(path, DRIVER, len(known), READ_WAIT_S, ACCESS)
        if found is not None and 0 < found.version < len(known):
            open_sync(path, busy_timeout_s=READ_WAIT_S, migrations=known, kind=ACCESS).close()
        file, sees_changes = _open_to_read(path)
        # Another process may be making it this moment.
        if file.read(read_identity).version == 0:
            file.close()
            return None
        return cls(file, sees_changes=sees_changes)

    def version(self) -> int:
        """Another number after anybody else has changed the file."""
        return self._file.read(lambda connection: int(connection.execute(CHANGES).fetchone()[0]))

    def has_tokens(self) -> bool:
        """Whether one was ever made; revoked and expired ones count."""
        return self._file.read(lambda connection: bool(connection.execute(HAS_ANY).fetchone()[0]))

    def get(self, token_id: int) -> KeptToken | None:
        """The token of that id, live or not."""
        return self._file.read(lambda connection: _get(connection, token_id))

    def all(self) -> list[Token]:
        """Every token that was ever made, by id."""
        return [_kept(row).token for row in self._file.read(lambda connection: rows.select(connection, ALL))]

    def add(self, new: NewToken, digest: bytes, now: datetime) -> Token:
        """Keep a new token."""
        values = {
            "label": new.label,
            "workspace": new.workspace,
            "agent": new.agent,
            "role": new.role,
            "repo": new.repo,
            "scope": new.scope.value,
            "created_at": rows.time_text(now),
            "expires_at": rows.time_text(new.expires_at),
        }
        number = self._file.write(lambda connection: rows.insert(connection, ADD, digest=digest, **values))
        found = self.get(number)
        if found is None:
            raise StoreError(f"The token was made and is gone from {self._file.path}: make another.")
        return found.token

    def revoke(self, token_ids: Collection[int], now: datetime) -> int:
        """Close the tokens of those ids for good; how many were not revoked before."""
        ids, at = rows.id_list(token_ids), rows.time_text(now)
        return self._file.write(lambda connection: rows.change(connection, REVOKE, ids=ids, now=at))

    def note_uses(self, used_at: Mapping[int, datetime]) -> None:
        """Keep when tokens were last used, by their ids; a moment before the one that is kept changes nothing."""
        values = [{"id": number, "at": rows.time_text(at)} for number, at in used_at.items()]
        self._file.write(lambda connection: rows.change_all(connection, NOTE_USE, values))

    def keys(self) -> list[bytes]:
        """The keys that seal requests' state, the newest first."""
        return self._file.read(lambda connection: [key for (key,) in rows.select_tuples(connection, KEYS)])

    def ensure_key(self, key: bytes, now: datetime) -> list[bytes]:
        """The keys as they are when there is one, else this one kept; all processes of a home get the same."""

        def ensured(connection: Connection) -> Sequence[rows.Cells]:
            if not (found := rows.select_tuples(connection, KEYS)):
                rows.change(connection, ADD_KEY, key=key, now=rows.time_text(now))
                return [(key,)]
            return found

        return [one for (one,) in self._file.write(ensured)]

    def damage(self) -> str:
        """What is wrong with the file's pages; empty when nothing is."""
        found = self._file.read(lambda connection: connection.execute(CHECK).fetchone()[0])
        return "" if found == "ok" else " ".join(str(found).split())

    def close(self) -> None:
        """Close the connection."""
        self._file.close()


def migrations() -> tuple[Migration, ...]:
    """The steps of this file's schema."""
    return load_migrations(SOURCES)


def path_in(home: Path) -> Path:
    """Where a home keeps its tokens."""
    return home / NAME


def _open_to_read(path: Path) -> tuple[WorkspaceFile, bool]:
    """A connection for looking, and whether it will see what others change."""
    try:
        return _proved(open_reader(path, busy_timeout_s=READ_WAIT_S)), True
    except StoreUnavailable:
        # In a folder that is read-only no index of a log can be made; without a log none is needed.
        if has_log(path):
            raise
        return open_as_found(path), False


def _proved(file: WorkspaceFile) -> WorkspaceFile:
    """The connection, once it has read something."""
    try:
        file.read(read_identity)
    except BaseException:
        file.close()
        raise
    return file


def _get(connection: Connection, token_id: int) -> KeptToken | None:
    row = rows.select_one(connection, GET, id=token_id)
    return None if row is None else _kept(row)


def _is_live(connection: Connection, token_id: int, now: datetime) -> bool:
    found = _get(connection, token_id)
    return found is not None and found.token.is_live(now)


def _kept(row: rows.Row) -> KeptToken:
    return KeptToken(
        Token(
            id=row["id"],
            label=row["label"],
            workspace=row["workspace"],
            agent=row["agent"],
            role=row["role"],
            repo=row["repo"],
            scope=TokenScope(row["scope"]),
            created_at=rows.moment(row["created_at"]),
            expires_at=rows.moment_or_none(row["expires_at"]),
            revoked_at=rows.moment_or_none(row["revoked_at"]),
            last_used_at=rows.moment_or_none(row["last_used_at"]),
        ),
        bytes(row["digest"]),
    )
