"""Do the same words in another order say the same (an adverbial moved) or another thing (the arguments swapped)?"""

from collections import Counter

from .claim_parts import Kind, Sentence, Unit
from .claim_units import ARROWS, SIZES
from .differences import Difference, quote_units
from .lexicon import Role
from .relations import ARROW, Coexist, Contradiction, NearDuplicate, Relation
from .standing import keys_with

# Languages in which the order alone tells who does what to whom.
_FIXED_ORDER = frozenset(("en", "fr", "es", "it", "pt", "zh"))

_CASE_ENDINGS = frozenset(("hu", "pl", "ru"))

Relations = Counter[tuple[str, str]]


def compare_order(difference: Difference, language: str) -> Relation:
    """The relation of two sentences with the same content, by the order in which it stands."""
    old, new = difference.old, difference.new
    keys_new = tuple(difference.aliases.get(key, key) for key in new.keys)
    if old.keys == keys_new or len(old.keys) != len(keys_new):
        return NearDuplicate("only words that carry nothing differ, or their spelling")
    if _crosses_sign(old, new, keys_new):
        return _contradict_order(old, new)
    if (old.roles ^ new.roles) & Role.AGENT:
        return _compare_voices(old, new)
    relations_old, relations_new = _relations(old, old.keys), _relations(new, keys_new)
    if relations_old != relations_new:
        return _compare_relations(old, new, relations_old, relations_new)
    if _turns_passive(old, new) or _turns_passive(new, old):
        return NearDuplicate("active and passive of one statement")
    if _swaps_ends(old, new, keys_new) or _swaps_two(old, keys_new):
        return _judge_swap(old, new, language)
    if language not in _FIXED_ORDER:
        return NearDuplicate("the same words in another order")
    if relations_old or _is_rotation(old.keys, keys_new) or all(u.kind is not Kind.NAME for u in old.content):
        return NearDuplicate("the same words in another order")
    return Coexist("the same words in another order, of unclear effect", may_be_reworded=True)


def _crosses_sign(old: Sentence, new: Sentence, keys_new: tuple[str, ...]) -> bool:
    """`a -> b` against `b -> a`, `x < y` against `y < x`: did something change the side of a sign, both ways?"""
    places = [next((i for i, u in enumerate(s.content) if u.sense in (ARROWS, SIZES)), None) for s in (old, new)]
    if places[0] is None or places[1] is None:
        return False
    left_old, left_new = Counter(old.keys[: places[0]]), Counter(keys_new[: places[1]])
    return bool(left_old - left_new) and bool(left_new - left_old)


def _relations(sentence: Sentence, keys: tuple[str, ...]) -> Relations:
    return Counter((u.relation, key) for u, key in zip(sentence.content, keys, strict=True) if u.relation)


def _compare_relations(old: Sentence, new: Sentence, relations_old: Relations, relations_new: Relations) -> Relation:
    """The same prepositions before other words: from A to B, from B to A."""
    lost, gained = relations_old - relations_new, relations_new - relations_old
    if _is_where(new, lost, gained, keys_with(old, Role.PLACE)) or _is_where(
        old, gained, lost, keys_with(new, Role.PLACE)
    ):
        return NearDuplicate("the same place told first")
    if lost and Counter(p for p, _ in lost) == Counter(p for p, _ in gained):
        return _contradict_order(old, new)
    if (lost and gained) or any(u.kind is Kind.NAME and not u.text.isupper() for u in old.content):
        return Coexist("the same words in other relations", may_be_reworded=True)
    return NearDuplicate("the same words in another construction")


def _is_where(sentence: Sentence, lost: Relations, gained: Relations, places: frozenset[str]) -> bool:
    """`The shed is where the tools are kept`: does the place that lost its preposition open such a sentence?"""
    link, where = ([*sentence.units[1:3], None, None])[:2]
    if link is None or where is None or not link.roles & Role.BE or where.text.casefold() not in _WHERE:
        return False
    return not gained and len(lost) == 1 and next(iter(lost)) in {(p, sentence.content[0].key) for p in places}


_WHERE = frozenset(("where", "wo", "waar", "var", "där", "hvor", "donde", "dove", "onde"))


def _compare_voices(old: Sentence, new: Sentence) -> Relation:
    """Active and passive say the same when doer and done-to change places."""
    if old.content[0].key != new.content[0].key:
        return NearDuplicate("active and passive of one statement")
    return Coexist("active and passive with the same subject")


def _turns_passive(passive: Sentence, active: Sentence) -> bool:
    """`Stamps are kept in UTC`, `we keep stamps in UTC`: a doer who is nobody in particular, or a command."""
    first, verb = active.units[0], active.content[0]
    is_general = first is verb or first.roles & ~Role.PREPOSITION == Role.LIGHT
    place = next((i for i, u in enumerate(passive.units) if u.key == verb.key and u.kind is not Kind.LIGHT), 0)
    before = next((u for u in reversed(passive.units[:place]) if not u.roles & Role.ONE), passive.units[0])
    is_verb = place > 1 and (
        bool(before.roles & (Role.BE | Role.MUST | Role.NEGATION)) or before.text.casefold() in _GETS
    )
    return is_general and is_verb and not any(u.roles & Role.BE for u in active.units) and not active.polarity


_GETS = frozenset(("get", "gets", "got", "receive", "receives"))


def _is_rotation(old: tuple[str, ...], new: tuple[str, ...]) -> bool:
    return any(old[cut:] + old[:cut] == new for cut in range(1, len(old)))


def _swaps_ends(old: Sentence, new: Sentence, b: tuple[str, ...]) -> bool:
    """First and last part changed places around the same middle: A calls B, B calls A."""
    a = old.keys
    for size in range(1, (len(a) - 1) // 2 + 1):
        if a[:size] == b[-size:] and a[-size:] == b[:size] and a[size:-size] == b[size:-size]:
            moved = (*old.content[:size], *old.content[-size:], *new.content[:size], *new.content[-size:])
            return not any(u.relation or u.roles & Role.PREPOSITION or u.kind is Kind.DATE for u in moved)
    return False


def _swaps_two(old: Sentence, keys_new: tuple[str, ...]) -> bool:
    """Have two words changed places and nothing else: use tabs, not spaces? Members of a plain list may."""
    changed = [i for i, (a, b) in enumerate(zip(old.keys, keys_new, strict=True)) if a != b]
    if len(changed) != 2 or old.keys[changed[0]] != keys_new[changed[1]]:
        return False
    first, second = (old.content[i] for i in changed)
    if first.text == second.text or Kind.DATE in (first.kind, second.kind):
        return False
    if (first.roles | second.roles) & Role.ONLY and changed[1] == changed[0] + 1:
        return False  # `only events`, `events only`
    if Kind.NUMBER in (first.kind, second.kind) and first.kind != second.kind:
        return False
    between = _units_between(old, first, second)
    if first.relation and second.relation and not any(u.roles & Role.NEGATION for u in between):
        return False
    return not _are_listed(first, between)


def _units_between(sentence: Sentence, first: Unit, second: Unit) -> tuple[Unit, ...]:
    start, end = (next(i for i, u in enumerate(sentence.units) if u is unit) for unit in (first, second))
    return sentence.units[start + 1 : end]


def _are_listed(first: Unit, between: tuple[Unit, ...]) -> bool:
    """Do only words of the same sort and conjunctions stand between the two?"""
    return all(u.kind is first.kind if u.kind is not Kind.LIGHT else not u.roles & ~Role.LIGHT for u in between)


def _judge_swap(old: Sentence, new: Sentence, language: str) -> Relation:
    """Where the order is free, the endings tell the parts (Hungarian, Polish, Russian) or nothing does (German)."""
    if language in _FIXED_ORDER:
        return _contradict_order(old, new)
    keeps_forms = Counter(u.text.casefold() for u in old.content) == Counter(u.text.casefold() for u in new.content)
    if language in _CASE_ENDINGS and not keeps_forms:
        return _contradict_order(old, new)
    if language in _CASE_ENDINGS or not (_has_names(old) and keeps_forms):
        return NearDuplicate("the same words in another order")
    return Coexist("the same words in another order, of unclear effect")


def _has_names(sentence: Sentence) -> bool:
    return any(u.kind in (Kind.NAME, Kind.CODE) for u in sentence.content)


def _contradict_order(old: Sentence, new: Sentence) -> Relation:
    """The contradiction, told by the words that changed places; none where they are written alike."""
    changed = [(a, b) for a, b in zip(old.content, new.content, strict=False) if a.key != b.key][:4]
    before, after = quote_units([a for a, _ in changed]), quote_units([b for _, b in changed])
    if before == after:
        return NearDuplicate("the same words in another order")
    return Contradiction(f"{before}{ARROW}{after}", "argument_order")
