"""What some models want before a text, so that a question lies near its answer and not near other questions.

From the models' own descriptions. A model that isn't known gets the bare text, which is right for most. The server may
know better and add its own: then its name for the model should be another one.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Style(NamedTuple):
    """What stands before a query and before a passage; `name` is part of the model's identity."""

    name: str
    query: str
    passage: str

    def apply(self, text: str, *, is_query: bool) -> str:
        return (self.query if is_query else self.passage) + text

    def identify(self, model: str) -> str:
        """The model's name with the style in it: other prefixes make other vectors."""
        return f"{model}+{self.name}" if self.name else model


PLAIN = Style("", "", "")

_STYLES: tuple[tuple[re.Pattern[str], Style], ...] = (
    (re.compile(r"nomic-embed-text"), Style("nomic", "search_query: ", "search_document: ")),
    (re.compile(r"\be5-(?:small|base|large)(?!.*instruct)"), Style("e5", "query: ", "passage: ")),
    (
        re.compile(r"mxbai-embed-large|\bbge-(?:small|base|large)-en"),
        Style("represent", "Represent this sentence for searching relevant passages: ", ""),
    ),
    (re.compile(r"embeddinggemma"), Style("gemma", "task: search result | query: ", "title: none | text: ")),
)


def style_of(model: str) -> Style:
    """The style of a model by its name, however the server decorates it (owner, tag, case)."""
    name = model.lower()
    return next((style for pattern, style in _STYLES if pattern.search(name)), PLAIN)
