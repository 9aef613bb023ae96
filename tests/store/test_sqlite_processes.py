"""One workspace's file in several processes: each sees what the others did, and none disturbs another."""

from __future__ import annotations

import sys
from asyncio.subprocess import PIPE, Process, create_subprocess_exec
from pathlib import Path

from palimpsest.store.model import FactFilter
from palimpsest.store.sqlite import PlainStore, SqliteStore, read_only
from store_builders import FakeClock, add_fact, existing

CHILD = """
import sys
from pathlib import Path
from palimpsest.store.sqlite import PlainStore
from store_builders import add_fact

path, name, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
store = PlainStore(path)
for number in range(count):
    store.write(lambda tx: add_fact(tx, content=f"{name} wrote {number}", agent=name))
print("done", flush=True)
sys.stdin.readline()
store.close()
"""


async def start_child(path: Path, name: str, count: int) -> Process:
    support = str(Path(__file__).parents[1] / "support")
    environment = {"PYTHONPATH": support, "PATH": ""}
    return await create_subprocess_exec(
        *(sys.executable, "-c", CHILD, str(path), name, str(count)), stdin=PIPE, stdout=PIPE, env=environment
    )


async def test_what_another_process_wrote_is_seen_by_the_next_read(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    store = await SqliteStore.open(path)
    await store.write(lambda tx: add_fact(tx, content="the first"))
    assert len(await store.read(lambda tx: tx.domains.list())) == 1
    child = await start_child(path, "ben", 3)
    assert child.stdout is not None
    assert await child.stdout.readline() == b"done\n"
    found = await store.read(lambda tx: tx.search.facts("wrote", FactFilter(tx.now), 10))
    assert len(found) == 3
    newest = await store.read(lambda tx: existing(tx, found[0].id))
    assert newest.content == "ben wrote 2"
    await child.communicate(b"\n")
    assert child.returncode == 0
    await store.close()


async def test_several_processes_write_at_once_and_nothing_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    children = [await start_child(path, name, 15) for name in ("ada", "ben", "eve")]
    for child in children:
        await child.communicate(b"\n")
        assert child.returncode == 0
    store = PlainStore(path)
    facts = store.read(lambda tx: tx.facts.active_of_topic(1, "cache", 100))
    assert sorted(fact.content for fact in facts) == sorted(
        f"{name} wrote {n}" for name in ("ada", "ben", "eve") for n in range(15)
    )
    assert [fact.created_at for fact in facts] == sorted(fact.created_at for fact in facts)
    assert len(store.read(lambda tx: tx.domains.list())) == 1
    store.close()


def test_a_command_without_an_event_loop_sees_and_keeps_the_same(tmp_path: Path) -> None:
    clock = FakeClock()
    store = PlainStore(tmp_path / "memory.db", clock)
    fact = store.write(add_fact)
    assert store.read(lambda tx: tx.facts.get(fact.id)) == fact
    store.close()
    with read_only(tmp_path / "memory.db", clock) as tx:
        assert tx.now == clock.now
        assert tx.facts.get(fact.id) == fact
