"""An open conflict is judged anew by every way in which one of its sides gains support."""

from collections.abc import Awaitable, Callable

import pytest
from memory_bench import Agent, Bench
from palimpsest.store.model import Fact, NewFact, Veracity
from palimpsest.store.protocol import Transaction
from palimpsest.store.rules.conflict import normalise_content

OLD, NEW = "The API uses Postgres 14.", "The API uses Postgres 15."
NEW_REWORDED = "The API is using Postgres 15."


async def contested(bench: Bench) -> tuple[Agent, Agent]:
    """Ana's F1 and bob's F2, which are equally strong, and a day that goes by."""
    ana, bob = await bench.agent("ana"), await bench.agent("bob")
    await ana.propose(OLD)
    assert (await bob.propose(NEW))["outcome"] == "needs_confirmation"
    bench.pass_time(days=1)
    return ana, bob


async def settled(agent: Agent) -> tuple[str, str, str | None]:
    """Status, rule and winner of the one conflict."""
    (conflict,) = (await agent.call("list_memory_conflicts"))["conflicts"]
    return conflict["status"], conflict["rule"], conflict["winner"]


async def candidate(agent: Agent, text: str, **more: object) -> None:
    seen = await agent.observe("Postgres 15 answers", 2)
    one = {"text": text, "domain": "architecture", "topic": "database", "sources": seen} | more
    await agent.call("consolidate_memory", candidates=[one])


def twin(tx: Transaction, of: int, content: str, veracity: Veracity, agent: str) -> None:
    """A fact that says what another says, as an import leaves it: nothing was compared."""
    fact = tx.facts.get(of)
    assert fact is not None
    tx.facts.insert(_twin(fact, content, veracity, agent))


def _twin(fact: Fact, content: str, veracity: Veracity, agent: str) -> NewFact:
    return NewFact(
        domain_id=fact.domain_id,
        topic=fact.topic,
        topic_key=fact.topic_key,
        content=content,
        content_key=normalise_content(content),
        memory_type=fact.memory_type,
        veracity=veracity,
        confidence=1.0,
        validity=fact.validity,
        valid_until=None,
        agent=agent,
        role="engineer",
        session="s1",
    )


async def by_a_mention_on_a_users_word(bench: Bench, bob: Agent) -> None:
    del bob
    await (await bench.agent("cy")).propose(NEW, veracity="stated")


async def by_mentions_of_two_agents(bench: Bench, bob: Agent) -> None:
    del bob
    for name in ("cy", "dan"):
        await (await bench.agent(name)).propose(NEW_REWORDED)


async def by_new_observations_of_the_same_agent(bench: Bench, bob: Agent) -> None:
    del bench
    await bob.propose(NEW, source_observation_ids=await bob.observe(count=2))


async def by_a_candidate_that_says_the_same(bench: Bench, bob: Agent) -> None:
    del bench
    await candidate(bob, NEW_REWORDED)


async def by_a_candidate_that_supports_it(bench: Bench, bob: Agent) -> None:
    del bench
    await candidate(bob, "Ana moved the API to a new server.", topic="moves", supports=["F2"])


async def by_merging_duplicates(bench: Bench, bob: Agent) -> None:
    await bench.store.write(lambda tx: twin(tx, 2, NEW_REWORDED, Veracity.STATED, "bob"))
    await bob.call("consolidate_memory")


async def by_harmonising(bench: Bench, bob: Agent) -> None:
    await bench.store.write(lambda tx: twin(tx, 2, NEW_REWORDED, Veracity.STATED, "cy"))
    await bob.call("harmonize_memory")


WAYS: list[tuple[Callable[[Bench, Agent], Awaitable[None]], str]] = [
    (by_a_mention_on_a_users_word, "stated"),
    (by_mentions_of_two_agents, "stronger"),
    (by_new_observations_of_the_same_agent, "fresher"),
    (by_a_candidate_that_says_the_same, "fresher"),
    (by_a_candidate_that_supports_it, "fresher"),
]


@pytest.mark.parametrize(("way", "rule"), WAYS)
async def test_support_for_the_challenger_settles_it(
    bench: Bench, way: Callable[[Bench, Agent], Awaitable[None]], rule: str
):
    ana, bob = await contested(bench)
    await way(bench, bob)
    assert await settled(ana) == ("resolved", rule, "new")
    assert (await bench.fact("F1")).superseded_by == 2


@pytest.mark.parametrize("way", [by_merging_duplicates, by_harmonising])
async def test_what_a_duplicate_lends_the_challenger_settles_it_whichever_of_the_two_stands(
    bench: Bench, way: Callable[[Bench, Agent], Awaitable[None]]
):
    ana, bob = await contested(bench)
    await way(bench, bob)
    assert [hit["content"] for hit in await ana.search("Postgres")] in ([NEW], [NEW_REWORDED])
    assert (await ana.call("list_memory_conflicts", status="open"))["conflicts"] == []


async def test_support_for_the_standing_side_settles_it_too(bench: Bench):
    ana, _ = await contested(bench)
    for name in ("cy", "dan", "eve"):
        await (await bench.agent(name)).propose(OLD, veracity="stated")
    assert await settled(ana) == ("resolved", "weaker", "old")
    assert (await bench.fact("F2")).superseded_by == 1


async def test_a_repetition_that_counts_for_nothing_settles_nothing(bench: Bench):
    ana, bob = await contested(bench)
    for _ in range(5):
        await bob.propose(NEW)
    assert (await settled(ana))[0] == "open"


async def test_what_was_left_to_the_user_is_settled_by_no_support(bench: Bench):
    ana, bob = await bench.agent("ana"), await bench.agent("bob")
    await ana.propose(OLD)
    await bob.propose(NEW, on_conflict="ask")
    bench.pass_time(days=1)
    await by_a_candidate_that_supports_it(bench, bob)
    await by_a_mention_on_a_users_word(bench, bob)
    assert await settled(ana) == ("open", "asked", None)
