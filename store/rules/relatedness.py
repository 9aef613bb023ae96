"""Has a text anything to do with the texts it is said to rest on, or with the fact it is said to weaken?

A guard against a model that cites what it was shown at random, not a judge of meaning: one telling thing in common is
enough, and where words can't tell (another language, nothing but function words) the text passes. What a text is
about is told by nouns and names; verbs and words of state (uses, runs, enabled) are in texts about anything.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from . import analysis, language, light_stems, runs, scripts
from .conflict import analyse_claim
from .languages import LANGUAGES
from .lexicon import LIGHT_ROLES, Role, lexicon_of
from .words import Piece

_RUNS = frozenset(("run", "spaceless"))
_COMMONPLACE = LIGHT_ROLES | Role.SINGLE | Role.USES | Role.MANY | Role.ALWAYS | Role.ONLY | Role.FILLER
_NOUNS = Role.FUNCTIONAL | Role.HOLDER | Role.SCOPE
_KNOWN = frozenset(known.code for known in LANGUAGES)
_FEW_LANGUAGES = 3
_IDEOGRAPHS = frozenset(("zh", "ja"))
_SHORTEST_WORD = 3
_SHORTEST_STEM = 5
"""Letters with which two words must begin, or one end, to be one word in other forms, or part of a compound."""
_FEW_PAIRS = 5
"""Pairs of neighbours up to which one in common is enough, in scripts without spaces."""
_NO_WORD = frozenset[str]()
_SURE = 2.0
"""Evidence of two function words: with less, the comparison of claims must see another language as well."""
_TELLING_NUMBER = re.compile(r"\d[\d.,:-]*\d[\d.,:-]*\d|\d+\.\d+")
_WORD = re.compile(r"\w+")
_SENTENCE_START = re.compile(r"(?:\A|[.!?:;\n])\W*(\w+)")


@dataclass(frozen=True, slots=True)
class _Word:
    """A telling word: its forms, and those of the word right before it, which may tell it from others of its kind."""

    forms: frozenset[str]
    before: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Told:
    """What a text tells by."""

    words: tuple[_Word, ...]
    pairs: frozenset[str]
    marks: frozenset[str]
    """Numbers, identifiers, acronyms and names: the same in every language."""
    languages: frozenset[str]
    """Those it may be in, of which much tells."""
    guesses: frozenset[str]
    """Those it may be in, of which anything tells."""
    read_as: str
    """The one that the comparison of claims would read it in."""


def shares_subject(text: str, others: Sequence[str]) -> bool:
    """Whether the text has something in common with one of the others; with no others it has nothing."""
    told = _tell(text)
    return any(_are_related(told, _tell(other)) for other in others)


def _are_related(one: _Told, other: _Told) -> bool:
    if one.marks & other.marks:
        return True
    if _are_of_other_languages(one, other):
        return not (one.marks and other.marks) or _share_word(one, other)
    if not (one.words or one.pairs) or not (other.words or other.pairs):
        return not (one.marks and other.marks)
    return _share_word(one, other) or _share_pairs(one, other)


def _are_of_other_languages(one: _Told, other: _Told) -> bool:
    if one.languages.isdisjoint(other.languages):
        return True
    return one.guesses.isdisjoint(other.guesses) and one.read_as != other.read_as


def _share_word(one: _Told, other: _Told) -> bool:
    return any(_is_same(a, b) for a in one.words for b in other.words)


def _is_same(one: _Word, other: _Word) -> bool:
    """`search team` and `payment team` are two teams; `the team` may be either."""
    if not any(_is_form(a, b) for a in one.forms for b in other.forms):
        return False
    if not one.before or not other.before:
        return True
    return any(_is_form(a, b) for a in one.before for b in other.before)


def _is_form(one: str, other: str) -> bool:
    """Whether two words are one, in another form or as part of a compound."""
    if one == other:
        return True
    short, long = sorted((one, other), key=len)
    return len(short) >= _SHORTEST_STEM and (long.startswith(short) or long.endswith(short))


def _share_pairs(one: _Told, other: _Told) -> bool:
    shared = len(one.pairs & other.pairs)
    return shared > 1 or (shared == 1 and min(len(one.pairs), len(other.pairs)) <= _FEW_PAIRS)


def _tell(text: str) -> _Told:
    found = analysis.telling_pieces(text)
    surfaces = [piece.surface for piece, _ in found if piece.kind in _RUNS]
    languages = _languages(text, has_runs=bool(surfaces), sure=_SURE)
    guesses = _languages(text, has_runs=bool(surfaces), sure=language.SURE)
    common = _commonplace(languages)
    pairs = {pair for run in surfaces for pair in _pairs(run)} - common
    words = tuple(_words(scripts.normalise(text), found, common))
    marks = _marks(text, [piece for piece, _ in found], languages)
    return _Told(words, frozenset(pairs), marks, languages, guesses, analyse_claim(text).language)


def _pairs(run: str) -> Iterator[str]:
    """Neighbours in a run, such as are words as a rule."""
    return (pair for pairs in runs.stretches_of_query(run) for pair in pairs if len(pair) > 1)


def _words(text: str, found: Sequence[tuple[Piece, tuple[str, ...]]], common: frozenset[str]) -> Iterator[_Word]:
    """The telling words, each with the one before it where nothing but a space parts them."""
    end, before = 0, _NO_WORD
    for piece, terms in found:
        start = text.find(piece.surface, end)
        beside = before if text[end:start] == " " else _NO_WORD
        end = start + len(piece.surface)
        forms = _forms(piece, terms)
        is_telling = piece.kind not in _RUNS and bool(forms) and forms.isdisjoint(common)
        before = forms if is_telling else _NO_WORD
        if is_telling:
            yield _Word(forms, beside)


def _forms(piece: Piece, terms: tuple[str, ...]) -> frozenset[str]:
    """What a word may be found as; a Korean one with and without its ending."""
    if piece.kind == "hangul":
        return frozenset((piece.run, light_stems.without_hangul_ending(piece.run)))
    return frozenset(term for term in terms if len(term) >= _SHORTEST_WORD and not term.isdecimal())


def _marks(text: str, found: Sequence[Piece], languages: frozenset[str]) -> frozenset[str]:
    """What is written the same in every language: numbers, identifiers, acronyms, names."""
    starts = frozenset(_SENTENCE_START.findall(text))
    return frozenset(scripts.fold(piece.surface) for piece in found if _is_mark(piece, starts, languages))


def _is_mark(piece: Piece, starts: frozenset[str], languages: frozenset[str]) -> bool:
    word = piece.surface
    if _TELLING_NUMBER.fullmatch(word):
        return True
    if piece.kind == "compound":
        return not word.replace("-", "").isalpha() and not word.isdecimal()
    is_name = len(word) > 2 and word.istitle() and word not in starts and "de" not in languages  # there, every noun
    return is_name or (len(word) > 1 and word.isupper())


def _languages(text: str, *, has_runs: bool, sure: float) -> frozenset[str]:
    """The languages that a text may be in: a guess on so much evidence, or all that the script allows."""
    if has_runs:
        return _IDEOGRAPHS
    words = [word.casefold() for word in _WORD.findall(text) if word[0].isalpha()]
    script = next((name for word in words if (name := language.script_of(word))), "")
    guess = language.guess([word for word in words if language.script_of(word) == script], script, sure)
    return frozenset(guess.languages or (script,))


@cache
def _commonplace_of(code: str) -> frozenset[str]:
    """Words found in texts about anything: a language's verbs and words of state, as written and by their stems."""
    lexicon = lexicon_of(code)
    common = [
        word
        for word, entry in lexicon.words.items()
        if (entry.roles & _COMMONPLACE or entry.sense) and not entry.roles & _NOUNS
    ]
    return frozenset(scripts.fold(form) for word in common for form in (word, lexicon.stem(word)))


def _commonplace(languages: frozenset[str]) -> frozenset[str]:
    """Those of the few languages that a text may be in; of English where that is open."""
    known = [code for code in languages if code in _KNOWN] if len(languages) <= _FEW_LANGUAGES else ["en"]
    return frozenset[str]().union(*(_commonplace_of(code) for code in known))
