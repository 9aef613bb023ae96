"""A token decides who a request is from, and no header, path or session makes it somebody else's."""

import json
from collections.abc import AsyncGenerator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from http_app import LISTING, OpenApp, bearer, open_http
from palimpsest.server.http.identity import Doorkeeper
from palimpsest.server.http.options import HttpOptions
from palimpsest.server.http.visitor import Visitor
from palimpsest.server.tokens import TokenBook
from palimpsest.store.access import AccessFile, path_in
from palimpsest.store.model import Caller
from palimpsest.store.model.access import TokenScope
from processes import database_of
from starlette.datastructures import Headers
from token_kit import new_token

STREAMABLE = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
FACT = {"domain": "architecture", "topic": "database", "content": "The API uses Postgres."}
PROTECTED = [
    ("/mcp", "POST"),
    ("/mcp", "GET"),
    ("/mcp", "DELETE"),
    ("/sse", "GET"),
    ("/messages/", "POST"),
    ("/rpc", "POST"),
    ("/rpc/openrpc.json", "GET"),
    ("/metrics", "GET"),
    ("/workspaces/shop/mcp", "POST"),
    ("/workspaces/../mcp", "POST"),
    ("/unknown", "GET"),
]


@pytest.fixture
async def app(tmp_path: Path) -> AsyncGenerator[OpenApp]:
    async with open_http(tmp_path) as app:
        yield app


def malformed(secret: str) -> dict[str, str]:
    """What no server may take for a token."""
    return {
        "no scheme": secret,
        "another scheme": f"Basic {secret}",
        "nothing": "Bearer",
        "no secret": "Bearer ",
        "cut": f"Bearer {secret[:-1]}",
        "longer": f"Bearer {secret}A",
        "another number": f"Bearer {secret.replace('plt_1_', 'plt_2_')}",
        "a huge number": f"Bearer plt_{'9' * 4000}_{secret[6:]}",
        "a negative number": f"Bearer {secret.replace('plt_1_', 'plt_-1_')}",
        "two in one": f"Bearer {secret}, Bearer {secret}",
        "another kind": "Bearer eyJhbGciOiJub25lIn0.e30.",
        "upper case": f"Bearer {secret.upper()}",
        "no text": "Bearer \xff\xfe",
        "long": "Bearer " + "A" * 8000,
    }


async def test_without_a_token_nothing_is_let_in_but_a_probe(app: OpenApp):
    new_token(app.home)
    for path, method in PROTECTED:
        answer = await app.ask(path, method)
        assert answer.status_code == 401, (path, method)
        assert answer.headers["WWW-Authenticate"] == 'Bearer realm="palimpsest"'
        assert "palimpsest token create" in answer.json()["error"]
    assert (await app.ask("/healthz")).json()["status"] == "ok"
    assert "workspace" not in (await app.ask("/readyz")).json()


async def test_a_malformed_token_is_refused_everywhere(app: OpenApp):
    _, secret = new_token(app.home)
    for what, authorization in malformed(secret).items():
        for path, method in [*PROTECTED, ("/readyz", "GET")]:
            answer = await app.ask(path, method, headers={b"Authorization": authorization.encode("latin-1")})
            assert answer.status_code == 401, (what, path, answer.text)
            assert 'error="invalid_token"' in answer.headers["WWW-Authenticate"]
            assert secret not in answer.text


async def test_whether_it_is_alive_depends_on_nobody_s_token(app: OpenApp):
    _, secret = new_token(app.home)
    for authorization in malformed(secret).values():
        answer = await app.ask("/healthz", headers={b"Authorization": authorization.encode("latin-1")})
        assert answer.json()["status"] == "ok"


@pytest.mark.parametrize("name", ["Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via"])
async def test_a_proxy_makes_nobody_the_person_in_charge(app: OpenApp, name: str):
    brought = {name: "10.0.0.1"}
    for path, method in PROTECTED:
        answer = await app.ask(path, method, headers=brought)
        assert answer.status_code == 403, (path, method)
        assert "palimpsest token create" in answer.json()["error"]
    _, secret = new_token(app.home)
    assert (
        await app.ask("/rpc/openrpc.json", headers=brought | {"Authorization": f"Bearer {secret}"})
    ).status_code == 200


async def test_two_authorizations_are_refused(app: OpenApp):
    _, secret = new_token(app.home)
    twice = [("Authorization", f"Bearer {secret}"), ("Authorization", f"Bearer {secret}")]
    assert (await app.ask("/rpc/openrpc.json", headers=twice)).status_code == 400


async def test_an_expired_and_a_revoked_token_are_told_so(app: OpenApp):
    long_ago = datetime.now(UTC) - timedelta(days=2)
    _, expired = new_token(app.home, expires_at=long_ago + timedelta(days=1), now=long_ago)
    token, revoked = new_token(app.home)
    assert (await app.rpc(secret=revoked)).status_code == 200
    revoke(app.home, token.id)
    for secret, word in ((expired, "expired"), (revoked, "revoked")):
        answer = await app.rpc(secret=secret)
        assert answer.status_code == 401
        assert word in answer.json()["error"]


async def test_a_token_of_another_home_is_unknown(app: OpenApp, tmp_path_factory: pytest.TempPathFactory):
    new_token(app.home)
    _, foreign = new_token(tmp_path_factory.mktemp("other"))
    assert (await app.rpc(secret=foreign)).status_code == 401


async def test_the_scheme_is_taken_in_any_case(app: OpenApp):
    _, secret = new_token(app.home)
    assert (
        await app.ask("/rpc", "POST", json=LISTING, headers={"Authorization": f"bEARER {secret}"})
    ).status_code == 200


async def test_tokens_that_can_t_be_read_let_nobody_in(app: OpenApp, caplog: pytest.LogCaptureFixture):
    _, secret = new_token(app.home)
    file = path_in(app.home)
    for beside in file.parent.glob(f"{file.name}-*"):
        beside.unlink()
    file.write_bytes(b"no database" * 1000)
    assert (await app.rpc(secret=secret)).status_code == 503
    assert (await app.rpc()).status_code == 503
    assert (await app.ask("/healthz")).status_code == 200
    assert (await app.ask("/readyz")).status_code == 503
    assert [record.message.startswith("Nobody is let in: ") for record in caplog.records] == [True]


async def test_the_first_token_shuts_the_door_of_a_server_that_runs(app: OpenApp):
    assert (await app.rpc()).status_code == 200
    new_token(app.home)
    assert (await app.rpc()).status_code == 401


async def test_a_server_told_to_need_no_tokens_still_looks_at_those_it_is_shown(tmp_path: Path):
    _, secret = new_token(tmp_path, workspace="shop")
    async with open_http(tmp_path, HttpOptions(without_tokens=True)) as app:
        assert (await app.rpc()).status_code == 200
        assert (await app.rpc(secret=secret[:-1])).status_code == 401
        assert "'shop'" in (await app.rpc(secret=secret)).json()["error"]["message"]


@pytest.mark.parametrize("scope", list(TokenScope))
async def test_a_token_opens_its_own_workspace_alone(app: OpenApp, scope: TokenScope):
    _, secret = new_token(app.home, workspace="shop", scope=scope)
    for path in ("/rpc", "/workspaces/shop/rpc"):
        assert (await app.rpc(path, secret)).status_code == 200
    for other in ("default", "shop2", "SHOP", "shop%00", "..%2fshop", "shop%20"):
        for path in (f"/workspaces/{other}/rpc", f"/workspaces/{other}/mcp"):
            answer = await app.initialize(path, secret) if path.endswith("mcp") else await app.rpc(path, secret)
            assert answer.status_code in (403, 404), path
    assert not database_of(app.home, "default").exists()


@pytest.mark.parametrize("name", ["..%2f..%2fetc", "A", "a_b", "a.db", "-a", "a" * 64, "%00", "a%0a", "a%5cb", "%ff"])
async def test_an_odd_workspace_s_name_makes_no_file(app: OpenApp, name: str):
    for path in ("rpc", "mcp", "sse", "messages/", "rpc/openrpc.json", "", "unknown"):
        for method in ("GET", "POST"):
            answer = await app.ask(f"/workspaces/{name}/{path}", method)
            assert 400 <= answer.status_code < 500, (path, method, answer.text)
    assert [found.name for found in app.home.rglob("*") if found.suffix == ".db"] in ([], ["access.db"])


async def test_without_tokens_the_path_chooses_the_workspace(app: OpenApp):
    session = await app.initialize("/workspaces/shop/mcp")
    stored = await call(app, "/workspaces/shop/mcp", session.headers["Mcp-Session-Id"], "propose_fact", FACT)
    assert stored["outcome"] == "created"
    assert database_of(app.home, "shop").exists()
    assert not database_of(app.home, "default").exists()


async def test_a_token_s_agent_writes_under_its_name(app: OpenApp):
    _, secret = new_token(app.home, agent="ana", workspace="shop")
    session = await app.initialize(secret=secret)
    await call(app, "/mcp", session.headers["Mcp-Session-Id"], "propose_fact", FACT, secret)
    _, admin = new_token(app.home, agent="ada", workspace="shop", scope=TokenScope.ADMIN)
    listed = (await app.rpc(secret=admin)).json()["result"]["facts"]
    assert [fact["content"] for fact in listed] == [FACT["content"]]
    ask = LISTING | {"method": "memory_fact.get", "params": {"fact_id": "F1"}}
    whole = (await app.ask("/rpc", "POST", json=ask, headers=bearer(admin))).json()["result"]
    assert "ana" in str(whole)


async def test_a_session_of_another_token_is_answered_like_an_unknown_one(app: OpenApp):
    (_, anas), (_, bobs) = (new_token(app.home, agent=agent) for agent in ("ana", "bob"))
    session = (await app.initialize(secret=anas)).headers["Mcp-Session-Id"]
    await app.initialize(secret=bobs)
    for method in ("POST", "GET", "DELETE"):
        foreign, unknown = [
            await app.ask("/mcp", method, headers=bearer(bobs) | STREAMABLE | {"Mcp-Session-Id": one}, **body(method))
            for one in (session, "0" * 32)
        ]
        assert (
            (foreign.status_code, foreign.content) == (unknown.status_code, unknown.content) == (404, foreign.content)
        )
    assert (await call(app, "/mcp", session, "propose_fact", FACT, anas))["outcome"] == "created"


@pytest.mark.parametrize(
    ("header", "value", "status"),
    [
        ("Palimpsest-Session", "s-1", 200),
        ("Palimpsest-Session", "s" * 65, 400),
        ("Palimpsest-Session", "a\x7fb", 400),
        ("Palimpsest-Task-Id", "JIRA-12", 200),
        ("Palimpsest-Repo", "acme/web", 200),
        ("Palimpsest-Repo", "Bücher/läden", 200),
        ("Palimpsest-Repo", "../..", 400),
    ],
)
async def test_a_client_s_configuration_may_name_session_task_and_repository(
    app: OpenApp, header: str, value: str, status: int
):
    _, secret = new_token(app.home)
    headers = bearer(secret) | {header.encode(): value.encode()}
    answer = await app.ask("/rpc", "POST", json=LISTING, headers=headers)
    assert answer.status_code == status
    assert status == 200 or header in answer.json()["error"]


def test_a_header_doesn_t_outrank_the_token_s_repository(tmp_path: Path):
    headers = Headers(bearer(new_token(tmp_path, repo="acme-web")[1]) | {"Palimpsest-Repo": "evil/other"})
    with closing(TokenBook(tmp_path)) as book:
        visitor = Doorkeeper(book, Caller()).receive(headers)
    assert isinstance(visitor, Visitor)
    assert visitor.caller.repo == "acme-web"


async def test_only_an_admin_s_token_reads_the_metrics(app: OpenApp):
    for scope in TokenScope:
        _, secret = new_token(app.home, scope=scope)
        answer = await app.ask("/metrics", headers=bearer(secret))
        assert answer.status_code == (200 if scope is TokenScope.ADMIN else 403)


async def test_flags_say_who_callers_are_without_tokens(tmp_path: Path):
    caller = Caller(workspace="shop", agent="zoe", role="engineer", session="flags")
    async with open_http(tmp_path, caller=caller) as app:
        session = (await app.initialize()).headers["Mcp-Session-Id"]
        await call(app, "/mcp", session, "propose_fact", FACT)
    assert database_of(tmp_path, "shop").exists()


def body(method: str) -> dict[str, Any]:
    return {"json": LISTING | {"method": "tools/list"}} if method == "POST" else {}


async def call(
    app: OpenApp, path: str, session: str, tool: str, arguments: dict[str, str], secret: str = ""
) -> dict[str, Any]:
    """A tool's answer over a session of Streamable HTTP."""
    headers = bearer(secret) | STREAMABLE | {"Mcp-Session-Id": session}
    asked = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
    answer = await app.ask(path, "POST", json=asked, headers=headers)
    line = next(one for one in answer.text.splitlines() if one.startswith("data: {"))
    return json.loads(line.removeprefix("data: "))["result"]["structuredContent"]


def revoke(home: Path, token_id: int) -> None:
    file = AccessFile.open(path_in(home))
    file.revoke([token_id], datetime.now(UTC))
    file.close()
