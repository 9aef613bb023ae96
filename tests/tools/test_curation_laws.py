"""Whatever a person and an agent do to the facts of one topic, in whatever order: nothing contradicts in silence."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from memory_bench import Agent, Bench, open_bench
from palimpsest.store.model import Fact, FactFilter, Keep
from palimpsest.store.protocol import Transaction
from person import Person

PORT = {"domain": "infrastructure", "topic": "port"}
Act = tuple[str, int, int]
ACTS = st.tuples(
    st.sampled_from(["propose", "state", "delete", "outdate", "restore", "update", "resolve", "both", "undo", "wait"]),
    st.integers(1, 4),
    st.integers(1, 3),
)


def text(number: int) -> str:
    return f"The orders API listens on port {8080 + number}."


async def do(bench: Bench, ana: Agent, ann: Person, act: Act) -> None:
    """One act; what is refused changes nothing."""
    name, target, number = act
    match name:
        case "propose" | "state":
            veracity = "stated" if name == "state" else "inferred"
            await ana.propose(text(number), **PORT, veracity=veracity)
        case "wait":
            bench.pass_time(days=number)
        case _:
            targets = await bench.store.read(lambda tx: fitting(tx, name))
            if targets:
                request = _request(name, targets[target % len(targets)], number)
                await ann.ask({"jsonrpc": "2.0", "id": 1} | request)


def fitting(tx: Transaction, name: str) -> list[int]:
    """What there is to do the act to."""
    everything = FactFilter(tx.now, include_superseded=True, include_retired=True)
    match name:
        case "delete" | "outdate" | "update":
            return [fact.id for fact in tx.facts.active(FactFilter(tx.now))]
        case "restore":
            return [fact.id for fact in tx.facts.active(everything) if not fact.is_active(tx.now)]
        case "undo":
            return [batch.id for batch in tx.batches.latest(5) if batch.undone_by is None]
        case _:
            facts = [fact.id for fact in tx.facts.active(FactFilter(tx.now))]
            return [conflict.id for conflict in tx.conflicts.open_of(facts)]


def _request(name: str, target: int, number: int) -> dict[str, object]:
    fact, conflict = f"F{target}", f"C{target}"
    method, params = {
        "delete": ("memory_fact.delete", {"fact_ids": [fact]}),
        "outdate": ("memory_fact.delete", {"fact_ids": [fact], "reason": "outdated"}),
        "restore": ("memory_fact.restore", {"fact_id": fact}),
        "update": ("memory_fact.update", {"fact_id": fact, "content": text(number)}),
        "resolve": ("memory_conflict.resolve", {"conflict_id": conflict, "keep": "new" if number > 1 else "old"}),
        "both": ("memory_conflict.resolve", {"conflict_id": conflict, "keep": "both"}),
        "undo": ("memory_audit.undo", {"batch_id": f"B{target}"}),
    }[name]
    return {"method": method, "params": params}


def unsettled(tx: Transaction) -> list[tuple[int, int]]:
    """Pairs of active facts that say different ports, and nobody has said anything about that.

    Two that say the same are what undoing a deletion may leave, and the next consolidation merges.
    """
    pairs = combinations(tx.facts.active(FactFilter(tx.now)), 2)
    differing = [(one, other) for one, other in pairs if one.content_key != other.content_key]
    return [(one.id, other.id) for one, other in differing if not _is_said(tx, one, other)]


def _is_said(tx: Transaction, one: Fact, other: Fact) -> bool:
    met = tx.conflicts.of_pair(one.id, other.id)
    return bool(met) and (met[-1].winner is None or met[-1].winner is Keep.BOTH)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(acts=st.lists(ACTS, min_size=3, max_size=14))
async def test_what_contradicts_is_open_or_was_kept_by_somebody(acts: Sequence[Act]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with open_bench(Path(folder)) as bench:
            ana, ann = await bench.agent("ana"), Person(bench)
            for act in acts:
                await do(bench, ana, ann, act)
                assert await bench.store.read(unsettled) == []


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(acts=st.lists(ACTS.filter(lambda act: act[0] != "undo"), min_size=2, max_size=8))
async def test_undone_one_after_the_other_each_batch_leaves_what_was_active_before_it(acts: Sequence[Act]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with open_bench(Path(folder)) as bench:
            ana, ann = await bench.agent("ana"), Person(bench)
            active: dict[str, list[str]] = {}
            for act in acts:
                before = await bench.active()
                known = await newest(ann)
                await do(bench, ana, ann, act)
                if (batch := await newest(ann)) != known:
                    active[batch] = before
            for batch, before in reversed(active.items()):
                assert (await ann.call("memory_audit.undo", batch_id=batch))["kept"] == []
                assert await bench.active() == before


async def newest(ann: Person) -> str:
    batches = (await ann.call("memory_audit.list", limit=1))["batches"]
    return batches[0]["id"] if batches else ""
