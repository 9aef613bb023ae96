"""The graph's tab without a browser: its list says all that the picture shows, and holds for any text and size."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from bs4 import Tag
from graph_memory import make_graph_memory
from memory_bench import open_bench
from page_kit import PageClient, Shown, open_page
from page_memory import HOSTILE, make_page_memory
from palimpsest.server.web.graph_rows import GLYPHS, glyphs
from palimpsest.store.model import Scope
from palimpsest.store.protocol import Transaction
from palimpsest.store.sqlite import PlainStore
from store_builders import add_fact

MOST_BYTES = 300_000


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("graph") / "home"
    asyncio.run(make_page_memory(made))
    make_graph_memory(made, 1000, "large")
    return made


@pytest.fixture
async def large(home: Path) -> AsyncGenerator[PageClient]:
    async with open_page(home, workspace="large") as client:
        yield client


def rows(shown: Shown) -> list[Tag]:
    return shown.soup.select("ol [data-row]")


def ids(shown: Shown) -> list[str]:
    return [str(row["id"]) for row in rows(shown)]


def links(row: Tag) -> list[tuple[str, str, str]]:
    """Kind, other end and weight of each link of a row."""
    return [
        (str(group["data-kind"]), *link.get_text().split(" "))  # pyright: ignore[reportReturnType]
        for group in row.select("[data-kind]")
        for link in group.select("a")
    ]


def kinds(shown: Shown) -> set[str]:
    return {kind for row in rows(shown) for kind, _, _ in links(row)}


async def test_every_link_is_told_at_both_of_its_ends(page: PageClient) -> None:
    shown = await page.get("graph", include="all")
    back = {"superseded_by": "supersedes", "supersedes": "superseded_by"}
    told = Counter((str(row["id"]), *link) for row in rows(shown) for link in links(row))
    assert told
    assert set(told.values()) == {1}
    assert told == Counter((to, back.get(kind, kind), start, weight) for start, kind, to, weight in told)
    assert kinds(shown) >= {"supersedes", "superseded_by", "same_topic", "same_session"}
    for row in rows(shown):
        number = len(links(row))
        assert (str(number) if number > 1 else ("one link" if number else "no link")) in row.get_text(" ")


async def test_a_focus_comes_first_and_is_taken_however_it_is_typed(page: PageClient) -> None:
    shown = await page.get("graph", focus="F9")
    assert ids(shown)[0] == "F9"
    assert [str(row["id"]) for row in shown.soup.select("[data-focus]")] == ["F9"]
    for typed in ("f9", "9", " F9 "):
        assert ids(await page.get("graph", focus=typed)) == ids(shown)
    found = await page.get("graph", focus="Redis 6")
    assert "Redis 6" in rows(found)[0].get_text()
    assert str(found.soup.select("input[name=focus]")[0]["value"]) == "Redis 6"


async def test_words_that_no_fact_holds_are_told_and_the_strongest_are_shown(page: PageClient) -> None:
    shown = await page.get("graph", focus="zebra <b>")
    assert "No fact holds “ zebra <b> ”" in shown.text
    assert ids(shown) == ids(await page.get("graph"))


async def test_filters_narrow_and_stay_in_every_address(page: PageClient) -> None:
    ci = await page.get("graph", domain="ci")
    assert ids(ci)
    assert {row.select("[data-domain]")[0].get_text() for row in rows(ci)} == {"ci"}
    goals = await page.get("graph", memory_type="goal")
    assert [row.select("b")[0].get_text() for row in rows(goals)] == ["release"]
    strong = await page.get("graph", weight="0.5", kinds="same_topic same_session")
    assert kinds(strong) == {"same_topic", "same_session"}
    assert min(float(weight) for row in rows(strong) for _, _, weight in links(row)) == 0.5
    focusing = str(strong.soup.select("[data-focusing]")[0]["href"])
    assert focusing.endswith("&kinds=same_topic+same_session&weight=0.5")
    checked = [str(one["value"]) for one in strong.soup.select("input[name=kinds][checked]")]
    assert checked == ["same_topic", "same_session"]


async def test_kinds_that_a_form_sends_one_by_one_become_one_parameter(page: PageClient) -> None:
    answer = await page.http.get(f"{page.base}/graph?kinds=related&kinds=same_topic&weight=0.3&domain=ci")
    assert answer.status_code == 303
    assert answer.headers["location"] == f"{page.base}/graph?domain=ci&kinds=same_topic+related&weight=0.3"
    every = "&".join(f"kinds={kind}" for kind in ("supersedes", "same_source", "same_topic", "same_session", "related"))
    answer = await page.http.get(f"{page.base}/graph?{every}")
    assert answer.headers["location"] == f"{page.base}/graph"


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({"focus": "F99999"}, 404),
        ({"weight": "heavy"}, 422),
        ({"weight": "nan"}, 422),
        ({"weight": "7"}, 422),
        ({"kinds": "friends"}, 422),
        ({"memory_type": "poem"}, 422),
        ({"domain": "a/b/c"}, 422),
        ({"limit": "many"}, 200),
        ({"limit": "999999999999"}, 200),
        ({"limit": "0"}, 200),
        ({"include": "nobody"}, 200),
        ({"domain": "nowhere"}, 200),
    ],
)
async def test_odd_addresses_are_answered(page: PageClient, asked: dict[str, str], status: int) -> None:
    assert (await page.get("graph", **asked)).status == status


async def test_texts_that_bite_are_text(page: PageClient) -> None:
    shown = await page.get("graph")
    texts = [row.select(".text")[0].get_text() for row in rows(shown)]
    assert HOSTILE[0] in texts
    assert any("⟨U+202E⟩" in text for text in texts)
    assert [one.get("src") for one in shown.soup.select("script")] == [shown.soup.select("script")[0]["src"]]
    assert shown.soup.select("main img, main [onerror], main a[href^=javascript]") == []


async def test_a_long_text_says_how_much_is_left_and_where(page: PageClient) -> None:
    shown = await page.get("graph", focus="every station")
    (text,) = rows(shown)[0].select(".text")
    assert "more characters" in text.get_text()
    assert str(text.select("a")[0]["href"]) == f"facts/{ids(shown)[0]}"


async def test_more_is_shown_when_it_is_asked_for_up_to_300(large: PageClient) -> None:
    def more(shown: Shown) -> list[str]:
        return [str(one["href"]) for one in shown.soup.select("[data-part=graph-count] a")]

    assert more(await large.get("graph")) == [f"{large.base}/graph?limit=120"]
    (last,) = more(await large.get("graph", limit="270"))
    shown = Shown(await large.http.get(last))
    assert (len(rows(shown)), more(shown)) == (300, [])
    assert "660 more fit" in shown.text


async def test_no_page_is_heavier_than_allowed_whatever_the_facts_say(tmp_path: Path) -> None:
    (tmp_path / "home/workspaces").mkdir(parents=True)
    store = PlainStore(tmp_path / "home/workspaces/default.db")
    texts = ("\u200b" * 4000, "<&'" * 1300, "漢" * 4000, "plain")
    scope = Scope("d" * 60, "r" * 90)

    def fill(tx: Transaction) -> None:
        for number in range(320):
            text = texts[number % 4]
            add_fact(tx, scope, topic=f"{text[:190]} {number}", content=text)

    store.write(fill)
    store.close()
    async with open_page(tmp_path / "home") as page:
        for limit in ("60", "300"):
            shown = await page.get("graph", limit=limit)
            assert len(shown.answer.content) < MOST_BYTES
            assert 20 < len(rows(shown)) <= int(limit)


async def test_a_memory_without_facts_says_where_they_come_from(tmp_path: Path) -> None:
    async with open_bench(tmp_path / "making") as bench:
        path = bench.path
    (tmp_path / "home/workspaces").mkdir(parents=True)
    path.rename(tmp_path / "home/workspaces/default.db")
    async with open_page(tmp_path / "home") as page:
        assert "There are no facts yet" in (await page.get("graph")).text
        assert "No fact fits these filters" in (await page.get("graph", domain="ci")).text


async def test_domains_keep_their_marks_whatever_is_shown(page: PageClient) -> None:
    def mark(row: Tag) -> tuple[str, bool]:
        (glyph,) = row.select(".glyph")
        return str(glyph.select("use")[0]["href"]), "hollow" in (glyph.get("class") or [])

    whole = {str(row["id"]): mark(row) for row in rows(await page.get("graph"))}
    some = {str(row["id"]): mark(row) for row in rows(await page.get("graph", domain="hostile"))}
    assert some
    assert some.items() <= whole.items()
    names = [f"d{number:02}" for number in range(GLYPHS + 2)]
    assert sorted(glyphs(names[::-1]).values()) == sorted([*range(GLYPHS), 0, 1])


async def test_it_speaks_dutch(home: Path) -> None:
    async with open_page(home, language="nl") as page:
        shown = await page.get("graph", focus="F9")
        assert "zelfde sessie" in shown.text
        assert "F9 loslaten" in shown.text
