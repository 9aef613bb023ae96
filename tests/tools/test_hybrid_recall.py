"""Hybrid search from end to end: what each voice brings, what none may bring, and what the answer says of them."""

from __future__ import annotations

from typing import Any

import pytest
from fake_embedder import FakeEmbedder, embedding_of
from memory_bench import Agent, Bench
from palimpsest.tools.settings import Settings

SYNONYMS = {"customers": "buyers", "purchase": "order", "refund": "chargeback"}


async def with_model(bench: Bench, name: str = "ana", **caller: Any) -> Agent:
    """An agent whose process has a model, for which some words mean the same as others."""
    if bench.embedding is None:
        fake = FakeEmbedder(synonyms=SYNONYMS)
        fake.unrelated = 0.25  # beyond what chance makes of directions
        bench.embedding = embedding_of(fake)
        bench.embedding.follow(Settings())
        await bench.embedding.model.embedder(None)
    return await bench.agent(name, **caller)


async def search(agent: Agent, query: str, **more: Any) -> list[dict[str, Any]]:
    return (await agent.call("search_memory", query=query, **more))["hits"]


async def contents(agent: Agent, query: str, **more: Any) -> list[str]:
    return [hit["content"] for hit in await search(agent, query, **more)]


async def ids(agent: Agent, query: str, **more: Any) -> list[str]:
    return [hit["id"] for hit in await search(agent, query, **more)]


async def test_a_fact_is_found_by_what_it_means_in_the_very_next_search(bench: Bench):
    ana = await with_model(bench)
    for number in range(6):
        await ana.propose(f"Gateway {number} logs requests.", topic=f"gateway {number}")
    await ana.propose("Buyers get a chargeback.", topic="money")
    assert await contents(ana, "customers refund", mode="keyword") == []
    found = await ana.call("search_memory", query="customers refund")
    assert found["hits"][0]["content"] == "Buyers get a chargeback."
    assert found["voices"]["lexical"]["found"] == 0
    assert found["voices"]["semantic"]["missing"] == 0


@pytest.mark.parametrize("has_model", [True, False])
async def test_the_graph_brings_a_fact_that_shares_no_word_with_the_query(bench: Bench, has_model: bool):
    ana = await with_model(bench) if has_model else await bench.agent("ana")
    seen = (await ana.observe("The outage of Tuesday was looked into."))[0]
    await ana.propose("Checkout failed on Tuesday.", topic="outage", source_observation_ids=[seen])
    await ana.propose("A certificate had run out.", topic="reason", source_observation_ids=[seen])
    hits = await search(ana, "why did checkout fail", explain=True)
    assert [hit["content"] for hit in hits][:2] == ["Checkout failed on Tuesday.", "A certificate had run out."]
    why = hits[1]["why"]
    assert why["graph"] > 0
    assert why["graph_via"] == "F1"
    assert "lexical" not in why
    assert await contents(ana, "why did checkout fail", mode="keyword") == ["Checkout failed on Tuesday."]


async def test_a_question_about_a_time_puts_what_is_of_that_time_first(bench: Bench):
    ana = await bench.agent("ana")
    await ana.propose("The team chose Kafka for events.", topic="events then")
    bench.pass_time(days=40)
    await ana.propose("The team chose Pulsar for events.", topic="events now")
    bench.pass_time(days=3)
    assert (await contents(ana, "what did the team choose for events last month"))[0].startswith("The team chose Kafka")
    assert (await contents(ana, "what did the team choose for events last week"))[0].startswith("The team chose Pulsar")
    found = await ana.call("search_memory", query="what did the team choose for events last week")
    assert found["voices"]["temporal"]["found"] == 1
    assert "silent" not in found["voices"]["temporal"]


async def test_being_of_the_right_time_is_no_answer_by_itself(bench: Bench):
    ana = await bench.agent("ana")
    await ana.propose("The database moved to Frankfurt.", topic="database")
    bench.pass_time(days=60)
    for number in range(5):
        await ana.propose(f"Lunch {number} was soup.", topic=f"lunch {number}")
    assert (await contents(ana, "where did the database move last week"))[0] == "The database moved to Frankfurt."


async def test_a_superseded_fact_leaves_every_voice_at_once(bench: Bench):
    ana = await with_model(bench)
    old = (await ana.propose("Buyers get a chargeback.", topic="money"))["fact_id"]
    await ana.call("supersede_fact", fact_id=old, content="Buyers get a voucher.", reason="outdated")
    for query in ("customers refund", "chargeback", "what do buyers get today", "money"):
        assert old not in await ids(ana, query)
        assert old in await ids(ana, query, include_superseded=True)


async def test_wordings_of_one_fact_do_not_push_out_the_others(bench: Bench):
    ana = await bench.agent("ana")
    for number, wording in enumerate(("runs on", "runs now on", "still runs on", "runs only on", "always runs on")):
        await ana.propose(f"The order API {wording} port 8080.", topic=f"port {number}")
    for fact in ("is written in Go", "is owned by Mina", "has four replicas", "logs to Loki"):
        await ana.propose(f"The order API {fact}.", topic=fact)
    first = await contents(ana, "order API", limit=5)
    assert sum("8080" in content for content in first) < 3
    assert len(await contents(ana, "order API", limit=9)) == 9


async def test_what_others_saw_beside_a_cited_observation_leads_nobody_to_it(bench: Bench):
    ana = await with_model(bench)
    await ana.observe("Mina asked for a refund.")
    seen = (await ana.observe("The parcel was lost."))[0]
    await ana.propose("Parcels get lost.", topic="parcels", source_observation_ids=[seen])
    ben = await with_model(bench, "ben", session="other")
    model = bench.embedding
    assert model is not None
    vector = await model.query("chargeback for Mina")
    await _embed_the_rest(bench, vector)
    for agent, expected in ((ana, {"O1", "O2"}), (ben, set[str]())):
        hits = await search(agent, "chargeback for Mina", include_observations=True, explain=True)
        assert {hit["id"] for hit in hits if hit["id"].startswith("O")} == expected
    (hit,) = [hit for hit in await search(ben, "parcel", include_observations=True) if hit["id"].startswith("O")]
    assert hit["id"] == "O2"


async def _embed_the_rest(bench: Bench, vector: Any) -> None:
    fake = FakeEmbedder(synonyms=SYNONYMS)
    left = await bench.store.read(lambda tx: tx.vectors.without(vector.model, 9))
    assert [passage.kind for passage in left] == ["C"]
    rows = fake.embed_passages([passage.text for passage in left])
    await bench.store.write(lambda tx: tx.vectors.add(vector.model, left, rows))


async def test_a_fact_of_a_hidden_domain_is_brought_by_no_voice(bench: Bench):
    ana = await with_model(bench)
    seen = (await ana.observe("The outage was looked into."))[0]
    await ana.propose("Checkout failed.", topic="outage", source_observation_ids=[seen])
    secret = await ana.propose(
        "A chargeback was hidden.", topic="outage", domain="board", source_observation_ids=[seen]
    )
    await bench.grant("intern", "board", "none")
    ida = await with_model(bench, "ida", role="intern", session="other")
    for query in ("checkout failed", "customers refund", "chargeback", "what was hidden today"):
        assert secret["fact_id"] not in await ids(ida, query)
        assert secret["fact_id"] in await ids(ana, query)


async def test_pages_stay_right_while_others_write_and_replace(bench: Bench):
    ana = await bench.agent("ana")
    every = [(await ana.propose(f"Postgres {n} is a name.", topic=f"t{n}"))["fact_id"] for n in range(12)]
    first = await ana.call("search_memory", query="Postgres", limit=4)
    shown = [hit["id"] for hit in first["hits"]]
    gone = next(one for one in every if one not in shown)
    await ana.call("supersede_fact", fact_id=gone, reason="wrong")
    await ana.call("supersede_fact", fact_id=shown[0], reason="wrong")
    new = (await ana.propose("Postgres Postgres Postgres is a name.", topic="new"))["fact_id"]
    cursor, seen = first["next_cursor"], list(shown)
    while cursor:
        page = await ana.call("search_memory", query="Postgres", limit=4, cursor=cursor)
        seen += [hit["id"] for hit in page["hits"]]
        cursor = page["next_cursor"]
    assert len(seen) == len(set(seen))
    assert set(seen) == {*every, new} - {gone}


async def test_parts_add_up_and_factors_make_the_score(bench: Bench):
    ana = await with_model(bench)
    await ana.observe("Ana: buyers like vouchers.", count=2)
    for n in range(3):
        await ana.propose(f"Buyers order {n} things.", topic=f"orders {n}", repo="acme/web" if n else None)
    hits = await search(ana, "what do customers order", explain=True, include_observations=True, repo="acme/web")
    assert len(hits) == 5
    for hit in hits:
        why = hit["why"]
        parts = ("lexical", "semantic", "graph", "temporal", "source", "named")
        assert why["fused"] == pytest.approx(sum(why.get(part, 0.0) for part in parts), abs=0.001)
        assert why["score"] == pytest.approx(why["fused"] * why["decay"] * why["confidence"] * why["repo"], rel=0.01)


async def test_a_model_of_another_dimension_than_its_vectors_is_named_and_words_go_on(bench: Bench):
    ana = await with_model(bench)
    await ana.propose("Buyers get a chargeback.", topic="money")
    bench.embedding = embedding_of(FakeEmbedder(dimension=32))
    bench.embedding.follow(Settings())
    await bench.embedding.model.embedder(None)
    ben = await bench.agent("ben", session="other")
    found = await ben.call("search_memory", query="chargeback")
    assert [hit["id"] for hit in found["hits"]] == ["F1"]
    assert "WrongDimension" in found["voices"]["semantic"]["silent"]


@pytest.mark.parametrize("query", ["...", "?!", "„“", "    ."])
async def test_a_query_of_punctuation_finds_nothing_though_everything_has_a_vector(bench: Bench, query: str):
    ana = await with_model(bench)
    await ana.propose("Buyers get a chargeback.", topic="money")
    assert await ids(ana, query) == []


async def test_sixty_times_the_same_sentence_is_found_sixty_times(bench: Bench):
    ana = await with_model(bench)
    for n in range(60):
        await ana.propose("Buyers get a chargeback.", topic=f"topic {n}")
    for query in ("chargeback", "customers refund"):
        first = await ana.call("search_memory", query=query, limit=50)
        rest = await ana.call("search_memory", query=query, limit=50, cursor=first["next_cursor"])
        assert len({hit["id"] for page in (first, rest) for hit in page["hits"]}) == 60


@pytest.mark.parametrize("mode", ["keyword", "semantic", "hybrid"])
async def test_an_empty_memory_answers_and_says_so(bench: Bench, mode: str):
    ana = await with_model(bench)
    found = await ana.call("search_memory", query="anything at all", mode=mode)
    assert found["hits"] == []
    assert "holds no facts yet" in found["hint"]


@pytest.mark.parametrize("has_model", [True, False])
async def test_one_sentence_under_many_topics_leaves_room_for_others(bench: Bench, has_model: bool):
    ana = await with_model(bench) if has_model else await bench.agent("ana")
    for n in range(8):
        await ana.propose("The cache keeps entries for 300 seconds.", topic=f"cache {n}")
    others = (
        "The cache drops entries at noon.",
        "Each region has a cache for its entries.",
        "Mina reads cache entries.",
    )
    for n, other in enumerate(others):
        await ana.propose(other, topic=f"other {n}")
    found = await contents(ana, "how does the cache deal with its entries", limit=8)
    assert len({*others}.intersection(found)) >= 2


async def test_words_of_private_and_hidden_texts_change_no_number(bench: Bench):
    ana, ben = await bench.agent("ana"), await bench.agent("ben", session="other")
    await ana.propose("Zanzibar is an island.", topic="geography")
    await ben.observe("The merger with Contoso is off.")
    await ben.propose("Project Bluefin buys Umbrella.", topic="deals", domain="board")
    await bench.grant("guest", "board", "none")
    guest = await bench.agent("eve", role="guest", session="third")
    for mode in ("keyword", "hybrid"):
        numbers = [
            (await search(guest, f"zanzibar {word}", mode=mode, explain=True))[0]["why"]
            for word in ("contoso", "bluefin", "qwxyzzy")
        ]
        assert numbers[0] == numbers[1] == numbers[2]


@pytest.mark.parametrize("mode", ["semantic", "hybrid"])
async def test_nearer_facts_that_are_written_meanwhile_let_none_be_passed_over(bench: Bench, mode: str):
    ana = await with_model(bench)
    old = [(await ana.propose(f"Buyers {n}.", topic=f"old {n}"))["fact_id"] for n in range(130)]
    page = await ana.call("search_memory", query="customers", mode=mode, limit=50)
    seen = [hit["id"] for hit in page["hits"]]
    new = [(await ana.propose("Buyers.", topic=f"new {n}"))["fact_id"] for n in range(20)]
    while page["next_cursor"]:
        page = await ana.call("search_memory", query="customers", mode=mode, limit=50, cursor=page["next_cursor"])
        seen += [hit["id"] for hit in page["hits"]]
    assert len(seen) == len(set(seen))
    assert set(seen) == {*old, *new}
