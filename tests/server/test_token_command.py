"""`palimpsest token` as a person runs it: a secret is printed once, and bad input changes nothing."""

from __future__ import annotations

import json
import re
import shlex
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from palimpsest.server import cli_arguments
from palimpsest.server.git_remote import remote_slug
from palimpsest.server.token_lifetime import LONGEST, parse_lifetime
from palimpsest.server.tokens import TokenBook
from palimpsest.store.access import path_in
from palimpsest.store.errors import InvalidInput
from palimpsest.store.model.access import TokenScope
from processes import palimpsest
from token_kit import new_token

SECRET = re.compile(r"plt_[0-9]+_[A-Za-z0-9_-]{43}")


def created(home: Path, *flags: str, agent: str = "") -> dict[str, Any]:
    ran = palimpsest(home, "token", "create", *flags, "--json", agent=agent)
    assert (ran.code, ran.errors) == (0, ""), ran.errors
    return json.loads(ran.output)


def listed(home: Path, *flags: str, agent: str = "", workspace: str = "") -> list[dict[str, Any]]:
    ran = palimpsest(home, "token", "list", "--json", *flags, agent=agent, workspace=workspace)
    return json.loads(ran.output)


def test_a_new_token_is_shown_once_with_the_line_for_a_client(tmp_path: Path):
    ran = palimpsest(tmp_path, "token", "create", "--agent", "claude", "--role", "developer", "--label", "laptop")
    assert (ran.code, ran.errors) == (0, "")
    secret = SECRET.findall(ran.output)[0]
    line = shlex.split(next(line for line in ran.output.splitlines() if "claude mcp add" in line))
    assert line[-2:] == ["--header", f"Authorization: Bearer {secret}"]
    assert "kept nowhere" in ran.output
    with closing(TokenBook(tmp_path)) as book:
        token = book.find(secret)
    assert (token.label, token.workspace, token.agent, token.role) == ("laptop", "default", "claude", "developer")
    assert (token.repo, token.scope) == (None, TokenScope.AGENT)
    for command in (["token", "list"], ["token", "list", "--json"], ["doctor"], ["doctor", "--json"]):
        assert SECRET.search(palimpsest(tmp_path, *command).output) is None


def test_flags_say_whose_it_is_what_it_may_and_how_long(tmp_path: Path):
    before = datetime.now(UTC).replace(microsecond=0)
    one = created(
        tmp_path, "--workspace", "shop", "--agent", "ada", "--repo", "acme/web", "--scope", "reviewer",
        "--expires-in", "12h",
    )  # fmt: skip
    assert (one["workspace"], one["agent"], one["repo"], one["scope"]) == ("shop", "ada", "acme-web", "reviewer")
    assert timedelta(hours=12) <= datetime.fromisoformat(one["expires_at"]) - before < timedelta(hours=12, minutes=1)
    assert created(tmp_path, "--expires-in", "never", agent="ada")["expires_at"] is None


def test_the_folder_it_is_made_in_gives_it_no_repository(tmp_path: Path):
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git/config").write_text('[remote "origin"]\n\turl = https://example.org/acme/web.git\n')
    assert remote_slug(tmp_path) == "acme-web"
    assert created(tmp_path, "--agent", "ada")["repo"] is None


def test_the_scopes_to_choose_are_those_there_are(tmp_path: Path):
    assert [created(tmp_path, "--agent", "a", "--scope", scope)["scope"] for scope in TokenScope] == list(TokenScope)
    for scope in TokenScope:
        assert f"{scope}:" in cli_arguments.SCOPE_HELP


def test_the_list_leaves_out_what_was_revoked_and_says_so(tmp_path: Path):
    assert listed(tmp_path) == []
    assert "There is no token" in palimpsest(tmp_path, "token", "list").output
    assert list(tmp_path.iterdir()) == []
    new_token(tmp_path, agent="ada")
    new_token(tmp_path, agent="bob", workspace="shop")
    new_token(tmp_path, agent="cyd", expires_at=datetime.now(UTC))
    assert palimpsest(tmp_path, "token", "revoke", "T1").output == "T1 opens nothing any more\n"
    assert [(one["id"], one["state"]) for one in listed(tmp_path)] == [("T2", "live"), ("T3", "expired")]
    assert [one["state"] for one in listed(tmp_path, "--all")] == ["revoked", "live", "expired"]
    assert [one["id"] for one in listed(tmp_path, "--workspace", "shop")] == ["T2"]
    assert [one["id"] for one in listed(tmp_path, "--all", "--agent", "ada")] == ["T1"]
    assert [one["id"] for one in listed(tmp_path, agent="ada", workspace="shop")] == ["T2", "T3"]
    text = palimpsest(tmp_path, "token", "list").output
    assert text.splitlines()[0].split()[:4] == ["ID", "LABEL", "WORKSPACE", "AGENT"]
    assert text.endswith("1 revoked; --all shows them\n")


def test_several_are_revoked_together_or_none(tmp_path: Path):
    for _ in range(3):
        new_token(tmp_path)
    ran = palimpsest(tmp_path, "token", "revoke", "T1", "T9", "T8")
    assert ran.code == 1
    assert "no token T9, T8" in ran.complaint
    assert [one["state"] for one in listed(tmp_path)] == ["live"] * 3
    assert palimpsest(tmp_path, "token", "revoke", "t1", "T3").code == 0
    again = palimpsest(tmp_path, "token", "revoke", "T1")
    assert (again.code, "T1 was revoked on" in again.output) == (0, True)


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["create"], 2, "--agent (PALIMPSEST_AGENT)"),
        (["create", "--agent", " a"], 2, "--agent (PALIMPSEST_AGENT)"),
        (["create", "--agent", "a", "--workspace", "../up"], 2, "--workspace (PALIMPSEST_WORKSPACE)"),
        (["create", "--agent", "a", "--repo", "a b"], 2, "--repo (PALIMPSEST_REPO)"),
        (["create", "--agent", "a", "--expires-in=-5d"], 2, "--expires-in is a number"),
        (["create", "--agent", "a", "--expires-in", "0d"], 2, "--expires-in is a number"),
        (["create", "--agent", "a", "--expires-in", "999999999w"], 2, "--expires-in is a number"),
        (["create", "--agent", "a", "--expires-in", ""], 2, "--expires-in is a number"),
        (["create", "--agent", "a", "--label", "two\nlines"], 2, "--label takes"),
        (["create", "--agent", "a", "--label", "x" * 65], 2, "--label takes"),
        (["revoke", "F1"], 2, "must be the id of a token"),
        (["revoke", "T1"], 1, "no token T1"),
        (["revoke", "plt_1_x"], 2, "must be the id of a token"),
    ],
)
def test_bad_input_is_named_and_makes_nothing(tmp_path: Path, arguments: list[str], code: int, told: str):
    ran = palimpsest(tmp_path, "token", *arguments)
    assert (ran.code, ran.output) == (code, "")
    assert told in ran.complaint
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments", [[], ["revoke"], ["create", "--agent", "a", "--scope", "root"], ["create", "--expires-in"]]
)
def test_a_call_that_is_wrong_shows_how(tmp_path: Path, arguments: list[str]):
    ran = palimpsest(tmp_path, "token", *arguments)
    assert (ran.code, "usage: palimpsest token" in ran.errors) == (2, True)


@pytest.mark.parametrize(
    ("text", "length"),
    [("1m", timedelta(minutes=1)), (" 12H ", timedelta(hours=12)), ("3650d", LONGEST), ("8w", timedelta(weeks=8))],
)
def test_a_lifetime_is_read(text: str, length: timedelta):
    assert parse_lifetime(text) == length
    assert parse_lifetime("never") is None


@pytest.mark.parametrize("text", ["3651d", "0m", "1", "d", "1.5h", "1 d", "٣d", "1y", "-1d", "1d1h", "1e3d"])
def test_another_lifetime_is_refused(text: str):
    with pytest.raises(InvalidInput):
        parse_lifetime(text)


def test_a_file_of_tokens_that_is_damaged_is_told_by_each_action(tmp_path: Path):
    path_in(tmp_path).write_text("no tokens here" * 100)
    for arguments in (["create", "--agent", "a"], ["list"], ["revoke", "T1"]):
        ran = palimpsest(tmp_path, "token", *arguments)
        assert (ran.code, str(path_in(tmp_path)) in ran.complaint) == (1, True)
    ran = palimpsest(tmp_path, "doctor", "--json")
    found = {one["name"]: one for one in json.loads(ran.output)}["tokens"]
    assert (ran.code, found["soundness"]) == (1, "problem")
