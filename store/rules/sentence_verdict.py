"""The verdict on two sentences: equal content, an extension, or rivals; the cautious answer last."""

from collections import Counter
from dataclasses import replace

from .argument_order import compare_order
from .claim_parts import Kind, Sentence
from .construction import judge_duty
from .differences import Difference, find_difference, quote_units
from .extension import judge_extension
from .labels import speak_of_others
from .lexicon import WAY, Role
from .mood import name_other_persons, tell_other_mood
from .near_texts import judge_near_texts
from .negation import contradict_polarity, denies_a_condition, denies_alike
from .relations import ARROW, Coexist, Contradiction, Relation
from .rivals import RULES, judge_end
from .same_claim import judge_same
from .standing import speaks_of_the_past


def judge_sentences(old: Sentence, new: Sentence, language: str, nearness: float | None = None) -> Relation:
    """What the new sentence is to the old one; `nearness` as in `conflict.compare_claims`."""
    if denies_alike(old, new):
        old = replace(old, polarity=new.polarity)
    difference = find_difference(old, new, language)
    verdict = _judge(difference, language)
    if not isinstance(verdict, Coexist) or not verdict.may_be_reworded:
        return verdict
    if same := judge_same(difference, None):
        return same
    return (judge_near_texts(difference, nearness) if nearness is not None else None) or verdict


def _judge(difference: Difference, language: str) -> Relation:
    old, new = difference.old, difference.new
    if not old.content and not new.content and [u.key for u in old.units] != [u.key for u in new.units]:
        return Coexist("neither has a word of content")
    if name_other_persons(old, new):
        return Coexist("the two speak of different persons")
    if speak_of_others(difference):
        return Coexist("the two speak of different things of one kind")
    if not difference.only_old and not difference.only_new:
        return _judge_equal_content(difference, language)
    if difference.shared == 0:
        return Coexist("the two share no words")
    if not difference.only_old or not difference.only_new:
        return judge_end(difference) or judge_duty(difference) or judge_extension(difference)
    for told in filter(None, (difference, difference.without_weak_words())):
        for rule in RULES:
            if relation := rule(told):
                return relation
    return Coexist("nothing shows that both cannot hold", may_be_reworded=True)


def _judge_equal_content(difference: Difference, language: str) -> Relation:
    old, new = difference.old, difference.new
    if speaks_of_the_past(difference) and not _is_perfect(difference):
        return Coexist("one speaks of the past")
    if old.polarity != new.polarity:
        if denies_a_condition(old) or denies_a_condition(new):
            return Coexist("the two hold under different conditions")
        return contradict_polarity(difference)
    if mood := tell_other_mood(old, new):
        return mood
    if sides := _take_other_sides(old, new):
        return sides if old.keys == new.keys else Coexist("opposed words around a changed order")
    if old.keys == new.keys and _points_elsewhere(old, new):
        return Coexist("the same words, joined otherwise")
    return compare_order(difference, language)


def _is_perfect(difference: Difference) -> bool:
    """`Has replaced it` beside `it was replaced by`: both are done."""
    present = difference.new if difference.old.roles & Role.PAST else difference.old
    return bool(present.roles & Role.HAVE) and bool((difference.old.roles ^ difference.new.roles) & Role.AGENT)


def _take_other_sides(old: Sentence, new: Sentence) -> Contradiction | None:
    """`In front of the cache`, `behind the cache`: two sides of one thing, and nothing else pointed at otherwise."""
    lost, gained = (
        [u for u in one.units if u.sense.startswith(WAY) and (u.sense, u.pole) not in _count_directions(other)]
        for one, other in ((old, new), (new, old))
    )
    if len(lost) != 1 or len(gained) != 1 or lost[0].sense != gained[0].sense:
        return None
    return Contradiction(f"{quote_units(lost)}{ARROW}{quote_units(gained)}", Kind.OPPOSED.value)


def _points_elsewhere(old: Sentence, new: Sentence) -> bool:
    """Has a light word given way to its opposite: from to `to`, and to `or`, in to `out`, or the doer to another?"""
    old_words, new_words = _count_directions(old), _count_directions(new)
    lost, gained = old_words - new_words, new_words - old_words
    in_other_way = any(word.startswith(WAY) for word, _ in lost) and any(word.startswith(WAY) for word, _ in gained)
    is_opposed = any((word, 3 - pole) in gained for word, pole in lost)
    return in_other_way or is_opposed or bool((old.roles ^ new.roles) & Role.AGENT)


def _count_directions(sentence: Sentence) -> Counter[tuple[str, int]]:
    return Counter((u.sense, u.pole) for u in sentence.units if u.kind is Kind.LIGHT and u.sense)
