"""`supersede_fact` in its three forms, and the difference between what was wrong and what became outdated."""

from datetime import timedelta
from typing import Any

import pytest
from memory_bench import Agent, Bench

OLD, NEW = "The API uses Postgres 14.", "The API uses Postgres 15."


async def test_new_content_makes_a_new_fact_in_the_place_of_the_old_one(both_eras: Bench):
    ana, bob = await both_eras.agent("ana"), await both_eras.agent("bob")
    await ana.propose(OLD, memory_type="decision", repo="acme/web")
    answer = await bob.call("supersede_fact", fact_id="F1", content=NEW)
    assert answer == {"old_id": "F1", "new_id": "F2", "outcome": "superseded_existing", "conflicts": []}
    old, new = await both_eras.fact("F1"), await both_eras.fact("F2")
    assert (old.superseded_by, old.loss_reason) == (2, "outdated")
    assert (new.content, new.topic, str(new.scope), new.memory_type) == (
        NEW,
        old.topic,
        "repo:acme-web/architecture",
        "decision",
    )
    assert new.agent == "bob"


async def test_the_new_fact_may_have_another_topic_type_source_and_validity(bench: Bench, ana: Agent):
    await ana.propose(OLD)
    (seen,) = await ana.observe()
    more = {"topic": "engine", "memory_type": "goal", "veracity": "stated", "valid_until": "2027-12-31"}
    await ana.call("supersede_fact", fact_id="F1", content=NEW, source_observation_ids=[seen], **more)
    new = await bench.fact("F2")
    assert (new.topic, new.memory_type, new.veracity, new.source_ids) == ("engine", "goal", "stated", (1,))
    assert new.valid_until is not None
    assert f"{new.valid_until:%Y-%m-%d}" == "2028-01-01"


async def test_only_another_type_makes_a_new_fact_too(bench: Bench, ana: Agent):
    await ana.propose(OLD)
    answer = await ana.call("supersede_fact", fact_id="F1", content=OLD, memory_type="decision")
    assert (answer["new_id"], await bench.active()) == ("F2", ["F2"])


async def test_another_fact_takes_the_place(both_eras: Bench):
    ana = await both_eras.agent("ana")
    await ana.propose(OLD)
    await ana.propose(NEW, topic="engine")
    answer = await ana.call("supersede_fact", fact_id="F1", by_fact_id="F2")
    assert answer == {"old_id": "F1", "new_id": "F2", "outcome": "superseded"}
    assert await both_eras.active() == ["F2"]


async def test_neither_retracts(both_eras: Bench):
    ana = await both_eras.agent("ana")
    await ana.propose(OLD)
    answer = await ana.call("supersede_fact", fact_id="F1")
    assert answer == {"old_id": "F1", "new_id": None, "outcome": "retracted"}
    assert await ana.found("Postgres") == []
    assert await ana.found("Postgres", include_retired=True) == ["F1"]
    assert OLD in await ana.read("memory://fact/F1")


@pytest.mark.parametrize("form", [{"content": NEW}, {"by_fact_id": "F2"}, {}], ids=["content", "by_fact_id", "neither"])
@pytest.mark.parametrize("reason", ["wrong", "outdated"])
async def test_as_of_the_past_shows_what_was_outdated_and_never_what_was_wrong(
    bench: Bench, ana: Agent, form: dict[str, Any], reason: str
):
    await ana.propose(OLD)
    await ana.propose("Zebras are striped.", topic="zebras")
    then = bench.now
    bench.pass_time(days=1)
    await ana.call("supersede_fact", fact_id="F1", reason=reason, **form)
    believed = await ana.found("Postgres", as_of=(then + timedelta(minutes=1)).isoformat())
    assert believed == (["F1"] if reason == "outdated" else [])
    assert "F1" not in await ana.found("Postgres")


async def test_a_replaced_fact_names_its_successor_as_the_place_to_change(ana: Agent):
    await ana.propose(OLD)
    await ana.call("supersede_fact", fact_id="F1", content=NEW)
    assert "superseded by F2" in await ana.refused("supersede_fact", fact_id="F1", content="The API uses MySQL.")
    await ana.call("supersede_fact", fact_id="F2")
    assert "retired" in await ana.refused("supersede_fact", fact_id="F2")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"fact_id": "F9"}, "no fact F9"),
        ({"fact_id": "P1"}, "names a policy"),
        ({"fact_id": "F1", "content": NEW, "by_fact_id": "F2"}, "not both"),
        ({"fact_id": "F1", "topic": "engine"}, "'content'"),
        ({"fact_id": "F1", "by_fact_id": "F1"}, "itself"),
        ({"fact_id": "F1", "by_fact_id": "F9"}, "no fact F9"),
        ({"fact_id": "F1", "by_fact_id": "F3"}, "not active"),
        ({"fact_id": "F1", "content": "the api uses postgres 14"}, "says that already"),
        ({"fact_id": "F1", "content": NEW, "reason": "boring"}, "wrong, outdated"),
        ({"fact_id": "F1", "content": NEW, "valid_until": "2027-02-28"}, "already passed"),
        ({"fact_id": "F1", "content": NEW, "source_observation_ids": ["O7"]}, "no observation O7"),
    ],
)
async def test_what_cannot_be_meant_is_refused_and_changes_nothing(
    bench: Bench, ana: Agent, arguments: dict[str, Any], told: str
):
    await ana.propose(OLD)
    await ana.propose("Zebras are striped.", topic="zebras")
    await ana.propose("Zebras are spotted.", topic="spots")
    await ana.call("supersede_fact", fact_id="F3")
    before = bench.dump()
    assert told in await ana.refused("supersede_fact", **arguments)
    assert bench.dump() == before


async def test_a_text_rejected_as_wrong_is_not_taken_again_in_silence(both_eras: Bench):
    ana, bob = await both_eras.agent("ana"), await both_eras.agent("bob")
    await ana.propose(OLD)
    await ana.call("supersede_fact", fact_id="F1", reason="wrong")
    answer = await bob.propose("The API uses postgres 14")
    assert (answer["fact_id"], answer["outcome"]) == ("F1", "needs_confirmation")
    assert "wrong" in answer["question"]
    assert "stated" in answer["question"]
    assert await both_eras.active() == []


async def test_a_rejected_text_comes_back_on_a_user_s_word_and_the_reply_says_so(bench: Bench, ana: Agent):
    await ana.propose(OLD)
    await ana.call("supersede_fact", fact_id="F1", reason="wrong")
    answer = await ana.propose(OLD, veracity="stated")
    assert (answer["fact_id"], answer["outcome"]) == ("F2", "created")
    assert "F1" in answer["note"]
    assert "wrong" in answer["note"]
    assert (await ana.propose(OLD))["outcome"] == "mentioned"


async def test_a_rejected_text_is_no_replacement_either(bench: Bench, ana: Agent):
    await ana.propose(OLD)
    await ana.call("supersede_fact", fact_id="F1", content=NEW, reason="wrong")
    told = await ana.refused("supersede_fact", fact_id="F2", content=OLD)
    assert "wrong" in told
    assert await bench.active() == ["F2"]


async def test_what_was_outdated_may_hold_again(bench: Bench, ana: Agent):
    await ana.propose(OLD)
    await ana.call("supersede_fact", fact_id="F1", reason="outdated")
    assert (await ana.propose(OLD))["outcome"] == "created"


async def test_the_replacement_is_still_compared_with_the_other_facts(bench: Bench, ana: Agent, bob: Agent):
    await ana.propose(OLD)
    await bob.propose("The API uses Postgres 16.", on_conflict="coexist")
    answer = await ana.call("supersede_fact", fact_id="F1", content=NEW)
    assert answer["outcome"] == "needs_confirmation"
    assert [(one["old_id"], one["new_id"]) for one in answer["conflicts"]] == [("F2", "F3")]
    assert "C" in answer["question"]
    assert await bench.active() == ["F2", "F3"]


async def test_a_successor_that_is_contested_says_so(bench: Bench, ana: Agent, bob: Agent):
    await ana.propose(OLD)
    await bob.propose(NEW)
    await ana.propose("The schema is Carla's.", topic="schema")
    answer = await ana.call("supersede_fact", fact_id="F3", by_fact_id="F2")
    assert [one["id"] for one in answer["conflicts"]] == ["C1"]
    assert "C1" in answer["question"]
