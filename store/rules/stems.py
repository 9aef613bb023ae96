"""Stems: what a word is compared by, beside its own form. Snowball's where it knows the language."""

import importlib
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Protocol, cast

from . import scripts

_SNOWBALL = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek", "en": "english",
    "eo": "esperanto", "es": "spanish", "et": "estonian", "eu": "basque", "fa": "persian", "fi": "finnish",
    "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian", "id": "indonesian", "it": "italian",
    "lt": "lithuanian", "ne": "nepali", "nl": "dutch", "no": "norwegian", "pl": "polish", "pt": "portuguese",
    "ro": "romanian", "ru": "russian", "sr": "serbian", "st": "sesotho", "sv": "swedish", "ta": "tamil",
    "tr": "turkish", "yi": "yiddish",
    # Close relatives of a language that Snowball knows.
    "af": "dutch", "be": "russian", "bg": "russian", "mk": "russian", "mr": "hindi", "sk": "czech", "sl": "serbian",
    "uk": "russian",
}  # fmt: skip
_SHORTEST_STEM = 2


class _Stemmer(Protocol):
    def stemWord(self, word: str, /) -> str: ...  # noqa: N802 - PyStemmer's name


@cache
def _stemmer(algorithm: str) -> _Stemmer | None:
    module = importlib.import_module("Stemmer")
    if algorithm not in module.algorithms():  # an older PyStemmer knows fewer
        return None
    return cast("_Stemmer", module.Stemmer(algorithm))


def has_stems(language: str) -> bool:
    """Whether a language has a stemmer of its own or a relative's."""
    return language in _SNOWBALL


@lru_cache(maxsize=20_000)
def stems(word: str, languages: tuple[str, ...]) -> tuple[str, ...]:
    """The folded stems of a lower-cased word in these languages, distinct, without the folded word itself.

    A word with diacritics is stemmed as written and as someone types it who leaves them out.
    """
    bare = scripts.fold(word)
    forms = (word,) if bare == word else (word, bare)
    found: dict[str, None] = {}
    for algorithm in dict.fromkeys(_SNOWBALL[name] for name in languages if name in _SNOWBALL):
        stemmer = _stemmer(algorithm)
        if stemmer is not None:
            found.update(dict.fromkeys(scripts.fold(stemmer.stemWord(form)) for form in forms))
    return tuple(stem for stem in found if len(stem) >= _SHORTEST_STEM and stem != bare)


def shared_beginning(words: Sequence[str]) -> str:
    """The longest beginning that all words have."""
    first, last = min(words), max(words)
    length = next((at for at, (left, right) in enumerate(zip(first, last, strict=False)) if left != right), len(first))
    return first[:length]
