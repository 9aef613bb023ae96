"""The tab Access: roles by domains as they really hold, the mode, and tokens."""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx2
import pytest
from http_app import ADDRESS, LISTING, bearer
from page_kit import LATER, PageClient, Shown, open_page
from palimpsest.server.page_sessions import make_link
from palimpsest.store.model.access import PageVisit, TokenScope
from rules_memory import make_rules_memory
from token_kit import new_token

SECRET = re.compile(r"plt_[0-9]+_[A-Za-z0-9_-]{43}")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home that is copied for every test."""
    home = tmp_path_factory.mktemp("access") / "home"
    asyncio.run(make_rules_memory(home))
    return home


def matrix(shown: Shown) -> dict[tuple[str, str], str]:
    """The words of every cell by domain and role."""
    roles = [one.split()[-1] for one in shown.texts(".matrix thead th")[1:]]
    rows = shown.soup.select(".matrix tbody tr")
    return {
        (row.select("th")[0].get_text().strip(), role): " ".join(cell.get_text().split())
        for row in rows
        for role, cell in zip(roles, row.select("td"), strict=True)
    }


def level(shown: Shown, domain: str) -> tuple[str, str]:
    """What holds in a row, and why."""
    (row,) = [one for one in shown.soup.select(".row.level") if domain in [a.get_text() for a in one.select(".head a")]]
    strong, why = row.select(".holds strong, .holds .count")
    return strong.get_text(), " ".join(why.get_text().split())


async def test_every_role_has_its_level_in_every_domain_and_what_is_granted_elsewhere_is_fainter(
    page: PageClient,
) -> None:
    shown = await page.get("access")
    cells = matrix(shown)
    assert len(cells) == 8 * 5
    assert cells["security", "intern"] == "none"
    assert cells["security", "tester"] == "read"
    assert cells["repo:acme-web/architecture", "intern"] == "write"
    assert cells["architecture", "*"] == "none"
    assert cells["quality", "intern"] == "write (default)"
    assert len(shown.soup.select(".matrix td a:not(.inherited)")) == 12


async def test_a_role_is_told_what_holds_for_it_why_and_what_that_outranks(page: PageClient) -> None:
    shown = await page.get("access", role="intern")
    assert level(shown, "security") == ("none", "granted here; outranks every role on security: read")
    assert level(shown, "architecture") == ("none", "by the grant of every role on architecture")
    assert level(shown, "repo:acme-web/architecture") == (
        "write",
        "by the grant of every role on repo:acme-web/architecture; outranks every role on architecture: none",
    )
    assert level(shown, "quality")[1] == "not there yet: a domain begins with ‘write’ for every role"


@pytest.mark.parametrize(
    ("mode", "told"),
    [
        ("open", ["doesn't find it", "gets it at launch", "writes no policies", "adds facts"]),
        ("strict", ["doesn't find it", "doesn't get it at launch", "writes no policies", "adds no facts"]),
    ],
)
async def test_what_a_level_means_is_said_in_words(page: PageClient, mode: str, told: list[str]) -> None:
    await page.post("access/mode", mode=mode)
    shown = await page.get("access", role="intern", domain="security")
    assert shown.texts(".may li") == told


async def test_a_grant_is_set_taken_back_and_undone(page: PageClient) -> None:
    where = f"{page.base}/access?role=tester&domain=ci"
    shown = await page.post("access/grant", role="tester", domain="ci", level="none", back=where)
    assert "tester has none on ci now." in shown.notice
    assert level(shown, "ci") == ("none", "granted here; outranks every role on ci: write")
    shown = await page.post("access/grant", role="tester", domain="ci", level="", back=where)
    assert "tester has no grant of its own on ci any more." in shown.notice
    assert level(shown, "ci")[0] == "write"
    batch = shown.soup.select_one("[name=batch_id]")
    assert batch is not None
    shown = await page.post("undo", batch_id=str(batch["value"]), back=where)
    assert level(shown, "ci")[0] == "none"


async def test_taking_back_what_was_never_granted_changes_nothing(page: PageClient) -> None:
    shown = await page.post("access/grant", role="tester", domain="ci", level="")
    assert "tester had no grant of its own on ci." in shown.notice
    assert shown.soup.select_one("[name=batch_id]") is None


async def test_a_role_and_a_domain_that_are_not_there_yet_are_granted_beforehand(page: PageClient) -> None:
    shown = await page.post("access/grant", role="<b>auditor", domain="Repo:acme/web/vault", level="read")
    cells = matrix(shown)
    assert cells["repo:acme-web/vault", "<b>auditor"] == "read"
    assert cells["repo:acme-web/vault", "tester"] == "write (default)"


@pytest.mark.parametrize(("role", "domain"), [("", "ci"), ("tester", "no/such name!"), ("x" * 65, "ci")])
async def test_what_can_be_no_grant_is_refused(page: PageClient, role: str, domain: str) -> None:
    assert (await page.post("access/grant", role=role, domain=domain, level="read")).status == 422


async def test_a_mode_is_looked_at_before_it_is_chosen(page: PageClient) -> None:
    shown = await page.get("access", mode="strict")
    assert shown.texts(".preview li") == [
        "any other role * , developer , reviewer , tester : no longer gets at launch what is in architecture",
        "any other role * , developer , reviewer , tester : may no longer add facts in architecture , security",
        "intern : no longer gets at launch what is in architecture , security",
        "intern : may no longer add facts in architecture , process , security",
    ]
    assert "The mode is open" in (await page.get("access")).text
    shown = await page.post("access/mode", mode="strict")
    assert "The mode is strict now." in shown.notice
    assert "The mode is strict" in shown.text
    back = await page.get("access", mode="open")
    assert back.texts(".preview li")[0].endswith("gets at launch what is in architecture")
    assert (await page.post("access/mode", mode="loose")).status == 422


async def test_thirty_domains_and_twelve_roles_are_on_pages_that_stay_small(tmp_path: Path) -> None:
    home = tmp_path / "home"
    await make_rules_memory(home, domains=60, roles=14)
    async with open_page(home) as page:
        first = await page.get("access")
        roles = {role for _, role in matrix(first)}
        assert (len(roles), len(first.soup.select(".matrix tbody tr"))) == (11, 40)
        more = await page.get("access", **{"from": "10"})
        others = {role for _, role in matrix(more)}
        assert (roles & others, len(roles | others)) == ({"*"}, 19)
        for shown in (first, more, await page.get("access", domain="ci"), await page.get("access", role="role-3")):
            assert len(shown.answer.content) < 300_000
        odd = await page.get("access", **{"from": "9" * 30})
        assert {role for _, role in matrix(odd)} == roles


async def test_a_reviewer_sees_what_holds_and_is_offered_no_change(home: Path) -> None:
    async with open_page(home, scope=TokenScope.REVIEWER) as page:
        shown = await page.get("access", role="intern")
        assert (len(shown.texts(".row.level")), shown.soup.select("main form[method=post]")) == (8, [])
        assert "Tokens" not in shown.texts(".views a")
        assert (await page.get("access/tokens")).status == 403
        assert (await page.post("access/tokens", agent="mallory", scope="admin", lasts="never")).status == 403
        assert (await page.post("access/grant", role="*", domain="ci", level="write")).status == 403
        assert (await page.post("access/mode", mode="strict")).status == 403
    assert not SECRET.search(shown.answer.text)


async def test_the_first_token_is_warned_of_and_its_secret_shown_this_once(home: Path, page: PageClient) -> None:
    before = await page.get("access/tokens")
    assert "The first token closes the server" in before.text
    assert (await rpc(page)).status_code == 200
    typed = {"scope": "agent", "agent": "claude", "role": "developer", "label": "laptop", "lasts": "d30"}
    made = await page.post("access/tokens", **typed)
    (secret,) = set(SECRET.findall(made.answer.text))
    assert made.texts("[data-secret]") == [secret]
    header = f"'Authorization: Bearer {secret}'"
    assert f"claude mcp add --transport http palimpsest {ADDRESS}/mcp --header {header}" in made.text
    assert "from now on nobody comes in over HTTP without one" in made.text
    assert made.answer.headers["cache-control"] == "no-store"
    assert (made.answer.history, secret in str(made.answer.url)) == ([], False)
    assert (await rpc(page)).status_code == 401
    assert (await rpc(page, secret)).status_code == 200
    after = await page.get("access/tokens")
    assert (after.status, SECRET.search(after.answer.text)) == (200, None)
    assert "The first token closes" not in after.text
    assert after.texts("#T1 td")[:2] == ["claude ( developer )", "an agent: reads and writes as its role may"]


async def rpc(page: PageClient, secret: str = "") -> httpx2.Response:
    """An answer to an agent at the same server."""
    return await page.http.post("/rpc", json=LISTING, headers=bearer(secret))


async def test_a_form_that_makes_no_token_keeps_what_was_typed(page: PageClient) -> None:
    shown = await page.post("access/tokens", scope="agent", agent="x" * 65, label="my laptop", lasts="d7")
    assert (shown.status, "'agent'" in shown.texts("[role=alert]")[0]) == (422, True)
    label = shown.soup.select_one("[name=label]")
    assert label is not None
    assert label["value"] == "my laptop"
    assert [one["value"] for one in shown.soup.select("[name=lasts] [selected]")] == ["d7"]


async def test_revoking_is_asked_once_and_holds_at_once(home: Path, page: PageClient) -> None:
    _, secret = new_token(home, agent="claude", label="laptop")
    asked = await page.get("access/tokens/T1")
    assert asked.texts("h1") == ["Revoke T1 ?"]
    assert (await rpc(page, secret)).status_code == 200
    shown = await page.post("access/tokens/T1")
    assert "T1 opens nothing any more." in shown.notice
    assert (await rpc(page, secret)).status_code == 401
    assert shown.texts("#T1") == []
    assert "revoked" in (await page.get("access/tokens", revoked="yes")).texts("#T1 td")[2]
    assert "T1 was revoked before." in (await page.get("access/tokens/T1")).notice


async def test_tokens_that_end_soon_and_that_ended_are_marked(home: Path, page: PageClient) -> None:
    now = datetime.now(UTC)
    new_token(home, expires_at=now + timedelta(days=3))
    new_token(home, expires_at=now + timedelta(days=80))
    new_token(home, expires_at=now - timedelta(days=3), now=now - timedelta(days=9))
    new_token(home)
    shown = await page.get("access/tokens")
    assert [str(one["id"]) for one in shown.soup.select(".tokens tbody tr")] == ["T4", "T3", "T2", "T1"]
    assert shown.texts("#T1 .badge.needs") == ["expires soon"]
    assert shown.texts(".badge.needs") == ["expires soon"]
    assert shown.texts("#T3 td")[2].startswith("expired")
    assert shown.texts("#T4 td")[2] == "never expires"


async def test_tokens_of_another_workspace_are_neither_shown_nor_revoked(home: Path, page: PageClient) -> None:
    _, secret = new_token(home, workspace="other", agent="stranger")
    shown = await page.get("access/tokens")
    assert "stranger" not in shown.text
    assert (await page.post("access/tokens/T1")).status == 404
    assert (await page.get("access/tokens/T1")).status == 404
    answer = await page.http.post("/workspaces/other/rpc", json=LISTING, headers=bearer(secret))
    assert answer.status_code == 200


async def test_a_page_that_hangs_on_a_token_says_so_and_ends_with_it(home: Path) -> None:
    token, _ = new_token(home, agent="ada", scope=TokenScope.ADMIN)
    async with open_page(home, scope=None) as page:
        visit = PageVisit("default", "ada", TokenScope.ADMIN, LATER, token.id)
        await page.send("enter", key=make_link(home, visit, datetime.now(UTC)))
        assert (await page.get("access/tokens")).texts("#T1 .badge") == ["you came in by it"]
        assert "this page closes with it" in (await page.get("access/tokens/T1")).text
        shown = await page.post("access/tokens/T1")
        assert shown.texts("h1")[0].startswith("Come in")


async def test_dutch_says_it_all(home: Path) -> None:
    async with open_page(home, language="nl") as page:
        assert "De modus is open" in (await page.get("access", mode="strict")).text
        assert "De eerste token sluit de server af" in (await page.get("access/tokens")).text
        assert "vindt het niet" in (await page.get("access", role="intern")).text
