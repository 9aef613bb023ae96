"""What a client has asked and isn't answered yet, so that a server that dies leaves no request without an answer."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple, cast

INVALID_REQUEST = -32600
INTERNAL_ERROR = -32603

LOST = (
    "Palimpsest's background server ended before it answered. Look whether the call was carried out before you "
    "repeat it; the next request reaches a new server."
)

_READ_WHOLE = 1024 * 1024
"""Bytes. Of a longer line only the ends are looked at, where clients write the id."""
_ENDS = 2000
_ID = rb'"id"\s*:\s*(-?\d+|"(?:[^"\\]|\\.)*")\s*'
_AT_START = re.compile(rb'\s*\{(?:\s*"(?:jsonrpc|method)"\s*:\s*"[^"\\]*"\s*,)*?\s*' + _ID + rb"[,}]")
_AT_END = re.compile(rb",\s*" + _ID + rb"\}\s*\Z")
_ANSWER = re.compile(rb'\{"jsonrpc":"2\.0","id":(-?\d+|"(?:[^"\\]|\\.)*"),"(result|error|method)"')
"""How the server begins its lines."""


class Spoken(NamedTuple):
    """What a client's line is, as far as it matters here."""

    id: str | None = None
    """As JSON; None for a notification, or where it can't be told."""
    method: str = ""
    """Empty for an answer."""


class Ledger:
    """The requests of one client that wait for their answers, and how it opened its session."""

    def __init__(self) -> None:
        self._waiting: dict[str, None] = {}
        self._asked: dict[str, None] = {}
        self._opening: tuple[str | None, bytes] | None = None
        self.opening: bytes | None = None
        """The client's `initialize`, once that was answered: what a new server has to be told first."""

    def sent(self, spoken: Spoken, line: bytes) -> None:
        """Note a line that goes to the server."""
        if not spoken.method and spoken.id is not None:
            self._asked.pop(spoken.id, None)
        elif spoken.id is not None:
            self._waiting[spoken.id] = None
            if spoken.method == "initialize":
                self._opening = (spoken.id, line)

    def take_back(self, spoken: Spoken) -> bool:
        """Strike a request out that couldn't be sent; False when it is none, or was answered meanwhile."""
        return spoken.id is not None and self._waiting.pop(spoken.id, False) is None

    def received(self, line: bytes) -> None:
        """Note a line that came from the server."""
        key, kind = read_answer(line)
        if kind == "method":
            self._asked[key] = None
            return
        self._waiting.pop(key, None)
        if self._opening is not None and self._opening[0] == key:
            self.opening = self._opening[1] if kind == "result" else None
            self._opening = None

    def lose(self) -> list[bytes]:
        """What the client has to be told when the server is gone: no answer comes, and none is waited for."""
        lines = [error_line(key, INTERNAL_ERROR, LOST) for key in self._waiting]
        lines += [_cancelled(key) for key in self._asked]
        self._waiting.clear()
        self._asked.clear()
        self._opening = None
        return lines

    def is_late(self, spoken: Spoken) -> bool:
        """Whether a line answers a question that no living server has asked."""
        return not spoken.method and spoken.id is not None and spoken.id not in self._asked


def read(line: bytes) -> Spoken:
    """What a client's line is; what can't be made out is left to the server."""
    if len(line) > _READ_WHOLE:
        found = _AT_END.search(line[-_ENDS:]) or _AT_START.match(line[:_ENDS])
        return Spoken(_canonical(found[1]), "a long request") if found else Spoken()
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return Spoken()
    if not isinstance(message, dict):
        return Spoken()
    content = cast("dict[str, Any]", message)
    request_id, method = content.get("id"), content.get("method")
    is_told = isinstance(request_id, int | str) and not isinstance(request_id, bool)
    return Spoken(json.dumps(request_id) if is_told else None, method if isinstance(method, str) else "")


def read_answer(line: bytes) -> tuple[str, str]:
    """The id of a server's line and what it is: `result`, `error`, or `method` for a question; else two empty texts."""
    found = _ANSWER.match(line)
    return ("", "") if found is None else (_canonical(found[1]), found[2].decode())


def error_line(key: str | None, code: int, message: str) -> bytes:
    """An error under an id that is given as JSON."""
    error = json.dumps({"code": code, "message": message})
    return f'{{"jsonrpc":"2.0","id":{key or "null"},"error":{error}}}\n'.encode()


def _cancelled(key: str) -> bytes:
    params = f'{{"requestId":{key},"reason":"the server ended"}}'
    return f'{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{params}}}\n'.encode()


def _canonical(key: bytes) -> str:
    """The same id in the one form in which it is kept."""
    try:
        return json.dumps(json.loads(key))
    except ValueError:
        return key.decode(errors="replace")
