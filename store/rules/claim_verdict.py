"""The verdict on two claims of one or more sentences."""

import re
from collections import Counter

from .claim_parts import Claim, Kind, Sentence
from .claims import agree_on_language
from .labels import find_labels, name_others
from .mood import MOOD
from .relations import Coexist, Contradiction, NearDuplicate, Relation
from .sentence_verdict import judge_sentences

_ASKING = ("?", "\u061f", "\u037e")
_MAX_KEY = 8_000
_MAX_PAIRS = 36
_MAX_CONTENT = 120
_MIN_SHARED = 0.5
# Quotes, brackets and pauses at the edges of words; inside of a word (`1.5`, `foo()`, `user's`) they mean something.
_MARKS = re.compile(r"(?<!\S)[\"'`(\[]++|(?<![\"'`,;:.!)\]])[\"'`,;:.!)\]]++(?!\S)|(?<=\s)-(?=\s\D)")


def judge_claims(old: Claim, new: Claim, nearness: float | None = None) -> Relation:
    """What the new claim is to the old one: sentences that both have are set aside, the others face each other."""
    old, new = agree_on_language(old, new)
    if old.key.endswith(_ASKING) != new.key.endswith(_ASKING):
        return Coexist("one of the two asks")
    if max(len(old.key), len(new.key)) <= _MAX_KEY and _strip_marks(old.key) == _strip_marks(new.key):
        return NearDuplicate("only punctuation differs")
    if len(old.sentences) == 1 == len(new.sentences):
        return _judge_bounded(old.sentences[0], new.sentences[0], old.language, nearness)
    if not old.sentences or not new.sentences:
        return Coexist("one has nothing that can be compared, or too much")
    only_old, only_new = _set_equal_aside(old, new)
    if not only_old and not only_new:
        return NearDuplicate("the same sentences")
    if not only_old or not only_new:
        return Coexist("one says more than the other")
    if len(only_old) * len(only_new) > _MAX_PAIRS:
        return Coexist("the two differ in too many sentences to compare")
    if name_others(find_labels(old.sentences[0]), find_labels(new.sentences[0])):
        return Coexist("the two texts speak of different things of one kind")
    if not _speak_of_one_thing(old, new):
        return Coexist("the two texts have too little in common")
    return _judge_remaining(only_old, only_new, old.language)


def _strip_marks(key: str) -> str:
    return " ".join(_MARKS.sub(" ", key).split())


def _judge_bounded(old: Sentence, new: Sentence, language: str, nearness: float | None = None) -> Relation:
    if max(len(old.content), len(new.content)) > _MAX_CONTENT:
        return Coexist("a sentence is too long to compare")
    return judge_sentences(old, new, language, nearness)


def _set_equal_aside(old: Claim, new: Claim) -> tuple[list[Sentence], list[Sentence]]:
    said_old, said_new = ({_tell_gist(s) for s in claim.sentences} for claim in (old, new))
    return (
        [s for s in old.sentences if _tell_gist(s) not in said_new],
        [s for s in new.sentences if _tell_gist(s) not in said_old],
    )


def _tell_gist(sentence: Sentence) -> tuple[object, ...]:
    """Content, denial, mood, and the light words that may mean the opposite: from and to, he and she."""
    pointers = tuple(sorted((u.sense, u.pole) for u in sentence.units if u.kind is Kind.LIGHT and u.sense))
    return sentence.keys, sentence.polarity, sentence.roles & MOOD, pointers


def _speak_of_one_thing(old: Claim, new: Claim) -> bool:
    """Do texts of several sentences share half of what the shorter says? Only then is `it` the same in both."""
    said_old, said_new = ([key for s in claim.sentences for key in s.keys] for claim in (old, new))
    shared = (Counter(said_old) & Counter(said_new)).total()
    return shared >= _MIN_SHARED * min(len(said_old), len(said_new))


def _judge_remaining(only_old: list[Sentence], only_new: list[Sentence], language: str) -> Relation:
    verdicts = [[_judge_bounded(o, n, language) for n in only_new] for o in only_old]
    for row in verdicts:
        for verdict in row:
            if isinstance(verdict, Contradiction):
                return verdict
    met = all(any(isinstance(v, NearDuplicate) for v in row) for row in verdicts)
    if met and all(any(isinstance(row[i], NearDuplicate) for row in verdicts) for i in range(len(only_new))):
        return NearDuplicate("the same sentences in other words")
    return Coexist("the sentences differ in ways that may all hold")
