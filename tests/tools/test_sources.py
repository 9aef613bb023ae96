"""The register as a host changes it: entry by entry or many at once, each change logged, git's left alone."""

from __future__ import annotations

import time
from typing import Any

import pytest
from memory_bench import PERSON, Bench
from palimpsest.store.errors import InvalidInput, NotFound
from palimpsest.tools import sources
from palimpsest.tools.sources import MOST_LOGGED, Imported, clean_versions

REPO = "acme-web"


async def imported(bench: Bench, versions: dict[str, str], *, replace: bool = False) -> Imported:
    clean = clean_versions(versions.items())
    return await bench.store.write(lambda tx: sources.import_versions(tx, PERSON, clean, replace=replace))


async def host_s(bench: Bench) -> dict[str, str]:
    return await bench.store.read(lambda tx: tx.versions.all())


async def followed(bench: Bench, **files: str) -> None:
    """Files that observations were made of."""
    for source, revision in files.items():
        await bench.store.write(lambda tx, s=source, r=revision: sources.note_file(tx, PERSON, REPO, s, r))


async def noted(bench: Bench, found: dict[str, str | None]) -> int:
    by_place = {(REPO, source): revision for source, revision in found.items()}
    return await bench.store.write(lambda tx: sources.note_changes(tx, PERSON, by_place))


async def logged(bench: Bench, subject: str) -> list[tuple[str, Any, Any]]:
    return [(entry.action, entry.before, entry.after) for entry in await bench.audit(subject)]


async def test_import_adds_and_changes_and_deletes_nothing(bench: Bench):
    await imported(bench, {"api": "v1", "login.py": "a"})
    assert await imported(bench, {"api": "v2", "login.py": "a", "new": "1"}) == Imported(1, 1, 0)
    assert await imported(bench, {"api": "v2"}) == Imported(0, 0, 0)
    assert await host_s(bench) == {"api": "v2", "login.py": "a", "new": "1"}


async def test_import_that_replaces_takes_the_others_out(bench: Bench):
    await imported(bench, {"api": "v1", "login.py": "a"})
    assert await imported(bench, {"api": "v2"}, replace=True) == Imported(0, 1, 1)
    assert await host_s(bench) == {"api": "v2"}


async def test_every_entry_that_an_import_touches_is_logged(bench: Bench):
    await imported(bench, {"api": "v1", "same": "1"})
    await imported(bench, {"api": "v2", "same": "1"}, replace=True)
    await imported(bench, {}, replace=True)
    v1, v2 = {"revision": "v1"}, {"revision": "v2"}
    assert await logged(bench, "version:api") == [("set", None, v1), ("set", v1, v2), ("delete", v2, None)]
    assert [action for action, _, _ in await logged(bench, "version:same")] == ["set", "delete"]


@pytest.mark.parametrize("versions", [{"": "v1"}, {"api": ""}, {"api": "x" * 129}, {"a\0": "v1"}])
async def test_import_with_an_entry_that_can_not_be_taken_changes_nothing(bench: Bench, versions: dict[str, str]):
    with pytest.raises(InvalidInput):
        await imported(bench, {"good": "v1"} | versions)
    assert await host_s(bench) == {}


async def test_what_git_keeps_is_left_alone_by_every_change_of_the_host_s(bench: Bench):
    await followed(bench, **{"login.py": "b1"})
    await imported(bench, {"login.py": "commit"})
    await imported(bench, {}, replace=True)
    assert await bench.store.write(lambda tx: sources.replace_register(tx, PERSON, clean_versions(()))) is False
    with pytest.raises(NotFound):
        await bench.store.write(lambda tx: sources.delete_version(tx, PERSON, "login.py"))
    entries = await bench.store.read(sources.list_sources)
    assert [(entry.repo, entry.source, entry.revision) for entry in entries] == [(REPO, "login.py", "b1")]


async def test_log_of_a_large_import_is_one_entry_that_says_how_much_it_leaves_out(bench: Bench):
    many = {f"{number:03}": "v1" for number in range(MOST_LOGGED + 5)}
    await imported(bench, many)
    await imported(bench, {"000": "v2"}, replace=True)
    (_, before, after), (_, _, emptied) = await logged(bench, "versions")
    assert (before["000"], after["000"], after["…"], len(after)) == (None, "v1", "5 more", MOST_LOGGED + 1)
    assert (emptied["001"], emptied["…"]) == (None, "5 more")


async def test_large_import_can_be_put_back_to_the_last_entry(bench: Bench):
    many = {f"{number}": "v1" for number in range(MOST_LOGGED + 5)}
    await imported(bench, many)
    await imported(bench, dict.fromkeys(many, "v2") | {"new": "v1"})
    batch = (await bench.store.read(lambda tx: tx.batches.latest(1)))[0]
    await bench.store.write(lambda tx: tx.batches.put_back(tx.batches.rows(batch.id)))
    assert await host_s(bench) == many


def test_source_that_is_there_twice_is_refused_by_name():
    with pytest.raises(InvalidInput, match="'api'"):
        clean_versions([("api", "v1"), ("web", "v1"), (" api ", "v2")])


async def test_import_of_ten_times_as_many_costs_about_ten_times_as_much(bench: Bench):
    async def cost(count: int, revision: str) -> float:
        versions = {f"{count}/{number}": revision for number in range(count)}
        began = time.process_time()
        await imported(bench, versions)
        return time.process_time() - began

    few, many = [await cost(count, "v1") + await cost(count, "v2") for count in (600, 6000)]
    assert many < 30 * few


async def test_whole_import_can_be_put_back_by_its_batch(bench: Bench):
    await imported(bench, {"api": "v1", "old": "1"})
    await imported(bench, {"api": "v2", "new": "1"}, replace=True)
    batch = (await bench.store.read(lambda tx: tx.batches.latest(1)))[0]
    await bench.store.write(lambda tx: tx.batches.put_back(tx.batches.rows(batch.id)))
    assert await host_s(bench) == {"api": "v1", "old": "1"}


async def test_a_look_is_logged_as_one_entry_with_the_files_it_changed(bench: Bench):
    await followed(bench, **{"a.py": "1", "b.py": "1", "c.py": "1"})
    assert await noted(bench, {"a.py": "2", "b.py": None, "c.py": "1"}) == 2
    assert await noted(bench, {"a.py": "2", "b.py": None}) == 0
    assert await logged(bench, f"versions:{REPO}") == [
        ("refresh", {"a.py": "1", "b.py": "1"}, {"a.py": "2", "b.py": None})
    ]


async def test_a_file_that_nobody_follows_any_more_gets_no_entry(bench: Bench):
    assert await noted(bench, {"purged.py": "2"}) == 0
    assert await bench.store.read(sources.list_sources) == []


async def test_a_new_observation_of_a_followed_file_moves_its_entry(bench: Bench):
    await followed(bench, **{"a.py": "1"})
    assert await logged(bench, f"versions:{REPO}") == []
    await followed(bench, **{"a.py": "2"})
    assert await logged(bench, f"versions:{REPO}") == [("refresh", {"a.py": "1"}, {"a.py": "2"})]


async def test_log_of_a_large_look_says_how_much_it_leaves_out(bench: Bench):
    files = {f"{number}.py": "1" for number in range(MOST_LOGGED + 5)}
    await bench.store.write(lambda tx: [tx.versions.set_file(REPO, *entry) for entry in files.items()])
    assert await noted(bench, dict.fromkeys(files)) == MOST_LOGGED + 5
    [(_, before, after)] = await logged(bench, f"versions:{REPO}")
    assert (before["…"], after["…"], len(after)) == ("5 more", "5 more", MOST_LOGGED + 1)
