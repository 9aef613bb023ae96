"""Editing a fact on the page: another version in its place, and nothing that was typed is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from mcp import Client
from page_forms import action_of, fields_of
from page_kit import PageClient, Shown
from page_memory import HOSTILE
from palimpsest.server.app import build_server
from palimpsest.store.model import Caller
from palimpsest.store.sqlite import SqliteStore
from palimpsest.tools.desk import Desk
from somebody_else import somebody_else

CACHE = "F13"
MINE = "The cache is Dragonfly, and <b>I</b> say so."


async def test_saving_puts_what_the_person_states_in_the_place_of_the_fact(page: PageClient, home: Path):
    done = await _save(page, await page.get(f"facts/{CACHE}/edit"), content="The cache is Valkey 8.")
    assert "F22 stands in the place of F13." in done.notice
    assert done.texts(".main-text") == ["The cache is Valkey 8."]
    assert done.soup.select_one("#notices [data-undo]")
    async with somebody_else(home) as bob:
        fact = (await bob("memory_fact.get", fact_id="F22"))["fact"]
    assert (fact["agent"], fact["veracity"], fact["topic"], fact["domain"]) == (
        "ann",
        "stated",
        "cache",
        "architecture",
    )
    assert done.texts("#F13 > .under")[0].replace(" .", ".") == "The cache is Redis 6."


async def test_only_what_was_changed_is_said_anew(page: PageClient, home: Path):
    typed = {
        "topic": "caching",
        "domain": "platform",
        "repo": "acme/shop",
        "memory_type": "decision",
        "reason": "wrong",
    }
    done = await _save(page, await page.get(f"facts/{CACHE}/edit"), **typed)
    assert "F22 stands in the place of F13." in done.notice
    async with somebody_else(home) as bob:
        new = (await bob("memory_fact.get", fact_id="F22"))["fact"]
        old = (await bob("memory_fact.get", fact_id=CACHE))["fact"]
    said = (new["content"], new["topic"], new["domain"], new["repo"], new["memory_type"], old["reason"])
    assert said == ("The cache is Redis 6.", "caching", "platform", "acme-shop", "decision", "wrong")


async def test_how_long_it_holds_changes_in_place(page: PageClient):
    done = await _save(page, await page.get(f"facts/{CACHE}/edit"), validity="until", valid_until="2999-03-31")
    assert "F13 holds as you say, stated by you." in done.notice
    again = fields_of(await page.get(f"facts/{CACHE}/edit"))
    assert (again["validity"], again["valid_until"], again["version"]) == ("until", "2999-03-31", "2")


async def test_a_moment_within_a_day_is_shown_as_it_is_and_stays(page: PageClient):
    form = await page.get(f"facts/{CACHE}/edit")
    await _save(page, form, validity="until", valid_until="2999-03-31T12:30:00Z")
    again = await page.get(f"facts/{CACHE}/edit")
    assert fields_of(again)["valid_until"] == "2999-03-31T12:30:00Z"
    done = await _save(page, again)
    assert "Nothing is different" in done.text


async def test_a_form_says_before_saving_what_saving_does(page: PageClient):
    shown = await page.get(f"facts/{CACHE}/edit")
    assert "Nothing is erased: the old text stays readable beneath it" in shown.text
    assert "21 of 4000 characters" in shown.text
    assert "It never was true." in shown.text


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({}, "Nothing is different from what the fact says already"),
        ({"content": "   "}, "A fact says something: its text is empty"),
        ({"topic": " "}, "A fact has a topic: it is empty"),
        ({"domain": ""}, "A fact belongs to a domain: it is empty"),
        ({"content": "x" * 4001}, "has 4,001 characters, the limit is 4,000"),
        ({"content": "Key ghp_" + "a1B2c3D4" * 5}, "can't be taken"),
        ({"memory_type": "nonsense"}, "can't be taken"),
        ({"validity": "until"}, "until when"),
        ({"validity": "until", "valid_until": "soon"}, "holds until"),
        ({"domain": "a b/c d"}, "can't be taken"),
        ({"reason": "because", "content": "Other."}, "can't be taken"),
    ],
)
async def test_what_cannot_be_taken_is_said_above_the_form_with_all_that_was_typed(
    page: PageClient, typed: dict[str, str], said: str
):
    typed = {"topic": "my topic", **typed} if typed else typed
    done = await _save(page, await page.get(f"facts/{CACHE}/edit"), **typed)
    assert done.status == 422
    assert said in done.texts("[role=alert]")[0]
    kept = fields_of(done)
    assert {name: kept[name] for name in typed if name not in ("memory_type", "reason")} == {
        name: text for name, text in typed.items() if name not in ("memory_type", "reason")
    }


async def test_what_the_fact_says_already_elsewhere_goes_under_that(page: PageClient):
    form = await page.get("facts/F9/edit")
    done = await _save(page, form, content="The API listens on port 9090.")
    assert done.status == 200
    assert "F10" in done.notice


async def test_a_text_comes_back_from_the_form_as_it_was(page: PageClient):
    for number, text in enumerate(HOSTILE, start=14):
        assert fields_of(await page.get(f"facts/F{number}/edit"))["content"] == text
    odd = "\n  two blank lines before, tabs\tinside, </textarea><script>window.bitten=1</script> & an end"
    done = await _save(page, await page.get(f"facts/{CACHE}/edit"), content=odd, topic=" ")
    assert fields_of(done)["content"] == odd


async def test_two_editors_are_shown_three_texts_and_the_second_can_save_over(page: PageClient, home: Path):
    form = await page.get(f"facts/{CACHE}/edit")
    await _update(home, CACHE, "The cache is Valkey 8.")
    clash = await _save(page, form, content=MINE)
    assert clash.status == 409
    assert "bob put F22 in the place of F13 while you were editing" in clash.texts("[role=alert]")[0]
    assert [one.replace(" .", ".") for one in clash.texts(".three p:first-of-type")] == [
        "The cache is Redis 6.",
        "The cache is Valkey 8.",
        "The cache is Dragonfly, and <b>I</b> say so.",
    ]
    assert "Valkey 8" in clash.texts(".three ins")
    assert fields_of(clash)["content"] == MINE
    assert clash.soup.select_one("a.button[href$='/facts/F22']")
    done = await _save(page, clash)
    assert "F23 stands in the place of F22." in done.notice
    assert done.texts(".main-text") == [MINE]
    assert done.texts(".older > .meta .id") == ["F22", "F13", "F3"]


async def test_saving_over_what_changed_once_more_is_a_clash_once_more(page: PageClient, home: Path):
    form = await page.get(f"facts/{CACHE}/edit")
    await _update(home, CACHE, "The cache is Valkey 8.")
    clash = await _save(page, form, content=MINE)
    await _update(home, "F22", "The cache is Valkey 9.")
    again = await _save(page, clash)
    assert again.status == 409
    assert "bob put F23 in the place of F22" in again.texts("[role=alert]")[0]
    assert (action_of(again), fields_of(again)["content"]) == ("facts/F23/edit", MINE)


async def test_a_mention_by_an_agent_is_no_clash(page: PageClient, home: Path):
    form = await page.get(f"facts/{CACHE}/edit")
    async with somebody_else(home) as bob:
        version = (await bob("memory_fact.get", fact_id=CACHE))["version"]
    await _mention(home)
    async with somebody_else(home) as bob:
        detail = await bob("memory_fact.get", fact_id=CACHE)
    assert (detail["version"], len(detail["changes"])) == (version, 2)
    assert "F22 stands" in (await _save(page, form, content=MINE)).notice


async def test_how_long_it_holds_changed_meanwhile_is_shown_too(page: PageClient, home: Path):
    form = await page.get(f"facts/{CACHE}/edit")
    async with somebody_else(home) as bob:
        await bob("memory_fact.update", fact_id=CACHE, validity="until", valid_until="2999-03-31")
    clash = await _save(page, form, content=MINE)
    assert "bob changed how long F13 holds" in clash.texts("[role=alert]")[0]
    assert "F22 stands in the place of F13." in (await _save(page, clash)).notice


async def test_what_was_deleted_meanwhile_can_be_restored_and_saved_over(page: PageClient, home: Path):
    form = await page.get(f"facts/{CACHE}/edit")
    async with somebody_else(home) as bob:
        await bob("memory_fact.delete", fact_ids=[CACHE])
    clash = await _save(page, form, content=MINE)
    assert clash.status == 409
    assert "bob deleted F13 while you were editing" in clash.texts("[role=alert]")[0]
    assert "Leave it out of use" in clash.text
    done = await _save(page, clash)
    assert "F22 stands in the place of F13." in done.notice
    assert "F13 was taken back into use first." in done.notice
    assert done.texts(".main-text") == [MINE]


async def test_a_text_that_is_refused_after_the_restoring_says_that_too_and_can_be_mended(page: PageClient, home: Path):
    form = await page.get(f"facts/{CACHE}/edit")
    async with somebody_else(home) as bob:
        await bob("memory_fact.delete", fact_ids=[CACHE])
    refused = await _save(page, await _save(page, form, content=MINE), content="x" * 4001)
    assert refused.status == 422
    assert "F13 was taken back into use first." in refused.texts("[role=alert]")[0]
    done = await _save(page, refused, content=MINE)
    assert "F22 stands in the place of F13." in done.notice


async def test_what_was_replaced_and_deleted_meanwhile_is_told_to_its_end(page: PageClient, home: Path):
    form = await page.get(f"facts/{CACHE}/edit")
    await _update(home, CACHE, "The cache is Valkey 8.")
    async with somebody_else(home) as bob:
        await bob("memory_fact.delete", fact_ids=["F22"])
    clash = await _save(page, form, content=MINE)
    assert (clash.status, action_of(clash)) == (409, "facts/F22/edit")
    done = await _save(page, clash)
    assert "F23 stands in the place of F22." in done.notice


async def test_what_was_erased_meanwhile_leaves_what_was_typed(page: PageClient, home: Path):
    form = await page.get(f"facts/{CACHE}/edit")
    async with somebody_else(home) as bob:
        await bob("memory_fact.purge", fact_ids=[CACHE])
    done = await _save(page, form, content=MINE)
    assert done.status == 404
    assert "F13 isn't there any more" in done.text
    field = done.soup.select_one("textarea")
    assert field is not None
    assert field.get_text().strip() == MINE


async def test_a_form_of_what_no_longer_stands_leads_to_what_does(page: PageClient, home: Path):
    shown = await page.get("facts/F3/edit")
    assert not shown.soup.select("form.edit")
    assert shown.soup.select_one("[data-part=meanwhile] a[href$='/facts/F13']")
    async with somebody_else(home) as bob:
        await bob("memory_fact.delete", fact_ids=["F1"])
    assert "taken out of use" in (await page.get("facts/F1/edit")).text


async def test_a_form_without_a_version_changes_nothing_before_the_person_chooses(page: PageClient):
    fields = fields_of(await page.get(f"facts/{CACHE}/edit"), content=MINE)
    for version in ("", "0", "x", "9" * 30):
        done = await page.post(f"facts/{CACHE}/edit", **{**fields, "version": version})
        assert (done.status, fields_of(done)["content"]) == (409, MINE)


async def test_an_ended_session_gives_back_what_was_typed(page: PageClient):
    fields = fields_of(await page.get(f"facts/{CACHE}/edit"), content=MINE)
    await page.post("leave")
    done = await page.send(f"facts/{CACHE}/edit", **fields, csrf="of-before")
    assert done.status == 401
    assert MINE in [one.get_text().strip("\n") for one in done.soup.select("textarea")]
    assert "nothing was saved" in done.text


async def _save(page: PageClient, form: Shown, **typed: str) -> Shown:
    return await page.post(action_of(form), **fields_of(form, **typed))


async def _update(home: Path, name: str, text: str) -> None:
    async with somebody_else(home) as bob:
        await bob("memory_fact.update", fact_id=name, content=text)


async def _mention(home: Path) -> None:
    caller = Caller(agent="cleo", role="engineer", session="s9")
    store = await SqliteStore.open(home / "workspaces/default.db")
    try:
        async with Client(build_server(Desk(store, caller))) as cleo:
            said = {"domain": "architecture", "topic": "cache", "content": "The cache is Redis 6."}
            told = await cleo.call_tool("propose_fact", said)
        assert told.structured_content is not None
        assert told.structured_content["outcome"] == "mentioned"
    finally:
        await store.close()
