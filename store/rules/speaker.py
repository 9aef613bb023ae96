"""Who says a text, where its beginning tells: `Ann: ...`, `[2 May] Ann: ...`, `小明：...`."""

from __future__ import annotations

import re

from .scripts import fold

_OPENING = re.compile(
    r"\s*(?:[\[(][^\])]{1,60}[\])]\s*)?"  # a time or a place in brackets
    r"(?P<name>[^\W\d_][\w'.-]*(?: [\w'.-]+){0,2})\s?[:：](?=\s|[^\x00-\x7f])"
)
_LONGEST = 160
"""Characters at the beginning of a text that may hold the speaker."""
# Thai, Lao, Burmese, Khmer, kana, Chinese characters; and Hangul, whose particles follow a name without a space.
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def speaker_of(text: str) -> str | None:
    """The name that the text is put under, folded; at most three words and no sentence."""
    found = _OPENING.match(text[:_LONGEST])
    return fold(found["name"]) if found else None


class Named:
    """Which speakers a query names."""

    def __init__(self, query: str) -> None:
        self._query = fold(query)
        self._known: dict[str, bool] = {}

    def has(self, speaker: str) -> bool:
        """Whether the query holds the name as a whole word; in scripts without spaces, anywhere."""
        if speaker not in self._known:
            self._known[speaker] = self._stands_alone(speaker)
        return self._known[speaker]

    def _stands_alone(self, speaker: str) -> bool:
        name = re.escape(speaker)
        if not _UNSPACED.search(speaker):
            name = rf"(?<!\w){name}(?!\w)"
        return re.search(name, self._query) is not None
