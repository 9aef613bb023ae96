"""Text at the two doors of the store: what is taken in, and how stored text is shown on one line.

InvalidText (ValueError)
├── TextHasNul
├── TextNotUnicode
├── TextBlank
└── TextTooLong

Content is kept verbatim; only labels lose the whitespace around them. Everything here is a pure function of its
arguments and takes time linear in the text.
"""

import re
import unicodedata
from collections.abc import Callable
from itertools import groupby

_JOINERS = "\u200c\u200d"
# Drawn as nothing although Unicode calls them letters, symbols or unassigned.
_INVISIBLE = re.compile(
    "[\u115f\u1160\u2065\u2800\u3164\uffa0\ufff0-\ufff8\U0001d159\U000e0000-\U000e0fff]",
)
_NO_CHARACTER = re.compile(
    "[\ud800-\udfff\ufdd0-\ufdef"
    + "".join(f"{chr(plane + 0xFFFE)}-{chr(plane + 0xFFFF)}" for plane in range(0, 0x110000, 0x10000))
    + "]"
)
# One character composes from at most four (alpha with three marks), so NFC can't make a longer text fit.
_NFC_SHRINKS_AT_MOST = 4


class InvalidText(ValueError):
    """A text that may not be stored; the message, at most 200 characters, says what to change."""

    def __init__(self, name: str, problem: str) -> None:
        self.name = name
        super().__init__(f"{name} {problem}")


class TextHasNul(InvalidText):
    """The text holds U+0000."""

    def __init__(self, name: str, position: int) -> None:
        self.position = position
        super().__init__(name, f"holds a NUL character at position {position}: remove it.")


class TextNotUnicode(InvalidText):
    """The text holds a lone surrogate or a noncharacter, which no valid text contains."""

    def __init__(self, name: str, position: int, code_point: int) -> None:
        self.position = position
        self.code_point = code_point
        problem = f"holds U+{code_point:04X} at position {position}, half of a broken character or none at all"
        super().__init__(name, f"{problem}: remove it and send valid Unicode.")


class TextBlank(InvalidText):
    """The text shows nothing."""

    def __init__(self, name: str) -> None:
        super().__init__(name, "is blank (nothing visible in it): give it some text.")


class TextTooLong(InvalidText):
    """The text has more characters than its field takes."""

    def __init__(self, name: str, length: int, limit: int) -> None:
        self.length = length
        self.limit = limit
        super().__init__(name, f"has {length:,} characters, the limit is {limit:,}: shorten it or split it.")


def clean_text(text: str, *, name: str, limit: int) -> str:
    """The text in NFC, otherwise verbatim, or InvalidText; `name` is the field as the caller knows it."""
    if len(text) > limit * _NFC_SHRINKS_AT_MOST:
        raise TextTooLong(name, len(text), limit)
    if (nul := text.find("\0")) >= 0:
        raise TextHasNul(name, nul)
    if bad := _NO_CHARACTER.search(text):
        raise TextNotUnicode(name, bad.start(), ord(bad[0]))
    composed = _compose(text)
    if len(composed) > limit:
        raise TextTooLong(name, len(composed), limit)
    if is_blank(composed):
        raise TextBlank(name)
    return composed


def clean_label(text: str, *, name: str, limit: int) -> str:
    """Like `clean_text`, for single-line labels (topic, source): whitespace around it is dropped before counting."""
    return clean_text(text.strip(), name=name, limit=limit)


def is_blank(text: str) -> bool:
    """Whether nothing in the text would be drawn: spaces, controls, invisible characters, marks without a base."""
    return not any(map(_is_visible, text))


def is_invisible(character: str) -> bool:
    """Whether a character is drawn as nothing by itself and only makes two names look alike; joiners are not meant."""
    point = ord(character)
    is_selector = 0xFE00 <= point <= 0xFE0F or 0x180B <= point <= 0x180F or point == 0x34F
    return is_selector or bool(_INVISIBLE.match(character))


def one_line(text: str) -> str:
    """The text as one line for display: whatever breaks a line, controls and formats become single spaces.

    ZWJ and ZWNJ stay, they spell words and emoji; tag characters, bidi controls and lone surrogates don't.
    """
    if not text.isprintable():
        text = "".join(ch if ch.isprintable() or _may_stay(ch) else " " for ch in text)
    return " ".join(text.split())


def quoted(text: str) -> str:
    """The text whole, each of its lines behind `> `, so that none can pass for a line of what it is quoted in."""
    return "\n".join(f"> {line}" for line in text.splitlines() or [""])


# `<` stays where it compares, points or shows a number ("a < b", "<=", "<-", "<3"); before anything else, or before
# a spaced-out tag ("< /notes >"), it could open one.
_TAG = re.compile(r"(?<!<)<++(?:(?![\s\d=>\-~+,.;)]|$)|(?= ?[/!?|]| ?\w[\w:.-]{0,99} ?>))")
_FENCE = re.compile(r"`{3,}")
_MARKER = re.compile(
    r"""[#>\[]                  # heading, quote, link reference, another record's [label]
    | ([-*_=~+]) \1{2,}         # rule, front matter, underline of a heading, fence
    | [-*+] (?= \s | $)         # bullet
    | [-=]+ $                   # short underline of a heading
    | (?: _ \s? ){3,} $         # spaced rule (of hyphens or stars it starts like a bullet)
    """,
    re.VERBOSE,
)
_NUMBERED = re.compile(r"([0-9]+)([.)])(?=\s|$)")


def data_line(text: str) -> str:
    """The text as one line that opens no heading, list, quote, fence, link reference or tag, wherever it is put.

    A marker at the start gets a backslash (`# x` -> `\\# x`, `1. x` -> `1\\. x`), what could open a tag turns from `<`
    into `‹`, three backticks or more into `ˋ`; what draws nothing at the start is dropped. Idempotent.
    """
    line = _from_first_visible(one_line(text))
    line = _TAG.sub(lambda angles: "‹" * len(angles[0]), line)
    line = _FENCE.sub(lambda fence: "ˋ" * len(fence[0]), line)
    if _MARKER.match(line):
        return "\\" + line
    return _NUMBERED.sub(r"\1\\\2", line, count=1) if _NUMBERED.match(line) else line


def shorten(text: str, limit: int) -> str:
    """The text when it has at most `limit` characters; else its start, cut at a word, and `…`, within `limit`.

    Where the last word's start would lose more than half (long paths, URLs) the cut is inside it, and between any two
    characters of a script without spaces; never inside what is drawn as one character, if it can be helped.
    """
    if len(text) <= limit:
        return text
    room = limit - 1
    if room <= 0:
        return "…"[: max(limit, 0)]
    end = _last_cut(text, room, _is_word_cut, room // 2) or _last_cut(text, room, _is_character_cut, 0) or room
    return text[:end].rstrip() + "…"


def _compose(text: str) -> str:
    """NFC in linear time: Python orders marks by insertion, which a long unordered run of them makes quadratic."""
    if unicodedata.is_normalized("NFC", text):
        return text
    decomposed = "".join(unicodedata.normalize("NFD", ch) for ch in text)
    ordered = (
        sorted(run, key=unicodedata.combining) if is_mark else run
        for is_mark, run in groupby(decomposed, lambda ch: unicodedata.combining(ch) > 0)
    )
    return unicodedata.normalize("NFC", "".join(ch for run in ordered for ch in run))


def _is_visible(ch: str) -> bool:
    category = unicodedata.category(ch)
    return category[0] not in "ZM" and category not in ("Cc", "Cf", "Cs") and not _INVISIBLE.match(ch)


def _may_stay(ch: str) -> bool:
    """Private and unassigned characters may be letters somewhere; other unprintable ones only disturb the line."""
    if ch in _JOINERS:
        return True
    return unicodedata.category(ch) in ("Co", "Cn") and not _INVISIBLE.match(ch) and not _NO_CHARACTER.match(ch)


def _from_first_visible(line: str) -> str:
    start = next((at for at, ch in enumerate(line) if _is_visible(ch)), len(line))
    return line[start:]


# Thai, Lao, Tibetan, Burmese, Khmer, Chinese and Japanese: a line may break between any two characters.
_SPACELESS = re.compile("[\u0e00-\u109f\u1780-\u17ff\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")
_SKIN_TONES = "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
_VIRAMA = 9
_WRITTEN_BEFORE_ITS_CONSONANT = "\u0e40\u0e41\u0e42\u0e43\u0e44\u0ec0\u0ec1\u0ec2\u0ec3\u0ec4"


def _last_cut(text: str, room: int, may_cut: Callable[[str, int], bool], floor: int) -> int:
    """The last place above `floor`, at most `room`, where the text may be cut; 0 when there is none."""
    return next((end for end in range(room, floor, -1) if may_cut(text, end)), 0)


def _is_word_cut(text: str, end: int) -> bool:
    around = text[end - 1 : end + 1]
    is_between_words = any(ch.isspace() or _SPACELESS.match(ch) for ch in around)
    return is_between_words and _is_character_cut(text, end)


def _is_character_cut(text: str, end: int) -> bool:
    """Whether a cut before `text[end]` leaves marks, emoji sequences, flags, conjuncts and surrogate pairs whole."""
    before, after = text[end - 1], text[end]
    continues = unicodedata.category(after) in ("Mn", "Mc", "Me", "Cf") or after in _SKIN_TONES
    joins = before == "\u200d" or before in _WRITTEN_BEFORE_ITS_CONSONANT or unicodedata.combining(before) == _VIRAMA
    is_pair = "\ud800" <= before < "\udc00" <= after < "\ue000"
    return not (continues or joins or is_pair or (_is_flag_half(after) and _flag_halves_before(text, end) % 2))


def _is_flag_half(ch: str) -> bool:
    return "\U0001f1e6" <= ch <= "\U0001f1ff"


def _flag_halves_before(text: str, end: int) -> int:
    return next((end - 1 - at for at in range(end - 1, -1, -1) if not _is_flag_half(text[at])), end)
