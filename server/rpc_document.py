"""The OpenRPC document of the JSON-RPC methods, from what they declare (https://spec.open-rpc.org, 1.3)."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.metadata import version
from typing import Any, cast

from ..store.errors import InsufficientMemoryPermission, InsufficientTokenScope, Refused, StaleVersion
from ..store.model import Caller
from ..store.model.access import TokenScope
from ..store.protocol import Store
from ..tools.desk import Desk
from ..tools.shapes import Field, Nullable
from .rpc_declare import Method
from .rpc_errors import CODES, PROTOCOLS_OWN
from .rpc_examples import EVERY
from .rpc_methods import methods

OPENRPC = "1.3.2"
ABOUT = (
    "What a person may do with a memory, and what an agent's token may read of it. A parameter that is left out, null, "
    "empty or its default means the same; one that a method doesn't know is refused. `x-scope` is the least scope that "
    "a token needs: agent, reviewer or admin, each of which may do all that those before it may."
)
OF_WRITES = (Refused, StaleVersion, InsufficientMemoryPermission)


@lru_cache(8)
def openrpc(address: str | None = None) -> bytes:
    """The document as JSON, naming the address that requests are sent to, where there is one."""
    return json.dumps(document(address), ensure_ascii=True, indent=1).encode()


def document(address: str | None = None) -> dict[str, Any]:
    """The same as a value."""
    offered = methods(Desk(cast("Store", None), Caller()))
    return {
        "openrpc": OPENRPC,
        "info": {
            "title": "Palimpsest",
            "version": version("palimpsest-memory"),
            "description": ABOUT,
            "license": {"name": "Apache-2.0"},
        },
        **({"servers": [{"name": "this server", "url": address}]} if address else {}),
        "methods": [_method(one) for one in offered],
        "components": {
            "errors": {name: {"code": code, "message": meaning} for name, code, meaning in _known_errors()},
        },
    }


def _known_errors() -> list[tuple[str, int, str]]:
    return [*((kind.__name__, code, meaning) for kind, code, meaning in CODES), *PROTOCOLS_OWN]


def _method(one: Method) -> dict[str, Any]:
    family = one.name.partition(".")[0]
    return {
        "name": one.name,
        "summary": one.description,
        "tags": [{"name": family}],
        "paramStructure": "either",
        "params": [_parameter(field, EVERY[one.name]) for field in one.signature.arguments.fields],
        "result": {"name": "result", "schema": one.signature.answer.schema()},
        "errors": [{"$ref": f"#/components/errors/{kind}"} for kind in _errors(one)],
        "x-scope": one.scope.value,
        "x-reads-only": one.reads_only,
    }


def _parameter(field: Field, example: dict[str, Any]) -> dict[str, Any]:
    schema = (field.shape if field.required else Nullable(field.shape)).schema()
    if not field.required and field.default is not None:
        schema["default"] = field.default
    if field.name in example:
        schema["examples"] = [example[field.name]]
    described = {"description": field.description} if field.description else {}
    return {"name": field.name, **described, "required": field.required, "schema": schema}


def _errors(one: Method) -> list[str]:
    """What a call may end with, beside the protocol's own errors."""
    left_out = OF_WRITES if one.reads_only else ()
    if one.scope is TokenScope.AGENT:
        left_out = (*left_out, InsufficientTokenScope)
    return [kind.__name__ for kind, _, _ in CODES if kind not in left_out]
