"""The resources and prompts over a real store: what they list, how a fact's history reads, what they refuse."""

import pytest
from mcp.shared.exceptions import MCPError
from mcp.types import TextContent
from memory_bench import Agent, Bench

OLD, NEW = "The API uses Postgres 14.", "The API uses Postgres 15."


async def test_an_empty_memory_says_so_everywhere(both_eras: Bench):
    ana = await both_eras.agent("ana")
    told = {
        name: await ana.read(f"memory://{name}") for name in ("policies", "domains", "conflicts", "notes", "preamble")
    }
    assert told == {
        "policies": "No policies yet.",
        "domains": "No domains yet: propose_fact creates them.",
        "conflicts": "None open.",
        "notes": "",
        "preamble": "",
    }


async def test_domains_are_listed_with_their_counts(ana: Agent):
    await ana.propose(OLD)
    await ana.propose("Use tabs.", domain="style", repo="acme/web")
    await ana.call("propose_policy", domain="style", repo="acme/web", rule="Lint.")
    await ana.propose(NEW)
    assert await ana.read("memory://domains") == (
        "- architecture: 1 facts, 0 policies\n- repo:acme-web/style: 1 facts, 1 policies"
    )


async def test_a_fact_is_read_whole_with_everything_that_happened_to_it(both_eras: Bench):
    ana, bob = await both_eras.agent("ana"), await both_eras.agent("bob")
    (seen,) = await ana.observe()
    content = "The API uses Postgres 14.\nSince " + "long " * 300 + "ago."
    await ana.propose(content, source_observation_ids=[seen])
    both_eras.pass_time(hours=1)
    await bob.propose(content)
    await ana.call("supersede_fact", fact_id="F1", content=NEW, reason="wrong")
    text = await ana.read("memory://fact/F1")
    assert content.replace("\n", "\n> ") in text
    for part in (
        "F1 (this one) [architecture/database] not active",
        "sources: O1",
        "by ana (engineer)",
        "2027-03-01T09:00:00Z  ana (engineer): created, inferred, confidence 0.70",
        "2027-03-01T10:00:00Z  bob (engineer): mentioned, inferred, confidence 0.87",
        "superseded by F2 (wrong)",
        "F2 [architecture/database] active",
        NEW,
    ):
        assert part in text
    assert text.index("F1 (this one)") < text.index("F2 [")


@pytest.mark.parametrize("name", ["F9", "P1", "F", "F0x", "１", "12"])
async def test_a_fact_that_is_not_there_is_a_protocol_error(ana: Agent, name: str):
    with pytest.raises(MCPError, match="fact"):
        await ana.read(f"memory://fact/{name}")


async def test_open_conflicts_are_listed_and_more_than_fifty_are_pointed_to(bench: Bench, ana: Agent, bob: Agent):
    for number in range(51):
        await ana.propose(OLD, topic=f"topic {number}")
        await bob.propose(NEW, topic=f"topic {number}")
    lines = (await ana.read("memory://conflicts")).split("\n")
    assert len(lines) == 51
    assert lines[0].startswith("- C51 [architecture] Ask your user")
    assert "list_memory_conflicts" in lines[-1]


async def test_prompts_say_what_to_call(both_eras: Bench):
    ana = await both_eras.agent("ana")
    listed = {prompt.name for prompt in (await ana.client.list_prompts()).prompts}
    assert listed == {"launch", "consolidate", "save_decisions"}

    async def prompt(name: str, **arguments: str) -> str:
        content = (await ana.client.get_prompt(name, arguments)).messages[0].content
        assert isinstance(content, TextContent)
        return content.text

    assert "consolidate_memory" in await prompt("consolidate")
    saved = await prompt("save_decisions", notes="We keep {braces} and % signs.")
    assert "'decisions'" in saved
    assert "'decision'" in saved
    assert saved.endswith("We keep {braces} and % signs.")
    assert await prompt("launch") == "Nothing is remembered yet."
