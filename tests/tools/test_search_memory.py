"""`search_memory`: modes, filters, paging, flags, what the answer says of itself, and other agents' observations."""

from datetime import timedelta
from typing import Any

import pytest
from memory_bench import Agent, Answer, Bench

HIT_KEYS = {
    "id",
    "domain",
    "repo",
    "topic",
    "content",
    "confidence",
    "memory_type",
    "veracity",
    "age_days",
    "contested",
    "stale",
    "superseded_by",
    "retired",
}


async def ask(agent: Agent, query: str = "Postgres", **more: Any) -> Answer:
    return await agent.call("search_memory", query=query, **more)


async def test_a_hit_says_where_it_stands_and_how_sure_it_is(both_eras: Bench):
    ana = await both_eras.agent("ana")
    await ana.propose("The API uses Postgres.", repo="acme/web", memory_type="decision", veracity="stated")
    both_eras.pass_time(days=365)
    (hit,) = await ana.search("Postgres")
    assert hit == {
        "id": "F1",
        "domain": "architecture",
        "repo": "acme-web",
        "topic": "database",
        "content": "The API uses Postgres.",
        "confidence": 0.5,
        "memory_type": "decision",
        "veracity": "stated",
        "age_days": 365.0,
        "contested": None,
        "stale": False,
        "superseded_by": None,
        "retired": None,
    }


@pytest.mark.parametrize(
    ("mode", "voices"),
    [
        ("keyword", ["lexical"]),
        ("semantic", ["lexical", "semantic"]),
        ("hybrid", ["lexical", "semantic", "graph", "temporal"]),
    ],
)
async def test_each_mode_says_what_its_voices_found_or_why_they_are_silent(ana: Agent, mode: str, voices: list[str]):
    await ana.propose("The API uses Postgres.")
    answer = await ask(ana, mode=mode)
    assert list(answer["voices"]) == voices
    assert answer["voices"]["lexical"] == {"found": 1}
    assert all(voice["found"] or voice["silent"] for voice in answer["voices"].values())
    assert [hit["id"] for hit in answer["hits"]] == ["F1"]


async def test_hybrid_is_the_default(ana: Agent):
    assert list((await ask(ana))["voices"]) == list((await ask(ana, mode="hybrid"))["voices"])


@pytest.mark.parametrize("limit", [1, 3, 7])
async def test_pages_follow_each_other_without_gap_or_repeat(both_eras: Bench, limit: int):
    ana = await both_eras.agent("ana")
    for number in range(10):
        await ana.propose(f"Service {number} uses Postgres.", topic=f"service {number}")
    whole = await ana.found("Postgres", limit=50)
    assert len(whole) == 10
    seen: list[str] = []
    cursor = None
    for _ in range(11):
        page = await ask(ana, limit=limit, cursor=cursor)
        seen += [hit["id"] for hit in page["hits"]]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert seen == whole


async def test_a_page_may_have_another_size_than_the_one_before(ana: Agent):
    for number in range(5):
        await ana.propose(f"Service {number} uses Postgres.", topic=f"service {number}")
    first = await ask(ana, limit=2)
    second = await ask(ana, limit=50, cursor=first["next_cursor"])
    assert len({hit["id"] for hit in first["hits"] + second["hits"]}) == 5


@pytest.mark.parametrize(
    "more",
    [
        {"query": "Redis"},
        {"mode": "keyword"},
        {"domain": "architecture"},
        {"repo": "acme/web"},
        {"memory_type": "fact"},
        {"include_superseded": True},
        {"include_retired": True},
        {"include_observations": True},
        {"as_of": "2027-03-01T09:00Z"},
    ],
)
async def test_a_cursor_of_another_question_is_refused(ana: Agent, more: dict[str, Any]):
    for number in range(3):
        await ana.propose(f"Service {number} uses Postgres.", topic=f"service {number}")
    cursor = (await ask(ana, limit=1))["next_cursor"]
    told = await ana.refused("search_memory", **{"query": "Postgres", "limit": 1, "cursor": cursor} | more)
    assert "'cursor'" in told


@pytest.mark.parametrize("cursor", ["x", "1", "1.", "-1.00000000", "1.deadbeef", "9" * 40 + ".0", "²."])
async def test_a_cursor_that_was_made_up_is_refused(ana: Agent, cursor: str):
    assert "'cursor'" in await ana.refused("search_memory", query="Postgres", cursor=cursor)


async def test_a_bare_domain_filters_in_every_scope_and_a_qualified_one_alone(bench: Bench, ana: Agent):
    await ana.propose("Postgres one.", topic="a")
    await ana.propose("Postgres two.", topic="b", repo="acme/web")
    await ana.propose("Postgres three.", topic="c", domain="style")
    assert set(await ana.found("Postgres", domain="Architecture")) == {"F1", "F2"}
    assert await ana.found("Postgres", domain="repo:acme/web/architecture") == ["F2"]
    assert await ana.found("Postgres", domain="style") == ["F3"]


async def test_a_repo_ranks_first_and_filters_nothing(bench: Bench, ana: Agent):
    await ana.propose("The web runs on Postgres.", topic="a", repo="acme/web")
    await ana.propose("The API runs on Postgres.", topic="b", repo="acme/api")
    assert await ana.found("runs on Postgres", repo="acme/web") == ["F1", "F2"]
    assert await ana.found("runs on Postgres", repo="acme/api") == ["F2", "F1"]
    at_home = await bench.agent("ana", repo="acme-api")
    assert await at_home.found("runs on Postgres") == ["F2", "F1"]


async def test_the_reply_echoes_the_scope_that_was_searched(bench: Bench, ana: Agent):
    assert (await ask(ana))["scope"] == "every domain"
    assert (await ask(ana, domain="Style Guide"))["scope"] == "style-guide"
    assert (await ask(ana, domain="repo:acme/web/style"))["scope"] == "repo:acme-web/style"
    assert (await ask(ana, repo="acme/web"))["scope"] == "every domain, repo acme-web first"
    assert (await ask(ana, include_observations=True))["scope"] == "every domain, with observations"


async def test_a_type_filters(ana: Agent):
    await ana.propose("Postgres one.", topic="a", memory_type="decision")
    await ana.propose("Postgres two.", topic="b")
    assert await ana.found("Postgres", memory_type="decision") == ["F1"]


async def test_an_empty_answer_names_near_domains_with_their_counts(ana: Agent):
    assert "no facts yet" in (await ask(ana))["hint"]
    await ana.propose("One.", topic="a", domain="styles")
    await ana.propose("Two.", topic="b", domain="architecture")
    await ana.propose("Three.", topic="c", domain="architecture")
    hint = (await ask(ana, "unheard", domain="style"))["hint"]
    assert hint.index("styles (1)") < hint.index("architecture (2)")
    assert "hint" not in await ask(ana, "One")


async def test_as_of_answers_what_was_believed_then(bench: Bench, ana: Agent):
    await ana.propose("The API uses Postgres 14.")
    then = bench.now
    bench.pass_time(days=1)
    await ana.propose("The API uses Postgres 15.")
    bench.pass_time(days=1)
    await ana.propose("The API uses Postgres 16.")
    assert await ana.found("Postgres", as_of=(then - timedelta(hours=1)).isoformat()) == []
    assert await ana.found("Postgres", as_of=then.isoformat()) == ["F1"]
    assert await ana.found("Postgres", as_of="2027-03-02") == ["F2"]
    assert await ana.found("Postgres") == ["F3"]
    hits = await ana.search("Postgres", as_of="2027-03-02", include_superseded=True)
    assert {hit["id"]: hit["superseded_by"] for hit in hits} == {"F1": "F2", "F2": None}


async def test_as_of_shows_what_was_contested_then(bench: Bench, ana: Agent, bob: Agent):
    await ana.propose("The API uses Postgres 14.")
    await bob.propose("The API uses Postgres 15.")
    then = bench.now
    bench.pass_time(days=1)
    await ana.call("resolve_memory_conflict", conflict_id="C1", keep="new")
    assert [hit["contested"] for hit in await ana.search("Postgres", as_of=then.isoformat())] == ["C1", "C1"]


async def test_superseded_and_retired_facts_come_when_asked_for(ana: Agent):
    await ana.propose("The API uses Postgres 14.", topic="a")
    await ana.call("supersede_fact", fact_id="F1", content="The API uses Postgres 15.")
    await ana.propose("Postgres is slow.", topic="b")
    await ana.call("supersede_fact", fact_id="F3")
    assert set(await ana.found("Postgres")) == {"F2"}
    assert set(await ana.found("Postgres", include_superseded=True)) == {"F1", "F2"}
    assert set(await ana.found("Postgres", include_retired=True)) == {"F2", "F3"}
    assert set(await ana.found("Postgres", include_retired=True, include_superseded=True)) == {"F1", "F2", "F3"}


async def test_explain_gives_every_factor_of_the_score(bench: Bench, ana: Agent):
    await ana.propose("The API uses Postgres.", repo="acme/web")
    for number in range(4):
        await ana.propose(f"Zebra {number} is striped.", topic=f"zebra {number}")
    bench.pass_time(days=365)
    assert set((await ana.search("Postgres"))[0]) == HIT_KEYS
    why = (await ana.search("Postgres", explain=True, repo="acme/web"))[0]["why"]
    assert (why["decay"], why["confidence"], why["repo"]) == (0.9, pytest.approx(0.87), 1.35)
    assert why["lexical_rank"] == 1
    parts = ("lexical", "graph", "source", "temporal", "named")
    assert why["fused"] == pytest.approx(sum(why.get(part, 0.0) for part in parts), abs=0.001)
    assert why["score"] == pytest.approx(why["fused"] * 0.9 * 0.87 * 1.35, rel=0.01)


async def test_an_old_fact_ranks_last_and_does_not_vanish(bench: Bench, ana: Agent):
    await ana.propose("Postgres was chosen.", topic="a", memory_type="request")
    bench.pass_time(days=2000)
    await ana.propose("Postgres was kept.", topic="b")
    assert await ana.found("Postgres") == ["F2", "F1"]
    assert (await ana.search("Postgres", explain=True))[1]["why"]["decay"] == 0.8


async def test_long_content_is_cut_with_its_whole_length_and_the_way_to_read_it(ana: Agent):
    await ana.propose("Postgres " + "word " * 798, topic="long")
    for number in range(24):
        await ana.propose(f"Service {number} uses Postgres.", topic=f"service {number}")
    hits = {hit["id"]: hit["content"] for hit in await ana.search("Postgres", limit=50)}
    assert "[cut: 3999 characters; the resource memory://fact/F1 has it whole]" in hits["F1"]
    assert len(hits["F1"]) < 1200
    (alone,) = await ana.search("word word", limit=1)
    assert "[cut" not in alone["content"]


async def test_own_observations_come_when_asked_for_and_others_only_when_cited(both_eras: Bench):
    ana, bob = await both_eras.agent("ana"), await both_eras.agent("bob")
    await ana.call("record_observation", content="Postgres was slow today.", source="log", veracity="tool")
    assert await ana.found("Postgres") == []
    assert await bob.found("Postgres", include_observations=True) == []
    (hit,) = await ana.search("Postgres", include_observations=True)
    assert (hit["id"], hit["domain"], hit["topic"], hit["memory_type"], hit["veracity"], hit["confidence"]) == (
        "O1",
        None,
        "log",
        "observation",
        "tool",
        0.5,
    )
    await ana.propose("The database had a bad day.", source_observation_ids=["O1"])
    assert await bob.found("Postgres", include_observations=True) == ["O1"]


async def test_observations_have_no_domain_and_one_type(ana: Agent):
    await ana.call("record_observation", content="Postgres was slow.")
    assert await ana.found("Postgres", include_observations=True, memory_type="observation") == ["O1"]
    for more in ({"domain": "architecture"}, {"memory_type": "fact"}):
        answer = await ask(ana, include_observations=True, **more)
        assert answer["hits"] == []
        assert "no observation" in answer["scope"]


async def test_observations_and_facts_of_one_search_page_together(ana: Agent):
    for number in range(3):
        await ana.propose(f"Service {number} uses Postgres.", topic=f"service {number}")
        await ana.call("record_observation", content=f"Postgres seen {number}.")
    seen: list[str] = []
    cursor = None
    for _ in range(7):
        page = await ask(ana, limit=2, cursor=cursor, include_observations=True)
        seen += [hit["id"] for hit in page["hits"]]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert sorted(seen) == ["F1", "F2", "F3", "O1", "O2", "O3"]


@pytest.mark.parametrize(
    "query", ['"', "-", ":", "NEAR(", "*", "AND OR NOT", "🦆", "?!", "C++", "--flag", "a/b.py", "{}'; DROP TABLE fact"]
)
async def test_any_text_is_a_query(ana: Agent, query: str):
    assert (await ask(ana, query))["hits"] == []


async def test_a_secret_in_a_query_is_no_harm(bench: Bench, ana: Agent):
    before = bench.dump()
    assert (await ask(ana, "postgres://app:hunter2x@db.example.org"))["hits"] == []
    assert bench.dump() == before


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"query": ""}, "query"),
        ({"query": "   "}, "query"),
        ({"limit": 0}, "'limit'"),
        ({"limit": 51}, "'limit'"),
        ({"mode": "exact"}, "keyword, semantic, hybrid"),
        ({"as_of": "yesterday"}, "'as_of'"),
        ({"as_of": "2027-02-30"}, "'as_of'"),
        ({"repo": "a//b"}, "'repo'"),
        ({"domain": "a/b"}, "'domain'"),
    ],
)
async def test_a_question_that_cannot_be_meant_is_refused(ana: Agent, more: dict[str, Any], told: str):
    assert told in await ana.refused("search_memory", **{"query": "Postgres"} | more)


async def test_recalls_are_counted_after_the_answer(bench: Bench, ana: Agent):
    await ana.propose("The API uses Postgres.")
    before = bench.dump()
    await ana.found("Postgres")
    await ana.found("Postgres")
    assert bench.dump() == before
    await ana.desk.close()
    fact = await bench.fact("F1")
    assert (fact.recall_count, fact.last_recalled_at) == (2, bench.now)
    assert bench.dump()["fact_state"] == before["fact_state"]


async def test_own_observations_are_found_after_the_clock_was_set_back(bench: Bench):
    ana = await bench.agent("ana")
    (seen,) = await ana.observe("The gateway restarted.")
    bench.pass_time(hours=-1)
    assert await ana.found("gateway", include_observations=True) == [seen]
