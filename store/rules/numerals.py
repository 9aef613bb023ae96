"""Numbers written as digits or words, with their units, as one comparable key."""

import re
from collections.abc import Sequence

from .claim_tokens import Form, Token
from .lexicon import NOTHING, Entry, Lexicon, Role

_GROUPED = re.compile(r"[+-]?\d{1,3}(?:([.,' ])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$")
_TIMES = {"de": ("mal",), "nl": ("maal", "keer"), "hu": ("szor", "szer", "sz\u00f6r"), "sv": (), "da": ()}
_JOINTS = {"de": "und", "nl": "en", "da": "og"}
# Seconds, bytes, and the like: units of one dimension meet in its smallest unit.
_FACTORS = {
    "ms": ("time", 0.001), "s": ("time", 1),
    "min": ("time", 60), "15min": ("time", 900), "h": ("time", 3600), "d": ("time", 86400),
    "14d": ("time", 1209600), "w": ("time", 604800), "2w": ("time", 1209600), "b": ("size", 1), "kb": ("size", 1e3),
    "mb": ("size", 1e6), "gb": ("size", 1e9), "tb": ("size", 1e12), "kib": ("size", 1024), "mib": ("size", 1024**2),
    "gib": ("size", 1024**3), "m": ("length", 1), "km": ("length", 1000), "cm": ("length", 0.01), "mo": ("months", 1),
    "3mo": ("months", 3), "y": ("months", 12), "10y": ("months", 120), "g": ("weight", 1), "kg": ("weight", 1000),
}  # fmt: skip
_SYMBOLS = {
    "%": "%", "\u20ac": "eur", "$": "usd", "\u00a3": "gbp", "\u00a5": "jpy", "eur": "eur", "usd": "usd", "gbp": "gbp",
    "sek": "sek", "ms": "ms", "s": "s", "sec": "s", "min": "min", "h": "h", "kb": "kb", "mb": "mb", "gb": "gb",
    "tb": "tb", "kib": "kib", "mib": "mib", "gib": "gib", "km": "km", "cm": "cm", "kg": "kg", "px": "px",
}  # fmt: skip


def read_quantity(
    tokens: Sequence[Token], position: int, lexicon: Lexicon, *, may_be_article: bool = False
) -> tuple[str | None, int]:
    """Key of the number that begins at the position and how many tokens it takes; None when none begins there.

    An article before a unit is a one where it `may_be_article` (lasts a year), though not elsewhere (twice a year).
    """
    value, length = _read_number(tokens, position, lexicon)
    if value is None and may_be_article and _is_article_before_unit(tokens, position, lexicon):
        value, length = 1.0, 1
    if value is None:
        return None, 0
    spelled = _spell_unsure(tokens[position], lexicon.code) if length == 1 else ""
    after = position + length
    if 0 < value < 1 and _is_article_before_unit(tokens, after, lexicon):
        after, length = after + 1, length + 1  # half an hour
    if after < len(tokens) and tokens[after].form is Form.WORD:
        unit, taken = _find_unit(tokens, after, lexicon)
        if unit:
            if dated := _calendar_key(unit, value):
                return dated, length + taken
            dimension, factor = _FACTORS.get(unit, (unit, 1))
            return f"{spelled or _write(value * factor)} {dimension}", length + taken
    return spelled or _write(value), length


def _is_article_before_unit(tokens: Sequence[Token], position: int, lexicon: Lexicon) -> bool:
    if position + 1 >= len(tokens):
        return False
    article = lexicon.words.get(tokens[position].lower, NOTHING)
    if not article.roles & Role.ONE:
        return False
    unit = lexicon.words.get(tokens[position + 1].lower, NOTHING)
    return bool(unit.unit) and unit.number is None


_CALENDAR = {"\u5e74": "y", "\u6708": "m", "\u65e5": "d", "\u65f6": "t"}
_RANGES = {"y": range(1900, 2100), "m": range(1, 13), "d": range(1, 32), "t": range(25)}


def _calendar_key(unit: str, value: float) -> str:
    """`@y2027`, `@m3`, `@d31`, `@t9`; empty for a value that is no such date."""
    part = _CALENDAR.get(unit, "")
    return f"@{part}{int(value)}" if part and value in _RANGES[part] else ""


def is_unit(token: Token, lexicon: Lexicon) -> bool:
    """Does the token measure what the number before it counts?"""
    return token.form is Form.WORD and bool(_find_unit([token], 0, lexicon)[0]) and token.lower not in _CLOCK_WORDS


_CLOCK_WORDS = frozenset(("am", "pm", "a.m", "p.m", "uhr", "uur", "h"))


def _find_unit(tokens: Sequence[Token], position: int, lexicon: Lexicon) -> tuple[str, int]:
    token = tokens[position]
    for rest, entry in lexicon.phrases.get(token.lower, ()):
        if entry.unit and tuple(t.lower for t in tokens[position + 1 : position + 1 + len(rest)]) == rest:
            return entry.unit, 1 + len(rest)
    entry = lexicon.words.get(token.lower)
    return (entry.unit if entry and entry.unit else _SYMBOLS.get(token.lower, "")), 1


def _read_number(tokens: Sequence[Token], position: int, lexicon: Lexicon) -> tuple[float | None, int]:
    token = tokens[position]
    if token.form is Form.NUMBER:
        value, length = read_digits(token.lower, lexicon.code), 1
    else:
        value, length = read_numeral(token.lower, lexicon), 1
        if value is None:
            return None, 0
    while position + length < len(tokens) and (following := tokens[position + length]).form is Form.WORD:
        more = lexicon.words.get(following.lower)
        if more is None or more.number is None or more.unit or not _may_follow(value, more):
            break
        value = value * more.number if more.number >= 100 else value + more.number
        length += 1
    return value, length


def _may_follow(value: float, more: Entry) -> bool:
    number = more.number or 0
    return (number >= 100 and number > value) or (0 < number < 10 and value >= 20 and value % 10 == 0)


def read_digits(text: str, code: str) -> float:
    """The value of digits with grouping marks; a comma is a decimal point except where it groups thousands."""
    if match := _GROUPED.match(text):
        mark = match[1]
        if mark != "." or code not in _POINTED_DECIMALS:
            text = text.replace(mark, "")
    return float(text.replace(",", ".").replace("'", "").replace(" ", ""))


def _spell_unsure(token: Token, code: str) -> str:
    """`1.500`, where a point parts decimals, as written: 1.5 for one writer and 1500 for another; else empty."""
    is_unsure = token.form is Form.NUMBER and code in _POINTED_DECIMALS and _UNSURE.fullmatch(token.lower)
    return token.lower if is_unsure else ""


_POINTED_DECIMALS = ("en", "zh", "ja")
_UNSURE = re.compile(r"[1-9]\d{0,2}\.\d\d0")


def may_read_alike(old: str, new: str) -> bool:
    """Could two keys be one number, if an unsure mark is read so?"""
    (one, of), (other, of_other) = old.partition(" ")[::2], new.partition(" ")[::2]
    is_unsure = _UNSURE.fullmatch(one) or _UNSURE.fullmatch(other)
    if of != of_other or not is_unsure or "per:" in old + new:
        return False
    return not _readings(one).isdisjoint(_readings(other))


def _readings(number: str) -> set[float]:
    return {float(number), float(number.replace(".", ""))} if _UNSURE.fullmatch(number) else {float(number)}


def read_numeral(word: str, lexicon: Lexicon) -> float | None:
    """The value of a number word, compound or multiplied (`vierundzwanzig`, `dreimal`); None for other words."""
    entry = lexicon.words.get(word)
    if entry is not None:
        return entry.number
    for ending in _TIMES.get(lexicon.code, ()):
        if word.endswith(ending) and (value := _read_compound(word.removesuffix(ending), lexicon)) is not None:
            return value
    return _read_compound(word, lexicon)


def _read_compound(word: str, lexicon: Lexicon) -> float | None:
    if (entry := lexicon.words.get(word)) is not None and entry.number is not None:
        return entry.number
    joint = _JOINTS.get(lexicon.code, "-" if lexicon.code in ("en", "fr") else "")
    for cut in range(2, len(word) - 1):
        first, rest = lexicon.words.get(word[:cut]), word[cut:]
        if first is None or first.number is None:
            continue
        second = lexicon.words.get(rest.removeprefix(joint) if joint else rest)
        if second is not None and second.number is not None:
            return _join(first.number, second.number)
    return None


def _join(first: float, second: float) -> float:
    return first * second if second >= 100 else first + second


def _write(value: float) -> str:
    return f"{value:.10g}"
