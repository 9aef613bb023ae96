"""The notebook: versions, limits, appending, and that no other agent gets at it by any route."""

import pytest
from mcp.shared.exceptions import MCPError
from memory_bench import Agent, Bench

PRIVATE = "walrus umbrella"


async def test_notes_are_written_and_come_back_verbatim_at_launch(both_eras: Bench):
    ana = await both_eras.agent("ana")
    text = "# Now\n- [ ] port <the> parser\n\n  indented"
    assert await ana.call("update_my_notes", notes=text) | {"note": ""} == {
        "notes": text,
        "version": 1,
        "characters": len(text),
        "note": "",
    }
    assert f"## Your notes\n{text}\n" in await ana.preamble()
    assert await ana.read("memory://notes") == text


async def test_they_last_across_sessions(bench: Bench, ana: Agent):
    await ana.call("update_my_notes", notes="First.")
    later = await bench.agent("ana", session="s2")
    assert (await later.call("update_my_notes", notes="Second.", mode="append"))["notes"] == "First.\nSecond."


async def test_replacing_and_appending_count_versions(both_eras: Bench):
    ana = await both_eras.agent("ana")
    assert (await ana.call("update_my_notes", notes="One.", mode="append"))["notes"] == "One."
    assert (await ana.call("update_my_notes", notes="Two.", mode="append"))["notes"] == "One.\nTwo."
    answer = await ana.call("update_my_notes", notes="Three.", mode="replace")
    assert (answer["notes"], answer["version"], answer["characters"]) == ("Three.", 3, 6)


async def test_writing_the_same_again_changes_nothing(bench: Bench, ana: Agent):
    await ana.call("update_my_notes", notes="One.")
    before = bench.dump()
    assert (await ana.call("update_my_notes", notes="One."))["version"] == 1
    assert bench.dump() == before


async def test_a_stale_expected_version_is_refused_with_the_current_text_whole(both_eras: Bench):
    ana, twin = await both_eras.agent("ana"), await both_eras.agent("ana", session="s2")
    text = "word " * 700 + "end\n- second line"
    await ana.call("update_my_notes", notes="Old.", expected_version=0)
    await twin.call("update_my_notes", notes=text, expected_version=1)
    before = both_eras.dump()
    told = await ana.refused("update_my_notes", notes="Mine.", expected_version=1)
    assert "version 2, not 1" in told
    assert told.endswith(text)
    assert both_eras.dump() == before
    assert (await ana.call("update_my_notes", notes="Merged.", expected_version=2))["version"] == 3


async def test_without_an_expected_version_the_last_write_stands(ana: Agent):
    await ana.call("update_my_notes", notes="One.")
    assert (await ana.call("update_my_notes", notes="Two."))["version"] == 2


async def test_notes_have_at_most_4000_characters(bench: Bench, ana: Agent):
    assert (await ana.call("update_my_notes", notes="x" * 4000))["characters"] == 4000
    before = bench.dump()
    assert "4,000" in await ana.refused("update_my_notes", notes="x" * 4001)
    told = await ana.refused("update_my_notes", notes="y", mode="append")
    assert "4002" in told
    assert "4000" in told
    assert bench.dump() == before


@pytest.mark.parametrize("nothing", ["", "  \n", "\u200b\u200d"])
async def test_blank_notes_are_refused(bench: Bench, ana: Agent, nothing: str):
    await ana.call("update_my_notes", notes="One.")
    before = bench.dump()
    assert "notes" in await ana.refused("update_my_notes", notes=nothing)
    assert bench.dump() == before


async def test_each_write_says_by_how_much_a_launch_grows(ana: Agent):
    answer = await ana.call("update_my_notes", notes="x" * 50)
    size = len(await ana.preamble())
    assert f"{size} characters longer ({size} in all)" in answer["note"]
    assert (
        f"11 characters longer ({size + 11} in all)"
        in (await ana.call("update_my_notes", notes="y" * 10, mode="append"))["note"]
    )
    assert "note" not in await ana.call("update_my_notes", notes="shorter")


async def test_no_tool_and_no_resource_shows_another_agent_s_notes_or_observations(both_eras: Bench):
    ana, bob = await both_eras.agent("ana"), await both_eras.agent("bob")
    await ana.call("update_my_notes", notes=f"Notes: {PRIVATE}.")
    await ana.observe(f"Seen: {PRIVATE}", task_id="t1")
    await ana.call("remember", content=f"Remember: {PRIVATE}.")
    answers = [
        await bob.call("search_memory", query=PRIVATE, include_observations=True, include_retired=True),
        await bob.call("select_memory", task_id="t1"),
        await bob.call("select_memory"),
        await bob.call("refresh_memory", versions={"agent": "r9"}),
        await bob.call("get_preamble", task=f"Find out about the {PRIVATE}"),
        await bob.call("consolidate_memory"),
        await bob.call("harmonize_memory"),
        await bob.call("list_memory_conflicts"),
        await bob.call("update_my_notes", notes="Mine."),
        await bob.call("update_my_notes", notes="More.", mode="append"),
        await bob.refused("update_my_notes", notes="Mine.", expected_version=9),
        *[await bob.read(f"memory://{name}") for name in ("preamble", "notes", "policies", "domains", "conflicts")],
    ]
    assert "walrus" not in repr(answers)
    with pytest.raises(MCPError, match="no fact"):
        await bob.read("memory://fact/F1")
    assert await ana.read("memory://notes") == f"Notes: {PRIVATE}."


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("propose_fact", {"domain": "d", "topic": "t", "content": "c", "source_observation_ids": ["O1"]}),
        ("record_observation", {"content": "c", "kind": "summary", "refs": ["O1"]}),
        (
            "consolidate_memory",
            {"candidates": [{"text": "c", "domain": "d", "topic": "t", "sources": ["O1"]}]},
        ),
        (
            "consolidate_memory",
            {"candidates": [{"text": "c", "domain": "d", "topic": "t", "sources": ["H1"]}]},
        ),
    ],
)
async def test_another_agent_s_observations_and_items_do_not_exist_to_be_cited(
    bench: Bench, ana: Agent, tool: str, arguments: dict[str, object]
):
    await ana.observe(PRIVATE, veracity="stated")
    await ana.call("remember", content=PRIVATE, veracity="stated")
    bob = await bench.agent("bob")
    before = bench.dump()
    told = await bob.refused(tool, **arguments)
    assert "There is no" in told
    assert "walrus" not in told
    assert bench.dump() == before


async def test_an_observation_that_a_fact_cites_may_be_cited_and_found_by_all(bench: Bench, ana: Agent):
    (seen,) = await ana.observe(PRIVATE)
    await ana.propose("The API uses Postgres.", source_observation_ids=[seen])
    bob = await bench.agent("bob")
    assert await bob.found("walrus", include_observations=True) == [seen]
    answer = await bob.propose("The API uses Redis.", topic="cache", source_observation_ids=[seen])
    assert answer["outcome"] == "created"
