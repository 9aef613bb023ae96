"""Cuts runs of Chinese and Japanese, which put no spaces between words, by the words of the lexicon."""

import re
from collections.abc import Iterator

from .claim_tokens import Form, Token
from .lexicon import Lexicon

_DIGITS = {c: v for v, c in enumerate("零一二三四五六七八九")} | {
    "两": 2, "兩": 2, "〇": 0
}  # fmt: skip
_POWERS = {"十": 10, "百": 100, "千": 1000, "万": 10000}
_NUMERAL = re.compile(f"第?([{''.join(_DIGITS)}{''.join(_POWERS)}]+)")
# A numeral counts only before a measure; elsewhere it is part of a word (一般, 统一, 三明治).
_MEASURE = re.compile(
    "[个名次天小分秒周年月日号人台份位条种层楼倍点时匹只家轮块元项组"
    "個回回本枚件時階週秒種\u3064人台番度段节句篇张座笔步行页跨十百千万]"
)
_WEEKDAY = re.compile("(?:星期|礼拜|周|週)([一二三四五六日天])(?![次个回個])|([月火水木金土日])曜日?")
_DAYS = ("一月", "二火", "三水", "四木", "五金", "六土", "日天")
_WEEKDAYS = {character: f"@w{day}" for day, characters in enumerate(_DAYS, 1) for character in characters}
_SCRIPT = re.compile("[\u30a0-\u30ff]+|[\u3040-\u309f]+|[^\u3040-\u30ff]+")


def cut_run(token: Token, lexicon: Lexicon, *, follows_number: bool) -> Iterator[Token]:
    """The words of a run: those the lexicon knows, numerals, weekdays, and what stands between them."""
    text, position, start = token.text, 0, 0
    while position < len(text):
        found = _match_at(text, position, lexicon, may_measure=follows_number and start == position)
        if found is None:
            position += 1
            continue
        yield from _cut_unknown(text[start:position])
        yield found
        position += len(found.text)
        start = position
        follows_number = found.form is Form.NUMBER
    yield from _cut_unknown(text[start:])


def _match_at(text: str, position: int, lexicon: Lexicon, *, may_measure: bool) -> Token | None:
    if match := _WEEKDAY.match(text, position):
        return Token(Form.DATE, match[0], _WEEKDAYS[match[1] or match[2]])
    word = next(
        (w for n in range(min(lexicon.longest, 8), 0, -1) if (w := text[position : position + n]) in lexicon.words), ""
    )
    if len(word) < 2 and (match := _NUMERAL.match(text, position)) and _counts(text, match):
        return Token(Form.NUMBER, match[0], str(read_han_number(match[1])))
    if not word or (lexicon.words[word].is_mere_unit and not may_measure):
        return None
    return Token(Form.WORD, word, word)


def _counts(text: str, match: re.Match[str]) -> bool:
    return match[0].startswith("第") or bool(_MEASURE.match(text, match.end()))


def _cut_unknown(text: str) -> Iterator[Token]:
    """Katakana, hiragana and ideographs part where they meet."""
    for match in _SCRIPT.finditer(text):
        yield Token(Form.WORD, match[0], match[0])


def read_han_number(digits: str) -> int:
    """The value of a number in ideographs, positional (two-zero-two-four) or with powers (three ten five)."""
    if not any(c in _POWERS for c in digits):
        return int("".join(str(_DIGITS[c]) for c in digits))
    total = section = digit = 0
    for character in digits:
        if character in _DIGITS:
            digit = _DIGITS[character]
            continue
        power = _POWERS[character]
        if power == 10000:
            total, section = total + (section + digit or 1) * power, 0
        else:
            section += (digit or 1) * power
        digit = 0
    return total + section + digit
