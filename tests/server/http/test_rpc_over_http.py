"""JSON-RPC over HTTP: what HTTP adds to the protocol, and whose calls they are."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
from http_home import JSON, HttpHome, served
from palimpsest.server.http.rpc_route import MOST_CALLS
from palimpsest.server.rpc_document import document
from palimpsest.store.model import Caller
from palimpsest.store.model.access import TokenScope
from token_kit import new_token

LISTING = {"jsonrpc": "2.0", "id": 7, "method": "memory_fact.list"}
NOTIFICATION = {"jsonrpc": "2.0", "method": "memory_settings.set", "params": ["access.mode", "strict"]}


@pytest.fixture
async def http(tmp_path: Path) -> AsyncGenerator[HttpHome]:
    """A home whose workspace 'default' has a setting, and no tokens."""
    async with served(tmp_path, Caller(agent="ann", role="lead")) as opened:
        await opened.call("memory_settings.set", ["access.mode", "open"])
        yield opened


def secret_of(http: HttpHome, scope: TokenScope, **more: Any) -> str:
    return new_token(http.path, scope=scope, **more)[1]


async def test_an_answer_is_json_with_status_200(http: HttpHome) -> None:
    answer = await http.post(json.dumps(LISTING))
    assert (answer.status_code, answer.headers["content-type"]) == (200, JSON)
    assert answer.json() == {"jsonrpc": "2.0", "id": 7, "result": {"facts": [], "next_cursor": None}}


async def test_an_error_of_the_protocol_is_an_answer_too(http: HttpHome) -> None:
    for text, code in (("{bad", -32700), (b"\xff", -32700), ("", -32700), ("[]", -32600), ("1", -32600)):
        answer = await http.post(text)
        assert (answer.status_code, answer.json()["error"]["code"]) == (200, code)


async def test_notifications_alone_are_answered_with_nothing(http: HttpHome) -> None:
    for sent in (NOTIFICATION, [NOTIFICATION, NOTIFICATION]):
        answer = await http.post(json.dumps(sent))
        assert (answer.status_code, answer.content) == (204, b"")
    assert (await http.call("memory_settings.get", ["access.mode"]))["value"] == "strict"


async def test_a_batch_is_answered_in_order_and_has_a_limit(http: HttpHome) -> None:
    requests = [LISTING | {"id": number} for number in range(MOST_CALLS)]
    answers = (await http.post(json.dumps(requests))).json()
    assert [one["id"] for one in answers] == list(range(MOST_CALLS))
    refused = (await http.post(json.dumps([*requests, NOTIFICATION]))).json()
    assert (refused["id"], refused["error"]["code"]) == (None, -32600)
    assert f"at most {MOST_CALLS}" in refused["error"]["message"]


@pytest.mark.parametrize(
    "headers",
    [
        {"content_type": "text/plain"},
        {"content_type": "application/x-www-form-urlencoded"},
        {"content_type": ""},
    ],
)
async def test_what_is_not_sent_as_json_is_not_read(http: HttpHome, headers: dict[str, str]) -> None:
    answer = await http.post(json.dumps(NOTIFICATION), **headers)
    assert answer.status_code == 415
    assert "application/json" in answer.json()["error"]
    assert (await http.call("memory_settings.get", ["access.mode"]))["value"] == "open"


@pytest.mark.parametrize("kind", ["application/json; charset=utf-8", 'Application/JSON;charset="UTF-8"'])
async def test_the_type_may_name_its_encoding(http: HttpHome, kind: str) -> None:
    assert (await http.post(json.dumps(LISTING), content_type=kind)).status_code == 200


async def test_other_verbs_are_refused(http: HttpHome) -> None:
    for verb in ("GET", "PUT", "DELETE", "OPTIONS"):
        assert (await http.client.request(verb, "/rpc")).status_code == 405


async def test_the_document_is_served_as_it_is_generated(http: HttpHome) -> None:
    answer = await http.client.get("/rpc/openrpc.json")
    assert (answer.status_code, answer.headers["content-type"]) == (200, JSON)
    assert answer.json() == document(f"{http.client.base_url}/rpc".replace("//rpc", "/rpc"))


async def test_a_method_beyond_the_scope_is_refused_before_its_parameters_are_looked_at(http: HttpHome) -> None:
    agents, reviewers = secret_of(http, TokenScope.AGENT), secret_of(http, TokenScope.REVIEWER)
    for secret, name, needed in (
        (agents, "memory_fact.delete", "reviewer"),
        (agents, "memory_settings.set", "admin"),
        (reviewers, "memory_settings.set", "admin"),
    ):
        error = (await http.ask(name, {"odd": 1}, secret))["error"]
        assert (error["code"], error["data"]["needed"]) == (-32008, needed)
        assert f"{name} needs a token of scope {needed}" in error["message"]


async def test_what_a_reviewer_changes_is_logged_as_a_persons_under_the_tokens_agent(http: HttpHome) -> None:
    secret = secret_of(http, TokenScope.ADMIN, agent="ada", role="engineer")
    await http.call("memory_settings.set", ["access.mode", "strict"], secret)
    entries = (await http.call("memory_audit.list", {"of": "entries"}, secret))["entries"]
    assert (entries[0]["agent"], entries[0]["role"]) == ("ada", "person")


async def test_a_workspace_is_not_made_by_asking_about_it(http: HttpHome) -> None:
    secret = secret_of(http, TokenScope.ADMIN, workspace="new")
    for name, params in (
        ("memory_fact.list", {}),
        ("memory_domain.list", {}),
        ("memory_fact.delete", {"fact_ids": ["F1"]}),
        ("memory_audit.undo", {"batch_id": "B1"}),
    ):
        code, message = await http.refused(name, params, secret)
        assert (code, message[:34]) == (-32001, "There is no workspace 'new' yet: a")
    assert not (http.path / "workspaces" / "new.db").exists()


async def test_an_admin_may_prepare_a_workspace_before_its_agents_come(http: HttpHome) -> None:
    secret = secret_of(http, TokenScope.ADMIN, workspace="new")
    setting = {"jsonrpc": "2.0", "id": 1, "method": "memory_access_grant.set", "params": ["intern", "vault", "none"]}
    listing = {"jsonrpc": "2.0", "id": 2, "method": "memory_access_grant.list"}
    _, listed = (await http.post(json.dumps([setting, listing]), secret)).json()
    assert [one["domain"] for one in listed["result"]["grants"]] == ["vault"]


async def test_no_working_tree_is_looked_at_for_somebody_elsewhere(http: HttpHome) -> None:
    code, message = await http.refused("memory_source.refresh")
    assert code == -32602
    assert "no git working tree" in message


async def test_once_there_are_tokens_nobody_comes_in_without_one(http: HttpHome) -> None:
    secret = secret_of(http, TokenScope.AGENT)
    assert (await http.post(json.dumps(LISTING))).status_code == 401
    assert (await http.client.get("/rpc/openrpc.json")).status_code == 401
    assert (await http.post(json.dumps(LISTING), secret)).status_code == 200
