"""Policies and notebooks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from ..vocabulary import PolicyStatus
from .people import Scope

_BY_STANDING = {
    PolicyStatus.ACTIVE: 0,
    PolicyStatus.PENDING: 1,
    PolicyStatus.FLAGGED: 1,
    PolicyStatus.INACTIVE: 2,
    PolicyStatus.SUPERSEDED: 2,
}


@dataclass(frozen=True, slots=True)
class NewPolicy:
    """A policy on its way into the store."""

    domain_id: int
    rule: str
    rule_key: str
    required_role: str | None
    agent: str
    role: str
    source_fact_ids: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Policy:
    """A rule that agents must follow."""

    id: int
    uuid: str
    scope: Scope
    rule: str
    required_role: str | None
    status: PolicyStatus
    agent: str
    role: str
    created_at: datetime
    superseded_by: int | None
    ended_at: datetime | None
    reason: str | None
    source_fact_ids: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PolicyListing:
    """Which policies a list shows; None is no condition, `repo` `""` the workspace-wide ones.

    Each of the `words`, in normal form, stands somewhere in the rule. `by_standing` puts those in force first, then
    those that await somebody, then the rest.
    """

    status: PolicyStatus | None = None
    domain_name: str | None = None
    repo: str | None = None
    required_role: str | None = None
    hidden_domain_ids: tuple[int, ...] = ()
    words: tuple[str, ...] = ()
    by_standing: bool = False

    def rank(self, status: PolicyStatus) -> int:
        """Where in the list policies of a status stand, before the newest of them goes first."""
        return _BY_STANDING[status] if self.by_standing else 0


@dataclass(frozen=True, slots=True)
class Notes:
    """An agent's notebook; version 0 is one that was never written."""

    agent: str
    text: str = ""
    version: int = 0
    updated_at: datetime | None = None
