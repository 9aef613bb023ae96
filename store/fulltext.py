"""The one MATCH builder, and the text of the columns that it is matched against.

The table is `fts5(kind, topic, content, context, tokenize='ascii')`: that tokenizer cuts at ASCII punctuation only, so
a term whose punctuation is replaced stays whole. `kind` holds `f` or `o` and weighs nothing.
"""

from collections.abc import Collection

from .rules import analysis

COLUMN_WEIGHTS = (0.0, 1.0, 1.0, 0.5)  # of bm25, for kind, topic, content and context

_OWN_WORDS = "{topic content}"
_ALL_WORDS = "{topic content context}"
# Private-use letters beyond any font: token characters for FTS5, and in no text that people write.
_PUNCTUATION = {code: chr(0xF0000 + code) for code in range(0x21, 0x7F) if not chr(code).isalnum()}
_PLAIN = {ord(letter): chr(code) for code, letter in _PUNCTUATION.items()}


def encode_column(text: str) -> str:
    """A text as the terms it is found by, in the form in which FTS5 keeps each of them whole."""
    return " ".join(analysis.index_terms(text)).translate(_PUNCTUATION)


def decode_column(column: str) -> list[str]:
    """The terms that `encode_column` wrote."""
    return (column if column.isascii() else column.translate(_PLAIN)).split()


def build_match(query: str, *, with_context: bool = True) -> str | None:
    """The MATCH expression of any text; None when nothing can be found.

    Without the context a row is found by its own words alone, not by those of its neighbours.
    """
    terms = analysis.query_terms(query)
    if not terms:
        return None
    words = " OR ".join(_alternatives(term) for term in terms)
    return f"{_ALL_WORDS if with_context else _OWN_WORDS} : ({words})"


def match_terms(terms: Collection[str]) -> str:
    """The MATCH expression of rows whose own text holds one of these terms of the analyser."""
    words = " OR ".join(f'"{encode_term(word)}"' for word in terms)
    return f"{_OWN_WORDS} : ({words})"


def match_topic(words: Collection[Collection[str]]) -> str:
    """The MATCH expression of rows whose topic holds one of the terms of every word."""
    alternatives = (" OR ".join(f'"{encode_term(term)}"' for term in sorted(terms)) for terms in words)
    return " AND ".join(f"{{topic}} : ({any_of})" for any_of in alternatives)


def _alternatives(term: analysis.QueryTerm) -> str:
    quoted = [f'"{encode_term(word)}"' for word in term.terms]
    if term.beginning:
        quoted.append(f'"{encode_term(term.beginning)}"*')
    return " OR ".join(quoted)


def encode_term(word: str) -> str:
    """One term as the index holds it."""
    return word.translate(_PUNCTUATION)
