"""What a character is: its class for cutting text into words, and its folded form for comparing them.

Both are asked once per character and then kept, so that a text costs two C-speed `str.translate` calls.
"""

import unicodedata

from . import alphabets

# Class letters. ASCII punctuation stands for itself, a blank for everything that only separates.
UPPER, LOWER, DIGIT, MARK = "u", "l", "d", "m"
HAN, KATAKANA, HIRAGANA, HANGUL = "h", "k", "j", "g"
RUN_LETTER, RUN_MARK = "t", "n"  # scripts written without spaces: Thai, Lao, Khmer, Burmese
SYMBOL, FLAG_LETTER = "s", "r"


class _LazyTable(dict[int, str]):
    """A translation table that works out a character when it is first met."""

    def _work_out(self, char: str) -> str:
        raise NotImplementedError

    def __missing__(self, code: int) -> str:
        value = self._work_out(chr(code))
        self[code] = value
        return value


class _Clean(_LazyTable):
    """Before normalising: drops what is invisible, unifies apostrophes and hyphens."""

    def _work_out(self, char: str) -> str:
        if char in alphabets.APOSTROPHES:
            return "'"
        if char in alphabets.HYPHENS:
            return "-"
        if char in alphabets.INVISIBLE_SPACES or unicodedata.category(char) in {"Cs", "Cc"}:
            return " "
        if unicodedata.category(char) == "Cf" or alphabets.is_modifier(ord(char)):
            return ""
        return char


class _Classes(_LazyTable):
    """One class letter per character, so that positions in both strings agree."""

    def _work_out(self, char: str) -> str:
        category = unicodedata.category(char)
        major = category[0]
        if major in "LMN":
            return _class_of_letter(char, category)
        if char.isascii():
            return char if major in "PS" else " "
        if major == "S" or category == "Co":
            return FLAG_LETTER if 0x1F1E6 <= ord(char) <= 0x1F1FF else SYMBOL
        if category == "Cn":  # newer than this Python's tables: most are emoji, the rest letters
            return SYMBOL if ord(char) >= 0x1F000 else LOWER
        return " "


def _class_of_letter(char: str, category: str) -> str:
    if category == "Nd":
        return DIGIT
    if category in {"Lu", "Lt"}:
        return UPPER
    run = alphabets.run_script(ord(char))
    if category[0] == "M":
        return RUN_MARK if run == RUN_LETTER else MARK
    return run or LOWER


class _Folded(_LazyTable):
    """The form in which characters are compared: case is folded before, marks and widths here."""

    def _work_out(self, char: str) -> str:
        special = alphabets.FOLDS.get(char)
        if special is not None:
            return special
        code = ord(char)
        if 0x30A1 <= code <= 0x30F6 or code in {0x30FD, 0x30FE}:  # katakana, shown as hiragana
            return chr(code - 0x60)
        if unicodedata.category(char) == "Nd":
            return str(unicodedata.digit(char))
        if alphabets.is_dropped_mark(code):
            return ""
        if alphabets.loses_its_marks(code):
            return _without_marks(char)
        return char


def _without_marks(char: str) -> str:
    parts = unicodedata.normalize("NFD", char)
    bare = "".join(part for part in parts if not unicodedata.combining(part))
    return "".join(alphabets.FOLDS.get(part, part) for part in bare)


_CLEAN, _CLASSES, _FOLDED = _Clean(), _Classes(), _Folded()


def normalise(text: str) -> str:
    """The text in compatibility form (one width, composed), without invisible characters; case is kept."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFKC", text.translate(_CLEAN)).translate(_CLEAN)


def classes_of(text: str) -> str:
    """A string of the same length that holds the class of each character."""
    return text.translate(_CLASSES)


def lower(text: str) -> str:
    """Without case, but with its diacritics: what a stemmer wants to see."""
    return text.lower() if text.isascii() else text.casefold().replace("i\u0307", "i")


def fold(text: str) -> str:
    """Without case, diacritics, kana kind, digits' script and vowel points: what is compared."""
    return text.lower() if text.isascii() else text.casefold().translate(_FOLDED)
