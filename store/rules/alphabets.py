"""Facts about scripts: which have no spaces, which lose their marks, which letters stand for others."""

# The lines are single characters that NFKC leaves apart although readers type one for another.
APOSTROPHES = frozenset("\u2019\u2018\u02bc\u02bb\u2032\u05f3\u05f4\uff07\u055a")
HYPHENS = frozenset("\u2010\u2011\u2212\ufe63\uff0d")
INVISIBLE_SPACES = frozenset("\u200b\u2060\ufeff")

_LETTER_FOLDS = {
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "ð": "d",
    "þ": "th",
    "ı": "i",
    "æ": "ae",
    "œ": "oe",
    "ħ": "h",
    "ŧ": "t",
    "ŋ": "n",
    "ĸ": "k",
    "ə": "e",
    "ƒ": "f",
    "ɓ": "b",
    "ɗ": "d",
    "ƙ": "k",
}
# Cyrillic letters that NFD would take apart although they are letters of their own.
_CYRILLIC_KEPT = {letter: letter for letter in "йїўќѓ"}
_ARABIC_FOLDS = {"ى": "ي", "ی": "ي", "ة": "ه", "ک": "ك", "ٱ": "ا", "ہ": "ه", "ھ": "ه", "ے": "ي", "ۀ": "ه", "ـ": ""}
_HEBREW_FINALS = {"ך": "כ", "ם": "מ", "ן": "נ", "ף": "פ", "ץ": "צ", "ײ": "יי", "װ": "וו", "ױ": "וי"}
_INDIC_FOLDS = {"\u0901": "\u0902", "\u093c": "", "\u09bc": "", "\u0a3c": "", "\u0abc": ""}
_ARMENIAN_FOLDS = {"և": "եւ"}

FOLDS = _LETTER_FOLDS | _CYRILLIC_KEPT | _ARABIC_FOLDS | _HEBREW_FINALS | _INDIC_FOLDS | _ARMENIAN_FOLDS

_HAN = ((0x2E80, 0x2FDF), (0x3005, 0x3007), (0x3021, 0x3029), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF))
_HAN_BEYOND = ((0x20000, 0x3FFFF),)
_KATAKANA = ((0x30A0, 0x30FA), (0x30FC, 0x30FF), (0x31F0, 0x31FF))
_HIRAGANA = ((0x3041, 0x309F), (0x1B000, 0x1B16F))
_BOPOMOFO = ((0x3105, 0x312F), (0x31A0, 0x31BF))
_HANGUL = ((0x1100, 0x11FF), (0x3131, 0x318E), (0xA960, 0xA97F), (0xAC00, 0xD7FF))
_SPACELESS = (
    (0x0E00, 0x0EFF),
    (0x1000, 0x109F),
    (0x1780, 0x17FF),
    (0x1950, 0x19DF),
    (0x1A20, 0x1AAF),
    (0xA9E0, 0xA9FF),
    (0xAA60, 0xAADF),
)
_RUNS = (
    ("h", _HAN + _HAN_BEYOND + _BOPOMOFO),
    ("k", _KATAKANA),
    ("j", _HIRAGANA),
    ("g", _HANGUL),
    ("t", _SPACELESS),
)
_DROPPED_MARKS = (
    (0x0300, 0x036F),
    (0x0483, 0x0489),
    (0x0591, 0x05C7),
    (0x0610, 0x061A),
    (0x064B, 0x065F),
    (0x0670, 0x0670),
    (0x06D6, 0x06DC),
    (0x06DF, 0x06E8),
    (0x06EA, 0x06ED),
    (0x1AB0, 0x1AFF),
    (0x1DC0, 0x1DFF),
    (0x20D0, 0x20FF),
    (0xFE20, 0xFE2F),
)
# Latin, Greek, Cyrillic and Arabic: marks are read over there; elsewhere they are vowels or sounds.
_LOSES_MARKS = ((0x00C0, 0x052F), (0x0622, 0x06FF), (0x1E00, 0x1FFF), (0x2C60, 0x2C7F), (0xA640, 0xA7FF))
_MODIFIERS = ((0xFE00, 0xFE0F), (0xE0100, 0xE01EF), (0x1F3FB, 0x1F3FF), (0x180B, 0x180D))


def _within(code: int, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(first <= code <= last for first, last in ranges)


def run_script(code: int) -> str:
    """The class letter of a script that is cut inside its runs, or nothing."""
    return next((letter for letter, ranges in _RUNS if _within(code, ranges)), "")


def is_dropped_mark(code: int) -> bool:
    """Whether a combining character is an accent or a vowel point that readers leave out."""
    return _within(code, _DROPPED_MARKS)


def loses_its_marks(code: int) -> bool:
    """Whether a letter is compared by its base alone."""
    return _within(code, _LOSES_MARKS)


def is_modifier(code: int) -> bool:
    """Whether a character only changes the look of the one before it: variation selectors, skin tones."""
    return _within(code, _MODIFIERS)
