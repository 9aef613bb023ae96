"""Reads the tokens of a query with one language's vocabulary: as terms, each with the roles it may play."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from .calendar_spans import Span
from .time_lexicon import OTHER, Role, Word
from .time_tokens import Form, Token
from .time_vocabulary import NO_LANGUAGE, Vocabulary, letters

_FIRST_YEAR, _LAST_YEAR = 1900, 2199
_NOTHING = Word()
_EITHER_ORDER = ("en", NO_LANGUAGE)  # 5/6/2024 begins with the month for some and with the day for others
_MARKS = {Form.COMMA: Role.COMMA, Form.STOP: Role.STOP, Form.DASH: Role.DASH}


@dataclass(frozen=True, slots=True)
class Term:
    """One or more tokens with one meaning: its place in the query, its roles, its value, the time that it names."""

    start: int
    end: int
    roles: int
    word: Word = _NOTHING
    spans: tuple[Span, ...] = ()
    again: Callable[[datetime], Span | None] | None = None
    """The latest such time at a moment, begun or, like `last week`, over; None where the time was named in full."""


def read(tokens: Sequence[Token], vocabulary: Vocabulary) -> list[Term]:
    """The terms of a query; neighbours without a role are one, and mere noise is left out."""
    terms: list[Term] = []
    for term in _terms(list(_cut_runs(tokens, vocabulary)), vocabulary):
        if term.roles == Role.NOISE:
            continue
        if term.roles == OTHER and terms and terms[-1].roles == OTHER:
            terms[-1] = Term(terms[-1].start, term.end, OTHER)
        else:
            terms.append(term)
    return terms


def _terms(tokens: Sequence[Token], vocabulary: Vocabulary) -> Iterator[Term]:
    at = 0
    while at < len(tokens):
        token = tokens[at]
        phrase, length = _find_phrase(tokens, at, vocabulary) if token.form is Form.WORD else (None, 0)
        if phrase is not None:
            yield Term(token.start, tokens[at + length - 1].end, phrase.roles, phrase)
            at += length
            continue
        follows_number = at > 0 and tokens[at - 1].form is Form.NUMBER and tokens[at - 1].end == token.start
        yield _read_token(token, vocabulary, follows_number=follows_number)
        at += 1


def _find_phrase(tokens: Sequence[Token], at: int, vocabulary: Vocabulary) -> tuple[Word | None, int]:
    for rest, word in vocabulary.phrases.get(tokens[at].key, ()):
        following = tokens[at + 1 : at + 1 + len(rest)]
        if len(following) == len(rest) and all(
            token.form is Form.WORD and token.key == part for token, part in zip(following, rest, strict=True)
        ):
            return word, 1 + len(rest)
    return None, 0


def _read_token(token: Token, vocabulary: Vocabulary, *, follows_number: bool) -> Term:
    match token.form:
        case Form.WORD:
            word = vocabulary.words.get(token.key, _NOTHING)
            return Term(token.start, token.end, word.roles, word)
        case Form.NUMBER:
            is_year = _FIRST_YEAR <= token.number <= _LAST_YEAR and len(token.key) == 4
            roles = Role.NUMBER | Role.DIGITS | (Role.YEAR if is_year else 0)
            return Term(token.start, token.end, roles, Word(roles, low=token.number, high=token.number))
        case Form.ORDINAL:
            roles = Role.ORDINAL if token.key in vocabulary.ordinals else OTHER
            return Term(token.start, token.end, roles, Word(roles, low=token.number, high=token.number))
        case Form.QUARTER:
            return Term(token.start, token.end, Role.QUARTER, Word(low=token.number, month=token.month))
        case Form.MONTH:
            roles = Role.MONTH_DAY if token.number else Role.MONTH
            return Term(token.start, token.end, roles, Word(low=token.number, month=token.month))
        case Form.DATE:
            is_clear = vocabulary.code not in _EITHER_ORDER
            return Term(token.start, token.end, Role.DATE, spans=token.spans[:1] if is_clear else token.spans)
        case Form.STOP if follows_number and token.key == "." and "." in vocabulary.ordinals:
            return Term(token.start, token.end, Role.DOT)
        case Form.COMMA | Form.STOP | Form.DASH:
            return Term(token.start, token.end, _MARKS[token.form])
        case Form.RUN | Form.CODE:
            return Term(token.start, token.end, OTHER)


def _cut_runs(tokens: Sequence[Token], vocabulary: Vocabulary) -> Iterator[Token]:
    """Runs of letters as words of the language, where it has words in them."""
    for token in tokens:
        if token.form is not Form.RUN or vocabulary.runs is None:
            yield token
        elif vocabulary.is_unspaced:
            yield from _cut_run(token, vocabulary)
        else:
            yield from _cut_word(token, vocabulary) or (token,)


def _cut_run(token: Token, vocabulary: Vocabulary) -> Iterator[Token]:
    """Words of the language wherever they stand; what is between them stays a run."""
    at = 0
    for match in _runs(vocabulary, token.key):
        if match[0] > at:
            yield _part(token, at, match[0], Form.RUN)
        yield _part(token, *match, Form.WORD)
        at = match[1]
    if at < len(token.key):
        yield _part(token, at, len(token.key), Form.RUN)


def _runs(vocabulary: Vocabulary, key: str) -> Iterator[tuple[int, int]]:
    if vocabulary.runs is not None:
        yield from (match.span() for match in vocabulary.runs.finditer(key))


def _cut_word(token: Token, vocabulary: Vocabulary) -> list[Token]:
    """The words that a written word is made of, without the particle behind them; [] when it holds anything else."""
    parts: list[Token] = []
    at = 0
    for start, end in _runs(vocabulary, token.key):
        if start != at:
            break
        parts.append(_part(token, start, end, Form.WORD))
        at = end
    rest = token.key[at:]
    return parts if parts and (not rest or rest in vocabulary.particles) else []


def _part(token: Token, start: int, end: int, form: Form) -> Token:
    return Token(token.start + start, token.start + end, form, token.key[start:end])


def spell(terms: Sequence[Term]) -> str:
    """The terms as a text, a letter for each, that patterns of terms look through."""
    letter_of = letters()
    return "".join([letter_of[term.roles] for term in terms])


class Reading(NamedTuple):
    """Terms and their spelling."""

    terms: Sequence[Term]
    spelling: str


def replace_matches(
    reading: Reading, expression: re.Pattern[str], read: Callable[[Sequence[Term], re.Match[str]], Term | None]
) -> Reading:
    """The reading with each match as one term, the one that `read` makes of it, put where the match stood.

    Where it makes none the terms stay as they are.
    """
    terms = reading.terms
    result: list[Term] = []
    at = 0
    for match in expression.finditer(reading.spelling):
        meant = read(terms, match)
        if meant is None:
            continue
        result += terms[at : match.start()]
        start, end = terms[match.start()].start, terms[match.end() - 1].end
        result.append(replace(meant, start=start, end=end))
        at = match.end()
    if not at:
        return reading
    result += terms[at:]
    return Reading(result, spell(result))
