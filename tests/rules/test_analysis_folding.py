"""Two spellings of one word give the same terms."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from palimpsest.store.rules import scripts
from palimpsest.store.rules.analysis import index_terms

SAME = [
    ("Café Zoë", "cafe zoe"),
    ("STRASSE", "Straße"),
    ("Łódź", "lodz"),
    ("rødgrød", "rodgrod"),
    ("æble", "aeble"),
    ("Đorđe", "dorde"),
    ("Işık", "isik"),
    ("İstanbul", "istanbul"),
    ("ΤΙΜΟΛΌΓΙΑ", "τιμολογια"),
    ("Семён", "семен"),
    ("за́мок", "замок"),
    ("المُسْتَخْدِم", "المستخدم"),
    ("أحمد", "احمد"),
    ("فارسی", "فارسي"),
    ("נוֹעָה", "נועה"),
    ("सड़क", "सडक"),
    ("१२३४", "1234"),
    ("٢٠٢٤", "2024"),
    ("ＲＳ２５６", "rs256"),
    ("ﾊﾞｯｸｱｯﾌﾟ", "バックアップ"),
    ("バックアップ", "ばっくあっぷ"),
    ("ﬁle", "file"),
    ("da\u00adta\u200dbase", "database"),
    ("don’t", "don't"),
    ("👍🏽", "👍"),
    ("❤️", "❤"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_spellings_of_one_word_are_found_by_the_same_term(one: str, other: str) -> None:
    assert set(index_terms(one)) & set(index_terms(other))
    assert index_terms(one)[0] == index_terms(other)[0]


@pytest.mark.parametrize(
    ("one", "other"),
    [("が", "か"), ("ก่", "ก"), ("パ", "ハ"), ("कि", "की"), ("й", "и"), ("ம", "மா"), ("집", "잡"), ("5", "6")],
)
def test_marks_that_make_another_sound_are_kept(one: str, other: str) -> None:
    assert set(index_terms(one)).isdisjoint(index_terms(other))


@pytest.mark.parametrize("text", ["데이터베이스를 백업", "バックアップが", "Zoltán Győrbe", "कर्मचारियों", "Đà Nẵng"])
def test_composed_and_decomposed_text_give_the_same_terms(text: str) -> None:
    assert index_terms(unicodedata.normalize("NFD", text)) == index_terms(unicodedata.normalize("NFC", text))


@given(st.text())
def test_a_character_keeps_its_place_between_text_and_classes(text: str) -> None:
    normal = scripts.normalise(text)

    assert len(scripts.classes_of(normal)) == len(normal)


@given(st.text())
def test_folding_twice_changes_nothing_more(text: str) -> None:
    once = scripts.fold(scripts.normalise(text))

    assert scripts.fold(once) == once


@given(st.text())
def test_what_is_invisible_in_a_text_does_not_survive(text: str) -> None:
    kept = scripts.normalise(text)

    assert not {unicodedata.category(char) for char in kept if not kept.isascii()} & {"Cs", "Cf"}
