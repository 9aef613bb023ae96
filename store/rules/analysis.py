"""The one analyser: which terms a text is indexed by, and which terms a query looks for.

A word is indexed as it stands (folded) and by its stem in the language the text seems to be in. A query looks for
the word and for its stems in every language that may be meant, so that neither side has to guess right alone.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from . import language, scripts, stems, stopwords
from .words import Piece, pieces

ANALYSER_VERSION = "1"

MOST_QUERY_WORDS = 48
_UNSURE_INDEX_LANGUAGES = 3
_SHORTEST_BEGINNING = 6
_SHORTEST_CUT = 5  # words of languages without a stemmer are looked for by this beginning
_RUN_KINDS = frozenset(("run", "spaceless"))


@dataclass(frozen=True)
class QueryTerm:
    """One word of a query: a document with any of the terms, or with a term that begins so, has the word."""

    surface: str
    terms: tuple[str, ...]
    beginning: str = ""


def index_terms(text: str) -> list[str]:
    """The terms that a text is found by, in its order; stop words stay, since a query may hold nothing else."""
    found = list(pieces(text))
    languages = _index_languages(found)
    terms: list[str] = []
    for piece in found:
        terms.extend(_piece_terms(piece, languages))
    return terms


def query_terms(text: str) -> list[QueryTerm]:
    """What to look for, distinct, at most `MOST_QUERY_WORDS`; empty when the text holds no word and no symbol."""
    found = list(pieces(text))
    languages = _query_languages(found)
    telling = [piece for piece in found if not _is_stop(piece, found)]
    distinct: dict[tuple[str, ...], QueryTerm] = {}
    for piece in telling or found:
        for term in _looked_for(piece, languages):
            distinct.setdefault(term.terms, term)
    return _rarest_looking(list(distinct.values()))


def distinctive_words(text: str) -> list[str]:
    """The folded words of a text without its function words, distinct, in order; empty when there is nothing else."""
    found = list(pieces(text))
    kept = (piece for piece in found if not _is_stop(piece, found))
    return list(dict.fromkeys(scripts.fold(piece.surface) for piece in kept))


class _Languages:
    """The languages to stem by, for each script that a text holds."""

    def __init__(self, by_script: dict[str, tuple[str, ...]]) -> None:
        self._by_script = by_script

    def of(self, word: str) -> tuple[str, ...]:
        return self._by_script.get(language.script_of(word), ())


def _guesses(found: Iterable[Piece]) -> dict[str, language.Guess]:
    words: defaultdict[str, list[str]] = defaultdict(list)
    for piece in found:
        for word in piece.words:
            words[language.script_of(word)].append(word)
    return {script: language.guess(members, script) for script, members in words.items()}


def _index_languages(found: Iterable[Piece]) -> _Languages:
    chosen = {
        script: guess.languages if guess.is_sure else guess.languages[:_UNSURE_INDEX_LANGUAGES]
        for script, guess in _guesses(found).items()
    }
    return _Languages(chosen)


def _query_languages(found: Iterable[Piece]) -> _Languages:
    return _Languages({script: guess.languages for script, guess in _guesses(found).items()})


def _piece_terms(piece: Piece, languages: _Languages) -> Iterator[str]:
    for word in piece.words:
        yield scripts.fold(word)
        yield from stems.stems(word, languages.of(word))
    yield from piece.exact
    if piece.run:
        yield from _run_terms(piece)


def _run_terms(piece: Piece) -> Iterator[str]:
    """Every character and every pair of neighbours; a Korean word also whole and without its ending."""
    units = _units(piece.run)
    if piece.kind == "hangul" and len(units) > 2:
        yield piece.run
        bare = _without_ending(piece.run)
        if bare != piece.run and len(bare) > 2:
            yield bare
    yield from units
    yield from _pairs(units)


def _units(run: str) -> list[str]:
    """Characters, each with the marks that follow it."""
    units: list[str] = []
    for char, kind in zip(run, scripts.classes_of(run), strict=True):
        if units and kind in {scripts.MARK, scripts.RUN_MARK}:
            units[-1] += char
        else:
            units.append(char)
    return units


def _pairs(units: list[str]) -> Iterator[str]:
    return (left + right for left, right in pairwise(units))


def _without_ending(word: str) -> str:
    for ending in stopwords.hangul_endings():
        if word.endswith(ending) and len(word) > len(ending):
            return word[: -len(ending)]
    return word


def _is_stop(piece: Piece, found: list[Piece]) -> bool:
    if piece.kind == "hangul":
        return piece.run in stopwords.hangul_stops()
    word = language.plain(piece.surface)
    return word in stopwords.languages_by_word() and not _is_acronym(piece.surface, found)


def _is_acronym(surface: str, found: list[Piece]) -> bool:
    """Whether capitals mean something here: `IT` does, unless the whole query is in capitals."""
    return len(surface) > 1 and surface.isupper() and any(piece.surface.islower() for piece in found)


def _looked_for(piece: Piece, languages: _Languages) -> Iterator[QueryTerm]:
    if piece.kind in _RUN_KINDS:
        yield from _run_query(piece)
    elif piece.kind == "hangul":
        yield _hangul_query(piece.run)
    elif piece.is_plain:
        yield _word_query(piece.words[0], languages.of(piece.words[0]))
    else:
        yield QueryTerm(piece.surface, tuple(dict.fromkeys(_piece_terms(piece, languages))))


def _word_query(word: str, languages: tuple[str, ...]) -> QueryTerm:
    bare = scripts.fold(word)
    terms = (bare, *stems.stems(word, languages))
    return QueryTerm(bare, terms, _beginning(bare, terms, languages))


def _beginning(bare: str, terms: tuple[str, ...], languages: tuple[str, ...]) -> str:
    """What compounds and forms that no stemmer knows begin with; empty where it would fit too much."""
    shared = stems.shared_beginning(terms)
    if len(shared) >= _SHORTEST_BEGINNING:
        return shared
    if len(bare) > _SHORTEST_CUT and not any(stems.has_stems(name) for name in languages):
        return bare[:_SHORTEST_CUT]
    return ""


def _run_query(piece: Piece) -> Iterator[QueryTerm]:
    """The pairs of each stretch between fragments that say nothing; a stretch of one character as itself."""
    for stretch in _between_fragments(piece.surface) or [piece.run]:
        units = _units(scripts.fold(stretch))
        for pair in _pairs(units) if len(units) > 1 else units:
            yield QueryTerm(pair, (pair,))


def _between_fragments(surface: str) -> list[str]:
    for fragment in stopwords.run_fragments():
        if fragment in surface:
            surface = surface.replace(fragment, " ")
    return surface.split()


def _hangul_query(run: str) -> QueryTerm:
    bare = _without_ending(run)
    units = _units(bare)
    terms = (run, bare, *_pairs(units)) if len(units) > 1 else (run, bare)
    return QueryTerm(run, tuple(dict.fromkeys(terms)))


def _rarest_looking(terms: list[QueryTerm]) -> list[QueryTerm]:
    """The query's terms in its order; past the limit those with digits or signs and the longest stay."""
    if len(terms) <= MOST_QUERY_WORDS:
        return terms
    kept = sorted(terms, key=lambda term: (term.surface.isalpha(), -len(term.surface), term.surface))
    chosen = set(kept[:MOST_QUERY_WORDS])
    return [term for term in terms if term in chosen]
