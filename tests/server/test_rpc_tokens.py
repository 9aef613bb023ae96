"""`memory_token.*`: the workspace's tokens as the person in charge makes and revokes them, and never another's."""

from __future__ import annotations

import json
import subprocess
from collections.abc import AsyncGenerator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from http_app import OpenApp, bearer, open_http
from memory_bench import Bench, open_bench
from palimpsest.server.rpc_methods import methods
from palimpsest.server.tokens import TokenBook
from palimpsest.store.errors import InsufficientTokenScope
from palimpsest.store.model import Caller
from palimpsest.store.model.access import TokenScope
from palimpsest.tools.desk import Desk
from person import Person
from processes import COMMAND, environment, palimpsest
from token_kit import new_token

SECOND = timedelta(seconds=1)


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncGenerator[Bench]:
    async with open_bench(tmp_path) as opened:
        yield opened


@pytest.fixture
def ann(bench: Bench) -> Person:
    """At a memory whose home is the folder of the bench."""
    return Person(bench)


def opens(home: Path, secret: str) -> Caller | None:
    """Whom a secret lets in."""
    with closing(TokenBook(home)) as book:
        try:
            token = book.find(secret)
        except Exception:  # noqa: BLE001 (whatever it is refused for)
            return None
        return Caller(token.workspace, token.agent, token.role, token.repo)


async def test_a_token_is_made_its_secret_told_once_and_it_opens_the_workspace(ann: Person, tmp_path: Path) -> None:
    before = await ann.call("memory_token.list")
    assert before == {"tokens": [], "revoked": 0, "is_required": False}
    made = await ann.call(
        "memory_token.create", agent="claude", role="developer", repo="acme/web", label="laptop", expires_in="30d"
    )
    assert (made["is_first"], made["token"]["id"], made["token"]["scope"]) == (True, "T1", "agent")
    assert opens(tmp_path, made["secret"]) == Caller("default", "claude", "developer", "acme-web")
    listed = await ann.call("memory_token.list")
    assert (listed["tokens"], listed["is_required"]) == ([made["token"] | {"last_used_at": _used(listed)}], True)
    assert made["secret"] not in json.dumps(listed)
    left = datetime.fromisoformat(made["token"]["expires_at"]) - datetime.now(UTC)
    assert timedelta(days=30) - 60 * SECOND < left <= timedelta(days=30)
    assert (await ann.call("memory_token.create", agent="ci"))["is_first"] is False


def _used(listed: dict[str, Any]) -> str | None:
    return listed["tokens"][0]["last_used_at"]


async def test_a_revoked_token_opens_nothing_and_is_shown_on_request(ann: Person, tmp_path: Path) -> None:
    secret = (await ann.call("memory_token.create", agent="claude"))["secret"]
    assert (await ann.call("memory_token.revoke", token_ids=["T1"])) == {"revoked": ["T1"], "kept": []}
    assert opens(tmp_path, secret) is None
    again = await ann.call("memory_token.revoke", token_ids=["T1"])
    assert (again["revoked"], [one["id"] for one in again["kept"]]) == ([], ["T1"])
    listed = await ann.call("memory_token.list")
    assert (listed["tokens"], listed["revoked"], listed["is_required"]) == ([], 1, True)
    (row,) = (await ann.call("memory_token.list", include_revoked=True))["tokens"]
    assert (row["state"], row["revoked_at"] is not None) == ("revoked", True)


async def test_tokens_of_another_workspace_are_none_here(ann: Person, tmp_path: Path) -> None:
    _, secret = new_token(tmp_path, workspace="other")
    assert (await ann.call("memory_token.list"))["tokens"] == []
    code, told = await ann.refused("memory_token.revoke", token_ids=["T1"])
    assert (code, "There is no token T1 of this workspace" in told) == (-32001, True)
    assert opens(tmp_path, secret) is not None
    await ann.call("memory_token.create", agent="claude")
    assert (await ann.refused("memory_token.revoke", token_ids=["T2", "T1"]))[0] == -32001
    assert [one["id"] for one in (await ann.call("memory_token.list"))["tokens"]] == ["T2"]


@pytest.mark.parametrize(
    ("params", "told"),
    [
        ({"agent": "x" * 65}, "'agent'"),
        ({"agent": "a\u202eb"}, "'agent'"),
        ({"agent": "a", "role": " r"}, "'role'"),
        ({"agent": "a", "repo": "a b/c"}, "'repo'"),
        ({"agent": "a", "label": "x" * 65}, "'label' takes at most 64"),
        ({"agent": "a", "expires_in": "soon"}, "'expires_in' is a number"),
        ({"agent": "a", "scope": "root"}, "scope"),
        ({}, "agent"),
    ],
)
async def test_what_no_token_can_say_makes_none(ann: Person, tmp_path: Path, params: dict[str, str], told: str) -> None:
    code, message = await ann.refused("memory_token.create", **params)
    assert (code, told in message) == (-32602, True), message
    assert not (tmp_path / "access.db").exists()


async def test_ids_of_no_token_revoke_none(ann: Person) -> None:
    await ann.call("memory_token.create", agent="claude")
    for ids in ([], ["F1"], ["T0"], ["x"]):
        assert (await ann.refused("memory_token.revoke", token_ids=ids))[0] == -32602
    assert len((await ann.call("memory_token.list"))["tokens"]) == 1


async def test_nobody_makes_a_token_that_may_more_than_they(bench: Bench, tmp_path: Path) -> None:
    offered = {one.name: one for one in methods(Desk(bench.store, Caller()), scope=TokenScope.REVIEWER, home=tmp_path)}
    with pytest.raises(InsufficientTokenScope):
        await offered["memory_token.create"].call({"agent": "ada", "scope": "admin"})
    assert not (tmp_path / "access.db").exists()


async def test_where_there_is_no_home_that_is_told(bench: Bench) -> None:
    ann = Person(bench)
    ann.use(methods(ann.desk))
    for name, params in (("list", {}), ("create", {"agent": "a"}), ("revoke", {"token_ids": ["T1"]})):
        assert (await ann.refused(f"memory_token.{name}", **params))[0] == -32602


async def ask(app: OpenApp, secret: str, name: str, **params: Any) -> dict[str, Any]:
    request = {"jsonrpc": "2.0", "id": 1, "method": name, "params": params}
    return (await app.ask("/rpc", "POST", json=request, headers=bearer(secret))).json()


async def test_over_http_only_the_person_in_charge_does_it_and_a_revocation_holds_at_once(tmp_path: Path) -> None:
    secrets = {scope: new_token(tmp_path, scope=scope)[1] for scope in TokenScope}
    async with open_http(tmp_path) as app:
        for scope in (TokenScope.AGENT, TokenScope.REVIEWER):
            answer = await ask(app, secrets[scope], "memory_token.create", agent="mallory", scope="admin")
            assert answer["error"]["code"] == -32008
        made = await ask(app, secrets[TokenScope.ADMIN], "memory_token.create", agent="ci")
        assert (await app.rpc(secret=made["result"]["secret"])).status_code == 200
        done = await ask(
            app, secrets[TokenScope.ADMIN], "memory_token.revoke", token_ids=[made["result"]["token"]["id"]]
        )
        assert done["result"]["revoked"] == ["T4"]
        assert (await app.rpc(secret=made["result"]["secret"])).status_code == 401


def test_a_script_makes_them_over_stdio(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    assert palimpsest(home, "settings", "set", "access.mode", "open").code == 0
    request = {"jsonrpc": "2.0", "id": 1, "method": "memory_token.create", "params": {"agent": "ci"}}
    ran = subprocess.run(
        [*COMMAND, "rpc"],
        input=json.dumps(request).encode(),
        env=environment(home),
        cwd=home,
        capture_output=True,
        timeout=60,
        check=True,
    )
    made = json.loads(ran.stdout)["result"]
    assert opens(home, made["secret"]) == Caller("default", "ci", "general")
    listed = json.loads(palimpsest(home, "token", "list", "--json").output)
    assert listed == [made["token"] | {"last_used_at": listed[0]["last_used_at"]}]
