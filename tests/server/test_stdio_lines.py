"""Every line that a client sends over stdio gets an answer, and only the protocol comes back."""

from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from raw_client import ENVELOPE, RawClient, dummy_server


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Generator[RawClient]:
    with dummy_server(tmp_path_factory.mktemp("stdio") / "report") as started:
        started.initialize()
        yield started


def call_line(arguments: bytes, request_id: bytes = b"7") -> bytes:
    params = b'{"name":"search","arguments":' + arguments + b"}"
    return b'{"jsonrpc":"2.0","id":' + request_id + b',"method":"tools/call","params":' + params + b"}\n"


def still_answers(client: RawClient) -> bool:
    client.send("ping", request_id="still")
    return client.answer_to("still")["result"] == {}


def told(message: dict[str, Any]) -> str:
    assert message["result"]["isError"]
    return message["result"]["content"][0]["text"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (rb'{"query":"\ud800"}', "'query' holds broken Unicode"),
        (rb'{"query":"a\udc00b"}', "'query' holds broken Unicode"),
        (rb'{"query":"\udc00\ud800"}', "'query' holds broken Unicode"),
        (rb'{"query":"q","\ud83d":1}', "There is no argument '?'"),
        (rb'{"query":"q","domain":["\ud800"]}', "'domain' must be text"),
        (rb'{"query":"\u0000"}', "'query' holds a NUL"),
        (b'{"query":"q","limit":NaN}', "'limit' must be a whole number"),
        (b'{"query":"q","least":Infinity}', "'least' must be a finite number."),
        (b'{"query":"q","least":-Infinity}', "'least' must be a finite number."),
        (b'{"query":"q","least":1e999}', "'least' must be a finite number."),
    ],
)
def test_broken_value_is_refused_under_its_id(client: RawClient, arguments: bytes, said: str):
    client.send_bytes(call_line(arguments))
    assert told(client.answer_to(7)).startswith(said)
    assert still_answers(client)


def test_whole_surrogate_pair_is_text(client: RawClient):
    client.send_bytes(call_line(rb'{"query":"\ud83d\ude00"}'))
    assert "😀" in client.answer_to(7)["result"]["structuredContent"]["scope"]


@pytest.mark.parametrize(
    ("line", "request_id", "code"),
    [
        (b"not json", None, -32700),
        (b'{"jsonrpc":"2.0","id":5,"method":"ping"', None, -32700),
        (b"[" * 100_000, None, -32700),
        (b'{"jsonrpc":"2.0","id":5,"method":"pi\xffng"}', 5, -32700),
        (b"\xff\xfe", None, -32700),
        (b'[{"jsonrpc":"2.0","id":5,"method":"ping"}]', None, -32600),
        (b'"ping"', None, -32600),
        (b"7", None, -32600),
        (b"null", None, -32600),
        (b"{}", None, -32600),
        (b'{"jsonrpc":"2.0","id":5}', 5, -32600),
        (b'{"jsonrpc":"1.0","id":5,"method":"ping"}', 5, -32600),
        (b'{"id":"five","method":"ping"}', "five", -32600),
        (b'{"jsonrpc":"2.0","id":5,"method":7}', 5, -32600),
        (b'{"jsonrpc":"2.0","id":5,"method":"ping","params":[1]}', 5, -32600),
        (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', None, -32600),
        (b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}', None, -32600),
        (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', None, -32600),
        (b'{"jsonrpc":"2.0","id":NaN,"method":"ping"}', None, -32600),
        (rb'{"jsonrpc":"2.0","id":"\ud800","method":"ping"}', None, -32600),
        (rb'{"jsonrpc":"2.0","id":5,"method":"\ud800"}', 5, -32601),
        (b'{"jsonrpc":"2.0","id":5,"method":"no/such"}', 5, -32601),
    ],
)
def test_line_that_is_no_request_gets_a_protocol_error(
    client: RawClient, line: bytes, request_id: int | str | None, code: int
):
    client.send_bytes(line + b"\n")
    assert client.answer_to(request_id)["error"]["code"] == code
    assert still_answers(client)


@pytest.mark.parametrize("line", [b"", b"   ", b"\r", b'{"jsonrpc":"2.0","method":"notifications/nothing"}'])
def test_empty_line_and_unknown_notification_are_passed_over(client: RawClient, line: bytes):
    client.send_bytes(line + b"\n")
    client.send("ping", request_id="next")
    assert client.receive() == {"jsonrpc": "2.0", "id": "next", "result": {}}


def test_byte_order_mark_and_carriage_return_do_no_harm(client: RawClient):
    client.send_bytes(b'\xef\xbb\xbf{"jsonrpc":"2.0","id":8,"method":"ping"}\r\n')
    assert client.answer_to(8)["result"] == {}


@pytest.mark.parametrize("size", [1_000_000, 10_000_000])
def test_long_line_is_taken_and_answered_whole(client: RawClient, size: int):
    client.call("search", {"query": "x" * size, "limit": 1}, 9)
    assert client.answer_to(9)["result"]["structuredContent"]["scope"] == f"None/hybrid/{'x' * size}/False"


def test_line_longer_than_the_limit_is_refused(client: RawClient):
    client.send_bytes(b"x" * (33 * 1024 * 1024) + b"\n")
    assert client.answer_to(None)["error"]["message"] == "The line is longer than this server reads."
    assert still_answers(client)


def test_each_of_two_calls_with_one_id_is_answered(client: RawClient):
    for _ in range(2):
        client.call("wait", {"seconds": 0.05}, "twice")
    for _ in range(2):
        assert client.answer_to("twice")["result"]["isError"] is False


def test_calls_run_side_by_side(client: RawClient):
    client.call("wait", {"seconds": 0.5}, "slow")
    client.call("wait", {"seconds": 0}, "fast")
    assert [client.receive()["id"] for _ in range(2)] == ["fast", "slow"]


def test_cancelled_call_is_not_answered(client: RawClient):
    client.call("wait", {"seconds": 60}, "long")
    client.send("notifications/cancelled", {"requestId": "long", "reason": "enough"})
    client.send("ping", request_id="next")
    assert client.receive()["id"] == "next"


def test_stray_output_goes_to_stderr_and_the_wire_stays_clean(tmp_path: Path):
    with dummy_server(tmp_path / "report") as client:
        client.initialize()
        client.call("fail", {"how": "crash"})
        assert "inside the server" in told(client.receive())
        client.close_input()
        assert client.wait_for_end(5)[0] == 0
        assert client.rest_of_output() == b""
        errors = client.errors()
    assert "a stray line at import time\n" in errors
    assert "a stray line as from C\n" in errors
    assert "RuntimeError: the secret detail" in errors


def test_broken_first_line_does_not_decide_the_protocol_era(tmp_path: Path):
    with dummy_server(tmp_path / "report") as client:
        client.send_bytes(b"not json\n")
        assert client.receive()["error"]["code"] == -32700
        client.send("server/discover", {"_meta": ENVELOPE}, 1)
        assert client.answer_to(1)["result"]["supportedVersions"] == ["2026-07-28"]
        client.send_bytes(
            b'{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"search","arguments":{"query":"\\ud800"},'
            b'"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",'
            b'"io.modelcontextprotocol/clientInfo":{"name":"raw","version":"0"},'
            b'"io.modelcontextprotocol/clientCapabilities":{}}}}\n'
        )
        assert told(client.answer_to(2)).startswith("'query' holds broken Unicode")
