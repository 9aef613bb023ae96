"""Finding by words and by vectors."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Protocol

from .. import model
from ..rules.calendar_spans import Span


class Search(Protocol):
    """The full-text index. Any text is a valid query; one without words finds nothing."""

    def facts(self, query: str, where: model.FactFilter, limit: int) -> list[model.Candidate]: ...
    def observations(
        self, query: str, *, agent: str, at: datetime | None, hidden_domain_ids: Collection[int], limit: int
    ) -> list[model.Candidate]:
        """The agent's own observations, and those that a fact of a visible domain cites; with `at`, made by then."""
        ...

    def facts_of_time(self, span: Span, where: model.FactFilter, limit: int) -> list[model.Candidate]:
        """Facts that were written or last supported in the span, the newest first; their scores are 0."""
        ...

    def observations_of_time(
        self, span: Span, *, agent: str, at: datetime | None, hidden_domain_ids: Collection[int], limit: int
    ) -> list[model.Candidate]:
        """Those of `observations` that were recorded in the span, the newest first; their scores are 0."""
        ...

    def fact_times(self, fact_ids: Sequence[int]) -> dict[int, model.FactTimes]:
        """The times of facts as they stand now."""
        ...

    def ideal(self, query: str, held: Collection[str]) -> float:
        """The score of a text of ordinary length that holds every word of the query once; 0 without a word.

        A word of which no form is among `held` counts as one that no text holds, however many do.
        """
        ...

    def terms(self, candidates: Sequence[model.Candidate], *, with_topic: bool = True) -> list[list[str]]:
        """The terms of topic and content, or of content alone, by which each candidate is found."""
        ...

    def texts(self, candidates: Sequence[model.Candidate]) -> dict[model.Key, str]:
        """What each candidate says, by kind and id."""
        ...


class Vectors(Protocol):
    """Vectors of facts' and observations' passages, by model; one model's are never compared with another's.

    A row that is inserted while `Store.write` holds its vector has it at once; every other one is `missing` until it is
    added. What is deleted takes its vectors along. A model or a vector of another dimension than the stored one's is
    refused with `WrongDimension`.
    """

    def nearest_facts(
        self, model: model.VectorModel, vector: model.Vector, where: model.FactFilter, limit: int
    ) -> list[model.Candidate]:
        """The visible facts nearest to the vector, `score` being the cosine, the newer first where it is equal."""
        ...

    def nearest_observations(
        self,
        model: model.VectorModel,
        vector: model.Vector,
        *,
        agent: str,
        at: datetime | None,
        hidden_domain_ids: Collection[int],
        limit: int,
    ) -> list[model.Candidate]:
        """The nearest among the observations that `Search.observations` would search."""
        ...

    def of(
        self, model: model.VectorModel, candidates: Sequence[model.Candidate], agent: str
    ) -> dict[model.Key, model.Vector]:
        """The vectors of candidates, as the agent may compare them; one that has none yet is absent."""
        ...

    def nearness(
        self, model: model.VectorModel, vector: model.Vector, candidates: Sequence[model.Candidate], agent: str
    ) -> dict[model.Key, float]:
        """The cosine of the vector with that of each candidate that `of` has one for.

        It costs little for a vector, the very same object, whose nearest this transaction has asked for already.
        """
        ...

    def at_hand(self, passage: str) -> model.PassageVector | None:
        """The vector that was made of a passage before this transaction, for a row that it may write."""
        ...

    def missing(self, model: model.VectorModel) -> int:
        """How many passages have no vector of this model."""
        ...

    def missing_of(
        self, model: model.VectorModel, agent: str, hidden_domain_ids: Collection[int], *, with_observations: bool
    ) -> int:
        """How many of the passages that the agent may be shown have no vector of this model."""
        ...

    def without(self, model: model.VectorModel, limit: int) -> list[model.Passage]:
        """Passages to embed next: facts first, then observations, the newest of each first."""
        ...

    def add(self, model: model.VectorModel, passages: Sequence[model.Passage], vectors: model.Vector) -> None:
        """Keep the vectors of passages, row by row; what was deleted meanwhile or has its vector is passed over."""
        ...

    def models(self) -> list[model.StoredModel]:
        """Every model that was ever added to and not dropped, oldest first."""
        ...

    def drop(self, model_name: str) -> None:
        """Forget a model with all of its vectors."""
        ...
