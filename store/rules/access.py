"""What a role may do in a domain (DESIGN 5.1): reading is open unless `none` is said, policies need `write`."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..model import Grant, Level, Scope

EVERY_ROLE = "*"
DEFAULT_LEVEL = Level.READ
NEW_DOMAIN_LEVEL = Level.WRITE


def level_of(grants: Iterable[Grant], role: str, scope: Scope, *, exists: bool) -> Level:
    """The level that holds for the role in the scope.

    An exact role outranks `*`, then an exact scope the bare name; without any row it is `read`. A domain that doesn't
    exist yet is judged as if it had just been created, with `write` for every role.
    """
    return _decide(_rows_of(grants, scope, exists=exists), role, scope)


def ranked(grants: Iterable[Grant], role: str, scope: Scope, *, exists: bool) -> list[Grant]:
    """Every grant that is about the role in the scope: the first of them holds, the others are outranked by it."""
    rows = _rows_of(grants, scope, exists=exists)
    return [Grant(*key, rows[key]) for key in _by_rank(role, scope) if key in rows]


def _rows_of(grants: Iterable[Grant], scope: Scope, *, exists: bool) -> dict[tuple[str, str], Level]:
    rows = _rows(grants)
    if not exists and not covers_everyone(rows, scope):
        rows[EVERY_ROLE, str(scope)] = NEW_DOMAIN_LEVEL
    return rows


def levels_of(grants: Iterable[Grant], role: str, scopes: Mapping[int, Scope]) -> dict[int, Level]:
    """`level_of` for many domains that exist, by their ids."""
    rows = _rows(grants)
    return {number: _decide(rows, role, scope) for number, scope in scopes.items()}


def _rows(grants: Iterable[Grant]) -> dict[tuple[str, str], Level]:
    return {(grant.role, grant.domain): grant.level for grant in grants}


def _decide(rows: Mapping[tuple[str, str], Level], role: str, scope: Scope) -> Level:
    return next((rows[key] for key in _by_rank(role, scope) if key in rows), DEFAULT_LEVEL)


def covers_everyone(rows: Container[tuple[str, str]], scope: Scope) -> bool:
    """Whether somebody has already said what every role may do there; creating the domain then changes nothing."""
    return (EVERY_ROLE, str(scope)) in rows or (EVERY_ROLE, scope.name) in rows


def _by_rank(role: str, scope: Scope) -> list[tuple[str, str]]:
    scopes = dict.fromkeys((str(scope), scope.name))
    return [(one_role, domain) for one_role in dict.fromkeys((role, EVERY_ROLE)) for domain in scopes]


@dataclass(frozen=True, slots=True)
class Allowed:
    """What a level comes to in a domain, for anybody but a person."""

    reads: bool
    """Its facts and policies are found, listed and shown."""
    at_launch: bool
    """They are in the launch preamble."""
    writes_policies: bool
    writes_facts: bool


def allowed(level: Level, *, is_strict: bool) -> Allowed:
    """What a level comes to in the mode `open` or `strict` (DESIGN 5.1)."""
    reads, writes = level is not Level.NONE, level is Level.WRITE
    return Allowed(reads, reads or not is_strict, writes, writes or not is_strict)


def hidden(scopes: Mapping[int, Scope], grants: Sequence[Grant], role: str) -> tuple[int, ...]:
    """Ids of the domains that the role may not see."""
    # There may be thousands of domains, and this goes before every search: only those that a `none` names are judged.
    named = {grant.domain for grant in grants if grant.level is Level.NONE}
    asked = {number: scope for number, scope in scopes.items() if scope.name in named or str(scope) in named}
    return tuple(number for number, level in levels_of(grants, role, asked).items() if level is Level.NONE)
