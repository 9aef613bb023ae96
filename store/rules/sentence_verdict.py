"""The verdict on two sentences: equal content, an extension, or rivals; the cautious answer last."""

from .argument_order import compare_order
from .claim_parts import Sentence
from .differences import Difference, find_difference
from .extension import judge_extension
from .lexicon import Role
from .negation import contradict_polarity, denies_a_condition
from .relations import Coexist, Relation
from .rivals import RULES, judge_end


def judge_sentences(old: Sentence, new: Sentence, language: str) -> Relation:
    """What the new sentence is to the old one."""
    difference = find_difference(old, new, language)
    if not difference.only_old and not difference.only_new:
        return _judge_equal_content(difference, language)
    if difference.shared == 0:
        return Coexist("the two share no words")
    if not difference.only_old or not difference.only_new:
        return judge_end(difference) or judge_extension(difference)
    for rule in RULES:
        if relation := rule(difference):
            return relation
    return Coexist("nothing shows that both cannot hold")


def _judge_equal_content(difference: Difference, language: str) -> Relation:
    old, new = difference.old, difference.new
    if old.polarity != new.polarity:
        if denies_a_condition(old) or denies_a_condition(new):
            return Coexist("the two hold under different conditions")
        return contradict_polarity(difference)
    permission = Role.MUST | Role.MAY
    if (old.roles ^ new.roles) & permission == permission:
        return Coexist("one says may, the other must")
    return compare_order(difference, language)
