"""Each setting does what it says; a setting without an entry here fails the last test."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from fake_secrets import Maker
from memory_bench import Agent, Bench
from palimpsest.store.errors import InvalidInput
from palimpsest.tools.settings import ALL, BY_NAME, Settings

OLD, NEW = "The API uses Postgres 14.", "The API uses Postgres 15."
Effect = Callable[[Bench, Agent], Awaitable[Any]]


async def may_write_facts(bench: Bench, ana: Agent) -> bool:
    await bench.grant("*", "architecture", "read")
    return not (await ana.result("propose_fact", domain="architecture", topic="t", content="c")).is_error


async def what_becomes_of_a_secret(bench: Bench, ana: Agent) -> str:
    secret = "ghp_" + Maker(5).alnum(36)
    result = await ana.result("propose_fact", domain="d", topic="t", content=f"Use {secret}.")
    if result.is_error or result.structured_content is None:
        return "refused"
    content = (await bench.fact("F1")).content
    assert "secret (GitHub token)" in result.structured_content["note"]
    assert secret not in result.structured_content["note"]
    return "kept" if secret in content else content


async def lead_that_wins(bench: Bench, ana: Agent) -> str:
    await ana.propose(OLD, veracity="imported")
    return (await (await bench.agent("bob")).propose(NEW))["outcome"]


async def length_of_a_launch(bench: Bench, ana: Agent) -> int:
    await ana.call("update_my_notes", notes="Line.\n" * 100)
    return len(await ana.preamble())


def longest(tool: str, name: str, **more: Any) -> Effect:
    async def measure(bench: Bench, ana: Agent) -> bool:
        return not (await ana.result(tool, **{name: "x" * 51} | more)).is_error

    return measure


async def faded_facts_that_go(bench: Bench, ana: Agent) -> list[str]:
    await ana.propose(OLD, memory_type="request")
    bench.pass_time(days=3)
    return (await ana.call("consolidate_memory"))["retired"]


async def facts_of_one_observation(bench: Bench, ana: Agent) -> list[str]:
    seen = await ana.observe()
    candidate = {"text": OLD, "domain": "d", "topic": "t", "sources": seen}
    return (await ana.call("consolidate_memory", candidates=[candidate]))["created"]


async def consolidated_facts_that_stay(bench: Bench, ana: Agent) -> list[str]:
    seen = await ana.observe(count=4)
    drafts = [
        {"text": text, "domain": "d", "topic": text, "sources": seen[:number]}
        for number, text in ((4, "It rains."), (2, "The API uses Postgres."))
    ]
    await ana.call("consolidate_memory", candidates=drafts)
    return await bench.active()


def chosen(part: str, embedder: str | None = None) -> Effect:
    """What the agent's process takes the settings' embedder to be."""

    async def measure(bench: Bench, ana: Agent) -> Any:
        if embedder is not None:
            await bench.setting("embedder", embedder)
        await ana.desk.settings()
        return getattr(ana.desk.embedding.model.choice, part)

    return measure


REDACTED = "Use [redacted: GitHub token]."
EFFECTS: list[tuple[str, Effect, Any, Any, Any]] = [
    ("access.mode", may_write_facts, True, "strict", False),
    ("secrets", what_becomes_of_a_secret, "refused", "redact", REDACTED),
    ("secrets", what_becomes_of_a_secret, "refused", "warn", "kept"),
    ("conflicts.auto_margin", lead_that_wins, "needs_confirmation", 0.1, "superseded_existing"),
    ("preamble.total_chars", length_of_a_launch, 706, 300, 299),
    ("limits.topic_chars", longest("propose_fact", "topic", domain="d", content="c"), True, 50, False),
    ("limits.content_chars", longest("propose_fact", "content", domain="d", topic="t"), True, 50, False),
    ("limits.content_chars", longest("record_observation", "content"), True, 50, False),
    ("limits.content_chars", longest("remember", "content"), True, 50, False),
    ("limits.rule_chars", longest("propose_policy", "rule", domain="d"), True, 50, False),
    ("limits.notes_chars", longest("update_my_notes", "notes"), True, 50, False),
    ("limits.query_chars", longest("search_memory", "query"), True, 50, False),
    ("limits.query_chars", longest("get_preamble", "task"), True, 50, False),
    ("forgetting.min_confidence", faded_facts_that_go, [], 0.4, ["F1"]),
    ("consolidation.min_support", facts_of_one_observation, [], 1, ["F1"]),
    ("consolidation.domain_cap", consolidated_facts_that_stay, ["F1", "F2"], 1, ["F1"]),
    ("embedder", chosen("kind"), "auto", "none", "none"),
    ("embedder.url", chosen("url", "openai"), "", "http://localhost:11434", "http://localhost:11434"),
    ("embedder.model", chosen("model", "openai"), "", "nomic-embed-text", "nomic-embed-text"),
    ("embedder.model", chosen("model", "fastembed"), "", "small", "small"),
    ("embedder.timeout_s", chosen("timeout_s", "openai"), 10.0, 2.5, 2.5),
]


@pytest.mark.parametrize(
    ("name", "effect", "by_default", "value", "when_set"), EFFECTS, ids=[f"{one[0]}-{one[3]}" for one in EFFECTS]
)
@pytest.mark.parametrize("is_set", [False, True], ids=["default", "set"])
async def test_the_setting_has_an_effect(
    bench: Bench, ana: Agent, name: str, effect: Effect, by_default: Any, value: Any, when_set: Any, is_set: bool
):
    if is_set:
        await bench.setting(name, value)
    assert await effect(bench, ana) == (when_set if is_set else by_default)


def test_every_setting_has_a_tested_effect():
    assert {name for name, *_ in EFFECTS} == {setting.name for setting in ALL}


async def test_secrets_are_redacted_in_every_text_and_refused_in_names(bench: Bench, ana: Agent):
    secret = "ghp_" + Maker(5).alnum(36)
    await bench.setting("secrets", "redact")
    await ana.call("update_my_notes", notes=f"Use {secret}.")
    await ana.call("record_observation", content=secret, source=secret)
    await ana.call("remember", content=secret, topic=secret)
    await ana.call("propose_policy", domain="d", rule=f"Use {secret}.")
    note = (await ana.call("supersede_policy", policy_id="P1", reason=f"Because of {secret}."))["note"]
    assert "redacted" in note
    assert "holds a secret" in await ana.refused("propose_fact", domain=secret, topic="t", content="c")
    assert secret.lower() not in repr(bench.dump()).lower()


def test_a_setting_takes_only_what_it_says():
    assert BY_NAME["limits.topic_chars"].parse("50") == 50
    assert BY_NAME["conflicts.auto_margin"].parse("0.25") == 0.25
    for name, value in (
        ("access.mode", "closed"),
        ("limits.topic_chars", "0"),
        ("limits.topic_chars", "1.5"),
        ("limits.topic_chars", "many"),
        ("conflicts.auto_margin", "nan"),
        ("conflicts.auto_margin", "inf"),
        ("conflicts.auto_margin", "1.1"),
        ("embedder", "word2vec"),
        ("embedder.model", "x" * 201),
        ("embedder.model", "a\nb"),
        ("embedder.url", "localhost:11434"),
        ("embedder.url", "http://user:password@localhost"),
        ("embedder.timeout_s", "0"),
    ):
        with pytest.raises(InvalidInput, match=name):
            BY_NAME[name].parse(value)


def test_a_text_is_kept_without_spaces_around_it_and_an_empty_one_is_the_default():
    assert BY_NAME["embedder.model"].parse("  nomic ") == "nomic"
    assert BY_NAME["embedder.url"].parse("http://localhost:11434 ") == "http://localhost:11434"
    assert BY_NAME["embedder.url"].parse("  ") == ""


def test_a_url_that_is_refused_is_not_shown_as_it_may_hold_a_password():
    with pytest.raises(InvalidInput) as caught:
        BY_NAME["embedder.url"].parse("http://user:hunter2@localhost")
    assert "hunter2" not in str(caught.value)


def test_an_unknown_setting_is_refused_with_those_there_are():
    with pytest.raises(InvalidInput, match=r"access\.mode"):
        Settings().value("colour")


def test_every_default_is_a_value_that_the_setting_takes():
    assert [setting.parse(str(setting.default)) for setting in ALL] == [setting.default for setting in ALL]
