"""Do two sentences in another construction say the same? Kin and weak words aside, what each has of its own is weighed.

Kin are words of one root (`signed`, `signature`), weak words join others and say little (`use`, `period`). What is left
must be nothing, or as good as nothing for an embedder; a number or name that both tell makes it likelier.
"""

import re
from collections import Counter
from itertools import takewhile

from .claim_parts import Kind, Sentence, Unit
from .construction import MIN_SHARED, VALUES, is_plain, is_reworded
from .differences import Difference, Units
from .lexicon import Role
from .mood import MOOD
from .relations import NearDuplicate

_ROOT = 4
_SURE_ROOT = 5
_SHARE_OF_ROOT = 0.6
_MAX_LOOSE = 2
_SAME_BUT_FOR_KIN = 0.74
_SAME_WITH_A_WORD_MORE = 0.74
_SAME_WITH_A_VALUE = 0.8
"""`After 12 hours a session ends`, `sessions last 12 hours`: both tell the value."""
_SAME_IN_ANOTHER_MOULD = 0.85
"""The order stays and the words that join change: `für ... verlangt`, `bei ... verwendet werden`."""
_SAME_IN_OTHER_WORDS = 0.9
"""So near are rewordings with a word of their own on either side; `Ada reviews it`, `it is tested by Ada` are not."""
_SAME_IN_A_CONDITION = 0.93
_EXACT = frozenset((Kind.NUMBER, Kind.VERSION, Kind.DATE, Kind.CODE, Kind.QUOTED))
_COUNTING = re.compile("[一二三四五六七八九十]")
"""A number inside of a word that wasn't cut."""
_JOINING = Role.ARTICLE | Role.ONE | Role.EVERY


def judge_same(difference: Difference, nearness: float | None) -> NearDuplicate | None:
    """A repetition in another construction: without an embedder only when nothing is left over."""
    if difference.shared < MIN_SHARED or have_other_moods(difference) or _tells_another_value(difference):
        return None
    old, new = _set_kin_aside(difference, _ROOT if nearness is not None else _SURE_ROOT)
    if nearness is None:
        is_other = is_reworded(difference) or _changes_the_joints(difference)
        is_same = not old and not new and is_other and is_plain(difference) and not _joins_otherwise(difference)
        return NearDuplicate("the same in another construction") if is_same else None
    if any(_turn_it_round(a, b) for a in old for b in new):
        return None
    if max(len(old), len(new)) > _MAX_LOOSE or nearness < _bound(difference, old, new):
        return None
    return NearDuplicate("the same in another construction")


def find_opposites(difference: Difference) -> tuple[Unit, Unit] | None:
    """A word of the old sentence and its opposite in the new one."""
    pairs = ((a, b) for a in difference.only_old for b in difference.only_new)
    return next(((a, b) for a, b in pairs if a.sense and a.sense == b.sense and a.pole != b.pole), None)


def have_other_moods(difference: Difference) -> bool:
    """What will, may or was; not the past of a passive beside a plain verb (`was fixed by`, `fixed it`)."""
    other = (_moods(difference.old) ^ _moods(difference.new)) & ~Role.MUST
    if other != Role.PAST:
        return bool(other)
    present = difference.new if difference.old.roles & Role.PAST else difference.old
    return bool(present.roles & Role.BE)


def _moods(sentence: Sentence) -> int:
    """`Allows 100 calls` says `may` in a word of content."""
    permits = any(_permits(u) for u in sentence.content)
    return sentence.roles & MOOD | (Role.MAY if permits else 0)


def _permits(unit: Unit) -> bool:
    return unit.sense == "allowed" and unit.pole == 1


def _tells_another_value(difference: Difference) -> bool:
    changed = (*difference.only_old, *difference.only_new)
    if any(_COUNTING.search(u.text) for u in changed):
        return True
    return any(u.kind in VALUES and not _is_noun(u) for u in changed) or find_opposites(difference) is not None


def _is_noun(unit: Unit) -> bool:
    """A capital alone makes no name where a word of some role has it, or a compound of German."""
    return unit.kind is Kind.NAME and bool(unit.roles & Role.WEAK)


def _set_kin_aside(difference: Difference, root: int) -> tuple[Units, Units]:
    """What each has of its own, without weak words and words of one root."""
    permit = all(_moods(sentence) & Role.MAY for sentence in (difference.old, difference.new))
    old, new = (
        [u for u in told if not (u.roles & _weak(sentence) or (permit and _permits(u)))]
        for sentence, told in ((difference.old, difference.only_old), (difference.new, difference.only_new))
    )
    for unit in tuple(old):
        kin = next((other for other in new if _are_kin(unit, other, root)), None)
        if kin is not None:
            old.remove(unit)
            new.remove(kin)
    return tuple(old), tuple(new)


def _joins_otherwise(difference: Difference) -> bool:
    """`Ada takes the report`, `the report was given by Ada`: each has a weak word of its own."""
    return all(any(u.roles & Role.WEAK for u in units) for units in (difference.only_old, difference.only_new))


def _weak(sentence: Sentence) -> int:
    """The roles of what says little: `built` says nothing more in `is built without a framework`."""
    return Role.WEAK | Role.HISTORY if sentence.roles & Role.WITHOUT else Role.WEAK


def _are_kin(one: Unit, other: Unit, root: int) -> bool:
    if one.sense or other.sense:
        return False
    a, b = one.text.casefold(), other.text.casefold()
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(a, b, strict=False)))
    return shared >= max(root, _SHARE_OF_ROOT * min(len(a), len(b)))


def _turn_it_round(one: Unit, other: Unit) -> bool:
    """`export` and `import`, `upload` and `download`: words that end alike and begin otherwise mostly are opposites."""
    a, b = one.key[::-1], other.key[::-1]
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(a, b, strict=False)))
    return shared >= _TAIL and shared >= _SHARE_OF_ROOT * min(len(a), len(b))


_TAIL = 4


def _bound(difference: Difference, old: Units, new: Units) -> float:
    """How near the two must be, by what each has of its own; above 1 where nothing may do."""
    if not is_plain(difference):
        return _SAME_IN_A_CONDITION if _holds_alike(difference) else _NEVER
    is_typed = not any(u.sense and u.roles & Role.PREPOSITION for u in (*old, *new)) and any(
        u.kind in _EXACT for u in difference.old.content if not any(u is o for o in difference.only_old)
    )
    if not is_reworded(difference):
        has_both = bool(difference.only_old and difference.only_new)
        may_be = not (old or new) or (is_typed and has_both)
        may_be = may_be and _changes_the_joints(difference)
        return _SAME_IN_ANOTHER_MOULD if may_be else _NEVER
    if not old and not new:
        return _SAME_BUT_FOR_KIN
    if is_typed:
        return _SAME_WITH_A_VALUE if max(len(old), len(new)) == 1 else _SAME_IN_ANOTHER_MOULD
    is_more = max(len(old), len(new)) == 1 and not (old and new)
    return _SAME_WITH_A_WORD_MORE if is_more else _SAME_IN_OTHER_WORDS


_NEVER = 2.0


def _holds_alike(difference: Difference) -> bool:
    """Is a condition all that makes the two not plain (`clients that send`, `a client, when it sends`)?"""
    old, new = difference.old, difference.new
    return old.polarity == new.polarity and not (old.roles ^ new.roles) & (Role.FUTURE | Role.ONLY)


def _changes_the_joints(difference: Difference) -> bool:
    """Do other light words join the content?"""
    return _joints(difference.old) != _joints(difference.new)


def _joints(sentence: Sentence) -> Counter[str]:
    return Counter(u.key for u in sentence.units if u.kind is Kind.LIGHT and not u.roles & _JOINING)
