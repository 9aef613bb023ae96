"""Cursors for paged answers: where the next page starts, bound to the question they belong to.

A list's cursor counts what was shown, or says behind what it goes on. A search's names what was shown: whatever is
written meanwhile, the next page has the best of what was not shown yet, nothing twice and nothing passed over.
"""

from __future__ import annotations

import base64
import binascii
import json
import math
import zlib
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from typing import cast

from ..store.errors import InvalidInput
from ..store.model import Key, Place, utc

MOST = 100_000_000
_KINDS = ("F", "O")
_SEVEN_BITS = 0x7F
_MORE = 0x80
_LARGEST = 2**62


def cursor_at(offset: int, question: Sequence[str]) -> str:
    """The cursor of the page that starts at `offset`."""
    return f"{offset}.{_mark(question)}"


def offset_of(cursor: str | None, question: Sequence[str]) -> int:
    """Where the page starts; `InvalidInput` when the cursor is none, or that of another question."""
    if not cursor:
        return 0
    offset, _, mark = cursor.partition(".")
    if mark != _mark(question) or not offset.isascii() or not offset.isdigit() or int(offset[:9]) > MOST:
        raise _foreign()
    return int(offset[:9])


def cursor_behind(place: Place, at: datetime, question: Sequence[str]) -> str:
    """The cursor of the page behind a place, in a list as of a moment."""
    text = json.dumps([*place, at.isoformat()])
    return f"{base64.urlsafe_b64encode(text.encode()).decode().rstrip('=')}.{_mark(question)}"


def place_of(cursor: str | None, question: Sequence[str], *, by_text: bool) -> tuple[Place, datetime] | None:
    """Behind which place the page begins, and as of when; None is the first page.

    `by_text` says what the list is ordered by; `InvalidInput` when the cursor is none, or that of another question.
    """
    if not cursor:
        return None
    text, _, mark = cursor.partition(".")
    if mark != _mark(question):
        raise _foreign()
    try:
        found: object = json.loads(base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True))
        key, number, at = cast("list[object]", found) if isinstance(found, list) else [None] * 3
        if isinstance(number, int) and 0 < number < _LARGEST and isinstance(at, str) and _is_key(key, by_text=by_text):
            return (cast("str | float", key), number), utc(datetime.fromisoformat(at))
    except (ValueError, OverflowError, RecursionError):
        pass
    raise _foreign()


def _is_key(key: object, *, by_text: bool) -> bool:
    if by_text:
        return isinstance(key, str)
    return isinstance(key, int | float) and not isinstance(key, bool) and math.isfinite(key) and abs(key) < _LARGEST


def cursor_after(shown: Collection[Key], question: Sequence[str]) -> str:
    """The cursor of the page after everything that was shown; about two characters a hit."""
    numbers = b"".join(_kind_bytes([number for of_kind, number in shown if of_kind == kind]) for kind in _KINDS)
    return f"{base64.urlsafe_b64encode(numbers).decode().rstrip('=')}.{_mark(question)}"


def shown_before(cursor: str | None, question: Sequence[str]) -> tuple[Key, ...]:
    """What earlier pages have shown; `InvalidInput` when the cursor is none, or that of another question."""
    if not cursor:
        return ()
    text, _, mark = cursor.partition(".")
    if mark != _mark(question):
        raise _foreign()
    try:
        numbers = _numbers(base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True))
        return tuple((kind, number) for kind in _KINDS for number in _ascending(numbers))
    except (binascii.Error, ValueError):
        raise _foreign() from None


def _kind_bytes(ids: Collection[int]) -> bytes:
    """How many there are, then how far each is from the one below it: small numbers, a byte or two each."""
    ordered = sorted(ids)
    steps = [high - low for low, high in zip([0, *ordered], ordered, strict=False)]
    return b"".join(_varint(number) for number in (len(ordered), *steps))


def _varint(number: int) -> bytes:
    found = bytearray()
    while number > _SEVEN_BITS:
        found.append(number & _SEVEN_BITS | _MORE)
        number >>= 7
    found.append(number)
    return bytes(found)


def _numbers(data: bytes) -> Iterator[int]:
    number = shift = 0
    for byte in data:
        number |= (byte & _SEVEN_BITS) << shift
        shift += 7
        if number > _LARGEST:
            raise ValueError("no id is that large")
        if byte < _MORE:
            yield number
            number = shift = 0


def _ascending(numbers: Iterator[int]) -> list[int]:
    found: list[int] = []
    for _ in range(_next(numbers)):
        found.append(_next(numbers) + (found[-1] if found else 0))
    return found


def _next(numbers: Iterator[int]) -> int:
    number = next(numbers, None)
    if number is None:
        raise ValueError("the cursor was cut off")
    return number


def _foreign() -> InvalidInput:
    return InvalidInput("'cursor' doesn't belong to this call: repeat the call that gave it, or leave it out.")


def _mark(question: Sequence[str]) -> str:
    return format(zlib.crc32(ascii(list(question)).encode()), "08x")
