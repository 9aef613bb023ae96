"""Looks words up in the lists of a language, by form and by stem."""

import importlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Protocol, cast

from .languages import LANGUAGES, Language


class Role:
    """What a word does in a claim, as bits that add up; a word without a role is content.

    Plain integers, because an IntFlag costs a call for each test and a comparison makes hundreds.
    """

    ARTICLE = 1
    ONE = 2
    LIGHT = 4
    BE = 8
    MUST = 16
    MAY = 32
    PREPOSITION = 64
    FOR = 128
    SINCE = 256
    AGENT = 512
    NEGATION = 1024
    NO_LONGER = 2048
    WITHOUT = 4096
    EVERY = 8192
    EVERYONE = 1 << 14
    ONLY = 1 << 15
    ALWAYS = 1 << 16
    CHOICE = 1 << 17
    MANY = 1 << 18
    USES = 1 << 19
    SINGLE = 1 << 20
    FUNCTIONAL = 1 << 21
    ENDED = 1 << 22
    HISTORY = 1 << 23
    HOLDER = 1 << 24
    SCOPE = 1 << 25
    FILLER = 1 << 26
    THERE = 1 << 27
    PLACE = 1 << 28
    CONDITION = 1 << 29
    HAVE = 1 << 30
    RANK = 1 << 31
    PAST = 1 << 32
    FUTURE = 1 << 33
    OPTIONAL = 1 << 34
    WEAK = 1 << 35
    MOVED = 1 << 36
    ADDS = 1 << 37
    ORDINAL = 1 << 38
    DATED = 1 << 39
    HAPPENED = 1 << 40


NO_ROLE = 0
LIGHT_ROLES = (
    Role.ARTICLE | Role.ONE | Role.LIGHT | Role.BE | Role.MUST | Role.MAY | Role.PREPOSITION | Role.FOR | Role.SINCE
    | Role.AGENT | Role.NEGATION | Role.NO_LONGER | Role.WITHOUT | Role.EVERY | Role.EVERYONE | Role.ALWAYS
)  # fmt: skip
VERB_ROLES = Role.BE | Role.MUST | Role.MAY | Role.SINGLE | Role.MANY | Role.USES | Role.ENDED
_BY_FIELD = {
    "articles": Role.ARTICLE, "one": Role.ONE, "light": Role.LIGHT, "be": Role.BE, "must": Role.MUST, "may": Role.MAY,
    "prepositions": Role.PREPOSITION, "for_whom": Role.FOR, "since": Role.SINCE, "agent": Role.AGENT,
    "negations": Role.NEGATION, "no_longer": Role.NO_LONGER | Role.NEGATION,
    "there": Role.THERE,
    "past": Role.PAST,
    "future": Role.FUTURE,
    "optional": Role.OPTIONAL,
    "weak": Role.WEAK,
    "moved": Role.MOVED,
    "additive": Role.ADDS,
    "ordinals": Role.ORDINAL,
    "dated": Role.DATED,
    "happened": Role.HAPPENED,
    "ranks": Role.RANK | Role.FUNCTIONAL,
    "have": Role.HAVE | Role.BE,
    "conditions": Role.CONDITION | Role.LIGHT,
    "places": Role.PLACE | Role.PREPOSITION, "without": Role.WITHOUT, "every": Role.EVERY,
    "everyone": Role.EVERYONE, "only": Role.ONLY, "always": Role.ALWAYS, "choices": Role.CHOICE, "many": Role.MANY,
    "uses": Role.USES, "single": Role.SINGLE, "functional": Role.FUNCTIONAL, "ended": Role.ENDED,
    "history": Role.HISTORY, "holders": Role.HOLDER, "scopes": Role.SCOPE, "filler": Role.FILLER,
}  # fmt: skip
_INFLECTED = frozenset(("single", "functional", "ended", "history", "holders", "choices"))


@dataclass(frozen=True, slots=True)
class Entry:
    """What the lists say of one word or phrase."""

    roles: int = NO_ROLE
    number: float | None = None
    unit: str = ""
    clock: str = ""
    rate: str = ""
    month: int = 0
    weekday: int = 0
    sense: str = ""
    """The opposition it takes part in."""
    pole: int = 0
    """Which side of it: 1 or 2."""
    direction: tuple[str, int] = ("", 0)
    """The like for a light word."""
    synonym: str = ""

    @property
    def is_mere_unit(self) -> bool:
        """Does the word mean something only behind a number?"""
        return bool(self.unit) and not (self.roles or self.rate or self.sense or self.synonym)


NOTHING = Entry()
WAY = "@way:"
"""Before the name of an opposition of `ways`."""
PERSON = "@person"
"""The opposition of the words of `persons`."""


@dataclass(slots=True)
class Lexicon:
    """One language's words, ready to be looked up."""

    code: str
    stem: Callable[[str], str]
    words: dict[str, Entry] = field(default_factory=dict[str, Entry])
    stems: dict[str, Entry] = field(default_factory=dict[str, Entry])
    phrases: dict[str, list[tuple[tuple[str, ...], Entry]]] = field(
        default_factory=dict[str, list[tuple[tuple[str, ...], Entry]]]
    )
    """By first word, longest first."""
    future_frames: frozenset[str] = frozenset()
    past_forms: re.Pattern[str] = re.compile("(?!)")
    quits: frozenset[str] = frozenset()
    bound: str = ""
    up_to: frozenset[str] = frozenset()
    than: frozenset[str] = frozenset()
    lesser: frozenset[str] = frozenset()
    exceed: frozenset[str] = frozenset()
    longest: int = 1
    """Characters of the longest word; how far a script without spaces is looked ahead."""

    def find(self, word: str) -> Entry:
        """The entry of a lower-cased word, by form, else by stem."""
        return self.words.get(word) or self.stems.get(self.stem(word), NOTHING)


@cache
def lexicon_of(code: str) -> Lexicon:
    """The lexicon of a language of the set, built on first use."""
    return _build(_LANGUAGES[code])


class _Stemmer(Protocol):
    def stemWord(self, word: str, /) -> str: ...  # noqa: N802 - the library's name


def _find_stemmer(algorithm: str) -> Callable[[str], str]:
    """The stemming function of that name; words stay whole where there is none."""
    module = importlib.import_module("Stemmer")
    if algorithm not in module.algorithms():
        return str
    return cast("_Stemmer", module.Stemmer(algorithm, 0)).stemWord


def _build(language: Language) -> Lexicon:
    stem = _find_stemmer(language.stemmer)
    lexicon = Lexicon(
        language.code,
        stem,
        future_frames=frozenset(language.future_frames.split()),
        past_forms=re.compile(language.past_forms or "(?!)"),
        quits=frozenset(language.quits.split()),
        bound=language.bound,
        up_to=frozenset(language.up_to.split()),
        than=frozenset(language.than.split()),
        lesser=frozenset(language.lesser.split()),
        exceed=frozenset(language.exceed.split()),
    )
    phrases: dict[str, Entry] = {}
    for written, inflected, changes in _statements(language):
        word = written.casefold()  # as the tokens are: `heisst` for heißt
        if "_" in word.strip("_"):
            phrases[word] = _merge(phrases.get(word, NOTHING), changes)
            continue
        lexicon.words[word] = _merge(lexicon.words.get(word, NOTHING), changes)
        if inflected:
            lexicon.stems[stem(word)] = _merge(lexicon.stems.get(stem(word), NOTHING), changes)
    for phrase, entry in phrases.items():
        first, *rest = phrase.split("_")
        lexicon.phrases.setdefault(first, []).append((tuple(rest), entry))
    for known in lexicon.phrases.values():
        known.sort(key=lambda phrase: (-len(phrase[0]), phrase[0]))
    for word, entry in lexicon.words.items():
        if not (entry.synonym or entry.sense) and not entry.roles & LIGHT_ROLES:
            inflected = lexicon.stems.get(stem(word), NOTHING)
            lexicon.words[word] = replace(entry, synonym=inflected.synonym, sense=inflected.sense, pole=inflected.pole)
    lexicon.longest = max(map(len, lexicon.words), default=1)
    return lexicon


def _statements(language: Language) -> Iterator[tuple[str, bool, dict[str, object]]]:
    for name, role in _BY_FIELD.items():
        for word in getattr(language, name).split():
            yield word, name in _INFLECTED, {"roles": role}
    for word in language.plain.split():
        yield word, False, {}
    yield from _valued(language.numbers, "number", float)
    yield from _valued(language.units, "unit", str)
    yield from _valued(language.clock, "clock", str)
    yield from _valued(language.rates, "rate", str)
    for name, words in (("month", language.months), ("weekday", language.weekdays)):
        for word, value in _calendar(words):
            yield word, False, {name: value}
    yield from _senses(language)
    for group in language.synonyms.split(";"):
        for word in group.split():
            yield word, True, {"synonym": group.split()[0]}


def _senses(language: Language) -> Iterator[tuple[str, bool, dict[str, object]]]:
    for group, pole, word in _opposed(language.directions):
        yield word, False, {"direction": (group, pole)}
    for pole, words in enumerate(language.persons.split("|"), 1):
        for word in words.split():
            yield word, False, {"direction": (PERSON, pole)}
    for group, pole, word in _opposed(language.ways):
        yield word, False, {"direction": (f"{WAY}{group}", pole)}
    for group, pole, word in _opposed(language.opposed):
        yield word, True, {"sense": group, "pole": pole}


def _valued(words: str, name: str, read: Callable[[str], object]) -> Iterator[tuple[str, bool, dict[str, object]]]:
    for word in words.split():
        form, _, value = word.partition("=")
        yield form, False, {name: read(value)}


def _calendar(words: str) -> Iterator[tuple[str, int]]:
    """Words of one month or weekday may share its place, joined by commas: `januari,jan`."""
    for value, forms in enumerate(words.split(), 1):
        for form in forms.split(","):
            yield form, value


def _opposed(groups: str) -> Iterator[tuple[str, int, str]]:
    for group in filter(str.strip, groups.split(";")):
        sides = group.split("|")
        for pole, side in enumerate(sides, 1):
            for word in side.split():
                yield sides[0].split()[0], pole, word


def _merge(entry: Entry, changes: dict[str, object]) -> Entry:
    roles = changes.get("roles")
    if isinstance(roles, int):
        return replace(entry, roles=entry.roles | roles)
    if any(getattr(entry, name) != getattr(NOTHING, name) for name in changes):
        return entry
    return replace(entry, **changes)  # pyright: ignore[reportArgumentType]


_LANGUAGES = {language.code: language for language in LANGUAGES}
