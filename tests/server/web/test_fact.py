"""One fact on the page: whole, with what it overwrote; out of use and back."""

from __future__ import annotations

from pathlib import Path

import pytest
from page_forms import fields_of
from page_homes import home_of
from page_kit import PageClient, Shown, open_page
from page_memory import HOSTILE
from palimpsest.store.model.access import TokenScope
from somebody_else import somebody_else

CACHE, OLD_CACHE, PORT, HOSTILE_FIRST, LONG = "F13", "F3", "F9", 14, "F21"


async def test_a_fact_is_shown_whole_with_what_it_overwrote_beneath(page: PageClient):
    shown = await page.get(f"facts/{CACHE}")
    assert shown.texts(".main-text") == ["The cache is Redis 6."]
    assert shown.texts(".older .under") == ["The cache is Redis 5 .", "The cache is Redis 6 ."]
    assert shown.texts(".older del") == ["5"]
    assert shown.texts(".older ins") == ["6"]


async def test_what_stands_now_is_shown_above_what_it_overwrote(page: PageClient):
    shown = await page.get(f"facts/{OLD_CACHE}")
    assert shown.texts(".stands .text") == ["The cache is Redis 6 ."]
    assert shown.texts(".main-text del") == ["5"]
    assert shown.soup.select_one(f"a[href$='/facts/{CACHE}/edit'][data-edit]")


async def test_the_whole_chain_is_walked_down_and_each_text_is_told_apart_from_its_successor(page: PageClient):
    for number in range(5):
        standing = CACHE if number == 0 else f"F{21 + number}"
        done = await _edited(page, standing, content=f"Redis {number} it is.")
        assert done.status == 200, done.text
    shown = await page.get("facts/F26")
    assert shown.texts(".older > .meta .id") == ["F25", "F24", "F23", "F22", "F13", "F3"]
    assert "Beneath it, 6 deep" in shown.text
    assert shown.texts("#F24 > .under del") == ["2"]
    assert shown.texts("#F3 > .under del") == ["5"]
    lowest = await page.get("facts/F3")
    assert lowest.texts(".stands .text")[0].replace(" .", ".") == "Redis 4 it is."
    assert "with 5 between" in lowest.text


async def test_conflicts_links_and_the_log_lead_on(page: PageClient):
    shown = await page.get(f"facts/{OLD_CACHE}")
    hrefs = {str(a["href"]).removeprefix(page.base) for a in shown.soup.select("main a[href]")}
    assert {"/conflicts/C3", f"/facts/{CACHE}", f"/graph?focus={OLD_CACHE}", "/history/B13"} <= hrefs
    assert "Superseded by F13" in shown.texts(".log")[0]


async def test_sources_say_why_they_hold_no_longer(tmp_path: Path):
    async with home_of(tmp_path) as bench:
        ana = await bench.agent()
        seen = await ana.call("record_observation", content="It said 1.", source="api", revision="v1")
        await bench.version("api", "v1")
        await ana.propose("The port is 1.", source_observation_ids=[seen["observation_id"]])
        await bench.version("api", "v2")
    async with open_page(tmp_path / "home") as page:
        shown = await page.get("facts/F1")
    assert "Rests on one observation" in shown.text
    assert shown.texts(".sources .needs") == ["api changed since: seen at v1 , now v2"]
    assert shown.texts(".sources code") == ["api @ v1"]
    assert shown.texts(".badge.needs") == ["stale"]


async def test_a_policy_that_was_derived_from_it_is_named(tmp_path: Path):
    async with home_of(tmp_path) as bench:
        ana = await bench.agent()
        await ana.propose("Reviews find bugs.")
        await ana.call("propose_policy", domain="process", rule="Review every change.", source_fact_ids=["F1"])
    async with open_page(tmp_path / "home") as page:
        shown = await page.get("facts/F1")
    assert "One policy was derived from it P1 Review every change. in force" in shown.text


async def test_long_lists_of_sources_come_in_pages_and_a_long_one_is_read_whole(tmp_path: Path):
    async with home_of(tmp_path) as bench:
        ana = await bench.agent()
        seen = await ana.observe("It said 1. " + "x" * 900, 45)
        await ana.propose("The port is 1.", source_observation_ids=seen)
    async with open_page(tmp_path / "home") as page:
        first = await page.get("facts/F1")
        last = await page.get("facts/F1", sources_from="40")
        whole = await page.get("facts/F1", whole="O1")
    assert ("1 to 20 of 45" in first.text, "41 to 45 of 45" in last.text) == (True, True)
    assert len(last.soup.select(".sources li")) == 5
    assert "read it whole" in first.texts("#O1")[0]
    assert "read it whole" not in whole.texts("#O1")[0]


@pytest.mark.parametrize("number", range(HOSTILE_FIRST, HOSTILE_FIRST + len(HOSTILE)))
async def test_hostile_texts_are_text_on_every_page_of_a_fact(page: PageClient, number: int):
    for path in (f"facts/F{number}", f"facts/F{number}/edit", f"facts/F{number}/purge"):
        shown = await page.get(path)
        assert shown.status == 200
        assert {str(one.get("src", "")).rpartition("/")[2] for one in shown.soup.select("script")} == {"page.js"}
        assert not shown.soup.select("main img, main [onerror], a[href^='javascript']")
        if number == HOSTILE_FIRST + 5:
            assert "{{ 7*7 }}" in str(shown.soup.select_one("main"))
        if number == HOSTILE_FIRST + 3 and "edit" not in path:
            assert "⟨U+202E⟩" in shown.text


async def test_a_fact_of_full_length_and_an_unbroken_word_fit_a_response(page: PageClient):
    for path in (f"facts/{LONG}", f"facts/{LONG}/edit", "facts/F20"):
        assert len((await page.get(path)).answer.content) < 100_000


async def test_a_chain_of_the_longest_and_oddest_texts_stays_small(tmp_path: Path):
    async with home_of(tmp_path) as bench:
        ana = await bench.agent()
        for number in range(12):
            await ana.propose(f"{number} " + "a b\u202e " * 799, topic="odd", on_conflict="supersede")
    async with open_page(tmp_path / "home") as page:
        shown = await page.get("facts/F12")
    assert shown.status == 200
    assert len(shown.answer.content) < 300_000


async def test_deleting_says_so_offers_undo_and_leaves_the_fact_to_read(page: PageClient):
    shown = await page.get(f"facts/{PORT}")
    done = await page.post("facts/delete", **fields_of(shown, "form[action$='facts/delete']", reason="outdated"))
    assert "F9 is in the trash." in done.notice
    assert done.soup.select_one("#notices button[data-undo]")
    assert done.texts(".badge") == ["deleted · outdated"]
    assert done.texts(".main-text") == ["The API listens on port 8080."]
    back = await page.post("undo", batch_id=_batch(done), back=f"{page.base}/facts/{PORT}")
    assert back.texts(".main-text") == ["The API listens on port 8080."]
    assert "deleted" not in back.texts(".badges")[0]


async def test_a_selection_is_deleted_in_one_batch_and_what_stays_is_said(page: PageClient):
    await page.post("facts/delete", fact_id="F1", reason="wrong")
    done = await page.post("facts/delete", fact_id=["F1", "F2"], reason="wrong")
    assert "F2 is in the trash." in done.notice
    assert "F1: it was deleted as wrong before" in done.notice


async def test_deleting_what_somebody_replaced_meanwhile_says_what_stands_now(page: PageClient, home: Path):
    async with somebody_else(home) as bob:
        await bob("memory_fact.update", fact_id=CACHE, content="The cache is Valkey.")
    done = await page.post("facts/delete", fact_id=CACHE, version="1", reason="wrong")
    assert done.status == 409
    assert "F22 stands in its place" in done.text
    assert done.soup.select_one("[role=alert] a[href$='/facts/F22/edit']")
    assert done.texts(".stands .text")[0].replace(" .", ".") == "The cache is Valkey."
    assert (await page.get("facts/F22")).texts(".badge") == []


async def test_a_deleted_fact_is_restored(page: PageClient):
    await page.post("facts/delete", fact_id="F1", reason="wrong")
    assert (await page.get("facts/F1")).soup.select_one("form[action$='facts/restore'] button[data-key=r]")
    done = await page.post("facts/restore", fact_id="F1", back=f"{page.base}/facts/F1")
    assert "F1 is in use again." in done.notice
    assert done.texts(".badge") == []


async def test_what_stands_in_the_way_of_restoring_is_said_and_linked(page: PageClient):
    done = await page.post("facts/restore", fact_id=OLD_CACHE)
    assert done.status == 409
    alert = done.soup.select_one("[role=alert]")
    assert alert is not None
    assert "F3 can't come back while F13 stands in its place." in " ".join(alert.get_text(" ").split()).replace(
        " .", "."
    )
    assert {str(a["href"]).removeprefix(page.base) for a in alert.select("a")} == {
        "/facts/F13/edit",
        "/history?of=entries&subject=F3",
    }


async def test_a_fact_whose_time_ran_out_comes_back_with_a_new_end(tmp_path: Path):
    async with home_of(tmp_path) as bench:
        await (await bench.agent()).propose("The sale is on.", validity="until", valid_until="2027-03-05")
        bench.run("UPDATE fact SET valid_until = '2025-01-01T00:00:00.000000Z'")
        bench.run("UPDATE fact_state SET valid_until = '2025-01-01T00:00:00.000000Z'")
    async with open_page(tmp_path / "home") as page:
        shown = await page.get("facts/F1")
        assert "Its time has run out" in shown.text
        refused = await page.post("facts/restore", fact_id="F1", validity="until")
        assert refused.status in (409, 422)
        assert refused.soup.select_one("input[name=valid_until]")
        done = await page.post("facts/restore", fact_id="F1", validity="until", valid_until="2999-12-31")
    assert "F1 is in use again." in done.notice


async def test_many_are_restored_in_one_batch_and_what_cannot_be_is_said(page: PageClient):
    await page.post("facts/delete", fact_id=["F1", "F2"], reason="wrong")
    done = await page.post("facts/restore", fact_id=["F1", "F2", OLD_CACHE])
    assert "2 facts are in use again: F1, F2." in done.notice
    assert "F3: F3 was superseded" in done.notice
    assert _batch(done)


async def test_what_a_reviewer_may_not_do_is_not_offered(home: Path):
    async with open_page(home, scope=TokenScope.REVIEWER) as page:
        shown = await page.get("facts/F1")
        assert shown.soup.select_one("[data-edit]")
        assert not shown.soup.select("a[href$='/purge']")
        assert (await page.get("facts/F1/purge")).status == 403


async def test_an_id_that_there_is_not_is_said(page: PageClient):
    for path in ("facts/F999", "facts/F999/edit", "facts/F999/purge"):
        assert (await page.get(path)).status == 404
    assert (await page.get("facts/nonsense")).status == 422
    assert (await page.get("facts/f13")).status == 200


async def test_a_fact_is_shown_in_dutch(home: Path):
    async with open_page(home, language="nl") as page:
        shown = await page.get(f"facts/{CACHE}")
    assert "Eronder" in shown.text
    assert "Berust op" in shown.text


async def _edited(page: PageClient, name: str, **typed: str) -> Shown:
    """What comes of typing into a fact's form and saving."""
    return await page.post(f"facts/{name}/edit", **fields_of(await page.get(f"facts/{name}/edit"), **typed))


def _batch(shown: Shown) -> str:
    button = shown.soup.select_one("#notices button[name=batch_id]")
    assert button is not None
    return str(button["value"])
