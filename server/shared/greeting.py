"""What pump and server say before the client's own lines: a line each way, as JSON.

The pump says who the client is, the server answers `welcome`, `retired` (it is of another installation and listens no
more) or `refused` with a reason. On a port, which any user of the machine can connect to, each end first proves that
it knows the secret of the address file.
"""

from __future__ import annotations

import json
from typing import Any, cast

PROTOCOL = 1
MAX_BYTES = 1024 * 1024
"""Longest line of a greeting."""

WELCOME, RETIRED, REFUSED = "welcome", "retired", "refused"


class GreetingError(Exception):
    """The other end said something that is no greeting."""


def write(**content: Any) -> bytes:
    """A line of a greeting."""
    return json.dumps(content).encode() + b"\n"


def read(line: bytes) -> dict[str, Any]:
    """What a line says; `GreetingError` for anything but an object."""
    try:
        content = json.loads(line)
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict):
        raise GreetingError("not a greeting")
    return cast("dict[str, Any]", content)


def nonce() -> str:
    """A text that nobody has seen before."""
    import os

    return os.urandom(16).hex()


def proof(secret: str, side: str, given: str) -> str:
    """What only one who knows the secret can make of a nonce that was given to it."""
    import hmac

    return hmac.new(secret.encode(), f"{side} {given}".encode(), "sha256").hexdigest()


def is_proof(secret: str, side: str, given: str, found: object) -> bool:
    """Whether it is that; compared in constant time."""
    import hmac

    return isinstance(found, str) and hmac.compare_digest(proof(secret, side, given).encode(), found.encode())
