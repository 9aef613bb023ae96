"""The small forms at the door: moments, ids and cursors."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from palimpsest.store.errors import InvalidInput
from palimpsest.tools.cursors import cursor_at, offset_of
from palimpsest.tools.dates import parse_end, parse_future_end, written
from palimpsest.tools.ids import KINDS, parse_id, parse_ids

NOW = datetime(2027, 3, 1, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2027-03-31", datetime(2027, 4, 1, tzinfo=UTC)),
        (" 2027-03-31 ", datetime(2027, 4, 1, tzinfo=UTC)),
        ("2027-03-31T14:00", datetime(2027, 3, 31, 14, tzinfo=UTC)),
        ("2027-03-31T14:00Z", datetime(2027, 3, 31, 14, tzinfo=UTC)),
        ("2027-03-31T14:00:00+02:00", datetime(2027, 3, 31, 12, tzinfo=UTC)),
        ("2028-02-29", datetime(2028, 3, 1, tzinfo=UTC)),
        ("9999-12-30", datetime(9999, 12, 31, tzinfo=UTC)),
        ("9999-12-31", datetime.max.replace(tzinfo=UTC)),
    ],
)
def test_a_moment_is_utc_and_a_date_holds_through_its_day(text: str, moment: datetime):
    assert parse_end(text, "valid_until") == moment


@pytest.mark.parametrize(
    "text",
    [
        "2027-02-29",
        "2027-13-01",
        "tomorrow",
        "",
        " ",
        "2027-03-31T25:00",
        "0001-01-01T00:00+10:00",
        "31.3.2027",
    ],
)
def test_a_moment_that_does_not_exist_is_refused(text: str):
    with pytest.raises(InvalidInput, match="'valid_until'"):
        parse_end(text, "valid_until")


def test_an_end_must_lie_ahead():
    assert parse_future_end("2027-03-01", "valid_until", NOW) > NOW
    for text in ("2027-02-28", "2027-03-01T09:00Z"):
        with pytest.raises(InvalidInput, match="already passed"):
            parse_future_end(text, "valid_until", NOW)


@given(
    st.integers(0, 7000 * 365 * 86_400).map(lambda seconds: datetime(1000, 1, 1, tzinfo=UTC) + timedelta(0, seconds))
)
def test_a_written_moment_is_read_back_to_the_second(moment: datetime):
    assert parse_end(written(moment), "x") == moment


@given(st.sampled_from(sorted(KINDS)), st.integers(1, 10**18 - 1))
def test_an_id_is_a_letter_and_a_number_in_either_case(letter: str, number: int):
    assert parse_id(f" {letter.lower()}{number} ", letter, "x") == number


@pytest.mark.parametrize(
    "text", ["", "F", "12", "F0", "F-1", "F1.5", "F01", "F" + "9" * 19, "FF1", "F1 F2", "F１", "É1"]
)
def test_what_is_no_id_is_refused_with_an_example(text: str):
    with pytest.raises(InvalidInput, match="must be the id of a fact, such as F12"):
        parse_id(text, "F", "fact_id")


def test_what_should_be_an_observation_is_told_so_in_good_english():
    for text in ("12", "F12"):
        with pytest.raises(InvalidInput, match="must be the id of an observation"):
            parse_id(text, "O", "refs")


def test_an_id_of_another_kind_is_named_for_what_it_is():
    with pytest.raises(InvalidInput, match="O45 names an observation"):
        parse_id("O45", "F", "fact_id")
    with pytest.raises(InvalidInput, match="X1 names nothing known"):
        parse_id("X1", "F", "fact_id")


def test_ids_come_once_each_in_their_order_and_not_too_many():
    assert parse_ids(["F2", "f1", "F2"], "F", "x") == (2, 1)
    with pytest.raises(InvalidInput, match="at most 100"):
        parse_ids([f"F{number}" for number in range(1, 102)], "F", "x")


@given(st.integers(0, 10**8), st.lists(st.text(), max_size=4), st.lists(st.text(), max_size=4))
def test_a_cursor_belongs_to_its_question(offset: int, question: list[str], other: list[str]):
    cursor = cursor_at(offset, question)
    assert offset_of(cursor, question) == offset
    if question != other:
        with pytest.raises(InvalidInput, match="'cursor'"):
            offset_of(cursor, other)


def test_no_cursor_is_the_start():
    assert offset_of(None, ["x"]) == offset_of("", ["x"]) == 0
