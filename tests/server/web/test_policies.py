"""The tab Policies: what agents must do, who rewords it, and the preamble as any agent gets it."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Any

import pytest
from memory_bench import dump_of, open_bench
from page_kit import PageClient, Shown, open_page
from palimpsest.store.model.access import TokenScope
from person import Person
from processes import palimpsest
from rules_memory import make_rules_memory


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home that is copied for every test."""
    home = tmp_path_factory.mktemp("rules") / "home"
    asyncio.run(make_rules_memory(home))
    return home


def ids(shown: Shown) -> list[str]:
    return [str(one["id"]) for one in shown.soup.select("[data-row]")]


def fields_of(shown: Shown, form: str = "form.writing") -> dict[str, str]:
    """What a form would send, as the page made it."""
    found = shown.soup.select_one(form)
    assert found is not None
    fields = {str(one["name"]): str(one.get("value", "")) for one in found.select("input[name]")}
    fields |= {str(one["name"]): one.get_text().removeprefix("\n") for one in found.select("textarea[name]")}
    return {"at": str(found["action"]).partition("/memory/")[2]} | {k: v for k, v in fields.items() if k != "csrf"}


async def test_rules_in_force_come_first_then_those_that_wait_then_the_rest(page: PageClient) -> None:
    shown = await page.get("policies")
    assert shown.texts("h2")[:3] == ["In force", "Awaiting you", "No longer in force"]
    assert ids(shown) == ["P9", "P8", "P4", "P2", "P7", "P6", "P5", "P3", "P1"]
    assert shown.texts("#P7 .badge.needs") == ["flagged"]
    assert shown.texts("#P6 .badge.needs") == ["awaits approval"]


async def test_a_rule_says_where_for_whom_by_whom_from_what_and_what_it_costs(page: PageClient) -> None:
    shown = await page.get("policies")
    (told,) = shown.texts("#P2 .meta")
    assert told.startswith("security for developer by ana ( engineer ), 1 month ago")
    assert told.endswith("57 characters of each launch")
    assert shown.texts("#P4 .meta a") == ["process", "F1"]
    assert shown.texts("#P4 .under") == ["P3 Review every change twice."]
    assert shown.texts("#P3 .meta .badge") == ["replaced by P4"]


async def test_what_the_rules_cost_is_what_they_take_of_the_text(page: PageClient) -> None:
    shown = await page.get("policies")
    (text,) = shown.texts(".total")
    (pre,) = shown.soup.select(".preamble pre")
    part = pre.get_text().split("\n\n")[0]
    assert f" {len(part)} characters" in text
    assert len(part) == len("## Policies (always follow)") + sum(
        int(one.split()[-5]) for one in shown.texts("section:first-of-type .row .meta")
    )


async def test_a_long_list_of_rules_is_warned_of(home: Path, page: PageClient) -> None:
    assert not (await page.get("policies")).soup.select(".total.needs")
    await reword(page, "P4", "Have every change reviewed. " * 60)
    (text,) = (await page.get("policies")).texts(".total.needs")
    assert "more than 1500" in text


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"q": "chang TWIC"}, ["P3"]),
        ({"q": "nothing of the kind"}, []),
        ({"status": "pending"}, ["P6"]),
        ({"domain": "security"}, ["P2", "P7"]),
        ({"repo": "acme-web"}, ["P8"]),
        ({"role": "developer"}, ["P2"]),
        ({"q": "every", "domain": "process", "status": "superseded"}, ["P3", "P1"]),
    ],
)
async def test_rules_are_searched_and_narrowed(page: PageClient, query: dict[str, str], found: list[str]) -> None:
    assert ids(await page.get("policies", **query)) == found


async def test_many_rules_are_on_pages_and_each_is_on_one(home: Path, tmp_path: Path) -> None:
    async with open_bench(tmp_path) as bench:
        ana = await bench.agent("ana")
        for number in range(60):
            await ana.call("propose_policy", domain="process", rule=f"Do the thing {number}.")
        await Person(bench).call("memory_policy.delete", policy_ids=[f"P{number}" for number in range(1, 60, 2)])
        await bench.store.close()
        shutil.copyfile(bench.path, home / "workspaces/default.db")
    async with open_page(home) as page:
        first = await page.get("policies")
        following = first.soup.select_one("a[href*=cursor]")
        assert following is not None
        second = Shown(await page.http.get(str(following["href"])))
    assert (len(ids(first)), len(ids(second))) == (50, 10)
    assert len({*ids(first), *ids(second)}) == 60
    assert len(first.answer.content) < 300_000


async def test_a_rule_goes_out_of_force_and_undo_brings_it_back(page: PageClient) -> None:
    shown = await page.post("policies/delete", policy_id="P2", back=f"{page.base}/policies?domain=security")
    assert "P2 is out of force." in shown.notice
    assert shown.answer.url.params["domain"] == "security"
    assert shown.texts("#P2 .badge") == ["out of force"]
    batch = shown.soup.select_one("[name=batch_id]")
    assert batch is not None
    shown = await page.post("undo", batch_id=str(batch["value"]), back=f"{page.base}/policies")
    assert shown.texts("#P2 .badge") == []


async def test_what_waits_is_approved_or_rejected_and_what_ended_comes_back(page: PageClient) -> None:
    assert "P6 is in force." in (await page.post("policies/restore", policy_id="P6")).notice
    assert "P7 is out of force." in (await page.post("policies/delete", policy_id="P7")).notice
    assert "P5 is in force again." in (await page.post("policies/restore", policy_id="P5")).notice
    shown = await page.get("policies", status="active")
    assert ids(shown) == ["P9", "P8", "P6", "P5", "P4", "P2"]


async def test_an_approval_is_undone_and_the_policy_waits_again(page: PageClient) -> None:
    approved = await page.post("policies/restore", policy_id="P6")
    batch = approved.soup.select_one("[name=batch_id]")
    assert batch is not None
    shown = await page.post("undo", batch_id=str(batch["value"]), back=f"{page.base}/policies")
    assert shown.texts("#P6 .badge.needs") == ["awaits approval"]


async def test_what_is_out_of_force_already_stays_so_and_that_is_told(page: PageClient) -> None:
    shown = await page.post("policies/delete", policy_id="P5")
    assert "Nothing was changed." in shown.notice
    assert "P5: it is out of force already" in shown.notice


async def test_a_rule_is_reworded_and_every_wording_stays_readable(page: PageClient) -> None:
    shown = await reword(page, "P4", "Have every change reviewed by three people.", required_role="developer")
    assert "P4 was reworded: P10 is in force in its place." in shown.notice
    assert shown.texts("h1") == ["P10 in force"]
    assert [one.split()[0] for one in shown.texts(".wording .text")] == ["P10", "P4", "P3", "P1"]
    assert "“" not in shown.text
    assert shown.texts(".wording q") == ["stricter", "an outage"]
    assert shown.texts("dl dd")[1] == "developer"


@pytest.mark.parametrize(
    ("rule", "told"), [("  ", "A policy needs a rule."), ("Have every change reviewed by two people.", "Nothing is")]
)
async def test_a_form_that_says_nothing_new_is_shown_again(page: PageClient, rule: str, told: str) -> None:
    shown = await reword(page, "P4", rule)
    assert shown.status == 422
    assert shown.texts("[role=alert]")[0].startswith(told)
    assert fields_of(shown)["reason"] == "stricter"


async def test_a_rule_that_is_too_long_keeps_what_was_typed(page: PageClient) -> None:
    shown = await reword(page, "P4", "x" * 2001)
    assert shown.status == 422
    assert fields_of(shown)["rule"] == "x" * 2001


async def test_of_two_who_reword_a_rule_the_second_sees_both_and_may_save_over(page: PageClient) -> None:
    begun = fields_of(await page.get("policies/P4/edit"))
    await reword(page, "P4", "Have every change reviewed by somebody else.", required_role="developer")
    shown = await page.post(begun.pop("at"), **(begun | {"rule": "Have every change reviewed by <three> people."}))
    assert shown.status == 409
    assert "ann (person) has put P10 in its place" in shown.texts("[role=alert]")[0]
    assert shown.texts(".theirs .text") == [
        "Have every change reviewed by two people.",
        "Have every change reviewed by somebody else .",
        "Have every change reviewed by <three> people.",
    ]
    assert shown.texts(".theirs .meta") == ["for everyone", "for developer", "for everyone"]
    assert [one.get_text() for one in shown.soup.select(".theirs ins")] == ["somebody else", "<three>"]
    again = fields_of(shown)
    assert (again["at"], again["rule"]) == ("policies/P10/edit", "Have every change reviewed by <three> people.")
    shown = await page.post(again.pop("at"), **again)
    assert "P10 was reworded: P11" in shown.notice


async def test_a_rule_that_ended_meanwhile_comes_back_with_what_was_typed(page: PageClient) -> None:
    begun = fields_of(await page.get("policies/P2/edit"))
    await page.post("policies/delete", policy_id="P2")
    shown = await page.post(begun.pop("at"), **(begun | {"rule": "Never write to production."}))
    assert (shown.status, shown.texts(".theirs h2")) == (409, ["When you began", "What you typed"])
    again = fields_of(shown)
    shown = await page.post(again.pop("at"), **again)
    assert "P2 was reworded: P10" in shown.notice
    assert ids(await page.get("policies", domain="security", status="active")) == ["P10"]


async def test_what_is_not_in_force_is_not_reworded(page: PageClient) -> None:
    shown = await page.get("policies/P3/edit")
    assert (shown.texts("h1"), "P3 isn't in force" in shown.notice) == (["P3 replaced by P4"], True)


@pytest.mark.parametrize(
    "flags",
    [
        {},
        {"agent": "ana"},
        {"agent": "ana", "task": "Look at the change that broke the till"},
        {"agent": "ana", "role": "intern", "repo": "acme/web"},
        {"task": "Look at the change " * 600},
        {"role": "<b>", "task": "short"},
    ],
)
async def test_the_preamble_is_byte_for_byte_what_the_command_prints(
    home: Path, page: PageClient, flags: dict[str, str]
) -> None:
    await page.post("access/mode", mode="strict")
    await page.post("access/grant", role="intern", domain="security", level="none")
    shown = await page.get("policies", **{f"as_{name}": text for name, text in flags.items()})
    (pre,) = shown.soup.select(".preamble pre")
    given = [part for name, text in flags.items() for part in (f"--{name}", text)]
    ran = palimpsest(home, "preamble", *given)
    assert ran.output == pre.get_text() + "\n"
    assert f"{len(ran.output) - 1} characters in all" in shown.text


async def test_what_the_preamble_leaves_out_is_told(home: Path, page: PageClient) -> None:
    async def left_out(**query: str) -> list[str]:
        return (await page.get("policies", **query)).texts(".left-out li")

    assert await left_out(as_task="short") == ["Facts: the task has fewer than 20 characters."]
    assert "can't be taken" in (await left_out(as_task="long " * 2001))[0]
    assert await left_out(as_role="intern") == []
    await page.post("access/mode", mode="strict")
    (hidden,) = await left_out(as_role="intern")
    assert hidden.startswith("1 policy of a domain that the role may not see")
    assert hidden.endswith("P2")


async def test_an_agent_that_cannot_be_is_told_beside_the_list(page: PageClient) -> None:
    shown = await page.get("policies", as_agent="x" * 65)
    assert "'agent': give 1 to 64 printable characters" in shown.texts(".preamble [role=alert]")[0]
    assert ids(shown)


async def test_looking_changes_nothing(home: Path, page: PageClient) -> None:
    before = dump_of(home / "workspaces/default.db")
    for path in ("policies", "policies/P4", "policies/P4/edit", "access", "access/tokens"):
        assert (await page.get(path, as_agent="ana", as_task="Look at the change that broke the till")).status == 200
    assert dump_of(home / "workspaces/default.db") == before


async def test_a_reviewer_rewords_and_a_memory_without_rules_says_how_they_come(home: Path) -> None:
    async with open_page(home, scope=TokenScope.REVIEWER) as page:
        assert "P10 is in force" in (await reword(page, "P4", "Review it.")).notice
        shown = await page.get("policies", q="xyzzy")
        assert "No policy fits this search." in shown.text


async def test_dutch_says_it_all(home: Path) -> None:
    async with open_page(home, language="nl") as page:
        shown = await page.get("policies", as_task="kort")
        assert shown.texts("h2")[:3] == ["Van kracht", "Wachten op jou", "Niet meer van kracht"]
        assert "De inleiding zoals een agent die krijgt" in shown.text


async def reword(page: PageClient, name: str, rule: str, **more: Any) -> Shown:
    """Save the form of a policy with another rule."""
    form = fields_of(await page.get(f"policies/{name}/edit"))
    return await page.post(form.pop("at"), **(form | {"rule": rule, "reason": "stricter"} | more))


async def test_rules_of_every_script_at_their_longest_stay_within_what_a_page_may_weigh(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "workspaces").mkdir(parents=True)
    async with open_bench(tmp_path) as bench:
        ana = await bench.agent("ana")
        for number in range(60):
            text = "検査を二度行う。" * 240 if number % 2 else "a\u202e" * 900
            await ana.call("propose_policy", domain="process", rule=f"{number} {text}")
        await bench.store.close()
        shutil.copyfile(bench.path, home / "workspaces/default.db")
    async with open_page(home) as page:
        shown = await page.get("policies")
        assert len(shown.answer.content) < 300_000
        assert "more characters: palimpsest preamble" in shown.text
        assert "… all 1923 characters" in shown.texts("#P60 .text")[0]
        assert shown.texts(".total.needs")
