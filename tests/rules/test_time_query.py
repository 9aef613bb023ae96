"""What a query says about time: forms, limits, and what only looks like a time."""

from datetime import UTC, datetime

import pytest
from palimpsest.store.rules.time_query import NO_TIME, Direction, Side, find_time, without_time
from time_cases import NOW, told


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("errors on 2024-05-01", "2024-05-01/2024-05-02"),
        ("errors in 2024-W18", "2024-04-29/2024-05-06"),
        ("deployed at 2024-05-01 14:00", "2024-05-01T14:00/2024-05-01T14:01"),
        ("deployed at 2024-05-01T14:00+02:00", "2024-05-01T12:00/2024-05-01T12:01"),
        ("plans for 2026-11", "2026-11-01/2026-12-01"),
        ("from May 2022 to June 2023", "2022-05-01/2023-07-01"),
        ("from May to June 2023", "2023-05-01/2023-07-01"),
        ("between March and May", "2026-03-01/2026-06-01"),
        ("between December and February", "2025-12-01/2026-03-01"),
        ("May 3-5, 2023", "2023-05-03/2023-05-06"),
        ("between 3 and 5 May 2024", "2024-05-03/2024-05-06"),
        ("2019-2021", "2019-01-01/2022-01-01"),
        ("the 1990s", "1990-01-01/2000-01-01"),
        ("in Q3", "2026-07-01/2026-10-01"),
        ("in Q4", "2026-10-01/2027-01-01"),
        ("the 2nd quarter of 2024", "2024-04-01/2024-07-01"),
        ("half a year ago", "2026-02-16/2026-08-18"),
        ("2-3 weeks ago", "2026-10-25/2026-11-08"),
        ("two hours ago", "2026-11-18T08:00/2026-11-18T09:00"),
        ("in the last hour", "2026-11-18T09:30/2026-11-19"),
        ("last night", "2026-11-17T18:00/2026-11-18T06:00"),
        ("last weekend", "2026-11-14/2026-11-16"),
        ("this weekend", "2026-11-21/2026-11-23"),
        ("next March", "2027-03-01/2027-04-01"),
        ("last December", "2025-12-01/2026-01-01"),
        ("March last year", "2025-03-01/2025-04-01"),
        ("Friday of last week", "2026-11-13/2026-11-14"),
        ("two days after 2024-05-01", "2024-05-03/2024-05-04"),
        ("last weekend before April 10, 2023", "2023-04-08/2023-04-10"),
        ("until the end of March 2025", "../2025-04-01"),
        ("since three weeks", "2026-10-28/2026-11-19"),
    ],
)
def test_a_stretch_of_time_is_found(query: str, expected: str) -> None:
    assert told(query) == expected


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("in March", "2026-03-01/2026-04-01"),
        ("in November", "2026-11-01/2026-12-01"),
        ("in December", "2025-12-01/2026-01-01"),
        ("on May 8", "2026-05-08/2026-05-09"),
        ("on November 19", "2025-11-19/2025-11-20"),
        ("on February 29", "2024-02-29/2024-03-01"),
        ("on Wednesday", "2026-11-18/2026-11-19"),
        ("on Thursday", "2026-11-12/2026-11-13"),
    ],
)
def test_without_a_year_the_latest_one_that_has_begun_is_meant(query: str, expected: str) -> None:
    assert told(query) == expected


def test_a_date_that_two_countries_read_differently_has_both_readings() -> None:
    assert told("signed on 03/04/2024") == "2024-03-04/2024-03-05 2024-04-03/2024-04-04"
    assert told("signed on 31/12/2024") == "2024-12-31/2025-01-01"
    assert told("ce qui a été signé le 03/04/2024") == "2024-04-03/2024-04-04"


@pytest.mark.parametrize(
    "query",
    [
        "May I come in",
        "they may fail",
        "ask April about the June bug",
        "march through the list",
        "wait a second",
        "version 2024.1",
        "v1.2.2024",
        "chrome 10.0.2024.3",
        "port 2023",
        "issue #2023",
        "error 2013",
        "2023 MB of memory",
        "limit of 2000 requests",
        "$2023",
        "deadbeef2023",
        "/var/log/2026-11-18/app.log",
        "https://example.org/2024/05/01/post",
        "report-2024-05-01.pdf",
        "2024-02-30",
        "2026-13",
        "last_modified after_commit",
        "git log --before --since",
        "every Tuesday",
        "each month",
        "a daily backup",
        "takes 3 days",
        "retry after 30 seconds",
        "300000 days ago",
        "the mobile-first layout",
        "named after a river",
        "look after the cat",
        "last name",
        "first aid",
        "what must be checked before the release",
        "what happens when the disk is full",
        "When the build fails, what do I do?",
    ],
)
def test_what_only_looks_like_a_time_is_none(query: str) -> None:
    assert find_time(query, NOW) == NO_TIME


@pytest.mark.parametrize(
    "query", ["mitä teimme viime viikolla", "co jsme nasadili minulý týden", "geçen hafta ne yaptık", "สัปดาห์ที่แล้ว"]
)
def test_a_language_without_a_word_list_has_dates_in_digits_only(query: str) -> None:
    assert find_time(query, NOW) == NO_TIME
    assert told(f"{query} 2024-05-01") == "2024-05-01/2024-05-02"


@pytest.mark.parametrize(
    "query",
    ["När var det?", "Wann war das?", "Quand était-ce ?", "¿Cuándo fue?", "什么时候发布的", "いつ公開しましたか"],
)
def test_a_question_for_a_time_is_heard_in_each_language(query: str) -> None:
    assert find_time(query, NOW).asks_when


def test_an_event_is_told_by_its_name_and_side() -> None:
    before = find_time("Which queue did we use before the move to Kafka, and why?", NOW).anchor
    after = find_time("what broke after the release", NOW).anchor
    since = find_time("what broke since the release", NOW).anchor

    assert before == (Side.BEFORE, "the move to Kafka")
    assert after == since == (Side.AFTER, "the release")


def test_the_end_of_a_history_that_is_named_first_counts() -> None:
    assert find_time("the latest report on our first customer", NOW).direction is Direction.LATEST
    assert find_time("the first report on our latest customer", NOW).direction is Direction.EARLIEST


def test_words_of_time_are_known_by_their_place() -> None:
    query = "What did Maja deploy last week after the outage?"
    time = find_time(query, NOW)

    assert [query[place.start : place.end] for place in time.words] == ["last week", "after"]
    assert without_time(query, time) == "What did Maja deploy the outage?"


def test_places_are_those_of_the_text_as_it_was_written() -> None:
    query = "İstanbul ﬁle ｌａｓｔ ｗｅｅｋ résumé förra veckan"  # noqa: RUF100
    time = find_time(query, NOW)

    assert any(query[place.start : place.end] in ("ｌａｓｔ ｗｅｅｋ", "förra veckan") for place in time.words)


def test_a_query_of_nothing_but_time_keeps_its_words() -> None:
    assert without_time("last week?", find_time("last week?", NOW)) == "last week?"


def test_case_width_and_diacritics_do_not_matter() -> None:
    assert told("LAST WEEK") == told("ｌａｓｔ　ｗｅｅｋ") == told("last week")
    assert told("vad hände forra veckan") == told("vad hände fo\u0308rra veckan") == told("vad hände förra veckan")


def test_both_ends_of_a_pasted_text_are_read() -> None:
    log = "GET /index 200\n" * 2_000

    assert told(f"What happened last week?\n{log}") == told(f"{log}\nWhat happened last week?") == told("last week")


def test_of_many_dates_the_first_eight_are_asked_for() -> None:
    dates = " ".join(f"20{year}-01-01," for year in range(10, 30))

    assert len(find_time(f"events on {dates}", NOW).spans) == 8


@pytest.mark.parametrize("year", [1, 9999])
def test_the_ends_of_the_calendar_are_no_fault(year: int) -> None:
    now = datetime(year, 12, 31, 23, 59, tzinfo=UTC) if year > 1 else datetime(1, 1, 1, tzinfo=UTC)

    for query in ("last decade", "next week", "tomorrow", "in the last 9999 years", "since yesterday", "next Sunday"):
        find_time(query, now)
