"""Requests that nobody should send, and some that anybody may: what test_rpc_fuzz.py sends to /rpc."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, cast

from hypothesis import strategies as st
from palimpsest.server.rpc_document import document

METHODS: list[dict[str, Any]] = document()["methods"]
READING = {one["name"] for one in METHODS if one["x-reads-only"]}
MOST_BYTES = 4 * 1024 * 1024

TEXT = st.text(st.characters(exclude_categories=()), max_size=20)  # lone surrogates too
NUMBERS = st.integers(-(2**70), 2**70) | st.floats(allow_nan=False, allow_infinity=False) | st.just(10**400)
SCALARS = st.none() | st.booleans() | NUMBERS | TEXT
ANY = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4), max_leaves=8
)
NAMES = st.sampled_from(
    [
        *("F1", "F2", "F5", "f3", "F0", "F-1", "F99999999999999999999"),
        *("P1", "P2", "C1", "B1", "B3", "B999", "O1", "T1", "ana", "bob"),
        *("architecture", "repo:web/api", "repo:", "*", "access.mode", "strict", "port", "port OR (", '"'),
        *("2027-03-31", "2027-13-99", "now", "0001-01-01", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59+14:00"),
        *("1.00000000", "2.9e0d7c11", "a" * 5000),
    ]
)
IDS = st.none() | st.integers() | TEXT | st.floats(allow_nan=False, allow_infinity=False)


@dataclass(frozen=True, slots=True)
class Sent:
    """A body, with the ids that must be answered where it is known to be a sound message; None where it isn't."""

    body: bytes
    ids: tuple[Any, ...] | None = None
    is_batch: bool = False
    only_reads: bool = False


def fitting(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values that a schema allows, which is not to say that the method takes them."""
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    kinds = cast("list[str]", schema["type"] if isinstance(schema["type"], list) else [schema["type"]])
    return st.one_of(*(_of_kind(kind, schema) for kind in kinds))


def _of_kind(kind: str, schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    match kind:
        case "null":
            return st.none()
        case "boolean":
            return st.booleans()
        case "integer":
            return st.integers(int(schema.get("minimum", -5)), int(schema.get("maximum", 100)))
        case "array":
            return st.lists(fitting(schema["items"]), max_size=5)
        case "object":
            return st.dictionaries(NAMES, fitting(schema["additionalProperties"]), max_size=4)
        case _:
            examples = [one for one in schema.get("examples", ()) if isinstance(one, str)]
            return st.sampled_from(examples) | NAMES | TEXT if examples else NAMES | TEXT


@st.composite
def params_of(draw: st.DrawFn, method: dict[str, Any]) -> Any:
    """Parameters of a method: most of them as declared, some of any kind, at times none of its own at all."""
    if draw(st.integers(0, 19)) == 7:
        return draw(ANY)
    given: dict[str, Any] = {}
    for one in method["params"]:
        if one["required"] or draw(st.integers(0, 2)) == 0:
            is_odd = draw(st.integers(0, 19)) == 7
            given[one["name"]] = draw(ANY if is_odd else fitting(one["schema"]))
    if draw(st.integers(0, 19)) == 7:
        given[draw(TEXT)] = draw(ANY)
    return list(given.values()) if draw(st.integers(0, 5)) == 0 else given


@st.composite
def requests(draw: st.DrawFn, methods: list[dict[str, Any]] = METHODS) -> dict[str, Any]:
    """A sound request or notification, whatever its method makes of it."""
    method = draw(st.sampled_from(methods))
    request: dict[str, Any] = {"jsonrpc": "2.0", "method": method["name"]}
    params = draw(params_of(method))
    if isinstance(params, dict | list):
        request["params"] = params
    if draw(st.integers(0, 9)) != 7:
        request["id"] = draw(IDS)
    return request


@st.composite
def messages(draw: st.DrawFn) -> Sent:
    """A request, or a batch of a few."""
    if draw(st.integers(0, 3)):
        return _sound(draw(requests()))
    return _sound(draw(st.lists(requests(), min_size=1, max_size=5)))


def _sound(message: dict[str, Any] | list[dict[str, Any]]) -> Sent:
    calls = message if isinstance(message, list) else [message]
    return Sent(
        json.dumps(message).encode(),
        tuple(one["id"] for one in calls if "id" in one),
        isinstance(message, list),
        all(one["method"] in READING for one in calls),
    )


@st.composite
def broken(draw: st.DrawFn) -> Sent:
    """Any JSON, a request with a part that isn't as it should be, or a text that was cut or spoilt."""
    match draw(st.integers(0, 3)):
        case 0:
            return Sent(json.dumps(draw(ANY)).encode())
        case 1:
            request = draw(requests())
            request[draw(st.sampled_from(["jsonrpc", "method", "id", "params"]))] = draw(ANY)
            return Sent(json.dumps(draw(st.sampled_from([request, [request], [request, 1]]))).encode())
        case 2:
            body = json.dumps(draw(requests())).encode()
            return Sent(body[: draw(st.integers(0, len(body)))])
        case _:
            body = json.dumps(draw(requests())).encode()
            place = draw(st.integers(0, len(body)))
            return Sent(body[:place] + draw(st.binary(min_size=1, max_size=4)) + body[place:])


def _listing(**params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "method": "memory_fact.search", "params": params}


def _long(size: int) -> bytes:
    head, tail = json.dumps(_listing(query="")).encode().split(b'""')
    return head + b'"' + b"a " * ((size - len(head) - len(tail) - 2) // 2) + b'"' + tail


_ONE = json.dumps(_listing(query="port")).encode()
ODD: dict[str, Sent] = {
    "nothing": Sent(b""),
    "blanks": Sent(b" \n\t "),
    "NaN": Sent(_ONE.replace(b'"port"', b"NaN")),
    "Infinity": Sent(_ONE.replace(b'"port"', b"-Infinity")),
    "a number beyond every float": Sent(_ONE.replace(b'"port"', b"1e999")),
    "a number of 5,000 digits": Sent(_ONE.replace(b'"id": 1', b'"id": ' + b"9" * 5000)),
    "a key twice": Sent(_ONE.replace(b'"id": 1', b'"id": 2, "id": 1'), (1,), only_reads=True),
    "a parameter twice": Sent(_ONE.replace(b'"query": "port"', b'"query": 1, "query": "port"'), (1,), only_reads=True),
    "half a surrogate pair": Sent(_ONE.replace(b"port", b"\\ud800"), (1,), only_reads=True),
    "half a surrogate pair as the method": Sent(_ONE.replace(b"memory_fact.search", b"\\udfff"), (1,), only_reads=True),
    "NUL": Sent(_ONE.replace(b"port", b"\\u0000"), (1,), only_reads=True),
    "a byte order mark": Sent(b"\xef\xbb\xbf" + _ONE),
    "UTF-16": Sent(_ONE.decode().encode("utf-16")),
    "a text that goes on": Sent(_ONE + b"}"),
    "deep lists": Sent(b"[" * 100_000),
    "deep lists that end": Sent(b"[" * 50_000 + b"]" * 50_000),
    "deep objects": Sent(b'{"a":' * 100_000),
    "a deep parameter": Sent(_ONE.replace(b'"port"', b"[" * 500 + b"]" * 500), (1,), only_reads=True),
    "an empty batch": Sent(b"[]"),
    "a batch of one": Sent(b"[" + _ONE + b"]", (1,), is_batch=True, only_reads=True),
    "a batch of 100": Sent(b"[" + b",".join([_ONE] * 100) + b"]", (1,) * 100, is_batch=True, only_reads=True),
    "a batch of 101": Sent(b"[" + b",".join([_ONE] * 101) + b"]"),
    "a batch of batches": Sent(b"[[" + _ONE + b"]]"),
    "4 MiB of a query": Sent(_long(MOST_BYTES), (1,), only_reads=True),
    "4 MiB of digits": Sent(b"1" * MOST_BYTES),
    "4 MiB of empty lists": Sent(b"[" + b"[]," * (MOST_BYTES // 3 - 2) + b"[]]"),
}
