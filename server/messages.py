"""Lines of the client as messages, or as the error that answers a line which is none.

The SDK drops what it can't parse, and the client waits for ever. Here every line gets an answer, under its id where
that can be told: a lone surrogate (`"\\ud800"`) is replaced by a mark that the tools refuse, so that the refusal
reaches the model; what isn't JSON, UTF-8 or a JSON-RPC message is refused by the protocol's own errors.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, cast

from mcp.types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    JSONRPCMessage,
    JSONRPCNotification,
    RequestId,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError

from ..tools.shapes import BROKEN_TEXT_MARK
from .lines import TOO_LONG_TEXT

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_MOST_DIGITS = 4300
"""Python reads no longer number by default, as that takes quadratic time."""
_ENDS_CHARS = 2000
_TEXT = r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+"'
_SCALAR = rf"(?:{_TEXT}|-?[0-9]++|true|false|null)"
_MEMBER = rf'\s*"[^"\\]*+"\s*:\s*{_SCALAR}\s*'
_ID = rf'\s*"id"\s*:\s*(?P<id>0|-?[1-9][0-9]{{0,17}}|{_TEXT})\s*'
_ID_AT_START = re.compile(rf"\s*\{{(?:{_MEMBER},)*?{_ID}[,}}]")
_ID_AT_END = re.compile(rf"[{{,]{_ID}(?:,{_MEMBER})*+\}}\s*\Z")


@dataclass(frozen=True, slots=True)
class Refusal:
    """The error that answers a line; the id is None where the line doesn't tell."""

    id: RequestId | None
    code: int
    message: str

    def line(self) -> bytes:
        """The answer as it goes over the wire; ASCII, because an id may hold anything."""
        error = {"code": self.code, "message": self.message}
        return json.dumps({"jsonrpc": "2.0", "id": self.id, "error": error}).encode() + b"\n"


TOO_LONG = Refusal(None, INVALID_REQUEST, TOO_LONG_TEXT)


def read_message(line: bytes) -> JSONRPCMessage | Refusal | None:
    """The message in a line, the refusal that answers it, or None for an empty line."""
    line = line.removeprefix(_BYTE_ORDER_MARK).strip()
    if not line:
        return None
    try:
        message = jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValidationError:
        return _read_odd(line)
    # A request whose id is null, a fraction or a boolean passes for a notification, which nobody answers.
    return _read_odd(line) if isinstance(message, JSONRPCNotification) and b'"id"' in line else message


def _read_odd(line: bytes) -> JSONRPCMessage | Refusal:
    """The same for a line that the SDK doesn't take, or takes for what it isn't."""
    try:
        text, is_utf8 = line.decode(), True
    except UnicodeDecodeError:
        text, is_utf8 = line.decode(errors="replace"), False
    numbers = _Numbers()
    try:
        content = _mark_surrogates(json.loads(text, parse_int=numbers.read))
    except RecursionError:
        return Refusal(_find_id(text), PARSE_ERROR, "The line is nested too deep to be read.")
    except ValueError:
        return Refusal(None, PARSE_ERROR, f"The line is {'not valid JSON' if is_utf8 else 'not UTF-8'}.")
    if not isinstance(content, dict):
        return Refusal(None, INVALID_REQUEST, "Send one JSON-RPC object in a line; batches are not part of MCP.")
    message = cast("dict[str, Any]", content)
    request_id = _id_of(message)
    if not is_utf8:
        return Refusal(request_id, PARSE_ERROR, "The line is not UTF-8.")
    if numbers.are_too_long:
        return Refusal(request_id, INVALID_REQUEST, f"A number in the line has more than {_MOST_DIGITS} digits.")
    return _validate(message, request_id)


class _Numbers:
    """Reads whole numbers; one with too many digits becomes None, so that the rest of the line can still be told."""

    def __init__(self) -> None:
        self.are_too_long = False

    def read(self, digits: str) -> int | None:
        if len(digits) <= _MOST_DIGITS:
            return int(digits)
        self.are_too_long = True
        return None


def _find_id(text: str) -> RequestId | None:
    """The id of a line that can't be parsed, where it stands among the plain members at either end.

    There clients write it, and what stands there belongs to the message itself.
    """
    found = _ID_AT_END.search(text[-_ENDS_CHARS:]) or _ID_AT_START.match(text[:_ENDS_CHARS])
    return _id_of({"id": _mark_surrogates(json.loads(found["id"]))}) if found else None


def _validate(content: dict[str, Any], request_id: RequestId | None) -> JSONRPCMessage | Refusal:
    if "id" in content and request_id is None:
        return Refusal(None, INVALID_REQUEST, "The id must be a whole number or well-formed text.")
    try:
        return jsonrpc_message_adapter.validate_python(content, by_name=False)
    except ValidationError:
        return Refusal(request_id, INVALID_REQUEST, "The line is no JSON-RPC 2.0 message: method and params are wrong.")


def _id_of(content: dict[str, Any]) -> RequestId | None:
    """The id that an answer can carry; a broken text or another type is none."""
    value = content.get("id")
    if isinstance(value, str):
        return None if BROKEN_TEXT_MARK in value else value
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _mark_surrogates(value: Any) -> Any:
    """The same value with every lone surrogate replaced by the mark, in keys too."""
    match value:
        case str():
            return _LONE_SURROGATE.sub(BROKEN_TEXT_MARK, value)
        case list():
            return [_mark_surrogates(item) for item in cast("list[Any]", value)]
        case dict():
            entries = cast("dict[str, Any]", value).items()
            return {_mark_surrogates(key): _mark_surrogates(item) for key, item in entries}
        case _:
            return value
