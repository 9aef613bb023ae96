"""Finds the words by which a query tells its intent, in each language that it may be written in."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from .intent_words import INTENT_WORDS
from .plain_text import MARK, plain
from .query_languages import languages_of
from .time_tokens import Form, Token, cut, written_words

_ENDS = 400  # characters at each end of a long query that are read
_UNSPACED = frozenset(("zh", "ja", "ko"))
NOWHERE = -1


class Cues(NamedTuple):
    """Where the first cue of each kind stands; `NOWHERE` where there is none."""

    preference: int
    procedural: int
    entity: int
    factual: int


def find_cues(query: str) -> Cues:
    """The cues of the first language, the likeliest one first, that has any in the query."""
    shown = query if len(query) <= 2 * _ENDS else f"{query[:_ENDS]}\n{query[-_ENDS:]}"
    tokens = cut(shown)
    words = written_words(shown, tokens)
    text = plain(shown).replace(MARK, "")
    spaced = _spaced(tokens)
    for code, is_known in languages_of(words):
        found = Cues(*(_first(text if code in _UNSPACED else spaced, phrases) for phrases in _phrases(code)))
        if max(found[:3]) > NOWHERE or (is_known and found.factual > NOWHERE):
            return found
    asks = text.rstrip().endswith("?")
    return Cues(NOWHERE, NOWHERE, NOWHERE, 0 if asks and words else NOWHERE)


def _spaced(tokens: Sequence[Token]) -> str:
    """The words with one blank around each, apart at their hyphens, so that a phrase is found by its letters."""
    words = (token.key.replace("-", " ") for token in tokens if token.form in (Form.WORD, Form.RUN, Form.NUMBER))
    return f" {' '.join(words)} "


def _first(text: str, phrases: Sequence[str]) -> int:
    found = [at for phrase in phrases if (at := text.find(phrase)) >= 0]
    return min(found, default=NOWHERE)


@cache
def _phrases(code: str) -> tuple[tuple[str, ...], ...]:
    """The cues of each kind as they are looked for: with a blank before a word, and behind one that is whole."""
    spell = _spell_run if code in _UNSPACED else _spell_words
    return tuple(tuple(spell(cue) for cue in plain(cues).split()) for cues in INTENT_WORDS[code])


def _spell_run(cue: str) -> str:
    return cue.replace("_", " ")


def _spell_words(cue: str) -> str:
    phrase = " " + cue.replace("_", " ").replace("-", " ")
    return phrase.removesuffix("*") if phrase.endswith("*") else phrase + " "
