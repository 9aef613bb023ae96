"""Stems: what a word is compared by, beside its own form. Snowball's where it knows the language."""

import importlib
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Protocol, cast

from . import light_stems, scripts

_SNOWBALL = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek", "en": "english",
    "eo": "esperanto", "es": "spanish", "et": "estonian", "eu": "basque", "fa": "persian", "fi": "finnish",
    "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian", "id": "indonesian",
    "it": "italian", "lt": "lithuanian", "ne": "nepali", "nl": "dutch", "no": "norwegian", "pl": "polish",
    "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian", "st": "sesotho", "sv": "swedish",
    "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip
_RELATIVES = {  # stemmed, roughly, as a close relative
    "af": "dutch", "be": "russian", "bg": "russian", "mk": "russian", "mr": "hindi", "sk": "czech", "sl": "serbian",
    "uk": "russian",
}  # fmt: skip
_ALGORITHMS = _SNOWBALL | _RELATIVES
# Here sounds inside the stem change with the ending.
_CHANGING = frozenset(("fi", "et", "lt"))
_SHORTEST_STEM = 2
_SHORTEST_BEGINNING = 5
_TELLING_STEM = 4  # letters that say which word it is, however long its ending
_LONG = 10  # from here two letters less still say which word it is


class _Stemmer(Protocol):
    def stemWord(self, word: str, /) -> str: ...  # noqa: N802 - PyStemmer's name


def snowball_version() -> str:
    """Major and minor version of the stemmers: another one may cut words elsewhere."""
    version: str = importlib.import_module("Stemmer").version()
    return ".".join(version.split(".")[:2])


@cache
def _stemmer(algorithm: str) -> _Stemmer | None:
    module = importlib.import_module("Stemmer")
    if algorithm not in module.algorithms():  # an older PyStemmer knows fewer
        return None
    return cast("_Stemmer", module.Stemmer(algorithm))


@lru_cache(maxsize=20_000)
def stems(word: str, languages: tuple[str, ...]) -> tuple[str, ...]:
    """The folded stems of a lower-cased word in these languages, distinct, without the folded word itself.

    A word with diacritics is stemmed as written and as someone types it who leaves them out.
    """
    bare = scripts.fold(word)
    found = dict.fromkeys(_snowball_stems(word, bare, languages))
    if "he" in languages:
        found.update(dict.fromkeys(light_stems.hebrew_stems(bare)))
    return tuple(stem for stem in found if len(stem) >= _SHORTEST_STEM and stem != bare)


def guessed_stems(word: str, languages: tuple[str, ...]) -> tuple[str, ...]:
    """The stems where the languages are only guessed: all of the likeliest, of the others what is no mere stub.

    `orders` is looked for as `order`, and not by the two letters that Dutch leaves of it.
    """
    shortest = min(_TELLING_STEM, len(scripts.fold(word)) / 2)
    likeliest = stems(word, languages[:1])
    return tuple(stem for stem in stems(word, languages) if len(stem) >= shortest or stem in likeliest)


def _snowball_stems(word: str, bare: str, languages: tuple[str, ...]) -> Iterator[str]:
    forms = (word,) if bare == word else (word, bare)
    for algorithm in dict.fromkeys(_ALGORITHMS[name] for name in languages if name in _ALGORITHMS):
        stemmer = _stemmer(algorithm)
        if stemmer is not None:
            yield from (scripts.fold(stemmer.stemWord(form)) for form in forms)


def beginning(words: Sequence[str], languages: tuple[str, ...]) -> str:
    """What other forms and compounds begin with, given a folded word and its stems; empty where too much does.

    Stems that lost a prefix don't count. Those that are only rough, or whose sounds change, are cut by two more.
    """
    shared = _shared_beginning([word for word in words if word[:1] == words[0][:1]])
    if _is_rough(languages) or (len(shared) >= _LONG and not _CHANGING.isdisjoint(languages)):
        shared = shared[: max(_SHORTEST_BEGINNING, len(shared) - 2)]
    return shared if len(shared) >= _SHORTEST_BEGINNING else ""


def _is_rough(languages: tuple[str, ...]) -> bool:
    """Whether the likeliest language has no stemmer of its own, or one that can't see through its sounds."""
    return not languages or languages[0] not in _SNOWBALL or languages[0] in _CHANGING or "uk" in languages


def _shared_beginning(words: Sequence[str]) -> str:
    first, last = min(words), max(words)
    length = next((at for at, (left, right) in enumerate(zip(first, last, strict=False)) if left != right), None)
    return first[:length]
