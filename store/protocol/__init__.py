"""What a store offers, whatever stands behind it: a contract that `tests/store/test_contract_*.py` holds every one to.

Whoever writes another store reads it from here: a `Transaction` offers the families, each in a file of its own.

A use case is a plain function of a `Transaction`. The store runs it as one transaction, in one call on a thread of its
own: all of it is kept, or none. Inside it nothing waits for anything but the database.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import TYPE_CHECKING, Protocol, TypeVar

from .. import model
from .access import Domains as Domains
from .access import Grants as Grants
from .access import Settings as Settings
from .evidence import HotItems as HotItems
from .evidence import Lapses as Lapses
from .evidence import Observations as Observations
from .evidence import Versions as Versions
from .facts import Edges as Edges
from .facts import FactPages as FactPages
from .facts import Facts as Facts
from .facts import Kin as Kin
from .guidance import NotesBook as NotesBook
from .guidance import Policies as Policies
from .log import Audit as Audit
from .log import Batches as Batches
from .search import Search as Search
from .search import Vectors as Vectors
from .upkeep import Census as Census
from .upkeep import Leases as Leases
from .upkeep import Upkeep as Upkeep
from .verdicts import Conflicts as Conflicts
from .verdicts import Decisions as Decisions
from .verdicts import Resolutions as Resolutions
from .verdicts import Reviews as Reviews

if TYPE_CHECKING:
    from .erasure import Erasures  # seldom needed, and every start would wait for it

T = TypeVar("T")


class Transaction(Protocol):
    """Everything the store can do, at one moment `now`."""

    @property
    def now(self) -> datetime: ...
    @property
    def domains(self) -> Domains: ...
    @property
    def grants(self) -> Grants: ...
    @property
    def settings(self) -> Settings: ...
    @property
    def facts(self) -> Facts: ...
    @property
    def fact_pages(self) -> FactPages: ...
    @property
    def policies(self) -> Policies: ...
    @property
    def notes(self) -> NotesBook: ...
    @property
    def observations(self) -> Observations: ...
    @property
    def hot_items(self) -> HotItems: ...
    @property
    def conflicts(self) -> Conflicts: ...
    @property
    def edges(self) -> Edges: ...
    @property
    def kin(self) -> Kin: ...
    @property
    def versions(self) -> Versions: ...
    @property
    def lapses(self) -> Lapses: ...
    @property
    def audit(self) -> Audit: ...
    @property
    def batches(self) -> Batches: ...
    @property
    def erasures(self) -> Erasures: ...
    @property
    def decisions(self) -> Decisions: ...
    @property
    def reviews(self) -> Reviews: ...
    @property
    def resolutions(self) -> Resolutions: ...
    @property
    def search(self) -> Search: ...
    @property
    def vectors(self) -> Vectors: ...
    @property
    def leases(self) -> Leases: ...
    @property
    def upkeep(self) -> Upkeep: ...
    @property
    def census(self) -> Census: ...
    def attempt(self, part: Callable[[], T]) -> T:
        """Run a part that may fail without the rest: when it raises, what it wrote is undone and nothing else.

        What the database can't do comes out as `StoreError`.
        """
        ...


class Store(Protocol):
    """One workspace's memory."""

    async def read(self, work: Callable[[Transaction], T]) -> T:
        """Run `work` on one consistent snapshot; it can't write."""
        ...

    async def write(self, work: Callable[[Transaction], T], embedded: model.Embedded | None = None) -> T:
        """Run `work` in one transaction: what it wrote is durable when this returns, and nothing is when it raises.

        A fact or observation that it inserts gets its vector from `embedded`, when its passage is there.
        """
        ...

    def rehearsal(self) -> AbstractAsyncContextManager[Store]:
        """A copy of the memory as it is now, for a run whose changes nobody keeps; it holds up nobody."""
        ...

    async def close(self) -> None: ...
