"""Every method that writes does it in one transaction of the desk, under one batch; no other one changes anything."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import Any

import pytest
from full_memory import curate
from memory_bench import Agent, Bench
from palimpsest.server.rpc_examples import ELSEWHERE, FOR_GOOD, MEASURES, READS, WRITES
from palimpsest.server.rpc_methods import methods
from palimpsest.store.model import AuditFilter, Caller
from palimpsest.store.protocol import Transaction
from palimpsest.tools.desk import Desk
from palimpsest.tools.passages import PassagesOf
from palimpsest.tools.toolbox import declarations
from person import ANN, Person
from source_tree import sources

ALL = {one.name: one for one in methods(Desk(None, Caller()))}  # pyright: ignore[reportArgumentType] (nothing is called)


class CountingDesk(Desk):
    """Counts the transactions that write."""

    written = 0

    async def write(self, work: Callable[[Transaction], Any], passages: PassagesOf | None = None) -> Any:
        self.written += 1
        return await super().write(work, passages)


@pytest.fixture
async def ann(bench: Bench, ana: Agent, bob: Agent) -> Person:
    """In a memory that has something for each method to do."""
    await ana.propose("The port is 1.", topic="port", veracity="stated")
    await bob.propose("The port is 2.", topic="port", veracity="stated", on_conflict="ask")
    await ana.propose("Tokens live an hour.", topic="tokens", domain="security")
    await ana.propose("The build is slow.", topic="build")
    await ana.propose("Tokens live a day.", topic="tokens", domain="security", veracity="stated")
    for number in range(8):
        veracity = "tool" if number < 4 else "stated"
        await ana.propose(f"Lamp {number} is on.", topic=f"lamp {number}", veracity=veracity)
    await ana.call("propose_policy", domain="security", rule="Review every change.")
    await ana.call("propose_policy", domain="security", rule="Test first.")
    await ana.call("update_my_notes", notes="Mine.")
    ann = Person(bench)
    await curate(bench, ann)
    ann.desk = CountingDesk(bench.store, ANN)
    ann.use(methods(ann.desk, home=bench.path.parent))
    return ann


async def newest_entry(bench: Bench) -> int:
    found = await bench.store.read(lambda tx: tx.audit.latest(1))
    return found[0].id


def test_every_method_is_tried() -> None:
    reading = {name for name, one in ALL.items() if one.reads_only}
    assert WRITES.keys() | MEASURES.keys() | ELSEWHERE.keys() == ALL.keys() - reading
    assert READS.keys() == reading


@pytest.mark.parametrize("name", [*WRITES, *MEASURES])
async def test_a_write_is_one_transaction_whose_changes_are_logged_under_one_batch(
    bench: Bench, ann: Person, name: str
) -> None:
    before = await newest_entry(bench)
    answer = await ann.call(name, **(WRITES | MEASURES)[name])
    entries = await bench.store.read(lambda tx: tx.audit.page(AuditFilter(), None, 1000))
    ours = [entry for entry in entries if entry.id > before]
    assert isinstance(ann.desk, CountingDesk)
    assert ann.desk.written == 1
    assert ours
    assert {(entry.agent, entry.role, entry.session) for entry in ours} == {("ann", "person", "page")}
    batches = {f"B{entry.batch_id}" if entry.batch_id else None for entry in ours}
    assert batches == {answer["batch_id"] if name in WRITES else None}


@pytest.mark.parametrize("name", [name for name, one in ALL.items() if one.reads_only])
async def test_what_only_reads_changes_nothing(bench: Bench, ann: Person, name: str) -> None:
    before = bench.dump()
    await ann.call(name, **READS[name])
    await ann.desk.close()
    assert bench.dump() == before


@pytest.mark.parametrize("name", sorted(WRITES.keys() - FOR_GOOD - {"memory_audit.undo"}))
async def test_what_a_person_did_can_be_undone(bench: Bench, ann: Person, name: str) -> None:
    answer = await ann.call(name, **WRITES[name])
    undone = await ann.call("memory_audit.undo", batch_id=answer["batch_id"])
    assert undone["kept"] == []
    assert undone["restored"] or undone["taken_back"]


def test_methods_reach_the_store_by_the_desk_alone() -> None:
    families = [source for source in sources("server") if re.fullmatch(r"server/rpc_\w+\.py", source.path)]
    reached = {
        f"{source.path}:{node.lineno}"
        for source in families
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Attribute) and node.attr in ("store", "_store")
    }
    assert families
    assert reached == set()


def test_no_tool_offers_what_only_a_person_may_do() -> None:
    offered = {one.name for one in declarations(Desk(None, Caller()))}  # pyright: ignore[reportArgumentType]
    assert offered.isdisjoint(ALL)
    persons = {
        "purging",
        "purge_views",
        "bringing_back",
        "conflict_details",
        "curation",
        "fact_list",
        "fact_search",
        "fact_update",
        "policy_curation",
        "audit_views",
        "graph_view",
    }
    users = {source.path for source in sources() if _imports(source.tree) & persons}
    inside = {f"tools/{name}.py" for name in persons}
    assert {path for path in users - inside if not path.startswith("server/rpc_")} == set()


def _imports(tree: ast.Module) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            found |= {(node.module or "").rpartition(".")[2], *(alias.name for alias in node.names)}
    return found
