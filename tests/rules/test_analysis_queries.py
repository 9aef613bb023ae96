"""What a query looks for: function words go when something else remains, and its size is bounded."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from palimpsest.store.rules.analysis import (
    ANALYSER_VERSION,
    MOST_ALTERNATIVES,
    MOST_QUERY_WORDS,
    index_terms,
    query_terms,
)


def surfaces(query: str) -> list[str]:
    return [term.surface for term in query_terms(query)]


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("When did Caroline go to the LGBTQ support group?", ["caroline", "go", "lgbtq", "support", "group"]),
        ("vad är det som krypteras i databasen", ["krypteras", "databasen"]),
        ("Wann werden die Rechnungen geprüft?", ["rechnungen", "gepruft"]),
        ("où sont les sauvegardes de la base", ["sauvegardes", "base"]),
        ("когда начинается встреча", ["начинается", "встреча"]),
        ("टीम की बैठक कब है", ["टीम", "बैठक"]),
        ("redis 是什么", ["redis"]),
        ("Redis は何に使うか", ["redis", "何", "は何", "何に", "使う", "うか"]),
        ("비밀번호를 언제 변경합니까", ["비밀번호를", "변경합니까"]),
    ],
)
def test_a_question_looks_only_for_what_it_is_about(question: str, kept: list[str]) -> None:
    assert surfaces(question) == kept


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("orders", "Az ebéd két órakor kezdődik"),
        ("order", "Az ebéd két órakor kezdődik"),
        ("users", "Us and them, said the poster"),
        ("ideas", "The id is a number"),
    ],
)
def test_a_word_is_not_looked_for_by_the_stub_that_another_language_leaves_of_it(query: str, text: str) -> None:
    (word,) = query_terms(query)

    assert set(word.terms).isdisjoint(index_terms(text))
    assert not word.beginning


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("orders", "the order of the tables"),
        ("autóinkkal", "az autó piros és gyors"),
        ("házaikban", "a ház nagy és régi"),
        ("koirillemme", "koira on iso ja se on musta"),
        ("evlerinde", "ev çok büyük ve güzel"),
    ],
)
def test_a_lone_word_is_found_by_a_short_stem_of_its_own_language(query: str, text: str) -> None:
    (word,) = query_terms(query)

    assert set(word.terms) & set(index_terms(text))


def test_function_words_stay_when_there_is_nothing_else() -> None:
    assert surfaces("to be or not to be") == ["to", "be", "or", "not"]


def test_a_function_word_of_another_language_is_a_word_here() -> None:
    assert "hat" in surfaces("where is the red hat")
    assert "die" in surfaces("why did the plants die")


def test_capitals_that_mean_something_are_kept() -> None:
    assert "it" in surfaces("who runs the IT department")
    assert "may" in surfaces("which incident was in May")


@pytest.mark.parametrize(
    ("query", "pairs"),
    [
        ("数据库在哪里", ["数据", "据库"]),
        ("データベースはどこですか", ["でー", "ーた", "たべ", "べー", "ーす"]),
        ("猫", ["猫"]),
        ("密钥的备份", ["密钥", "备份"]),
        ("现在", ["现", "现在"]),
        ("我的猫", ["我", "我的", "猫", "的猫"]),
        ("はな", ["はな"]),
        ("請求書の送信", ["請求", "求書", "送信"]),
        ("chromium浏览器", ["chromium", "浏览", "览器"]),
    ],
)
def test_a_run_without_spaces_is_looked_for_by_its_pairs(query: str, pairs: list[str]) -> None:
    assert surfaces(query) == pairs


def test_a_korean_word_is_looked_for_without_its_ending() -> None:
    assert "데이터베이스" in query_terms("데이터베이스에서는")[0].terms


@pytest.mark.parametrize(
    "query", ["", "   ", "...!?", "«»—…", "。、「」", "\u200b\u200d", "\ud800", "\x00\t", "*\"'()"]
)
def test_a_query_of_punctuation_looks_for_nothing(query: str) -> None:
    assert query_terms(query) == []


@pytest.mark.parametrize("query", ["🚀", "✅", "€", "→", "🇸🇪", "∑"])
def test_a_symbol_is_a_word(query: str) -> None:
    assert query_terms(f"where is {query}")[-1].terms[0] in index_terms(f"here {query} it is")


def test_a_long_query_keeps_its_identifiers_and_longest_words() -> None:
    query = " ".join(f"w{'abcdefghij'[n % 10]}{'klmnopqrst'[n // 10 % 10]}{'uvwxyzabcd'[n // 100]}" for n in range(900))

    kept = surfaces(f"{query} tenant_id reallyverylongword")

    assert len(kept) == MOST_QUERY_WORDS
    assert {"tenant_id", "reallyverylongword"} <= set(kept)


@given(st.text(max_size=300))
def test_every_query_stays_small(text: str) -> None:
    terms = query_terms(text)

    assert len(terms) <= MOST_QUERY_WORDS
    assert all(0 < len(term.terms) <= 2 * MOST_ALTERNATIVES for term in terms)
    assert all(word for term in terms for word in term.terms)


def test_the_version_names_the_stemmers_that_made_the_terms() -> None:
    assert ANALYSER_VERSION.split("+")[1][0].isdigit()
