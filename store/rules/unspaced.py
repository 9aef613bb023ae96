"""Cuts runs of Chinese and Japanese, which put no spaces between words, by the words of the lexicon."""

import re
from collections.abc import Iterator

from .claim_tokens import Form, Token
from .lexicon import Lexicon

_DIGITS = {c: v for v, c in enumerate("\u96f6\u4e00\u4e8c\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d")} | {
    "\u4e24": 2, "\u5169": 2, "\u3007": 0
}  # fmt: skip
_POWERS = {"\u5341": 10, "\u767e": 100, "\u5343": 1000, "\u4e07": 10000}
_NUMERAL = re.compile(f"\u7b2c?([{''.join(_DIGITS)}{''.join(_POWERS)}]+)")
# A numeral character counts only before a measure; in other places it is part of a word (one-like, unified, third party).
_MEASURE = re.compile(
    "[\u4e2a\u540d\u6b21\u5929\u5c0f\u5206\u79d2\u5468\u5e74\u6708\u65e5\u53f7\u4eba\u53f0\u4efd\u4f4d\u6761\u79cd\u5c42\u697c\u500d\u70b9\u65f6\u5339\u53ea\u5bb6\u8f6e\u5757\u5143\u9879\u7ec4"
    "\u500b\u56de\u56de\u672c\u679a\u4ef6\u6642\u968e\u9031\u79d2\u7a2e\u3064\u4eba\u53f0\u756a\u5ea6\u6bb5\u8282\u53e5\u7bc7\u5f20\u5ea7\u7b14\u6b65\u884c\u9875\u8de8\u5341\u767e\u5343\u4e07]"
)
_WEEKDAY = re.compile(
    "(?:\u661f\u671f|\u793c\u62dc|\u5468|\u9031)([\u4e00\u4e8c\u4e09\u56db\u4e94\u516d\u65e5\u5929])(?![\u6b21\u4e2a\u56de\u500b])|([\u6708\u706b\u6c34\u6728\u91d1\u571f\u65e5])\u66dc\u65e5?"
)
_WEEKDAYS = {c: f"@w{i}" for i, cs in enumerate(("\u4e00\u6708", "\u4e8c\u706b", "\u4e09\u6c34", "\u56db\u6728", "\u4e94\u91d1", "\u516d\u571f", "\u65e5\u5929"), 1) for c in cs}  # fmt: skip
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
    return match[0].startswith("\u7b2c") or bool(_MEASURE.match(text, match.end()))


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
