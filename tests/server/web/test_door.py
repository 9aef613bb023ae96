"""Who comes in to the page and who doesn't: links, sessions, forms, and what is said of trouble."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from ipaddress import ip_network
from pathlib import Path

import httpx2
import pytest
from http_app import ADDRESS, open_http
from page_kit import FORM, PageClient, open_page
from page_memory import make_memory
from palimpsest.server.http.authority import Authority
from palimpsest.server.http.options import HttpOptions
from palimpsest.server.page_links import link_to_page
from palimpsest.server.page_paths import PATH
from palimpsest.server.page_sessions import SESSION_LASTS, PageSessions, make_link
from palimpsest.server.web.addresses import is_below
from palimpsest.store.access import AccessFile, path_in
from palimpsest.store.model.access import PageVisit, TokenScope
from processes import connected, count, database_of
from starlette.routing import BaseRoute, Mount, Route
from token_kit import new_token

BASE = PATH.format(workspace="default")
MEANT = ("Deploys run", "listens on port", "Redis", "bob", "Review every change")
"""What an answer holds that shows anything of the memory."""

CSP = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "


@pytest.fixture(scope="module")
def memory(made: Path) -> Path:
    """One home for all of these: none minds what another leaves there."""
    return made


@pytest.fixture
async def outside(memory: Path) -> AsyncGenerator[PageClient]:
    """Somebody who hasn't come in."""
    async with open_page(memory, scope=None) as page:
        yield page


@pytest.fixture
async def inside(memory: Path) -> AsyncGenerator[PageClient]:
    async with open_page(memory) as page:
        yield page


def key_for(home: Path, workspace: str = "default", *, token_id: int | None = None, now: datetime | None = None) -> str:
    now = now or datetime.now(UTC)
    return make_link(home, PageVisit(workspace, "ann", TokenScope.ADMIN, now, token_id), now)


def remove_access(home: Path) -> None:
    for file in home.glob("access.db*"):
        file.unlink()


def names_under(home: Path) -> list[Path]:
    return sorted(one for one in home.rglob("*") if one.suffix not in (".db-shm", ".db-wal"))


def page_routes(routes: Sequence[BaseRoute], before: str = "") -> Iterator[tuple[str, str]]:
    """Every address of the page with each of its methods, as the routing table has them."""
    for route in routes:
        if isinstance(route, Mount):
            yield from page_routes(route.routes, before + route.path)
        elif isinstance(route, Route) and (before + route.path).startswith(PATH):
            path = re.sub(r"\{\w+(:\w+)?\}", "F1", (before + route.path).replace("{workspace}", "default"))
            for method in sorted((route.methods or set()) - {"HEAD"}):
                yield path, method


async def ask(page: PageClient, path: str, method: str = "GET", **headers: str) -> httpx2.Response:
    return await page.http.request(method, path, headers=headers or None)


# Who isn't in


async def test_without_a_session_no_address_tells_anything_but_how_to_come_in(memory: Path) -> None:
    async with open_http(memory, HttpOptions(rate_limit=0)) as opened:
        addresses = list(page_routes(opened.app.routes))
        assert len(addresses) > 30
        for path, method in addresses:
            answer = await opened.http.request(method, path, content=b"", headers=FORM)
            where = (method, path, answer.status_code)
            assert not any(one in answer.text for one in MEANT), where
            assert "set-cookie" not in answer.headers, where
            if path.endswith("/enter"):
                assert answer.status_code in (200, 403), where
            elif "/static/" in path:
                assert answer.status_code == 404, where
            elif path.endswith("/events"):
                assert answer.text == "event: ended\ndata:\n\n", where
            elif method == "POST":
                assert (answer.status_code, answer.headers["Palimpsest-Problem"]) == (401, "session"), where
            else:
                assert answer.status_code in (303, 307), where
                assert answer.headers["location"].startswith(f"{BASE}/"), where


async def test_no_form_is_taken_without_the_session_s_key_and_nothing_changes(memory: Path, inside: PageClient) -> None:
    other = PageClient(inside.http, memory, "default")
    entries = count(database_of(memory), "audit")
    async with open_http(memory) as opened:
        posts = [path for path, method in page_routes(opened.app.routes) if method == "POST"]
    assert len(posts) > 12
    wrong = ("", "x", "0" * 64)
    for path in posts:
        if path.endswith("/enter"):
            continue
        for key in wrong:
            shown = await other.send(path.removeprefix(f"{BASE}/"), csrf=key, fact_id="F1", content="changed")
            assert (shown.status, shown.answer.headers["Palimpsest-Problem"]) == (403, "csrf"), path
    assert count(database_of(memory), "audit") == entries
    assert (await inside.get()).status == 200


async def test_another_session_s_key_is_no_key(memory: Path, inside: PageClient) -> None:
    async with open_page(memory) as other:
        shown = await other.get("key")
        key = str(shown.soup.select("input[name=csrf]")[0]["value"])
    assert (await inside.send("language", csrf=key, language="nl")).status == 403


# Links


async def test_a_link_works_once(memory: Path, outside: PageClient) -> None:
    key = key_for(memory)
    assert (await outside.send("enter", key=key)).answer.url.path == f"{BASE}/facts"
    outside.http.cookies.clear()
    again = await outside.send("enter", key=key)
    assert again.status == 403
    assert "opens nothing" in again.text
    assert (await outside.get()).answer.url.path == f"{BASE}/enter"


async def test_a_link_that_was_pasted_whole_works_too(memory: Path, outside: PageClient) -> None:
    link = link_to_page(memory, "default", "ann", TokenScope.ADMIN, datetime.now(UTC))
    assert (await outside.send("enter", key=f" {ADDRESS}{link.path} ")).answer.url.path == f"{BASE}/facts"


@pytest.mark.parametrize("key", ["", "x", "a" * 5000, "é", "\0", "plt_1_abc"])
async def test_what_is_no_key_opens_nothing_and_writes_nothing(memory: Path, outside: PageClient, key: str) -> None:
    before = path_in(memory).stat().st_mtime_ns if path_in(memory).exists() else 0
    assert (await outside.send("enter", key=key)).status == 403
    assert (path_in(memory).stat().st_mtime_ns if path_in(memory).exists() else 0) == before


async def test_a_link_of_another_workspace_or_of_yesterday_opens_nothing(memory: Path, outside: PageClient) -> None:
    for key in (key_for(memory, "other"), key_for(memory, now=datetime.now(UTC) - timedelta(days=1))):
        assert (await outside.send("enter", key=key)).status == 403
    with connected(path_in(memory)) as file:
        assert file.execute("SELECT count(*) FROM page_session WHERE workspace <> 'default'").fetchone()[0] == 0


async def test_a_link_asked_for_by_somebody_s_form_leads_nowhere_else(memory: Path, outside: PageClient) -> None:
    elsewhere = (
        *("https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)", "/rpc", f"{BASE}x"),
        *(f"{BASE}/../../../../rpc", f"{BASE}/%2e%2e/%2E%2e/x", f"{BASE}/.%2e/x", f"{BASE}/facts#x", f"{BASE}/\t/x"),
        *(f"{BASE}/..%2f..%2f..%2fhealthz", f"{BASE}/%252e%252e/x", f"{BASE}/x/./../y"),
        *(f"{BASE}@evil.example", f"{BASE}/facts\r\nX: 1", f"{BASE}\\..\\x", ""),
    )
    for to in elsewhere:
        shown = await outside.http.post(
            f"{BASE}/enter", data={"key": key_for(memory), "to": to}, follow_redirects=False
        )
        assert (shown.status_code, shown.headers["location"]) == (303, f"{BASE}/facts"), to
        outside.http.cookies.clear()
        if to:
            shown = await outside.http.get(f"{BASE}/enter", params={"to": to})
            assert 'name="to" value=""' in shown.text, to
    assert is_below(f"{BASE}/facts?q=..%2F..&x=//y", BASE)
    assert is_below(BASE, BASE)


# Sessions


async def test_the_cookie_is_of_this_page_alone_and_no_script_reads_it(memory: Path, outside: PageClient) -> None:
    answer = await outside.http.post(f"{BASE}/enter", data={"key": key_for(memory)}, follow_redirects=False)
    name, _, rest = answer.headers["set-cookie"].partition("=")
    said = {part.strip().lower() for part in rest.split(";")}
    assert name == "palimpsest-8765"
    assert {"httponly", "samesite=strict", f"path={BASE}"} <= said
    assert "secure" not in said
    until = re.search(r"expires=([^;]+)", rest)
    assert until
    ends = datetime.strptime(until[1], "%a, %d %b %Y %H:%M:%S GMT").replace(tzinfo=UTC)
    assert abs(ends - datetime.now(UTC) - SESSION_LASTS) < timedelta(minutes=1)


async def test_over_https_the_cookie_is_secure_and_cant_be_planted_from_plain_http(memory: Path) -> None:
    _, secret = new_token(memory, workspace="elsewhere")
    proxied = HttpOptions(
        allowed_hosts=(Authority("memory.example"),), trusted_proxies=(ip_network("127.0.0.1"),), root_path="/memory"
    )
    told = {"X-Forwarded-Host": "memory.example", "X-Forwarded-Proto": "https", "Origin": "https://memory.example"}
    async with open_http(memory, proxied) as opened:
        form = {"key": key_for(memory), "to": f"/memory{BASE}/history"}
        answer = await opened.http.post(f"/memory{BASE}/enter", data=form, headers=told)
    assert secret
    assert answer.headers["location"] == f"/memory{BASE}/history"
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Secure-palimpsest-443=")
    assert "; Secure" in cookie
    assert f"Path=/memory{BASE}" in cookie


async def test_servers_at_two_ports_of_a_host_dont_take_each_other_s_sessions(memory: Path, tmp_path: Path) -> None:
    async with open_http(memory, address="http://localhost:9001") as one, open_http(tmp_path) as other:
        mine = await one.http.post(f"{BASE}/enter", data={"key": key_for(memory)})
        other.http.base_url = "http://localhost:9002"
        theirs = await other.http.post(f"{BASE}/enter", data={"key": key_for(tmp_path)})
        names = [answer.headers["set-cookie"].partition("=")[0] for answer in (mine, theirs)]
        assert names == ["palimpsest-9001", "palimpsest-9002"]


async def test_coming_in_again_ends_the_session_that_the_browser_had(memory: Path, outside: PageClient) -> None:
    await outside.come_in()
    before = dict(outside.http.cookies)
    await outside.come_in()
    assert dict(outside.http.cookies) != before
    outside.http.cookies.update(before)
    assert (await outside.get()).answer.url.path == f"{BASE}/enter"


async def test_a_secret_that_somebody_planted_is_never_taken_over(memory: Path, outside: PageClient) -> None:
    outside.http.cookies.set("palimpsest-8765", "planted", domain="127.0.0.1", path=BASE)
    answer = await outside.http.post(f"{BASE}/enter", data={"key": key_for(memory)}, follow_redirects=False)
    assert "planted" not in answer.headers["set-cookie"]


async def test_signing_out_ends_the_session_for_whoever_kept_its_cookie(memory: Path, outside: PageClient) -> None:
    await outside.come_in()
    kept = dict(outside.http.cookies)
    assert (await outside.post("leave")).answer.url.path == f"{BASE}/enter"
    assert not outside.http.cookies
    outside.http.cookies.update(kept)
    assert (await outside.get()).answer.url.path == f"{BASE}/enter"


async def test_a_session_opens_no_other_workspace(memory: Path, inside: PageClient) -> None:
    secret = next(iter(inside.http.cookies.values()))
    answer = await ask(inside, f"{PATH.format(workspace='other')}/facts", Cookie=f"palimpsest-8765={secret}")
    assert answer.status_code == 303
    assert "/other/" in answer.headers["location"]


async def test_a_session_is_nobody_at_mcp_and_rpc_and_a_token_is_nobody_at_the_page(tmp_path: Path) -> None:
    token, secret = new_token(tmp_path, workspace="default", scope=TokenScope.ADMIN)
    async with open_page(tmp_path, scope=None) as page:
        await page.come_in()
        cookie = f"palimpsest-8765={next(iter(page.http.cookies.values()))}"
        for path in ("/mcp", "/rpc", "/metrics", "/workspaces/default/rpc"):
            for method in ("GET", "POST"):
                answer = await ask(page, path, method, Cookie=cookie)
                assert answer.status_code in (401, 405), (path, method)
        page.http.cookies.clear()
        answer = await ask(page, f"{BASE}/facts", Authorization=f"Bearer {secret}")
        assert answer.status_code == 303
    assert token.scope is TokenScope.ADMIN


async def test_a_session_ends_with_the_token_that_its_link_was_asked_with(tmp_path: Path) -> None:
    token, secret = new_token(tmp_path, workspace="default", agent="rita", scope=TokenScope.REVIEWER)
    make_memory(tmp_path)
    async with open_page(tmp_path, scope=None) as page:
        request = {"jsonrpc": "2.0", "id": 1, "method": "memory_page.link"}
        answer = await page.http.post("/rpc", json=request, headers={"Authorization": f"Bearer {secret}"})
        made = answer.json()["result"]
        path, _, key = made["path"].partition("#")
        assert path == f"{BASE}/enter"
        assert (
            timedelta(minutes=9) < datetime.fromisoformat(made["expires"]) - datetime.now(UTC) < timedelta(minutes=11)
        )
        shown = await page.send("enter", key=key)
        assert "rita" in shown.answer.text
        assert (await page.post("facts/purge", fact_id="F1")).status in (403, 404, 405)
        with closing(AccessFile.open(path_in(tmp_path))) as file:
            file.revoke([token.id], datetime.now(UTC))
        assert (await page.get()).answer.url.path == f"{BASE}/enter"


async def test_a_revoked_token_s_link_opens_nothing(tmp_path: Path) -> None:
    token, _ = new_token(tmp_path, workspace="default", scope=TokenScope.REVIEWER)
    key = key_for(tmp_path, token_id=token.id)
    with closing(AccessFile.open(path_in(tmp_path))) as file:
        file.revoke([token.id], datetime.now(UTC))
    async with open_page(tmp_path, scope=None) as page:
        assert (await page.send("enter", key=key)).status == 403


def test_a_session_lasts_twelve_hours_and_not_longer(tmp_path: Path) -> None:
    began = moment = datetime.now(UTC)
    sessions = PageSessions(tmp_path, lambda: moment)
    with closing(sessions):
        session = sessions.begin(key_for(tmp_path, "shop", now=began), "shop")
        assert session is not None
        assert "secret" not in repr(session)
        moment = began + SESSION_LASTS - timedelta(seconds=1)
        assert sessions.find(session.secret, "shop") is not None
        moment = began + SESSION_LASTS
        assert sessions.find(session.secret, "shop") is None


def test_no_secret_is_kept(tmp_path: Path) -> None:
    key = key_for(tmp_path, "shop")
    with closing(PageSessions(tmp_path)) as sessions:
        session = sessions.begin(key, "shop")
    assert session is not None
    kept = b"".join(file.read_bytes() for file in tmp_path.rglob("access.db*"))
    assert key.encode() not in kept
    assert session.secret.encode() not in kept


# Answers and odd requests


async def test_every_answer_of_the_page_runs_and_frames_nothing_foreign_and_isnt_kept(inside: PageClient) -> None:
    pages = ("facts", "history", "nowhere", "enter", "key", "history/B1", "history/B999", "events?x")
    for path in (*pages, "", "/"):
        answer = await ask(inside, f"{BASE}/{path}".rstrip("/") if path != "/" else BASE, "HEAD")
        assert answer.headers["Content-Security-Policy"].startswith(CSP), path
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        assert answer.headers["Cache-Control"] == "no-store", path
        assert answer.headers["Referrer-Policy"] == "same-origin"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert not [name for name in answer.headers if name.startswith("access-control")]


async def test_methods_that_an_address_doesnt_take_are_refused(inside: PageClient) -> None:
    for method in ("OPTIONS", "PUT", "DELETE", "PATCH", "TRACE"):
        for path in ("facts", "enter", "undo", "events", "nowhere"):
            assert (await ask(inside, f"{BASE}/{path}", method)).status_code == 405, (method, path)


@pytest.mark.parametrize("name", ["UPPER", "a_b", "-a", "a" * 64, "..", "%2e%2e", "a%00b", "a%2Fb", "a b", "é", "a%0A"])
async def test_an_odd_workspace_in_the_path_is_nowhere(memory: Path, outside: PageClient, name: str) -> None:
    before = names_under(memory)
    for path in ("", "/facts", "/enter", "/events", "/static"):
        answer = await ask(outside, f"/workspaces/{name}/settings/memory{path}")
        assert answer.status_code in (401, 404), path  # 401: no page at all, and so a matter of tokens
        assert set(answer.json()) == {"error"}
    assert names_under(memory) == before


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"{}", "application/json"),
        (b"key=x", "text/plain"),
        (b"--x", "multipart/form-data; boundary=x"),
        (b"key=\xff\xfe", FORM["Content-Type"]),
        (b"&".join(b"a=1" for _ in range(3000)), FORM["Content-Type"]),
    ],
)
async def test_what_is_no_form_is_told_so_and_changes_nothing(inside: PageClient, body: bytes, kind: str) -> None:
    for path in ("enter", "undo", "language"):
        answer = await inside.http.post(f"{BASE}/{path}", content=body, headers={"Content-Type": kind})
        assert answer.status_code == 422, path
        assert "form can't be read" in answer.text.replace("&#39;", "'")


async def test_a_form_that_is_too_large_is_refused(inside: PageClient) -> None:
    answer = await inside.http.post(f"{BASE}/undo", content=b"a=" + b"x" * 5_000_000, headers=FORM)
    assert answer.status_code == 413


async def test_a_language_is_chosen_from_those_there_are_and_sends_nobody_away(inside: PageClient) -> None:
    shown = await inside.post("language", language="nl", back="https://evil.example/")
    assert shown.answer.url.path == f"{BASE}/facts"
    assert shown.soup.select("html")[0]["lang"] == "nl"
    shown = await inside.post("language", language="xx\r\nX: 1", back=f"{BASE}/history")
    assert (shown.status, shown.soup.select("html")[0]["lang"]) == (200, "nl")


# Trouble


async def test_while_the_sign_ins_cant_be_read_nobody_is_in_and_is_told_why(tmp_path: Path) -> None:
    make_memory(tmp_path)
    async with open_page(tmp_path) as page:
        remove_access(tmp_path)
        path_in(tmp_path).write_bytes(b"no database" * 1000)
        for path, method in (("facts", "GET"), ("undo", "POST"), ("events", "GET")):
            answer = await page.http.request(method, f"{BASE}/{path}", content=b"", headers=FORM)
            assert answer.status_code == 503, path
            assert "sign-ins can" in answer.text
            assert not any(one in answer.text for one in MEANT)
        assert (await page.send("enter", key="x")).status == 503


async def test_while_access_db_is_gone_nobody_is_in(tmp_path: Path) -> None:
    make_memory(tmp_path)
    async with open_page(tmp_path) as page:
        remove_access(tmp_path)
        assert (await page.get()).answer.url.path == f"{BASE}/enter"


async def test_a_link_waits_for_a_locked_access_db_and_holds_nobody_else_up(tmp_path: Path) -> None:
    make_memory(tmp_path)
    async with open_page(tmp_path) as page:
        key = key_for(tmp_path)
        with connected(path_in(tmp_path)) as other:
            other.execute("BEGIN IMMEDIATE")
            async with open_page(tmp_path, scope=None) as newcomer:
                assert (await page.get()).status == 200
                shown = await newcomer.send("enter", key=key)
                assert shown.status == 503
                assert "sign-ins can" in shown.text
            other.execute("ROLLBACK")
        assert (await page.send("enter", key=key)).status == 200
