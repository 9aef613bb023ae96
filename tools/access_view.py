"""What roles may really do in domains: of all grants the one that holds, those that it outranks, what that means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from ..store.model import Domain, Grant, Scope
from ..store.protocol import Transaction
from ..store.rules import access
from . import cursors
from .scopes import Reach, write_scope
from .settings import Settings


class GrantRow(TypedDict):
    """What a role may do in a domain."""

    role: str
    domain: str
    level: str


class May(TypedDict):
    """What a level comes to: finding and reading, getting it at launch, writing policies, writing facts."""

    reads: bool
    at_launch: bool
    writes_policies: bool
    writes_facts: bool


class EffectiveLevel(TypedDict):
    """What a role may do in a domain; `by` is the grant that says so, null where none does."""

    role: str
    level: str
    by: GrantRow | None
    outranked: list[GrantRow]
    may: May


class EffectiveDomain(TypedDict):
    """A domain, which may be in grants alone, with what each of the roles may do."""

    domain: str
    name: str
    repo: str | None
    exists: bool
    facts: int
    policies: int
    levels: list[EffectiveLevel]


class EffectivePage(TypedDict):
    """A page of domains by name; `roles` are those that were asked for, else those that grants name, * first."""

    mode: str
    roles: list[str]
    domains: list[EffectiveDomain]
    next_cursor: str | None


@dataclass(frozen=True, slots=True)
class AccessQuestion:
    """Which roles and domains are asked about, in which mode; None is every one, and the mode that holds."""

    reach: Reach
    roles: tuple[str, ...] | None = None
    mode: str | None = None


def grant_row(grant: Grant) -> GrantRow:
    """The grant for a person."""
    return GrantRow(role=grant.role, domain=grant.domain, level=grant.level.value)


def effective_levels(tx: Transaction, asked: AccessQuestion, limit: int, cursor: str | None) -> EffectivePage:
    """What the roles may do in one page of the domains."""
    grants = tx.grants.list()
    mode = asked.mode or Settings(tx.settings.all()).text("access.mode")
    roles = asked.roles or (access.EVERY_ROLE, *sorted({one.role for one in grants} - {access.EVERY_ROLE}))
    mark = ("access", mode, *roles, "|", asked.reach.domain_name or "", repr(asked.reach.repo))
    start = cursors.offset_of(cursor, mark)
    found = _domains(tx, grants, asked.reach)
    shown = found[start : start + limit]
    return EffectivePage(
        mode=mode,
        roles=list(roles),
        domains=[_domain(scope, known, grants, roles, is_strict=mode == "strict") for scope, known in shown],
        next_cursor=cursors.cursor_at(start + limit, mark) if len(found) > start + limit else None,
    )


def _domains(tx: Transaction, grants: Sequence[Grant], reach: Reach) -> list[tuple[Scope, Domain | None]]:
    """Those that exist and those that grants name, by name and repository."""
    known: dict[Scope, Domain | None] = dict.fromkeys(write_scope(one.domain, None) for one in grants)
    known |= {one.scope: one for one in tx.domains.list()}
    asked = [item for item in known.items() if _is_asked(item[0], reach)]
    return sorted(asked, key=lambda item: (item[0].name, item[0].repo or ""))


def _is_asked(scope: Scope, reach: Reach) -> bool:
    return reach.domain_name in (None, scope.name) and reach.repo in (None, scope.repo or "")


def _domain(
    scope: Scope, known: Domain | None, grants: Sequence[Grant], roles: Sequence[str], *, is_strict: bool
) -> EffectiveDomain:
    return EffectiveDomain(
        domain=str(scope),
        name=scope.name,
        repo=scope.repo,
        exists=known is not None,
        facts=known.facts if known else 0,
        policies=known.policies if known else 0,
        levels=[_level(scope, role, grants, exists=known is not None, is_strict=is_strict) for role in roles],
    )


def _level(scope: Scope, role: str, grants: Sequence[Grant], *, exists: bool, is_strict: bool) -> EffectiveLevel:
    ranked = access.ranked(grants, role, scope, exists=exists)
    level = ranked[0].level if ranked else access.DEFAULT_LEVEL
    may = access.allowed(level, is_strict=is_strict)
    kept = set(grants)
    return EffectiveLevel(
        role=role,
        level=level.value,
        by=grant_row(ranked[0]) if ranked and ranked[0] in kept else None,
        outranked=[grant_row(one) for one in ranked[1:] if one in kept],
        may=May(
            reads=may.reads,
            at_launch=may.at_launch,
            writes_policies=may.writes_policies,
            writes_facts=may.writes_facts,
        ),
    )
