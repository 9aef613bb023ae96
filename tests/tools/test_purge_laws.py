"""Whatever became of facts before, purging some leaves no byte of them and nothing else changed."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from memory_bench import Agent, Bench, open_bench
from palimpsest.store.checkup import check_file
from palimpsest.store.findings import Soundness
from palimpsest.store.model import FactFilter
from palimpsest.store.protocol import Transaction
from person import Person
from residue import holding
from toy_vectors import fill_in

Act = tuple[str, int, int]
NAMES = [
    *("propose", "propose", "state", "mention", "observe", "remember", "draw", "doubt", "derive", "use"),
    *("delete", "restore", "update", "resolve", "undo", "review", "harmonize", "wait", "purge"),
]
ACTS = st.tuples(st.sampled_from(NAMES), st.integers(0, 5), st.integers(1, 3))
PLACE = {"domain": "infrastructure"}
SAID = (
    *("domain", "topic", "content", "memory_type", "veracity", "confidence", "validity", "valid_from", "valid_until"),
    *("agent", "role", "origin", "created", "supported", "mentions", "recalls", "reason"),
)
"""What a fact says, and how it stands by itself: nothing of its links with others."""
CHANGED = ("at", "change", "agent", "role", "batch_id", "veracity", "confidence", "valid_until", "reason")


class History:
    """Texts are said of a few topics, each with a word of its own that no other text holds."""

    def __init__(self, bench: Bench, ana: Agent, bob: Agent) -> None:
        self.bench, self.ana, self.bob = bench, ana, bob
        self.ann = Person(bench)
        self._said = 0
        self._erased: set[str] = set()

    def left(self) -> list[tuple[str, str]]:
        """The files that still hold a word of an erased fact which nothing else says."""
        return holding(self.bench.path.parent, *self._erased)

    def text(self, number: int) -> str:
        """A new text of a topic; two of one topic contradict each other."""
        self._said += 1
        return f"The lamp {number} is quokka{self._said:04d}q."

    async def do(self, act: Act) -> None:
        """One act; what is refused, and what there is nothing to do to, changes nothing."""
        name, target, number = act
        topic = f"lamp {number}"
        match name:
            case "propose" | "state":
                sources = await self._ids("observation", target)
                veracity = "stated" if name == "state" else "inferred"
                more: dict[str, Any] = {"veracity": veracity, "source_observation_ids": sources}
                await self.ana.propose(self.text(number), topic, **PLACE, **more)
            case "observe":
                await self.ana.observe(self.text(number))
            case "remember":
                await self.ana.call("remember", content=self.text(number), topic=topic, veracity="stated")
            case "harmonize":
                await self.bob.call("harmonize_memory")
            case "wait":
                self.bench.pass_time(days=10 * number)
            case "review":
                await self._ask("memory_review.sample", seed=number, is_new=True)
                await self._ask("memory_review.mark", marks=dict.fromkeys(await self._ids("fact", target), "wrong"))
            case "draw" | "doubt" | "mention" | "derive" | "use":
                await self._say_of(name, topic, await self._ids("fact", target), number)
            case _:
                await self._curate(name, target, number)

    async def _say_of(self, name: str, topic: str, facts: list[str], number: int) -> None:
        if not facts:
            return
        fact = await self.bench.fact(facts[0])
        match name:
            case "mention":
                await self.bob.propose(fact.content, topic=fact.topic, **PLACE)
            case "derive":
                rule = f"Mind {facts[0]}, {self._said}."
                await self.ana.call("propose_policy", **PLACE, rule=rule, source_fact_ids=facts)
            case "use":
                await self.bob.call("record_observation", content="Used it.", used_fact_ids=facts)
            case _:
                sources = [*await self._ids("pending", number), *await self._ids("item", number)]
                draft = {"text": self.text(number), "domain": "infrastructure", "topic": topic, "sources": sources}
                way = {"supports": facts} if name == "draw" else {"weakens": facts}
                await self.ana.result("consolidate_memory", candidates=[draft | way])

    async def _curate(self, name: str, target: int, number: int) -> None:
        kind = {"undo": "batch", "resolve": "conflict"}.get(name, "fact")
        for one in (await self._ids(kind, target))[:1]:
            match name:
                case "delete":
                    await self._ask("memory_fact.delete", fact_ids=[one])
                case "restore":
                    await self._ask("memory_fact.restore", fact_id=one)
                case "update":
                    await self._ask("memory_fact.update", fact_id=one, content=self.text(number))
                case "resolve":
                    await self._ask("memory_conflict.resolve", conflict_id=one, keep=("new", "old", "both")[number - 1])
                case "undo":
                    await self._ask("memory_audit.undo", batch_id=one)
                case _:
                    await self.purge(number, target)

    async def _ask(self, method: str, **params: Any) -> None:
        answer = await self.ann.ask({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        assert answer.get("error", {}).get("code") != -32603, answer

    async def _ids(self, kind: str, start: int) -> list[str]:
        """Up to two rows of a kind, from one on."""
        found = await self.bench.store.read(lambda tx: ids_of(tx, kind))
        return [*found[start:], *found[:start]][:2]

    async def purge(self, count: int, start: int) -> None:
        """Erase some facts, and hold it to its promise."""
        facts = await self.bench.store.read(lambda tx: ids_of(tx, "fact"))
        gone = [*facts[start:], *facts[:start]][:count]
        if not gone:
            return
        others = [name for name in facts if name not in gone]
        words = [word_of((await self.bench.fact(name)).content) for name in gone]
        await self.bench.store.write(fill_in)
        before = {name: await self._answers(name) for name in others}
        done = await self.ann.call("memory_fact.purge", fact_ids=gone)
        assert done["is_clean"]
        self._erased |= {word for word in words if not await self.bench.store.read(lambda tx, w=word: is_said(tx, w))}
        assert self.left() == []
        assert {name: await self._answers(name) for name in others} == before
        assert await self.bench.store.read(lambda tx: [name for name in gone if tx.facts.get(int(name[1:]))]) == []

    async def _answers(self, name: str) -> dict[str, Any]:
        """What is said of a fact, apart from its links with others."""
        found = await self.ann.call("memory_fact.get", fact_id=name)
        row = found["fact"]
        hits = (await self.ann.call("memory_fact.search", query=word_of(row["content"]), include_retired=True))["hits"]
        return {
            "said": {key: row[key] for key in SAID},
            "is_active": row["state"] == "active",
            "changes": [{key: change[key] for key in CHANGED} for change in found["changes"]],
            "is_found": hits != [],
        }


def ids_of(tx: Transaction, kind: str) -> list[str]:
    """The ids of all rows of a kind, oldest first."""
    everything = FactFilter(tx.now, include_superseded=True, include_retired=True)
    match kind:
        case "fact":
            return [f"F{fact.id}" for fact in reversed(tx.facts.active(everything))]
        case "batch":
            return [f"B{batch.id}" for batch in tx.batches.latest(8)]
        case "conflict":
            facts = [fact.id for fact in tx.facts.active(FactFilter(tx.now))]
            return [f"C{one.id}" for one in tx.conflicts.open_of(facts)]
        case "item":
            return [f"H{item.id}" for item in tx.hot_items.pending("ana")]
        case "pending":
            return [f"O{one.id}" for one in tx.observations.pending("ana")]
        case _:
            return [f"O{one.id}" for one in tx.observations.of_task("ana", None)]


def is_said(tx: Transaction, word: str) -> bool:
    """Whether a text that stays holds the word, such as an observation that another fact cites."""
    return any(word in one.text for one in tx.erasures.texts(tx.erasures.extent([], with_sources=True)))


def word_of(text: str) -> str:
    """The word that no other text holds."""
    return next((word.strip(".") for word in text.split() if word.startswith("quokka")), text)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(acts=st.lists(ACTS, min_size=4, max_size=12))
async def test_purging_leaves_no_byte_and_nothing_else_changed(acts: Sequence[Act]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with open_bench(Path(folder)) as bench:
            history = History(bench, await bench.agent("ana"), await bench.agent("bob"))
            for act in [("state", 0, 1), *acts, ("purge", 1, 2)]:
                await history.do(act)
            for target in range(8):
                await history.do(("undo", target, 1))
            await history.purge(100, 0)
            await bench.store.close()
            assert history.left() == []
            unsound = [one for one in check_file(bench.path, is_thorough=True) if one.soundness is Soundness.PROBLEM]
            assert unsound == []
