"""A workspace on disk whose embedder is an endpoint, with rows that have no vector yet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from embedding_server import Asked, Reply, as_openai
from palimpsest.store.model import Caller
from palimpsest.store.sqlite import PlainStore
from palimpsest.tools.administration import set_setting
from processes import connected, database_of
from store_builders import add_fact, new_observation

PERSON = Caller(agent="person", role="person")
MODEL = "m"


def memory(home: Path, embedder: str = "none", *, url: str = "", observations: int = 3) -> Path:
    """A workspace of one fact and some observations, none of them with a vector; its file."""
    store = PlainStore(database_of(home))

    def fill(tx: Any) -> None:
        settings = {"embedder": embedder} | ({"embedder.url": url, "embedder.model": MODEL} if url else {})
        for name, value in settings.items():
            set_setting(tx, PERSON, name, value)
        add_fact(tx)
        for number in range(observations):
            tx.observations.insert(new_observation(content=f"seen {number}"))

    store.write(fill)
    store.close()
    return database_of(home)


def count_vectors(path: Path) -> int:
    with connected(path) as connection:
        return connection.execute("SELECT count(*) FROM vector").fetchone()[0]


def end_leases(path: Path) -> None:
    """Let the leases of the dead end, as they do by themselves half a minute later."""
    with connected(path) as connection:
        connection.execute("UPDATE lease SET expires_at = taken_at")


def slowly(asked: Asked) -> Reply:
    """The right answer after a moment."""
    reply = as_openai(asked)
    reply.pause_s = 0.02
    return reply
