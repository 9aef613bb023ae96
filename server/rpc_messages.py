"""JSON-RPC 2.0 texts as calls, and answers as text. Text in, values out; no method is known here."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, TypeAlias, cast

from .rpc_errors import INVALID_REQUEST, PARSE_ERROR, Fault

Id: TypeAlias = str | int | float | None

MOST_CALLS = 1000
"""In one batch."""


@dataclass(frozen=True, slots=True)
class Call:
    """A request; a notification is one that nobody is to answer."""

    method: str
    params: dict[str, Any] | list[Any] | None
    id: Id
    is_notification: bool


@dataclass(frozen=True, slots=True)
class Malformed:
    """What stands where a request should, with the id that it is answered under, as far as that can be told."""

    fault: Fault
    id: Id = None


@dataclass(frozen=True, slots=True)
class Message:
    """What was sent: one request, or a batch."""

    calls: Sequence[Call | Malformed]
    is_batch: bool


def read_message(text: bytes | str, most_calls: int = MOST_CALLS) -> Message:
    """What a text asks for; what can't be read is a single request that is malformed."""
    try:
        content: object = json.loads(text, parse_constant=_refuse_constant)
    except UnicodeDecodeError:
        return _whole(PARSE_ERROR, "The text is not UTF-8.")
    except RecursionError:
        return _whole(PARSE_ERROR, "The text is nested too deep to be read.")
    except ValueError:
        return _whole(PARSE_ERROR, "The text is not valid JSON.")
    if not isinstance(content, list):
        return Message([_read_call(content)], is_batch=False)
    calls = cast("list[object]", content)
    if not calls:
        return _whole(INVALID_REQUEST, "A batch holds at least one request.")
    if len(calls) > most_calls:
        return _whole(INVALID_REQUEST, f"A batch holds at most {most_calls} requests; nothing of it was done.")
    return Message([_read_call(call) for call in calls], is_batch=True)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _whole(code: int, message: str) -> Message:
    return Message([Malformed(Fault(code, message))], is_batch=False)


def _read_call(content: object) -> Call | Malformed:
    if not isinstance(content, dict):
        return Malformed(Fault(INVALID_REQUEST, "A request is an object."))
    request = cast("dict[str, object]", content)
    request_id = request.get("id")
    if not _is_id(request_id):
        return Malformed(Fault(INVALID_REQUEST, "'id' is a text, a number or null."))
    known_id = cast("Id", request_id)
    if (wrong := _what_is_wrong(request)) is not None:
        return Malformed(Fault(INVALID_REQUEST, wrong), known_id)
    params = cast("dict[str, Any] | list[Any] | None", request.get("params"))
    return Call(cast("str", request["method"]), params, known_id, is_notification="id" not in request)


def _is_id(value: object) -> bool:
    """What can be sent back as it came: 1e999 can't."""
    if isinstance(value, bool):
        return False
    return value is None or isinstance(value, str | int) or (isinstance(value, float) and math.isfinite(value))


def _what_is_wrong(request: dict[str, object]) -> str | None:
    if request.get("jsonrpc") != "2.0":
        return "'jsonrpc' must be \"2.0\"."
    if not isinstance(request.get("method"), str):
        return "'method' must be a text."
    if "params" in request and not isinstance(request["params"], dict | list):
        return "'params' must be an object or a list, or be left out."
    return None


def result(request_id: Id, value: Any) -> dict[str, Any]:
    """The answer to a call that worked."""
    return {"jsonrpc": "2.0", "id": request_id, "result": value}


def failure(request_id: Id, fault: Fault) -> dict[str, Any]:
    """The answer to one that didn't."""
    return {"jsonrpc": "2.0", "id": request_id, "error": fault.shown()}


def written(answer: object) -> bytes:
    """An answer as JSON on one line; `ValueError` when it holds what JSON can't.

    ASCII, because an id or a stored text may hold what a pipe or a terminal doesn't take as text.
    """
    return json.dumps(answer, allow_nan=False, separators=(",", ":")).encode()
