"""What is, will, may or must be, and who is meant: small words that make another claim, never a repetition."""

import pytest
from palimpsest.store.rules.conflict import Coexist, Contradiction, NearDuplicate, SameText, compare


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The build is ready.", "The build may be ready."),
        ("The build is ready.", "The build might be ready."),
        ("The build is ready.", "The build must be ready."),
        ("Der Build ist fertig.", "Der Build könnte fertig sein."),
        ("Bygget är klart.", "Bygget kan vara klart."),
        ("De build is klaar.", "De build kan klaar zijn."),
        ("A tulajdonos Kim.", "A tulajdonos Kim lehet."),
        ("负责人是小王。", "负责人可能是小王。"),
    ],
)
def test_what_may_or_must_be_is_not_what_is(old: str, new: str) -> None:
    assert isinstance(compare(old, new), Coexist)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The owner is Kim.", "The owner will be Kim."),
        ("The owner is Kim.", "The owner will be Bo."),
        ("Der Leiter ist Kim.", "Der Leiter wird Kim sein."),
        ("Ägaren är Kim.", "Ägaren ska vara Kim."),
        ("De eigenaar is Kim.", "De eigenaar zal Kim zijn."),
        ("A tulajdonos Kim.", "A tulajdonos Kim lesz."),
        ("Le chef est Kim.", "Le chef sera Kim."),
        ("负责人是小王。", "负责人将是小王。"),
    ],
)
def test_what_will_be_is_not_what_is(old: str, new: str) -> None:
    assert isinstance(compare(old, new), Coexist)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("He owns the parser.", "She owns the parser."),
        ("His desk is red.", "Her desk is red."),
        ("I own the parser.", "You own the parser."),
        ("He owns 3 parsers.", "She owns 4 parsers."),
        ("On Fridays he deploys.", "She deploys on Fridays."),
        ("Er besitzt den Parser.", "Sie besitzt den Parser."),
        ("Han äger parsern.", "Hon äger parsern."),
        ("Hij beheert de parser.", "Zij beheert de parser."),
        ("Elle possède le parseur.", "Il possède le parseur."),
        ("他拥有解析器。", "她拥有解析器。"),
    ],
)
def test_another_person_makes_another_claim(old: str, new: str) -> None:
    assert isinstance(compare(old, new), Coexist)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The build is ready. The owner is Kim.", "The build may be ready. The owner is Kim."),
        ("He owns it. The cache is on.", "She owns it. The cache is on."),
        ("Data is copied from S3. Nobody looks.", "Data is copied to S3. Nobody looks."),
    ],
)
def test_small_words_count_in_texts_of_several_sentences_too(old: str, new: str) -> None:
    assert isinstance(compare(old, new), Coexist)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("She is the owner. The cache is on.", "The cache is on. She is the owner."),
        ("Our cache is shared.", "The cache is shared."),
        ("The documentation lives in its own repository.", "The docs live in their own repo."),
        ("Rechnungen sind bis Mai zu bezahlen.", "Rechnungen müssen bis Mai bezahlt werden."),
        ("Members can only cancel in writing.", "Members only cancel in writing."),
    ],
)
def test_the_same_mood_and_person_stay_a_repetition(old: str, new: str) -> None:
    assert isinstance(compare(old, new), SameText | NearDuplicate)


def test_a_place_behind_a_possessive_still_contradicts() -> None:
    assert isinstance(compare("The key is in her cellar.", "The key is in her attic."), Contradiction)
