"""Scripts whose words stand without spaces, and Korean words with what hangs on them: cut into neighbours."""

from collections.abc import Iterator
from itertools import pairwise

from . import light_stems, scripts, stopwords


def terms_of_run(run: str) -> Iterator[str]:
    """Every character of a folded run, and every pair of neighbours."""
    units = _units(run)
    yield from units
    yield from _pairs(units)


def stretches_of_query(surface: str) -> Iterator[tuple[str, ...]]:
    """What to look for in each stretch between fragments that say nothing: its pairs, or its only character."""
    for stretch in _between_fragments(surface) or [surface]:
        units = _units(scripts.fold(stretch))
        yield tuple(dict.fromkeys(_pairs(units))) if len(units) > 1 else tuple(units)


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
