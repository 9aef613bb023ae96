"""The temporal voice of recall: what happened when the query asks for, or else what was active lately."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from ..store.model import Candidate, FactTimes, Key
from ..store.protocol import Transaction
from ..store.rules import temporal
from ..store.rules.calendar_spans import BEGINNING, END, Span
from ..store.rules.temporal import Times
from .answered import shares_of_query
from .question import Question, Reader

HALF_LIFE = timedelta(days=30)
"""Of being active lately."""
SURE = 0.5
"""Share of an event's words that a text has to hold to be taken for the event."""
MATCHES = 3


def of_time(tx: Transaction, question: Question, reader: Reader, limit: int) -> list[Candidate]:
    """What was written, supported or seen in the stretches of time that the query names, the newest first."""
    found: dict[Key, Candidate] = {}
    for span in question.time.spans:
        of_span = tx.search.facts_of_time(span, question.where, limit)
        if question.searches_observations:
            of_span += tx.search.observations_of_time(span, **reader, limit=limit)
        found |= {one.key: one for one in of_span}
    return sorted(found.values(), key=lambda one: (one.supported_at, one.kind, one.id), reverse=True)[:limit]


def lately(candidates: Sequence[Candidate], at: datetime) -> dict[Key, float]:
    """How lately each was written, supported or recalled: 1 now, half of it after 30 days."""
    return {one.key: temporal.recency(_active_at(one), at, HALF_LIFE) for one in candidates}


def _active_at(one: Candidate) -> datetime:
    return one.supported_at if one.recalled_at is None else max(one.supported_at, one.recalled_at)


def meeting(tx: Transaction, question: Question, reader: Reader, candidates: Sequence[Candidate]) -> dict[Key, float]:
    """How well each meets the time that the query asks for."""
    time = question.time
    event = _event(tx, question, reader) if time.anchor is not None else None
    scores = temporal.score(_times(tx, candidates), time, event)
    return {one.key: score for one, score in zip(candidates, scores, strict=True) if score > 0}


def _event(tx: Transaction, question: Question, reader: Reader) -> datetime | None:
    """When the event happened that the query names: what the text that tells of it best says, or when that was told."""
    if question.time.anchor is None:
        return None
    named = question.time.anchor.text
    found = tx.search.facts(named, question.where, MATCHES)
    if question.searches_observations:
        found += tx.search.observations(named, **reader, limit=MATCHES)
    shares = shares_of_query(tx, named, found)
    best = max(found, key=lambda one: (one.score, one.kind, one.id), default=None)
    if best is None or shares[best.key] < SURE:
        return None
    return _times(tx, [best])[0].told_at


def _times(tx: Transaction, candidates: Sequence[Candidate]) -> list[Times]:
    from ..store.rules.text_dates import dates_in  # its patterns would take 3 ms of the server's start

    texts = tx.search.texts(candidates)
    facts = _fact_times(tx, candidates)
    found: list[Times] = []
    for one in candidates:
        named = dates_in(texts.get(one.key, ""))
        fact = facts.get(one.id) if one.kind == "F" else None
        if fact is None:
            found.append(Times((one.supported_at,), named))
            continue
        moments = (fact.created_at, fact.supported_at, *([fact.valid_from] if fact.valid_from else []))
        is_bound = fact.valid_from is not None or fact.valid_until is not None
        held = Span(fact.valid_from or BEGINNING, fact.valid_until or END) if is_bound else None
        found.append(Times(moments, named, held))
    return found


def _fact_times(tx: Transaction, candidates: Sequence[Candidate]) -> dict[int, FactTimes]:
    return tx.search.fact_times([one.id for one in candidates if one.kind == "F"])
