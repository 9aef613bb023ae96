"""Whether the full-text index was made by the analyser at hand, and making it anew."""

from __future__ import annotations

from . import rows, search
from .driver import Connection
from .rules.analysis import ANALYSER_VERSION

GET_VERSION = "SELECT value FROM property WHERE name = 'analyser_version'"
SET_VERSION = """
INSERT INTO property (name, value) VALUES ('analyser_version', :version)
ON CONFLICT (name) DO UPDATE SET value = excluded.value
"""
CLEAR = "DELETE FROM fulltext"
FACTS = "SELECT id, topic, content FROM fact ORDER BY id"
OBSERVATIONS = "SELECT id FROM observation ORDER BY id"


def is_current(connection: Connection) -> bool:
    """Whether every row was analysed as a query will be."""
    row = rows.select_one(connection, GET_VERSION)
    return row is not None and row["value"] == ANALYSER_VERSION


def rebuild(connection: Connection) -> None:
    """Index every fact and observation again; another process may have done it first."""
    if is_current(connection):
        return
    rows.change(connection, CLEAR)
    for fact in rows.select(connection, FACTS):
        search.index_fact(connection, fact["id"], fact["topic"], fact["content"])
    for observation in rows.select(connection, OBSERVATIONS):
        search.index_observation(connection, observation["id"])
    rows.change(connection, SET_VERSION, version=ANALYSER_VERSION)
