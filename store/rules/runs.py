"""Scripts whose words stand without spaces, and Korean words with what hangs on them: cut into neighbours."""

from collections.abc import Iterator
from itertools import groupby, pairwise

from . import light_stems, scripts, stopwords


def terms_of_run(run: str) -> Iterator[str]:
    """Every character of a folded run, and every pair of neighbours."""
    units = _units(run)
    yield from units
    yield from _pairs(units)


def stretches_of_query(surface: str) -> Iterator[tuple[str, ...]]:
    """What to look for in each stretch between fragments that say nothing: its pairs, or its only character."""
    for part in _between_fragments(surface) or [surface]:
        units = _units(part)
        joints = [_is_joint(units, at) for at in range(len(units))]
        if all(joints):
            joints = [False] * len(units)
        folded = [scripts.fold(unit) for unit in units]
        for is_joint, places in groupby(range(len(units)), key=joints.__getitem__):
            if not is_joint:
                yield _look_for(folded, list(places))


def _look_for(units: list[str], places: list[int]) -> tuple[str, ...]:
    """A character alone may also be half of a word with what looked like a joint: 现在, 目的."""
    start, end = places[0], places[-1] + 1
    if end - start > 1:
        return tuple(dict.fromkeys(_pairs(units[start:end])))
    return tuple(dict.fromkeys((units[start], *_pairs(units[max(0, start - 1) : end + 1]))))


def _is_joint(units: list[str], at: int) -> bool:
    """Whether a character only joins what stands around it; kana does so between other scripts, not inside a word."""
    if units[at] not in stopwords.run_joints():
        return False
    around = units[max(0, at - 1) : at] + units[at + 1 : at + 2]
    return not _is_hiragana(units[at]) or not any(_is_hiragana(unit) for unit in around)


def _is_hiragana(unit: str) -> bool:
    return scripts.classes_of(unit[0]) == scripts.HIRAGANA


def only_asks(surface: str) -> bool:
    """Whether nothing is left of a run without the fragments that say nothing."""
    return all(len(part) == 1 and part in stopwords.run_joints() for part in _between_fragments(surface))


def terms_of_hangul(word: str) -> Iterator[str]:
    """A Korean word whole, without its ending, and cut like a run."""
    if len(word) > 2:
        yield word
    bare = light_stems.without_hangul_ending(word)
    if bare != word and len(bare) > 2:
        yield bare
    yield from terms_of_run(word)


def hangul_query(word: str) -> tuple[str, ...]:
    """What to look for: the word, what is left without its ending, and that in pairs."""
    bare = light_stems.without_hangul_ending(word)
    return tuple(dict.fromkeys((word, bare, *_pairs(_units(bare)))))


def _units(run: str) -> list[str]:
    """Characters, each with the marks that follow it."""
    units: list[str] = []
    for char, kind in zip(run, scripts.classes_of(run), strict=True):
        if units and kind in {scripts.MARK, scripts.RUN_MARK}:
            units[-1] += char
        else:
            units.append(char)
    return units


def _pairs(units: list[str]) -> Iterator[str]:
    return (left + right for left, right in pairwise(units))


def _between_fragments(surface: str) -> list[str]:
    """A fragment with a mark after it is another syllable, and stays."""
    for fragment in stopwords.run_fragments():
        start = surface.find(fragment)
        while start >= 0:
            end = start + len(fragment)
            if scripts.classes_of(surface[end : end + 1]) in {scripts.MARK, scripts.RUN_MARK}:
                start = surface.find(fragment, end)
            else:
                surface = surface[:start] + " " + surface[end:]
                start = surface.find(fragment, start)
    return surface.split()
