"""A real `palimpsest serve` asks its client's user, in both protocol eras; a user who never answers costs nothing."""

from pathlib import Path

import anyio
import pytest
from mcp import Client
from stdio_client import stdio_parameters
from users import User

OLD = {"domain": "architecture", "topic": "database", "content": "The API uses Postgres 14."}
NEW = OLD | {"content": "The API uses Postgres 15."}


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_the_user_of_another_process_s_agent_settles_a_contradiction(tmp_path: Path, mode: str):
    user = User("new")
    ana, bob = (stdio_parameters(tmp_path, "--agent", name, cwd=tmp_path) for name in ("ana", "bob"))
    async with Client(ana, mode=mode) as client:
        await client.call_tool("propose_fact", OLD)
    async with Client(bob, mode=mode, elicitation_callback=user) as client:
        answer = (await client.call_tool("propose_fact", NEW)).structured_content
        assert answer is not None
    assert (answer["outcome"], answer["conflicts"][0]["rule"]) == ("superseded_existing", "user")
    assert len(user.questions) == 1


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_call_that_is_given_up_while_the_user_thinks_has_written_nothing(tmp_path: Path, mode: str):
    never = anyio.Event()
    asked = anyio.Event()

    async def think() -> None:
        asked.set()
        await never.wait()

    ana, bob = (stdio_parameters(tmp_path, "--agent", name, cwd=tmp_path) for name in ("ana", "bob"))
    async with Client(ana, mode=mode) as client:
        await client.call_tool("propose_fact", OLD)
        async with Client(bob, mode=mode, elicitation_callback=User("new", meanwhile=think)) as other:
            async with anyio.create_task_group() as calls:
                calls.start_soon(other.call_tool, "propose_fact", NEW)
                await asked.wait()
                calls.cancel_scope.cancel()
            told = await other.call_tool("list_memory_conflicts", {})
            found = await client.call_tool("search_memory", {"query": "Postgres", "mode": "keyword"})
    assert told.structured_content == {"conflicts": [], "next_cursor": None}
    assert found.structured_content is not None
    assert [hit["id"] for hit in found.structured_content["hits"]] == ["F1"]
