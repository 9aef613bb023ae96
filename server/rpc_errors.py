"""Errors as JSON-RPC answers: the protocol's own codes, and one of ours for each thing that a client can do something
about. `data.error` is the error's name, so that nobody has to know the numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..store.errors import (
    EmbedderError,
    InsufficientMemoryPermission,
    InsufficientTokenScope,
    InvalidInput,
    NotFound,
    PalimpsestError,
    Refused,
    StaleVersion,
    StoreBusy,
    StoreError,
)

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
NOT_FOUND = -32001
REFUSED = -32002
FORBIDDEN = -32003
STALE_VERSION = -32004
STORE_BUSY = -32005
STORE_ERROR = -32006
EMBEDDER_ERROR = -32007
SCOPE_TOO_LOW = -32008
OTHER_ERROR = -32000

# The nearest of an error's kinds counts: the first one that it is.
CODES: tuple[tuple[type[PalimpsestError], int, str], ...] = (
    (InvalidInput, INVALID_PARAMS, "a parameter can't be taken as it is; nothing was changed"),
    (NotFound, NOT_FOUND, "what was named isn't there"),
    (InsufficientMemoryPermission, FORBIDDEN, "a grant is too low"),
    (InsufficientTokenScope, SCOPE_TOO_LOW, "the token's scope is too low for the method; nothing else was looked at"),
    (StaleVersion, STALE_VERSION, "it was changed since the version that was named"),
    (Refused, REFUSED, "not allowed as things stand; the message says what to do first"),
    (StoreBusy, STORE_BUSY, "another process holds the write lock: try again"),
    (StoreError, STORE_ERROR, "the store can't do it"),
    (EmbedderError, EMBEDDER_ERROR, "vectors can't be made or compared"),
    (PalimpsestError, OTHER_ERROR, "anything else"),
)

PROTOCOLS_OWN: tuple[tuple[str, int, str], ...] = (
    ("ParseError", PARSE_ERROR, "the text is not JSON"),
    ("InvalidRequest", INVALID_REQUEST, "it is JSON, and no request"),
    ("MethodNotFound", METHOD_NOT_FOUND, "there is no such method"),
    ("InternalError", INTERNAL_ERROR, "something that nobody meant; the server's log says more"),
)


@dataclass(frozen=True, slots=True)
class Fault:
    """An error as it is answered."""

    code: int
    message: str
    data: dict[str, Any] = field(default_factory=dict[str, Any])

    def shown(self) -> dict[str, Any]:
        """The `error` member of an answer."""
        return {"code": self.code, "message": self.message} | ({"data": self.data} if self.data else {})


def fault_of(error: PalimpsestError) -> Fault:
    """The error as an answer."""
    code = next(code for kind, code, _ in CODES if isinstance(error, kind))
    return Fault(code, str(error), {"error": type(error).__name__} | _details(error))


def _details(error: PalimpsestError) -> dict[str, Any]:
    match error:
        case InsufficientMemoryPermission():
            return {"role": error.role, "domain": error.domain, "level": error.level, "needed": error.needed}
        case InsufficientTokenScope():
            return {"method": error.method, "scope": error.scope, "needed": error.needed}
        case StaleVersion():
            return {"current": error.current}
        case _:
            return {}
