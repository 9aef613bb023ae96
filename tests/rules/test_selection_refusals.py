"""What breaks the contract is a ValueError that names the field, whatever shape it comes in."""

import math
from collections import OrderedDict, UserDict, UserList
from collections.abc import Callable
from decimal import Decimal
from enum import IntEnum, StrEnum
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from palimpsest.store.rules.selection import refresh_memory, select_memory, validate_memory
from selection_builders import raw_record


class _Text(str):
    __slots__ = ()


class _Whole(int):
    pass


class _Real(float):
    pass


class _Items(list[Any]):
    pass


class _Fields(dict[str, Any]):
    pass


class _Number(IntEnum):
    ONE = 1


class _Word(StrEnum):
    A = "a"


class _Hostile:
    """Raises when compared, hashed, measured or shown."""

    def _raise(self, *_: object) -> Any:
        raise RuntimeError("touched")

    __eq__ = __hash__ = __len__ = __repr__ = __str__ = __bool__ = __lt__ = __iter__ = _raise


HUGE = 10**5000
NEVER: list[Any] = [None, b"a", object(), _Hostile(), {1}, ("a",), frozenset("a"), UserDict(), UserList(), math.nan]
NOT_A_NAME: list[Any] = [
    *NEVER, 1, True, [], {}, "", " ", "A", "aB", "1a", "-a", "a\n", "\na", "a b", "a" * 33, "é", "aé", "a１", "а",
    "ſ", "K", "a_b", "\ud800", "a\udfff", "a\x00", _Text("a"), _Word.A,
]  # fmt: skip
NOT_A_TIME: list[Any] = [
    *NEVER, "1", 1.0, True, False, -1, 1_000_000_001, HUGE, -HUGE, math.inf, -math.inf, Decimal(1), _Whole(1),
    _Number.ONE, 1j, [], {},
]  # fmt: skip
BAD_VALUES: dict[str, list[Any]] = {
    "id": NOT_A_NAME,
    "task": NOT_A_NAME,
    "source": NOT_A_NAME,
    "revision": NOT_A_NAME,
    "created": NOT_A_TIME,
    "expires": [*NOT_A_TIME, 0],
    "score": [
        *NEVER, "0.5", True, False, -0.01, 1.01, 2, -1, HUGE, -HUGE, math.inf, -math.inf, 1j, _Real(0.5), _Whole(1),
        Decimal("0.5"), Fraction(1, 2), [], {},
    ],
    "kind": [*NEVER, "", "Summary", "observation ", "fact", _Text("observation"), [], {}, 1],
    "text": [
        *NEVER, 1, [], {}, "", " ", "\n\t\u3000\u2028", "x" * 1001, " " * 1001, _Text("x"), _Word.A, "a\ud800",
        "\udfff",
    ],
    "refs": [
        *NEVER, "b", "", {}, _Items(), 0, ["b"], [None], [[]], [{}], [_Text("b")], [1], [_Hostile()], ["a"], ["b"] * 9,
    ],
}  # fmt: skip
NOT_A_SHORT_LIST: list[Any] = [
    *NEVER, {}, "", "ab", 0, True, (), set(), iter([]), range(0), _Items(), [raw_record()] * 65, [None] * 65,
]  # fmt: skip
NOT_A_REGISTER: list[Any] = [*NEVER, [], "", 1, _Fields(), OrderedDict(), [("a", "v1")]]
FUNCTIONS: list[Any] = [(validate_memory, []), (select_memory, ["repair", 5, 100]), (refresh_memory, [{}])]
SUMMARY_REFS: list[Any] = [
    [], ["s"], ["t"], ["b", "b"], ["x"], ["b", None], ["b", ["b"]], [_Text("b")], ("b",), {"b"}, {"b": 1}, "b", None,
    ["b"] * 9, ["b\n"], ["\ud800"], ["other"], ["young"], _Items(["b"]), [{}], [_Hostile()],
]  # fmt: skip


def _message(call: Callable[[], object]) -> str:
    with pytest.raises(ValueError) as refused:
        call()
    message = str(refused.value)
    assert type(refused.value) is ValueError
    assert len(message.encode("utf-8")) <= 300
    return message


@pytest.mark.parametrize(("function", "rest"), FUNCTIONS)
@pytest.mark.parametrize(
    ("field", "value"),
    [pytest.param(f, v, id=f"{f}-{i}") for f, values in BAD_VALUES.items() for i, v in enumerate(values)],
)
def test_bad_value_is_refused_by_the_name_of_its_field(
    function: Callable[..., Any], rest: list[Any], field: str, value: Any
) -> None:
    records = [raw_record(id="b"), raw_record(**{field: value})]
    assert _message(lambda: function(records, *rest)).startswith(f"records[1].{field}: ")


@pytest.mark.parametrize("refs", [pytest.param(refs, id=str(i)) for i, refs in enumerate(SUMMARY_REFS)])
def test_summary_with_impossible_refs_is_refused(refs: Any) -> None:
    records = [
        raw_record(id="s", kind="summary", refs=refs, created=2),
        raw_record(id="b"),
        raw_record(id="t", kind="summary", refs=["b"]),
        raw_record(id="other", task="review"),
        raw_record(id="young", created=3),
    ]
    assert _message(lambda: validate_memory(records)).startswith("records[0].refs: ")


@pytest.mark.parametrize("field", list(raw_record()))
def test_missing_field_is_named(field: str) -> None:
    record = raw_record()
    del record[field]
    assert _message(lambda: validate_memory([record])) == f"records[0].{field}: is missing"


@pytest.mark.parametrize("key", ["grants", "ID", "id ", "", "\ud800", "x" * 10_000, "a\nb"])
def test_unknown_field_is_refused_and_named_without_harm(key: str) -> None:
    message = _message(lambda: validate_memory([raw_record(**{key: 1})]))
    assert message.startswith("records[0].")
    assert "is not a field of a record" in message
    assert "\n" not in message


@pytest.mark.parametrize("key", [1, None, True, (), b"id", 1.5, _Text("extra"), _Word.A, object()])
def test_key_that_is_no_plain_string_is_refused(key: Any) -> None:
    assert _message(lambda: validate_memory([{**raw_record(), key: 1}])).startswith("records[0]: every key")


def test_key_of_a_string_subclass_is_refused_even_when_it_equals_a_field() -> None:
    record: dict[str, Any] = {_Text(key): value for key, value in raw_record().items()}
    assert _message(lambda: validate_memory([record])).startswith("records[0]: every key")


@pytest.mark.parametrize("records", NOT_A_SHORT_LIST)
def test_what_is_no_short_plain_list_is_refused_as_records(records: Any) -> None:
    assert _message(lambda: validate_memory(records)).startswith("records: ")


@pytest.mark.parametrize("record", [*NEVER, [], "", 1, _Fields(raw_record()), OrderedDict(raw_record()), _Items()])
def test_record_that_is_no_plain_dictionary_is_refused_by_its_place(record: Any) -> None:
    assert _message(lambda: validate_memory([raw_record(), record])).startswith("records[1]: ")


def test_list_that_holds_itself_is_refused() -> None:
    records: list[Any] = []
    records.append(records)
    assert _message(lambda: validate_memory(records)).startswith("records[0]: ")


def test_second_use_of_an_id_is_refused_at_its_place() -> None:
    assert _message(lambda: validate_memory([raw_record(), raw_record(task="review")])).startswith("records[1].id: ")


@pytest.mark.parametrize("memory", [[], [raw_record()]])
def test_task_clock_and_budget_are_refused_by_name_even_when_nothing_could_be_selected(memory: list[Any]) -> None:
    for value in NOT_A_NAME:
        assert _message(lambda value=value: select_memory(memory, value, 5, 100)).startswith("task: ")
    for value in NOT_A_TIME:
        assert _message(lambda value=value: select_memory(memory, "repair", value, 100)).startswith("now: ")
    for value in [*NOT_A_TIME, 20_001]:
        assert _message(lambda value=value: select_memory(memory, "repair", 5, value)).startswith("budget: ")


def test_register_is_refused_by_name() -> None:
    for value in NOT_A_REGISTER:
        assert _message(lambda value=value: refresh_memory([], value)).startswith("versions: ")
    for value in NOT_A_NAME:
        assert _message(lambda value=value: refresh_memory([], {"a": value})).startswith("versions: revision: ")
    for value in [1, True, None, (), "", "A", "a\n", "\ud800", _Text("a"), _Word.A, "a" * 33]:
        assert _message(lambda value=value: refresh_memory([], {value: "v1"})).startswith("versions: source: ")
    assert _message(lambda: refresh_memory([], {f"s{n}": "v1" for n in range(65)})).startswith("versions: ")


ANYTHING: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.binary() | st.text(st.characters(), max_size=5)
    | st.sampled_from(["a", "repair", "observation", "summary"]),
    lambda inner: st.lists(inner, max_size=3)
    | st.tuples(inner)
    | st.dictionaries(st.sampled_from(list(raw_record())) | st.integers(), inner, max_size=12),
    max_leaves=15,
)  # fmt: skip


ALMOST_A_RECORD = st.dictionaries(st.sampled_from(list(raw_record())), ANYTHING, max_size=1).map(
    lambda change: raw_record(**change)
)


@given(ANYTHING | st.lists(ALMOST_A_RECORD), ANYTHING, ANYTHING, ANYTHING, ANYTHING)
def test_no_input_ends_in_anything_but_a_result_or_a_value_error(
    records: Any, task: Any, now: Any, budget: Any, versions: Any
) -> None:
    for call in (
        lambda: validate_memory(records),
        lambda: select_memory(records, task, now, budget),
        lambda: select_memory([], task, now, budget),
        lambda: refresh_memory(records, versions),
        lambda: refresh_memory([], versions),
    ):
        try:
            call()
        except ValueError as refused:
            assert str(refused).split(":")[0].split("[")[0] in {"records", "task", "now", "budget", "versions"}  # noqa: PT017


def test_extremes_of_the_contract_are_accepted() -> None:
    longest = "a" + "-" * 31
    records = [raw_record(id=f"r{n}") for n in range(8)]
    records += [
        raw_record(id=longest, task=longest, source=longest, revision=longest, text="x" * 1000, score=0),
        raw_record(id="late", created=999_999_999, expires=1_000_000_000, score=1),
        raw_record(id="s", kind="summary", refs=[f"r{n}" for n in range(8)], score=-0.0, text="\x00\u200b"),
    ]
    records += [raw_record(id=f"x{n}") for n in range(64 - len(records))]
    assert validate_memory(records) == records
    assert select_memory(records, longest, 0, 20_000)["used_chars"] > 1000
    assert select_memory(records, "repair", 1_000_000_000, 0) == {"selected": [], "text": "", "used_chars": 0}
    assert len(refresh_memory(records, {f"s{n}": "v1" for n in range(64)})["dropped"]) == 64
