"""Cuts a preference into stretches of words at the signs that turn what is favoured into what is not."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache

from .claim_language import vote_for_languages
from .comparisons import COMPARISONS, Comparisons
from .languages import LANGUAGES, Language
from .normal_forms import fold_typography

_PLAUSIBLE = 0.6
"""Share of the best votes from which a language counts."""
_UNSPACED = frozenset(("zh", "ja"))
_CHARACTERS = "\u3040-\u30ff\u3400-\u9fff"
_WORD = re.compile(r"n't(?!\w)|(?:(?!n't)[^\W\d_])+")
_STOP = rf"\.+(?=\s|$|[{_CHARACTERS}])|[!?\u2026\u3002;\n]"
_PAUSE = r",(?!\d)|[()]|(?<=\s)-+(?=\s)"
_ARROW = r"(?<=\s)[-=]+>(?=\s)|\u2192"
_ABOVE = r"(?<=\s)>{1,3}(?=\s)"
_MARKS = {"stop": _STOP, "arrow": _ARROW, "above": _ABOVE, "pause": _PAUSE}


class Turn(Enum):
    """What a sign does to what stands beside it."""

    STOP = "a sentence begins"
    PAUSE = "a clause begins"
    DENIES = "not"
    LACKS = "without"
    HALF_DENIES = "ne"
    LACKS_OR_BUT = "utan"
    DISLIKES = "hates"
    AFTER = "instead of"
    OVER = "over"
    BEFORE = "helyett"
    LEAVES = "moved from"
    ARRIVES = "by"
    OPENS = "prefers"
    THAN = "than"
    BUT = "but"
    FAVOURS = "uses"
    JOINS = "and"
    HINGES = "to"
    FORGETS = "forgets"
    MINDS = "minds"
    SHRUGS = "why not"
    RESERVES = "only for"
    HARMLESS = "not only"


@dataclass(frozen=True, slots=True)
class Stretch:
    """A sign, and the words from it to the next one."""

    turn: Turn
    sign: str
    words: tuple[str, ...]
    points: bool = False
    """Is its only word one like `it`?"""


@dataclass(frozen=True, slots=True)
class _Signs:
    pattern: re.Pattern[str]
    turns: dict[str, Turn]
    pointers: frozenset[str]

    def turn_of(self, match: re.Match[str]) -> Turn:
        match match.lastgroup:
            case "stop":
                return Turn.STOP
            case "pause":
                return Turn.PAUSE
            case "arrow":
                return Turn.BEFORE
            case "above":
                return Turn.OVER
            case _:
                return self.turns.get(" ".join(match[0].lower().split()), Turn.HARMLESS)


@dataclass(frozen=True, slots=True)
class Cut:
    """The stretches of a text in order, the first as if after a stop."""

    stretches: list[Stretch]
    has_concord: bool
    """May its language deny twice without taking the denial back?"""


def cut(text: str) -> Cut:
    """The text at its signs, read in the languages that it may be in."""
    text = fold_typography(text)
    codes = _languages_of(text)
    has_concord = any(COMPARISONS[code].concord for code in codes if code in COMPARISONS)
    return Cut(_cut_stretches(text, _signs_of(codes)), has_concord)


def _cut_stretches(text: str, signs: _Signs) -> list[Stretch]:
    stretches: list[Stretch] = []
    turn, sign, start = Turn.STOP, "", 0
    for match in signs.pattern.finditer(text):
        following = signs.turn_of(match)
        if following is not Turn.HARMLESS:
            stretches.append(_stretch(signs, turn, sign, text[start : match.start()]))
            turn, sign, start = following, match[0], match.end()
    stretches.append(_stretch(signs, turn, sign, text[start:]))
    return stretches


def _stretch(signs: _Signs, turn: Turn, sign: str, text: str) -> Stretch:
    words = _words(text)
    return Stretch(turn, sign, words, points=len(words) == 1 and words[0].lower() in signs.pointers)


def _words(text: str) -> tuple[str, ...]:
    return tuple(word for word in text.split() if any(map(str.isalnum, word)))


def _languages_of(text: str) -> tuple[str, ...]:
    """The languages that may be meant: all of them where nothing tells."""
    words = [match[0].lower() for match in _WORD.finditer(text)]
    votes = vote_for_languages(text.lower(), words)
    for word in words:
        for code in _comparing_languages().get(word, ()):
            votes[code] = votes.get(code, 0.0) + 1.0
    least = _PLAUSIBLE * max((votes.get(language.code, 0.0) for language in _spaced()), default=0.0)
    spaced = [language.code for language in _spaced() if votes.get(language.code, 0.0) >= least]
    spaced.sort(key=lambda code: votes.get(code, 0.0))
    if re.search("[\u3040-\u30ff]", text):
        return (*spaced, "ja")
    return (*spaced, "zh") if re.search(f"[{_CHARACTERS}]", text) else tuple(spaced)


@cache
def _spaced() -> tuple[Language, ...]:
    return tuple(language for language in LANGUAGES if language.code not in _UNSPACED)


@cache
def _comparing_languages() -> dict[str, tuple[str, ...]]:
    """The language of each word that only one language compares or dislikes with."""
    owners: dict[str, set[str]] = {}
    for code, known in COMPARISONS.items():
        for word in f"{known.after} {known.before} {known.opens} {known.dislikes}".split():
            owners.setdefault(word, set()).add(code)
    return {word: tuple(codes) for word, codes in owners.items() if len(codes) == 1}


@cache
def _signs_of(codes: tuple[str, ...]) -> _Signs:
    """What turns a text in one of these languages; where two differ, the last has its way."""
    turns: dict[str, Turn] = {}
    spaced: set[str] = set()
    unspaced: set[str] = set()
    for language in sorted((one for one in LANGUAGES if one.code in codes), key=lambda one: codes.index(one.code)):
        known = _turns_of(language)
        turns.update(known)
        (unspaced if language.code in _UNSPACED else spaced).update(known)
    marks = dict(_MARKS)
    if "ja" in codes:
        marks["pause"] += "|\u3001"
    alternatives = [f"(?P<{name}>{mark})" for name, mark in marks.items()]
    alternatives.append(r"n't(?!\w)")
    alternatives += [f"(?:{_either(unspaced)})"] if unspaced else []
    alternatives += [rf"(?<![\w.-])(?:{_either(spaced)})(?![\w-])"] if spaced else []
    pointers = frozenset(word for code in codes if code in COMPARISONS for word in COMPARISONS[code].it.split())
    return _Signs(re.compile("|".join(alternatives), re.IGNORECASE), turns, pointers)


def _either(phrases: set[str]) -> str:
    longest_first = sorted(phrases, key=lambda phrase: (-len(phrase), phrase))
    return "|".join(r"\s+".join(map(re.escape, phrase.split())) for phrase in longest_first)


def _turns_of(language: Language) -> dict[str, Turn]:
    known = COMPARISONS.get(language.code, Comparisons())
    turns = {phrase: turn for words, turn in _lists(language, known) for phrase in _phrases(words)}
    for phrase in set(_phrases(language.without)).intersection(_phrases(known.but)):
        turns[phrase] = Turn.LACKS_OR_BUT
    return turns


def _phrases(words: str) -> Iterator[str]:
    return (word.replace("_", " ") for word in words.split())


def _lists(language: Language, known: Comparisons) -> tuple[tuple[str, Turn], ...]:
    """Where a word stands in two lists, the later one counts."""
    return (
        (language.plain, Turn.HARMLESS),
        (language.conditions, Turn.PAUSE),
        (known.because, Turn.PAUSE),
        (known.joins, Turn.JOINS),
        (known.hinges, Turn.HINGES),
        (known.favours, Turn.FAVOURS),
        (language.negations, Turn.DENIES),
        (language.without, Turn.LACKS),
        (known.but, Turn.BUT),
        (known.dislikes, Turn.DISLIKES),
        (known.forgets, Turn.FORGETS),
        (known.minds, Turn.MINDS),
        (known.reserves, Turn.RESERVES),
        (known.shrugs, Turn.SHRUGS),
        (known.leaves, Turn.LEAVES),
        (known.arrives, Turn.ARRIVES),
        (known.than, Turn.THAN),
        (known.opens, Turn.OPENS),
        (known.over, Turn.OVER),
        (known.after, Turn.AFTER),
        (known.before, Turn.BEFORE),
        (known.harmless, Turn.HARMLESS),
        (known.half, Turn.HALF_DENIES),
    )
