"""Full text: filters come before the cut, neighbours lend their words, any text is a query."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from palimpsest.store.model import Candidate, LossReason, MemoryType, Scope, Validity, Veracity
from palimpsest.store.protocol import Transaction
from palimpsest.store.rules.analysis import index_terms
from store_builders import ARCHITECTURE, MISSING, START, Memory, add_fact, change_fact, new_observation

HOUR = timedelta(hours=1)
IN_REPO = Scope("architecture", "owner-name")
SECRET = Scope("secret")
LOUD = "zeppelin zeppelin zeppelin"
QUIET = "Among the many words of this long sentence about weather and harbours there is one zeppelin to be found."


async def find(memory: Memory, query: str, limit: int = 10, **where: Any) -> list[int]:
    asked = memory.filter(**where)
    return [one.id for one in await memory.read(lambda tx: tx.search.facts(query, asked, limit))]


async def find_seen(
    memory: Memory,
    query: str,
    agent: str = "ada",
    at: datetime | None = None,
    hidden: tuple[int, ...] = (),
    limit: int = 10,
) -> list[int]:
    moment = at or memory.clock.now

    def work(tx: Transaction) -> list[int]:
        found = tx.search.observations(query, agent=agent, at=moment, hidden_domain_ids=hidden, limit=limit)
        assert {one.kind for one in found} <= {"O"}
        return [one.id for one in found]

    return await memory.read(work)


async def test_facts_are_found_by_topic_and_content_the_best_first(memory: Memory) -> None:
    by_topic = await memory.add_fact(topic="Zeppelin", content="It lands at noon.")
    quiet = await memory.add_fact(content=QUIET)
    await memory.add_fact(content="Nothing to see.")
    found = await memory.read(lambda tx: tx.search.facts("zeppelin", memory.filter(), 10))
    assert {one.id for one in found} == {by_topic.id, quiet.id}
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    assert found[0].id == by_topic.id
    assert {one.kind for one in found} == {"F"}
    assert all(one.score > 0 for one in found)


async def test_of_equal_matches_the_newer_comes_first(memory: Memory) -> None:
    ids = [(await memory.add_fact(content=LOUD)).id for _ in range(5)]
    assert await find(memory, "zeppelin") == ids[::-1]
    assert await find(memory, "zeppelin", limit=2) == ids[:2:-1]
    seen = [(await memory.add_observation(content=LOUD, session=f"{n}")).id for n in range(3)]
    assert await find_seen(memory, "zeppelin") == seen[::-1]


async def test_facts_and_observations_do_not_get_into_each_others_answers(memory: Memory) -> None:
    fact, seen = await memory.add_fact(content=LOUD), await memory.add_observation(content=LOUD)
    assert await find(memory, "zeppelin") == [fact.id]
    assert await find_seen(memory, "zeppelin") == [seen.id]


async def test_a_match_brings_along_what_its_rank_depends_on(memory: Memory) -> None:
    fact = await memory.add_fact(IN_REPO, content=LOUD, memory_type=MemoryType.GOAL, validity=Validity.PERMANENT)
    seen = await memory.add_observation(content=LOUD, veracity=Veracity.TOOL)
    memory.clock.forward(hours=1)

    def work(tx: Transaction) -> list[Candidate]:
        found = tx.search.facts("zeppelin", memory.filter(), 10)
        at = memory.clock.now
        return found + tx.search.observations("zeppelin", agent="ada", at=at, hidden_domain_ids=(), limit=10)

    first, second = await memory.read(work)
    assert first == Candidate("F", fact.id, first.score, MemoryType.GOAL, True, 0.7, START, "owner-name")
    assert second == Candidate("O", seen.id, second.score, MemoryType.OBSERVATION, False, 0.5, START, None)


async def test_a_match_of_the_past_brings_along_how_the_fact_stood_then(memory: Memory) -> None:
    fact = await memory.add_fact(content=LOUD, confidence=0.4)
    at = memory.clock.forward(hours=1)
    await memory.change(fact, "mentioned", confidence=0.9, supported_at=at)
    then, now = memory.filter(at=START, past=True), memory.filter()
    found = [await memory.read(lambda tx, where=where: tx.search.facts("zeppelin", where, 1)) for where in (then, now)]
    assert [(one.confidence, one.supported_at) for (one,) in found] == [(0.4, START), (0.9, at)]


async def test_the_terms_of_matches_are_those_they_are_found_by(memory: Memory) -> None:
    await memory.add_fact(topic="Air traffic", content=QUIET)
    await memory.add_observation(content="The zeppelins of C++")
    await memory.add_observation(content="Something else, in another sentence.")

    def work(tx: Transaction) -> list[list[str]]:
        facts = tx.search.facts("zeppelin", memory.filter(), 10)
        at = memory.clock.now
        seen = tx.search.observations("c++", agent="ada", at=at, hidden_domain_ids=(), limit=1)
        gone = facts[0]._replace(id=MISSING)
        return tx.search.terms([*seen, gone, *facts])

    assert await memory.read(work) == [
        index_terms("The zeppelins of C++"),
        [],
        [*index_terms("Air traffic"), *index_terms(QUIET)],
    ]


@pytest.mark.parametrize("past", [False, True])
async def test_thousands_of_facts_that_may_not_be_shown_push_none_out(memory: Memory, *, past: bool) -> None:
    def fill(tx: Transaction) -> int:
        shown = add_fact(tx, content=QUIET).id
        for n in range(500):
            superseded = add_fact(tx, content=LOUD)
            how: dict[str, Any] = {"superseded_by": shown, "superseded_at": START}
            change_fact(tx, superseded.id, loss_reason=LossReason.WRONG if n % 2 else LossReason.OUTDATED, **how)
            change_fact(tx, add_fact(tx, content=LOUD).id, retired_at=START)
            add_fact(tx, SECRET, content=LOUD)
            add_fact(tx, content=LOUD, valid_until=START)
        return shown

    shown = await memory.write(fill)
    hidden = await memory.read(lambda tx: tx.domains.get(SECRET))
    assert hidden is not None
    assert await find(memory, "zeppelin", limit=1, hidden_domain_ids=(hidden.id,), past=past) == [shown]


@pytest.mark.parametrize("hidden_of_ten", [0, 3, 7, 9])
@pytest.mark.parametrize("past", [False, True])
async def test_the_best_of_a_few_are_those_of_all_however_many_are_hidden(
    memory: Memory, hidden_of_ten: int, *, past: bool
) -> None:
    def fill(tx: Transaction) -> None:
        for n in range(400):
            repeated = "zeppelin " * (1 + n * 7 % 5)
            fact = add_fact(tx, content=f"{repeated} number {n} of the fleet")
            if n * 3 % 10 < hidden_of_ten:
                change_fact(tx, fact.id, retired_at=START)

    await memory.write(fill)
    every = await find(memory, "zeppelin fleet", limit=10_000, past=past)
    assert len(every) == 400 - 40 * hidden_of_ten
    for limit in (1, 5, 30, 90):
        assert await find(memory, "zeppelin fleet", limit=limit, past=past) == every[:limit]
        typed = await find(memory, "zeppelin fleet", limit=limit, past=past, memory_type=MemoryType.FACT)
        assert typed == every[:limit]


@pytest.mark.parametrize("own_of_ten", [1, 5, 10])
async def test_the_best_observations_of_a_few_are_those_of_all(memory: Memory, own_of_ten: int) -> None:
    def fill(tx: Transaction) -> set[int]:
        own, cited = set[int](), set[int]()
        for n in range(300):
            is_own = n * 3 % 10 < own_of_ten
            text = "zeppelin " * (1 + n * 7 % 5) + f"number {n}"
            seen = new_observation(content=text, agent="ada" if is_own else "ben", session=f"s{n}")
            (own if is_own else cited if n % 4 == 1 else set[int]()).add(tx.observations.insert(seen).id)
        add_fact(tx, source_ids=tuple(cited))
        return own | cited

    readable = await memory.write(fill)
    every = await find_seen(memory, "zeppelin", limit=10_000)
    assert set(every) == readable
    for limit in (1, 5, 30, 90):
        assert await find_seen(memory, "zeppelin", limit=limit) == every[:limit]


async def test_thousands_of_observations_of_others_push_none_out(memory: Memory) -> None:
    own = await memory.add_observation(content=QUIET)

    def fill(tx: Transaction) -> int:
        ids = [tx.observations.insert(new_observation(content=LOUD, agent="ben")).id for _ in range(2_000)]
        return add_fact(tx, SECRET, source_ids=tuple(ids[:1_000])).domain_id

    secret = await memory.write(fill)
    memory.clock.forward(hours=1)
    later = await memory.add_observation(content=LOUD)
    assert await find_seen(memory, "zeppelin", hidden=(secret,), at=START, limit=1) == [own.id]
    assert later.id in await find_seen(memory, "zeppelin", hidden=(secret,), limit=10)


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({}, {"wide", "narrow", "typed"}),
        ({"repo": ""}, {"wide", "typed"}),
        ({"repo": "owner-name"}, {"narrow"}),
        ({"domain_name": "architecture"}, {"wide", "narrow"}),
        ({"domain_name": "architecture", "repo": ""}, {"wide"}),
        ({"memory_type": MemoryType.GOAL}, {"typed"}),
        ({"include_superseded": True}, {"wide", "narrow", "typed", "superseded"}),
        ({"include_retired": True}, {"wide", "narrow", "typed", "retired", "early"}),
        ({"at": START - HOUR, "past": True}, set[str]()),
        ({"at": START, "past": True}, {"wide", "narrow", "typed", "superseded", "retired"}),
        ({"at": START + HOUR, "past": True}, {"wide", "narrow", "typed"}),
        ({"at": START + 3 * HOUR, "past": True}, {"wide", "narrow", "typed", "early"}),
    ],
)
async def test_a_search_is_filtered_as_a_list_is(memory: Memory, asked: dict[str, Any], expected: set[str]) -> None:
    added = {
        "wide": await memory.add_fact(content=LOUD),
        "narrow": await memory.add_fact(IN_REPO, content=LOUD),
        "typed": await memory.add_fact(Scope("plans"), content=LOUD, memory_type=MemoryType.GOAL),
        "superseded": await memory.add_fact(content=LOUD),
        "retired": await memory.add_fact(content=LOUD),
        "early": await memory.add_fact(content=LOUD, valid_from=START + 2 * HOUR),
    }
    now = memory.clock.forward(hours=1)
    lost: dict[str, Any] = {"superseded_by": added["wide"].id, "loss_reason": LossReason.OUTDATED}
    await memory.write(lambda tx: change_fact(tx, added["superseded"].id, superseded_at=now, **lost))
    await memory.change(added["retired"], retired_at=now)
    names = {fact.id: name for name, fact in added.items()}
    assert {names[number] for number in await find(memory, "zeppelin", **asked)} == expected
    where = memory.filter(**asked)
    assert {names[fact.id] for fact in await memory.read(lambda tx: tx.facts.active(where, 100))} == expected


async def test_an_observation_is_found_through_what_was_said_just_before_and_after(memory: Memory) -> None:
    question = await memory.add_observation(content="Where do you live?")
    answer = await memory.add_observation(content="In Lisbon.")
    remark = await memory.add_observation(content="How nice.")
    last = await memory.add_observation(content="Thank you.")
    found = await find_seen(memory, "lisbon")
    assert found[0] == answer.id
    assert set(found) == {question.id, answer.id, remark.id}
    assert set(await find_seen(memory, "live")) == {question.id, answer.id}
    assert set(await find_seen(memory, "nice")) == {answer.id, remark.id, last.id}
    assert set(await find_seen(memory, "thank")) == {remark.id, last.id}


async def test_own_words_weigh_more_than_those_of_the_neighbours(memory: Memory) -> None:
    own = await memory.add_observation(content="The zeppelin was late.")
    near = await memory.add_observation(content="The weather was bad.")
    assert await find_seen(memory, "zeppelin") == [own.id, near.id]


@pytest.mark.parametrize("apart", [{"agent": "ben"}, {"session": "s2"}, {"source": "guide"}])
async def test_neighbours_are_of_one_agent_one_session_and_one_source(memory: Memory, apart: dict[str, str]) -> None:
    question = await memory.add_observation(content="Where do you live?")
    foreign = await memory.add_observation(content="In Lisbon.", **apart)
    answer = await memory.add_observation(content="In Porto.")
    agent = apart.get("agent", "ada")
    assert await find_seen(memory, "lisbon", agent=agent) == [foreign.id]
    assert set(await find_seen(memory, "porto")) == {question.id, answer.id}
    assert set(await find_seen(memory, "live")) == {question.id, answer.id}


async def test_observations_are_private_until_a_visible_fact_cites_them(memory: Memory) -> None:
    seen = await memory.add_observation(content=LOUD)
    assert await find_seen(memory, "zeppelin", agent="ada") == [seen.id]
    assert await find_seen(memory, "zeppelin", agent="ben") == []
    fact = await memory.add_fact(SECRET, source_ids=(seen.id,))
    assert await find_seen(memory, "zeppelin", agent="ben") == [seen.id]
    assert await find_seen(memory, "zeppelin", agent="ben", hidden=(fact.domain_id,)) == []
    assert await find_seen(memory, "zeppelin", agent="ada", hidden=(fact.domain_id,)) == [seen.id]


async def test_an_observation_is_found_from_when_it_was_made(memory: Memory) -> None:
    memory.clock.forward(hours=1)
    seen = await memory.add_observation(content=LOUD)
    assert await find_seen(memory, "zeppelin", at=START) == []
    assert await find_seen(memory, "zeppelin", at=memory.clock.now) == [seen.id]


@pytest.mark.parametrize("query", ["", "   ", "?!", "... --- ...", '"', "\u200b", "()[]{}"])
async def test_a_query_without_words_finds_nothing(memory: Memory, query: str) -> None:
    await memory.add_fact()
    await memory.add_observation()
    assert await find(memory, query) == []
    assert await find_seen(memory, query) == []


@pytest.mark.parametrize(
    "query", ['"zeppelin', "zeppelin NEAR(", "NOT zeppelin", "topic:zeppelin", "zeppelin*", "-zeppelin", "zeppelin; --"]
)
async def test_no_sign_in_a_query_has_a_meaning_of_its_own(memory: Memory, query: str) -> None:
    fact = await memory.add_fact(content=LOUD)
    assert await find(memory, query) == [fact.id]


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(query=st.text(max_size=60))
async def test_any_text_is_a_query(memory: Memory, query: str) -> None:
    for found in (await find(memory, query), await find_seen(memory, query)):
        assert found == []


@pytest.mark.parametrize("text", ["缓存服务器", "キャッシュ", "кэш", "Größe", "snake_case", "C++", "v1.2.3", "🪔"])
async def test_a_word_of_any_script_is_found_again(memory: Memory, text: str) -> None:
    fact = await memory.add_fact(ARCHITECTURE, content=f"Here is {text} among others.")
    seen = await memory.add_observation(content=f"Here is {text} among others.")
    await memory.add_fact(content="Something else.")
    assert (await find(memory, text))[0] == fact.id
    assert await find_seen(memory, text) == [seen.id]


async def test_what_became_of_a_fact_does_not_change_how_it_is_found(memory: Memory) -> None:
    fact = await memory.add_fact(content=LOUD)
    await memory.change(fact, "retired", retired_at=START)
    assert await find(memory, "zeppelin") == []
    assert await find(memory, "zeppelin", include_retired=True) == [fact.id]
    await memory.change(fact, "restored", retired_at=None)
    assert await find(memory, "zeppelin") == [fact.id]
