"""Stored text as a page shows it: always text, and what can't be seen, or turns text around, written out.

A right-to-left override makes `exe.txt` of what ends in `txt.exe`, a zero-width space makes two names of one. Both
stand as `⟨U+202E⟩`, marked as what they are. Line breaks and tabs stay; the page's style keeps them.
"""

from __future__ import annotations

import re
import unicodedata

from markupsafe import Markup, escape

# Controls but for tab and line breaks, format characters, other separators of lines, fillers that look like nothing,
# tags and private use. ZWJ and ZWNJ are let through between letters and emoji, where scripts need them.
_ODD = re.compile(
    "[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff9-\ufffc\ue000-\uf8ff\U000e0000-\U000e0fff]"
    "|(?<![^\\W\\d_])[\u200c\u200d](?![^\\W\\d_])(?<![\ufe0f\U0001f300-\U0001faff][\u200c\u200d])"
)


def visible(text: str) -> Markup:
    """The text for a page, isolated from the direction of what stands beside it."""
    parts: list[Markup] = []
    end = 0
    for found in _ODD.finditer(text):
        parts += [escape(text[end : found.start()]), _written_out(found[0])]
        end = found.end()
    return Markup("<bdi>{}</bdi>").format(Markup("").join([*parts, escape(text[end:])]))


def visible_plain(text: str) -> str:
    """The same where no markup can stand: attributes, titles and fields that only show."""
    return _ODD.sub(lambda found: f"⟨U+{ord(found[0]):04X}⟩", text)


def _written_out(char: str) -> Markup:
    name = unicodedata.name(char, "control character").lower()
    return Markup('<span class="odd" title="{}">⟨U+{:04X}⟩</span>').format(name, ord(char))
