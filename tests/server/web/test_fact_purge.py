"""Erasing on the page: asked twice, told exactly, and done once."""

from __future__ import annotations

from pathlib import Path

from page_forms import action_of, fields_of
from page_kit import PageClient, Shown, open_page
from palimpsest.store.model.access import TokenScope
from somebody_else import somebody_else

CACHE = "F13"


async def test_it_is_said_what_goes_and_what_cannot_be_reached(page: PageClient):
    shown = await page.get(f"facts/{CACHE}/purge")
    assert "Nothing brings it back: no undo, no restore." in shown.text
    assert "The cache is Redis 6." in shown.text
    assert "Conflicts C3" in shown.text
    assert "F3 which it had replaced, is in the trash and can be restored" in shown.text
    assert "Out of reach: copies of the file" in shown.text


async def test_a_fact_is_erased_once_its_id_is_typed(page: PageClient, home: Path):
    last = await _next(page, await page.get(f"facts/{CACHE}/purge"))
    assert "This is the last question. There is no undo." in last.text
    assert await _is_there(home, CACHE)
    done = await page.post("facts/purge", **fields_of(last, typed="f13"))
    assert "F13 was erased for good." in done.notice
    assert "It can't be undone." in done.notice
    assert not done.soup.select("#notices [data-undo]")
    gone = await page.get(f"facts/{CACHE}")
    assert (gone.status, "erased" in gone.text) == (404, True)
    assert (await page.get("facts/F3")).texts(".main-text") == ["The cache is Redis 5."]


async def test_another_word_erases_nothing(page: PageClient, home: Path):
    last = await _next(page, await page.get(f"facts/{CACHE}/purge"))
    again = await page.post("facts/purge", **fields_of(last, typed="F12"))
    assert again.status == 422
    assert "nothing was erased" in again.texts("[role=alert]")[0]
    assert await _is_there(home, CACHE)


async def test_a_selection_is_erased_once_their_number_is_typed(page: PageClient, home: Path):
    said = await page.post("facts/purge", fact_id=["F1", "F2", "F4"])
    assert "Erase 3 facts?" in said.text
    assert len(said.soup.select(".purged li")) == 3
    last = await _next(page, said)
    done = await page.post("facts/purge", **_with(last, typed="3"))
    assert "3 facts were erased for good: F1, F2, F4." in done.notice
    assert not await _is_there(home, "F2")


async def test_what_changed_between_the_questions_is_said_anew(page: PageClient, home: Path):
    last = await _next(page, await page.get(f"facts/{CACHE}/purge"))
    async with somebody_else(home) as bob:
        await bob("memory_fact.update", fact_id=CACHE, content="The cache is Valkey.")
    again = await page.post("facts/purge", **fields_of(last, typed=CACHE))
    assert again.status == 409
    assert "has changed since you looked" in again.texts("[role=alert]")[0]
    assert await _is_there(home, CACHE)


async def test_what_was_erased_before_is_said_and_no_question_asked(page: PageClient, home: Path):
    async with somebody_else(home) as bob:
        await bob("memory_fact.purge", fact_ids=[CACHE])
    said = await page.post("facts/purge", fact_id=CACHE)
    assert "There is nothing to erase." in said.text
    assert "it was erased before" in said.text
    assert not said.soup.select("form.edit")


async def test_only_the_person_in_charge_erases(home: Path):
    async with open_page(home, scope=TokenScope.REVIEWER) as page:
        assert (await page.post("facts/purge", fact_id=CACHE)).status == 403
        assert await _is_there(home, CACHE)


async def test_nothing_chosen_is_said(page: PageClient):
    assert (await page.post("facts/purge")).status == 422


async def test_what_was_sent_and_is_loaded_anew_leads_to_the_list_or_the_first_question(page: PageClient):
    for act in ("purge", "delete", "restore"):
        shown = await page.get(f"facts/{act}")
        assert (shown.status, shown.answer.url.path) == (200, f"{page.base}/facts")
    last = await _next(page, await page.get(f"facts/{CACHE}/purge"))
    assert last.answer.url.path == f"{page.base}/facts/{CACHE}/purge"


def _with(shown: Shown, **typed: str) -> dict[str, str | list[str]]:
    """The fields of the form with every fact of the selection."""
    form = shown.soup.select_one("form.edit")
    assert form is not None
    numbers = [str(one["value"]) for one in form.select("input[name=fact_id]")]
    return {**fields_of(shown, **typed), "fact_id": numbers}


async def _next(page: PageClient, said: Shown) -> Shown:
    """What the first question leads to."""
    button = said.soup.select_one("button.danger")
    assert button is not None
    return await page.post(action_of(said), **{**_with(said), "plan": str(button["value"])})


async def _is_there(home: Path, name: str) -> bool:
    async with somebody_else(home) as bob:
        return any(fact["id"] == name for fact in (await bob("memory_fact.list", state="any"))["facts"])
