"""The voices of recall: what each finds for a question, filtered before anything is cut, on a scale of 0 to 1.

Each function listens to one voice and adds what it says to what was `Heard`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cached_property

from ..store.errors import EmbedderError
from ..store.model import Caller, Candidate, EdgeKind, Key
from ..store.protocol import Transaction
from ..store.rules import bm25, fusion
from ..store.rules.analysis import query_terms
from ..store.rules.graph import Way
from ..store.rules.graph import walk as walk_edges
from . import graph_voice, temporal_voice
from .answered import shares_of_query
from .embedding import QueryVector, Silent
from .graph_voice import Walked
from .heard import Heard, Voice, scores_of
from .question import Mode, Question, Reader
from .scaling import CANDIDATES, Scores, best_first

LEXICAL = "lexical"
SEMANTIC = "semantic"
TEMPORAL = "temporal"
GRAPH = "graph"

POOL = 100
"""How many of the nearest are heard, and of how many of the best matches the nearness is looked up."""

OF_TIME_ALONE = 0.1
"""What being of the time that was asked for is worth where nothing else speaks for a text."""

NO_WORDS = "the query has no word"
NO_SEEDS = "the other voices found nothing to start from"
NO_LINKS = "nothing hangs together with what the others found"
NO_TIME = "the query asks for no time: of equals, what was active lately comes first"
NOT_THEN = "nothing was written or seen at that time: it only orders what the others found"
NO_STRETCH = "the query names no stretch of time: it only orders what the others found"


class Listening:
    """One question put to the voices, on one snapshot."""

    def __init__(self, tx: Transaction, caller: Caller, question: Question) -> None:
        self._tx = tx
        self._caller = caller
        self._question = question
        self.heard = Heard()

    def lexical(self) -> None:
        """Full text: the share of the query that a text answers, by BM25; in semantic mode by rank-bm25."""
        tx, question = self._tx, self._question
        limit = CANDIDATES + len(question.shown)
        found = tx.search.facts(question.query, question.where, limit)
        if question.searches_observations:
            found += tx.search.observations(question.query, **self._reader(), limit=limit)
        scores = scores_of(found)
        if question.mode is Mode.SEMANTIC:
            weighed = bm25.scores(query_terms(question.query), tx.search.terms(found))
            scores = {one.key: score for one, score in zip(found, weighed, strict=True)}
        elif question.mode is Mode.HYBRID:
            scores = shares_of_query(tx, question.query, found)
        else:
            # Not the plain scores: how rare a word is in all texts is nobody's business.
            scores = fusion.share_of_ideal(scores, 0.0)
        self._hear(LEXICAL, found, scores)

    def semantic(self) -> None:
        """Nearness of meaning, above what anything has in common with the query.

        What full text found best is asked for its nearness too, so that it isn't behind for want of a place here.
        """
        meaning = self._question.meaning
        if isinstance(meaning, Silent):
            self.heard.voices[SEMANTIC] = Voice(silent=meaning.reason)
            return
        if not query_terms(self._question.query):
            self.heard.voices[SEMANTIC] = Voice(silent=NO_WORDS)
            return
        try:
            self._hear_meaning(meaning)
        except EmbedderError as error:  # the model's vectors aren't those that are stored under its name
            self.heard.voices[SEMANTIC] = Voice(silent=str(error))

    def _hear_meaning(self, meaning: QueryVector) -> None:
        question, vectors = self._question, self._tx.vectors
        model, vector = meaning.model, meaning.vector
        # What earlier pages had takes nobody's place.
        limit = POOL + len(question.shown)
        found = vectors.nearest_facts(model, vector, question.where, limit)
        if question.searches_observations:
            found += vectors.nearest_observations(model, vector, **self._reader(), limit=limit)
        cosines = scores_of(found)
        matches = self.heard.best(self.heard.scores(LEXICAL), POOL)
        unheard = [one for one in matches if one.key not in cosines]
        cosines |= vectors.nearness(model, vector, unheard, self._caller.agent)
        scores = fusion.above_background(cosines, meaning.unrelated)
        self._hear(SEMANTIC, [one for one in found if one.key in scores], scores)
        self.heard.voices[SEMANTIC].missing = vectors.missing_of(
            model,
            self._caller.agent,
            question.where.hidden_domain_ids,
            with_observations=question.searches_observations,
        )

    def graph(self) -> None:
        """What hangs together with the best of full text and meaning.

        Facts do by their edges, observations by what the agent saw just before and after.
        """
        seeds = self._sure
        walked = graph_voice.walk(self._tx, _of_kind(seeds, "F"), self._question.where, POOL)
        if self._question.searches_observations:
            walked += self._beside(_of_kind(seeds, "O"))
        found = [one.candidate for one in walked]
        self._hear(GRAPH, found, scores_of(found))
        self.heard.via = {one.candidate.key: one.path[-1].fact_id for one in walked}
        if not found:
            self.heard.voices[GRAPH].silent = NO_LINKS if seeds else NO_SEEDS

    def temporal(self) -> None:
        """What happened when the query asks for; where it asks for no time, what was active lately."""
        tx, question = self._tx, self._question
        brought = temporal_voice.of_time(tx, question, self._reader(), POOL + len(question.shown))
        self.heard.add(brought)
        keys = sorted({*self._pool, *(one.key for one in brought)})
        candidates = [self.heard.candidates[key] for key in keys]
        if question.time.is_about_time:
            scores = self._relevant(temporal_voice.meeting(tx, question, self._reader(), candidates))
        else:
            scores = temporal_voice.lately(candidates, question.where.at)
        silent = NOT_THEN if question.time.spans else NO_STRETCH if question.time.is_about_time else NO_TIME
        self.heard.voices[TEMPORAL] = Voice(scores, len(brought), silent=None if brought else silent)

    def source(self) -> None:
        """What was seen in one go with something that answers well answers a little better itself."""
        sure = self._sure
        best = best_first(sure)[:POOL]
        places = self._tx.observations.places([number for kind, number in best if kind == "O"])
        groups = {("O", number): place for number, place in places.items()}
        self.heard.parts["source"] = fusion.best_of_group({key: sure[key] for key in best}, groups)

    def named(self) -> None:
        """Texts that stand under the name of somebody whom the query names: `Ann: ...`."""
        from ..store.rules.speaker import Named, speaker_of  # its patterns would take 5 ms of the server's start

        texts = self._tx.search.texts([self.heard.candidates[key] for key in self._pool])
        named = Named(self._question.query)
        speakers = {key: speaker_of(text) for key, text in texts.items()}
        self.heard.parts["named"] = {key: 1.0 for key, speaker in speakers.items() if speaker and named.has(speaker)}

    def _relevant(self, scores: Scores) -> Scores:
        """Scores of what else speaks for a candidate, by as much: to be of the right time is no answer by itself."""
        found = self._answering
        most = max(found.values(), default=0.0)
        if not most:
            return scores
        share = 1 - OF_TIME_ALONE
        return {key: score * (OF_TIME_ALONE + share * found.get(key, 0.0) / most) for key, score in scores.items()}

    @cached_property
    def _sure(self) -> Scores:
        """How sure full text and meaning are of each candidate."""
        return fusion.sureness(self.heard.scores(LEXICAL), self.heard.scores(SEMANTIC))

    @cached_property
    def _answering(self) -> Scores:
        """What full text, meaning and graph say together."""
        weights = self._question.weights
        voices = ((weights.lexical, LEXICAL), (weights.semantic, SEMANTIC), (weights.graph, GRAPH))
        return fusion.weigh((weight, self.heard.scores(name)) for weight, name in voices)

    @cached_property
    def _pool(self) -> list[Key]:
        """The best of that: what else there is to say is asked of them."""
        return best_first(self._answering)[:POOL]

    def _beside(self, seeds: Mapping[int, float]) -> list[Walked]:
        reader = self._reader()

        def ways(numbers: Collection[int]) -> dict[int, list[Way]]:
            beside = self._tx.observations.beside(numbers, reader["agent"], reader["at"])
            return {
                number: [Way(near, EdgeKind.SAME_SESSION, 1.0) for near in found] for number, found in beside.items()
            }

        reached = walk_edges(seeds, ways)
        scores = {number: one.score for number, one in reached.items()}
        found = self._tx.observations.candidates(scores, **reader)[:POOL]
        return [Walked(candidate, reached[candidate.id].path) for candidate in found]

    def _hear(self, name: str, found: Iterable[Candidate], scores: Scores) -> None:
        brought = list(found)
        self.heard.add(brought)
        self.heard.voices[name] = Voice(scores, len(brought))

    def _reader(self) -> Reader:
        where = self._question.where
        at = where.at if where.past else None
        return Reader(agent=self._caller.agent, at=at, hidden_domain_ids=where.hidden_domain_ids)


def _of_kind(scores: Scores, kind: str) -> dict[int, float]:
    return {number: score for (of_kind, number), score in scores.items() if of_kind == kind}
