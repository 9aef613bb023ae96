"""Lines are cut and read the same however they arrive, and no bytes whatever raise."""

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp.types import JSONRPCMessage, JSONRPCRequest
from palimpsest.server.messages import Refusal, read_message
from palimpsest.server.wire import LineSplitter
from palimpsest.tools.shapes import BROKEN_TEXT_MARK

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(st.characters()), inner, max_size=3),
    max_leaves=8,
)
envelopes = st.fixed_dictionaries(
    {},
    optional={
        "jsonrpc": st.just("2.0") | json_values,
        "id": json_values,
        "method": st.just("ping") | json_values,
        "params": json_values,
        "result": json_values,
        "error": json_values,
    },
)


@given(st.binary() | st.binary().map(lambda noise: b'{"jsonrpc":"2.0","id":1,"method":"' + noise + b'"}'))
def test_any_bytes_are_a_message_or_a_refusal_or_nothing(line: bytes):
    outcome = read_message(line)
    assert outcome is None or isinstance(outcome, Refusal | JSONRPCMessage)
    assert outcome is not None or not line.removeprefix(b"\xef\xbb\xbf").strip()


@given(envelopes)
def test_any_object_with_a_usable_id_is_served_or_refused_under_it(content: dict[str, Any]):
    outcome = read_message(json.dumps(content).encode())
    if isinstance(outcome, Refusal):
        assert outcome.id in (None, content.get("id"))
        assert json.loads(outcome.line())["error"]["code"] in (-32700, -32600)
    elif isinstance(outcome, JSONRPCRequest):
        assert outcome.id == content["id"]
    else:
        assert outcome is not None
        outcome.model_dump_json()


@given(st.text(st.characters(categories=["Cs"]), min_size=1))
def test_lone_surrogates_arrive_as_marks(text: str):
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "x", "params": {"text": text, text: [text]}}).encode()
    message = read_message(line)
    assert isinstance(message, JSONRPCRequest)
    content = message.model_dump_json()
    assert BROKEN_TEXT_MARK in content or text.encode("utf-16", "surrogatepass").decode("utf-16") in content


def test_id_of_a_refusal_keeps_its_type():
    assert json.loads(Refusal("7", -32600, "no").line())["id"] == "7"
    assert json.loads(Refusal(7, -32600, "no").line())["id"] == 7


@given(st.binary(max_size=200).map(lambda data: data.replace(b"a", b"\n")), st.sets(st.integers(0, 200)))
def test_lines_are_the_same_however_the_bytes_are_cut(data: bytes, cuts: set[int]):
    places = sorted({0, len(data), *(cut for cut in cuts if cut < len(data))})
    splitter = LineSplitter(limit=20)
    lines = [line for begin, end in pairwise(places) for line in splitter.feed(data[begin:end])] + splitter.finish()
    expected = data.split(b"\n")
    if not expected[-1]:
        expected.pop()
    assert lines == [line if len(line) <= 20 else None for line in expected]


@pytest.mark.parametrize("depth", [200, 5_000])
def test_deep_nesting_is_served_or_refused(depth: int):
    line = b'{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":' + b"[" * depth + b"]" * depth + b"}}"
    assert isinstance(read_message(line), Refusal | JSONRPCRequest)
