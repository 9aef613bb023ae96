"""Arguments that several tools take, described once."""

from __future__ import annotations

from typing import Annotated

from ..store.model import MemoryType, Validity, Veracity
from .shapes import Bounds, Unlisted

TypeLikeProposed = Annotated[MemoryType, Unlisted(), "as in propose_fact"]
VeracityLikeProposed = Annotated[Veracity, Unlisted()]
ValidityLikeProposed = Annotated[Validity, Unlisted()]
Until = Annotated[str, "ISO, UTC; a date holds through its day"]
Observations = Annotated[list[str], "O45"]
Facts = Annotated[list[str], "F12"]
Page = Annotated[int, Bounds(1, 50)]
