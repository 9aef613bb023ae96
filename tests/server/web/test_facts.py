"""The Facts tab: what is listed, searched and selected, and what a person is told about it."""

from __future__ import annotations

import asyncio
import shutil
from contextlib import closing
from pathlib import Path

import pytest
from memory_bench import dump_of
from page_homes import home_of
from page_kit import PageClient, Shown, open_page
from page_memory import HOSTILE
from palimpsest.store.driver import DRIVER
from palimpsest.store.model.access import TokenScope

MOST_BYTES = 300_000
CROWD = 101


@pytest.fixture(scope="module")
def made_crowd(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with many facts about lamps."""
    folder = tmp_path_factory.mktemp("crowd")

    async def make() -> None:
        async with home_of(folder) as bench:
            await bench.setting("embedder", "none")
            ana = await bench.agent("ana")
            for number in range(CROWD):
                await ana.propose(f"The lamp {number} is on.", topic=f"lamp {number}", domain="lamps")

    asyncio.run(make())
    return folder / "home"


@pytest.fixture
def crowd(made_crowd: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made_crowd, tmp_path / "crowd"))


def ids(shown: Shown) -> list[str]:
    """The facts of a list, in order."""
    return [str(row["id"]) for row in shown.soup.select("[data-row]")]


def database(home: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of the workspace."""
    return dump_of(home / "workspaces/default.db")


def run(path: Path, sql: str, *values: object) -> None:
    """Change rows behind the tools' back, for texts that no gate lets through."""
    with closing(DRIVER.connect(path, mode="rw", timeout_s=5)) as connection:
        connection.execute(sql, values)


async def test_the_newest_facts_come_first_with_what_is_known_of_each(page: PageClient):
    shown = await page.get("facts")
    assert ids(shown)[0] == "F21"
    assert "F3" not in ids(shown)
    row = shown.texts("#F9")[0]
    for word in ("The API listens on port 8080.", "architecture / api port", "stated", "by ana", "contested, C1"):
        assert word in row
    assert shown.texts("#F9 .number")[0] == shown.texts("#F9 .says")[0].split()[1]


async def test_a_text_is_written_as_dark_as_it_is_sure(page: PageClient):
    soup = (await page.get("facts")).soup
    for row in soup.select("[data-row]"):
        number, text = row.select_one(".number"), row.select_one(".text")
        assert number
        assert text
        assert f"ink-{round(float(number.get_text()) * 10)}" in text["class"]


async def test_what_a_fact_overwrote_stands_beneath_it_one_click_away(page: PageClient):
    shown = await page.get("facts")
    beneath = shown.soup.select_one("#F13 .beneath a")
    assert beneath
    assert beneath.get_text() == "The cache is Redis 5."
    assert str(beneath["href"]).endswith("/facts/F3")
    assert not shown.soup.select_one("#F9 .beneath")


NARROWED: list[tuple[dict[str, str], set[str]]] = [
    ({"state": "superseded"}, {"F3", "F11"}),
    ({"state": "contested"}, {"F9", "F10"}),
    ({"state": "stale"}, set()),
    ({"domain": "ci"}, {"F4", "F8"}),
    ({"domain": "ci", "agent": "ana", "memory_type": "error"}, {"F8"}),
    ({"veracity": "tool", "state": "any"}, {"F3"}),
    ({"q": "redis", "state": "superseded"}, {"F3"}),
    ({"q": "redis", "state": "any", "veracity": "tool"}, {"F3"}),
    ({"q": "redis", "state": "any", "veracity": "tool", "mode": "hybrid"}, {"F3"}),
    ({"q": "port", "agent": "bob"}, {"F10"}),
]


async def test_filters_narrow_lists_and_searches_alike(page: PageClient):
    found = [(asked, set(ids(await page.get("facts", **asked)))) for asked, _ in NARROWED]
    assert found == NARROWED


async def test_orders_are_those_of_the_list(page: PageClient):
    assert ids(await page.get("facts", order="oldest"))[0] == "F1"
    surest = await page.get("facts", order="surest")
    numbers = [float(text) for text in surest.texts(".number")]
    assert numbers == sorted(numbers, reverse=True)


async def test_a_search_by_words_says_why_each_fact_was_found(page: PageClient):
    shown = await page.get("facts", q="port")
    assert ids(shown) == ["F10", "F9"]
    why = shown.texts("#why-F10")[0]
    assert "Words rank 1" in why
    assert "Score" in why
    assert shown.texts(".voices li") == ["Words found 2"]


async def test_a_search_as_agents_recall_names_every_voice_and_why_one_is_silent(page: PageClient):
    shown = await page.get("facts", q="port", mode="hybrid")
    assert {"F9", "F10"} < set(ids(shown))
    voices = " ".join(shown.texts(".voices li"))
    for word in ("Words found 2", "Meaning embedding is switched off", "Links found", "Time"):
        assert word in voices
    assert "Links rank" in shown.texts("#why-F12")[0]
    assert shown.soup.select_one("input[name=mode][value=hybrid][checked]")


async def test_looking_changes_nothing_and_counts_as_no_recall(page: PageClient, home: Path):
    before = database(home)
    for asked in ({}, {"q": "port"}, {"q": "port", "mode": "hybrid"}, {"state": "any", "order": "surest"}):
        await page.get("facts", **asked)
    assert database(home) == before


async def test_stored_text_stays_text(page: PageClient):
    shown = await page.get("facts", domain="hostile")
    soup = shown.soup
    assert [str(one.get("src", "")).rpartition("/")[2] for one in soup.select("script")] == ["page.js"]
    assert not soup.select("main img, main [onerror], main [style]")
    assert not [one for one in soup.select("a[href]") if "javascript" in str(one["href"]).lower().partition("?")[0]]
    assert "window.bitten = 1" in HOSTILE[0]
    assert "<script>window.bitten = 1</script>" in shown.texts("#F14 .text")[0]
    assert "⟨U+202E⟩" in shown.texts("#F17 .text")[0]


async def test_long_texts_are_cut_visibly(page: PageClient):
    shown = await page.get("facts", domain="process")
    text = shown.texts("#F21 .text")[0]
    assert "… 3943 characters" in text
    assert len(text) < 500


async def test_the_first_line_says_what_needs_the_person(page: PageClient):
    shown = await page.get("facts")
    link = shown.soup.select_one(".waiting a")
    assert link
    assert link.get_text() == "1 open conflict"
    assert str(link["href"]).endswith("conflicts?status=open")


async def test_deleting_from_the_row_goes_to_the_trash_and_can_be_undone_right_there(page: PageClient):
    gone = await page.post("facts/delete", fact_id="F1", back=f"{page.base}/facts?order=oldest")
    assert gone.answer.url.params["order"] == "oldest"
    assert "F1 is in the trash" in gone.notice
    assert "F1" not in ids(gone)
    assert ids(await page.get("facts", state="retired")) == ["F1"]
    undo = gone.soup.select_one("[data-undo]")
    assert undo
    await page.post("undo", batch_id=str(undo["value"]))
    assert ids(await page.get("facts", order="oldest"))[0] == "F1"


async def test_what_is_in_the_trash_says_so_and_can_be_restored(page: PageClient):
    await page.post("facts/delete", fact_id="F1", reason="outdated")
    shown = await page.get("facts", state="retired")
    assert "stays readable here until somebody erases it" in shown.text
    assert "deleted · outdated" in shown.texts("#F1")[0]
    button = shown.soup.select_one("#F1 button[data-key=r]")
    assert button
    assert str(button["formaction"]).endswith("/facts/restore")
    await page.post("facts/restore", fact_id="F1")
    assert "F1" in ids(await page.get("facts"))


async def test_a_selection_is_shown_before_anything_happens_to_it(page: PageClient, home: Path):
    await page.post("facts/delete", fact_id="F8", reason="wrong")
    before = database(home)
    shown = await page.post("facts/selection", fact_id=["F9", "F13", "F8"], do="wrong", back=f"{page.base}/facts?q=x")
    assert database(home) == before
    assert shown.texts("h1") == ["Delete 2 facts as wrong?"]
    assert "C1 is an open conflict that is then moot" in shown.text
    assert "F3 had been replaced by one of them, and can be restored" in shown.text
    assert "Stays as it is: it was deleted as wrong before" in shown.text
    fields = [(str(one["name"]), str(one["value"])) for one in shown.soup.select("main form input") if one.get("name")]
    assert [value for name, value in fields if name == "fact_id"] == ["F9", "F13"]
    assert ("back", f"{page.base}/facts?q=x") in fields


async def test_policies_that_were_derived_from_a_selected_fact_are_named(page: PageClient):
    shown = await page.post("facts/selection", fact_id=["F7"], do="outdated")
    assert "P1" not in shown.text
    assert shown.texts("h1") == ["Delete one fact as outdated?"]


async def test_a_selection_is_deleted_and_restored_in_one_batch_each(page: PageClient):
    gone = await page.post("facts/delete", fact_id=["F1", "F2", "F6"], reason="outdated")
    assert len(gone.soup.select("[data-undo]")) == 1
    plan = await page.post("facts/selection", fact_id=["F1", "F2", "F6", "F7"], do="restore")
    assert plan.texts("h1") == ["Restore 3 facts?"]
    assert "F7 is in use" in plan.text
    back = await page.post("facts/restore", fact_id=["F1", "F2", "F6"])
    assert {"F1", "F2", "F6"} <= set(ids(back))
    undo = back.soup.select_one("[data-undo]")
    assert undo
    await page.post("undo", batch_id=str(undo["value"]))
    assert ids(await page.get("facts", state="retired")) == ["F6", "F2", "F1"]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, "Select facts first."),
        ({"do": "wrong"}, "Select facts first."),
        ({"fact_id": "F1"}, "must be one of wrong, outdated, restore."),
        ({"fact_id": "F1", "do": "burn"}, "must be one of wrong, outdated, restore."),
    ],
)
async def test_nothing_selected_is_told_and_changes_nothing(
    page: PageClient, home: Path, fields: dict[str, str], said: str
):
    before = database(home)
    shown = await page.post("facts/selection", **fields)
    assert shown.status == 422
    assert said in shown.text
    assert database(home) == before


async def test_a_selection_has_no_address_of_its_own(page: PageClient):
    shown = await page.get("facts/selection")
    assert str(shown.answer.url.path).endswith("/facts")


async def test_a_page_that_is_no_longer_there_is_the_first_one_with_a_word_about_it(page: PageClient):
    for asked in ({"cursor": "stale"}, {"cursor": "stale", "q": "port"}):
        shown = await page.get("facts", **asked)
        assert shown.status == 200
        assert "That page is no longer there" in shown.text
        assert ids(shown)


@pytest.mark.parametrize("asked", [{"as_of": "soon"}, {"memory_type": "rumour"}, {"state": "gone"}, {"order": "best"}])
async def test_what_cant_be_asked_is_told_beside_the_filters(page: PageClient, asked: dict[str, str]):
    shown = await page.get("facts", **asked)
    assert shown.status == 422
    assert "That can't be looked for" in shown.texts("main [role=alert]")[0]
    assert shown.soup.select_one("form#ask input[name=q]")


async def test_the_past_is_shown_as_it_was_believed_and_offers_nothing_to_do(home: Path):
    async with open_page(home) as page:
        first = (await page.get("facts", order="oldest")).soup.select_one("#F3 time, #F1 time")
        assert first
        day = str(first["datetime"])[:10]
        shown = await page.get("facts", as_of=f"{day}T23:59:59Z")
    assert "F1" in ids(shown)
    assert "F21" not in ids(shown)
    assert "As it was believed on" in shown.text
    assert not shown.soup.select("main form[method=post], main [data-select]")


async def test_nothing_found_says_where_there_is_something(page: PageClient):
    shown = await page.get("facts", q="zebra", veracity="tool")
    assert "No fact fits." in shown.text
    links = {link.get_text(): str(link["href"]) for link in shown.soup.select(".empty a")}
    assert links["Search without filters"].endswith("facts?q=zebra")
    assert links["architecture"].endswith("facts?domain=architecture&q=zebra")


async def test_a_workspace_that_nobody_wrote_to_says_how_facts_come_into_being(home: Path, tmp_path: Path):
    async with open_page(home, workspace="new") as page:
        shown = await page.get("facts")
    assert shown.status == 200
    assert "claude mcp add palimpsest -- palimpsest serve --workspace new --agent claude" in shown.text
    async with home_of(tmp_path / "begun") as bench:
        await (await bench.agent()).observe()
    async with open_page(tmp_path / "begun/home") as page:
        shown = await page.get("facts")
    assert shown.texts("h1") == ["No facts yet"]
    assert "agents propose what they learn" in shown.text
    assert "Nothing needs you." in shown.text


async def test_there_is_no_way_to_create(page: PageClient):
    shown = await page.get("facts")
    actions = {str(form["action"]).rpartition("/memory/")[2] for form in shown.soup.select("main form")}
    assert actions == {"facts", "facts/delete", "facts/selection"}
    assert not shown.soup.select("main textarea")


async def test_every_fact_is_reached_page_by_page(crowd: Path):
    async with open_page(crowd) as page:
        for asked in ({"order": "topic"}, {"q": "lamp"}):
            shown = await page.get("facts", **asked)
            seen = ids(shown)
            assert len(seen) == 30
            while link := shown.soup.select_one("a[rel=next]"):
                shown = Shown(await page.http.get(str(link["href"])))
                seen += ids(shown)
            assert len(seen) == len(set(seen)) == CROWD
            assert shown.texts(".pages a") == ["First page"]


async def test_no_page_of_the_longest_texts_and_names_is_above_300_kb(crowd: Path):
    name = "w" * 63
    path = (crowd / "workspaces/default.db").rename(crowd / f"workspaces/{name}.db")
    run(path, "UPDATE domain SET name = ?", "漢" * 64)
    for number in range(120):
        run(
            path,
            "INSERT INTO domain (repo, name, created_at) VALUES ('', ?, '2027-01-01T00:00:00.000000Z')",
            f"{'漢' * 60}{number}",
        )
    run(path, "UPDATE fact SET superseded_by = id + 1, superseded_at = created_at WHERE id % 2 = 1 AND id < 100")
    async with open_page(crowd, workspace=name) as page:
        for sign in ('"', "<", "\u202e", "漢", "👩\u200d🚀"):
            text = f"lamp {sign * 4000}"[:4000]
            run(path, "UPDATE fact SET content = ? || id, topic = ?, agent = ?", text, sign * 200, (sign * 64)[:64])
            for asked in ({}, {"q": "lamp", "mode": "hybrid"}):
                shown = await page.get("facts", **asked)
                assert len(ids(shown)) == 30
                assert len(shown.soup.select(".beneath")) >= 29
                assert len(shown.answer.content) < MOST_BYTES


@pytest.mark.parametrize("scope", [TokenScope.REVIEWER, TokenScope.ADMIN])
async def test_who_may_review_may_delete_and_restore(home: Path, scope: TokenScope):
    async with open_page(home, scope=scope) as page:
        await page.post("facts/delete", fact_id="F1")
        back = await page.post("facts/restore", fact_id="F1")
    assert back.status == 200
    assert "F1 is in use again" in back.notice


async def test_the_page_speaks_dutch_as_well(home: Path):
    async with open_page(home, language="nl") as page:
        shown = await page.get("facts", q="port", mode="hybrid")
        plan = await page.post("facts/selection", fact_id=["F9"], do="wrong")
    assert "Waarom dit resultaat" in shown.text
    assert plan.texts("h1") == ["Eén feit verwijderen als onjuist?"]
