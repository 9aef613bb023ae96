"""What roles may really do in domains, as a person is told it, is what the tools let them do."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from mcp.types import CallToolResult
from memory_bench import Bench
from palimpsest.store.model import Grant, Level, Scope
from palimpsest.store.rules import access
from person import Person

TASK = "Look at how the harbour crane is greased"


async def levels(ann: Person, **asked: Any) -> dict[tuple[str, str], dict[str, Any]]:
    """Every cell by domain and role."""
    found = await ann.call("memory_access_grant.effective", **asked)
    return {(one["domain"], cell["role"]): cell for one in found["domains"] for cell in one["levels"]}


@pytest.mark.parametrize(("mode", "level"), [*itertools.product(("open", "strict"), Level)])
async def test_what_a_level_is_said_to_mean_is_what_the_tools_allow(bench: Bench, mode: str, level: Level) -> None:
    ana = await bench.agent("ana")
    await ana.call("propose_policy", domain="harbour", rule="Grease the crane.")
    await ana.propose("The harbour crane is greased on Mondays.", domain="harbour", topic="crane")
    await bench.grant("intern", "harbour", level)
    await bench.setting("access.mode", mode)
    ida = await bench.agent("ida", role="intern")
    told = (await levels(Person(bench), roles=["intern"]))["harbour", "intern"]
    text = await ida.preamble(TASK)
    seen = {
        "reads": await ida.found("crane") != [],
        "at_launch": "Grease the crane." in text,
        "writes_policies": _is_done(await ida.result("propose_policy", domain="harbour", rule="Paint it.")),
        "writes_facts": _is_done(
            await ida.result("propose_fact", domain="harbour", topic="paint", content="The crane is yellow.")
        ),
    }
    assert (told["level"], told["may"]) == (level, seen)
    assert ("greased on Mondays" in text) == told["may"]["at_launch"]


def _is_done(result: CallToolResult) -> bool:
    return not result.is_error


async def test_a_grant_of_the_bare_name_is_outranked_by_that_of_a_repository(bench: Bench) -> None:
    ana, ann = await bench.agent("ana"), Person(bench)
    await ana.propose("The gate is open.", domain="harbour", repo="acme/web")
    await ana.propose("The gate is shut.", domain="harbour")
    await bench.grant("*", "harbour", "none")
    found = await levels(ann, domain="harbour", roles=["intern"])
    own = found["repo:acme-web/harbour", "intern"]
    assert (own["level"], own["by"]["domain"]) == ("write", "repo:acme-web/harbour")
    assert own["outranked"] == [{"role": "*", "domain": "harbour", "level": "none"}]
    assert found["harbour", "intern"]["level"] == "none"
    ida = await bench.agent("ida", role="intern")
    assert await ida.found("gate") == ["F1"]


async def test_without_a_grant_the_default_is_told_and_a_new_domain_begins_with_write(bench: Bench) -> None:
    ann = Person(bench)
    await bench.grant("tester", "quality", "none")
    found = await levels(ann)
    assert found.keys() == {("quality", "*"), ("quality", "tester")}
    assert (found["quality", "*"]["level"], found["quality", "*"]["by"]) == ("write", None)
    await (await bench.agent("ana")).propose("It passes.", domain="quality")
    await ann.call("memory_access_grant.delete", role="*", domain="quality")
    assert (await levels(ann))["quality", "*"]["level"] == "read"


async def test_domains_are_on_pages_by_name(bench: Bench) -> None:
    ann = Person(bench)
    for number in range(5):
        await bench.grant("tester", f"d{number}", "read")
    first = await ann.call("memory_access_grant.effective", limit=3)
    second = await ann.call("memory_access_grant.effective", limit=3, cursor=first["next_cursor"])
    names = [one["domain"] for one in (*first["domains"], *second["domains"])]
    assert (names, second["next_cursor"]) == (["d0", "d1", "d2", "d3", "d4"], None)


@pytest.mark.parametrize(
    ("role", "scope", "exists"),
    [
        (role, scope, exists)
        for role in ("*", "ana", "bob")
        for scope in (Scope("d"), Scope("d", "web"), Scope("e"))
        for exists in (True, False)
    ],
)
def test_the_first_of_the_ranked_grants_is_the_one_that_holds(role: str, scope: Scope, exists: bool) -> None:
    rows = [("*", "d"), ("ana", "d"), ("*", "repo:web/d"), ("ana", "repo:web/d")]
    for chosen in itertools.product((None, *Level), repeat=len(rows)):
        grants = [Grant(*row, level) for row, level in zip(rows, chosen, strict=True) if level is not None]
        ranked = access.ranked(grants, role, scope, exists=exists)
        held = ranked[0].level if ranked else access.DEFAULT_LEVEL
        assert held == access.level_of(grants, role, scope, exists=exists)
