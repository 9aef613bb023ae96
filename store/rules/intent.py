"""What kind of answer a query wants, told by rules: one of six kinds, general where nothing tells."""

from __future__ import annotations

from enum import StrEnum

from .time_query import TimeQuery


class Intent(StrEnum):
    """The kinds of answer."""

    TEMPORAL = "temporal"
    FACTUAL = "factual"
    ENTITY = "entity"
    PREFERENCE = "preference"
    PROCEDURAL = "procedural"
    GENERAL = "general"


def classify(query: str, time: TimeQuery) -> Intent:
    """The intent of a query, whose time has been found already; in a language without word lists it is general.

    A stretch of time or a question for one outweighs all other words. An event, `first` or `latest` does not outweigh a
    procedure or a preference: how to restart after the update. What is liked and how it's done outweigh who and what.
    """
    if time.spans or time.asks_when:
        return Intent.TEMPORAL
    from .intent_cues import NOWHERE, find_cues  # the word lists are loaded with the first query, not with the server

    cues = find_cues(query)
    if cues.procedural > NOWHERE and not NOWHERE < cues.preference < cues.procedural:
        return Intent.PROCEDURAL
    if cues.preference > NOWHERE:
        return Intent.PREFERENCE
    if time.is_about_time:
        return Intent.TEMPORAL
    if cues.entity > NOWHERE:
        return Intent.ENTITY
    return Intent.FACTUAL if cues.factual > NOWHERE else Intent.GENERAL
