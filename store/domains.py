"""Domains, grants and settings in SQLite."""

from __future__ import annotations

import builtins
import json
from datetime import datetime
from typing import Any

from . import rows
from .driver import Connection
from .journal import Journal
from .model import Domain, Grant, Level, RowKind, Scope
from .rules import access

GET_DOMAIN = """
SELECT id, repo, name, created_at, 0 AS facts, 0 AS policies
FROM domain
WHERE repo = :repo AND name = :name
"""
LIST_DOMAINS = """
SELECT
    d.id, d.repo, d.name, d.created_at,
    (
        SELECT count(*)
        FROM fact f INDEXED BY fact_standing
        WHERE f.domain_id = d.id AND f.superseded_by IS NULL AND f.retired_at IS NULL
          AND (f.valid_from IS NULL OR f.valid_from <= :now) AND (f.valid_until IS NULL OR f.valid_until > :now)
    ) AS facts,
    (SELECT count(*) FROM policy p WHERE p.domain_id = d.id AND p.status = 'active') AS policies
FROM domain d
ORDER BY d.name, d.repo, d.id
"""
LIST_SCOPES = "SELECT id, repo, name FROM domain ORDER BY name, repo, id"
INSERT_DOMAIN = "INSERT INTO domain (repo, name, created_at) VALUES (:repo, :name, :now)"
LIST_GRANTS = "SELECT role, domain, level FROM access_grant ORDER BY domain, role"
SET_GRANT = """
INSERT INTO access_grant (role, domain, level) VALUES (:role, :domain, :level)
ON CONFLICT (role, domain) DO UPDATE SET level = excluded.level
"""
DELETE_GRANT = "DELETE FROM access_grant WHERE role = :role AND domain = :domain"
LIST_SETTINGS = "SELECT name, value FROM setting ORDER BY name"
SET_SETTING = """
INSERT INTO setting (name, value) VALUES (:name, :value)
ON CONFLICT (name) DO UPDATE SET value = excluded.value
"""
DELETE_SETTING = "DELETE FROM setting WHERE name = :name"


def _domain(row: rows.Row) -> Domain:
    return Domain(
        id=row["id"],
        scope=Scope(row["name"], row["repo"] or None),
        created_at=rows.moment(row["created_at"]),
        facts=row["facts"],
        policies=row["policies"],
    )


class SqliteDomains:
    """`protocol.Domains` over one connection."""

    def __init__(self, connection: Connection, now: datetime, journal: Journal) -> None:
        self._connection = connection
        self._journal = journal
        self._now = rows.time_text(now)

    def get(self, scope: Scope) -> Domain | None:
        row = rows.select_one(self._connection, GET_DOMAIN, repo=scope.repo or "", name=scope.name)
        return _domain(row) if row else None

    def ensure(self, scope: Scope) -> tuple[Domain, bool]:
        if found := self.get(scope):
            return found, False
        rows.insert(self._connection, INSERT_DOMAIN, repo=scope.repo or "", name=scope.name, now=self._now)
        self._open_to_everyone(scope)
        created = self.get(scope)
        if created is None:
            raise AssertionError("a domain that was just inserted is there")
        return created, True

    def _open_to_everyone(self, scope: Scope) -> None:
        said = {(row["role"], row["domain"]) for row in rows.select(self._connection, LIST_GRANTS)}
        if not access.covers_everyone(said, scope):
            # Not journalled: the domain stays when what made it is undone, and would be closed without its grant.
            level = access.NEW_DOMAIN_LEVEL.value
            rows.change(self._connection, SET_GRANT, role=access.EVERY_ROLE, domain=str(scope), level=level)

    def scopes(self) -> dict[int, Scope]:
        found = rows.select_tuples(self._connection, LIST_SCOPES)
        return {number: Scope(name, repo or None) for number, repo, name in found}

    def list(self) -> list[Domain]:
        return [_domain(row) for row in rows.select(self._connection, LIST_DOMAINS, now=self._now)]


class SqliteGrants:
    """`protocol.Grants` over one connection."""

    def __init__(self, connection: Connection, journal: Journal) -> None:
        self._connection = connection
        self._journal = journal

    def list(self) -> builtins.list[Grant]:
        found = rows.select(self._connection, LIST_GRANTS)
        return [Grant(row["role"], row["domain"], Level(row["level"])) for row in found]

    def set(self, grant: Grant) -> None:
        with self._journal.changing(RowKind.GRANT, role=grant.role, domain=grant.domain):
            rows.change(self._connection, SET_GRANT, role=grant.role, domain=grant.domain, level=grant.level.value)

    def delete(self, role: str, domain: str) -> bool:
        with self._journal.changing(RowKind.GRANT, role=role, domain=domain):
            return rows.change(self._connection, DELETE_GRANT, role=role, domain=domain) > 0


class SqliteSettings:
    """`protocol.Settings` over one connection."""

    def __init__(self, connection: Connection, journal: Journal) -> None:
        self._connection = connection
        self._journal = journal

    def all(self) -> dict[str, Any]:
        return {row["name"]: json.loads(row["value"]) for row in rows.select(self._connection, LIST_SETTINGS)}

    def set(self, name: str, value: Any) -> None:
        with self._journal.changing(RowKind.SETTING, name=name):
            rows.change(self._connection, SET_SETTING, name=name, value=json.dumps(value))

    def delete(self, name: str) -> bool:
        with self._journal.changing(RowKind.SETTING, name=name):
            return rows.change(self._connection, DELETE_SETTING, name=name) > 0
