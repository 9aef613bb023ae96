"""The one analyser: which terms a text is indexed by, and which terms a query looks for.

A word is indexed as it stands (folded) and by its stem in the language the text seems to be in. A query looks for
the word and for its stems in every language that may be meant, so that neither side has to guess right alone.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from . import language, light_stems, runs, scripts, stems, stopwords
from .words import Piece, is_hash, pieces

ANALYSER_VERSION = f"1+{stems.snowball_version()}"  # raise the first number when the terms of a text change

MOST_QUERY_WORDS = 48
MOST_ALTERNATIVES = 64
_SURE_QUERY = 2.0  # two function words: a wrong guess costs a query more than a few stems too many
_LIKELIEST = 3  # languages whose stems decide how a word begins
_SHORTEST_COMPOUND = 10
_MOST_WORDS_TAKEN_APART = 12  # a longer query says enough, and each part is one more term to look up
_RUN_KINDS = frozenset(("run", "spaceless"))


@dataclass(frozen=True)
class QueryTerm:
    """One word of a query: a document with any of the terms, or with a term that begins so, has the word."""

    surface: str
    terms: tuple[str, ...]
    beginning: str = ""


@dataclass(frozen=True)
class _Languages:
    """What is known of the languages of a text, for each script that it holds."""

    guesses: dict[str, language.Guess]

    def of(self, word: str) -> tuple[str, ...]:
        guess = self.guesses.get(language.script_of(word))
        return guess.languages if guess else ()

    def is_sure_of(self, word: str) -> bool:
        guess = self.guesses.get(language.script_of(word))
        return guess is not None and guess.is_sure

    def likeliest(self) -> "_Languages":
        """Only the first few where the text doesn't tell."""
        return _Languages({script: _likeliest(guess) for script, guess in self.guesses.items()})

    def is_function_word(self, word: str) -> bool:
        """Whether it only joins or asks, in a language that the text is in; where that is open, in English."""
        script = language.script_of(word)
        guess = self.guesses.get(script)
        if guess is None:
            return False
        names = guess.languages if guess.is_sure or script != "latin" else ("en",)
        return any(word in stopwords.function_words(name) for name in names)


def index_terms(text: str) -> list[str]:
    """The terms that a text is found by, in its order; stop words stay, since a query may hold nothing else."""
    return index_parts((text,))[0]


def index_parts(parts: Sequence[str]) -> list[list[str]]:
    """The terms of each part of a text, whose languages are told by all of them together."""
    found = [list(pieces(part)) for part in parts]
    languages = _languages(chain.from_iterable(found), language.SURE).likeliest()
    return [_terms_of(members, languages) for members in found]


def telling_pieces(text: str) -> list[tuple[Piece, tuple[str, ...]]]:
    """The pieces of a text that are more than function words, each with the terms that the index has of it."""
    found = list(pieces(text))
    languages = _languages(found, language.SURE).likeliest()
    return [
        (piece, tuple(dict.fromkeys(_piece_terms(piece, languages))))
        for piece in found
        if not _is_stop(piece, languages)
    ]


def _terms_of(found: Iterable[Piece], languages: _Languages) -> list[str]:
    terms: list[str] = []
    for piece in found:
        terms.extend(_piece_terms(piece, languages))
        if piece.kind == "word":
            terms.extend(_tails(piece.words[0], languages.of(piece.words[0])))
    return terms


def _tails(word: str, languages: tuple[str, ...]) -> Iterator[str]:
    """The last parts of a compound, where the likeliest language writes compounds as one word."""
    if len(word) >= _SHORTEST_COMPOUND and languages and languages[0] in light_stems.COMPOUNDING:
        stem = next(iter(stems.stems(word, languages[:1])), scripts.fold(word))
        yield from light_stems.compound_tails(stem)


def query_terms(text: str) -> list[QueryTerm]:
    """What to look for, distinct, at most `MOST_QUERY_WORDS`; empty when the text holds no word and no symbol."""
    found = list(pieces(text))
    languages = _languages(found, _SURE_QUERY)
    telling = _telling(found, languages) or found
    takes_apart = len(telling) <= _MOST_WORDS_TAKEN_APART
    distinct: dict[tuple[tuple[str, ...], str], QueryTerm] = {}
    for piece in telling:
        for term in _looked_for(piece, languages, takes_apart=takes_apart):
            distinct.setdefault((term.terms, term.beginning), term)
    return _rarest_looking(list(distinct.values()))


def _likeliest(guess: language.Guess) -> language.Guess:
    return guess if guess.is_sure else language.Guess(guess.languages[:_LIKELIEST], is_sure=False)


def _languages(found: Iterable[Piece], sure: float) -> _Languages:
    words: defaultdict[str, list[str]] = defaultdict(list)
    for piece in found:
        for word in piece.words:
            words[language.script_of(word)].append(word)
    return _Languages({script: language.guess(members, script, sure) for script, members in words.items()})


def _piece_terms(piece: Piece, languages: _Languages) -> Iterator[str]:
    for word in piece.words:
        yield scripts.fold(word)
        yield from stems.stems(word, languages.of(word))
    yield from piece.exact
    if piece.run:
        yield from runs.terms_of_hangul(piece.run) if piece.kind == "hangul" else runs.terms_of_run(piece.run)


def _telling(found: list[Piece], languages: _Languages) -> list[Piece]:
    """The pieces that are more than function words."""
    has_lower_case = any(piece.surface.islower() for piece in found)
    return [
        piece
        for at, piece in enumerate(found)
        if (has_lower_case and _is_marked(piece.surface, at)) or not _is_stop(piece, languages)
    ]


def _is_stop(piece: Piece, languages: _Languages) -> bool:
    if piece.kind == "hangul":
        return piece.run in stopwords.hangul_stops()
    if piece.kind in _RUN_KINDS:
        return runs.only_asks(piece.surface)
    word = language.plain(piece.surface)
    return bool(word) and languages.is_function_word(word)


def _is_marked(surface: str, at: int) -> bool:
    """Whether its capitals say that a name is meant: `IT`, or `May` after the first word."""
    return len(surface) > 1 and (surface.isupper() or (at > 0 and len(surface) > 2 and surface.istitle()))


def _looked_for(piece: Piece, languages: _Languages, *, takes_apart: bool) -> Iterator[QueryTerm]:
    if piece.kind in _RUN_KINDS:
        yield from (QueryTerm(pair, (pair,)) for pairs in runs.stretches_of_query(piece.surface) for pair in pairs)
    elif piece.kind == "hangul":
        yield QueryTerm(piece.run, runs.hangul_query(piece.run))
    elif piece.kind == "word":
        yield _word_query(piece.words[0], languages, takes_apart=takes_apart)
    else:
        terms = dict.fromkeys(_piece_terms(piece, languages.likeliest()))
        telling = [term for term in terms if len(term) > 1] or list(terms)  # v, 1 and 2 are not what v1.2 is about
        beginning = telling[0] if is_hash(piece.surface) else ""
        yield QueryTerm(piece.surface, tuple(telling[:MOST_ALTERNATIVES]), beginning)


def _word_query(word: str, known: _Languages, *, takes_apart: bool) -> QueryTerm:
    bare, languages = scripts.fold(word), known.of(word)
    stems_of = stems.stems if known.is_sure_of(word) else stems.guessed_stems
    likely = stems_of(word, languages[:_LIKELIEST])
    beginning = stems.beginning((bare, *likely), languages)
    others = dict.fromkeys(stems_of(word, languages))
    for variant in light_stems.without_spelt_out_letters(bare, languages):
        others.update(dict.fromkeys((variant, *stems_of(variant, languages))))
    if takes_apart and len(bare) >= _SHORTEST_COMPOUND and not light_stems.COMPOUNDING.isdisjoint(languages):
        others.update(dict.fromkeys(light_stems.compound_parts(bare, likely[0] if likely else bare)))
    if beginning:  # it finds these already, and a word should not count once per stem
        others = {term: None for term in others if not term.startswith(beginning)}
    return QueryTerm(bare, (bare, *others), beginning)


def _rarest_looking(terms: list[QueryTerm]) -> list[QueryTerm]:
    """The query's terms in its order; past the limit those with digits or signs and the longest stay."""
    if len(terms) <= MOST_QUERY_WORDS:
        return terms
    kept = sorted(terms, key=lambda term: (term.surface.isalpha(), -len(term.surface), term.surface))
    chosen = set(kept[:MOST_QUERY_WORDS])
    return [term for term in terms if term in chosen]
