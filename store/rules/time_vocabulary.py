"""One language's words for time, ready to be looked up in a text that is, or may be, of that language."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache

from .plain_text import plain
from .time_lexicon import OTHER, Role, Word, homonyms, key_of, words_of
from .time_words import TIME_WORDS

NO_LANGUAGE = ""
_MEASURES = """ms s kb mb gb tb kib mib gib px hz khz mhz ghz km kg usd eur sek tokens token bytes byte rows requests
    users items lines characters chars words pages points files records entries connections threads messages times"""
MEASURES = frozenset(_MEASURES.split())
"""What numbers count in most languages: `2024 tokens` is no year."""
# What is numbered in most languages: `port 2023` is no year.
_COUNTED = """port ports issue issues pr error code line lines id ids no nr number version page room step ticket build
    server office studio exchange sharepoint es ecmascript rfc iso cve chapter section row column exit status http bug
    case"""
_NEUTRAL = {
    word: Word(roles) for roles, words in ((Role.MEASURE, MEASURES), (Role.COUNTED, _COUNTED.split())) for word in words
}
# Left out of a text that isn't known to be of the language: what depends on every word around it.
_ONLY_IF_KNOWN = Role.EVENT | Role.EVENT_BEHIND | Role.MAYBE_WHEN
# Without one of these no phrase of words begins or ends.
_TELLING = (
    Role.MONTH | Role.MAYBE_MONTH | Role.WEEKDAY | Role.NEAR | Role.RELATIVE | Role.ROLLING | Role.AGO | Role.AGO_AHEAD
    | Role.SINCE | Role.EVENT | Role.EVENT_BEHIND | Role.WHEN | Role.MAYBE_WHEN | Role.LATEST | Role.EARLIEST
)  # fmt: skip
Phrases = dict[str, list[tuple[tuple[str, ...], Word]]]


@dataclass(slots=True)
class Vocabulary:
    """One language's words in plain form, and its phrases by their first word, longest first."""

    code: str
    words: dict[str, Word] = field(default_factory=dict[str, Word])
    phrases: Phrases = field(default_factory=Phrases)
    ordinals: frozenset[str] = frozenset()
    particles: frozenset[str] = frozenset()
    is_unspaced: bool = False
    telling: frozenset[str] = frozenset()
    """The words, and the first words of phrases, without one of which a query says nothing about time but by dates."""
    runs: re.Pattern[str] | None = None
    """Finds the words of a language that writes none apart, or hangs particles on them."""


@cache
def vocabulary_of(code: str, *, is_known: bool) -> Vocabulary:
    """The vocabulary of a language; what could be misread is left out unless the text is known to be of it.

    `NO_LANGUAGE` has one too: that of a text in no known language.
    """
    vocabulary = Vocabulary(code, dict(_NEUTRAL))
    if code == NO_LANGUAGE:
        return vocabulary
    for key, word in _known_words(code).items() if is_known else _safe_words(code).items():
        first, *rest = key.split("_")
        if rest:
            vocabulary.phrases.setdefault(first, []).append((tuple(rest), word))
        else:
            neutral = _NEUTRAL.get(key)
            vocabulary.words[key] = word._replace(roles=word.roles | neutral.roles) if neutral else word
    for known in vocabulary.phrases.values():
        known.sort(key=lambda phrase: (-len(phrase[0]), phrase[0]))
    words = {word for word, known in vocabulary.words.items() if known.roles & _TELLING}
    phrases = {first for first, known in vocabulary.phrases.items() if any(word.roles & _TELLING for _, word in known)}
    vocabulary.telling = frozenset(words | phrases)
    _add_form(vocabulary)
    return vocabulary


def _known_words(code: str) -> dict[str, Word]:
    needing_context = homonyms(code)
    return {key: _with_context(word) if key in needing_context else word for key, word in words_of(code).items()}


def _safe_words(code: str) -> dict[str, Word]:
    needing_context = homonyms()
    shared = frozenset(map(key_of, TIME_WORDS[code].shared.split()))
    words: dict[str, Word] = {}
    for key, word in words_of(code).items():
        if key not in shared:
            kept = _with_context(word) if key in needing_context else word
            words[key] = kept._replace(roles=kept.roles & ~_ONLY_IF_KNOWN)
    return words


def _with_context(word: Word) -> Word:
    """A month that is another word too."""
    return word._replace(roles=word.roles & ~Role.MONTH | Role.MAYBE_MONTH) if word.roles & Role.MONTH else word


def _add_form(vocabulary: Vocabulary) -> None:
    language = TIME_WORDS[vocabulary.code]
    vocabulary.ordinals = frozenset(map(plain, language.ordinals.split()))
    vocabulary.is_unspaced = language.is_unspaced
    vocabulary.particles = frozenset(language.particles.split())
    if language.is_unspaced or language.particles:
        parts = {part for key in (*_NEUTRAL, *words_of(vocabulary.code)) for part in key.split("_")}
        longest_first = sorted(parts, key=lambda part: (-len(part), part))
        vocabulary.runs = re.compile("|".join(map(re.escape, longest_first)))


@cache
def letters() -> dict[int, str]:
    """A letter for each combination of roles that a term can have, so that phrases are found by regular expressions."""
    combinations = {OTHER, Role.NUMBER | Role.DIGITS, Role.NUMBER | Role.DIGITS | Role.YEAR}
    combinations |= {1 << bit for bit in range(Role.DASH.bit_length())}
    for code in TIME_WORDS:
        for key, word in words_of(code).items():
            combinations.add(word.roles | _NEUTRAL.get(key, Word()).roles)
    combinations |= {roles & ~_ONLY_IF_KNOWN for roles in combinations}
    combinations |= {roles & ~Role.MONTH | Role.MAYBE_MONTH for roles in combinations if roles & Role.MONTH}
    return {roles: chr(0xE000 + at) for at, roles in enumerate(sorted(combinations))}


_NAME = re.compile("(?<!P)<([a-z_]+)>")


def pattern(text: str) -> re.Pattern[str]:
    """A pattern of terms: `[<within><since>]<month>` is a month behind one of two kinds of words."""
    return re.compile(_NAME.sub(lambda name: _letters_with(getattr(Role, name[1].upper())), text.replace(" ", "")))


@cache
def _letters_with(role: int) -> str:
    return "".join(letter for roles, letter in letters().items() if roles & role)
