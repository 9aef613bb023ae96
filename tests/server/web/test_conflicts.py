"""The tab Conflicts: what contradicts stands side by side, and a person settles it, or judges the rule that did."""

from __future__ import annotations

from pathlib import Path

import pytest
from judged_memory import contradict, make_home
from memory_bench import PERSON, Bench
from page_homes import home_of
from page_kit import PageClient, Shown, open_page
from palimpsest.server.web.words import LANGUAGES, words
from palimpsest.store.model import NewConflict
from palimpsest.store.model.access import TokenScope
from palimpsest.store.rules.settlement import Rule
from palimpsest.tools.conflict_records import record
from somebody_else import somebody_else

MOST_BYTES = 300_000
PORTS, LONG, SESSIONS, CACHE, HOSTILE = ("C1", "C2", "C3"), "C4", "C5", "C6", "C7"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_home(tmp_path_factory.mktemp("made"), contradict)


async def undone(page: PageClient, shown: Shown) -> Shown:
    """Press the notice's Undo."""
    button = shown.soup.select_one("#notices [data-undo]")
    assert button is not None, shown.notice
    return await page.post("undo", batch_id=str(button["value"]))


async def test_both_texts_stand_side_by_side_with_the_words_marked_that_differ(page: PageClient):
    shown = await page.get("conflicts/C1")
    assert shown.texts(".side .text") == ["The API listens on port 8080 .", "The API listens on port 9090 ."]
    assert (shown.texts(".side del"), shown.texts(".side ins")) == (["8080"], ["9090"])
    old, new = shown.texts(".side")
    assert old.startswith("Old F1")
    assert all(part in old for part in ("ana ( engineer )", "months ago", "stated", "rests on 2 observations"))
    assert new.startswith("New F2")
    assert all(part in new for part in ("bob ( reviewer )", "months ago", "stated", "rests on no observation"))
    assert shown.soup.select(".side .sure svg.bar")
    assert "Neither is so much surer that a rule decides" in shown.text
    assert any("read it in the deployment manifest, line 0" in one for one in shown.texts(".sources li"))
    assert {"C2", "C3"} <= set(shown.texts(".other > .id"))


async def test_what_contradicts_about_one_topic_is_shown_together_open_ones_first(page: PageClient):
    shown = await page.get("conflicts", status="all")
    topics = {
        one.select("h2")[0].get_text(" ", strip=True).split(" architecture")[0]: one
        for one in shown.soup.select(".topic")
    }
    ports = topics["api port"]
    assert [str(row["id"]) for row in ports.select("[data-row]")] == ["C3", "C2", "C1"]
    assert "3 conflicts" in ports.get_text()
    rows = [str(one["id"]) for one in shown.soup.select("[data-row]")]
    assert rows == [HOSTILE, LONG, "C3", "C2", "C1", CACHE, SESSIONS]


async def test_what_waits_is_shown_first_and_the_rest_is_one_click_away(page: PageClient):
    shown = await page.get("conflicts")
    assert shown.texts(".states a") == ["5 open", "2 settled", "7 in all"]
    assert shown.texts(".states [aria-current]") == ["5 open"]
    assert CACHE not in [one["id"] for one in shown.soup.select("[data-row]")]
    resolved = await page.get("conflicts", status="resolved")
    assert [one["id"] for one in resolved.soup.select("[data-row]")] == [CACHE, SESSIONS]


async def test_a_domain_narrows_the_list_and_its_counts(page: PageClient):
    shown = await page.get("conflicts", domain="security", status="all")
    assert [one["id"] for one in shown.soup.select("[data-row]")] == [CACHE, SESSIONS]
    assert shown.texts(".states a") == ["0 open", "2 settled", "2 in all"]
    assert shown.texts("option[selected]") == ["security"]
    nothing = await page.get("conflicts", domain="security")
    assert "No conflict fits these filters" in nothing.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_its_words(language: str):
    said = words(language)
    for rule in Rule:
        kind = "asks" if rule in (Rule.UNDECIDED, Rule.ASKED) else "rule"
        assert said.has(f"conflicts.{kind}.{rule}")


async def test_the_rule_that_decided_is_said_in_plain_words(page: PageClient):
    shown = await page.get(f"conflicts/{CACHE}")
    assert "A rule settled it: a person said the one that was kept, and nobody the other" in shown.text
    assert shown.texts(".side .head .badge") == ["put under it", "kept"]
    assert shown.texts(".side.lost .text") == ["The cache is Redis 5 ."]
    assert shown.soup.select_one(".why a[href*='/history/B']")


@pytest.mark.parametrize(
    ("keep", "stands", "states"),
    [
        ("new", "new one, F2,", ("superseded", "active")),
        ("old", "old one, F1,", ("active", "superseded")),
        ("both", "both", ("active", "active")),
    ],
)
async def test_a_person_keeps_a_side_and_can_undo_it(
    page: PageClient, home: Path, keep: str, stands: str, states: tuple[str, str]
):
    await page.post("conflicts/C3", keep="both")
    await page.post("conflicts/C2", keep="both")
    done = await page.post("conflicts/C1", keep=keep, back=f"{page.base}/conflicts")
    assert f"C1 is settled: the {stands}" in done.notice or (keep == "both" and "both stand" in done.notice)
    assert done.texts(".states a")[0] == "2 open"
    async with somebody_else(home) as bob:
        found = [(await bob("memory_fact.get", fact_id=name))["fact"]["state"] for name in ("F1", "F2")]
        assert tuple(found) == states
    shown = await page.get("conflicts/C1")
    assert "ann decided" in shown.text
    assert "is undone" in (await undone(page, done)).notice
    assert "open" in (await page.get("conflicts/C1")).texts("h1 .badge")


@pytest.mark.parametrize(("loss", "reason"), [({"loss": "wrong"}, "wrong"), ({}, "outdated")])
async def test_whether_the_loser_ever_was_true_is_what_the_person_ticked_whatever_the_reason_says(
    page: PageClient, home: Path, loss: dict[str, str], reason: str
):
    await page.post(f"conflicts/{LONG}", keep="new", reason="wrong timetable", **loss)
    async with somebody_else(home) as bob:
        assert (await bob("memory_fact.get", fact_id="F4"))["fact"]["reason"] == reason
    assert "wrong timetable" in (await page.get(f"conflicts/{LONG}")).texts(".why q")


async def test_what_somebody_settled_otherwise_meanwhile_is_said_with_what_was_typed(page: PageClient, home: Path):
    async with somebody_else(home) as bob:
        await bob("memory_conflict.resolve", conflict_id=LONG, keep="old", reason="the station said so")
    done = await page.post(f"conflicts/{LONG}", keep="new", reason="I saw it leave")
    assert done.status == 409
    (alert,) = done.texts("[role=alert]")
    assert "bob settled C4 meanwhile: the old one was kept" in alert
    assert "I saw it leave" in alert
    assert "the station said so" in done.texts(".why q")[0]
    assert done.answer.url.path.endswith("/conflicts/C4")


async def test_what_somebody_settled_the_same_way_meanwhile_is_said_too(page: PageClient, home: Path):
    async with somebody_else(home) as bob:
        await bob("memory_conflict.resolve", conflict_id=LONG, keep="new")
    done = await page.post(f"conflicts/{LONG}", keep="new")
    assert "Nothing changed: bob had settled C4 that way already" in done.notice
    assert not done.soup.select("#notices [data-undo]")


async def test_what_was_erased_meanwhile_is_not_there(page: PageClient, home: Path):
    async with somebody_else(home) as bob:
        await bob("memory_fact.purge", fact_ids=["F4"])
    for answer in (await page.post(f"conflicts/{LONG}", keep="new"), await page.get(f"conflicts/{LONG}")):
        assert answer.status == 404


@pytest.mark.parametrize("bad", [{"keep": "neither"}, {"keep": "new", "reason": "x" * 501}, {}])
async def test_what_cant_be_taken_is_shown_again_as_it_was_typed(page: PageClient, bad: dict[str, str]):
    done = await page.post("conflicts/C1", **bad)
    assert done.status == 422
    assert done.texts("[role=alert]")
    field = done.soup.select_one("input[name=reason]")
    assert field is not None
    assert field["value"] == bad.get("reason", "")


async def test_what_a_rule_settled_is_confirmed_and_counts(page: PageClient, home: Path):
    done = await page.post(f"conflicts/{CACHE}/finding", finding="confirm", back=f"{page.base}/conflicts/{CACHE}")
    assert "C6 counts as settled right" in done.notice
    assert "confirmed So found ann" in done.text
    again = await page.post(f"conflicts/{CACHE}/finding", finding="confirm")
    assert "Nothing changed: ann had found that" in again.notice
    async with somebody_else(home) as bob:
        counts = (await bob("memory_review.report"))["resolutions"]
        assert (counts["confirmed"], counts["overturned"]) == (1, 0)


@pytest.mark.parametrize(
    ("finding", "states"), [("overturn", ("active", "superseded")), ("both", ("active", "active"))]
)
async def test_what_a_rule_settled_is_overturned_and_that_is_undone(
    page: PageClient, home: Path, finding: str, states: tuple[str, str]
):
    done = await page.post(f"conflicts/{CACHE}/finding", finding=finding)
    assert "C6 is overturned" in done.notice
    async with somebody_else(home) as bob:
        found = [(await bob("memory_fact.get", fact_id=name))["fact"]["state"] for name in ("F7", "F9")]
        assert tuple(found) == states
        assert (await bob("memory_review.report"))["resolutions"]["overturned"] == 1
        await undone(page, done)
        assert (await bob("memory_review.report"))["resolutions"]["overturned"] == 0


async def test_why_it_cant_be_overturned_any_more_is_said(page: PageClient, home: Path):
    async with somebody_else(home) as bob:
        await bob("memory_fact.delete", fact_ids=["F9"])
    shown = await page.get(f"conflicts/{CACHE}")
    assert "It can't be overturned any more: F9" in shown.text
    assert shown.texts("button[name=finding]") == ["Settled right c"]
    refused = await page.post(f"conflicts/{CACHE}/finding", finding="overturn")
    assert refused.status == 409
    assert (await page.post(f"conflicts/{CACHE}/finding", finding="burn")).status == 422


async def test_stored_text_is_text_everywhere(page: PageClient):
    for shown in (await page.get("conflicts"), await page.get(f"conflicts/{HOSTILE}")):
        assert "<script>window.bitten = 1</script>" in shown.text
        assert "<img src=x onerror='window.bitten = 1'>" in shown.text
        assert not shown.soup.select("main script, main img")
        assert "⟨U+202E⟩" in shown.text
        assert "\u202e" not in shown.answer.text


async def test_long_texts_are_cut_around_what_differs_and_whole_behind_one_click(page: PageClient):
    row = (await page.get("conflicts")).soup.select_one(f"#{LONG}")
    assert row is not None
    assert len(row.get_text()) < 1500
    assert [one.get_text() for one in row.select("del, ins")] == ["8", "9"]
    assert [one.get_text() for one in row.select(".cut")] == ["[… 3793 …]"] * 2
    whole = await page.get(f"conflicts/{LONG}")
    assert not whole.soup.select(".cut")
    assert whole.texts(".side .text")[0].count("release train") == 50


async def test_a_page_of_long_and_wholly_different_texts_stays_small(tmp_path: Path):
    async with home_of(tmp_path) as bench:
        await _fill_with_long(bench, 13)
    async with open_page(tmp_path / "home") as page:
        shown = await page.get("conflicts")
        assert len(shown.soup.select("[data-row]")) == 12
        assert len(shown.answer.content) < MOST_BYTES
        following = shown.soup.select_one("a[href*=cursor]")
        assert following is not None
        seen = {str(one["id"]) for one in shown.soup.select("[data-row]")}
        more = Shown(await page.http.get(str(following["href"])))
        assert seen.isdisjoint(str(one["id"]) for one in more.soup.select("[data-row]"))
        one = await page.get("conflicts/C1")
        assert len(one.answer.content) < MOST_BYTES


async def _fill_with_long(bench: Bench, count: int) -> None:
    """Every other word of the pairs differs, and has a character in it that is written out."""
    await bench.setting("embedder", "none")
    ana = await bench.agent("ana")
    for number in range(count):
        names = [
            (await ana.propose(f"Gate {number} is {word}. " + f"a<{word}> & \u202e " * 280, topic=f"{word} {number}"))[
                "fact_id"
            ]
            for word in ("open", "shut")
        ]
        old, new = (int(name[1:]) for name in names)
        made = NewConflict(old, new, "words", "open -> shut", Rule.UNDECIDED.value, None)
        await bench.store.write(lambda tx, made=made: record(tx, PERSON, made))


async def test_without_a_conflict_the_page_says_how_one_comes(tmp_path: Path):
    async with home_of(tmp_path) as bench:
        await (await bench.agent()).propose("The gate is open.")
    async with open_page(tmp_path / "home") as page:
        shown = await page.get("conflicts")
        assert "Nothing contradicts" in shown.text
        assert "waiting for you to say which holds" in shown.text
        assert (await page.get("conflicts/C9")).status == 404
        assert (await page.get("conflicts", cursor="nonsense")).status == 422


async def test_a_reviewer_settles_and_an_agents_scope_is_offered_nothing_to_settle(home: Path):
    async with open_page(home, scope=TokenScope.REVIEWER) as page:
        assert (await page.get("conflicts/C1")).soup.select("button[name=keep]")
        assert "C1 is settled" in (await page.post("conflicts/C1", keep="both")).notice


async def test_it_is_said_in_dutch(home: Path):
    async with open_page(home, language="nl") as page:
        shown = await page.get("conflicts", status="all")
        assert shown.texts(".states a") == ["5 open", "2 beslecht", "7 in totaal"]
        done = await page.post("conflicts/C1", keep="old")
        assert "C1 is beslecht: het oude, F1, geldt." in done.notice
