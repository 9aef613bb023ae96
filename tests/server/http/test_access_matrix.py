"""Every JSON-RPC method, by the token's scope, the workspace asked about and the grant of the token's role.

The outcomes are worked out from the tables below, which are written by hand and know nothing of the declarations.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest
from full_memory import DOMAIN, MARKS, NOTES, make_full_memory
from http_home import HttpHome, served
from memory_bench import PERSON, dump_of
from palimpsest.server.rpc_examples import EVERY
from palimpsest.store.model import Level
from palimpsest.store.model.access import TokenScope
from palimpsest.store.sqlite import PlainStore
from palimpsest.tools.administration import set_grant
from token_kit import new_token

Rows = dict[str, list[tuple[Any, ...]]]

OWN, FOREIGN = "own", "other"
ROLE = "engineer"


class Outcome(StrEnum):
    """What a client is told."""

    DONE = "done"
    SHOWN = "done, and something of the domain is in the answer"
    NOTHING = "done, and nothing of the domain is in the answer"
    NOT_FOUND = "told as of what isn't there"
    NO_TREE = "told that there is no working tree"
    SCOPE = "refused for the token's scope"
    FOREIGN = "refused for the token's workspace"


# Of the agent's methods, with what a hidden domain makes of each.
AGENTS = {
    "memory_fact.list": Outcome.NOTHING,
    "memory_fact.get": Outcome.NOT_FOUND,
    "memory_fact.search": Outcome.NOTHING,
    "memory_policy.list": Outcome.NOTHING,
    "memory_policy.get": Outcome.NOT_FOUND,
    "memory_conflict.list": Outcome.NOTHING,
    "memory_domain.list": Outcome.NOTHING,
    "memory_graph.get": Outcome.NOT_FOUND,
    "agent_working_memory.get": Outcome.SHOWN,
}
REVIEWERS = {
    *(
        "memory_fact.recall",
        "memory_fact.update",
        "memory_fact.delete",
        "memory_fact.restore",
        "memory_fact.restore_many",
    ),
    *("memory_policy.update", "memory_policy.delete", "memory_policy.restore"),
    *(
        "memory_conflict.topics",
        "memory_conflict.get",
        "memory_conflict.resolve",
        "memory_audit.list",
        "memory_audit.undo",
        "memory_page.link",
    ),
    *("memory_review.sample", "memory_review.mark", "memory_review.report"),
    "memory_review.get",
    *("memory_review.resolutions", "memory_review.decisions"),
    *("memory_review.confirm", "memory_review.overturn", "memory_review.retire"),
    *("memory_access_grant.list", "memory_settings.list", "memory_settings.get", "memory_source.list"),
    *("agent_working_memory.list", "memory_preamble.get", "memory_overview.get", "memory_access_grant.effective"),
}
OF_ANOTHER_WORKSPACE = {"memory_token.revoke"}
"""The token that they name is of the workspace that was copied for another cell, and is none here."""
WITHOUT_A_TREE = {"memory_source.refresh"}
READING = (
    AGENTS.keys()
    | {name for name in EVERY if name.endswith((".list", ".get", ".report"))}
    | {
        "memory_fact.recall",
        "memory_conflict.topics",
        "memory_review.resolutions",
        "memory_review.decisions",
        "memory_access_grant.effective",
    }
)


@dataclass(frozen=True, slots=True)
class Cell:
    """One place of the matrix."""

    scope: TokenScope
    name: str
    workspace: str
    grant: Level

    @property
    def expected(self) -> Outcome:
        """What the tables say."""
        if self.workspace == FOREIGN:
            return Outcome.FOREIGN
        if self.name in AGENTS:
            is_hidden = self.scope is TokenScope.AGENT and self.grant is Level.NONE
            return AGENTS[self.name] if is_hidden else Outcome.SHOWN
        if self.scope is TokenScope.AGENT or (self.scope is TokenScope.REVIEWER and self.name not in REVIEWERS):
            return Outcome.SCOPE
        if self.name in OF_ANOTHER_WORKSPACE:
            return Outcome.NOT_FOUND
        return Outcome.NO_TREE if self.name in WITHOUT_A_TREE else Outcome.DONE

    @property
    def changes(self) -> bool:
        """Whether the call leaves the workspace as no other call would find it."""
        return self.expected is Outcome.DONE and self.name not in READING


def cells(scope: TokenScope, grant: Level) -> Iterator[Cell]:
    """Those of a scope and a grant."""
    for name, workspace in itertools.product(EVERY, (OWN, FOREIGN)):
        yield Cell(scope, name, workspace, grant)


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return asyncio.run(make_full_memory(tmp_path_factory.mktemp("full")))


def lay_out(home: Path, full: Path, grant: Level) -> None:
    """The workspaces of the home, each with the same memory and the same grant."""
    (home / "workspaces").mkdir(mode=0o700)
    for workspace in (OWN, FOREIGN):
        path = shutil.copyfile(full, home / "workspaces" / f"{workspace}.db")
        store = PlainStore(path)
        store.write(lambda tx: set_grant(tx, PERSON, ROLE, DOMAIN, grant))
        store.close()


def copy_for(home: Path, cell: Cell) -> str:
    """A workspace for a cell alone."""
    workspace = cell.name.replace(".", "-").replace("_", "-")
    shutil.copyfile(home / "workspaces" / f"{OWN}.db", home / "workspaces" / f"{workspace}.db")
    return workspace


async def outcome_of(http: HttpHome, cell: Cell, secret: str) -> Outcome | str:
    """What becomes of the cell's call; anything unforeseen as it was told."""
    request = {"jsonrpc": "2.0", "id": 1, "method": cell.name, "params": EVERY[cell.name]}
    path = "/rpc" if cell.workspace == OWN else f"/workspaces/{cell.workspace}/rpc"
    answer = await http.post(json.dumps(request), secret, path)
    shows = any(mark in answer.text for mark in (*MARKS, NOTES))
    if answer.status_code == 403 and not shows:
        return Outcome.FOREIGN
    if answer.status_code != 200:
        return f"{answer.status_code} {answer.text}"
    if "error" in answer.json():
        return _error(answer.json()["error"], shows=shows)
    if cell.name in AGENTS:
        return Outcome.SHOWN if shows else Outcome.NOTHING
    return Outcome.DONE


def _error(error: dict[str, object], *, shows: bool) -> Outcome | str:
    known = {-32001: Outcome.NOT_FOUND, -32008: Outcome.SCOPE, -32602: Outcome.NO_TREE}
    found = known.get(int(str(error["code"])))
    is_tree = "working tree" in str(error["message"])
    if found is None or shows or (found is Outcome.NO_TREE and not is_tree):
        return str(error)
    return found


@pytest.mark.parametrize(("scope", "grant"), [*itertools.product(TokenScope, Level)])
async def test_every_cell_has_the_outcome_that_the_tables_say(
    full: Path, tmp_path: Path, scope: TokenScope, grant: Level
) -> None:
    lay_out(tmp_path, full, grant)
    files = [tmp_path / "workspaces" / f"{workspace}.db" for workspace in (OWN, FOREIGN)]
    before = [dump_of(path) for path in files]
    _, shared = new_token(tmp_path, workspace=OWN, agent="ana", role=ROLE, scope=scope)
    unforeseen: dict[tuple[str, str], tuple[Outcome | str, Outcome]] = {}
    async with served(tmp_path) as http:
        for cell in cells(scope, grant):
            secret = shared
            if cell.changes:
                own = copy_for(tmp_path, cell)
                _, secret = new_token(tmp_path, workspace=own, agent="ana", role=ROLE, scope=scope)
            found = await outcome_of(http, cell, secret)
            if found != cell.expected:
                unforeseen[cell.name, cell.workspace] = (found, cell.expected)
    assert unforeseen == {}
    for path, was in zip(files, before, strict=True):
        assert _differences(was, dump_of(path)) == {}


def _differences(before: Rows, after: Rows) -> dict[str, object]:
    """The rows that came and went, by table."""
    changed = [name for name in after if before[name] != after[name]]
    return {name: {*map(repr, before[name])} ^ {*map(repr, after[name])} for name in changed}
