"""Without candidates a fact is met in all the wordings that it rests on, and in the place where it stands."""

from memory_bench import Agent, Answer, Bench

PORT = ("The port of the billing service is {}.", "billing listens on port {}")


async def seen(agent: Agent, *texts: str) -> Answer:
    """See each, and consolidate."""
    for text in texts:
        await agent.call("record_observation", content=text)
    return await agent.call("consolidate_memory")


async def test_a_fact_is_replaced_in_another_wording_than_its_own(bench: Bench, ana: Agent):
    await seen(ana, PORT[0].format(8010), PORT[0].format(8010), PORT[1].format(8010))
    (old,) = await bench.active()
    bench.pass_time(days=1)
    await seen(ana, PORT[1].format(9000), PORT[1].format(9000))
    (new,) = await bench.active()
    assert (await bench.fact(old)).superseded_by == int(new[1:])
    assert (await bench.fact(new)).content == PORT[1].format(9000)


async def test_another_wording_of_a_fact_supports_it(bench: Bench, ana: Agent):
    await seen(ana, PORT[0].format(8010), PORT[0].format(8010))
    answer = await seen(ana, PORT[1].format(8010))
    assert answer["reinforced"] == ["F1"]
    assert await bench.active() == ["F1"]


async def test_other_aspects_of_a_subject_stand_side_by_side(bench: Bench, ana: Agent):
    others = ("billing runs Postgres 15 now", "billing is written in Go", "billing keeps its logs for 30 days")
    await seen(ana, *(text for text in (PORT[1].format(8010), *others) for _ in range(2)))
    assert len(await bench.active()) == 4


async def test_of_several_domains_that_hold_a_subject_none_is_meant(bench: Bench, ana: Agent):
    kept = [
        (await ana.propose(PORT[1].format(port), topic="port", domain=domain))["fact_id"]
        for domain, port in (("staging", 8010), ("production", 8020))
    ]
    answer = await seen(ana, PORT[1].format(9000), PORT[1].format(9000))
    assert await bench.active() == [*kept, *answer["created"]]
    (made,) = answer["created"]
    assert str((await bench.fact(made)).scope) == "general"


async def test_what_is_seen_goes_where_its_subject_stands(bench: Bench, ana: Agent):
    await ana.propose("billing is written in Go", topic="language", domain="payments")
    (made,) = (await seen(ana, PORT[1].format(9000), PORT[1].format(9000)))["created"]
    fact = await bench.fact(made)
    assert (str(fact.scope), fact.topic) == ("payments", "billing")
