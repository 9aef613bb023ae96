"""Facts by their words alone, for a person or a program: what they look for is no recall."""

from __future__ import annotations

from dataclasses import dataclass

from ..store.model import Caller, MemoryType
from ..store.protocol import Transaction
from . import cursors
from .answers import Found
from .embedding import Silent
from .question import Mode, Question, understand
from .scopes import search_reach
from .search_tools import answer
from .sight import sight


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
    where = sight(
        tx,
        caller,
        reach,
        request.as_of,
        memory_type=request.memory_type,
        include_superseded=request.include_superseded,
        include_retired=request.include_retired,
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
