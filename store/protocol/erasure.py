"""Erasing for good: what a person wants gone leaves every table, index, log and file."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Protocol

from ..model.erasure import Erasure, Named, StoredText, Unclean


class Erasures(Protocol):
    """Facts that are erased, with all that says what they said. It can't be undone.

    Right after a transaction that erased something the store cleans its files, so that no byte of it is left in them.
    What keeps it from that is told by `unclean`, and whoever opens or looks after the memory tries again (`clean`).
    """

    def extent(self, fact_ids: Collection[int], *, with_sources: bool) -> Erasure:
        """What erasing those of the facts that are there comes to.

        `with_sources`: along go the observations that no other fact cites and no other observation sums up, and the
        hot items that became one of the facts; else those items stay, as dropped ones.
        """
        ...

    def erase(self, extent: Erasure, note: Mapping[str, Any]) -> None:
        """Erase it. Of what the log says of it, `note` takes the place; nothing else changes but `successors`."""
        ...

    def texts(self, apart_from: Erasure) -> Iterator[StoredText]:
        """Every other text that is kept, in which an erased one may be quoted."""
        ...

    def of_batch(self, batch_id: int) -> list[Named]:
        """What the batch had changed and is erased by now."""
        ...

    def erased(self, fact_ids: Collection[int]) -> dict[int, int]:
        """Those of the facts that were erased, each with the batch that did it."""
        ...

    def clean(self) -> None:
        """Have the files cleaned right after this transaction."""
        ...

    def unclean(self) -> Unclean | None:
        """What is left to clean; None when the files hold nothing that was erased."""
        ...
