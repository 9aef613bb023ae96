"""Arguments that several tools take; the words of an enum are listed by propose_fact alone."""

from __future__ import annotations

from typing import Annotated

from ..store.model import MemoryType, Validity, Veracity
from .shapes import Bounds, Unlisted

TypeLikeProposed = Annotated[MemoryType, Unlisted()]
VeracityLikeProposed = Annotated[Veracity, Unlisted()]
ValidityLikeProposed = Annotated[Validity, Unlisted()]
Page = Annotated[int, Bounds(1, 50)]
