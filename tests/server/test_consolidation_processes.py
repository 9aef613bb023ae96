"""Real processes that consolidate: interrupted, killed, two at once; nothing stays half done."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from processes import Ran, connected, palimpsest, write_lock
from slow_upkeep import TEXTS, ask, believed_twice, rows, seen_twice, slowly, stop_between_writes, wait_for
from stdio_client import MemoryProcess

ACTIVE = "SELECT count(*) FROM fact WHERE retired_at IS NULL AND superseded_by IS NULL"
MADE = "SELECT count(*) FROM fact"
MERGED = "SELECT count(*) FROM fact WHERE superseded_by IS NOT NULL"
PENDING = "SELECT count(*) FROM observation WHERE consolidated_at IS NULL"
OPEN = "SELECT count(*) FROM batch WHERE finished_at IS NULL"
LEASES = "SELECT count(*) FROM lease"
HALF = len(TEXTS) // 3

needs_signals = pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")


def ended(process: subprocess.Popen[str], seconds: float = 30) -> Ran:
    """How the process ended, and what it said."""
    output, errors = process.communicate(timeout=seconds)
    return Ran(process.returncode, output, errors)


def killed_half_way(home: Path, path: Path, sql: str, *arguments: str) -> None:
    """Kill a run once a query counts a third of what there is to do."""
    with slowly(home, *arguments) as process:
        wait_for(path, sql, HALF)
        process.kill()
        process.wait()
    assert (ask(path, OPEN), ask(path, LEASES)) == (1, 1)


@needs_signals
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_takes_back_what_it_had_done(tmp_path: Path, number: signal.Signals):
    path = seen_twice(tmp_path)
    with slowly(tmp_path, "consolidate") as process:
        wait_for(path, MADE, HALF)
        process.send_signal(number)
        assert ended(process) == Ran(130, "", "")
    assert (ask(path, ACTIVE), ask(path, PENDING), ask(path, OPEN), ask(path, LEASES)) == (0, 2 * len(TEXTS), 0, 0)
    assert palimpsest(tmp_path, "consolidate").code == 0
    assert (ask(path, ACTIVE), ask(path, PENDING)) == (len(TEXTS), 0)


@needs_signals
@pytest.mark.parametrize("command", ["consolidate", "harmonize"])
def test_a_merging_that_is_interrupted_leaves_every_row_as_it_was(tmp_path: Path, command: str):
    path = believed_twice(tmp_path)
    before = rows(path)
    with slowly(tmp_path, command) as process:
        wait_for(path, MERGED, HALF)
        process.send_signal(signal.SIGINT)
        assert ended(process).code == 130
    assert rows(path) == before


@needs_signals
@pytest.mark.parametrize("command", ["consolidate", "harmonize"])
def test_nothing_is_half_merged_after_a_kill_and_the_next_start(tmp_path: Path, command: str):
    path = believed_twice(tmp_path)
    before = rows(path)
    killed_half_way(tmp_path, path, MERGED, command)
    with MemoryProcess(tmp_path) as client:
        client.done("list_memory_conflicts")
        assert rows(path) == before
    assert (ask(path, OPEN), ask(path, ACTIVE)) == (0, 2 * len(TEXTS))


@needs_signals
def test_the_next_run_undoes_what_a_killed_one_left_and_does_the_whole_at_once(tmp_path: Path):
    path = seen_twice(tmp_path)
    killed_half_way(tmp_path, path, MADE, "consolidate")
    began = time.monotonic()
    ran = palimpsest(tmp_path, "consolidate")
    assert time.monotonic() - began < 10  # the lease of the dead isn't waited for
    assert f"created: {len(TEXTS)}" in ran.output, ran
    assert (ask(path, ACTIVE), ask(path, PENDING), ask(path, OPEN), ask(path, LEASES)) == (len(TEXTS), 0, 0, 0)


@needs_signals
def test_a_rehearsal_after_a_kill_shows_what_the_real_run_then_does(tmp_path: Path):
    path = seen_twice(tmp_path)
    killed_half_way(tmp_path, path, MADE, "consolidate")
    rehearsed = palimpsest(tmp_path, "consolidate", "--dry-run")
    assert ask(path, OPEN) == 1
    assert f"created: {len(TEXTS)}" in rehearsed.output
    assert f"created: {len(TEXTS)}" in palimpsest(tmp_path, "consolidate").output


@needs_signals
def test_of_two_at_once_one_waits_or_says_so(tmp_path: Path):
    path = seen_twice(tmp_path)
    with slowly(tmp_path, "consolidate") as first:
        wait_for(path, MADE, 2)
        second = palimpsest(tmp_path, "consolidate")
        done = ended(first)
    assert (done.code, f"created: {len(TEXTS)}" in done.output) == (0, True)
    assert second.code == 0 or "Another run is tidying this memory" in second.complaint
    assert (ask(path, ACTIVE), ask(path, MADE), ask(path, PENDING)) == (len(TEXTS), len(TEXTS), 0)


@needs_signals
def test_a_living_run_that_takes_long_is_not_taken_over(tmp_path: Path):
    path = seen_twice(tmp_path)
    with slowly(tmp_path, "consolidate") as first:
        wait_for(path, MADE, 2)
        stop_between_writes(first, path)
        with MemoryProcess(tmp_path) as client:
            told = client.ask("consolidate_memory").refusal
        assert "call again in a moment" in told
        assert ask(path, OPEN) == 1
        first.send_signal(signal.SIGCONT)
        assert f"created: {len(TEXTS)}" in ended(first).output


@needs_signals
def test_a_run_that_stood_still_for_too_long_and_was_undone_does_not_go_on(tmp_path: Path):
    path = seen_twice(tmp_path)
    with slowly(tmp_path, "consolidate") as first:
        wait_for(path, MADE, 2)
        stop_between_writes(first, path)
        with connected(path) as connection:
            connection.execute("UPDATE lease SET expires_at = taken_at")
        assert palimpsest(tmp_path, "consolidate").code == 0
        after = rows(path)
        first.send_signal(signal.SIGCONT)
        assert "taken this work over" in ended(first).complaint
    assert (rows(path), ask(path, OPEN), ask(path, ACTIVE)) == (after, 0, len(TEXTS))


@needs_signals
def test_others_write_while_a_run_goes_on(tmp_path: Path):
    path = seen_twice(tmp_path)
    with MemoryProcess(tmp_path) as client, slowly(tmp_path, "consolidate") as run:
        client.done("remember", content="Note.")
        wait_for(path, MADE, 2)
        for number in range(5):
            began = time.monotonic()
            client.done("remember", content=f"Note {number}.")
            assert time.monotonic() - began < 2
        assert run.poll() is None
        assert ended(run).code == 0


def test_a_rehearsal_holds_no_writer_up_and_waits_for_none(tmp_path: Path):
    path = seen_twice(tmp_path)
    with write_lock(path):
        ran = palimpsest(tmp_path, "consolidate", "--dry-run")
    assert (ran.code, f"created: {len(TEXTS)}" in ran.output) == (0, True)
    assert (ask(path, MADE), ask(path, LEASES)) == (0, 0)
