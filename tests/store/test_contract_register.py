"""The register's two keepers, the host and git, what each of them outdates, and why something has lapsed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from palimpsest.store.errors import StoreError
from palimpsest.store.model import FileStamp, Kind, Lapse, LapseReason, Observation
from palimpsest.store.protocol import Transaction
from store_builders import START, Memory

WEB, API = "acme-web", "acme-api"
HOUR = timedelta(hours=1)


async def seen(memory: Memory, source: str = "src/a.py", repo: str = WEB, revision: str = "b1", **more: Any) -> int:
    """An observation of a file that git keeps the entry of; its id."""
    one = await memory.add_observation(source=source, revision=revision, repo=repo, **more)
    await memory.write(lambda tx: tx.versions.set_file(repo, source, revision))
    return one.id


async def file_is(memory: Memory, revision: str | None, source: str = "src/a.py", repo: str = WEB) -> None:
    await memory.write(lambda tx: tx.versions.set_file(repo, source, revision))


async def observation(memory: Memory, number: int) -> Observation:
    found = await memory.read(lambda tx: tx.observations.get(number))
    assert found is not None
    return found


async def holds(memory: Memory, *numbers: int) -> list[bool]:
    return [(await observation(memory, number)).is_active(memory.clock.now) for number in numbers]


async def reasons(memory: Memory, number: int) -> list[tuple[int, str, str]]:
    """What has lapsed of an observation: which one, its source, why."""
    found = await memory.read(lambda tx: tx.lapses.of_observations([number]))
    return [(one.observation_id, one.source, one.reason.value) for one in found.get(number, [])]


async def test_a_file_lapses_when_it_changed_or_is_gone_and_holds_again_when_it_is_back(memory: Memory) -> None:
    number = await seen(memory)
    assert await holds(memory, number) == [True]
    await file_is(memory, "b2")
    assert await holds(memory, number) == [False]
    assert await reasons(memory, number) == [(number, "src/a.py", "changed")]
    await file_is(memory, None)
    assert await holds(memory, number) == [False]
    assert await reasons(memory, number) == [(number, "src/a.py", "gone")]
    await file_is(memory, "b1")
    assert await holds(memory, number) == [True]
    assert await reasons(memory, number) == []


async def test_what_git_keeps_outdates_nothing_of_the_host_s(memory: Memory) -> None:
    told = await memory.add_observation(source="payments-api", revision="v3")
    await seen(memory)
    assert await holds(memory, told.id) == [True]
    await memory.write(lambda tx: tx.versions.set("other", "v1"))
    assert await holds(memory, told.id) == [False]
    assert await reasons(memory, told.id) == [(told.id, "payments-api", "unregistered")]


async def test_what_the_host_keeps_outdates_nothing_of_git_s(memory: Memory) -> None:
    number = await seen(memory)
    await memory.write(lambda tx: tx.versions.set("src/a.py", "some commit"))
    await memory.write(lambda tx: tx.versions.set("other", "v1"))
    assert await holds(memory, number) == [True]


async def test_a_file_without_an_entry_holds(memory: Memory) -> None:
    one = await memory.add_observation(source="src/a.py", revision="b1", repo=WEB)
    await memory.write(lambda tx: tx.versions.set("other", "v1"))
    assert await holds(memory, one.id) == [True]


async def test_a_path_of_two_repositories_is_two_sources(memory: Memory) -> None:
    web, api = await seen(memory, "README.md"), await seen(memory, "README.md", API, "b7")
    await file_is(memory, "b8", "README.md", API)
    assert await holds(memory, web, api) == [True, False]


async def test_the_host_s_entries_are_listed_apart_and_all_together(memory: Memory) -> None:
    await seen(memory)
    await file_is(memory, None)
    await memory.write(lambda tx: tx.versions.set("payments-api", "v3"))
    assert await memory.read(lambda tx: tx.versions.all()) == {"payments-api": "v3"}
    entries = await memory.read(lambda tx: tx.versions.entries())
    assert [tuple(entry) for entry in entries] == [("", "payments-api", "v3", START), (WEB, "src/a.py", None, START)]
    assert not await memory.write(lambda tx: tx.versions.delete("src/a.py"))


async def test_a_host_s_entry_has_a_revision(memory: Memory) -> None:
    with pytest.raises(StoreError):
        await file_is(memory, None, repo="")


async def test_a_change_of_the_host_s_can_be_put_back_and_one_of_git_s_is_nobody_s(memory: Memory) -> None:
    def change(tx: Transaction) -> int | None:
        tx.versions.set("payments-api", "v3")
        return tx.batches.at_hand

    batch = await memory.write(change)
    assert batch is not None
    await memory.write(lambda tx: tx.batches.put_back(tx.batches.rows(batch)))
    assert await memory.read(lambda tx: tx.versions.all()) == {}

    def note(tx: Transaction) -> int | None:
        tx.versions.set_file(WEB, "src/a.py", "b1")
        return tx.batches.at_hand

    assert await memory.write(note) is None


async def test_followed_files_are_those_of_a_repository_with_the_stamps_of_one_tree(memory: Memory) -> None:
    await seen(memory, "b.py")
    await seen(memory, "a.py")
    await seen(memory, "d.py", API)
    stamp = FileStamp("a.py", -123, "b1")
    await memory.write(lambda tx: tx.versions.keep_stamps("/home/web", [stamp]))
    found = await memory.read(lambda tx: tx.versions.followed(WEB, "/home/web"))
    assert found == [("a.py", "b1", -123, None), ("b.py", "b1", None, None)]
    await file_is(memory, None, "a.py")
    found = await memory.read(lambda tx: tx.versions.followed(WEB, "/home/web"))
    assert found[0] == ("a.py", None, -123, "b1")
    elsewhere = await memory.read(lambda tx: tx.versions.followed(WEB, "/home/other"))
    assert elsewhere == [("a.py", None, None, None), ("b.py", "b1", None, None)]


async def test_stamps_of_a_tree_that_nobody_looks_at_any_more_are_forgotten(memory: Memory) -> None:
    await seen(memory, "a.py")
    stamp = FileStamp("a.py", -123, "b1")
    await memory.write(lambda tx: tx.versions.keep_stamps("/old", [stamp]))
    memory.clock.forward(days=31)
    await memory.write(lambda tx: tx.versions.keep_stamps("/new", [stamp]))
    for root, kept in (("/old", None), ("/new", -123)):
        found = await memory.read(lambda tx, root=root: tx.versions.followed(WEB, root))
        assert [stamp for _, _, stamp, _ in found] == [kept]


async def test_a_summary_lapses_by_the_file_of_what_it_sums_up(memory: Memory) -> None:
    number = await seen(memory)
    other = await seen(memory, "src/b.py")
    summary = await memory.add_observation(kind=Kind.SUMMARY, refs=(number, other))
    fact = await memory.add_fact(source_ids=(summary.id,))
    await file_is(memory, None)
    found = await observation(memory, summary.id)
    assert (found.outdated, found.source_outdated) == (True, False)
    lapses = await memory.read(lambda tx: tx.lapses.of_facts([fact.id]))
    expected = Lapse(summary.id, number, WEB, "src/a.py", LapseReason.GONE, "b1", None, None)
    assert lapses == {fact.id: [expected]}
    assert await memory.read(lambda tx: tx.facts.stale([fact.id])) == {fact.id}


async def test_of_a_fact_every_lapse_is_told_and_nothing_that_holds(memory: Memory) -> None:
    file, other = await seen(memory), await seen(memory, "src/b.py")
    short = await memory.add_observation(expires_at=START + HOUR)
    fact = await memory.add_fact(source_ids=(file, other, short.id))
    bare = await memory.add_fact()
    await file_is(memory, "b2")
    memory.clock.forward(hours=1)
    found = await memory.read(lambda tx: tx.lapses.of_facts([fact.id, bare.id]))
    told = [(one.observation_id, one.reason, one.revision, one.current) for one in found[fact.id]]
    assert told == [(file, LapseReason.CHANGED, "b1", "b2"), (short.id, LapseReason.EXPIRED, None, None)]
    assert list(found) == [fact.id]
    assert await memory.read(lambda tx: tx.facts.stale([fact.id])) == set()


async def test_what_makes_a_fact_stale_is_what_has_lapsed(memory: Memory) -> None:
    """A fact is stale just when each observation that it cites is among its lapses."""
    numbers = [await seen(memory, f"{place}.py") for place in "abc"]
    facts = [await memory.add_fact(source_ids=tuple(numbers[: count + 1])) for count in range(3)]
    for revision in ("b2", "b1", None):
        for place in "abc":
            await file_is(memory, revision, f"{place}.py")
            lapses = await memory.read(lambda tx: tx.lapses.of_facts([fact.id for fact in facts]))
            cited = {fact.id: {one.cited_id for one in lapses.get(fact.id, [])} for fact in facts}
            expected = {fact.id for fact in facts if cited[fact.id] == set(fact.source_ids)}
            assert await memory.read(lambda tx: tx.facts.stale([fact.id for fact in facts])) == expected
