"""Edges between facts: made where a fact comes into being or gains a source, in the transaction that does it.

An edge leads from the newer fact to an older one. A write makes a handful of each kind, so a topic, session or source
of any size costs it the same; a fact that ever more others link to is no dearer to read, as the strongest of its edges
are read alone. Edges are the workspace's, and reading them filters. Making them filters too: what the writer may not
see is not linked and takes nobody's place, so its links tell a writer nothing of what is hidden.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime

from ..store.model import Caller, Edge, EdgeKind, Fact
from ..store.protocol import Transaction
from ..store.rules import kinship
from .drafts import hidden_domains

MOST_OF_KIND = 2
"""Facts that a new one is linked with for one reason; as many newer ones link to it, so that twice as many are near."""
LOOKED_AT = 12
"""Facts that are looked at for them, as some are out of use or hidden."""
MOST_SOURCES = 8
"""Sources of a fact that are looked at, the newest."""
EVERY_ID = 2**62 - 1

Peers = Iterable[tuple[int, float]]
"""Facts to link with and the weights of their edges, the first to be taken first."""


def link_new(tx: Transaction, caller: Caller, fact: Fact) -> list[tuple[int, float]]:
    """Link a fact that was just written; the facts that share words with it that few hold, the closest first."""
    return _link_to_older(tx, fact, hidden_domains(tx, caller))


def link_sources(tx: Transaction, caller: Caller, fact: Fact, source_ids: Collection[int]) -> None:
    """Link a fact that has gained sources with what rests on them."""
    if source_ids:
        peers = _on_sources(tx, source_ids, EVERY_ID)
        _link(tx, fact, EdgeKind.SAME_SOURCE, peers, hidden_domains(tx, caller), tx.now)


def link_unlinked(tx: Transaction, caller: Caller, after_id: int, limit: int) -> int | None:
    """Link the next facts that link to no other, as do those that were written before there were edges.

    Gives the id to go on after, None when all were seen. An edge counts from when the newer fact was written.
    """
    hidden = hidden_domains(tx, caller)
    numbers = tx.edges.without(after_id, limit)
    for number in numbers:
        fact = tx.facts.get(number)
        if fact is not None:
            _link_to_older(tx, fact, hidden)
    return numbers[-1] if len(numbers) == limit else None


def _link_to_older(tx: Transaction, fact: Fact, hidden: Collection[int]) -> list[tuple[int, float]]:
    related = _related(tx, fact, hidden)
    peers: dict[EdgeKind, Peers] = {
        EdgeKind.SAME_SOURCE: _on_sources(tx, fact.source_ids, fact.id),
        EdgeKind.SAME_TOPIC: _of_topic(tx, fact),
        EdgeKind.RELATED: related,
        EdgeKind.SAME_SESSION: _of_session(tx, fact),
    }
    for kind, found in peers.items():
        _link(tx, fact, kind, found, hidden, fact.created_at)
    return related


def _link(tx: Transaction, fact: Fact, kind: EdgeKind, peers: Peers, hidden: Collection[int], since: datetime) -> None:
    weights: dict[int, float] = {}
    for number, weight in peers:
        weights.setdefault(number, weight)
    weights.pop(fact.id, None)
    standing = tx.kin.standing(weights, hidden) if weights else set[int]()
    for number in [number for number in weights if number in standing][:MOST_OF_KIND]:
        tx.edges.link(Edge(fact.id, number, kind, weights[number]), since)


def _on_sources(tx: Transaction, source_ids: Iterable[int], before_id: int) -> Iterator[tuple[int, float]]:
    """What rests on the same observations, then what rests on others of their sources."""
    newest = sorted(source_ids, reverse=True)[:MOST_SOURCES]
    for source_id in newest:
        for number in tx.kin.on_observation(source_id, before_id, LOOKED_AT):
            yield number, kinship.SAME_OBSERVATION
    for source_id in newest:
        for number in tx.kin.on_source(source_id, before_id, LOOKED_AT):
            yield number, kinship.SAME_NAMED_SOURCE


def _of_topic(tx: Transaction, fact: Fact) -> Iterator[tuple[int, float]]:
    others = tx.kin.of_topic(fact.domain_id, fact.topic_key, fact.id, kinship.CROWD)
    for number in others:
        yield number, kinship.topic_weight(len(others))


def _of_session(tx: Transaction, fact: Fact) -> Iterator[tuple[int, float]]:
    for between, number in enumerate(tx.kin.of_session(fact.agent, fact.session, fact.id, LOOKED_AT)):
        yield number, kinship.session_weight(between)


def _related(tx: Transaction, fact: Fact, hidden: Collection[int]) -> list[tuple[int, float]]:
    """What shares enough with its text that few others hold. Every older fact counts, as ids are given out in order."""
    few = kinship.most_sharing(fact.id)
    found: list[tuple[kinship.Mark, list[int]]] = []
    for mark in kinship.marks(fact.topic, fact.content):
        facts = tx.kin.holding(mark.terms, fact.id, few, hidden)
        if facts is not None:
            found.append((mark, facts))
    return kinship.related(found)
