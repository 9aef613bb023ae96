"""The OpenRPC document of the JSON-RPC methods, as their declarations have it (https://spec.open-rpc.org, 1.3)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from importlib.metadata import version
from typing import Any, cast

from ..store.model import Caller
from ..store.model.access import TokenScope
from ..store.protocol import Store
from ..tools.desk import Desk
from ..tools.shapes import Field, Nullable
from .rpc_declare import Method
from .rpc_errors import (
    CODES,
    EMBEDDER_ERROR,
    FORBIDDEN,
    INTERNAL_ERROR,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    PARSE_ERROR,
    SCOPE_TOO_LOW,
    STALE_VERSION,
)
from .rpc_methods import methods

OPENRPC = "1.3.2"
ABOUT = (
    "What the person in charge may do with a memory that agents serve themselves. `x-scope` is the least that a token "
    "needs for a method: agent, reviewer or admin. `x-reads-only` says that it changes nothing. A parameter that is "
    "left out, null, empty or its default means the same; one that a method doesn't know is refused by name."
)
PROTOCOLS_OWN = (
    ("ParseError", PARSE_ERROR, "the text is not JSON"),
    ("InvalidRequest", INVALID_REQUEST, "it is JSON and no request"),
    ("MethodNotFound", METHOD_NOT_FOUND, "there is no such method"),
    ("InternalError", INTERNAL_ERROR, "something nobody meant; the server's log says more"),
)
_OF_WRITES = {FORBIDDEN, EMBEDDER_ERROR}


@cache
def document_text() -> str:
    """The document as JSON, indented for a reader."""
    return json.dumps(openrpc_document(), indent=2)


def openrpc_document() -> dict[str, Any]:
    """The document of every method that there is."""
    offered = methods(Desk(cast("Store", None), Caller()))  # only their declarations are read
    return {
        "openrpc": OPENRPC,
        "info": {"title": "Palimpsest", "description": ABOUT, "version": version("palimpsest-memory")},
        "servers": [{"name": "this one", "url": "../rpc"}],
        "methods": [_method(one) for one in offered],
        "components": {"errors": dict(_known_errors())},
    }


def _method(one: Method) -> dict[str, Any]:
    return {
        "name": one.name,
        "summary": one.description,
        "tags": [{"name": one.name.partition(".")[0]}],
        "paramStructure": "either",
        "params": [_param(field) for field in one.signature.arguments.fields],
        "result": {"name": "answer", "schema": one.signature.answer.schema()},
        "errors": [{"$ref": f"#/components/errors/{name}"} for name in _errors_of(one)],
        "x-scope": one.scope.value,
        "x-reads-only": one.reads_only,
    }


def _param(field: Field) -> dict[str, Any]:
    schema = field.shape.schema() if field.required else Nullable(field.shape).schema()
    if not field.required and field.default is not None:
        schema["default"] = field.default
    param: dict[str, Any] = {"name": field.name, "required": field.required, "schema": schema}
    return param | ({"description": field.description} if field.description else {})


def _errors_of(one: Method) -> list[str]:
    """What a call may be answered with beside the protocol's own."""
    never = {STALE_VERSION}
    if one.reads_only:
        never |= _OF_WRITES
    if one.scope is TokenScope.AGENT:
        never.add(SCOPE_TOO_LOW)
    return [kind.__name__ for kind, code, _ in CODES if code not in never]


def _known_errors() -> Iterable[tuple[str, dict[str, Any]]]:
    for kind, code, meaning in CODES:
        yield kind.__name__, {"code": code, "message": meaning, "data": {"error": kind.__name__}}
    for name, code, meaning in PROTOCOLS_OWN:
        yield name, {"code": code, "message": meaning}
