"""Text as it is compared, with every character at its place, so that what is found is found in the text as written."""

from __future__ import annotations

from . import scripts

MARK = "\u0300"
"""What stands in a plain text for a character that is not compared."""


class _Plain(dict[int, str]):
    """A translation table of single characters; what folds into several stays as it is."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        folded = scripts.fold(scripts.normalise(char))
        self[code] = found = folded if len(folded) == 1 else char if folded else MARK
        return found


_PLAIN = _Plain()


def plain(text: str) -> str:
    """The text without case, width, diacritics and kana kind, as long as it was."""
    return text.lower() if text.isascii() else text.translate(_PLAIN)
