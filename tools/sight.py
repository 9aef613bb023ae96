"""What a reader is shown: the moment asked for, the scope, and never a domain that is hidden from them."""

from __future__ import annotations

from collections.abc import Iterable

from ..store.model import Caller, FactFilter, MemoryType
from ..store.protocol import Transaction
from . import dates
from .drafts import hidden_domains
from .scopes import Reach


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


def in_sight(tx: Transaction, numbers: Iterable[int | None], hidden_domain_ids: tuple[int, ...]) -> set[int]:
    """Those of the facts that don't stand in a hidden domain, so that a reader may be told of them."""
    wanted = {number for number in numbers if number is not None}
    if not wanted or not hidden_domain_ids:
        return wanted
    where = FactFilter(tx.now, include_superseded=True, include_retired=True, hidden_domain_ids=hidden_domain_ids)
    return set(tx.facts.get_many(wanted, where))
