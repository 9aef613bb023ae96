"""Facts by their words alone, for a person or a program: what they look for is no recall."""

from __future__ import annotations

from dataclasses import dataclass

from ..store.model import Caller, FactFilter, MemoryType
from ..store.protocol import Transaction
from . import cursors, dates
from .answers import Found
from .drafts import hidden_domains
from .embedding import Silent
from .question import Mode, Question, understand
from .scopes import search_reach
from .search_tools import answer


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """What is looked for, after the gate, and where."""

    query: str
    domain: str | None = None
    repo: str | None = None
    memory_type: MemoryType | None = None
    as_of: str | None = None
    include_superseded: bool = False
    include_retired: bool = False


def search_facts(tx: Transaction, caller: Caller, request: SearchRequest, limit: int, cursor: str | None) -> Found:
    """One page of what is found, the best first."""
    reach = search_reach(request.domain, request.repo, caller)
    where = FactFilter(
        at=dates.parse_moment(request.as_of, "as_of") if request.as_of else tx.now,
        past=request.as_of is not None,
        domain_name=reach.domain_name,
        repo=reach.repo,
        memory_type=request.memory_type,
        include_superseded=request.include_superseded,
        include_retired=request.include_retired,
        hidden_domain_ids=hidden_domains(tx, caller),
    )
    options = (str(request.include_superseded), str(request.include_retired))
    said = (str(reach), reach.boosted or "", request.memory_type or "", request.as_of or "")
    asked = (request.query, *said, *options)
    question = Question(
        query=request.query,
        mode=Mode.KEYWORD,
        reach=reach,
        where=where,
        include_observations=False,
        limit=limit,
        meaning=Silent(""),
        identity=asked,
        shown=cursors.shown_before(cursor, asked),
    )
    return answer(tx, caller, understand(question))
