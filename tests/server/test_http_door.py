"""Every route refuses what is addressed to somebody else or sent by somebody else's page, before anything is done."""

from collections.abc import AsyncGenerator, Iterator, Sequence
from ipaddress import ip_network
from pathlib import Path

import pytest
from http_app import LISTING, PORT, OpenApp, open_http
from palimpsest.server.http.app import OF_A_WORKSPACE, OF_THE_PROCESS
from palimpsest.server.http.authority import Authority
from palimpsest.server.http.options import HttpOptions
from palimpsest.server.page_paths import PATH as PAGE
from palimpsest.server.page_paths import is_of_the_page
from starlette.routing import BaseRoute, Mount, Route
from token_kit import new_token

EVIL_HOSTS = (
    "evil.example",
    "evil.example:8765",
    "localhost.evil.example",
    "127.0.0.1.evil.example:8765",
    "evil.example#localhost",
    "localhost@evil.example",
    "evil.example@localhost",
    "0.0.0.0:8765",
    "[::ffff:10.0.0.1]",
    "localhost:8765:80",
    "localhost:port",
    "",
    "local host",
    "xn--localhost-1za",
)
GOOD_HOSTS = ("localhost", "LOCALHOST:1", "127.0.0.1:9999", "127.1.2.3", "[::1]:8765", "[::1]")
EVIL_ORIGINS = (
    "null",
    "http://evil.example",
    "http://localhost:3000",
    "http://127.0.0.1:8766",
    "https://127.0.0.1:8765",
    "http://127.0.0.1:8765.evil.example",
    "http://127.0.0.1:8765@evil.example",
    "http://localhost",
    "http://127.0.0.1:8765/",
    "file://",
    "*",
    "http://[::1",
    "",
)
GOOD_ORIGINS = ("http://127.0.0.1:8765", "http://localhost:8765", "http://[::1]:8765")


@pytest.fixture
async def app(tmp_path: Path) -> AsyncGenerator[OpenApp]:
    async with open_http(tmp_path) as app:
        yield app


def paths_of(routes: Sequence[BaseRoute], before: str = "") -> Iterator[tuple[str, str]]:
    """Each route's path and one of its methods, as the routing table has them."""
    for route in routes:
        if isinstance(route, Mount):
            yield from paths_of(route.routes, before + route.path)
        elif isinstance(route, Route):
            for method in sorted((route.methods or set()) - {"HEAD"}):
                yield before + route.path, method


def every_address(app: OpenApp) -> list[tuple[str, str]]:
    table = [(path.replace("{workspace}", "shop"), method) for path, method in paths_of(app.app.routes)]
    unknown = [("/", "GET"), ("/unknown", "POST"), ("/workspaces/../mcp", "GET"), ("/mcp", "OPTIONS"), ("/rpc", "PUT")]
    return table + unknown


def test_the_table_holds_what_is_named(app: OpenApp):
    named = {*OF_THE_PROCESS, *OF_A_WORKSPACE, *(f"/workspaces/{{workspace}}{path}" for path in OF_A_WORKSPACE)}
    found = {path for path, _ in paths_of(app.app.routes)}
    assert {path for path in found if not is_of_the_page(path)} == named
    assert {f"{PAGE}/enter", f"{PAGE}/events", f"{PAGE}/facts", f"{PAGE}/undo"} < found


@pytest.mark.parametrize("host", EVIL_HOSTS)
async def test_an_evil_host_is_refused_everywhere(app: OpenApp, host: str):
    for path, method in every_address(app):
        answer = await app.ask(path, method, headers={"Host": host})
        assert answer.status_code in (400, 421), (path, method)
        assert set(answer.json()) == {"error"}


@pytest.mark.parametrize("origin", EVIL_ORIGINS)
async def test_a_page_of_another_origin_is_refused_everywhere(app: OpenApp, origin: str):
    for path, method in every_address(app):
        answer = await app.ask(path, method, headers={"Origin": origin})
        assert answer.status_code == 403, (path, method)


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
async def test_a_foreign_page_s_picture_is_refused_everywhere(app: OpenApp, site: str):
    for path, method in every_address(app):
        answer = await app.ask(path, method, headers={"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "no-cors"})
        assert answer.status_code == 403, (path, method)


async def test_two_hosts_or_two_origins_are_refused(app: OpenApp):
    twice = [("Host", "localhost"), ("Host", "evil.example")]
    assert (await app.ask("/healthz", headers=twice)).status_code == 400
    origins = [("Origin", GOOD_ORIGINS[0]), ("Origin", "http://evil.example")]
    assert (await app.ask("/healthz", headers=origins)).status_code == 403


async def test_a_request_of_two_lengths_is_refused_and_the_last_of_its_connection(app: OpenApp):
    for path, method in every_address(app):
        answer = await app.ask(path, method, headers={"Content-Length": "4", "Transfer-Encoding": "chunked"})
        assert (answer.status_code, answer.headers["Connection"]) == (400, "close"), (path, method)


@pytest.mark.parametrize("host", GOOD_HOSTS)
async def test_the_loopback_s_names_are_let_in_at_any_port(app: OpenApp, host: str):
    assert (await app.ask("/healthz", headers={"Host": host})).status_code == 200


@pytest.mark.parametrize("origin", GOOD_ORIGINS)
async def test_the_server_s_own_pages_are_let_in(app: OpenApp, origin: str):
    assert (await app.ask("/healthz", headers={"Origin": origin})).status_code == 200


async def test_a_page_reached_through_a_tunnel_is_the_server_s_own(app: OpenApp):
    through = {"Host": "localhost:9999", "Origin": "http://localhost:9999"}
    assert (await app.ask("/healthz", headers=through)).status_code == 200


async def test_every_answer_says_that_nothing_may_run_be_framed_or_kept(app: OpenApp):
    for path, method in [("/healthz", "GET"), ("/unknown", "GET"), ("/rpc", "PUT"), ("/metrics", "GET")]:
        answer = await app.ask(path, method)
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["Cache-Control"] == "no-store"
        assert not [name for name in answer.headers if name.lower().startswith("access-control")]
        assert "server" not in answer.headers


async def test_a_preflight_gets_no_leave(app: OpenApp):
    asked = {"Origin": GOOD_ORIGINS[0], "Access-Control-Request-Method": "POST"}
    answer = await app.ask("/rpc", "OPTIONS", headers=asked)
    assert answer.status_code == 405
    assert not [name for name in answer.headers if name.lower().startswith("access-control")]


@pytest.mark.parametrize("query", ["token=abc", "access_token=x", "a=plt_1_abc", "a=plt%5F1_abc", "Authorization=b"])
async def test_a_token_in_an_address_is_refused_everywhere(app: OpenApp, query: str):
    for path, method in every_address(app):
        answer = await app.ask(f"{path}?{query}", method)
        assert answer.status_code == 400, (path, method)
        assert "abc" not in answer.text


async def test_names_and_origins_that_were_allowed_are_let_in(tmp_path: Path):
    rules = HttpOptions(
        host="192.0.2.1",
        allowed_hosts=(Authority("memory.example"), Authority("other.example", 444)),
        allowed_origins=frozenset({"vscode-file://vscode-app", "https://app.example"}),
    )
    async with open_http(tmp_path, rules) as app:
        hosts = {
            "192.0.2.1:8765": 200,
            "memory.example": 200,
            "memory.example:1": 200,
            "other.example:444": 200,
            "other.example": 421,
        }
        for host, status in hosts.items():
            assert (await app.ask("/healthz", headers={"Host": host})).status_code == status, host
        for origin, status in {
            "vscode-file://vscode-app": 200,
            "https://app.example": 200,
            "https://b.example": 403,
        }.items():
            assert (await app.ask("/healthz", headers={"Origin": origin})).status_code == status, origin


async def test_what_a_proxy_says_counts_only_from_one_that_is_trusted(tmp_path: Path):
    told = {"Host": "127.0.0.1", "X-Forwarded-Host": "memory.example", "X-Forwarded-Proto": "https"}
    page = {"Origin": "https://memory.example"}
    named = (Authority("memory.example"),)
    _, secret = new_token(tmp_path)
    told["Authorization"] = f"Bearer {secret}"
    trusting = HttpOptions(allowed_hosts=named, trusted_proxies=(ip_network("127.0.0.1"),))
    async with open_http(tmp_path, trusting) as app:
        assert (await app.ask("/healthz", headers=told | page)).status_code == 200
        evil = told | {"X-Forwarded-Host": "memory.example, evil.example"}
        assert (await app.ask("/healthz", headers=evil)).status_code == 421
        document = (await app.ask("/rpc/openrpc.json", headers=told)).json()
        assert document["servers"][0]["url"] == "https://memory.example/rpc"
    others = HttpOptions(allowed_hosts=named, trusted_proxies=(ip_network("10.0.0.0/8"),))
    async with open_http(tmp_path, others) as app:
        assert (await app.ask("/healthz", headers=told | page)).status_code == 403
        assert (await app.ask("/healthz", headers=told | {"Host": "evil.example"})).status_code == 421


@pytest.mark.parametrize("before", ["", "/memory"])
async def test_a_root_path_is_known_whether_or_not_the_proxy_takes_it_off(tmp_path: Path, before: str):
    async with open_http(tmp_path, HttpOptions(root_path="/memory")) as app:
        assert (await app.ask(f"{before}/healthz")).status_code == 200
        document = (await app.ask(f"{before}/workspaces/shop/rpc/openrpc.json")).json()
        assert document["servers"][0]["url"] == f"http://127.0.0.1:{PORT}/memory/workspaces/shop/rpc"
        answer = await app.ask(f"{before}/workspaces/shop/rpc", "POST", json=LISTING)
        assert answer.json()["error"]["data"] == {"error": "NoWorkspace"}
