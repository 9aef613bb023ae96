"""The one MATCH builder: FTS5 accepts what it builds from any text, and finds what the text says."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from fulltext_table import FulltextTable, drivers
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from palimpsest.store.fulltext import build_match, encode_column

HOSTILE = [
    '"',
    "''",
    "NEAR(a b, 3)",
    "a AND",
    "OR",
    "NOT x",
    "content: x",
    "{topic content} : x",
    "x*",
    "^x",
    "-x",
    "+x",
    "(x",
    "x)",
    "a\\b",
    "%_%",
    "\ud800x",
    "\u202ex",
    "\ufffdx",
    "x\ufdd0",
    "f",
    "o",
]
SCRIPTS = st.sampled_from(
    "abcÄöéßıÅø 0123 -_./:@#+$'\" Жёй αΆς אבּם عَىة कि़ं தமி ไก่ ລຳ ក្រ မြ "
    "中文の。カーがぱ 한글ㄱ ﾊﾞ 🚀👍🏽🇸🇪 \u200d\u00ad\u0301"
)
TEXTS = st.one_of(st.text(max_size=80), st.text(SCRIPTS, max_size=80))


@pytest.fixture(params=drivers(), ids=lambda driver: driver.__name__)
def table(request: pytest.FixtureRequest) -> Iterator[FulltextTable]:
    made = FulltextTable(request.param)
    yield made
    made.close()


@pytest.mark.parametrize("query", HOSTILE)
def test_a_query_that_looks_like_syntax_is_only_words(table: FulltextTable, query: str) -> None:
    row = table.add(f"before {query} after")

    assert table.search(query) in ([row], [])
    assert table.search(f"{query} before") == [row]


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(TEXTS)
def test_any_text_is_a_valid_query_and_finds_itself(table: FulltextTable, text: str) -> None:
    row = table.add(text)

    if build_match(text) is not None:
        assert row in table.search(text)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(TEXTS)
@example("\u0301:\u0301")
def test_a_text_is_found_by_each_of_its_words(table: FulltextTable, text: str) -> None:
    row = table.add(text)

    for word in text.split():
        if build_match(word) is not None:
            assert row in table.search(word), word


@given(TEXTS)
def test_what_is_indexed_can_be_stored(text: str) -> None:
    encoded = encode_column(text)

    encoded.encode("utf-8")
    assert all(char.isalnum() or char == " " for char in encoded if char.isascii())


def test_a_query_without_words_matches_nothing() -> None:
    assert build_match("?!") is None
    assert build_match("") is None


def test_the_kind_of_a_row_is_no_word_of_it(table: FulltextTable) -> None:
    table.add("nothing to see", kind="f")

    assert table.search("f") == []


def test_words_around_count_less_than_words_inside(table: FulltextTable) -> None:
    around = table.add("yes, exactly", context="we moved the picnic to the lake")
    inside = table.add("we moved the picnic to the lake", context="yes, exactly")
    table.add_all(f"something else entirely, number {number}" for number in range(8))

    assert table.search("picnic by the lake") == [inside, around]


def test_a_sign_that_belongs_to_a_name_tells_it_apart(table: FulltextTable) -> None:
    table.add("C is the third letter")
    row = table.add("The engine is written in C++")

    assert table.search("C++") == [row]


def test_an_exact_word_ranks_above_one_that_only_begins_so(table: FulltextTable) -> None:
    longer = table.add("databasmigreringar granskas")
    exact = table.add("databaser granskas")
    table.add_all(f"annat innehåll {number}" for number in range(8))

    assert table.search("databaser") == [exact, longer]


@pytest.mark.parametrize(
    "query",
    [
        "säkerhetskopiornas " * 600,
        "".join(chr(0x4E00 + n * 7 % 20_000) for n in range(10_000)),
        "/".join(f"part{n}" for n in range(1_500))[:10_000],
        " ".join(f"ord{n}" for n in range(1_500))[:10_000],
        "x" * 10_000,
        "a." * 5_000,
        '"' * 10_000,
    ],
    ids=["word", "chinese", "path", "words", "letter", "dots", "quotes"],
)
def test_the_longest_query_is_answered_quickly(table: FulltextTable, query: str) -> None:
    table.add_all(f"fact number {number} about backups and {query[:50]}" for number in range(200))
    start = time.process_time()

    table.search(query)

    assert time.process_time() - start < 1.0


def test_many_threads_get_the_terms_that_one_gets() -> None:
    texts = [f"die Änderungen der Rechnungen {n} wurden von den Prüferinnen bestätigt" for n in range(60)]
    expected = [encode_column(text) for text in texts]

    with ThreadPoolExecutor(4) as pool:
        rounds = [pool.map(encode_column, texts) for _ in range(8)]
        results = [list(one) for one in rounds]

    assert all(result == expected for result in results)
