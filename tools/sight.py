"""What a reader is shown: the moment asked for, the scope, and never a domain that is hidden from them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from ..store.errors import InvalidInput
from ..store.model import Caller, FactFilter, MemoryType, Standing, Veracity
from ..store.protocol import Transaction
from . import dates
from .drafts import hidden_domains
from .scopes import Reach

State = Literal["active", "superseded", "retired", "stale", "contested", "any"]
"""Which facts a person asks for by how they stand; stale and contested ones are active as well."""


def sight(
    tx: Transaction,
    caller: Caller,
    reach: Reach,
    as_of: str | None,
    *,
    memory_type: MemoryType | None = None,
    include_superseded: bool = False,
    include_retired: bool = False,
) -> FactFilter:
    """The facts in reach that the caller may see, as of now or of `as_of`; `InvalidInput` when that is no moment."""
    return FactFilter(
        at=dates.parse_moment(as_of, "as_of") if as_of else tx.now,
        past=as_of is not None,
        domain_name=reach.domain_name,
        repo=reach.repo,
        memory_type=memory_type,
        include_superseded=include_superseded,
        include_retired=include_retired,
        hidden_domain_ids=hidden_domains(tx, caller),
    )


def narrowed(where: FactFilter, *, veracity: Veracity | None, agent: str | None, state: State | None) -> FactFilter:
    """The facts among them of that word, author and standing; None is no condition."""
    where = replace(where, veracity=veracity, agent=agent)
    if state is None:
        return where
    if where.past and state == "stale":
        raise InvalidInput("What was stale then isn't kept: leave out 'as_of', or ask for another 'state'.")
    is_in_use = state in ("active", "stale", "contested")
    return replace(
        where,
        include_superseded=not is_in_use,
        include_retired=not is_in_use,
        state=None if state in ("active", "any") else Standing(state),
    )


def in_sight(tx: Transaction, numbers: Iterable[int | None], hidden_domain_ids: tuple[int, ...]) -> set[int]:
    """Those of the facts that don't stand in a hidden domain, so that a reader may be told of them."""
    wanted = {number for number in numbers if number is not None}
    if not wanted or not hidden_domain_ids:
        return wanted
    where = FactFilter(tx.now, include_superseded=True, include_retired=True, hidden_domain_ids=hidden_domain_ids)
    return set(tx.facts.get_many(wanted, where))
