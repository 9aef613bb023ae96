"""Which links between facts are followed."""

from __future__ import annotations

from dataclasses import dataclass

from ..vocabulary import EdgeKind


@dataclass(frozen=True, slots=True)
class LinkFilter:
    """Links of these kinds, or of every kind where none is named, that weigh no less than `least_weight`."""

    kinds: tuple[EdgeKind, ...] = ()
    least_weight: float = 0.0


EVERY_LINK = LinkFilter()
