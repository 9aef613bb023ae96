"""How a selected record reads: its block, marks on lines that imitate a header, and an estimate of tokens."""

import math
import re
import unicodedata

from .selection_limits import Limits, Record

SEPARATOR = "\n\n"
IMITATION_MARK = "\\ "

_HEADER_START = re.compile(r"([^\[]*)\[[^|\]]*\|[^|\]]*\|")
# Letters by category that are drawn as nothing: Hangul fillers and the empty Braille cell.
_BLANK_LETTERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
_JOINERS = frozenset("\u200c\u200d")
# Hangul, kana, Han with its extensions, and full-width forms.
_CJK = re.compile(
    "[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]"
)
_LATIN_CHARS_PER_TOKEN = 4


def render_block(record: Record, limits: Limits) -> str:
    """`[id | kind | source@revision]`, a newline and the text; without a revision the header ends after the source."""
    origin = record.source if record.revision is None else f"{record.source}@{record.revision}"
    text = mark_imitated_headers(record.text) if limits.marks_headers else record.text
    return f"[{record.id} | {record.kind} | {_on_one_line(origin)}]\n{text}"


def mark_imitated_headers(text: str) -> str:
    """The text with `\\ ` put before each line that could be taken for the header of a block.

    Such a line opens with `[` and has two `|` before any `]`, whatever spaces and invisible characters stand
    before or between. A line begins after everything `str.splitlines` breaks at; nothing is removed.
    """
    if "[" not in text or "|" not in text:
        return text
    return "".join(IMITATION_MARK + line if _imitates_header(line) else line for line in text.splitlines(keepends=True))


def estimate_tokens(text: str) -> int:
    """An estimate, not a count: one token a CJK character, one for every four of all others, rounded up.

    Tokenisers differ, and scripts other than Latin and CJK tend to cost more than this says.
    """
    cjk_chars = len(_CJK.findall(text))
    return cjk_chars + math.ceil((len(text) - cjk_chars) / _LATIN_CHARS_PER_TOKEN)


def _imitates_header(line: str) -> bool:
    header = _HEADER_START.match(line)
    return header is not None and not any(map(_is_drawn, header[1]))


def _is_drawn(char: str) -> bool:
    # Controls, format characters, spaces and combining marks leave a bracket looking like the start of its line.
    return unicodedata.category(char)[0] not in "CZM" and char not in _BLANK_LETTERS


def _on_one_line(origin: str) -> str:
    return "".join(char if char.isprintable() or char in _JOINERS else " " for char in origin)
