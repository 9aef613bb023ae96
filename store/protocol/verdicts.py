"""What was decided, and what a person finds of it: conflicts, decisions, reviews."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Protocol

from .. import model


class Conflicts(Protocol):
    """Recorded contradictions; one pair has at most one open."""

    def get(self, conflict_id: int) -> model.Conflict | None: ...
    def insert(self, conflict: model.NewConflict, resolved_by: str | None = None) -> model.Conflict:
        """Record it, settled when it names a winner; `StoreError` where a pair would have two open ones."""
        ...

    def of_pair(self, fact_id: int, other_id: int) -> list[model.Conflict]:
        """Every conflict of the pair, either way round, oldest first."""
        ...

    def of_fact(self, fact_id: int) -> list[model.Conflict]:
        """Every conflict of the fact, whichever side it is on, oldest first."""
        ...

    def open_of(self, fact_ids: Collection[int], at: datetime | None = None) -> list[model.Conflict]:
        """Conflicts that touch one of the facts, open now (or at `at`) between two that hold, oldest first."""
        ...

    def list(
        self,
        *,
        status: model.ConflictStatus | None,
        domain_name: str | None,
        repo: str | None,
        hidden_domain_ids: Collection[int],
        offset: int,
        limit: int,
    ) -> list[model.Conflict]:
        """Open ones first, then the newest; `repo` None is every scope, `""` the workspace-wide one.

        The domain is that of either fact; a conflict with a fact of a hidden domain stays hidden.
        """
        ...

    def by_topic(
        self,
        *,
        status: model.ConflictStatus | None,
        domain_name: str | None,
        repo: str | None,
        hidden_domain_ids: Collection[int],
        offset: int,
        limit: int,
    ) -> list[model.ConflictOfTopic]:
        """As `list`, with those about one topic of one domain beside each other: topics with open ones first.

        A conflict is about the topic of its older fact.
        """
        ...

    def count(
        self, *, domain_name: str | None, repo: str | None, hidden_domain_ids: Collection[int]
    ) -> model.ConflictCount:
        """How many `list` would go through, by status."""
        ...

    def resolve(self, conflict_id: int, winner: model.Keep, *, rule: str, reason: str | None, by: str) -> None:
        """Settle it; one that is settled stays as it was settled."""
        ...


class Decisions(Protocol):
    """The log of `decide`."""

    def insert(self, decision: model.Decision) -> int: ...
    def latest(self, limit: int, before_id: int | None = None, *, changed_only: bool = False) -> list[model.Decision]:
        """The last decisions, newest first; only those that memory changed, or only those before one, when asked."""
        ...

    def counts(self) -> model.DecisionCounts: ...


class Reviews(Protocol):
    """Samples of facts that a person marked; at most one review is open."""

    def begin(self, review: model.NewReview) -> model.Review:
        """Keep the sample as an open review under a number of its own; `StoreError` while another is open."""
        ...

    def extend(self, review_id: int, facts: Sequence[model.SampledFact]) -> None:
        """Put more facts behind those of an open review."""
        ...

    def close(self, review_id: int) -> None:
        """Let its marks be as they are from now on."""
        ...

    def get(self, review_id: int) -> model.Review | None: ...
    def latest(self, limit: int) -> list[model.Review]:
        """The last reviews, newest first, closed or not."""
        ...

    def mark(self, review_id: int, fact_id: int, mark: model.Mark | None, by: str) -> None:
        """Say what is found of a fact of the sample, or take it back; nothing happens to a closed review's."""
        ...


class Resolutions(Protocol):
    """Conflicts that were settled by a rule without anybody being asked, and what a person found of that.

    A person overturns one outright, by undoing the batch that settled it, or by having the same text put above the
    winner later; whoever lets the winner win once more confirms it.
    """

    def get(self, conflict_id: int) -> model.Resolution | None:
        """None also for a conflict that is open or was settled by somebody."""
        ...

    def latest(
        self, limit: int, before_id: int | None = None, *, is_found: bool | None = None
    ) -> list[model.Resolution]:
        """The newest first; only those on which something was found, or nothing yet, when asked."""
        ...

    def find(self, conflict_id: int, finding: model.Finding, by: str) -> None:
        """Keep what a person finds of it, in place of what was found before."""
        ...

    def counts(self) -> list[model.ResolutionCount]:
        """By rule, in the order in which rules apply; rules that settled nothing are left out."""
        ...
