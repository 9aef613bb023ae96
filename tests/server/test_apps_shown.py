"""The views as a person has them: in Chromium, in a host's sandbox, over a real server and a real memory."""

from __future__ import annotations

import json
import subprocess
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unicodedata import category

import pytest
import pytest_asyncio
from app_host import AppHost, Shown, open_browser, shows_apps
from held import held
from mcp import Client
from memory_bench import Bench, open_bench
from node import node
from palimpsest.server.app import build_server
from palimpsest.server.apps.documents import FOLDER
from palimpsest.server.web.visible import BLANK, visible_plain
from palimpsest.store.model import Caller, Mark, NewReview, SampledFact, Veracity
from palimpsest.store.rules.settlement import Rule
from palimpsest.tools import reviewing
from palimpsest.tools.desk import Desk
from person import ANN
from playwright.async_api import Browser, expect

pytestmark = pytest.mark.asyncio(loop_scope="module")

HOSTILE = (
    "Send it to <img src=x onerror=alert(1)><script>alert(2)</script> [a](javascript:alert(3)) "
    "user\u202egpj.exe a\u200bb"
)
JOINED = [
    "می\u200cخواهم",
    "👩\u200d💻 ❤️ \u200d",
    "a\u200cb \u200c",
    "\u200c",
    "क\u200dष",
    "tag\U000e0041\U000e0042",
    "1\u200d2\r\n",
]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncGenerator[Browser]:
    async with open_browser() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="module")
async def bench(tmp_path: Path) -> AsyncGenerator[Bench]:
    async with open_bench(tmp_path) as bench:
        yield bench


@asynccontextmanager
async def host_of(browser: Browser, bench: Bench) -> AsyncGenerator[AppHost]:
    """The client of an agent whose user may review in it."""
    server = build_server(Desk(bench.store, Caller(agent="ana", role="engineer", session="s1")), reviewer="ada")
    async with held(Client(server, extensions=shows_apps())) as client:
        yield AppHost(browser, client)


async def two_ports(bench: Bench, count: int = 1, text: str = "The orders API listens on port {}.") -> None:
    """Open contradictions, each under a topic of its own."""
    ana, ben = await bench.agent("ana"), await bench.agent("ben")
    for number in range(1, count + 1):
        await ana.propose(text.format(8080), f"port {number}")
        await ben.propose(text.format(9090), f"port {number}", on_conflict="ask")


def sampled_fact(number: int, support: int) -> SampledFact:
    """A fact of a sample, that consolidation made from so many observations."""
    return SampledFact(fact_id=number, confidence=0.9, support=support, needs_support=True, may_fade=False)


def strings() -> dict[str, dict[str, Any]]:
    """What the views say, by language and key."""
    script = (
        f"const document = {{}}; {(FOLDER / 'strings.js').read_text('utf-8')}; console.log(JSON.stringify(STRINGS))"
    )
    return json.loads(subprocess.run([node(), "-e", script], capture_output=True, check=True, timeout=60).stdout)


def flat(entry: Any, path: str = "") -> dict[str, str]:
    """Every sentence of a language by its path."""
    if isinstance(entry, str):
        return {path: entry}
    return {key: text for name, inner in entry.items() for key, text in flat(inner, f"{path}.{name}").items()}


async def look_for(text: str, shown: Shown) -> None:
    """Skip cards of the review until the one that says so."""
    heading = shown.view.get_by_role("heading", level=2)
    while text not in await heading.inner_text():
        await heading.press("s")


async def assert_contained(shown: Shown) -> None:
    """Nothing was loaded besides, nothing was complained of, and no element came of a text."""
    assert (shown.strays, shown.complaints) == ([], [])
    assert await shown.view.locator("main :is(img, script, a, iframe, style)").count() == 0


async def test_a_contradiction_is_shown_side_by_side_with_the_differing_words_marked(browser: Browser, bench: Bench):
    await two_ports(bench)
    async with host_of(browser, bench) as host:
        shown = await host.show("list_memory_conflicts")
        card = shown.view.get_by_role("article")
        await expect(card.locator("blockquote")).to_have_text(
            ["The orders API listens on port 8080.", "The orders API listens on port 9090."]
        )
        await expect(card.locator("mark")).to_have_text(["8080", "9090"])
        await expect(card).to_contain_text("ana · concluded by an agent · 70% sure · last supported today")
        await expect(card).to_contain_text("What differs: 8080 -> 9090")
        await expect(shown.view.locator("header")).to_contain_text("One needs you.")
        await assert_contained(shown)


async def test_what_the_person_keeps_is_settled_by_the_agents_tool_and_told_to_the_model(
    browser: Browser, bench: Bench
):
    await two_ports(bench, 2)
    async with host_of(browser, bench) as host:
        shown = await host.show("list_memory_conflicts", {"status": "open"})
        card = shown.view.get_by_role("article").filter(has_text="C1")
        await card.get_by_role("button", name="Keep the new").click()
        assert (await bench.fact("F1")).is_active(bench.now)  # a first click settles nothing
        await card.get_by_label("F1 never was true").check()
        await card.get_by_role("button", name="Settle it").click()
        await expect(shown.view.get_by_role("article")).to_have_count(1)
        await expect(shown.view.locator("header")).to_contain_text("One needs you.")
        assert "C1" in json.dumps(await shown.said("ui/update-model-context"))
        calls = [(call["name"], call["arguments"]) for call in await shown.said("tools/call")]
        await assert_contained(shown)
    assert calls == [
        (
            "resolve_memory_conflict",
            {"conflict_id": "C1", "keep": "new", "reason": "wrong, as the user said in the view"},
        ),
        ("list_memory_conflicts", {"status": "open"}),
    ]
    assert (await bench.fact("F1")).loss_reason == "wrong"
    assert (await bench.fact("F2")).veracity is Veracity.STATED


async def test_everything_can_be_done_with_the_keyboard(browser: Browser, bench: Bench):
    await two_ports(bench)
    async with host_of(browser, bench) as host:
        shown = await host.show("list_memory_conflicts")
        await shown.view.get_by_role("button", name="Keep the old").focus()
        await shown.page.keyboard.press("Enter")
        await expect(shown.view.get_by_role("button", name="Settle it")).to_be_focused()
        await shown.page.keyboard.press("Tab")
        await shown.page.keyboard.press("Enter")
        await expect(shown.view.get_by_role("button", name="Keep the old")).to_be_focused()
        await shown.page.keyboard.press("Tab")
        await shown.page.keyboard.press("Tab")
        await shown.page.keyboard.press("Enter")
        await shown.page.keyboard.press("Enter")
        await expect(shown.view.get_by_role("article")).to_contain_text("both were kept: as a user decided")
    assert await bench.active() == ["F1", "F2"]


async def test_hostile_text_is_inert_and_shows_what_it_hides(browser: Browser, bench: Bench):
    await two_ports(bench, text=HOSTILE + " {}")
    async with host_of(browser, bench) as host:
        for tool in ("list_memory_conflicts", "review_memory"):
            shown = await host.show(tool)
            if tool == "review_memory":
                await shown.view.get_by_role("button", name="Draw a sample").click()
            text = shown.view.locator("blockquote").first
            await expect(text).to_contain_text("<img src=x onerror=alert(1)><script>alert(2)</script>")
            await expect(text).to_contain_text("user⟨U+202E⟩gpj.exe a⟨U+200B⟩b")
            await assert_contained(shown)


async def test_what_another_settled_meanwhile_is_refused_and_shown(browser: Browser, bench: Bench):
    await two_ports(bench)
    async with host_of(browser, bench) as host:
        shown = await host.show("list_memory_conflicts")
        await shown.view.get_by_role("button", name="Keep the old").click()
        await (await bench.agent("ben")).call("resolve_memory_conflict", conflict_id="C1", keep="new")
        await shown.view.get_by_role("button", name="Settle it").click()
        await expect(shown.view.get_by_role("alert")).to_contain_text("C1 is settled already: 'new' was kept")
        await expect(shown.view.get_by_role("article")).to_contain_text("the new was kept: as a user decided")
        await assert_contained(shown)


async def test_many_are_read_page_by_page_and_none_is_said(browser: Browser, bench: Bench):
    async with host_of(browser, bench) as host:
        await expect((await host.show("list_memory_conflicts")).view.locator("main")).to_contain_text(
            "Nothing contradicts."
        )
        await two_ports(bench, 10)
        shown = await host.show("list_memory_conflicts")
        await expect(shown.view.get_by_role("article")).to_have_count(8)
        await shown.view.get_by_role("button", name="Show more").click()
        await expect(shown.view.get_by_role("article")).to_have_count(10)
        await expect(shown.view.get_by_role("button", name="Show more")).to_have_count(0)


async def test_a_text_that_is_cut_can_be_read_whole_with_its_history(browser: Browser, bench: Bench):
    moved = " It was moved there when the gateway was replaced." * 25
    await two_ports(bench, text="The orders API listens on port {}." + moved + " That is all.")
    async with host_of(browser, bench) as host:
        shown = await host.show("list_memory_conflicts")
        await expect(shown.view.locator("blockquote").first).to_contain_text("[cut: ")
        await shown.view.get_by_text("The whole of it, with its history").first.click()
        whole = shown.view.locator(".history").first
        await expect(whole).to_contain_text("That is all.")
        await expect(whole).to_contain_text("F1 (this one) [architecture/port 1] active, contested (C1)")
        await assert_contained(shown)


async def test_where_the_host_lets_no_view_act_it_only_shows(browser: Browser, bench: Bench):
    await two_ports(bench)
    async with host_of(browser, bench) as host:
        shown = await host.show("list_memory_conflicts", capabilities={})
        await expect(shown.view.locator("main")).to_contain_text("Tell your agent what you decide.")
        assert await shown.view.get_by_role("button").count() == 0


async def test_a_person_marks_the_sample_card_by_card(browser: Browser, bench: Bench):
    ana = await bench.agent("ana")
    source = (await ana.observe("Shelf 1 was looked at", source="shelf.md"))[0]
    await ana.propose("Shelf 1 holds blue boxes.", "shelf 1", source_observation_ids=[source])
    for number in (2, 3):
        await ana.propose(f"Shelf {number} holds blue boxes.", f"shelf {number}")
    async with host_of(browser, bench) as host:
        shown = await host.show("review_memory")
        await shown.view.get_by_role("button", name="Draw a sample").click()
        heading = shown.view.get_by_role("heading", level=2)
        await expect(heading).to_contain_text("Fact 1 of 3")
        await look_for("shelf 1", shown)
        await shown.view.get_by_text("Rests on one observation").click()
        await expect(shown.view.get_by_role("listitem").locator("p")).to_have_text(
            ["Shelf 1 was looked at 0", "O1 · ana · 1 Mar 2027 · shelf.md"]
        )
        await look_for("Fact 1 of 3", shown)
        for key, after in (("s", "Fact 2 of 3"), ("b", "Fact 1 of 3"), ("c", "Fact 2 of 3"), ("w", "Fact 3 of 3")):
            await heading.press(key)
            await expect(heading).to_contain_text(after)
            await expect(heading).to_be_focused()
        await shown.view.get_by_role("button", name="Outdated").click()
        await expect(shown.view.locator("main")).to_contain_text("Precision: 33%.")
        await expect(shown.view.locator("main")).to_contain_text("All active facts of that time were marked.")
        await expect(shown.view.locator("main")).to_contain_text("such a memory does more harm than good")
        await shown.view.get_by_role("button", name="Look at the marks").click()
        await shown.view.get_by_role("button", name="Take the mark back").click()
        await expect(shown.view.locator("header")).to_contain_text("2 of 3 marked")
        await assert_contained(shown)
    marks = [entry.after for entry in await bench.audit("review:1") if entry.action == "mark"]
    assert [(mark or {})["mark"] for mark in marks] == ["correct", "wrong", "outdated", None]


async def test_the_report_says_how_sure_it_is_and_what_it_proposes(browser: Browser, bench: Bench):
    ana = await bench.agent("ana")
    for number in range(1, 29):
        await ana.propose(f"Shelf {number} holds blue boxes.", f"shelf {number}")
    sampled = [sampled_fact(number, 5 if number <= 20 else 2) for number in range(1, 29)]
    review = NewReview("ann", seed=1, population=1000, min_support=2, min_confidence=0.3, facts=tuple(sampled))
    marks = {f"F{number}": "correct" if number <= 20 else "wrong" for number in range(1, 29)}
    await bench.store.write(lambda tx: tx.reviews.begin(review) and reviewing.mark(tx, ANN, marks))
    async with host_of(browser, bench) as host:
        shown = await host.show("review_memory")
        report = shown.view.locator(".report")
        await expect(report).to_contain_text("Precision: 71%.")
        await expect(report).to_contain_text(
            "Of all 1,000 active facts, between 53% and 85% are correct, with 95% certainty."
        )
        await expect(report).to_contain_text("Below 90%: such a memory does more harm than good.")
        await expect(report).to_contain_text("consolidation.min_support: 3 (now 2)")
        await assert_contained(shown)


async def test_the_host_says_the_language_and_whether_it_is_dark(browser: Browser, bench: Bench):
    await two_ports(bench)
    async with host_of(browser, bench) as host:
        shown = await host.show("list_memory_conflicts", context={"theme": "dark", "locale": "nl-BE"})
        body = shown.view.locator("body")
        await expect(shown.view.get_by_role("button", name="Houd beide")).to_be_visible()
        await expect(body).to_have_css("background-color", "rgb(23, 22, 19)")
        await shown.tell("ui/notifications/host-context-changed", {"theme": "light", "locale": "en"})
        await expect(shown.view.get_by_role("button", name="Keep both")).to_be_visible()
        await expect(body).to_have_css("background-color", "rgb(253, 252, 249)")


async def test_the_frame_is_as_high_as_the_view_and_never_too_narrow(browser: Browser, bench: Bench):
    await two_ports(bench, 3, text="https://example.com/" + "w" * 300 + " port {}.")
    async with host_of(browser, bench) as host:
        shown = await host.show("list_memory_conflicts", width=360)
        await expect(shown.view.get_by_role("article")).to_have_count(3)
        root = shown.view.locator("html")
        inside = await root.evaluate(
            "root => [root.scrollWidth - root.clientWidth, root.scrollHeight - window.innerHeight]"
        )
        assert inside == [0, 0]


async def test_odd_characters_are_those_of_the_page(browser: Browser):
    every = (chr(code) for code in (*range(0xD800), *range(0xE000, 0xE010), *range(0xF000, 0xF0010)))
    texts = [*JOINED, *(f"a{char}b" for char in every if category(char)[0] in "CMZ" and category(char) != "Cn")]
    texts += [f"a{char}b" for char in BLANK]
    page = await browser.new_page()
    script = (FOLDER / "shown.js").read_text("utf-8")
    seen: list[str] = await page.evaluate(f"(texts) => {{ {script}; return texts.map(shownPlain); }}", texts)
    assert [ascii(one) for one, text in zip(seen, texts, strict=True) if one != visible_plain(text)] == []


async def test_words_that_differ_are_found_whatever_the_script(browser: Browser):
    pairs = [
        ["Kept for 7 years.", "Kept for 10 years."],
        ["Version 1.2.3 is out.", "Version 1.2.4 is out, now."],
        ["端口是8080。", "端口是9090。"],
        ["same", "same"],
        ["", "all new words"],
        ["a " * 700, "b " * 700],
    ]
    page = await browser.new_page()
    script = (FOLDER / "words.js").read_text("utf-8")
    whole_and_marked = "[runs.map(([text]) => text).join(''), runs.filter((run) => run[1]).map(([text]) => text)]"
    compare = f"pairs.map(([a, b]) => compareWords(a, b).map((runs) => {whole_and_marked}))"
    found: list[Any] = await page.evaluate(f"(pairs) => {{ {script}; return {compare}; }}", pairs)
    assert [[whole for whole, _ in sides] for sides in found] == pairs
    assert [[marks for _, marks in sides] for sides in found[:5]] == [
        [["7"], ["10"]],
        [["1.2.3"], ["1.2.4", ", now"]],
        [["8080"], ["9090"]],
        [[], []],
        [[], ["all new words"]],
    ]


async def test_both_languages_say_everything_with_the_same_values():
    english, dutch = (flat(strings()[language]) for language in ("en", "nl"))
    values = {key: sorted(part.split("}")[0] for part in text.split("{")[1:]) for key, text in english.items()}
    assert {key: sorted(part.split("}")[0] for part in text.split("{")[1:]) for key, text in dutch.items()} == values
    assert set(strings()["en"]["rules"]) == set(Rule)
    assert set(strings()["en"]["veracity"]) == set(Veracity)
    assert set(strings()["en"]["marks"]) == set(strings()["en"]["means"]) == set(Mark)
