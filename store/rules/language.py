"""Which languages a text may be written in, guessed from its function words and its letters."""

from collections.abc import Iterable
from dataclasses import dataclass

from . import scripts, stopwords

# By script, the likeliest first: the order decides where a text says nothing about its language.
_LATIN = "en de fr es sv nl it pt da no fi pl cs hu ro tr id et lt ca eu sr sk sl lv ga eo af vi tl sw st"
_BY_SCRIPT = {
    "latin": tuple(_LATIN.split()),
    "cyrillic": ("ru", "uk", "sr", "bg", "be", "mk"),
    "greek": ("el",),
    "arabic": ("ar", "fa", "ur"),
    "hebrew": ("he", "yi"),
    "devanagari": ("hi", "ne", "mr"),
    "bengali": ("bn",),
    "tamil": ("ta",),
    "telugu": ("te",),
    "armenian": ("hy",),
    "georgian": ("ka",),
}
_SCRIPT_RANGES = (
    (0x0000, 0x024F, "latin"),
    (0x0370, 0x03FF, "greek"),
    (0x0400, 0x052F, "cyrillic"),
    (0x0530, 0x058F, "armenian"),
    (0x0590, 0x05FF, "hebrew"),
    (0x0600, 0x077F, "arabic"),
    (0x0900, 0x097F, "devanagari"),
    (0x0980, 0x09FF, "bengali"),
    (0x0B80, 0x0BFF, "tamil"),
    (0x0C00, 0x0C7F, "telugu"),
    (0x10A0, 0x10FF, "georgian"),
    (0x1E00, 0x1EFF, "latin"),
    (0x1F00, 0x1FFF, "greek"),
)
# The letters beyond a-z (beyond the script's common stock) that a language writes.
_LETTERS = {
    "sv": "åäöé", "da": "æøåé", "no": "æøåé", "de": "äöüß", "nl": "ëïéèö", "fr": "àâæçéèêëîïôœùûüÿ",
    "es": "áéíñóúü", "pt": "áâãàçéêíóôõú", "it": "àèéìíòóùú", "ca": "àçèéíïòóúü", "ro": "ăâîșşțţ",
    "fi": "äöå", "et": "äõöüšž", "hu": "áéíóöőúüű", "tr": "çğıöşüâî", "pl": "ąćęłńóśźż", "cs": "áčďéěíňóřšťúůýž",
    "sk": "áäčďéíĺľňóôŕšťúýž", "sl": "čšž", "sr": "čćđšžђјљњћџ", "lt": "ąčęėįšųūž", "lv": "āčēģīķļņšūž", "ga": "áéíóú",
    "eo": "ĉĝĥĵŝŭ", "af": "êëéèôûîï", "eu": "ñ",
    "vi": "ăâđêôơưáàảãạấầẩẫậắằẳẵặéèẻẽẹếềểễệíìỉĩịóòỏõọốồổỗộớờởỡợúùủũụứừửữựýỳỷỹỵ",
    "ru": "ёъыэ", "uk": "іїєґ", "be": "іўёыэ", "bg": "ъ", "mk": "ѓќјљњџѕ",
    "fa": "پچژگکی", "ur": "پچژگکیٹڈڑںےہھ", "ar": "ةىكيإأ", "yi": "ײװױ",
}  # fmt: skip
_DISTINCTIVE = {script: "".join(_LETTERS.get(name, "") for name in names) for script, names in _BY_SCRIPT.items()}
_DISTINCTIVE_SETS = {script: frozenset(letters) for script, letters in _DISTINCTIVE.items()}
_LETTER_SETS = {name: frozenset(letters) for name, letters in _LETTERS.items()}

SURE = 1.0  # about one and a half function words, or one and a letter of its own
CLOSE = 0.6  # share of the best evidence from which another language still counts


@dataclass(frozen=True)
class Guess:
    """Languages by falling evidence, and whether the evidence is enough to leave the others out."""

    languages: tuple[str, ...]
    is_sure: bool


def script_of(word: str) -> str:
    """The script of a word's first letter; empty where no language here is written in it."""
    code = ord(word[0])
    return next((name for first, last, name in _SCRIPT_RANGES if first <= code <= last), "")


def candidates(script: str) -> tuple[str, ...]:
    """All languages that may be meant in a script, the likeliest first."""
    return _BY_SCRIPT.get(script, ())


def guess(words: Iterable[str], script: str) -> Guess:
    """The languages of lower-cased words of one script."""
    names = candidates(script)
    if len(names) < 2:
        return Guess(names, is_sure=True)
    distinct = frozenset(words)
    scores = dict.fromkeys(names, 0.0)
    _count_function_words(distinct, scores)
    _count_letters(distinct, script, scores)
    ranked = sorted(names, key=lambda name: (-scores[name], names.index(name)))
    best = scores[ranked[0]]
    if best <= 0.0:
        return Guess(tuple(name for name in ranked if scores[name] >= 0.0) or names, is_sure=False)
    close = tuple(name for name in ranked if scores[name] >= CLOSE * best)
    if best >= SURE:
        return Guess(close[:3], is_sure=True)
    return Guess(tuple(name for name in ranked if scores[name] >= 0.0), is_sure=False)


def _count_function_words(words: frozenset[str], scores: dict[str, float]) -> None:
    owners_of = stopwords.languages_by_word()
    for word in words:
        owners = owners_of.get(word, ())
        for name in owners:
            if name in scores:
                scores[name] += 1.0 / (1.0 + 0.25 * (len(owners) - 1))


def _count_letters(words: frozenset[str], script: str, scores: dict[str, float]) -> None:
    """A word with letters of its own speaks for the languages that write all of them, against the others."""
    distinctive = _DISTINCTIVE_SETS[script]
    for word in words:
        letters = distinctive.intersection(word)
        if not letters:
            continue
        owners = [name for name in scores if letters <= _LETTER_SETS.get(name, frozenset())]
        for name in scores:
            scores[name] += 1.0 / (1.0 + 0.25 * (len(owners) - 1)) if name in owners else -0.25


def plain(word: str) -> str:
    """A word as the function-word lists know it."""
    return scripts.lower(word).replace("'", "")
