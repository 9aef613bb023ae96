"""Lists of facts, and one fact whole, as far as the reader may see them; both as of now or of any past moment."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict

from ..store.errors import NotFound
from ..store.model import Caller, FactFilter, FactListing, FactOrder, MemoryType, Veracity
from ..store.protocol import Transaction
from . import cursors, dates
from .drafts import hidden_domains
from .fact_changes import said_of_erased
from .fact_details import FactDetail, fact_detail
from .fact_views import FactRow, fact_rows
from .ids import fact_id
from .scopes import list_reach
from .sight import State, narrowed


class FactPage(TypedDict):
    """A page of facts."""

    facts: list[FactRow]
    next_cursor: str | None


@dataclass(frozen=True, slots=True)
class ListRequest:
    """Which facts are wanted, as they were asked for; None is no condition."""

    domain: str | None = None
    repo: str | None = None
    memory_type: MemoryType | None = None
    veracity: Veracity | None = None
    agent: str | None = None
    state: State = "active"
    as_of: str | None = None
    order: FactOrder = FactOrder.NEWEST

    @property
    def identity(self) -> tuple[str, ...]:
        """Everything that a cursor is bound to."""
        said = (self.domain, self.repo, self.memory_type, self.veracity, self.agent, self.state, self.as_of, self.order)
        return ("facts", *(part or "" for part in said))


def list_facts(tx: Transaction, caller: Caller, request: ListRequest, limit: int, cursor: str | None) -> FactPage:
    """One page; later pages are of the moment of the first, so that no fact moves between them."""
    by_text = request.order in (FactOrder.SUPPORTED, FactOrder.TOPIC)
    behind = cursors.place_of(cursor, request.identity, by_text=by_text)
    listing = _listing(tx, caller, request, behind[1] if behind else tx.now)
    found = tx.fact_pages.page(listing, behind[0] if behind else None, limit + 1)
    page, at = found[:limit], listing.where.at
    is_more = len(found) > limit
    return FactPage(
        facts=fact_rows(tx, [one.fact for one in page], listing.where),
        next_cursor=cursors.cursor_behind(page[-1].place, at, request.identity) if is_more else None,
    )


def _listing(tx: Transaction, caller: Caller, request: ListRequest, now: datetime) -> FactListing:
    reach = list_reach(request.domain, request.repo, caller)
    where = FactFilter(
        at=dates.parse_moment(request.as_of, "as_of") if request.as_of else now,
        past=request.as_of is not None,
        domain_name=reach.domain_name,
        repo=reach.repo,
        memory_type=request.memory_type,
        hidden_domain_ids=hidden_domains(tx, caller),
    )
    where = narrowed(where, veracity=request.veracity, agent=request.agent, state=request.state)
    return FactListing(where, request.order)


def get_fact(tx: Transaction, caller: Caller, number: int, as_of: str | None = None) -> FactDetail:
    """One fact whole, as it stands now or was believed then; what was wrong never was."""
    at = dates.parse_moment(as_of, "as_of") if as_of else tx.now
    where = FactFilter(
        at=at,
        past=as_of is not None,
        include_superseded=True,
        include_retired=True,
        hidden_domain_ids=hidden_domains(tx, caller),
    )
    fact = tx.facts.get_many([number], where).get(number)
    if fact is None:
        then = " that was believed then" if as_of else ""
        known = f"There is no fact {fact_id(number)}{then}; memory_fact.list shows those there are."
        raise NotFound(said_of_erased(tx, caller, number) or known)
    return fact_detail(tx, fact, where)
