"""Which languages a query may be written in, for rules that are word lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from . import language, scripts

_MOST_WORDS = 64  # that many tell the language of any text
_CERTAIN = 2 * language.SURE
_HAN = "han"
_KANA = "kana"
_HANGUL = "hangul"
_SCRIPTS = {scripts.HAN: _HAN, scripts.KATAKANA: _KANA, scripts.HIRAGANA: _KANA, scripts.HANGUL: _HANGUL}
_READ = {
    "latin": ("en", "sv", "de", "fr", "es", "it", "pt", "nl", "pl"),
    "cyrillic": ("ru",),
}


def languages_of(words: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """The languages of lower-cased words, the likeliest first, and whether the text is known to be in one of them.

    Only languages that rules here have words for; none where the text tells that it is in another one.
    """
    by_script = _by_script(words)
    if _KANA in by_script:
        yield "ja", True
    elif _HAN in by_script:
        yield from (("zh", True), ("ja", True))
    if _HANGUL in by_script:
        yield "ko", True
    for script, read in _READ.items():
        if script in by_script:
            yield from _spoken(by_script[script], script, read)


def _spoken(words: list[str], script: str, read: tuple[str, ...]) -> Iterator[tuple[str, bool]]:
    """One function word makes a language known, but only two of them leave the others out."""
    certain = language.guess(words, script, _CERTAIN)
    likely = language.guess(words, script)
    known = [code for code in likely.languages if likely.is_sure and code in read]
    yield from ((code, True) for code in known)
    if not certain.is_sure:
        is_only_one = len(read) == 1
        yield from ((code, is_only_one) for code in read if code not in known)


def _by_script(words: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for word in words:
        for script in _scripts_of(word):
            listed = found.setdefault(script, [])
            if len(listed) < _MOST_WORDS:
                listed.append(word)
    return found


def _scripts_of(word: str) -> set[str]:
    if word.isascii():
        return {"latin"}
    classes = set(scripts.classes_of(word))
    asian = {_SCRIPTS[kind] for kind in classes & _SCRIPTS.keys()}
    return asian or {language.script_of(word)}
