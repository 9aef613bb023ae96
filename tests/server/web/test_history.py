"""History as a person reads it: batches, each change with what was before, and undoing them whole or in part."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from page_kit import PageClient, open_page
from palimpsest.server.web.log_parts import parts_of, place_of, saying
from palimpsest.server.web.words import words
from palimpsest.store.model.access import TokenScope

EN = words("en")
MOST_BYTES = 300_000


async def batch_with(page: PageClient, subject: str) -> str:
    """The last batch that changed a subject."""
    found = await page.get("history", subject=subject)
    link = found.soup.select_one(".row .actions a")
    assert link is not None
    return str(link["href"]).rpartition("/")[2]


async def delete(page: PageClient, *ids: str) -> str:
    await page.post("facts/delete", fact_id=ids)
    return await batch_with(page, ids[0])


async def test_batches_say_what_was_done_by_whom_newest_first(page: PageClient) -> None:
    shown = await page.get("history")
    rows = shown.texts(".row")
    assert len(rows) > 20
    assert any("superseded F11 Sessions last 30 minutes." in row and "ana" in row for row in rows)
    numbers = [int(str(row["id"])[1:]) for row in shown.soup.select(".row")]
    assert numbers == sorted(numbers, reverse=True)


async def test_an_entry_shows_what_was_before_and_links_to_what_it_names(page: PageClient) -> None:
    shown = await page.get("history", subject="F11")
    (newest, _) = shown.soup.select(".row")
    assert "Superseded by nothing became → F12" in " ".join(newest.get_text(" ").split())
    assert {str(one["href"]) for one in newest.select("ins a, .id")} == {
        f"{page.base}/facts/F12",
        f"{page.base}/facts/F11",
    }


async def test_filters_narrow_and_say_where_nothing_fits(page: PageClient) -> None:
    assert all("bob" in row for row in (await page.get("history", agent="bob")).texts(".row .meta"))
    assert len((await page.get("history", action="supersede")).soup.select(".row")) >= 2
    assert (await page.get("history", kind="undo")).soup.select(".row") == []
    shown = await page.get("history", since="2099-01-01")
    assert "Nothing that fits" in shown.text
    assert shown.soup.select(f'a[href="{page.base}/history"]')
    assert (await page.get("history", until="2000-01-01")).soup.select(".row") == []


@pytest.mark.parametrize("query", [{"since": "soon"}, {"cursor": "x"}, {"of": "entries", "cursor": "1.x"}])
async def test_what_cant_be_asked_is_told(page: PageClient, query: dict[str, str]) -> None:
    assert (await page.get("history", **query)).status == 422


async def test_pages_go_on_where_the_one_before_ended(page: PageClient) -> None:
    for number in range(1, 22):
        await page.post("facts/delete", fact_id=f"F{number}")
        await page.post("facts/restore", fact_id=f"F{number}")
    first = await page.get("history")
    following = first.soup.select('a[href*="cursor="]')[0]
    answer = await page.http.get(str(following["href"]))
    ids = [str(row["id"]) for row in first.soup.select(".row")]
    assert len(ids) == 50
    assert 'id="B1"' in answer.text
    assert not any(f'id="{one}"' in answer.text for one in ids)


async def test_a_batch_is_undone_from_the_list_and_marked_and_can_come_back(page: PageClient) -> None:
    batch = await delete(page, "F1", "F2")
    shown = await page.post("undo", batch_id=batch, back=f"{page.base}/history")
    assert f"{batch} is undone." in shown.notice
    assert "As before: F1, F2" in shown.notice
    (row,) = shown.soup.select(f"#{batch}")
    assert "undone by" in row.get_text()
    assert row.select("[data-undo]") == []
    undoing = shown.soup.select("#notices button[data-undo]")[0]["value"]
    assert f"undoing of {batch}" in " ".join(shown.soup.select(f"#{undoing}")[0].get_text(" ").split())
    back = await page.post("undo", batch_id=str(undoing), back=f"{page.base}/history")
    assert "As before: F1, F2" in back.notice
    assert "undone by" not in back.soup.select(f"#{batch}")[0].get_text()


async def test_a_batch_s_page_says_beforehand_what_undoing_comes_to(page: PageClient) -> None:
    shown = await page.get("history/B12")
    assert "As before F11" in shown.text
    assert "Out of use C2 F12" in shown.text
    assert shown.soup.select('a[href*="part="]') == []  # nothing of it can be put back without the rest
    entries = await page.get("history", of="entries", subject="F12")
    assert len(entries.soup.select(".row")) == 1


async def test_one_change_is_undone_alone_and_the_page_says_which_was(page: PageClient) -> None:
    batch = await delete(page, "F1", "F2", "F4")
    shown = await page.get(f"history/{batch}")
    assert len(shown.soup.select('a[href*="part="]')) == 3
    part = await page.get(f"history/{batch}", part="F2")
    assert "What undoing F2 alone would come to" in part.text
    assert [one["value"] for one in part.soup.select('input[name="subject"]')] == ["F2"]
    done = await page.post("undo", batch_id=batch, subject="F2", back=f"{page.base}/history/{batch}")
    assert f"Of {batch} this is undone: F2." in done.notice
    assert "F2 it was undone already, by" in done.text
    assert len(done.soup.select('a[href*="part="]')) == 2


async def test_what_stays_is_named_with_its_reason(page: PageClient) -> None:
    batch = await delete(page, "F1", "F2")
    await page.post("facts/restore", fact_id="F1")
    await page.post("facts/F1/edit", content="Deploys run on Mondays.")
    shown = await page.post("undo", batch_id=batch)
    assert "As before: F2" in shown.notice
    assert "F1 stays: it was changed since" in shown.notice
    again = await page.post("undo", batch_id=batch)
    assert again.status == 409


async def test_what_cant_be_undone_says_why_and_offers_no_button(page: PageClient) -> None:
    batch = await delete(page, "F1")
    await page.post("undo", batch_id=batch)
    shown = await page.get(f"history/{batch}")
    assert "was undone already" in shown.text
    assert shown.soup.select("main [data-undo]") == []
    assert (await page.get(f"history/{batch}", part="F9")).status == 200
    assert (await page.get("history/B999")).status == 404
    assert (await page.get("history/F1")).status == 422


async def test_a_reviewer_is_told_who_may_undo_what_the_person_in_charge_did(made: Path, tmp_path: Path) -> None:
    shutil.copytree(made, tmp_path / "home")
    async with open_page(tmp_path / "home", scope=TokenScope.REVIEWER) as page:
        shown = await page.get("history/B14")
        assert "settings or the version register" in shown.text
        assert shown.soup.select("main [data-undo]") == []
        assert (await page.post("undo", batch_id="B14")).status == 403


async def test_hostile_texts_are_text_and_no_page_is_heavy(page: PageClient) -> None:
    for query in ({}, {"of": "entries"}):
        shown = await page.get("history", **query)
        assert len(shown.answer.content) < MOST_BYTES
        assert shown.soup.select("main script, main img, main [onerror]") == []
        assert "<script>window.bitten = 1</script>" in shown.text
        assert "⟨U+202E⟩" in shown.text
        assert shown.soup.select('a[href^="javascript"]') == []


async def test_an_empty_memory_says_what_will_be_here(tmp_path: Path) -> None:
    async with open_page(tmp_path) as page:
        assert (await page.get("history")).status == 404  # nothing is remembered here yet


async def test_it_is_told_in_dutch(made: Path) -> None:
    async with open_page(made, language="nl") as page:
        shown = await page.get("history", of="entries")
        assert "vervangen" in shown.text
        assert "Maak B12 ongedaan" in (await page.get("history/B12")).text


def test_values_are_plain_words() -> None:
    entry = {
        "subject": "C2",
        "before": {"rule": "asked", "status": "open", "keep": None},
        "after": {
            "rule": "user",
            "status": "resolved",
            "keep": "both",
            "sources": ["O1", "O2"],
            "is": True,
            "n": {"a": None},
        },
    }
    said = {one.name: (one.before, one.after) for one in parts_of(entry, EN)}
    assert said == {
        "decided": ("asked: nobody yet", "a person"),
        "status": ("open", "settled"),
        "keep": (None, "both"),
        "sources": (None, "O1, O2"),
        "is": (None, "yes"),
        "n": (None, "a: nothing"),
    }


def test_long_values_are_cut_visibly() -> None:
    (part,) = parts_of({"subject": "F1", "before": None, "after": {"content": "x" * 4000}}, EN)
    assert part.after is not None
    assert part.after.endswith("(4,000 characters in all)") or "4000 characters in all" in part.after
    (part,) = parts_of({"subject": "x", "before": None, "after": {"sources": [f"O{n}" for n in range(90)]}}, EN)
    assert part.after is not None
    assert part.after.endswith("and 60 more")


def test_what_goes_without_saying_isnt_said() -> None:
    made = {"subject": "F1", "before": None, "after": {"content": "It rains.", "mentions": 0, "validity": "open"}}
    assert [one.name for one in parts_of(made, EN)] == ["content"]


def test_a_change_that_leaves_the_text_shows_it_beside() -> None:
    both = {"content": "It rains."}
    assert saying({"before": both, "after": both | {"retired": "deleted"}}) == "It rains."
    assert saying({"before": None, "after": both}) is None


@pytest.mark.parametrize(
    ("subject", "place"),
    [("F12", "facts/F12"), ("B5", "history/B5"), ("O3", None), ("setting:x", None), ("F12/../x", None), ("F0", None)],
)
def test_only_what_has_a_page_is_linked(subject: str, place: str | None) -> None:
    assert place_of(subject) == place
