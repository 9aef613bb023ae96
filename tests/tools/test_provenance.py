"""Facts rest on observations, and these on files, revisions and each other: what lapses is said wherever it matters."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from fake_secrets import ALL_SAMPLES
from memory_bench import PERSON, Agent, Bench
from palimpsest.tools import sources
from palimpsest.tools.working_tree import SourceFile

REPO = "acme-web"


@dataclass
class FakeTree:
    """A working tree whose files are at the revisions that a test says."""

    files: dict[str, str] = field(default_factory=dict[str, str])

    def find(self, source: str) -> SourceFile | None:
        place = source.removeprefix("./")
        return SourceFile(REPO, place, self.files[place]) if place in self.files else None


@pytest.fixture
async def tree(bench: Bench) -> FakeTree:
    made = FakeTree({"src/login.py": "b1", "docs/api.md": "b1", "a" * 100: "b1"})
    bench.tree = made
    return made


@pytest.fixture
async def ana(bench: Bench, tree: FakeTree) -> Agent:
    """An agent in the tree's repository."""
    return await bench.agent("ana", repo=REPO)


async def file_is(bench: Bench, revision: str | None, source: str = "src/login.py") -> None:
    """What a look finds."""
    await bench.store.write(lambda tx: sources.note_changes(tx, PERSON, {(REPO, source): revision}))


async def learn(agent: Agent, *places: str, content: str = "Login uses bcrypt.", **more: Any) -> str:
    """A fact that rests on an observation of each source; its id."""
    seen = [(await agent.observe(f"seen in {place}", source=place, **more))[0] for place in places]
    return (await agent.propose(content, topic=content, source_observation_ids=seen))["fact_id"]


async def hint(agent: Agent, query: str = "bcrypt", **more: bool) -> str:
    return (await agent.call("search_memory", query=query, mode="keyword", **more)).get("hint", "")


async def test_source_is_taken_as_the_file_it_names(bench: Bench, ana: Agent):
    observed = await ana.call("record_observation", content="seen", source="./src/login.py")
    assert "Seen at git blob b1 of src/login.py: it lapses when the file changes." in observed["note"]
    stored = await bench.store.read(lambda tx: tx.observations.get(1))
    assert stored is not None
    assert (stored.source, stored.revision, stored.repo) == ("src/login.py", "b1", REPO)
    logged = (await bench.audit("O1"))[0].after
    assert logged is not None
    assert (logged["source"], logged["revision"], logged["repo"]) == ("src/login.py", "b1", REPO)


async def test_source_with_a_revision_of_its_own_is_taken_as_it_stands(bench: Bench, ana: Agent):
    await ana.call("record_observation", content="seen", source="./src/login.py", revision="v1")
    stored = await bench.store.read(lambda tx: tx.observations.get(1))
    assert stored is not None
    assert (stored.source, stored.revision, stored.repo) == ("./src/login.py", "v1", "")


@pytest.mark.parametrize("source", ["agent", "./agent"])
async def test_file_called_like_the_unnamed_source_is_none(bench: Bench, ana: Agent, tree: FakeTree, source: str):
    tree.files["agent"] = "b1"
    await ana.observe(source=source)
    stored = await bench.store.read(lambda tx: tx.observations.get(1))
    assert stored is not None
    assert (stored.source, stored.revision, stored.repo) == (source, None, "")


async def test_new_look_at_a_file_outdates_what_was_seen_of_it_before(bench: Bench, ana: Agent, tree: FakeTree):
    await learn(ana, "src/login.py")
    tree.files["src/login.py"] = "b2"
    await ana.observe("now with argon2", source="src/login.py")
    assert await hint(ana) == "F1 is stale: src/login.py changed since."


async def test_hint_names_what_each_stale_hit_lost(bench: Bench, ana: Agent):
    await learn(ana, "src/login.py", "docs/api.md", content="Login uses bcrypt.")
    await learn(ana, "docs/api.md", content="The docs name bcrypt.")
    await file_is(bench, None, "docs/api.md")
    assert await hint(ana) == "F2 is stale: docs/api.md is gone."
    await file_is(bench, "b2")
    told = await hint(ana)
    assert "F1 is stale: src/login.py changed since, docs/api.md is gone." in told
    assert "F2 is stale: docs/api.md is gone." in told


async def test_hint_stays_short_however_much_is_stale(bench: Bench, ana: Agent, tree: FakeTree):
    places = [f"file{number}.py" for number in range(7)]
    tree.files |= dict.fromkeys(places, "b1")
    await learn(ana, *places, content="bcrypt 0")
    for number in range(1, 8):
        await learn(ana, "src/login.py", content=f"bcrypt in place {number}")
    for place in [*places, "src/login.py"]:
        await file_is(bench, "b2", place)
    assert "F8, F7, F6, F5, F4, F3 and F2 are stale: src/login.py changed since." in await hint(ana, "place")
    told = (
        "F1 is stale: file0.py changed since, file1.py changed since, file2.py changed since and 4 more sources lapsed."
    )
    assert told in await hint(ana, "bcrypt 0")


async def test_other_hints_are_kept_beside_it(bench: Bench, ana: Agent):
    await learn(ana, "src/login.py")
    await file_is(bench, "b2")
    assert await hint(ana, "nothing of that") != ""
    assert "stale" not in await hint(ana, "nothing of that")


async def test_stale_observation_says_why_as_well(bench: Bench, ana: Agent):
    await ana.observe("bcrypt is imported", source="src/login.py")
    await file_is(bench, "b2")
    assert "O1 is stale: src/login.py changed since." in await hint(ana, include_observations=True)


async def test_file_of_another_repository_is_named_with_it(bench: Bench, ana: Agent):
    await learn(ana, "src/login.py")
    await file_is(bench, "b2")
    bob = await bench.agent("bob", repo="acme-api")
    assert await hint(bob) == "F1 is stale: src/login.py of acme-web changed since."
    eve = await bench.agent("eve")
    assert await hint(eve) == "F1 is stale: src/login.py changed since."


async def test_hint_tells_a_name_as_data(bench: Bench, ana: Agent, tree: FakeTree):
    tree.files["<system>#.py"] = "b1"
    await learn(ana, "<system>#.py")
    await file_is(bench, "b2", "<system>#.py")
    assert "<system>" not in await hint(ana)


async def test_fact_on_a_summary_is_followed_down_to_the_file(bench: Bench, ana: Agent):
    seen = await ana.observe("bcrypt is imported", source="src/login.py")
    other = await ana.observe("the docs agree", source="docs/api.md")
    rest = {"kind": "summary", "refs": [*seen, *other]}
    summary = (await ana.call("record_observation", content="Login is bcrypt", **rest))["observation_id"]
    await ana.propose("Login uses bcrypt.", source_observation_ids=[summary])
    await file_is(bench, None)
    assert await hint(ana) == "F1 is stale: src/login.py is gone."
    history = await ana.read("memory://fact/F1")
    assert "lapsed: O1, which O3 sums up: src/login.py is gone (seen at b1)" in history
    assert "active, stale" in history
    await file_is(bench, "b1")
    assert "lapsed" not in await ana.read("memory://fact/F1")


async def test_history_tells_every_lapse_of_a_fact_that_still_holds(bench: Bench, ana: Agent):
    seen = await ana.observe("bcrypt is imported", source="src/login.py")
    short = await ana.observe("for now", expires_in_hours=1)
    lasting = await ana.observe("for good")
    await ana.propose("Login uses bcrypt.", source_observation_ids=[*seen, *short, *lasting])
    await file_is(bench, "b2" * 20)
    bench.pass_time(hours=1)
    history = await ana.read("memory://fact/F1")
    assert "active, stale" not in history
    assert "lapsed: O1: src/login.py changed since (seen at b1, now b2b2b2b2b2b2…)" in history
    assert "lapsed: O2: O2 expired 2027-03-01T10:00:00Z" in history
    assert "O3:" not in history


async def test_source_that_the_host_s_register_lacks_says_so(bench: Bench, ana: Agent):
    await learn(ana, "payments-api", revision="v3")
    await bench.version("other", "v1")
    assert await hint(ana) == "F1 is stale: payments-api is not in the version register."
    await bench.version("payments-api", "v4")
    assert (await ana.call("refresh_memory"))["note"] == "payments-api changed since."


async def test_unnamed_source_is_told_by_its_observation(bench: Bench, ana: Agent):
    await learn(ana, "agent", revision="v3")
    await bench.version("other", "v1")
    assert await hint(ana) == "F1 is stale: the source of O1 is not in the version register."


async def test_question_about_a_stale_fact_says_so(bench: Bench, ana: Agent):
    await learn(ana, "src/login.py", content="Login uses bcrypt 4.")
    bob = await bench.agent("bob")
    proposed = await bob.propose("Login uses bcrypt 5.", topic="Login uses bcrypt 4.", on_conflict="ask")
    assert "stale" not in proposed["question"]
    await file_is(bench, "b2")
    [conflict] = (await ana.call("list_memory_conflicts"))["conflicts"]
    assert conflict["question"].endswith(" F1 is stale: src/login.py changed since.")


async def test_refresh_names_each_source_once(bench: Bench, ana: Agent):
    await learn(ana, "src/login.py", "docs/api.md")
    await ana.observe("again", source="src/login.py")
    await file_is(bench, "b2")
    refreshed = await ana.call("refresh_memory")
    assert (refreshed["dropped"], refreshed["stale"]) == (["O1", "O3"], [])
    assert refreshed["note"] == "src/login.py changed since."
    await file_is(bench, None, "docs/api.md")
    refreshed = await ana.call("refresh_memory")
    assert (refreshed["dropped"], refreshed["stale"]) == (["O1", "O2", "O3"], ["F1"])
    assert refreshed["note"] == "src/login.py changed since; docs/api.md is gone."


async def test_selection_leaves_out_what_lapsed_and_says_why(bench: Bench, ana: Agent):
    await ana.observe("one", source="src/login.py")
    await ana.observe("two", source="docs/api.md")
    rest = {"kind": "summary", "refs": ["O1", "O2"]}
    await ana.call("record_observation", content="both", **rest)
    await file_is(bench, "b2")
    selected = await ana.call("select_memory")
    assert selected["selected"] == ["O2"]
    why = {one["id"]: one["why"] for one in selected["left_out"]}
    assert why == {"O1": "outdated", "O3": "source not active"}
    await file_is(bench, "b1")
    assert (await ana.call("select_memory"))["selected"] == ["O1", "O2", "O3"]


async def test_stale_fact_leaves_the_preamble_and_returns_with_a_renewed_source(
    bench: Bench, ana: Agent, tree: FakeTree
):
    await learn(ana, "src/login.py")
    task = "find out what the login uses, bcrypt or another"
    assert "bcrypt." in await ana.preamble(task)
    await file_is(bench, "b2")
    assert "Login uses" not in await ana.preamble(task)
    tree.files["src/login.py"] = "b2"
    assert await learn(ana, "src/login.py") == "F1"
    assert "bcrypt." in await ana.preamble(task)


async def test_name_that_holds_a_secret_is_refused_like_any_text(bench: Bench, ana: Agent, tree: FakeTree):
    secret = next(text for _, text in ALL_SAMPLES if len(text) < 100 and "\n" not in text)
    tree.files[secret] = "b1"
    assert "secret" in await ana.refused("record_observation", content="seen", source=secret)
