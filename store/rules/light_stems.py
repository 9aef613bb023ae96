"""Cuts for what Snowball does not know: Korean endings, Hebrew prefixes, parts of compounds, letters spelt out."""

import re
from collections.abc import Iterator

_HANGUL_ENDINGS = """에서는 에서도 으로부터 이라는 이라고 에게서 합니까 됩니까 습니까 습니다 합니다 됩니다 입니다
    했습니다 되었습니다 하였다 에서 에게 에는 에도 으로 까지 부터 처럼 보다 마다 조차 이나 라도 이란 라는 라고 하고
    이며 한다 된다 했다 되다 하다 하는 되는 하여 해서 하면 되면 은 는 이 가 을 를 에 의 로 와 과 도 만 며 나"""
_LONGEST_FIRST = tuple(sorted(_HANGUL_ENDINGS.split(), key=lambda ending: (-len(ending), ending)))

_HEBREW_PREFIXES = "והבלמשכ"
_HEBREW_PLURALS = ("ימ", "ות", "ה", "ת")  # as folded: without final forms
_SHORTEST_ROOT = 3

COMPOUNDING = frozenset(("af", "da", "de", "et", "fi", "hu", "nl", "no", "sv"))
_SHORTEST_PART = 5
_SHORTEST_REST = 3
_LONGEST_COMPOUND = 32
_WORD_START = re.compile(
    r"[aeiouy]|[^aeiouy][aeiouy]|s[ptkclmnvwjz]|[bcdfgkptvw][rl]|[bfgkt]j|[ghkpt]h|[kg]n|[tkdh]v|zw|sch|ch|gy"
)


# Where readers spell out a letter that their keyboard lacks: Aarhus, Soeren, Mueller.
_SPELLING_OUT = frozenset(("da", "de", "fi", "no", "sv"))
_SPELT_OUT = ((("aa", "a"), ("oe", "o")), (("aa", "a"), ("ae", "a"), ("oe", "o"), ("ue", "u")))


def without_hangul_ending(word: str) -> str:
    """A Korean word without the particle or verb ending that hangs on it."""
    for ending in _LONGEST_FIRST:
        if word.endswith(ending) and len(word) > len(ending):
            return word[: -len(ending)]
    return word


def hebrew_stems(word: str) -> tuple[str, ...]:
    """A folded Hebrew word without its attached prefixes, each also without a plural or feminine ending."""
    bases = [word]
    while len(bases) < 3 and len(bases[-1]) > _SHORTEST_ROOT and bases[-1][0] in _HEBREW_PREFIXES:
        bases.append(bases[-1][1:])
    found = dict.fromkeys(bases)
    for base in bases:
        ending = next((ending for ending in _HEBREW_PLURALS if base.endswith(ending)), "")
        if ending and len(base) - len(ending) >= _SHORTEST_ROOT:
            found[base[: -len(ending)]] = None
    return tuple(found)


def compound_parts(word: str, stem: str) -> Iterator[str]:
    """What may be a word of its own at the beginning or the end of a folded word; most of them are none."""
    longest = min(len(word), _LONGEST_COMPOUND) - _SHORTEST_REST
    for length in range(_SHORTEST_PART, longest + 1):
        yield word[:length]
        yield word[-length:]
        if stem != word and len(stem) - length >= _SHORTEST_REST:
            yield stem[-length:]


def compound_tails(stem: str) -> Iterator[str]:
    """The ends of a compound's folded stem that could begin a word: it is found by its last part as well."""
    for length in range(_SHORTEST_PART, min(len(stem), _LONGEST_COMPOUND) - _SHORTEST_REST + 1):
        tail = stem[-length:]
        if _WORD_START.match(tail):
            yield tail


def without_spelt_out_letters(word: str, languages: tuple[str, ...]) -> Iterator[str]:
    """What a folded word is if its pairs of vowels stand for one letter, in languages that write it so."""
    if _SPELLING_OUT.isdisjoint(languages):
        return
    for pairs in _SPELT_OUT:
        variant = word
        for pair, letter in pairs:
            variant = variant.replace(pair, letter)
        if variant != word:
            yield variant
