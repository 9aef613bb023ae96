"""A search as it was asked, with everything that is worked out before the store is looked at."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import TypedDict

from ..store.model import FactFilter, Key, MemoryType
from ..store.rules.fusion import GENERAL, Weights, weights_for
from ..store.rules.intent import classify
from ..store.rules.time_query import NO_TIME, TimeQuery, find_time
from .embedding import QueryVector, Silent
from .scopes import Reach


class Mode(StrEnum):
    """Which voices are heard."""

    KEYWORD = "keyword"
    SEMANTIC = "semantic"
    HYBRID = "hybrid"


class Reader(TypedDict):
    """Whose observations may be seen, and as of when."""

    agent: str
    at: datetime | None
    hidden_domain_ids: Collection[int]


@dataclass(frozen=True, slots=True)
class Question:
    """What is looked for and where.

    `meaning` is the query's vector, or why there is none. `shown` is what earlier pages had; `identity` is everything
    that a cursor is bound to. `without` names voices, parts of a score, factors or `diversity` that are left out: so a
    measurement shows what each is worth.
    """

    query: str
    mode: Mode
    reach: Reach
    where: FactFilter
    include_observations: bool
    limit: int
    meaning: QueryVector | Silent
    explain: bool = False
    identity: tuple[str, ...] = ()
    shown: tuple[Key, ...] = ()
    time: TimeQuery = NO_TIME
    weights: Weights = GENERAL
    without: frozenset[str] = frozenset()

    @property
    def searches_observations(self) -> bool:
        """Observations belong to no domain and are of one type, so a filter on either may leave them out."""
        where = self.where
        is_of_type = where.memory_type in (None, MemoryType.OBSERVATION)
        return self.include_observations and is_of_type and where.domain_name is None and where.repo is None


def understand(question: Question) -> Question:
    """The question with what it says about time and the weights for what it is after, which hybrid mode asks for."""
    if question.mode is not Mode.HYBRID:
        return question
    time = find_time(question.query, question.where.at)
    return replace(question, time=time, weights=weights_for(classify(question.query, time), time))
