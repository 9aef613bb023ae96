"""Cursors for paged answers: where the next page starts, bound to the question they belong to."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

from ..store.errors import InvalidInput

MOST = 100_000_000


def cursor_at(offset: int, question: Sequence[str]) -> str:
    """The cursor of the page that starts at `offset`."""
    return f"{offset}.{_mark(question)}"


def offset_of(cursor: str | None, question: Sequence[str]) -> int:
    """Where the page starts; `InvalidInput` when the cursor is none, or that of another question."""
    if not cursor:
        return 0
    offset, _, mark = cursor.partition(".")
    if mark != _mark(question) or not offset.isascii() or not offset.isdigit() or int(offset[:9]) > MOST:
        raise InvalidInput("'cursor' doesn't belong to this call: repeat the call that gave it, or leave it out.")
    return int(offset[:9])


def _mark(question: Sequence[str]) -> str:
    return format(zlib.crc32(ascii(list(question)).encode()), "08x")
