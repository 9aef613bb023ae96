"""Whether the full-text index was made by the analyser at hand, and making it anew."""

from __future__ import annotations

from collections.abc import Mapping

from . import rows, search
from .driver import Connection
from .rules.analysis import ANALYSER_VERSION

GET_VERSION = "SELECT value FROM property WHERE name = 'analyser_version'"
SET_VERSION = """
INSERT INTO property (name, value) VALUES ('analyser_version', :version)
ON CONFLICT (name) DO UPDATE SET value = excluded.value
"""
FORGET_VERSION = "DELETE FROM property WHERE name = 'analyser_version'"
CLEAR = "DELETE FROM fulltext"
FACTS = "SELECT id, topic, content FROM fact ORDER BY id"
OBSERVATIONS = "SELECT id, content FROM observation ORDER BY id"


def is_current(connection: Connection) -> bool:
    """Whether every row was analysed as a query will be."""
    row = rows.select_one(connection, GET_VERSION)
    return row is not None and row["value"] == ANALYSER_VERSION


def outdate(connection: Connection) -> None:
    """Have it made anew by whoever opens the memory next."""
    rows.change(connection, FORGET_VERSION)


def prepare(connection: Connection) -> dict[str, str] | None:
    """Every text with its terms, for `rebuild`; None when the index is current.

    The analysis is the long part, and a reader keeps nobody from writing.
    """
    if is_current(connection):
        return None
    facts = rows.select(connection, FACTS)
    observations = rows.select(connection, OBSERVATIONS)
    return search.analyse(
        {
            *(row["topic"] for row in facts),
            *(row["content"] for row in facts),
            *(row["content"] for row in observations),
        }
    )


def rebuild(connection: Connection, prepared: Mapping[str, str]) -> None:
    """Index every fact and observation again, unless another process was first; what is new since is analysed now."""
    if is_current(connection):
        return

    def analysed(text: str) -> str:
        return prepared[text] if text in prepared else search.analyse([text])[text]

    rows.change(connection, CLEAR)
    for fact in rows.select(connection, FACTS):
        search.index_fact(connection, fact["id"], fact["topic"], fact["content"], analysed)
    for observation in rows.select(connection, OBSERVATIONS):
        search.index_observation(connection, observation["id"], analysed)
    rows.change(connection, SET_VERSION, version=ANALYSER_VERSION)
