"""Leases in SQLite: work that one process at a time does, and another takes up when that one died."""

from __future__ import annotations

from datetime import datetime, timedelta

from . import rows
from .driver import Connection
from .model import Lease

# A clock that was set back would keep a dead holder's lease for as long; a living one renews its own.
TAKE = """
INSERT INTO lease (name, holder, taken_at, expires_at) VALUES (:name, :holder, :now, :expires_at)
ON CONFLICT (name) DO UPDATE
SET holder = excluded.holder, taken_at = excluded.taken_at, expires_at = excluded.expires_at
WHERE lease.holder = excluded.holder OR lease.expires_at <= :now OR lease.taken_at > :now
"""
HELD = "SELECT holder, expires_at FROM lease WHERE name = :name AND expires_at > :now AND taken_at <= :now"
RELEASE = "DELETE FROM lease WHERE name = :name AND holder = :holder"


class SqliteLeases:
    """`protocol.Leases` over one connection."""

    def __init__(self, connection: Connection, now: datetime) -> None:
        self._connection = connection
        self._now = now

    def take(self, name: str, holder: str, seconds: float) -> bool:
        now, expires_at = rows.time_text(self._now), rows.time_text(self._now + timedelta(seconds=seconds))
        return rows.change(self._connection, TAKE, name=name, holder=holder, now=now, expires_at=expires_at) > 0

    def release(self, name: str, holder: str) -> None:
        rows.change(self._connection, RELEASE, name=name, holder=holder)

    def held(self, name: str) -> Lease | None:
        row = rows.select_one(self._connection, HELD, name=name, now=rows.time_text(self._now))
        return Lease(row["holder"], rows.moment(row["expires_at"])) if row else None
