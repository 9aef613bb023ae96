"""A memory of many facts that hang together, made at once: what the graph is tried on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from palimpsest.store.model import Caller, Edge, EdgeKind, LossReason, MemoryType, Scope, Veracity
from palimpsest.store.protocol import Transaction
from palimpsest.store.sqlite import PlainStore
from palimpsest.tools import administration
from store_builders import add_fact, change_fact

PERSON = Caller(agent="person", role="person", session="cli", is_person=True)
DOMAINS = ("architecture", "data", "frontend", "operations", "process", "roadmap", "security")
PARTS = [f"{service}-{part}" for service in ("billing", "cart", "mail", "search") for part in ("api", "db", "ui")]
SAID = ("listens on port {n}", "keeps sessions for {n} minutes", "retries {n} times", "is owned by team {n}")
SEED = 7
OUT_OF_DATE = 25
"""One fact of so many took the place of another."""


def make_graph_memory(home: Path, facts: int, workspace: str = "default") -> None:
    """The workspace's file in a home, with facts in seven domains, each linked to about three before it."""
    source = random.Random(SEED)
    (home / "workspaces").mkdir(parents=True, exist_ok=True)
    began = datetime.now(UTC) - timedelta(days=30)
    minutes = iter(range(10**9))
    store = PlainStore(home / "workspaces" / f"{workspace}.db", lambda: began + timedelta(seconds=next(minutes)))
    store.write(lambda tx: administration.set_setting(tx, PERSON, "embedder", "none"))
    store.write(lambda tx: _add(tx, facts, source))
    store.close()


def _add(tx: Transaction, facts: int, source: random.Random) -> None:
    made: list[int] = []
    for number in range(facts):
        part = source.choice(PARTS)
        fact = add_fact(
            tx,
            Scope(DOMAINS[(number // 12) % len(DOMAINS)]),
            topic=f"{part} {number % 50}",
            content=f"{part.capitalize()} {source.choice(SAID).format(n=number)}.",
            memory_type=source.choice([MemoryType.FACT, MemoryType.DECISION, MemoryType.KNOWLEDGE]),
            veracity=source.choice(list(Veracity)),
            confidence=source.choice([0.5, 0.7, 0.9]),
        )
        for edge in _links(fact.id, made, source):
            tx.edges.link(edge)
        if number % OUT_OF_DATE == OUT_OF_DATE - 1:
            _replace(tx, made[-1], fact.id)
        made.append(fact.id)


def _links(number: int, made: list[int], source: random.Random) -> Iterator[Edge]:
    for back, kind, weight in (
        (1, EdgeKind.SAME_SESSION, 0.5),
        (2, EdgeKind.SAME_SESSION, 0.4),
        (50, EdgeKind.SAME_TOPIC, 0.7),
        (source.randrange(3, 40), EdgeKind.RELATED, source.choice([0.2, 0.4, 0.8])),
    ):
        if back <= len(made) and (kind is not EdgeKind.SAME_SESSION or number % 12 >= back):
            yield Edge(number, made[-back], kind, weight)


def _replace(tx: Transaction, old: int, new: int) -> None:
    how = {"superseded_by": new, "superseded_at": tx.now, "loss_reason": LossReason.OUTDATED}
    change_fact(tx, old, "superseded", **how)
    tx.edges.link(Edge(new, old, EdgeKind.SUPERSEDES, 1.0))
