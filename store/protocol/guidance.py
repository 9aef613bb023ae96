"""What a launch is made of beside facts: policies and notebooks."""

from __future__ import annotations

from typing import Protocol

from .. import model


class Policies(Protocol):
    """Policies; a change of the rule is a new one."""

    def get(self, policy_id: int) -> model.Policy | None: ...
    def insert(self, policy: model.NewPolicy) -> model.Policy: ...
    def active(self) -> list[model.Policy]:
        """Active policies, oldest first."""
        ...

    def same_active(self, domain_id: int, rule_key: str) -> model.Policy | None:
        """The oldest active policy of that very rule in the domain."""
        ...

    def predecessors(self, policy_id: int) -> list[int]:
        """Policies that this one superseded."""
        ...

    def derived_from(self, fact_id: int, hidden_domain_ids: tuple[int, ...] = ()) -> list[model.Policy]:
        """Policies that name the fact among those they rest on, whatever became of them, newest first."""
        ...

    def end(self, policy_id: int, *, superseded_by: int | None, reason: str | None) -> None:
        """Make it superseded, or inactive without a successor; one that has ended stays as it ended."""
        ...

    def resume(self, policy_id: int) -> None:
        """Let it hold again, whatever ended it or kept it waiting."""
        ...

    def page(self, listing: model.PolicyListing, behind: model.Place | None, limit: int) -> list[model.Policy]:
        """The next policies of a list, newest first in each rank; `behind` a policy's rank and id."""
        ...


class NotesBook(Protocol):
    """One notebook an agent."""

    def get(self, agent: str) -> model.Notes: ...
    def put(self, agent: str, text: str, version: int) -> model.Notes:
        """Replace the notebook; whether `version` fits is for the caller to see, in the same transaction."""
        ...

    def all(self) -> list[model.Notes]:
        """Every notebook that was ever written, by agent."""
        ...
