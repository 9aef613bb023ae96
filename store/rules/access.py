"""What a role may do in a domain (DESIGN 5.1): reading is open unless `none` is said, policies need `write`."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Sequence

from ..model import Domain, Grant, Level, Scope

EVERY_ROLE = "*"
DEFAULT_LEVEL = Level.READ
NEW_DOMAIN_LEVEL = Level.WRITE


def level_of(grants: Iterable[Grant], role: str, scope: Scope, *, exists: bool) -> Level:
    """The level that holds for the role in the scope.

    An exact role outranks `*`, then an exact scope the bare name; without any row it is `read`. A domain that doesn't
    exist yet is judged as if it had just been created, with `write` for every role.
    """
    rows = {(grant.role, grant.domain): grant.level for grant in grants}
    if not exists and not covers_everyone(rows, scope):
        rows[EVERY_ROLE, str(scope)] = NEW_DOMAIN_LEVEL
    for key in _by_rank(role, scope):
        if key in rows:
            return rows[key]
    return DEFAULT_LEVEL


def covers_everyone(rows: Container[tuple[str, str]], scope: Scope) -> bool:
    """Whether somebody has already said what every role may do there; creating the domain then changes nothing."""
    return (EVERY_ROLE, str(scope)) in rows or (EVERY_ROLE, scope.name) in rows


def _by_rank(role: str, scope: Scope) -> list[tuple[str, str]]:
    scopes = dict.fromkeys((str(scope), scope.name))
    return [(one_role, domain) for one_role in (role, EVERY_ROLE) for domain in scopes]


def hidden(domains: Collection[Domain], grants: Sequence[Grant], role: str) -> tuple[int, ...]:
    """Ids of the domains that the role may not see."""
    if not any(grant.level is Level.NONE for grant in grants):
        return ()
    return tuple(domain.id for domain in domains if level_of(grants, role, domain.scope, exists=True) is Level.NONE)
