"""The tab Review: a person marks a sample, one fact at a time, sees what that says, and acts on it."""

from __future__ import annotations

import shutil
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from judged_memory import fill_plain, judge, make_home
from page_forms import fields_of
from page_homes import home_of
from page_kit import PageClient, Shown, open_page
from page_memory import HOSTILE
from palimpsest.store.model.access import TokenScope
from somebody_else import somebody_else

MARKING = "form.marking"
LAMPS = 12


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Forty lamps, six contradictions, two decisions; of review 2, 26 of 30 are marked, six of them wrong."""
    return make_home(tmp_path_factory.mktemp("made"), judge)


@pytest.fixture(scope="module")
def lamps(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve lamps, of which nobody has looked at any."""
    return make_home(tmp_path_factory.mktemp("lamps"), lambda bench: fill_plain(bench, LAMPS))


@pytest.fixture
async def unseen(lamps: Path, tmp_path: Path) -> AsyncGenerator[PageClient]:
    async with open_page(Path(shutil.copytree(lamps, tmp_path / "lamps"))) as opened:
        yield opened


async def mark(page: PageClient, shown: Shown, word: str) -> Shown:
    """Press one of the buttons under the fact at hand."""
    return await page.post("review/mark", **fields_of(shown, MARKING), mark=word)


def result_of(shown: Shown) -> str:
    """What is said of the whole memory."""
    return shown.texts(".result")[0].replace(" ,", ",")


def at_hand(shown: Shown) -> str:
    return shown.texts(".card h2 a.id")[0]


async def undone(page: PageClient, shown: Shown) -> Shown:
    button = shown.soup.select_one("#notices [data-undo]")
    assert button is not None, shown.notice
    return await page.post("undo", batch_id=str(button["value"]))


async def test_looking_begins_nothing_and_a_button_does(unseen: PageClient):
    for _ in range(2):
        shown = await unseen.get("review")
        assert "How good is this memory?" in shown.text
    begun = await unseen.post("review/sample")
    assert "Review 1: 12 of 12 active facts, drawn at random" in begun.text
    assert begun.texts(".progress") == ["0 of 12 marked"]
    assert "Nothing is marked yet" in result_of(begun)
    assert at_hand(begun) == begun.texts(".strip a")[0].split(",")[0]


async def test_a_fact_is_shown_with_what_it_takes_to_judge_it(page: PageClient):
    names = [text.split(",")[0] for text in (await page.get("review")).texts(".strip a")]
    async with somebody_else(page.home) as bob:
        rows = [(await bob("memory_fact.get", fact_id=name))["fact"] for name in names]
    contested = next((row["id"] for row in rows if row["contested"]), None)
    overwriting = next((row["id"] for row in rows if row["replaces"]), None)
    assert contested or overwriting
    for name in filter(None, (contested, overwriting)):
        row = next(row for row in rows if row["id"] == name)
        card = (await page.get("review", fact=name)).soup.select_one(".card")
        assert card is not None
        text = " ".join(card.get_text(" ").split())
        assert all(part in text for part in (row["agent"], row["role"], "months ago", f"{row['confidence']:.2f}"))
        assert "What it rests on" in text
        assert bool(row["contested"]) == ("contested" in text)
        assert [one.get_text() for one in card.select(".under a")] == [one["content"] for one in row["beneath"]]


async def test_each_mark_leads_to_the_next_fact_that_waits_until_all_are_marked(unseen: PageClient):
    shown = await unseen.post("review/sample")
    seen: list[str] = []
    for number in range(LAMPS):
        assert shown.texts(".progress") == [f"{number} of 12 marked"]
        seen.append(at_hand(shown))
        shown = await mark(unseen, shown, "wrong" if number < 3 else "correct")
    assert len(set(seen)) == LAMPS
    assert not shown.soup.select(".card")
    assert "Every fact of the sample is marked" in shown.text
    result = result_of(shown)
    assert "9 of 12 correct: 0.75, exactly, as every active fact was marked." in result
    assert "Below 90 %: such a memory does more harm than good." in result
    assert "That is sure" in result


async def test_a_mark_is_changed_and_taken_back(unseen: PageClient):
    first = await unseen.post("review/sample")
    name = at_hand(first)
    await mark(unseen, first, "wrong")
    back = await unseen.get("review", fact=name)
    assert "Marked as wrong by ann" in back.text
    assert back.texts("[aria-pressed=true]") == ["wrong w"]
    changed = await mark(unseen, back, "outdated")
    assert at_hand(changed) != name
    again = await unseen.get("review", fact=name)
    assert again.texts(".strip .outdated")[0].startswith(f"{name}, outdated")
    taken = await mark(unseen, again, "none")
    assert (at_hand(taken), taken.texts(".progress")) == (name, ["0 of 12 marked"])


async def test_the_result_is_said_with_its_interval_and_drawn_against_the_line(page: PageClient):
    shown = await page.get("review")
    result = result_of(shown)
    assert "20 of 26 correct: 0.77, between 0.64 and 0.86 for the whole memory, with 95 % certainty." in result
    assert "Below 90 %" in result
    drawing = shown.soup.select_one("svg.interval")
    assert drawing is not None
    assert drawing["aria-label"] == "Precision 0.77, between 0.64 and 0.86; the line is at 0.90."
    low, high = (float(str(drawing.select(".between")[0][end])) for end in ("x1", "x2"))
    line = float(str(drawing.select(".ninety")[0]["x1"]))
    share = float(str(drawing.select("circle")[0]["cx"]))
    assert low < share < high < line


async def test_what_is_not_sure_says_how_many_more_marks_are_needed(unseen: PageClient):
    shown = await unseen.post("review/sample")
    shown = await mark(unseen, shown, "correct")
    result = result_of(shown)
    assert "1 of 1 correct: 1.00" in result
    assert "It isn't sure yet: the whole memory may as well be at" in result
    assert "more marks would make it sure" in result


async def test_earlier_reviews_stand_in_a_table_and_a_drawing(page: PageClient):
    shown = await page.get("review")
    rows = shown.texts(".result tbody tr")
    assert rows[-2].startswith("2 ")
    assert rows[-1].startswith("1 ")
    assert "30/30" in rows[-1]
    assert len(shown.soup.select("svg.course circle")) == 2
    first = await page.get("review", number="1")
    assert "closed" in first.text
    assert not first.soup.select(MARKING)
    assert "30 of 30 correct" in result_of(first)
    assert (await page.get("review", number="7")).status == 404
    assert (await page.get("review", number="x")).status == 404


async def test_proposed_thresholds_say_what_they_would_have_done_and_are_applied_and_undone(page: PageClient):
    shown = await page.get("review")
    result = result_of(shown)
    assert "Confidence below which a fact is forgotten" in result
    assert "they would have kept out 6 bad and lost 0 good ones" in result
    done = await page.post("review/apply", **fields_of(shown, "form[action$='review/apply']"))
    assert "The thresholds are raised. forgetting.min_confidence: 0.3 → 0.45" in done.notice
    assert "holds already" in result_of(done)
    assert not done.soup.select("form[action$='review/apply']")
    assert "is undone" in (await undone(page, done)).notice
    assert "holds already" not in result_of(await page.get("review"))


async def test_a_reviewer_is_told_who_raises_thresholds_and_can_do_the_rest(home: Path):
    async with open_page(home, scope=TokenScope.REVIEWER) as page:
        shown = await page.get("review")
        assert not shown.soup.select("form[action$='review/apply']")
        assert "Who administers this memory can raise them" in shown.text
        assert (await page.post("review/apply", review="2")).status == 403
        assert shown.soup.select(MARKING)


async def test_bad_facts_are_previewed_and_only_those_that_are_ticked_are_taken_back(page: PageClient):
    shown = await page.get("review")
    link = shown.soup.select_one("a[href*='review/retire']")
    assert link is not None
    assert link.get_text() == "Take back 6 bad facts …"
    preview = await page.get("review/retire", number="2")
    boxes = preview.soup.select("input[name=fact_id][checked]")
    assert len(boxes) == 6
    names = [str(box["value"]) for box in boxes]
    done = await page.post("review/retire", review="2", fact_id=names[:2])
    assert f"2 facts are taken back: {names[0]}, {names[1]}" in done.notice
    async with somebody_else(page.home) as bob:
        states = [(await bob("memory_fact.get", fact_id=name))["fact"]["state"] for name in names]
    assert states == ["retired"] * 2 + ["active"] * 4
    assert len((await page.get("review/retire", number="2")).soup.select("input[name=fact_id]")) == 4
    await undone(page, done)
    assert len((await page.get("review/retire", number="2")).soup.select("input[name=fact_id]")) == 6
    assert (await page.post("review/retire", review="2")).status == 422


async def test_what_is_bad_no_longer_when_it_is_taken_back_is_told(page: PageClient):
    preview = await page.get("review/retire", number="2")
    names = [str(box["value"]) for box in preview.soup.select("input[name=fact_id]")]
    async with somebody_else(page.home) as bob:
        await bob("memory_review.mark", marks={names[0]: "correct"})
    done = await page.post("review/retire", review="2", fact_id=names[:2])
    assert f"1 fact is taken back: {names[1]}" in done.notice
    assert f"{names[0]} stays as it is" in done.notice


async def test_two_people_mark_at_once_and_each_sees_the_others_marks(unseen: PageClient):
    shown = await unseen.post("review/sample")
    names = [text.split(",")[0] for text in shown.texts(".strip a")]
    async with somebody_else(unseen.home) as bob:
        await bob("memory_review.mark", marks={names[0]: "correct", names[1]: "outdated"})
        done = await mark(unseen, shown, "wrong")
        assert f"bob had marked {names[0]} as correct; your mark stands now." in done.notice
        marks = {one["id"]: (one["mark"], one["by"]) for one in (await bob("memory_review.get"))["facts"]}
    assert (marks[names[0]], marks[names[1]]) == (("wrong", "ann"), ("outdated", "bob"))
    assert at_hand(done) == names[2]
    assert done.soup.select_one(f".strip a[title='{names[1]}: outdated, bob']")


async def test_a_review_that_somebody_began_meanwhile_takes_no_mark_meant_for_the_one_before(unseen: PageClient):
    shown = await unseen.post("review/sample")
    async with somebody_else(unseen.home) as bob:
        await bob("memory_review.sample", is_new=True, size=12)
        done = await mark(unseen, shown, "wrong")
        assert done.status == 409
        assert "Review 1 is closed: review 2 has begun" in done.text
        assert {one["mark"] for one in (await bob("memory_review.get"))["facts"]} == {None}


async def test_another_review_never_puts_another_fact_under_somebodys_hands(unseen: PageClient):
    await unseen.post("review/sample", size="2")
    name = at_hand(await unseen.get("review"))
    async with somebody_else(unseen.home) as bob:
        await bob("memory_review.sample", is_new=True, size=1)
        while name in [one["id"] for one in (await bob("memory_review.get"))["facts"]]:
            await bob("memory_review.sample", is_new=True, size=1)
    part = await unseen.http.get(
        f"{unseen.base}/review", params={"fact": name}, headers={"Palimpsest-Part": "1"}, follow_redirects=True
    )
    assert not Shown(part).soup.select("[data-part=card]")
    assert Shown(part).soup.select("[data-part=strip]")
    assert at_hand(await unseen.get("review", fact=name)) != name


async def test_a_longer_sample_keeps_its_marks_and_another_review_closes_this_one(unseen: PageClient):
    shown = await unseen.post("review/sample", size="2")
    shown = await mark(unseen, shown, "correct")
    longer = await unseen.post("review/sample", **fields_of(shown, "form:has([name=size])"))
    assert longer.texts(".progress") == ["1 of 12 marked"]
    other = await unseen.post("review/sample", **fields_of(longer, "form:has([name=is_new])"))
    assert other.text.count("Review 2:") == 1
    assert other.texts(".progress") == ["0 of 12 marked"]


async def test_facts_that_were_erased_since_are_counted_not_shown(unseen: PageClient):
    shown = await unseen.post("review/sample")
    name = at_hand(shown)
    async with somebody_else(unseen.home) as bob:
        await bob("memory_fact.purge", fact_ids=[name])
    after = await unseen.get("review", fact=name)
    assert at_hand(after) != name
    assert "1 fact of the sample was erased since." in after.text
    assert (await mark(unseen, shown, "wrong")).status == 404


async def test_a_memory_without_facts_has_nothing_to_review(tmp_path: Path):
    async with home_of(tmp_path):
        pass
    async with open_page(tmp_path / "home") as page:
        assert "How good is this memory?" in (await page.get("review")).text
        refused = await page.post("review/sample")
        assert (refused.status, "no active fact to review" in refused.text) == (409, True)
        assert "Nothing was decided yet" in (await page.get("review/decisions")).text
        assert "Nothing waits to be judged" in (await page.get("review/resolutions")).text


async def test_stored_text_is_text_on_the_card(tmp_path: Path):
    async with home_of(tmp_path) as bench:
        ana = await bench.agent("ana")
        seen = await ana.observe(HOSTILE[1])
        await ana.propose(HOSTILE[0], topic=HOSTILE[3], source_observation_ids=seen)
    async with open_page(tmp_path / "home") as page:
        shown = await page.post("review/sample")
        assert HOSTILE[0] in shown.text
        assert HOSTILE[1] in shown.text
        assert "⟨U+202E⟩" in shown.text
        assert not shown.soup.select("main script, main img")


async def test_what_rules_settled_is_judged_and_leaves_the_list(page: PageClient):
    shown = await page.get("review/resolutions")
    assert "2 contradictions were settled by rules" in shown.text
    assert [str(one["id"]) for one in shown.soup.select("[data-row]")] == ["C6", "C5"]
    assert shown.texts("table tbody tr") == ["a person said it 2 0 0"]
    form = fields_of(shown, "#C6 form")
    done = await page.post("conflicts/C6/finding", **form, finding="confirm")
    assert "C6 counts as settled right" in done.notice
    assert [str(one["id"]) for one in done.soup.select("[data-row]")] == ["C5"]
    assert done.texts("table tbody tr") == ["a person said it 2 1 0"]
    assert "Settled by rules (1 to judge)" in done.text
    judged = await page.get("review/resolutions", found="found")
    assert [str(one["id"]) for one in judged.soup.select("[data-row]")] == ["C6"]


async def test_decisions_are_shown_with_what_would_have_been_without_memory(page: PageClient):
    shown = await page.get("review/decisions")
    assert "2 decisions: facts carried 1, 1 fell to the default, memory changed 1." in shown.text
    default, changed = shown.texts("[data-row]")
    assert "the default, as no preference had a say" in default
    assert "tabs spaces without memory" in changed
    assert "changed by memory" in changed
    assert shown.texts("[data-row] strong") == ["here", "tabs"]
    assert shown.soup.select_one("[data-row] a.id[href*='/facts/F']")
    only = await page.get("review/decisions", changed="yes")
    assert len(only.soup.select("[data-row]")) == 1


async def test_it_is_said_in_dutch(home: Path):
    async with open_page(home, language="nl") as page:
        result = result_of(await page.get("review"))
        assert "20 van 26 juist: 0,77, tussen 0,64 en 0,86" in result
        assert "zo'n geheugen doet meer kwaad dan goed" in result
