"""Recall as steps: gather what the voices find, fuse, scale by age, confidence and repository, diversify, page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import cast

from ..store.model import Caller, Candidate, Key
from ..store.protocol import Transaction
from ..store.rules import diversity, fusion
from .answers import Why
from .embedding import QueryVector, Silent
from .heard import Heard
from .ids import fact_id, observation_id
from .question import Mode, Question
from .scaling import Ranked, Scores, best_first, scale
from .voices import GRAPH, LEXICAL, SEMANTIC, TEMPORAL, Listening

DIVERSIFIED = 50
"""Of how many of the best the next page is chosen."""
THE_SAME = 0.65
"""How much of the way from unrelated to equal two facts about one thing may go without saying the same."""
WORDS_IN_COMMON = 0.3
"""Share of words that two texts about one thing may have in common without saying the same."""


def gather(tx: Transaction, caller: Caller, question: Question) -> Heard:
    """What the voices of the mode find, and what else speaks for it."""
    listening = Listening(tx, caller, question)
    steps: dict[str, Callable[[], None]] = {LEXICAL: listening.lexical}
    if question.mode is not Mode.KEYWORD:
        steps[SEMANTIC] = listening.semantic
    if question.mode is Mode.HYBRID:
        steps |= {GRAPH: listening.graph, TEMPORAL: listening.temporal}
        steps |= {"source": listening.source, "named": listening.named}
    for name, listen in steps.items():
        if name not in question.without:
            listen()
    return listening.heard


def parts_of(heard: Heard, question: Question) -> dict[str, tuple[float, Scores]]:
    """What makes up a score, each with its weight: full text alone, ranks, or shares."""
    match question.mode:
        case Mode.KEYWORD:
            return {LEXICAL: (1.0, heard.scores(LEXICAL))}
        case Mode.SEMANTIC:
            ranks = {name: fusion.reciprocal_ranks(best_first(heard.scores(name))) for name in (LEXICAL, SEMANTIC)}
            return {name: (1.0, scores) for name, scores in ranks.items()}
        case Mode.HYBRID:
            return {name: (weight, heard.scores(name)) for name, weight in question.weights._asdict().items()}


def fuse(heard: Heard, question: Question) -> Scores:
    """One score for every candidate."""
    return fusion.weigh(parts_of(heard, question).values())


def next_page(tx: Transaction, question: Question, heard: Heard) -> tuple[list[Ranked], bool]:
    """The best that no earlier page had, and whether there are more."""
    shown = frozenset(question.shown)
    wanted = max(DIVERSIFIED, question.limit + 1) if question.mode is Mode.HYBRID else question.limit + 1
    at, boosted = question.where.at, question.reach.boosted
    ranked = scale(heard.candidates, fuse(heard, question), at, boosted, len(shown) + wanted, question.without)
    left = [hit for hit in ranked if hit.candidate.key not in shown]
    if question.mode is Mode.HYBRID and "diversity" not in question.without:
        left = diversify(tx, question, heard, ranked, left)
    return left[: question.limit], len(left) > question.limit


def diversify(
    tx: Transaction, question: Question, heard: Heard, ranked: Sequence[Ranked], left: Sequence[Ranked]
) -> list[Ranked]:
    """What is left with scores normalised to 0..1, and repetitions behind what says something else."""
    if not left:
        return []
    most = max(hit.score for hit in ranked)
    meaning = question.meaning if heard.scores(SEMANTIC) else None
    alike = _likeness(tx, meaning, [hit.candidate for hit in ranked])
    hit_of = {hit.candidate.key: hit for hit in left}
    taken = [hit.candidate.key for hit in ranked if hit.candidate.key not in hit_of]
    ordered = [(hit.candidate.key, hit.score / most) for hit in left]
    return [hit_of[key] for key in diversity.diversify(ordered, taken, question.limit + 1, alike)]


def _likeness(
    tx: Transaction, meaning: QueryVector | Silent | None, candidates: Sequence[Candidate]
) -> Callable[[Key, Key], float]:
    """How much two of the candidates say the same: by their words, facts also by their vectors.

    Facts about one thing are near each other and need not repeat it: only what lies past `THE_SAME` counts.
    An observation's vector holds what stands before it, so that neighbours would seem to repeat each other.
    """
    terms = tx.search.terms(candidates, with_topic=False)
    words = {one.key: frozenset(found) for one, found in zip(candidates, terms, strict=True)}
    facts = [one for one in candidates if one.kind == "F"]
    vectors = tx.vectors.of(meaning.model, facts, "") if isinstance(meaning, QueryVector) else {}
    unrelated = meaning.unrelated if isinstance(meaning, QueryVector) else 0.0
    alike = unrelated + THE_SAME * (1 - unrelated)

    def likeness(one: Key, other: Key) -> float:
        shared = diversity.beyond(diversity.shared_words(words[one], words[other]), WORDS_IN_COMMON)
        if one in vectors and other in vectors:
            return max(shared, diversity.beyond(float(vectors[one] @ vectors[other]), alike))
        return shared

    return likeness


def explain(heard: Heard, question: Question, page: Iterable[Ranked]) -> dict[Key, Why]:
    """What made each hit's score: its rank in each voice, what that adds, the sum, and the factors that scale it."""
    added = {name: fusion.weigh([part]) for name, part in parts_of(heard, question).items()}
    ranks = {
        name: {key: place for place, key in enumerate(best_first(voice.scores), 1)}
        for name, voice in heard.voices.items()
    }
    return {hit.candidate.key: _why(hit, added, ranks, heard.via.get(hit.candidate.key)) for hit in page}


def _why(hit: Ranked, added: Mapping[str, Scores], ranks: Mapping[str, Mapping[Key, int]], via: int | None) -> Why:
    key = hit.candidate.key
    why: dict[str, float | str] = {}
    for name, scores in added.items():
        if key in scores:
            why[name] = round(scores[key], 4)
            if name in ranks:
                why[f"{name}_rank"] = ranks[name][key]
    if via is not None and key in added.get(GRAPH, {}):
        why["graph_via"] = fact_id(via) if hit.candidate.kind == "F" else observation_id(via)
    factors = {name: round(factor, 4) for name, factor in hit.factors._asdict().items()}
    whole = {"fused": round(hit.score / hit.factors.product, 4), **factors, "score": round(hit.score, 4)}
    return cast("Why", why | whole)
