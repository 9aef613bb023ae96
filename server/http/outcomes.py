"""How a call ended, in the few words that are counted.

| outcome     | what happened                                                                      |
|-------------|------------------------------------------------------------------------------------|
| `ok`        | it was answered                                                                    |
| `asked`     | the answer is a question to the user; the call comes again with what they said     |
| `refused`   | the caller has to change something: an argument, a name, what they may do          |
| `failed`    | the server could not: its store, its model, or a fault of its own                  |
| `cancelled` | the client gave up or went away                                                    |
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.shared.exceptions import MCPError
from pydantic import ValidationError

from ...store.errors import PalimpsestError
from ...tools.question import Mode
from ..rpc_errors import (
    EMBEDDER_ERROR,
    INTERNAL_ERROR,
    METHOD_NOT_FOUND,
    OTHER_ERROR,
    STORE_BUSY,
    STORE_ERROR,
    Fault,
    fault_of,
)

OutcomeName = Literal["ok", "asked", "refused", "failed", "cancelled"]

CRASH = "Crash"
"""What nobody raised on purpose; the log has its traceback."""
PROTOCOL = "Protocol"
"""What was sent is no request, or none that a well-behaved client sends."""
NOT_ASKED = "NotAsked"
"""The client could not put a question to its user, or sent back what is no choice."""
NO_SUCH_TOOL, NO_SUCH_METHOD = "NoSuchTool", "NoSuchMethod"

_OURS = frozenset({STORE_BUSY, STORE_ERROR, EMBEDDER_ERROR, OTHER_ERROR, INTERNAL_ERROR})
"""Codes of errors that the caller can't mend."""

MODES = frozenset(str(mode) for mode in Mode)
TOOL_WITH_MODES = "search_memory"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a call ended, and the name of its error where there was one."""

    name: OutcomeName
    error: str | None = None


def outcome_of_result(result: Any, failures: Sequence[Exception]) -> Outcome:
    """Of a call that got a result; `failures` are the errors that its tool ended with."""
    if failures:
        return outcome_of_error(failures[-1])
    is_question = isinstance(result, Mapping) and cast("Any", result).get("resultType") == "input_required"
    return Outcome("asked" if is_question else "ok")


def outcome_of_error(error: Exception) -> Outcome:
    """Of what a tool raised, or what stands between it and the wire."""
    cause = error.__cause__
    if isinstance(cause, PalimpsestError):
        return outcome_of_fault(fault_of(cause))
    match error:
        case UnexpectedToolError():
            return Outcome("failed", CRASH)
        case ToolError():
            return Outcome("refused", NO_SUCH_TOOL if cause is None else NOT_ASKED)
        case MCPError() if error.error.code != INTERNAL_ERROR:
            return Outcome("refused", PROTOCOL)
        case ValidationError():
            return Outcome("refused", PROTOCOL)
        case _:
            return Outcome("failed", CRASH)


def outcome_of_fault(fault: Fault) -> Outcome:
    """Of a call that was answered with a JSON-RPC error."""
    name = "failed" if fault.code in _OURS else "refused"
    return Outcome(name, fault.data.get("error") or _unnamed(fault.code))


def _unnamed(code: int) -> str:
    """The name of an error that is none of Palimpsest's own."""
    if code == METHOD_NOT_FOUND:
        return NO_SUCH_METHOD
    return CRASH if code == INTERNAL_ERROR else PROTOCOL


def mode_of(tool: str, arguments: object) -> str:
    """The mode in which a search was asked for, `""` of any other tool and of a mode that there is not."""
    if tool != TOOL_WITH_MODES:
        return ""
    named = cast("Any", arguments).get("mode") if isinstance(arguments, Mapping) else None
    asked = named or str(Mode.HYBRID)
    return asked if isinstance(asked, str) and asked in MODES else ""
