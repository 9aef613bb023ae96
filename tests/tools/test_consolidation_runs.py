"""A consolidation while others are at work: it reports, lets them write in between, and is done as a whole or not."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from memory_bench import Agent, Answer, Bench
from palimpsest.store.driver import DRIVER
from palimpsest.store.errors import Refused
from palimpsest.store.model import Caller
from palimpsest.store.protocol import Transaction
from palimpsest.store.sqlite import SqliteStore
from palimpsest.tools import runs
from palimpsest.tools.consolidating import Order, consolidate
from palimpsest.tools.desk import Desk
from palimpsest.tools.taking import TakeCandidates
from palimpsest.tools.tidying import Reach

ANA = Caller(agent="ana", role="engineer", session="s1")
TEXTS = [f"The {name} service runs on Debian." for name in ("mail", "chat", "search", "login", "billing", "photo")]


async def see(agent: Agent, *texts: str) -> None:
    for text in texts * 2:
        await agent.call("record_observation", content=text)


class Heard:
    """Progress that a test does something at."""

    def __init__(self, does: Any = None) -> None:
        self.told: list[tuple[float, float | None, str | None]] = []
        self._does = does

    async def report_progress(self, progress: float, total: float | None = None, message: str | None = None) -> None:
        self.told.append((progress, total, message))
        if self._does is not None:
            await self._does(len(self.told))


async def run(bench: Bench, heard: Heard | None = None, store: SqliteStore | None = None, **more: Any) -> Answer:
    desk = Desk(store or bench.store, ANA)
    order = Order(Reach(ANA, await desk.settings(), None, None), "ana")
    return dict(await consolidate(desk, order, heard, **more))


@pytest.fixture
def step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """One step a transaction."""
    monkeypatch.setattr(runs, "CHUNK_S", 0.0)


async def holders(bench: Bench) -> list[str]:
    lease = await bench.store.read(lambda tx: tx.leases.held(runs.LEASE))
    return [] if lease is None else [lease.holder]


@pytest.mark.usefixtures("step_by_step")
async def test_a_client_that_listens_hears_how_far_it_is(both_eras: Bench):
    ana = await both_eras.agent("ana")
    await see(ana, *TEXTS)
    heard = Heard()
    await ana.client.call_tool("consolidate_memory", {}, progress_callback=heard.report_progress)
    assert [progress for progress, _, _ in heard.told] == [1, 2, 3, 4, 5, 6]
    assert {(total, message) for _, total, message in heard.told} == {(6, "taking what was seen repeatedly")}


@pytest.mark.usefixtures("step_by_step")
async def test_harmonising_reports_as_well(both_eras: Bench):
    ana, bob = await both_eras.agent("ana"), await both_eras.agent("bob")
    for number, text in enumerate(TEXTS):
        await ana.propose(text, topic=f"a {number}")
        await bob.propose(text, topic=f"b {number}")
    both_eras.run("UPDATE fact SET topic_key = substr(topic_key, 3)")
    heard = Heard()
    await ana.client.call_tool("harmonize_memory", {}, progress_callback=heard.report_progress)
    assert [progress for progress, _, _ in heard.told] == [1, 2, 3, 4, 5, 6]


@pytest.mark.usefixtures("step_by_step")
async def test_other_clients_write_between_the_steps(bench: Bench, ana: Agent, bob: Agent):
    await see(ana, *TEXTS)

    async def write(step: int) -> None:
        await bob.call("remember", content=f"Written after step {step}.")

    await run(bench, Heard(write))
    assert len(await bench.store.read(lambda tx: tx.hot_items.pending("bob"))) == len(TEXTS)


@pytest.mark.usefixtures("step_by_step")
async def test_what_others_change_meanwhile_is_looked_at_again(bench: Bench, ana: Agent, bob: Agent):
    await see(ana, *TEXTS)
    for text in TEXTS[1:3]:
        await bob.propose(text, topic="host", domain="infra")

    async def change(step: int) -> None:
        if step == 1:
            for name in ("F1", "F2"):
                await bob.call("supersede_fact", fact_id=name, reason="wrong")

    answer = await run(bench, Heard(change))
    told = " ".join(one["why"] for one in answer["waiting"])
    assert ("taken back as wrong (F1)" in told) + ("taken back as wrong (F2)" in told) >= 1
    assert not {"F1", "F2"} & set(await bench.active())
    assert await bench.store.read(lambda tx: tx.batches.unfinished()) == []


@pytest.mark.usefixtures("step_by_step")
async def test_observations_that_another_run_took_are_not_taken_twice(bench: Bench, ana: Agent):
    await see(ana, *TEXTS)
    taken = ana.call(
        "consolidate_memory",
        candidates=[{"text": TEXTS[0], "domain": "infra", "topic": "host", "sources": ["O1", "O7"]}],
    )
    first, second = await asyncio.gather(run(bench), taken)
    active = await bench.active()
    facts = [(await bench.fact(name)).content for name in active]
    assert sorted(set(facts)) == sorted(TEXTS)
    assert first["batch_id"] != second["batch_id"]
    assert len(await bench.store.read(lambda tx: tx.observations.pending("ana"))) == 0


@pytest.mark.usefixtures("step_by_step")
async def test_a_call_that_the_client_gives_up_is_undone(both_eras: Bench):
    ana = await both_eras.agent("ana")
    await see(ana, *TEXTS)
    begun, never = asyncio.Event(), asyncio.Event()

    async def hang(step: int) -> None:
        if step == 3:
            begun.set()
            await never.wait()

    task = asyncio.create_task(run(both_eras, Heard(hang)))
    await asyncio.wait_for(begun.wait(), 10)
    assert len(await both_eras.active()) == 3
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (await both_eras.active(), await holders(both_eras)) == ([], [])
    assert len(await both_eras.store.read(lambda tx: tx.observations.pending("ana"))) == 2 * len(TEXTS)
    assert len((await ana.call("consolidate_memory"))["created"]) == len(TEXTS)


@pytest.mark.usefixtures("step_by_step")
async def test_a_cancelled_request_of_a_client_is_undone(bench: Bench, ana: Agent):
    await see(ana, *TEXTS)
    begun = asyncio.Event()

    async def notice(progress: float, total: float | None, message: str | None) -> None:
        del total, message
        if progress == 2:
            begun.set()
            await asyncio.sleep(0.05)

    call = asyncio.create_task(ana.client.call_tool("consolidate_memory", {}, progress_callback=notice))
    await asyncio.wait_for(begun.wait(), 10)
    call.cancel()
    await asyncio.wait([call])
    for _ in range(200):
        if not await bench.store.read(lambda tx: tx.batches.unfinished()) and not await holders(bench):
            break
        await asyncio.sleep(0.02)
    # Either the server heard of it in time and undid it all, or it was through: never half of it.
    assert len(await bench.active()) in (0, len(TEXTS))


async def test_a_call_that_is_given_up_as_it_begins_leaves_no_lease(
    bench: Bench, ana: Agent, monkeypatch: pytest.MonkeyPatch
):
    await see(ana, *TEXTS)
    begun = asyncio.Event()
    write = bench.store.write

    async def late(work: Any, embedded: Any = None) -> Any:
        done = await write(work, embedded)
        if not begun.is_set():
            begun.set()
            await asyncio.sleep(30)
        return done

    monkeypatch.setattr(bench.store, "write", late)
    task = asyncio.create_task(run(bench))
    await asyncio.wait_for(begun.wait(), 10)
    assert len(await holders(bench)) == 1
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await holders(bench) == []


@pytest.mark.usefixtures("step_by_step")
async def test_a_run_that_fails_is_undone(bench: Bench, ana: Agent):
    await see(ana, *TEXTS)

    async def fail(step: int) -> None:
        if step == 4:
            raise OSError("the client is gone")

    with pytest.raises(OSError, match="gone"):
        await run(bench, Heard(fail))
    assert (await bench.active(), await holders(bench)) == ([], [])


@pytest.mark.usefixtures("step_by_step")
async def test_two_at_once_follow_each_other(bench: Bench, ana: Agent):
    await see(ana, *TEXTS)
    async with _another(bench) as other:
        answers = await asyncio.gather(run(bench), run(bench, store=other))
    assert sorted(len(answer["created"]) for answer in answers) == [0, len(TEXTS)]
    assert len(await bench.active()) == len(TEXTS)


async def test_a_living_process_at_work_is_waited_for_and_then_named(
    bench: Bench, ana: Agent, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(runs, "WAIT_S", 0.2)
    await see(ana, *TEXTS)
    await bench.store.write(lambda tx: tx.leases.take(runs.LEASE, runs.new_holder(), 20))
    before = bench.dump()
    with pytest.raises(Refused, match="call again in a moment"):
        await run(bench)
    assert bench.dump() == before


async def test_the_lease_of_a_dead_process_is_taken_over_at_once(
    bench: Bench, ana: Agent, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(runs, "WAIT_S", 0.0)
    await see(ana, *TEXTS)
    dead = f"{await _dead_process()} 0123456789ab {socket.gethostname()}"
    await bench.store.write(lambda tx: tx.leases.take(runs.LEASE, dead, 20))
    assert len((await run(bench))["created"]) == len(TEXTS)
    assert await holders(bench) == []


async def test_whether_a_process_on_another_machine_lives_is_not_guessed(
    bench: Bench, ana: Agent, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(runs, "WAIT_S", 0.0)
    await see(ana, *TEXTS)
    elsewhere = f"{await _dead_process()} 0123456789ab elsewhere"
    await bench.store.write(lambda tx: tx.leases.take(runs.LEASE, elsewhere, 20))
    with pytest.raises(Refused):
        await run(bench)
    bench.pass_time(seconds=21)
    assert len((await run(bench))["created"]) == len(TEXTS)


async def test_a_clock_set_back_does_not_keep_a_lease_for_a_year(
    bench: Bench, ana: Agent, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(runs, "WAIT_S", 0.0)
    await see(ana, *TEXTS)
    bench.pass_time(days=365)
    await bench.store.write(lambda tx: tx.leases.take(runs.LEASE, f"{os.getpid()} x {socket.gethostname()}", 20))
    bench.pass_time(days=-365)
    assert len((await run(bench))["created"]) == len(TEXTS)


async def test_a_clock_set_back_a_year_between_runs_costs_nothing(bench: Bench, ana: Agent):
    await see(ana, *TEXTS[:3])
    bench.pass_time(days=400)
    await see(ana, *TEXTS[3:])
    first = await run(bench)
    bench.pass_time(days=-365)
    await ana.propose("The cache is Redis.", topic="cache")
    second = await run(bench)
    assert (len(first["created"]), second["retired"], second["merged"]) == (6, [], [])
    confidences = [(await bench.fact(name)).confidence for name in await bench.active()]
    assert all(0 <= one <= 1 for one in confidences)
    assert len(confidences) == 7


@pytest.mark.usefixtures("step_by_step")
async def test_a_run_that_was_undone_by_another_does_not_go_on(bench: Bench, ana: Agent):
    await see(ana, *TEXTS)

    async def take_over(step: int) -> None:
        if step == 2:
            await bench.store.write(lambda tx: tx.leases.release(runs.LEASE, _holder(tx)))
            await bench.store.write(runs.clear_up)

    with pytest.raises(runs.LeaseLost, match="taken this work over"):
        await run(bench, Heard(take_over))
    assert await bench.active() == []
    assert await bench.store.read(lambda tx: tx.batches.unfinished()) == []


@pytest.mark.usefixtures("step_by_step")
async def test_a_run_that_was_undone_at_its_very_end_does_not_say_that_it_was_done(bench: Bench, ana: Agent):
    await see(ana, *TEXTS)

    async def take_over(step: int) -> None:
        if step == len(TEXTS):
            await bench.store.write(lambda tx: tx.leases.release(runs.LEASE, _holder(tx)))
            await bench.store.write(runs.clear_up)

    with pytest.raises(runs.LeaseLost):
        await run(bench, Heard(take_over))


async def test_what_a_dead_run_left_is_undone_before_the_next_is_planned(bench: Bench, ana: Agent):
    await see(ana, *TEXTS)

    def half(tx: Transaction) -> None:
        tx.batches.describe("consolidation", "ana", is_open=True)
        tx.observations.mark_consolidated(range(1, 2 * len(TEXTS)))

    await bench.store.write(half)
    rehearsed = await run(bench, dry_run=True)
    assert len(rehearsed["created"]) == len(TEXTS)
    assert len((await run(bench))["created"]) == len(TEXTS)


@pytest.mark.parametrize("dry_run", [True, False])
async def test_a_rehearsal_takes_no_lock_and_a_run_waits_for_none_when_there_is_nothing_to_do(
    bench: Bench, ana: Agent, *, dry_run: bool
):
    await see(ana, *(TEXTS if dry_run else []))
    connection = DRIVER.connect(bench.path, mode="rw", timeout_s=0.1)
    try:
        connection.execute("BEGIN IMMEDIATE")
        answer = await asyncio.wait_for(run(bench, dry_run=dry_run), 3)
        connection.execute("ROLLBACK")
    finally:
        connection.close()
    assert len(answer["created"]) == (len(TEXTS) if dry_run else 0)


async def test_a_rehearsal_leaves_no_copy_behind(
    bench: Bench, ana: Agent, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    await see(ana, *TEXTS)
    await run(bench, dry_run=True)
    assert list(folder.iterdir()) == []


async def test_a_chunk_ends_when_its_time_is_up(bench: Bench, ana: Agent, monkeypatch: pytest.MonkeyPatch):
    await see(ana, *TEXTS)
    taken: list[str] = []
    take = TakeCandidates.apply

    def slow(self: TakeCandidates, tx: Transaction, step: Any) -> Any:
        taken.append(step.place)
        monkeypatch.setattr(runs.time, "monotonic", lambda: 1e9 + len(taken))
        return take(self, tx, step)

    monkeypatch.setattr(TakeCandidates, "apply", slow)
    heard = Heard()
    await run(bench, heard)
    assert [progress for progress, _, _ in heard.told] == [1, 2, 3, 4, 5, 6]


def _holder(tx: Transaction) -> str:
    lease = tx.leases.held(runs.LEASE)
    assert lease is not None
    return lease.holder


@asynccontextmanager
async def _another(bench: Bench) -> AsyncGenerator[SqliteStore]:
    """The workspace as another process has it."""
    store = await SqliteStore.open(bench.path, lambda: bench.now)
    try:
        yield store
    finally:
        await store.close()


async def _dead_process() -> int:
    process = await asyncio.create_subprocess_exec("true")
    await process.wait()
    return process.pid
