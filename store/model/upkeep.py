"""Leases, and how much there is of everything."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from .people import Scope


class Lease(NamedTuple):
    """Who does a piece of work that one process does at a time, and until when unless it is renewed."""

    holder: str
    expires_at: datetime


class FactCount(NamedTuple):
    """How many facts a domain has; each is counted once. `dormant` ones aren't valid yet, or any more."""

    scope: Scope
    active: int
    dormant: int
    superseded: int
    retired: int


class Overview(NamedTuple):
    """How all facts stand, each counted once, and what waits for a person.

    `over` ones were valid until a moment that has passed, `to_come` ones aren't valid yet; those that were replaced or
    taken out of use are counted as that alone.
    """

    active: int
    over: int
    to_come: int
    superseded: int
    retired: int
    stale: int
    open_conflicts: int
    waiting_policies: int


class Holdings(NamedTuple):
    """How many there are of everything but facts."""

    observations: int
    active_observations: int
    pending_observations: int
    policies: int
    active_policies: int
    conflicts: int
    open_conflicts: int
    pending_items: int
    notebooks: int
    edges: int
