"""Which languages a text may be written in, guessed from its function words and its letters."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache

from . import language_signs as signs
from . import scripts, stopwords

_LETTER_SETS = {name: frozenset(letters) for name, letters in signs.LETTERS.items()}
_NO_LETTERS: frozenset[str] = frozenset()
_DISTINCTIVE = {
    script: _NO_LETTERS.union(*(_LETTER_SETS.get(name, _NO_LETTERS) for name in names))
    for script, names in signs.LANGUAGES_OF.items()
}

SURE = 1.0  # the evidence of one function word that no other language here has
CLOSE = 0.6  # share of the best evidence from which another language still counts


@dataclass(frozen=True)
class Guess:
    """Languages by falling evidence, and whether the evidence is enough to leave the others out."""

    languages: tuple[str, ...]
    is_sure: bool


def script_of(word: str) -> str:
    """The script of a word's first letter; empty where no language here is written in it."""
    return _script_of_letter(word[0])


@lru_cache(maxsize=2_000)
def _script_of_letter(letter: str) -> str:
    code = ord(letter)
    return next((name for first, last, name in signs.SCRIPT_RANGES if first <= code <= last), "")


def candidates(script: str) -> tuple[str, ...]:
    """All languages that may be meant in a script, the likeliest first."""
    return signs.LANGUAGES_OF.get(script, ())


def guess(words: Iterable[str], script: str, sure: float = SURE) -> Guess:
    """The languages of lower-cased words of one script; `sure` is the evidence from which others are left out."""
    names = candidates(script)
    if len(names) < 2:
        return Guess(names, is_sure=True)
    distinct = frozenset(words)
    scores = dict.fromkeys(names, 0.0)
    _count_function_words(distinct, scores)
    _count_letters(distinct, script, scores)
    _count_endings(distinct, scores)
    ranked = sorted(names, key=lambda name: (-scores[name], names.index(name)))
    best = scores[ranked[0]]
    if best >= sure:
        return Guess(tuple(name for name in ranked if scores[name] >= CLOSE * best)[:3], is_sure=True)
    return Guess(tuple(name for name in ranked if scores[name] >= 0.0) or names, is_sure=False)


def _count_function_words(words: frozenset[str], scores: dict[str, float]) -> None:
    owners_of = stopwords.languages_by_word()
    for word in words:
        owners = owners_of.get(word, ())
        for name in owners:
            if name in scores:
                scores[name] += 1.0 / (1.0 + 0.25 * (len(owners) - 1))


def _count_letters(words: frozenset[str], script: str, scores: dict[str, float]) -> None:
    """A word with letters of its own speaks for the languages that write all of them, against the others."""
    distinctive = _DISTINCTIVE[script]
    for word in words:
        letters = distinctive.intersection(word)
        if not letters:
            continue
        owners = [name for name in scores if letters <= _LETTER_SETS.get(name, _NO_LETTERS)]
        for name in scores:
            scores[name] += 1.0 / (1.0 + 0.25 * (len(owners) - 1)) if name in owners else -0.25


@cache
def _owners_of_endings() -> dict[str, tuple[str, ...]]:
    owners: dict[str, list[str]] = {}
    for name, endings in signs.ENDINGS.items():
        for ending in endings.split():
            owners.setdefault(scripts.fold(ending), []).append(name)
    return {ending: tuple(names) for ending, names in owners.items()}


def _count_endings(words: frozenset[str], scores: dict[str, float]) -> None:
    """Weak evidence, which decides where a text is short and has no function words."""
    owners_of = _owners_of_endings()
    for word in words:
        bare = scripts.fold(word)
        for length in (5, 4, 3):
            owners = owners_of.get(bare[-length:], ()) if len(bare) > length + 2 else ()
            for name in owners:
                if name in scores:
                    scores[name] += 0.4 / (1.0 + 0.25 * (len(owners) - 1))


def plain(word: str) -> str:
    """A word as the function-word lists know it."""
    return scripts.fold(word).replace("'", "")
