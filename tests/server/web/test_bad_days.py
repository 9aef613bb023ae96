"""Bad days of a memory's file: locked, gone, replaced, damaged. The page says so, and nothing typed is lost."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from page_forms import fields_of
from page_homes import home_of
from page_kit import PageClient, Shown, open_page
from page_memory import make_page_memory
from palimpsest.store.model.access import TokenScope
from processes import connected, database_of, write_lock

TABS = ("facts", "policies", "graph", "conflicts", "access", "review", "history")
COPY = """
INSERT INTO fact ({names})
WITH RECURSIVE number (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM number WHERE i < 100000)
SELECT {values} FROM (SELECT * FROM fact WHERE id = 1), number
"""
MOST_BYTES = 300_000
TYPED = "The typed text that must not be lost."


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home of which each test gets a copy."""
    home = tmp_path_factory.mktemp("bad-days") / "home"
    asyncio.run(make_page_memory(home))
    return home


async def save(page: PageClient, fact: str = "F1") -> Shown:
    """Put what was typed in the place of a fact."""
    return await page.post(f"facts/{fact}/edit", **await typed(page, fact))


async def typed(page: PageClient, fact: str = "F1") -> dict[str, str]:
    return fields_of(await page.get(f"facts/{fact}/edit"), content=TYPED)


def assert_kept(shown: Shown) -> None:
    """The form, or the page in its place, still has what was typed."""
    fields = [one.get_text() for one in shown.soup.select("textarea")]
    assert any(TYPED in one for one in fields), shown.text


async def test_lists_are_shown_while_another_program_writes_and_a_form_waits_for_it(page: PageClient, home: Path):
    fields = await typed(page)
    with write_lock(database_of(home)):
        assert [(await page.get(tab)).status for tab in TABS] == [HTTPStatus.OK] * len(TABS)
        saving = asyncio.create_task(page.post("facts/F1/edit", **fields))
        await asyncio.sleep(0.3)
        assert not saving.done()
    shown = await saving
    assert (shown.status, TYPED in shown.text) == (HTTPStatus.OK, True)


async def test_form_that_waited_too_long_comes_back_with_what_was_typed(
    page: PageClient, home: Path, monkeypatch: pytest.MonkeyPatch
):
    fields = await typed(page)
    with write_lock(database_of(home)):
        shown = await page.post("facts/F1/edit", **fields)
    assert shown.status == HTTPStatus.SERVICE_UNAVAILABLE
    assert_kept(shown)
    assert "Another program" in shown.text


async def test_gone_while_open_is_told_and_comes_back(page: PageClient, home: Path):
    path, aside = database_of(home), home / "aside.db"
    fields = await typed(page)
    path.rename(aside)
    for tab in TABS:
        shown = await page.get(tab)
        assert shown.status in (HTTPStatus.OK, HTTPStatus.NOT_FOUND), shown.text
        assert "F1 " not in shown.text
    shown = await page.post("facts/F1/edit", **fields)
    assert shown.status == HTTPStatus.NOT_FOUND
    assert_kept(shown)
    assert not path.exists()
    aside.rename(path)
    assert TYPED in (await page.post("facts/F1/edit", **fields)).text


async def test_another_memory_in_its_place_is_shown_from_then_on(page: PageClient, home: Path, tmp_path: Path):
    await page.get("facts")
    other = tmp_path / "other"
    await make_page_memory(other, facts=3)
    database_of(other).replace(database_of(home))
    assert "Service 2 listens" in (await page.get("facts")).text


def spoil_access(home: Path) -> None:
    for file in home.glob("access.db*"):
        file.unlink()
    (home / "access.db").write_bytes(b"no database" * 1000)


def make_no_database(path: Path) -> None:
    path.write_bytes(b"To whom it may concern: this is a letter.\n" * 500)


def make_newer(path: Path) -> None:
    with connected(path) as connection:
        connection.execute("PRAGMA user_version = 99")


def damage(path: Path) -> None:
    dice, data = random.Random(1), bytearray(path.read_bytes())
    for _ in range(30_000):
        data[dice.randrange(8192, len(data))] = dice.randrange(256)
    path.write_bytes(data)


@pytest.mark.parametrize(
    ("spoil", "says"), [(make_no_database, "not a database"), (make_newer, "version 99"), (damage, "damaged")]
)
async def test_file_that_cannot_be_used_is_told_by_every_tab_and_left_as_it_is(
    home: Path, spoil: Callable[[Path], None], says: str
):
    path = database_of(home)
    spoil(path)
    before = path.read_bytes()
    async with open_page(home) as page:
        for tab in ("facts", "policies", "graph", "conflicts", "history"):
            shown = await page.get(tab)
            assert (shown.status, says in shown.text) == (HTTPStatus.SERVICE_UNAVAILABLE, True), (tab, shown.text)
        shown = await page.post("facts/F1/edit", content=TYPED, reason="outdated")
        assert shown.status == HTTPStatus.SERVICE_UNAVAILABLE
        assert_kept(shown)
    assert path.read_bytes() == before


async def test_two_servers_of_one_home_take_each_other_s_changes(page: PageClient, home: Path):
    async with open_page(home) as other:
        await other.post("facts/delete", fact_id="F1")
        assert "F1" not in [row["id"] for row in (await page.get("facts")).soup.select(".row")]


async def test_form_that_cannot_be_told_to_be_one_s_own_gives_back_what_was_typed(page: PageClient):
    fields = await typed(page)
    shown = await page.send("facts/F1/edit", csrf="of another session", **fields)
    assert shown.status == HTTPStatus.FORBIDDEN
    assert_kept(shown)


async def test_form_that_is_sent_while_nobody_knows_who_may_gives_back_what_was_typed(page: PageClient, home: Path):
    fields = await typed(page)
    spoil_access(home)
    shown = await page.send("facts/F1/edit", **fields)
    assert shown.status == HTTPStatus.SERVICE_UNAVAILABLE
    assert_kept(shown)


async def test_choices_are_not_given_back_as_if_they_had_been_typed(page: PageClient):
    shown = await page.send("facts/delete", csrf="of another session", fact_id="F1", reason="wrong")
    assert shown.soup.select("textarea") == []


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A hundred thousand facts; all but a few are copies that no tool made, without links and words to be found by."""
    home = tmp_path_factory.mktemp("crowd") / "home"
    asyncio.run(make_page_memory(home))
    with connected(database_of(home)) as connection:
        names = [str(row[1]) for row in connection.execute("PRAGMA table_info(fact)")]
        own = {"id": "NULL", "uuid": "lower(hex(randomblob(16)))"}
        connection.execute(COPY.format(names=", ".join(names), values=", ".join(own.get(one, one) for one in names)))
    return home


@pytest.mark.parametrize(
    "path",
    [
        "facts",
        "facts?state=any&order=surest",
        "facts?q=api",
        "facts?q=api&mode=hybrid",
        "facts/F99999",
        "policies",
        "graph",
        "graph?focus=F99999",
        "conflicts",
        "access",
        "review",
        "history",
    ],
)
async def test_every_list_of_a_hundred_thousand_facts_is_answered_and_light(crowd: Path, path: str):
    async with open_page(crowd) as page:
        way, _, query = path.partition("?")
        shown = await page.get(way, **dict(parse_qsl(query)))
    assert shown.status == HTTPStatus.OK, shown.text
    assert len(shown.answer.content) < MOST_BYTES


async def test_workspace_with_one_fact_and_one_with_none_say_so(tmp_path: Path):
    home = tmp_path / "one"
    async with open_page(home) as page:
        for tab in TABS:
            assert (await page.get(tab)).status in (HTTPStatus.OK, HTTPStatus.NOT_FOUND), tab
        assert "agents" in (await page.get("facts")).text
        assert not database_of(home).exists()
    async with home_of(tmp_path / "kept") as bench:
        await (await bench.agent("ana")).propose("The only fact.")
    async with open_page(tmp_path / "kept/home") as page:
        assert [(await page.get(tab)).status for tab in TABS] == [HTTPStatus.OK] * len(TABS)
        assert len((await page.get("facts")).soup.select(".row")) == 1


@pytest.mark.parametrize("scope", [TokenScope.REVIEWER, None])
async def test_a_form_of_megabytes_is_refused_before_anything_is_made_of_it(home: Path, scope: TokenScope | None):
    """A text is at most 4,000 characters; to compare or show millions would hold every other client up."""
    async with open_page(home, scope=scope) as page:
        shown = await page.send("facts/F1/edit", content="\u202e" * 400_000, version="1")
    assert shown.status in (401, 422)
    assert len(shown.answer.content) < 20_000
