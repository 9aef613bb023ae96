"""What all languages call the months, and the words by which they lead to a time, for texts of any language."""

from __future__ import annotations

from functools import cache

from .time_lexicon import Role, words_of
from .time_vocabulary import MEASURES
from .time_words import TIME_WORDS

__all__ = ["MEASURES", "leading_words", "months"]

_HOMOGRAPHS = frozenset(("out", "ago"))  # Portuguese and Spanish short forms: `rolled out 2023`
_LEADS = (
    Role.WITHIN | Role.SINCE | Role.BEFORE | Role.AFTER | Role.UNTIL | Role.BETWEEN | Role.FROM | Role.TO | Role.UNIT
)


@cache
def months() -> dict[str, int]:
    """Months by their names in plain form; no name means different months."""
    return {
        word: known.month
        for code in TIME_WORDS
        for word, known in words_of(code).items()
        if known.month and word not in _HOMOGRAPHS
    }


@cache
def leading_words() -> frozenset[str]:
    """Prepositions and the like behind which four digits are a year."""
    return frozenset(word for code in TIME_WORDS for word, known in words_of(code).items() if known.roles & _LEADS)
