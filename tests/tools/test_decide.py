"""`decide`: preferences vote, the choice is logged with what carried it and what memory changed."""

import json
from typing import Any

import pytest
from memory_bench import Agent, Bench
from palimpsest.store.rules.decision import Choice

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


async def test_only_the_latest_of_a_preference_that_changed_votes(ana: Agent):
    await prefer(ana, "We indent with spaces.", topic="indent")
    await ana.call("supersede_fact", fact_id="F1", content="We indent with tabs.", veracity="stated")
    answer = await decide(ana)
    assert (answer["choice"], answer["facts"]) == ("tabs", ["F2"])
    await ana.call("supersede_fact", fact_id="F2")
    assert (await decide(ana))["facts"] == []


async def test_what_challenges_a_preference_undecided_has_no_say(ana: Agent, bob: Agent):
    await prefer(ana, "The user indents with spaces.", topic="indent", veracity="inferred")
    challenged = await bob.propose(
        "The user indents with tabs.", "indent", "style", memory_type="preference", veracity="inferred"
    )
    assert challenged["outcome"] == "needs_confirmation"
    answer = await decide(ana)
    assert (answer["choice"], answer["facts"]) == ("spaces", ["F1"])


async def test_a_preference_whose_sources_lapsed_has_no_say(bench: Bench, ana: Agent):
    ids = await ana.observe(source="style.md", revision="r1")
    await prefer(ana, "We indent with tabs.", source_observation_ids=ids)
    await bench.version("style.md", "r1")
    assert (await decide(ana))["choice"] == "tabs"
    await bench.version("style.md", "r2")
    assert (await decide(ana))["choice"] == "spaces"


async def test_exactly_six_tenths_is_not_above_and_a_mention_lifts_it(bench: Bench, ana: Agent, bob: Agent):
    await prefer(ana, "We indent with tabs.", veracity="imported")
    assert (await bench.fact("F1")).confidence == 0.6
    assert (await decide(ana))["choice"] == "spaces"
    await bob.propose("We indent with tabs.", "We indent with tabs.", "style", memory_type="preference")
    assert (await decide(ana))["choice"] == "tabs"


async def test_the_caller_s_repository_comes_before_the_workspace_and_that_before_others(bench: Bench, ana: Agent):
    await prefer(ana, "We indent with tabs.")
    web = await bench.agent("eve", repo="acme-web")
    await prefer(ana, "Spaces here.", repo="acme-web", veracity="inferred")
    await prefer(ana, "Spaces over there.", repo="acme-api")
    await prefer(ana, "Spaces there, too.", repo="acme-api")
    assert (await decide(web, default="tabs"))["facts"] == ["F2", "F4", "F3"]
    assert (await decide(ana))["choice"] == "tabs"
    assert (await decide(ana, domain="repo:acme-api/style", default="tabs"))["facts"] == ["F4", "F3"]


async def test_preferences_of_a_hidden_domain_have_no_say(bench: Bench, ana: Agent):
    await prefer(ana, "We indent with tabs.", domain="secret")
    await bench.grant("engineer", "secret", "none")
    assert (await decide(ana))["choice"] == "spaces"


async def test_a_choice_is_weighed_without_the_write_lock(bench: Bench, ana: Agent, monkeypatch: pytest.MonkeyPatch):
    written: list[object] = []
    write = ana.desk.store.write

    async def watched(work: Any, *more: Any) -> Any:
        written.append(work)
        return await write(work, *more)

    def choose(*_: Any) -> Choice:
        assert written == []
        return Choice("tabs", ())

    monkeypatch.setattr(ana.desk.store, "write", watched)
    monkeypatch.setattr("palimpsest.tools.decision_tools.choose", choose)
    assert (await decide(ana))["choice"] == "tabs"
    assert len(written) == 1
