"""What a preference favours, denies and puts second, in the languages whose denials are known."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from palimpsest.store.rules.analysis import query_terms
from palimpsest.store.rules.stance import Stance, read_stance

SENTENCES = [
    # English
    ("We indent with tabs.", "tabs", ""),
    ("The user never wants MongoDB.", "", "MongoDB"),
    ("The user doesn’t want MongoDB", "", "MongoDB"),
    ("The user dislikes emacs.", "", "emacs"),
    ("prefers pytest over unittest", "pytest", "unittest"),
    ("uses Hetzner, not AWS", "Hetzner", "AWS"),
    ("uses Hetzner not AWS", "Hetzner", "AWS"),
    ("Postgres and no MongoDB", "Postgres", "MongoDB"),
    ("Tailwind instead of Bootstrap", "Tailwind", "Bootstrap"),
    ("Instead of Bootstrap the user wants Tailwind", "Tailwind", "Bootstrap"),
    ("Rather than Emacs or Nano, use Vim", "Vim", "Emacs Nano"),
    ("prefers tabs to spaces", "tabs", "spaces"),
    ("prefers to use tabs", "tabs", ""),
    ("prefers Vim to be the editor", "Vim", ""),
    ("prefers deployments to AWS", "", ""),
    ("doesn't like Emacs but uses Vim", "Vim", "Emacs"),
    ("hates Emacs and loves Vim", "Vim", "Emacs"),
    ("never likes or uses MongoDB", "", "MongoDB"),
    ("no MongoDB, Redis or AWS", "", "MongoDB Redis AWS"),
    ("neither Emacs nor Nano", "", "Emacs Nano"),
    ("not only pytest but also unittest", "pytest unittest", ""),
    ("MongoDB should never be used.", "", "MongoDB"),
    ("uses Vim because it is not heavy", "Vim", ""),
    ("uses Vim to avoid lock-in", "Vim", ""),
    ("wants tabs without alignment", "tabs", ""),
    ("transfers files over SSH", "SSH", ""),
    ("doesn't dislike Emacs", "Emacs", ""),
    ("never uses anything but Vim", "Vim", ""),
    ("no editor other than Vim", "Vim", ""),
    ("everything except Emacs", "", "Emacs"),
    ("Spaces: no. Tabs: yes.", "Tabs", "Spaces"),
    ("Prefers C++ over C#", "C++", "C#"),
    ("Prefers Python to Java, and Go to Rust", "Python Go", "Java Rust"),
    ("The user said no to Docker", "", "Docker"),
    ("We moved from Redis to Postgres.", "Postgres", "Redis"),
    ("migrated from MongoDB and Redis to Postgres", "Postgres", "MongoDB Redis"),
    ("Replace Redis with Postgres", "Postgres", "Redis"),
    ("Postgres replaces Redis", "Postgres", "Redis"),
    ("MongoDB has been replaced by Postgres", "Postgres", "MongoDB"),
    ("dropped Redis in favour of Postgres", "Postgres", "Redis"),
    ("Don't replace Redis with MongoDB", "Redis", "MongoDB"),
    ("never moved from Redis to MongoDB", "Redis", "MongoDB"),
    ("prefers find and replace", "replace", ""),
    ("MongoDB is deprecated", "", "MongoDB"),
    ("avoid deprecated Redis", "", "Redis"),
    ("MongoDB is out of the question", "", "MongoDB"),
    ("moved away from Redis", "", "Redis"),
    ("Postgres > Redis", "Postgres", "Redis"),
    ("Redis -> Postgres", "Postgres", "Redis"),
    # Swedish
    ("föredrar tabbar framför mellanslag", "tabbar", "mellanslag"),
    ("I stället för Emacs använder hen Vim", "Vim", "Emacs"),
    ("MongoDB vill användaren aldrig ha.", "", "MongoDB"),
    ("inte Emacs, utan Vim", "Vim", "Emacs"),
    ("ogillar emacs", "", "emacs"),
    ("hellre Vim än Emacs", "Vim", "Emacs"),
    # German
    ("Er mag lieber Vim als Emacs", "Vim", "Emacs"),
    ("Vim statt Emacs", "Vim", "Emacs"),
    ("Statt Emacs nutzt er Vim", "Vim", "Emacs"),
    ("mag Emacs nicht und nutzt Vim", "Vim", "Emacs"),
    ("möchte keine Tabs, sondern Leerzeichen", "Leerzeichen", "Tabs"),
    ("bevorzugt Tabs gegenüber Leerzeichen", "Tabs", "Leerzeichen"),
    ("lehnt Emacs ab", "", "Emacs"),
    ("verzichtet auf Emacs", "", "Emacs"),
    ("mag Emacs auf keinen Fall", "", "Emacs"),
    ("legt keinen Wert auf Emacs", "", "Emacs"),
    ("setzt auf Vim", "Vim", ""),
    ("ersetzt Redis durch Postgres", "Postgres", "Redis"),
    # Dutch
    ("In plaats van Emacs gebruikt hij Vim", "Vim", "Emacs"),
    ("wil MongoDB niet", "", "MongoDB"),
    ("liever Vim dan Emacs", "Vim", "Emacs"),
    ("houdt niet van Emacs maar van Vim", "Vim", "Emacs"),
    ("vervangt Redis door Postgres", "Postgres", "Redis"),
    # French
    ("préfère Vim à Emacs", "Vim", "Emacs"),
    ("Vim plutôt qu'Emacs", "Vim", "Emacs"),
    ("n'aime pas Emacs", "", "Emacs"),
    ("n'utilise plus MongoDB", "", "MongoDB"),
    ("n'utilise que Vim", "Vim", ""),
    ("remplace Redis par Postgres", "Postgres", "Redis"),
    # Spanish
    ("prefiere los tabuladores a los espacios", "tabuladores", "espacios"),
    ("En lugar de Emacs usa Vim", "Vim", "Emacs"),
    ("no Emacs sino Vim", "Vim", "Emacs"),
    ("reemplaza Redis por Postgres", "Postgres", "Redis"),
    # Hungarian
    ("Szóköz helyett tabulátort használ", "tabulátort", "Szóköz"),
    ("Vimet használ Emacs helyett", "Vimet", "Emacs"),
    ("inkább a Vim, mint az Emacs", "Vim", "Emacs"),
    ("A felhasználó soha nem akar MongoDB-t.", "", "MongoDB"),
    ("nem Emacs, hanem Vim", "Vim", "Emacs"),
    ("A Vimet jobban kedveli, mint az Emacset", "Vimet", "Emacset"),
    # Chinese
    ("用制表符而不是空格", "制表符", "空格"),
    ("不要用MongoDB、Redis", "", "MongoDB Redis"),
    ("比起空格更喜欢制表符", "制表符", "空格"),
    ("喜欢Vim，不喜欢Emacs", "Vim", "Emacs"),
    ("Vim不错", "Vim", ""),
    # Italian, Portuguese, Danish, Polish, Russian, Japanese
    ("preferisce Vim a Emacs", "Vim", "Emacs"),
    ("prefere Vim em vez de Emacs", "Vim", "Emacs"),
    ("foretrækker Vim frem for Emacs", "Vim", "Emacs"),
    ("woli Vim niż Emacs", "Vim", "Emacs"),
    ("предпочитает Vim вместо Emacs", "Vim", "Emacs"),
    ("EmacsよりVimが好き", "Vim", "Emacs"),
    ("MongoDBは使わない", "", "MongoDB"),
]


def is_named(name: str, terms: frozenset[str]) -> bool:
    return all(not terms.isdisjoint(word.terms) for word in query_terms(name))


def read(text: str, names: list[str]) -> Stance:
    return read_stance(text, lambda terms: any(is_named(name, terms) for name in names))


@pytest.mark.parametrize(("text", "favoured", "denied"), SENTENCES)
def test_what_is_denied_or_put_second_is_told_from_what_is_favoured(text: str, favoured: str, denied: str) -> None:
    names = [*favoured.split(), *denied.split()] or ["AWS"]

    stance = read(text, names)

    assert [name for name in names if is_named(name, stance.favoured)] == favoured.split()
    assert [name for name in names if is_named(name, stance.denied)] == denied.split()


def test_a_sign_is_no_word_of_either_side_but_can_be_asked_for() -> None:
    stance = read("never tabs", ["tabs"])

    assert "never" in stance.signs
    assert "never" not in stance.favoured | stance.denied


@pytest.mark.parametrize(
    ("text", "denies"),
    [
        ("The user hates it.", True),
        ("Never again", True),
        ("likes it, and never leaves it", False),
        ("likes it", False),
    ],
)
def test_the_first_clause_says_whether_the_text_denies(text: str, denies: bool) -> None:
    assert read(text, ["tabs"]).denies is denies


SCRAPS = ["tabs", "spaces", "not", "never", "n't", "instead of", "over", "prefers", "to", "and", ",", ".", "helyett"]


@given(st.lists(st.sampled_from([*SCRAPS, "statt", "ne", "que", "不", "而不是", "より", "(", "\n"]), max_size=30))
def test_every_word_stands_on_some_side_or_may_be_meant_either_way_however_the_signs_are_strewn(
    scraps: list[str],
) -> None:
    stance = read(" ".join(scraps), ["tabs", "spaces"])

    for name in {"tabs", "spaces"}.intersection(scraps):
        assert is_named(name, stance.favoured | stance.denied) or "prefers" in scraps or stance.is_unsure


@given(st.text(max_size=200))
def test_any_text_can_be_read_and_denies_only_by_a_sign(text: str) -> None:
    stance = read(text, ["a"])
    assert stance.signs or not stance.denied
