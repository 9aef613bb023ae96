"""Lines are cut and read the same however they arrive, and no bytes whatever raise."""

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp.types import JSONRPCMessage, JSONRPCRequest
from palimpsest.server.lines import LineSplitter
from palimpsest.server.messages import Refusal, read_message
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


DEEP = "[" * 100_000 + "]" * 100_000
MANY_DIGITS = "9" * 4301


@pytest.mark.parametrize("request_id", [7, -1, "seven", 'se"v}en,', "é\\", ""])
@pytest.mark.parametrize(
    "form",
    [
        '{"jsonrpc":"2.0","id":ID,"method":"tools/call","params":{"limit":VALUE}}',
        '{"method":"tools/call","params":{"id":8,"limit":VALUE},"jsonrpc":"2.0","id":ID}',
        '{ "jsonrpc" : "2.0" , "method" : "x, \\"id\\":8", "id" : ID , "params" : { "limit" : VALUE } }',
        '{"method":"x","params":{"limit":VALUE},"id":ID,"jsonrpc":"2.0"} ',
    ],
)
@pytest.mark.parametrize(("value", "told"), [(DEEP, "nested too deep"), (MANY_DIGITS, "more than 4300 digits")])
def test_what_cannot_be_read_is_refused_under_its_id(form: str, request_id: int | str, value: str, told: str):
    outcome = read_message(form.replace("ID", json.dumps(request_id)).replace("VALUE", value).encode())
    assert isinstance(outcome, Refusal)
    assert outcome.id == request_id
    assert told in outcome.message


@pytest.mark.parametrize(
    "line",
    [
        '{"params":{"id":8,"a":DEEP},"method":"x"}',
        '{"params":{"a":DEEP,"id":8},"method":"x"}',
        '{"params":[DEEP,{"id":8}]}',
        '{"id":7.5,"params":DEEP}',
        '{"id":null,"params":DEEP}',
        '{"id":"\\ud800","params":DEEP}',
        '{"id":"\\q","params":DEEP}',
        '{"id":"\x01","params":DEEP}',
        '{"id":07,"params":DEEP}',
        '{"id":\u0667,"params":DEEP}',
        '{"a":"\\",\\"id\\":8}',
        DEEP,
    ],
)
def test_an_id_that_is_not_the_message_s_own_is_not_taken_for_it(line: str):
    outcome = read_message(line.replace("DEEP", DEEP).encode())
    assert isinstance(outcome, Refusal)
    assert outcome.id is None


def test_an_id_of_too_many_digits_is_refused_without_one():
    outcome = read_message(f'{{"jsonrpc":"2.0","id":{MANY_DIGITS},"method":"x"}}'.encode())
    assert isinstance(outcome, Refusal)
    assert (outcome.id, "digits" in outcome.message) == (None, True)


def test_looking_for_the_id_of_an_endless_line_takes_no_time_to_speak_of():
    for part in ('"a":"', '"a":1,', '{"id":1,', "\\", '"'):
        line = '{"jsonrpc":"2.0",' + part * 200_000
        assert isinstance(read_message(("[" * 5_000 + line).encode()), Refusal)
        assert isinstance(read_message((line + '"params":' + DEEP).encode()), Refusal)


@pytest.mark.parametrize("digits", [4300, 20])
def test_a_long_number_within_bounds_reaches_the_tool(digits: int):
    number = "9" * digits
    outcome = read_message(f'{{"jsonrpc":"2.0","id":1,"method":"x","params":{{"limit":{number}}}}}'.encode())
    assert isinstance(outcome, JSONRPCRequest)
    assert outcome.params == {"limit": int(number)}
