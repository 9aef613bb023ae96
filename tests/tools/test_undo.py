"""Undoing a batch puts back what is still as it was left, names the rest, and erases nothing."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from memory_bench import PERSON, Agent, Bench, open_bench
from palimpsest.store.errors import NotFound, Refused
from palimpsest.store.model import Grant, Level
from palimpsest.store.protocol import Transaction
from palimpsest.tools.runs import clear_up
from palimpsest.tools.undoing import Undone, undo

HISTORY = ("audit", "batch", "fact_state", "row_change", "sqlite_sequence")
"""What tells of the undoing as well."""

PORT = {"domain": "infrastructure", "topic": "orders api port"}


async def undone(bench: Bench, batch: int) -> Undone:
    return await bench.store.write(lambda tx: undo(tx, PERSON, batch))


async def last_batch(bench: Bench) -> int:
    found = await bench.store.read(lambda tx: tx.batches.latest(1))
    return found[0].id if found else 0


def state(bench: Bench) -> dict[str, list[tuple[Any, ...]]]:
    """Every row but those of histories."""
    return {name: found for name, found in bench.dump().items() if name not in HISTORY}


def is_kept(before: dict[str, list[tuple[Any, ...]]], after: dict[str, list[tuple[Any, ...]]]) -> bool:
    """Whether every row that was there is there again, to the last column."""
    return all(set(found) <= set(after[name]) for name, found in before.items())


async def test_a_replaced_fact_stands_again_and_its_successor_stays_readable(bench: Bench, ana: Agent) -> None:
    await ana.propose("The orders API listens on port 8080.", **PORT)
    before = state(bench)
    await ana.propose("The orders API listens on port 9090.", **PORT, veracity="stated")
    assert await bench.active() == ["F2"]
    answer = await undone(bench, await last_batch(bench))
    assert (answer.restored, set(answer.taken_back), answer.kept) == (("F1",), {"F2", "C1"}, ())
    assert await bench.active() == ["F1"]
    assert is_kept(before, state(bench))
    assert await ana.found("9090") == []
    assert await ana.found("9090", include_retired=True) == ["F2"]
    assert (await ana.call("list_memory_conflicts"))["conflicts"] == []


async def test_undoing_twice_is_refused_and_names_the_undoing(bench: Bench, ana: Agent) -> None:
    await ana.propose("It rains.")
    batch = await last_batch(bench)
    answer = await undone(bench, batch)
    with pytest.raises(Refused, match=f"undone already, by {answer.by}"):
        await undone(bench, batch)
    with pytest.raises(NotFound, match="no batch B99"):
        await undone(bench, 99)


async def test_an_undoing_can_be_undone_and_the_batch_holds_again(bench: Bench, ana: Agent) -> None:
    await ana.propose("The orders API listens on port 8080.", **PORT)
    await ana.propose("The orders API listens on port 9090.", **PORT, veracity="stated")
    before, batch = state(bench), await last_batch(bench)
    await undone(bench, batch)
    await undone(bench, await last_batch(bench))
    assert state(bench) == before
    assert await bench.active() == ["F2"]
    await undone(bench, batch)
    assert await bench.active() == ["F1"]


async def test_what_was_changed_since_stays_with_all_that_goes_with_it(bench: Bench, ana: Agent, bob: Agent) -> None:
    await ana.propose("The orders API listens on port 8080.", **PORT)
    await ana.propose("The orders API listens on port 9090.", **PORT, veracity="stated")
    batch = await last_batch(bench)
    await bob.propose("The orders API listens on port 9090.", **PORT)
    before = bench.dump()
    answer = await undone(bench, batch)
    assert (answer.by, answer.restored) == (None, ())
    assert {one.id: one.why for one in answer.kept} == {
        "F1": "it goes with F2, which stays",
        "F2": "it was changed since",
    }
    assert bench.dump() == before


async def test_a_mention_is_taken_back_with_its_source(bench: Bench, ana: Agent, bob: Agent) -> None:
    await ana.propose("It rains.")
    seen = await bob.observe()
    before = state(bench)
    bench.pass_time(days=2)
    await bob.propose("It rains.", source_observation_ids=seen)
    await undone(bench, await last_batch(bench))
    assert state(bench) == before


async def test_a_consolidation_is_undone_as_a_whole(bench: Bench, ana: Agent, bob: Agent) -> None:
    await bob.propose("Deploys need two approvals.", topic="deploys", domain="process")
    await bob.propose("Call Carla back.", topic="calls", memory_type="request")
    await ana.call("remember", content="My user wants two approvals.", veracity="stated", ttl_hours=200)
    seen = await ana.observe(count=2)
    bench.pass_time(days=5)
    before = state(bench)
    draft = {"text": "Deploys need two approvals.", "domain": "process", "topic": "deploys", "sources": [*seen, "H1"]}
    answer = await ana.call("consolidate_memory", candidates=[draft])
    assert (answer["reinforced"], answer["retired"]) == (["F1"], ["F2"])
    await undone(bench, int(answer["batch_id"][1:]))
    assert is_kept(before, state(bench))
    again = await ana.call("consolidate_memory", candidates=[draft])
    assert (again["reinforced"], again["retired"]) == (["F1"], ["F2"])


async def test_a_single_change_of_every_kind_can_be_undone(bench: Bench, ana: Agent) -> None:
    await ana.propose("It rains.", domain="weather")
    await ana.call("propose_policy", domain="weather", rule="Take an umbrella.")
    await ana.call("update_my_notes", notes="Rainy.")
    for tool, arguments in (
        ("supersede_fact", {"fact_id": "F1"}),
        ("supersede_policy", {"policy_id": "P1"}),
        ("propose_policy", {"domain": "weather", "rule": "Wear boots."}),
        ("record_observation", {"content": "Clouds."}),
        ("remember", {"content": "Sun tomorrow.", "domain": "weather"}),
    ):
        before = state(bench)
        await ana.call(tool, **arguments)
        assert state(bench) != before
        answer = await undone(bench, await last_batch(bench))
        assert (len(answer.restored + answer.taken_back) >= 1, answer.kept) == (True, ()), tool
        assert is_kept(before, state(bench)), tool
    assert await bench.active() == ["F1"]
    preamble = await ana.preamble()
    assert "umbrella" in preamble
    assert "boots" not in preamble
    assert "Clouds" not in preamble
    assert (await ana.call("consolidate_memory"))["pending"] == []


async def test_notes_get_their_text_back_under_a_new_version(bench: Bench, ana: Agent) -> None:
    await ana.call("update_my_notes", notes="First.")
    await ana.call("update_my_notes", notes="Second.")
    await undone(bench, await last_batch(bench))
    answer = await ana.call("update_my_notes", notes="Third.", mode="append", expected_version=3)
    assert answer["notes"] == "First.\nThird."


async def test_undoing_what_made_a_domain_leaves_the_domain_open_as_it_was_made(bench: Bench, ana: Agent) -> None:
    await ana.propose("It rains.", domain="weather")
    await undone(bench, 1)
    assert (await ana.call("propose_policy", domain="weather", rule="Take an umbrella."))["policy_id"] == "P1"


async def test_grants_and_settings_are_undone(bench: Bench, ana: Agent) -> None:
    await ana.propose("It rains.", domain="weather")
    before = state(bench)
    await bench.grant("engineer", "weather", "none")
    await undone(bench, await last_batch(bench))
    assert state(bench) == before
    await bench.setting("conflicts.auto_margin", 0.3)
    await undone(bench, await last_batch(bench))
    assert state(bench) == before


async def test_a_fact_that_holds_again_meets_what_came_in_meanwhile(bench: Bench, ana: Agent, bob: Agent) -> None:
    await ana.propose("The orders API listens on port 8080.", **PORT)
    await ana.call("supersede_fact", fact_id="F1")
    batch = await last_batch(bench)
    await bob.propose("The orders API listens on port 9090.", **PORT)
    answer = await undone(bench, batch)
    assert answer.conflicts == (1,)
    (conflict,) = (await ana.call("list_memory_conflicts", status="open"))["conflicts"]
    assert conflict["evidence"] == "8080 -> 9090"
    assert await bench.active() == ["F1", "F2"]


async def test_the_user_s_later_word_about_a_conflict_stays(bench: Bench, ana: Agent, bob: Agent) -> None:
    await ana.propose("The orders API listens on port 8080.", **PORT)
    await bob.propose("The orders API listens on port 9090.", **PORT)
    batch = await last_batch(bench)
    await bob.call("resolve_memory_conflict", conflict_id="C1", keep="both")
    answer = await undone(bench, batch)
    assert {one.id: one.why for one in answer.kept}["F2"] == "C1 was settled since"
    assert await bench.active() == ["F1", "F2"]


async def test_a_fact_that_has_replaced_others_since_stays(bench: Bench, ana: Agent) -> None:
    await ana.propose("Reviews take a day.", topic="reviews")
    await ana.propose("A review is done within a day.", topic="review time")
    batch = await last_batch(bench)
    await ana.call("supersede_fact", fact_id="F1", by_fact_id="F2")
    answer = await undone(bench, batch)
    assert [one.why for one in answer.kept] == ["it has replaced F1 since"]


async def test_a_fact_that_another_says_by_now_is_not_brought_back_beside_it(
    bench: Bench, ana: Agent, bob: Agent
) -> None:
    await ana.propose("It rains.")
    await undone(bench, 1)
    await bob.propose("It rains.")
    answer = await undone(bench, 2)
    assert [(one.id, one.why) for one in answer.kept] == [("F1", "F2 says the same by now")]
    assert await bench.active() == ["F2"]


async def test_what_took_back_half_a_run_is_not_brought_back(bench: Bench, ana: Agent) -> None:
    def half(tx: Transaction) -> None:
        tx.batches.describe("consolidation", "ana", is_open=True)
        tx.grants.set(Grant("intern", "vault", Level.NONE))

    await bench.store.write(half)
    await bench.store.write(clear_up)
    assert (await bench.store.read(lambda tx: tx.batches.latest(1)))[0].undoes == 1
    with pytest.raises(Refused, match="run it again instead"):
        await undone(bench, 2)


async def test_histories_tell_of_the_undoing(bench: Bench, ana: Agent) -> None:
    await ana.propose("It rains.")
    await undone(bench, 1)
    assert "undone" in await ana.read("memory://fact/F1")
    (entry, *_) = reversed(await bench.audit("F1"))
    assert (entry.action, entry.agent, entry.batch_id) == ("undo", "person", 2)


ACTIONS = st.lists(st.tuples(st.sampled_from(["ana", "bob"]), st.integers(0, 5)), min_size=1, max_size=6)


async def act(bench: Bench, agent: Agent, number: int) -> None:
    match number:
        case 0 | 1 | 2:
            veracity = ("inferred", "stated", "tool")[number]
            await agent.propose(f"The orders API listens on port {8080 + number % 2}.", **PORT, veracity=veracity)
        case 3:
            await agent.propose("The orders API listens on port 8080.", **PORT, on_conflict="ask")
        case 4:
            await agent.call("harmonize_memory")
        case _:
            await agent.observe(count=2)
            seen = [one["id"] for one in (await agent.call("consolidate_memory"))["pending"][:2]]
            draft = {"text": "The orders API listens on port 8081.", **PORT, "sources": seen}
            await agent.call("consolidate_memory", candidates=[draft] if seen else [])
    bench.pass_time(days=1)


@given(actions=ACTIONS)
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_undoing_everything_newest_first_restores_each_state_row_for_row(
    tmp_path_factory: pytest.TempPathFactory, actions: list[tuple[str, int]]
) -> None:
    async with open_bench(tmp_path_factory.mktemp("undo")) as bench:
        agents = {name: await bench.agent(name) for name in ("ana", "bob")}
        states: list[tuple[int, dict[str, list[tuple[Any, ...]]]]] = []
        for name, number in actions:
            states.append((await last_batch(bench), state(bench)))
            await act(bench, agents[name], number)
        newest = await last_batch(bench)
        for batch in range(newest, 0, -1):
            answer = await undone(bench, batch)
            assert answer.kept == ()
            for upto, before in states:
                if upto == batch - 1:
                    assert is_kept(before, state(bench))
        assert await bench.active() == []
