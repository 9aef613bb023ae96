"""Parameters that several methods take."""

from __future__ import annotations

from typing import Annotated

from ..tools.shapes import Bounds

FactId = Annotated[str, "F12"]
PolicyId = Annotated[str, "P3"]
ConflictId = Annotated[str, "C2"]
AsOf = Annotated[str | None, "ISO date or moment, UTC: as believed then"]
DomainName = Annotated[str | None, "a name, in every scope; or repo:slug/name, that one alone"]
Repo = Annotated[str | None, "owner/name or a slug: of that repository alone"]
Limit = Annotated[int, "most on a page", Bounds(1, 200)]
Cursor = Annotated[str | None, "`next_cursor` of the page before"]
Until = Annotated[str | None, "ISO, UTC; a date holds through its day"]
Reason = Annotated[str | None, "why, in a few words"]

REASON_CHARS = 500
