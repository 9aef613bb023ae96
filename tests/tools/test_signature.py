"""A signature's schema and its checks say the same, and no value from outside breaks them."""

from enum import StrEnum
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from palimpsest.store.errors import InvalidInput
from palimpsest.tools.declare import declaration_of, tool, tools_of
from palimpsest.tools.shapes import BROKEN_TEXT_MARK, Bounds, ListOf, Text, Unlisted
from palimpsest.tools.signature import read_signature


class Size(StrEnum):
    SMALL = "small"
    LARGE = "large"


class Part(TypedDict):
    name: str
    size: NotRequired[Size]
    weights: NotRequired[list[float]]


class Report(TypedDict):
    size: Size | None
    parts: list[Part]
    anything: object
    note: NotRequired[str]


async def weigh(
    text: Annotated[str, "what to weigh"],
    count: Annotated[int | None, Bounds(-3, 3)] = None,
    share: Annotated[float, Bounds(0, 1)] = 0.5,
    exact: bool = False,
    kind: Literal["a", "b"] = "a",
    size: Size | None = None,
    parts: list[Part] | None = None,
    labels: dict[str, str] | None = None,
) -> Report:
    """Weigh."""
    raise AssertionError((text, count, share, exact, kind, size, parts, labels))


SIGNATURE = read_signature(weigh)
NAMES = [field.name for field in SIGNATURE.arguments.fields]

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(["a", "small", "b"])
parts = st.fixed_dictionaries({}, optional={"name": scalars, "size": scalars, "weights": st.lists(scalars)})
values = st.recursive(
    scalars | parts | st.lists(parts), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=5
)
arguments = st.fixed_dictionaries({}, optional=dict.fromkeys([*NAMES, "other"], values))


def fits_schema(given: dict[str, Any]) -> bool:
    return jsonschema.Draft202012Validator(SIGNATURE.input_schema).is_valid(given)  # pyright: ignore[reportUnknownMemberType]


def taken_or_told(given: dict[str, Any]) -> dict[str, Any] | str:
    try:
        return SIGNATURE.take(given)
    except InvalidInput as error:
        return str(error)


@given(arguments)
def test_whatever_is_given_is_taken_or_refused_with_a_sentence(given: dict[str, Any]):
    outcome = taken_or_told(given)
    assert not isinstance(outcome, str) or outcome.endswith(".")


@given(arguments | st.fixed_dictionaries({"text": st.text()}, optional=dict.fromkeys(NAMES[1:], values)))
def test_what_is_taken_fits_the_published_schema(given: dict[str, Any]):
    outcome = taken_or_told(given)
    assert isinstance(outcome, str) or fits_schema(outcome)


@given(
    st.fixed_dictionaries(
        {"text": st.text(st.characters(codec="utf-8", exclude_characters=["\0", BROKEN_TEXT_MARK]))},
        optional={
            "count": st.integers(-3, 3),
            "share": st.floats(0, 1),
            "exact": st.booleans(),
            "kind": st.sampled_from(["a", "b"]),
            "size": st.sampled_from(["small", "large"]),
            "parts": st.lists(st.fixed_dictionaries({"name": st.just("n")}, optional={"size": st.just("small")})),
            "labels": st.dictionaries(st.sampled_from(["x", "y"]), st.just("z")),
        },
    )
)
def test_what_fits_the_published_schema_is_taken(given: dict[str, Any]):
    assert fits_schema(given)
    SIGNATURE.take(given)


def test_only_what_was_given_is_handed_on():
    assert SIGNATURE.take({"text": "t", "count": None, "exact": False}) == {"text": "t", "exact": False}


def test_word_of_an_enum_arrives_as_its_member():
    assert SIGNATURE.take({"text": "t", "size": "small"})["size"] is Size.SMALL
    assert SIGNATURE.take({"text": "t", "parts": [{"name": "n", "size": "large"}]})["parts"][0]["size"] is Size.LARGE


@pytest.mark.parametrize("text", ["a\0", "\ud800", "x\udfff", BROKEN_TEXT_MARK])
def test_text_that_no_store_can_hold_is_refused(text: str):
    for bad in ({"text": text}, {"text": "t", "labels": {text: "x"}}, {"text": "t", "parts": [{"name": text}]}):
        with pytest.raises(InvalidInput) as error:
            SIGNATURE.take(bad)
        str(error.value).encode()


@pytest.mark.parametrize("text", ["", "  ", "\u200f\u200dش", "\x1b[0m", "👩‍💻", "a" * 1_000_000])
def test_any_other_text_is_taken_as_it_is(text: str):
    assert SIGNATURE.take({"text": text}) == {"text": text}


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
@pytest.mark.parametrize("name", ["count", "share"])
def test_number_without_end_is_refused(name: str, value: float):
    with pytest.raises(InvalidInput, match="finite"):
        SIGNATURE.take({"text": "t", name: value})


def test_schema_of_an_answer_says_what_may_be_null_or_absent():
    schema = SIGNATURE.output_schema
    assert schema["required"] == ["size", "parts", "anything"]
    assert schema["properties"]["size"] == {"type": ["string", "null"], "enum": ["small", "large", None]}
    assert schema["properties"]["anything"] == {}


def test_answer_must_be_a_record():
    async def bare() -> str:
        return ""

    with pytest.raises(TypeError, match="TypedDict"):
        read_signature(bare)


def test_parameter_that_no_json_value_fills_is_left_to_the_server():
    class Injected: ...

    async def with_injected(text: str, helper: Injected) -> Part:
        raise AssertionError((text, helper))

    with_injected.__annotations__["helper"] = Injected
    signature = read_signature(with_injected)
    assert set(signature.injected) == {"helper"}
    assert [field.name for field in signature.arguments.fields] == ["text"]


def test_family_lists_its_tools_in_order_with_their_docstrings():
    class Family:
        @tool(reads_only=True)
        async def second(self, text: str) -> Part:
            """Read it."""
            return Part(name=text)

        @tool(core=True)
        async def first(self) -> Part:
            """Write it.

            Twice.
            """
            return Part(name="")

        async def no_tool(self) -> None: ...

    listed = tools_of(Family())
    assert [(item.name, item.description) for item in listed] == [
        ("second", "Read it."),
        ("first", "Write it. Twice."),
    ]
    assert [(item.traits.reads_only, item.traits.idempotent, item.traits.core) for item in listed] == [
        (True, True, False),
        (False, False, True),
    ]


def test_function_without_the_mark_is_no_tool():
    with pytest.raises(TypeError, match="@tool"):
        declaration_of(weigh)


def test_unlisted_words_are_checked_and_not_repeated_in_the_schema():
    async def pick(size: Annotated[Size | None, Unlisted(), "as elsewhere"] = None) -> Part:
        raise AssertionError(size)

    signature = read_signature(pick)
    assert signature.input_schema["properties"] == {"size": {"type": "string", "description": "as elsewhere"}}
    assert signature.take({"size": "small"}) == {"size": Size.SMALL}
    with pytest.raises(InvalidInput, match="small, large"):
        signature.take({"size": "mauve"})


def test_list_without_end_is_refused_before_its_items_are_looked_at():
    with pytest.raises(InvalidInput, match="'names' takes at most 1000 items"):
        ListOf(Text()).take([7] * 1001, "names")
