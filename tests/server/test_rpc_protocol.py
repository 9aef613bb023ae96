"""JSON-RPC 2.0 to the letter, over methods of the test's own."""

from __future__ import annotations

import json
from typing import Annotated, Any, TypedDict

import pytest
from palimpsest.server.rpc import Dispatcher
from palimpsest.server.rpc_declare import method, methods_of
from palimpsest.server.rpc_errors import CODES
from palimpsest.server.rpc_messages import MOST_CALLS
from palimpsest.store.errors import (
    InsufficientMemoryPermission,
    NotFound,
    PalimpsestError,
    Refused,
    SecretRefused,
    StaleVersion,
    StoreBusy,
    StoreCorrupt,
)
from palimpsest.tools.shapes import Bounds

FAILURES: dict[str, PalimpsestError] = {
    "absent": NotFound("There is no fact F1."),
    "refused": Refused("Settle it first."),
    "forbidden": InsufficientMemoryPermission("intern", "vault", "read"),
    "stale": StaleVersion("Read it again.", "as it is now"),
    "busy": StoreBusy("Another process writes."),
    "broken": StoreCorrupt("The file is damaged."),
    "secret": SecretRefused("'content' holds a secret."),
}


class Difference(TypedDict):
    """What is left."""

    difference: int


class Sums:
    """Methods as the specification's examples have them."""

    def __init__(self) -> None:
        self.told: list[str] = []

    @method("subtract", reads_only=True)
    async def subtract(
        self, minuend: Annotated[int, Bounds(0, 10**6)], subtrahend: int = 0, note: str | None = None
    ) -> Difference:
        """One less the other."""
        self.told.append(f"{minuend}-{subtrahend}{note or ''}")
        return Difference(difference=minuend - subtrahend)

    @method("fail")
    async def fail(self, how: str) -> Difference:
        """Raise what is asked for."""
        raise FAILURES[how]

    @method("break")
    async def break_down(self) -> Difference:
        """Raise what nobody meant."""
        raise ZeroDivisionError

    @method("odd")
    async def odd(self) -> Difference:
        """Answer with what JSON can't hold."""
        return Difference(difference=float("nan"))  # pyright: ignore[reportArgumentType]


SUMS = Sums()


async def send(text: str | bytes) -> Any:
    answer = await Dispatcher(methods_of(SUMS)).answer(text)
    assert answer is None or b"\n" not in answer
    return None if answer is None else json.loads(answer)


async def code_of(text: str | bytes) -> tuple[object, int]:
    answer = await send(text)
    assert answer.keys() == {"jsonrpc", "id", "error"}
    return answer["id"], answer["error"]["code"]


def request(name: str, params: object = None, **more: object) -> str:
    given = {} if params is None else {"params": params}
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": name} | given | more)


@pytest.mark.parametrize("params", [[42, 23], {"minuend": 42, "subtrahend": 23}, {"subtrahend": 23, "minuend": 42.0}])
async def test_parameters_are_taken_by_name_and_by_position(params: object) -> None:
    assert await send(request("subtract", params)) == {"jsonrpc": "2.0", "id": 1, "result": {"difference": 19}}


@pytest.mark.parametrize("request_id", [0, -1, 2**80, 1.5, "", "é\ud800", "12", None])
async def test_an_answer_carries_the_id_as_it_came(request_id: object) -> None:
    assert (await send(request("subtract", [1], id=request_id)))["id"] == request_id


async def test_a_notification_is_done_and_not_answered() -> None:
    SUMS.told.clear()
    notification = {"jsonrpc": "2.0", "method": "subtract", "params": [9]}
    for one in (notification, notification | {"method": "absent"}, notification | {"params": ["x"]}, [notification]):
        assert await send(json.dumps(one)) is None
    assert SUMS.told == ["9-0", "9-0"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", (None, -32700)),
        ("{bad", (None, -32700)),
        ('{"jsonrpc":"2.0","id":1,"method":"subtract","params":[NaN]}', (None, -32700)),
        (b"\xff\xfe{", (None, -32700)),
        ("[" * 100_000, (None, -32700)),
        ("1" * 5000, (None, -32700)),
        ("[]", (None, -32600)),
        ("1", (None, -32600)),
        ("null", (None, -32600)),
        ('"subtract"', (None, -32600)),
        ("{}", (None, -32600)),
        (request("subtract", [1], id=True), (None, -32600)),
        (request("subtract", [1], id=[1]), (None, -32600)),
        ('{"jsonrpc":"2.0","id":1e999,"method":"subtract"}', (None, -32600)),
        (request("subtract", [1], jsonrpc="1.0"), (1, -32600)),
        (request("subtract", [1], jsonrpc=2.0), (1, -32600)),
        (request("subtract", [1], method=1), (1, -32600)),
        (request("subtract", "bar"), (1, -32600)),
        (request("subtract", 1), (1, -32600)),
        ('{"jsonrpc":"2.0","id":1,"method":"subtract","params":null}', (1, -32600)),
        (request("absent"), (1, -32601)),
        (request("rpc.discover"), (1, -32601)),
        (request("subtract"), (1, -32602)),
        (request("subtract", []), (1, -32602)),
        (request("subtract", [1, 2, "x", 4]), (1, -32602)),
        (request("subtract", ["1"]), (1, -32602)),
        (request("subtract", [-1]), (1, -32602)),
        (request("subtract", [True]), (1, -32602)),
        (request("subtract", {"minuend": 1, "weight": 2}), (1, -32602)),
        (request("subtract", {"minuend": 1, "note": "half \ud800"}), (1, -32602)),
        (request("subtract", {"minuend": 1, "note": "nul \0"}), (1, -32602)),
        (request("break"), (1, -32603)),
        (request("odd"), (1, -32603)),
    ],
)
async def test_what_is_wrong_is_told_by_its_code(text: str | bytes, expected: tuple[object, int]) -> None:
    assert await code_of(text) == expected


async def test_what_nobody_meant_is_not_told_to_the_client() -> None:
    error = (await send(request("break")))["error"]
    assert error == {"code": -32603, "message": "Internal error: the server's log says more."}


@pytest.mark.parametrize(
    ("how", "code", "data"),
    [
        ("absent", -32001, {"error": "NotFound"}),
        ("refused", -32002, {"error": "Refused"}),
        (
            "forbidden",
            -32003,
            {
                "error": "InsufficientMemoryPermission",
                "role": "intern",
                "domain": "vault",
                "level": "read",
                "needed": "write",
            },
        ),
        ("stale", -32004, {"error": "StaleVersion", "current": "as it is now"}),
        ("busy", -32005, {"error": "StoreBusy"}),
        ("broken", -32006, {"error": "StoreCorrupt"}),
        ("secret", -32602, {"error": "SecretRefused"}),
    ],
)
async def test_an_error_names_itself_and_carries_what_helps(how: str, code: int, data: dict[str, object]) -> None:
    error = (await send(request("fail", [how])))["error"]
    assert (error["code"], error["data"]) == (code, data)
    assert error["message"] == str(FAILURES[how])


def test_every_error_has_a_code_within_the_protocols_range() -> None:
    codes = [code for _, code, _ in CODES]
    assert len(set(codes)) == len(codes)
    assert all(-32099 <= code <= -32000 or code == -32602 for code in codes)
    assert CODES[-1][0] is PalimpsestError


async def test_a_batch_is_answered_in_order_without_its_notifications() -> None:
    SUMS.told.clear()
    batch = [
        {"jsonrpc": "2.0", "method": "subtract", "params": [1], "id": "1"},
        {"jsonrpc": "2.0", "method": "subtract", "params": [2]},
        {"foo": "boo"},
        1,
        {"jsonrpc": "2.0", "method": "absent", "id": 5},
        {"jsonrpc": "2.0", "method": "subtract", "params": {"minuend": 3}, "id": None},
    ]
    answers = await send(json.dumps(batch))
    told = [(one["id"], one.get("result") or one["error"]["code"]) for one in answers]
    assert told == [
        ("1", {"difference": 1}),
        (None, -32600),
        (None, -32600),
        (5, -32601),
        (None, {"difference": 3}),
    ]
    assert SUMS.told == ["1-0", "2-0", "3-0"]


async def test_a_batch_too_long_is_refused_whole() -> None:
    SUMS.told.clear()
    one = {"jsonrpc": "2.0", "method": "subtract", "params": [1]}
    assert await code_of(json.dumps([one] * (MOST_CALLS + 1))) == (None, -32600)
    assert SUMS.told == []


async def test_an_answer_is_plain_ascii() -> None:
    answer = await Dispatcher(methods_of(SUMS)).answer(request("subtract", [1], id="\x9b31mé\u202e"))
    assert answer is not None
    assert answer.isascii()
