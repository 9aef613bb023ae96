"""A person erases facts for good."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from memory_bench import Agent, Bench
from person import Person


@pytest.fixture
def ann(bench: Bench) -> Person:
    return Person(bench)


async def purge(ann: Person, *ids: str, **more: Any) -> dict[str, Any]:
    return await ann.call("memory_fact.purge", fact_ids=list(ids), **more)


def holding(folder: Path, *texts: str) -> list[tuple[str, str]]:
    """The files of the folder in which one of the texts can be read."""
    files = [file for file in sorted(folder.rglob("*")) if file.is_file()]
    return [(file.name, text) for file in files for text in texts if text.encode() in file.read_bytes()]


async def test_no_byte_of_a_purged_fact_is_left_in_any_file(bench: Bench, ana: Agent, ann: Person, tmp_path: Path):
    await ana.propose("The vault code is 4711.", topic="vault code")
    await ana.propose("Tokens live an hour.", topic="tokens")
    assert holding(tmp_path, "4711")
    done = await purge(ann, "F1")
    assert (done["purged"], done["is_clean"], done["batch_id"]) == (["F1"], True, "B3")
    assert holding(tmp_path, "4711", "vault") == []
    assert await ana.found("vault code") == []
    assert await ana.found("tokens") == ["F2"]
