"""Times of the day, told in any of the usual ways, as one: `14:00`, `2 pm`, `14 Uhr`, `kl. 14`, `14点`, `noon`."""

import re
from collections.abc import Sequence

from .claim_tokens import Form, Token
from .lexicon import NOTHING, Lexicon
from .numerals import read_numeral

_DIGITS = re.compile(r"(\d{1,2})(?:[:.h](\d\d))?(am|pm|h)?")
_BEHIND = {"am": "am", "pm": "pm", "uhr": "", "órakor": "", "点": "", "點": "", "时": "", "時": "", "o'clock": ""}
_BEHIND_LED = frozenset(("uur", "heures", "h", "horas"))
"""Hours as much as a time of the day: a time only behind a word of `_LEADING`."""
_LEADING = {"nl": ("om",), "fr": ("à",), "es": ("las",), "pt": ("às",)}
_OPENING = frozenset(("kl", "klockan", "klokken"))
_NUMBER_SUFFIX = re.compile("-?kor$")  # Hungarian: `14:00-kor`
_HALVES = {
    "上午": "am",
    "凌晨": "am",
    "早上": "am",
    "午前": "am",
    "下午": "pm",
    "晚上": "pm",
    "傍晚": "pm",
    "午後": "pm",
}
_UNSPACED_HOURS = frozenset(("点", "點", "时", "時"))


def write_clock(digits: str) -> str:
    """The hour and minute of digits such as `02:00`, `14h30`, `2pm`: `2:00`."""
    match = _DIGITS.match(digits)
    return _write(int(match[1]), match[2] or "00", match[3] or "") if match else digits


def join_times(tokens: Sequence[Token], lexicon: Lexicon) -> list[Token]:
    """The tokens with each time of the day that several words tell as one."""
    joined: list[Token] = []
    position = 0
    while position < len(tokens):
        time, length = _read_time(tokens, position, lexicon)
        if not time:
            joined.append(tokens[position])
            position += 1
            continue
        taken = tokens[position : position + length]
        half = (
            _HALVES.get(joined[-1].lower, "")
            if joined and not _UNSPACED_HOURS.isdisjoint(t.lower for t in taken)
            else ""
        )
        said = [joined.pop(), *taken] if half or (joined and joined[-1].lower in _OPENING) else taken
        time = _write(int(time.split(":")[0]), time.split(":")[1], half) if half else time
        joined.append(Token(Form.TIME, " ".join(token.text for token in said), time))
        position += length
    return joined


def _read_time(tokens: Sequence[Token], position: int, lexicon: Lexicon) -> tuple[str, int]:
    """The time that begins at the position and its length in tokens; empty when none does, or one word tells it."""
    token, before = tokens[position], tokens[position - 1].lower if position else ""
    if token.form is Form.WORD and (named := lexicon.words.get(token.lower, NOTHING).clock):
        return named, 1
    hour, minute, half = _read_hour(token, lexicon)
    if hour is None:
        return "", 0
    after = tokens[position + 1].lower if position + 1 < len(tokens) else ""
    after = after.replace(".", "")
    if after in _UNSPACED_HOURS and (told := _read_minutes(tokens, position + 2)):
        return _write(hour, told, ""), 4
    if (after in _BEHIND and (after, lexicon.code) != ("am", "de")) or (
        after in _BEHIND_LED and before in _LEADING.get(lexicon.code, ())
    ):
        return _write(hour, minute, half or _BEHIND.get(after, "")), 2
    is_told = (token.form is Form.TIME and "." not in token.lower) or bool(_NUMBER_SUFFIX.search(token.lower))
    return (_write(hour, minute, half), 1) if is_told or before in _OPENING else ("", 0)


def _read_minutes(tokens: Sequence[Token], position: int) -> str:
    """The 30 of `14点30分`; empty when no minutes follow."""
    number, sign = (*tokens[position : position + 2], None, None)[:2]
    is_minute = number is not None and sign is not None and sign.lower == "分" and number.lower.isdecimal()
    return f"{int(number.lower):02}" if number is not None and is_minute and int(number.lower) < 60 else ""


def _read_hour(token: Token, lexicon: Lexicon) -> tuple[int | None, str, str]:
    """Hour, minute and half of the day of one token; no hour when it can't be one."""
    if token.form is Form.WORD:
        value = read_numeral(token.lower, lexicon)
        return (int(value), "00", "") if value is not None and value in range(25) else (None, "", "")
    is_digits = token.form in (Form.TIME, Form.NUMBER) or (lexicon.code == "hu" and token.form is Form.CODE)
    match = _DIGITS.fullmatch(_NUMBER_SUFFIX.sub("", token.lower)) if is_digits else None
    if match is None or int(match[1]) not in range(25) or int(match[2] or 0) not in range(60):
        return None, "", ""
    return int(match[1]), match[2] or "00", match[3] or ""


def _write(hour: int, minute: str, half: str) -> str:
    if half in ("am", "pm") and hour <= 12:
        hour = hour % 12 + (12 if half == "pm" else 0)
    return f"{hour % 24}:{minute}"
