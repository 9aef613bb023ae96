"""Stored text as a page shows it: always text, and what can't be seen, or turns text around, written out.

A right-to-left override makes `exe.txt` of what ends in `txt.exe`, a zero-width space makes two names of one. Both
stand as `⟨U+202E⟩`, marked as what they are. Line breaks and tabs stay; the page's style keeps them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from markupsafe import Markup, escape

UNSEEN = frozenset(("Cc", "Cf", "Co", "Cs", "Zl", "Zp"))
"""Controls, formats, private use, halves of characters, separators of lines and paragraphs."""

SEEN = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd")
"""Signs above Arabic and Kaithi numbers: formats by name, and drawn."""

BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")
"""Fillers: letters and marks by name, and drawn as nothing."""

SELECTORS = frozenset(map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE0F), *range(0xE0100, 0xE01F0))))
"""Choose another form of what stands before them; text can be hidden in a row of them. The one of emoji stays."""

MOST_NAMED = 100
"""So many of a text's odd characters are marked and named; of thousands the rest is only written out."""

JOINERS = "\u200c\u200d"

# Joiners are let through where scripts and emoji need them, after a letter that joins or a picture; between Latin
# letters one only makes two words of one.
_JOINING = re.compile(
    "[\u0600-\u08ff\u0900-\u109f\u1780-\u18af\ufb50-\ufdff\ufe0f\ufe70-\ufefe\u2190-\u2bff\U0001f000-\U0001faff]"
)
_SPECIAL = re.compile(r"[^\x20-\x7e\t\n]")


def visible(text: str) -> Markup:
    """The text for a page, isolated from the direction of what stands beside it."""
    return Markup("<bdi>{}</bdi>").format(visible_part(text))


def visible_part(text: str, most_named: int = MOST_NAMED) -> Markup:
    """A part of a text that is isolated as a whole."""
    parts: list[Markup] = []
    end = 0
    for number, at in enumerate(_odd_places(text)):
        code = escape(_code(text[at]))
        parts += [escape(text[end:at]), _named(text[at], code) if number < most_named else code]
        end = at + 1
    return Markup("").join([*parts, escape(text[end:])])


def visible_plain(text: str) -> str:
    """The same where no markup can stand: attributes, titles and fields that only show."""
    parts: list[str] = []
    end = 0
    for at in _odd_places(text):
        parts += [text[end:at], _code(text[at])]
        end = at + 1
    return "".join([*parts, text[end:]])


def _odd_places(text: str) -> Iterator[int]:
    """Where a character stands that can't be seen as what it is."""
    for found in _SPECIAL.finditer(text):
        at = found.start()
        if _is_unseen(found[0]) and not (found[0] in JOINERS and at > 0 and _JOINING.match(text[at - 1])):
            yield at


@lru_cache(4096)
def _is_unseen(char: str) -> bool:
    if char in SEEN:
        return False
    return unicodedata.category(char) in UNSEEN or char in BLANK or char in SELECTORS


def _code(char: str) -> str:
    return f"⟨U+{ord(char):04X}⟩"


def _named(char: str, code: Markup) -> Markup:
    name = unicodedata.name(char, "control character").lower()
    return Markup('<span class="odd" title="{}">{}</span>').format(name, code)
