"""Ids, dates, domains, cursors and nested parts of the right type and wrong: each says what to change, none writes."""

from collections.abc import Generator
from typing import Any

import pytest
from processes import dump
from stdio_client import MemoryProcess

FACT = {"domain": "infra", "topic": "port", "content": "The port is 9090."}
CANDIDATE = {"text": "The port is 8080.", "domain": "infra", "topic": "port", "sources": ["O1", "H1"]}
TABS = {"name": "tabs", "keywords": ["tab"]}
LONG = "x" * 1_000_000


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Generator[MemoryProcess]:
    with MemoryProcess(tmp_path_factory.mktemp("home")) as started:
        started.done("propose_fact", domain="infra", topic="port", content="The port is 8080.")
        started.done("propose_fact", domain="infra", topic="port", content="The port is 8081.", on_conflict="ask")
        started.done("propose_policy", domain="infra", rule="Ask first.")
        started.done("record_observation", content="The port was seen.")
        started.done("remember", content="The port matters.")
        started.done("update_my_notes", notes="On the port.")
        yield started


def assert_refused(memory: MemoryProcess, tool: str, arguments: dict[str, Any], *told: str) -> None:
    before = dump(memory.database)
    refusal = memory.ask(tool, **arguments).refusal
    assert len(refusal.partition("\n")[0]) <= 300  # a stale notebook's text may follow
    assert "inside the server" not in refusal
    for part in told:
        assert part in refusal
    assert dump(memory.database) == before


NO_FACT_IDS = ["P1", "O1", "X1", "12", "F0", "F-1", "F1.5", "F" + "9" * 20, "F1 F2", "fact 1", "F１"]


@pytest.mark.parametrize("text", NO_FACT_IDS)
@pytest.mark.parametrize("argument", ["fact_id", "by_fact_id"])
def test_what_is_no_fact_id_is_refused(memory: MemoryProcess, text: str, argument: str):
    given = {"fact_id": "F1"} | {argument: text}
    assert_refused(memory, "supersede_fact", given, f"'{argument}' must be the id of a fact")


@pytest.mark.parametrize(
    ("tool", "arguments", "told"),
    [
        ("supersede_policy", {"policy_id": "F1"}, "'policy_id' must be the id of a policy"),
        ("resolve_memory_conflict", {"conflict_id": "F1", "keep": "old"}, "'conflict_id' must be the id of a conflict"),
        ("propose_policy", {"domain": "infra", "rule": "Do.", "source_fact_ids": ["P1"]}, "'source_fact_ids'"),
        ("propose_fact", FACT | {"source_observation_ids": ["F1"]}, "'source_observation_ids'"),
        ("supersede_fact", {"fact_id": "F1", "content": "No.", "source_observation_ids": ["H1"]}, "'source_obs"),
        ("record_observation", {"content": "Seen.", "used_fact_ids": ["O1"]}, "'used_fact_ids'"),
        ("record_observation", {"content": "Seen.", "kind": "summary", "refs": ["F1"]}, "'refs'"),
    ],
)
def test_id_of_another_kind_is_refused_by_the_kind_that_is_meant(
    memory: MemoryProcess, tool: str, arguments: dict[str, Any], told: str
):
    assert_refused(memory, tool, arguments, told)


@pytest.mark.parametrize(
    ("tool", "arguments", "missing"),
    [
        ("supersede_fact", {"fact_id": "F999", "content": "No."}, "F999"),
        ("supersede_fact", {"fact_id": "F1", "by_fact_id": "F999"}, "F999"),
        ("supersede_fact", {"fact_id": f"F{10**17}"}, f"F{10**17}"),
        ("supersede_fact", {"fact_id": "F1", "content": "No.", "source_observation_ids": ["O1", "O999"]}, "O999"),
        ("propose_fact", FACT | {"source_observation_ids": ["O999"]}, "O999"),
        ("propose_policy", {"domain": "infra", "rule": "Do.", "source_fact_ids": ["F1", "F999"]}, "F999"),
        ("supersede_policy", {"policy_id": "P999", "rule": "Do."}, "P999"),
        ("resolve_memory_conflict", {"conflict_id": "C999", "keep": "new"}, "C999"),
        ("record_observation", {"content": "Seen.", "used_fact_ids": ["F999"]}, "F999"),
        ("record_observation", {"content": "Seen.", "kind": "summary", "refs": ["O999"]}, "O999"),
        ("consolidate_memory", {"candidates": [CANDIDATE | {"sources": ["O999"]}]}, "O999"),
        ("consolidate_memory", {"candidates": [CANDIDATE | {"sources": ["H999"]}]}, "H999"),
        ("consolidate_memory", {"candidates": [CANDIDATE | {"supports": ["F999"]}]}, "F999"),
        ("consolidate_memory", {"candidates": [CANDIDATE | {"weakens": ["F999"]}]}, "F999"),
        ("consolidate_memory", {"candidates": [CANDIDATE | {"contradicts": ["F999"]}]}, "F999"),
    ],
)
def test_what_does_not_exist_is_refused_by_its_id(
    memory: MemoryProcess, tool: str, arguments: dict[str, Any], missing: str
):
    assert_refused(memory, tool, arguments, missing)


NO_DATES = [
    "2027-02-30",
    "2027-13-01",
    "0000-01-01",
    "99999-01-01",
    "2027-01-01T25:00",
    "2027-01-01T10:00+99:00",
    "9999-12-31T23:59:59-12:00",
    "0001-01-01T00:00+14:00",
    "2027-1-1",
    "2027-01-01 10:00 PM",
    "2027-W99",
    "tomorrow",
    "-1",
    "1767225600",
    "٢٠٢٧-٠١-٠١",
]


@pytest.mark.parametrize("date", NO_DATES)
def test_impossible_date_is_refused(memory: MemoryProcess, date: str):
    assert_refused(memory, "propose_fact", FACT | {"valid_until": date}, "'valid_until'", "2027-03-31")
    assert_refused(memory, "supersede_fact", {"fact_id": "F1", "content": "No.", "valid_until": date}, "'valid_until'")
    assert_refused(memory, "remember", {"content": "Kept.", "valid_until": date}, "'valid_until'")
    assert_refused(memory, "consolidate_memory", {"candidates": [CANDIDATE | {"valid_until": date}]}, "valid_until'")
    assert_refused(memory, "search_memory", {"query": "port", "as_of": date}, "'as_of'")


@pytest.mark.parametrize("date", ["2020-01-01", "2026-01-01T00:00Z", "0001-01-01"])
def test_end_of_validity_that_has_passed_is_refused(memory: MemoryProcess, date: str):
    for tool, arguments in (
        ("propose_fact", FACT | {"valid_until": date}),
        ("supersede_fact", {"fact_id": "F1", "content": "No.", "valid_until": date}),
        ("remember", {"content": "Kept.", "valid_until": date}),
        ("consolidate_memory", {"candidates": [CANDIDATE | {"valid_until": date}]}),
    ):
        assert_refused(memory, tool, arguments, "valid_until'", "passed")


@pytest.mark.parametrize(
    ("tool", "arguments", "told"),
    [
        ("propose_fact", FACT | {"validity": "until"}, "'valid_until'"),
        ("propose_fact", FACT | {"validity": "permanent", "valid_until": "2090-01-01"}, "'valid_until'"),
        ("supersede_fact", {"fact_id": "F1", "by_fact_id": "F1"}, "'by_fact_id'"),
        ("supersede_fact", {"fact_id": "F1", "by_fact_id": "F2", "content": "No."}, "'by_fact_id'"),
        ("supersede_fact", {"fact_id": "F1", "topic": "harbour"}, "'content'"),
        ("supersede_fact", {"fact_id": "F1", "valid_until": "2090-01-01"}, "'content'"),
        ("supersede_fact", {"fact_id": "F1", "validity": "permanent"}, "'content'"),
        ("supersede_fact", {"fact_id": "F1", "memory_type": "goal"}, "'content'"),
        ("supersede_fact", {"fact_id": "F1", "source_observation_ids": ["O1"]}, "'content'"),
        ("supersede_policy", {"policy_id": "P1", "rule": "Ask first."}, "'rule'"),
        ("record_observation", {"content": "Seen.", "kind": "summary"}, "'refs'"),
        ("record_observation", {"content": "Seen.", "refs": ["O1"]}, "'refs'"),
        ("update_my_notes", {"notes": "New.", "expected_version": 7}, "version 1"),
        ("update_my_notes", {"notes": "New.", "expected_version": 10**400}, "version"),
        ("update_my_notes", {"notes": "New.", "expected_version": -1}, "version"),
        ("decide", {"question": "Which?", "options": [TABS], "default": "spaces"}, "'default'"),
    ],
)
def test_arguments_that_contradict_each_other_are_refused(
    memory: MemoryProcess, tool: str, arguments: dict[str, Any], told: str
):
    assert_refused(memory, tool, arguments, told)


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("text", 7),
        ("text", ""),
        ("text", "\u200b"),
        ("text", "a\0"),
        ("text", LONG),
        ("domain", "!!"),
        ("domain", ""),
        ("topic", "x" * 300),
        ("topic", " "),
        ("sources", []),
        ("sources", ["F1"]),
        ("sources", "O1"),
        ("sources", ["H1x"]),
        ("memory_type", "belief"),
        ("validity", "until"),
        ("supports", ["P1"]),
        ("supports", [7]),
        ("contradicts", ["O1"]),
        ("bogus", 1),
    ],
)
def test_wrong_part_of_a_candidate_is_named(memory: MemoryProcess, part: str, value: object):
    name = "valid_until" if (part, value) == ("validity", "until") else part
    assert_refused(memory, "consolidate_memory", {"candidates": [CANDIDATE | {part: value}]}, name)


def test_missing_part_of_a_candidate_is_named(memory: MemoryProcess):
    for part in CANDIDATE:
        rest = {name: value for name, value in CANDIDATE.items() if name != part}
        assert_refused(memory, "consolidate_memory", {"candidates": [CANDIDATE, rest]}, "candidates[1]", f"'{part}'")


def test_one_wrong_candidate_keeps_all_of_them_out(memory: MemoryProcess):
    wrong = CANDIDATE | {"sources": ["O999"]}
    assert_refused(memory, "consolidate_memory", {"candidates": [CANDIDATE, wrong]}, "O999")


def test_more_candidates_than_one_call_takes_are_refused(memory: MemoryProcess):
    assert_refused(memory, "consolidate_memory", {"candidates": [CANDIDATE] * 201}, "'candidates'", "200")


@pytest.mark.parametrize(
    "option",
    [
        TABS | {"name": ""},
        TABS | {"name": 7},
        TABS | {"name": "\u200b"},
        TABS | {"name": LONG},
        TABS | {"keywords": "tab"},
        TABS | {"keywords": [7]},
        TABS | {"keywords": [""]},
        TABS | {"keywords": ["\0"]},
        TABS | {"weight": 1},
        {"name": "tabs"},
        "tabs",
        None,
        TABS,
    ],
    ids=lambda option: str(option)[:40],
)
def test_wrong_option_is_named(memory: MemoryProcess, option: object):
    given = {"question": "Which?", "options": [TABS, option], "default": "tabs"}
    assert_refused(memory, "decide", given, "options")


@pytest.mark.parametrize("count", [0, 51])
def test_number_of_options_is_bounded(memory: MemoryProcess, count: int):
    options = [{"name": f"option {number}", "keywords": ["x"]} for number in range(count)]
    assert_refused(memory, "decide", {"question": "Which?", "options": options, "default": "option 0"}, "'options'")


@pytest.mark.parametrize(
    "versions",
    [{"a": 7}, {"a": None}, {"a": ""}, {"": "1"}, {" ": "1"}, {"a": "\0"}, {"\0": "1"}, {LONG: "1"}, {"a": LONG}],
    ids=lambda versions: str(versions)[:20],
)
def test_wrong_version_is_named(memory: MemoryProcess, versions: dict[str, object]):
    assert_refused(memory, "refresh_memory", {"versions": versions}, "versions")


@pytest.mark.parametrize("cursor", ["x", "8.deadbeef", "-1.x", "9" * 400 + ".1", "0"])
def test_cursor_of_another_question_is_refused(memory: MemoryProcess, cursor: str):
    assert_refused(memory, "search_memory", {"query": "port", "cursor": cursor}, "'cursor'")
    assert_refused(memory, "list_memory_conflicts", {"cursor": cursor}, "'cursor'")


@pytest.mark.parametrize("limit", [0, 51, -1, 8.5, 10**30, 1e300])
def test_limit_outside_1_to_50_is_refused(memory: MemoryProcess, limit: float):
    assert_refused(memory, "search_memory", {"query": "port", "limit": limit}, "'limit'")
    assert_refused(memory, "list_memory_conflicts", {"limit": limit}, "'limit'")


WITH_DOMAIN: dict[str, dict[str, Any]] = {
    "propose_fact": FACT,
    "propose_policy": {"rule": "Do."},
    "remember": {"content": "Kept."},
    "search_memory": {"query": "port"},
    "consolidate_memory": {},
    "harmonize_memory": {},
    "list_memory_conflicts": {},
    "decide": {"question": "Which?", "options": [TABS], "default": "tabs"},
}


@pytest.mark.parametrize(
    "domain",
    ["!!", "x" * 65, "a/b", "---", "😀", "a\u202eb", "a\u0007b", "repo:web", "repo:/x", "repo:web/", "repo:a b/x"],
)
def test_malformed_domain_is_refused_everywhere(memory: MemoryProcess, domain: str):
    for tool, arguments in WITH_DOMAIN.items():
        assert_refused(memory, tool, arguments | {"domain": domain}, "'domain'")


@pytest.mark.parametrize("repo", ["!!", "x" * 65, "a//b", "/", "..", "a b", " ", "a\u202e"])
def test_malformed_repository_is_refused_and_never_workspace_wide(memory: MemoryProcess, repo: str):
    for tool in ("propose_fact", "propose_policy", "search_memory", "consolidate_memory", "harmonize_memory"):
        assert_refused(memory, tool, {"domain": "infra"} | WITH_DOMAIN[tool] | {"repo": repo}, "'repo'")
    assert_refused(memory, "list_memory_conflicts", {"repo": repo}, "'repo'")


def test_two_repositories_at_once_are_refused(memory: MemoryProcess):
    assert_refused(memory, "propose_fact", FACT | {"domain": "repo:a/x", "repo": "b"}, "'repo'", "'domain'")


@pytest.mark.parametrize(
    ("tool", "arguments", "argument", "limit"),
    [
        ("propose_fact", FACT, "topic", 200),
        ("propose_fact", FACT, "content", 4000),
        ("propose_policy", {"domain": "infra", "rule": "Do."}, "rule", 2000),
        ("propose_policy", {"domain": "infra", "rule": "Do."}, "required_role", 64),
        ("record_observation", {"content": "Seen."}, "content", 4000),
        ("record_observation", {"content": "Seen."}, "source", 128),
        ("record_observation", {"content": "Seen."}, "revision", 128),
        ("remember", {"content": "Kept."}, "content", 4000),
        ("update_my_notes", {"notes": "Mine."}, "notes", 4000),
        ("search_memory", {"query": "port"}, "query", 10_000),
        ("get_preamble", {"task": "port"}, "task", 10_000),
    ],
)
def test_one_character_too_many_is_refused_with_the_limit(
    memory: MemoryProcess, tool: str, arguments: dict[str, Any], argument: str, limit: int
):
    assert_refused(memory, tool, arguments | {argument: "x" * (limit + 1)}, argument, f"{limit:,}")


def test_appending_beyond_the_notebook_is_refused(memory: MemoryProcess):
    assert_refused(memory, "update_my_notes", {"notes": "x" * 3995, "mode": "append"}, "4000")
