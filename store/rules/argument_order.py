"""Do the same words in another order say the same (an adverbial moved) or another thing (the arguments swapped)?"""

from collections import Counter
from collections.abc import Sequence

from .claim_units import Kind, Unit
from .claims import Sentence
from .lexicon import Role
from .relations import Coexist, Contradiction, NearDuplicate, Relation

_FIXED_ORDER = frozenset(("en", "fr", "es", "it", "pt", "zh"))


def compare_order(old: Sentence, new: Sentence, language: str) -> Relation:
    """The relation of two sentences with the same content, by the order in which it stands."""
    if old.keys == new.keys:
        return NearDuplicate("only words that carry nothing differ")
    relations_old, relations_new = _relations(old.content), _relations(new.content)
    if (old.roles ^ new.roles) & Role.AGENT:
        return _compare_voices(old, new)
    if relations_old != relations_new:
        return _compare_relations(old, new, relations_old, relations_new)
    if _is_rotation(old.keys, new.keys) or relations_old:
        if not (language in _FIXED_ORDER and _swaps_ends(old.content, new.content)):
            return NearDuplicate("the same words in another order")
    if language in _FIXED_ORDER and _swaps_ends(old.content, new.content):
        return Contradiction(_evidence(old, new), "argument_order")
    if all(u.kind in (Kind.WORD, Kind.OPPOSED) for u in old.content) or language not in _FIXED_ORDER:
        return NearDuplicate("the same words in another order")
    return Coexist("the same words in another order, of unclear effect")


def _relations(content: Sequence[Unit]) -> Counter[tuple[str, str]]:
    return Counter((unit.relation, unit.key) for unit in content if unit.relation)


def _compare_relations(
    old: Sentence, new: Sentence, relations_old: Counter[tuple[str, str]], relations_new: Counter[tuple[str, str]]
) -> Relation:
    """A preposition that governs another word now means another claim, when that word had another part before."""
    lost, gained = relations_old - relations_new, relations_new - relations_old
    if Counter(p for p, _ in lost) == Counter(p for p, _ in gained) and lost:
        return Contradiction(_evidence(old, new), "argument_order")
    return Coexist("the same words in other relations")


def _compare_voices(old: Sentence, new: Sentence) -> Relation:
    """Active and passive say the same when doer and done-to change places."""
    first_old, first_new = old.content[0].key, new.content[0].key
    if first_old != first_new:
        return NearDuplicate("active and passive of one statement")
    return Coexist("active and passive with the same subject")


def _is_rotation(old: Sequence[str], new: Sequence[str]) -> bool:
    return any(old[cut:] + old[:cut] == new for cut in range(1, len(old)))  # type: ignore[operator]


def _swaps_ends(old: Sequence[Unit], new: Sequence[Unit]) -> bool:
    """First and last part changed places around the same middle: A calls B, B calls A."""
    if len(old) < 3 or any(unit.relation for unit in (old[0], new[0])):
        return False
    a, b = [u.key for u in old], [u.key for u in new]
    for size in range(1, len(a) // 2 + 1):
        if a[:size] == b[-size:] and a[-size:] == b[:size] and a[size:-size] == b[size:-size] and a[size:-size]:
            return True
    return False


def _evidence(old: Sentence, new: Sentence) -> str:
    changed = [(a, b) for a, b in zip(old.content, new.content, strict=False) if a.key != b.key]
    before, after = " \u2026 ".join(a.text for a, _ in changed[:4]), " \u2026 ".join(b.text for _, b in changed[:4])
    return f"{before} -> {after}"
