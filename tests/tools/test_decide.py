"""`decide`: preferences vote, the choice is logged with what carried it and what memory changed."""

import json
from typing import Any

import pytest
from memory_bench import Agent, Bench

OPTIONS = [{"name": "tabs", "keywords": ["tabs"]}, {"name": "spaces", "keywords": ["spaces", "blank characters"]}]


async def decide(agent: Agent, **more: Any) -> dict[str, Any]:
    return await agent.call("decide", **{"question": "How to indent?", "options": OPTIONS, "default": "spaces"} | more)


async def prefer(agent: Agent, text: str, domain: str = "style", **more: Any) -> None:
    said = {"topic": text, "memory_type": "preference", "veracity": "stated"} | more
    await agent.propose(text, domain=domain, **said)


async def test_a_preference_changes_the_choice_and_is_named(both_eras: Bench):
    ana = await both_eras.agent("ana")
    await prefer(ana, "We indent with tabs.")
    assert await decide(ana) == {
        "choice": "tabs",
        "facts": ["F1"],
        "without_memory": "spaces",
        "changed_by_memory": True,
    }


async def test_without_a_vote_the_default_is_chosen(ana: Agent):
    answer = await decide(ana)
    assert (answer["choice"], answer["facts"], answer["changed_by_memory"]) == ("spaces", [], False)


async def test_memory_that_only_confirms_the_default_changed_nothing(ana: Agent):
    await prefer(ana, "We indent with spaces.")
    answer = await decide(ana)
    assert (answer["choice"], answer["facts"], answer["changed_by_memory"]) == ("spaces", ["F1"], False)


async def test_a_refused_default_gives_way_and_the_refusal_is_named(ana: Agent):
    await prefer(ana, "The user never wants spaces.")
    answer = await decide(ana)
    assert (answer["choice"], answer["facts"], answer["changed_by_memory"]) == ("tabs", ["F1"], True)


async def test_what_a_preference_puts_second_is_not_chosen(ana: Agent):
    await prefer(ana, "The user prefers tabs to spaces.")
    answer = await decide(ana)
    assert (answer["choice"], answer["facts"]) == ("tabs", ["F1"])


async def test_a_topic_that_names_an_option_says_nothing_for_it_beside_a_denial(ana: Agent):
    await prefer(ana, "The user dislikes tabs.", topic="tabs")
    answer = await decide(ana)
    assert (answer["choice"], answer["facts"], answer["changed_by_memory"]) == ("spaces", [], False)


@pytest.mark.parametrize(
    "more", [{"memory_type": "fact"}, {"veracity": "imported"}, {"valid_until": "2027-03-01T10:00Z"}]
)
async def test_only_active_preferences_above_six_tenths_vote(bench: Bench, ana: Agent, more: dict[str, str]):
    await prefer(ana, "We indent with tabs.", **more)
    bench.pass_time(hours=2)
    assert (await decide(ana))["choice"] == "spaces"


async def test_a_preference_fades(bench: Bench, ana: Agent):
    await prefer(ana, "We indent with tabs.")
    bench.pass_time(days=180)
    assert (await decide(ana))["choice"] == "spaces"


async def test_the_domain_narrows_whose_preferences_count(ana: Agent):
    await prefer(ana, "We indent with tabs.", domain="style")
    assert (await decide(ana, domain="style"))["choice"] == "tabs"
    assert (await decide(ana, domain="finance"))["choice"] == "spaces"


async def test_the_choice_is_logged_with_its_facts_and_what_would_have_been(both_eras: Bench):
    ana = await both_eras.agent("ana")
    await prefer(ana, "We indent with tabs.")
    await decide(ana)
    (row,) = both_eras.dump()["decision"]
    assert [row[3], *row[4:7]] == ["s1", "How to indent?", json.dumps(["tabs", "spaces"]), "spaces"]
    assert (row[7], json.loads(row[8])) == ("tabs", [1])


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"options": []}, "1 to 50"),
        ({"options": [{"name": f"o{n}", "keywords": ["x"]} for n in range(51)]}, "1 to 50"),
        ({"options": [OPTIONS[0], OPTIONS[0]]}, "different names"),
        ({"default": "neither"}, "'default'"),
        ({"options": [{"name": "tabs"}]}, "'keywords'"),
    ],
)
async def test_what_cannot_be_decided_is_refused_and_not_logged(
    bench: Bench, ana: Agent, more: dict[str, Any], told: str
):
    before = bench.dump()
    arguments = {"question": "How?", "options": OPTIONS, "default": "spaces"} | more
    assert told in await ana.refused("decide", **arguments)
    assert bench.dump() == before


async def test_more_keywords_than_anybody_needs_are_refused(ana: Agent):
    options = [{"name": "tabs", "keywords": [f"word{number}" for number in range(51)]}, OPTIONS[1]]
    assert "keywords" in await ana.refused("decide", question="How?", options=options, default="spaces")


async def test_names_are_compared_in_one_unicode_form(ana: Agent):
    options = [{"name": "Stra\u00dfe f\u00fcr", "keywords": ["x"]}]
    assert (await decide(ana, options=options, default=" Straße fu\u0308r "))["choice"] == "Straße für"
