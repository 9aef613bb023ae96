"""What was changed: the audit log, and batches that can be put back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from .. import model


class Audit(Protocol):
    """The log of changes; it only grows."""

    def append(self, entry: model.AuditEntry) -> int: ...
    def of_subject(self, subject: str) -> list[model.AuditEntry]: ...
    def of_batch(self, batch_id: int) -> list[model.AuditEntry]:
        """Everything logged in a batch, oldest first."""
        ...

    def first_of_batch(self, batch_id: int, limit: int) -> list[model.AuditEntry]:
        """The first entries of a batch, oldest first."""
        ...

    def latest(self, limit: int) -> list[model.AuditEntry]:
        """The last entries, newest first."""
        ...

    def page(self, where: model.AuditFilter, before_id: int | None, limit: int) -> list[model.AuditEntry]:
        """The next entries that fit, newest first."""
        ...

    def summary(self, batch_id: int, limit: int) -> tuple[int, list[str]]:
        """How many entries a batch has, and its first subjects, without reading what they say."""
        ...


class Batches(Protocol):
    """Changes that were made together and can be undone together.

    Whatever a transaction changes belongs to one batch, which begins with the first row that really changes; rows,
    states and audit entries carry it by themselves.
    """

    @property
    def at_hand(self) -> int | None:
        """The batch of this transaction; None while nothing was changed."""
        ...

    def describe(self, kind: str, agent: str, *, is_open: bool = False, undoes: int | None = None) -> None:
        """What the batch of all changes from here on is; an open one goes on until it is finished."""
        ...

    def resume(self, batch_id: int) -> None:
        """Let what this transaction changes belong to a batch that was begun before."""
        ...

    def finish(self, batch_id: int) -> None: ...
    def get(self, batch_id: int) -> model.Batch | None: ...
    def latest(
        self, limit: int, before_id: int | None = None, where: model.BatchFilter = model.ANY_BATCH
    ) -> list[model.Batch]:
        """The last batches that fit, newest first."""
        ...

    def undoing(self, batch_id: int) -> list[model.Batch]:
        """The batches in force that put it back, or parts of it, oldest first."""
        ...

    def unfinished(self) -> list[model.Batch]:
        """Open batches, oldest first."""
        ...

    def facts(self, batch_id: int) -> list[model.FactChange]:
        """What the batch did to each fact, by id."""
        ...

    def rows(self, batch_id: int) -> list[model.RowChange]:
        """What the batch did to each other row, in the order in which it touched them."""
        ...

    def stands(self, change: model.RowChange) -> bool:
        """Whether the row is still as the batch left it."""
        ...

    def put_back(self, changes: Sequence[model.RowChange]) -> None:
        """Make each row what it was before; one that holds a text is taken out of use where it would be deleted."""
        ...

    def mark_undone(self, batch_id: int, undone_by: int | None) -> None:
        """Say which batch put it back; None: it is in force again."""
        ...
