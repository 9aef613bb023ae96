"""Names, arguments, defaults, answers and hints of the sixteen tools: the contract as it is published."""

from typing import Any

import pytest
from memory_bench import Agent
from palimpsest.tools.declare import Declaration
from palimpsest.tools.toolbox import declarations

# name -> required arguments; optional ones with their defaults; keys of the answer
CONTRACT: dict[str, tuple[str, dict[str, Any], str]] = {
    "search_memory": (
        "query",
        {
            "mode": "hybrid",
            "domain": None,
            "repo": None,
            "memory_type": None,
            "as_of": None,
            "include_superseded": None,
            "include_retired": None,
            "include_observations": None,
            "limit": 8,
            "cursor": None,
            "explain": None,
        },
        "hits voices scope next_cursor",
    ),
    "propose_fact": (
        "domain topic content",
        {
            "memory_type": "fact",
            "veracity": "inferred",
            "source_observation_ids": None,
            "validity": "open",
            "valid_until": None,
            "repo": None,
            "on_conflict": "auto",
        },
        "fact_id outcome conflicts question",
    ),
    "propose_policy": ("domain rule", {"source_fact_ids": None, "required_role": None, "repo": None}, "policy_id"),
    "supersede_fact": (
        "fact_id",
        {"content": None, "topic": None, "by_fact_id": None, "reason": "outdated"},
        "old_id new_id",
    ),
    "supersede_policy": ("policy_id", {"rule": None, "reason": None}, "old_id new_id"),
    "remember": (
        "content",
        {
            "domain": "general",
            "topic": None,
            "memory_type": "fact",
            "veracity": "inferred",
            "valid_until": None,
            "ttl_hours": 72,
        },
        "item_id expires",
    ),
    "record_observation": (
        "content",
        {
            "veracity": "inferred",
            "source": "agent",
            "revision": None,
            "task_id": None,
            "expires_in_hours": None,
            "kind": "observation",
            "refs": None,
            "score": 0.5,
            "used_fact_ids": None,
        },
        "observation_id",
    ),
    "update_my_notes": ("notes", {"mode": "replace", "expected_version": None}, "notes version characters"),
    "consolidate_memory": (
        "",
        {"domain": None, "repo": None, "dry_run": None, "candidates": None},
        "considered created reinforced merged retired waiting pending batch_id",
    ),
    "harmonize_memory": (
        "",
        {"domain": None, "repo": None, "dry_run": None},
        "beliefs contradictions batch_id",
    ),
    "list_memory_conflicts": (
        "",
        {"status": "all", "domain": None, "repo": None, "limit": 8, "cursor": None},
        "conflicts next_cursor",
    ),
    "resolve_memory_conflict": ("conflict_id keep", {"reason": None}, "id rule winner"),
    "select_memory": ("", {"task_id": None, "budget_chars": 4000}, "selected text used_chars left_out"),
    "refresh_memory": ("", {"versions": None}, "dropped stale only_report"),
    "decide": ("question options default", {"domain": None}, "choice facts"),
    "get_preamble": ("", {"task": None}, "text parts"),
}
CORE = {
    "search_memory",
    "propose_fact",
    "propose_policy",
    "supersede_fact",
    "remember",
    "consolidate_memory",
    "harmonize_memory",
    "list_memory_conflicts",
    "resolve_memory_conflict",
    "update_my_notes",
    "record_observation",
}
REPLACES_OR_RETIRES = {
    "supersede_fact",
    "supersede_policy",
    "resolve_memory_conflict",
    "update_my_notes",
    "consolidate_memory",
    "harmonize_memory",
}


@pytest.fixture
def declared(ana: Agent) -> dict[str, Declaration]:
    return {one.name: one for one in declarations(ana.desk)}


def test_the_sixteen_tools_are_declared_and_no_other(declared: dict[str, Declaration]):
    assert set(declared) == set(CONTRACT)


def test_the_core_toolset_holds_the_eight_of_the_card_and_what_their_replies_point_to(ana: Agent):
    assert {one.name for one in declarations(ana.desk, core_only=True)} == CORE


@pytest.mark.parametrize("tool", CONTRACT)
def test_arguments_and_defaults_are_those_of_the_contract(declared: dict[str, Declaration], tool: str):
    required, optional, _ = CONTRACT[tool]
    schema = declared[tool].signature.input_schema
    assert schema.get("required", []) == required.split()
    for name, default in optional.items():
        assert schema["properties"][name].get("default") == default, name


@pytest.mark.parametrize("tool", CONTRACT)
def test_an_answer_promises_the_keys_of_the_contract(declared: dict[str, Declaration], tool: str):
    schema = declared[tool].signature.output_schema
    promised = schema["required"]
    for key in CONTRACT[tool][2].split():
        assert key in promised or (key == "question" and key in schema["properties"]), key


def test_every_tool_says_what_it_does_and_to_what(declared: dict[str, Declaration]):
    for tool in declared.values():
        assert len(tool.description) > 40
        assert tool.description.endswith(".")
        assert tool.traits.destructive is (tool.name in REPLACES_OR_RETIRES), tool.name
        assert not (tool.traits.destructive and tool.traits.reads_only)


def test_search_and_propose_are_always_loaded(declared: dict[str, Declaration]):
    assert {tool.name for tool in declared.values() if tool.traits.always_load} == {"search_memory", "propose_fact"}
