"""Guesses the language of a claim by its function words and letters."""

from collections.abc import Iterable
from functools import cache

from .languages import LANGUAGES

_FUNCTION_WORDS = (
    "articles", "one", "light", "be", "must", "may", "prepositions", "for_whom", "agent", "negations", "every", "only",
    "always", "numbers", "months", "weekdays", "happened",
)  # fmt: skip
_CONTENT_WORDS = ("single", "many", "uses", "units", "rates", "ended", "holders", "functional", "opposed")
_CONTENT_WEIGHT = 0.5
_BY_LETTER = {
    letter: tuple(language.code for language in LANGUAGES if letter in language.letters)
    for letter in "".join(language.letters for language in LANGUAGES)
}


@cache
def _votes() -> dict[str, tuple[tuple[str, float], ...]]:
    """For each telling word the languages it tells of; a word of many tells little, and so does a noun."""
    speakers: dict[str, dict[str, float]] = {}
    for weight, names in ((1.0, _FUNCTION_WORDS), (_CONTENT_WEIGHT, _CONTENT_WORDS)):
        for language in LANGUAGES:
            for word in " ".join(getattr(language, name) for name in names).replace(",", " ").replace(";", " ").split():
                speakers.setdefault(word.partition("=")[0].casefold(), {}).setdefault(language.code, weight)
    return {word: tuple((c, w / len(codes)) for c, w in codes.items()) for word, codes in speakers.items()}


def vote_for_languages(text: str, words: Iterable[str]) -> dict[str, float]:
    """How much speaks for each language, by its function words and letters (`text` and `words` lower-cased)."""
    votes: dict[str, float] = {}
    known = _votes()
    for word in words:
        for code, weight in known.get(word, ()):
            votes[code] = votes.get(code, 0.0) + weight
    if not text.isascii():
        for letter in set(text) & _BY_LETTER.keys():
            codes = _BY_LETTER[letter]
            for code in codes:
                votes[code] = votes.get(code, 0.0) + 1 / len(codes)
    return votes


def choose_language(votes: dict[str, float]) -> str:
    """The language with most votes; a tie falls to the one listed first."""
    return max((language.code for language in LANGUAGES), key=lambda code: votes.get(code, 0.0))
