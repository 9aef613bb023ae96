"""A fact as a caller wants to write it, checked and resolved, before it meets what is already there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from ..store.errors import InsufficientMemoryPermission, InvalidInput, NotFound
from ..store.model import (
    AuditEntry,
    Caller,
    Domain,
    Level,
    MemoryType,
    OnConflict,
    Origin,
    Scope,
    Validity,
    Veracity,
)
from ..store.protocol import Transaction
from ..store.rules import access
from . import dates
from .audit import audit
from .ids import observation_id
from .settings import Settings


@dataclass(frozen=True, slots=True)
class FactDraft:
    """What a fact is to say, where, on whose word and on which sources."""

    scope: Scope
    topic: str
    content: str
    memory_type: MemoryType = MemoryType.FACT
    veracity: Veracity = Veracity.INFERRED
    validity: Validity = Validity.OPEN
    valid_until: str | None = None
    source_ids: tuple[int, ...] = ()
    on_conflict: OnConflict = OnConflict.AUTO
    origin: Origin = Origin.PROPOSED
    confidence: float | None = None
    contradicts: tuple[int, ...] = ()
    replaces: int | None = None


def valid_until(draft: FactDraft, now: datetime) -> tuple[Validity, datetime | None]:
    """The draft's validity and its end, which must fit each other."""
    if draft.valid_until is None:
        if draft.validity is Validity.UNTIL:
            raise InvalidInput("'validity' until needs 'valid_until', such as 2027-03-31.")
        return draft.validity, None
    if draft.validity is Validity.PERMANENT:
        raise InvalidInput("A permanent fact has no 'valid_until': leave it out, or set 'validity' to until.")
    return Validity.UNTIL, dates.parse_future_end(draft.valid_until, "valid_until", now)


def require_visible_sources(tx: Transaction, caller: Caller, ids: Sequence[int]) -> None:
    """Refuse observations that don't exist for the caller: others' are private until a visible fact cites them."""
    if not ids:
        return
    found = tx.observations.get_many(ids)
    own = {number for number, one in found.items() if caller.is_person or one.agent == caller.agent}
    foreign = [number for number in ids if number not in own]
    cited = tx.observations.cited(foreign, hidden_domains(tx, caller)) if foreign else set[int]()
    if missing := [observation_id(number) for number in foreign if number not in cited]:
        raise NotFound(f"There is no observation {', '.join(missing[:5])} for you; cite those that you recorded.")


def hidden_domains(tx: Transaction, caller: Caller) -> tuple[int, ...]:
    """Ids of the domains whose grant is `none` for the caller; the person in charge sets grants and is under none."""
    if caller.is_person:
        return ()
    grants = tx.grants.list()
    if not any(grant.level == "none" for grant in grants):
        return ()
    return access.hidden(tx.domains.scopes(), grants, caller.role)


def ensure_domain(tx: Transaction, caller: Caller, scope: Scope) -> Domain:
    """The domain, created on first use; that is logged with what every role may do there."""
    domain, is_new = tx.domains.ensure(scope)
    if is_new:
        level = access.level_of(tx.grants.list(), access.EVERY_ROLE, scope, exists=True)
        audit(tx, caller, AuditEntry("create", f"domain:{scope}", None, {"every_role": level.value}))
    return domain


def closed_domains(tx: Transaction, caller: Caller, settings: Settings) -> tuple[int, ...]:
    """Ids of the domains whose facts the caller's upkeep must leave alone."""
    if caller.is_person or not settings.is_strict:
        return hidden_domains(tx, caller)
    levels = access.levels_of(tx.grants.list(), caller.role, tx.domains.scopes())
    return tuple(number for number, level in levels.items() if level is not Level.WRITE)


def require_write(tx: Transaction, caller: Caller, scope: Scope) -> None:
    """Refuse a caller whose role may not write in the scope; checked before anything is created."""
    if caller.is_person:
        return
    exists = tx.domains.get(scope) is not None
    level = access.level_of(tx.grants.list(), caller.role, scope, exists=exists)
    if level is not Level.WRITE:
        elsewhere = "" if caller.workspace == Caller().workspace else caller.workspace
        raise InsufficientMemoryPermission(caller.role, str(scope), level.value, workspace=elsewhere)


def require_fact_write(tx: Transaction, caller: Caller, settings: Settings, scope: Scope) -> None:
    """Fact writes are open to everyone, except in mode `strict`."""
    if settings.is_strict:
        require_write(tx, caller, scope)
