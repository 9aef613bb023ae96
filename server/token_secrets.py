"""A token's secret, as its bearer writes it: `plt_<id>_<43 url-safe characters>`.

The id finds the row, the characters are what is secret: 32 random bytes. What is kept is their SHA-256, which needs
neither salt nor slowness, because nobody can guess 256 random bits.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass, field

RANDOM_BYTES = 32
_FORM = re.compile(r"plt_([1-9][0-9]{0,17})_([A-Za-z0-9_-]{43})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Presented:
    """What somebody presents as a token: the id it names, and the digest to compare."""

    token_id: int
    digest: bytes = field(repr=False)


def draw() -> str:
    """New secret characters."""
    return secrets.token_urlsafe(RANDOM_BYTES)


def compose(token_id: int, drawn: str) -> str:
    """The secret as its bearer writes it."""
    return f"plt_{token_id}_{drawn}"


def digest_of(drawn: str) -> bytes:
    """What is kept of the secret characters."""
    return hashlib.sha256(drawn.encode("ascii")).digest()


def parse(secret: str) -> Presented | None:
    """What a text presents; None when it isn't written as a token is."""
    found = _FORM.fullmatch(secret)
    return None if found is None else Presented(int(found[1]), digest_of(found[2]))
