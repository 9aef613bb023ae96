"""Facts as a person or a program looks for them: by their words alone, or as agents recall them. Neither is a recall.

What narrows a search down holds in every voice, before anything is cut.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NotRequired

from ..store.model import Caller, FactFilter, MemoryType, Veracity
from ..store.protocol import Transaction
from . import cursors
from .answers import Found
from .embedding import QueryVector, Silent
from .fact_views import FactRow, fact_rows
from .ids import parse_id
from .question import Mode, Question, understand
from .scopes import Reach, list_reach, parse_repo
from .search_tools import answer
from .sight import State, narrowed, sight


class FactsFound(Found):
    """A page of hits; where the facts were asked for, they stand in the same order."""

    facts: NotRequired[list[FactRow]]


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """What is looked for, after the gate, and where; None is no condition.

    `boosted` is the repository that ranks first, `repo` the only one that is searched. `state` stands in place of both
    `include_`.
    """

    query: str
    mode: Mode = Mode.KEYWORD
    domain: str | None = None
    boosted: str | None = None
    repo: str | None = None
    memory_type: MemoryType | None = None
    veracity: Veracity | None = None
    agent: str | None = None
    state: State | None = None
    as_of: str | None = None
    include_superseded: bool = False
    include_retired: bool = False
    explain: bool = False
    with_facts: bool = False

    def identity(self, reach: Reach) -> tuple[str, ...]:
        """Everything that a cursor is bound to."""
        where = (str(reach), reach.boosted, self.memory_type, self.veracity, self.agent, self.state, self.as_of)
        options = (str(self.include_superseded), str(self.include_retired))
        return (self.query, self.mode, *(part or "" for part in where), *options)


def search_facts(
    tx: Transaction,
    caller: Caller,
    request: SearchRequest,
    meaning: QueryVector | Silent,
    limit: int,
    cursor: str | None,
) -> FactsFound:
    """One page of what is found, the best first."""
    reach = _reach(request, caller)
    asked = request.identity(reach)
    question = Question(
        query=request.query,
        mode=request.mode,
        reach=reach,
        where=_where(tx, caller, request, reach),
        include_observations=False,
        limit=limit,
        meaning=meaning,
        explain=request.explain,
        identity=asked,
        shown=cursors.shown_before(cursor, asked),
    )
    found = FactsFound(**answer(tx, caller, understand(question)))
    if request.with_facts:
        found["facts"] = _facts(tx, found, question.where)
    return found


def _reach(request: SearchRequest, caller: Caller) -> Reach:
    boosted = parse_repo(request.boosted) if request.boosted else caller.repo
    return replace(list_reach(request.domain, request.repo, caller), boosted=boosted)


def _where(tx: Transaction, caller: Caller, request: SearchRequest, reach: Reach) -> FactFilter:
    where = sight(
        tx,
        caller,
        reach,
        request.as_of,
        memory_type=request.memory_type,
        include_superseded=request.include_superseded,
        include_retired=request.include_retired,
    )
    return narrowed(where, veracity=request.veracity, agent=request.agent, state=request.state)


def _facts(tx: Transaction, found: Found, where: FactFilter) -> list[FactRow]:
    """The facts of the hits; each was seen in this transaction."""
    numbers = [parse_id(hit["id"], "F", "id") for hit in found["hits"]]
    facts = tx.facts.get_many(numbers, where) if numbers else {}
    return fact_rows(tx, [facts[number] for number in numbers], where)
