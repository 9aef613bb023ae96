"""The dates that a stored text names in full."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from palimpsest.store.rules.text_dates import MOST_DATES, dates_in
from palimpsest.store.rules.time_lexicon import Role, words_of
from palimpsest.store.rules.time_words import TIME_WORDS


def written(text: str) -> list[str]:
    return [f"{span.start:%Y-%m-%d}/{span.end:%Y-%m-%d}" for span in dates_in(text)]


@pytest.mark.parametrize(
    "text",
    [
        "[1:56 pm on 8 May, 2023] Mel: we went camping",
        "May 8, 2023 was a good day",
        "on the 8th of May 2023.",
        "deployed 2023-05-08",
        "deployed at 2023-05-08 in the evening",
        "am 8. Mai 2023 geliefert",
        "geliefert am 08.05.2023",
        "le 8 mai 2023",
        "den 8 maj 2023",
        "el 8 de mayo de 2023",
        "em 8 de maio de 2023",
        "l'8 maggio 2023",
        "op 8 mei 2023",
        "8 мая 2023 года",
        "8 maja 2023",
        "2023年5月8日に移転した",
        "2023년 5월 8일에 옮겼다",
    ],
)
def test_a_day_is_found_in_each_language(text: str) -> None:
    assert written(text) == ["2023-05-08/2023-05-09"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We use Postgres since May 2023.", "2023-05-01/2023-06-01"),
        ("i maj 2023 bytte vi", "2023-05-01/2023-06-01"),
        ("founded in 2019, sold later", "2019-01-01/2020-01-01"),
        ("seit 2019 dabei", "2019-01-01/2020-01-01"),
        ("the report (2019)", "2019-01-01/2020-01-01"),
        ("2019年成立", "2019-01-01/2020-01-01"),
        ("valid 2019-2021", "2019-01-01/2022-01-01"),
        ("invoice for 2023-05", "2023-05-01/2023-06-01"),
    ],
)
def test_a_date_is_as_long_as_it_is_exact(text: str, expected: str) -> None:
    assert written(text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no date at all",
        "in March and on Tuesday",
        "yesterday we met",
        "port 2020 is open",
        "limit of 2000 requests",
        "in 2024 tokens",
        "v2023.1 and 2024.1.2",
        "commit 2023abc",
        "#2023",
        "192.168.20.23",
        "https://example.org/2023/05/08/post",
        "report-2023-05-08.pdf",
        "rolled out 2023 servers",
        "2023-02-30",
        "31 April 2023 never was",
    ],
)
def test_what_only_looks_like_a_date_is_none(text: str) -> None:
    assert dates_in(text) == ()


def test_dates_come_in_the_order_of_the_text_and_once() -> None:
    text = "On 2024-01-02 we fixed what broke on 5 May 2023, and on 2024-01-02 we said so."

    assert written(text) == ["2024-01-02/2024-01-03", "2023-05-05/2023-05-06"]


def test_of_many_dates_the_first_count() -> None:
    text = " ".join(f"20{year}-01-01" for year in range(10, 40))

    assert len(dates_in(text)) == MOST_DATES
    assert written(text)[0] == "2010-01-01/2010-01-02"


def test_no_name_means_two_months() -> None:
    found: dict[str, int] = {}
    for code in TIME_WORDS:
        for word, known in words_of(code).items():
            if known.roles & Role.MONTH:
                assert found.setdefault(word, known.month) == known.month


@given(st.text(st.characters() | st.characters(categories=["Nd", "No"]), max_size=300))
@settings(deadline=None)
def test_any_text_can_be_read(text: str) -> None:
    assert all(span.start < span.end for span in dates_in(f"{text} 2023-05-08 {text}2024"))


def test_a_thousand_texts_cost_little() -> None:
    texts = [
        f"[1:56 pm on {day % 28 + 1} May, 2023] Mel: we went camping and it rained all night" for day in range(1_000)
    ]
    for text in texts[:10]:
        dates_in(text)
    costs: list[float] = []
    for _ in range(3):
        started = time.process_time()
        for text in texts:
            dates_in(text)
        costs.append(time.process_time() - started)

    assert min(costs) < 0.05


def test_a_text_full_of_years_costs_little() -> None:
    text = "2023 " * 20_000
    started = time.process_time()
    dates_in(text)

    assert time.process_time() - started < 0.02
