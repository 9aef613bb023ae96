"""BM25 over candidates that the full text gathered, by rank-bm25: the lexical leg of semantic mode."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

from .analysis import QueryTerm

OTHER = ""
"""Stands for every word that the query doesn't ask for; it counts for a document's length only."""


def scores(query: Sequence[QueryTerm], documents: Sequence[Sequence[str]]) -> list[float]:
    """The BM25+ score of each document, given as its index terms; 0 where it has no word of the query."""
    corpus = [_asked_for(terms, query) for terms in documents]
    if not any(map(any, corpus)):
        return [0.0] * len(documents)
    # It brings numpy, which takes longer to load than a search takes; it has no type stubs.
    bm25: Any = importlib.import_module("rank_bm25")
    weighed = bm25.BM25Plus(corpus).get_scores([str(place) for place in range(len(query))])
    return [float(score) if any(words) else 0.0 for score, words in zip(weighed, corpus, strict=True)]


def _asked_for(terms: Sequence[str], query: Sequence[QueryTerm]) -> list[str]:
    """Each term as the place of the query's word that it is a form of; so the forms of one word count as one."""
    return [_place(term, query) for term in terms] or [OTHER]


def _place(term: str, query: Sequence[QueryTerm]) -> str:
    for place, word in enumerate(query):
        if term in word.terms or (word.beginning and term.startswith(word.beginning)):
            return str(place)
    return OTHER
