"""Models are loaded and asked on one thread: queries first, batches last, and it never holds up the end."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncGenerator

import pytest
from palimpsest.store.errors import StoreClosed
from palimpsest.tools.model_thread import ModelThread, Rank
from palimpsest.tools.pace import MOST, Pace


@pytest.fixture
async def thread() -> AsyncGenerator[ModelThread]:
    opened = ModelThread()
    yield opened
    await opened.close()


async def hold(thread: ModelThread) -> threading.Event:
    """Keep the thread busy until the event is set."""
    gate, is_there = threading.Event(), threading.Event()

    def wait() -> None:
        is_there.set()
        gate.wait(10)

    task = asyncio.create_task(thread.run(Rank.BATCH, wait))
    await asyncio.to_thread(is_there.wait, 10)
    task.add_done_callback(lambda done: done.exception())
    return gate


async def test_a_query_goes_before_what_was_asked_earlier(thread: ModelThread):
    gate = await hold(thread)
    order: list[str] = []
    ranks = {"batch": Rank.BATCH, "second batch": Rank.BATCH, "write": Rank.WRITE, "query": Rank.QUERY}
    jobs = [asyncio.create_task(thread.run(rank, lambda name=name: order.append(name))) for name, rank in ranks.items()]
    await asyncio.sleep(0)
    gate.set()
    await asyncio.gather(*jobs)
    assert order == ["query", "write", "batch", "second batch"]


async def test_all_jobs_run_on_one_thread_that_is_not_the_loops(thread: ModelThread):
    threads = await asyncio.gather(*(thread.run(Rank.QUERY, threading.get_ident) for _ in range(5)))
    assert len(set(threads)) == 1
    assert threads[0] != threading.get_ident()


async def test_a_job_whose_caller_went_away_before_it_began_is_never_run(thread: ModelThread):
    gate = await hold(thread)
    ran: list[int] = []
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await thread.run(Rank.QUERY, lambda: ran.append(1))
    gate.set()
    await thread.run(Rank.BATCH, lambda: None)
    assert ran == []


async def test_what_a_job_raises_comes_out_where_it_was_asked(thread: ModelThread):
    with pytest.raises(ZeroDivisionError):
        await thread.run(Rank.QUERY, lambda: 1 // 0)
    assert await thread.run(Rank.QUERY, lambda: 2) == 2


async def test_how_long_a_job_has_been_running_is_known(thread: ModelThread):
    assert thread.busy_s == 0
    gate = await hold(thread)
    await asyncio.sleep(0.02)
    assert thread.busy_s >= 0.02
    gate.set()
    await thread.run(Rank.BATCH, lambda: None)
    assert thread.busy_s < 0.02


async def test_closing_does_not_wait_for_a_job_that_hangs_and_what_waits_is_never_run(thread: ModelThread):
    gate = await hold(thread)
    ran: list[int] = []
    waiting = asyncio.create_task(thread.run(Rank.QUERY, lambda: ran.append(1)))
    await asyncio.sleep(0)
    began = time.monotonic()
    await thread.close()
    assert time.monotonic() - began < 1
    with pytest.raises(StoreClosed):
        await thread.run(Rank.QUERY, lambda: None)
    gate.set()
    waiting.cancel()
    assert ran == []


async def test_a_thread_that_was_never_asked_is_closed_and_closing_twice_does_no_harm():
    idle = ModelThread()
    await idle.close()
    await idle.close()


def test_the_number_of_texts_grows_step_by_step_to_what_fits_and_falls_at_once():
    pace = Pace(0.04)
    counts = [pace.count]
    for _ in range(5):
        pace.took(pace.count, 0.002 * pace.count)
        counts.append(pace.count)
    assert counts == [1, 2, 4, 8, 16, 20]
    assert pace.fitting(0.1) == 50
    pace.took(20, 2.0)
    assert (pace.count, pace.fitting(1.0), pace.fitting(0.01)) == (1, 10, 1)
    for _ in range(10):
        pace.took(pace.count, 0.0)
    assert pace.count == MOST
