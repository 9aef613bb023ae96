"""Whatever is sent to /rpc is answered as JSON-RPC, by nobody's mistake, and what only reads changes nothing.

`make fuzz` sends many more, and others each time.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import pytest
from full_memory import make_full_memory
from http_home import HttpHome, served
from hypothesis import given, settings
from hypothesis import strategies as st
from palimpsest.store.driver import DRIVER
from palimpsest.store.model import Caller
from palimpsest.store.model.access import TokenScope
from palimpsest.store.protocol import Store
from palimpsest.tools.desk import Desk
from palimpsest.tools.toolbox import declarations
from rpc_fuzz import MOST_BYTES, ODD, Sent, broken, messages
from token_kit import new_token

HOW_MANY = int(os.environ.get("PALIMPSEST_FUZZ", "0"))
FUZZED = settings(max_examples=HOW_MANY or 150, derandomize=not HOW_MANY, database=None)
BESIDE = ("vector", "lease", "fulltext_", "sqlite_")
"""Tables that are written without anybody's asking, or are part of an index."""

SCOPES = st.sampled_from([*TokenScope, TokenScope.ADMIN, TokenScope.ADMIN])
TOOLS = [one.name for one in declarations(Desk(cast("Store", None), Caller()))]
ADVICE = ("message", "question", "note", "hint", "hindrance", "why")
KNOWN_CODES = {-32700, -32600, -32601, -32602, *range(-32008, -32000 + 1)}


class Fuzzed:
    """A home with one full workspace, served on a loop that outlives each example."""

    def __init__(self, runner: asyncio.Runner, http: HttpHome, file: Path) -> None:
        self._runner, self._http = runner, http
        self._secrets = {scope: new_token(http.path, scope=scope)[1] for scope in TokenScope}
        self._watching = DRIVER.connect(file, mode="ro", timeout_s=5)
        names = self._watching.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        self._tables = [name for (name,) in names if not name.startswith(BESIDE)]
        self._version, self._known = None, 0

    def close(self) -> None:
        self._watching.close()

    def send(self, sent: Sent, scope: TokenScope) -> None:
        """Send it, and hold the answer to what is promised."""
        before = self._content()
        answer = self._runner.run(self._http.post(sent.body, self._secrets[scope]))
        assert answer.status_code in (200, 204), answer.text
        if answer.status_code == 204:
            assert (answer.content, sent.ids or ()) == (b"", ())
        else:
            _hold(json.loads(answer.content), sent)
            assert scope is TokenScope.AGENT or not _speaks_to_an_agent(json.loads(answer.content))
        if sent.only_reads or scope is TokenScope.AGENT:
            assert self._content() == before

    def status_of(self, body: bytes) -> int:
        return self._runner.run(self._http.post(body, self._secrets[TokenScope.ADMIN])).status_code

    def _content(self) -> int:
        """A number for all that is remembered; what is made of it in the background is left out."""
        version = self._watching.execute("PRAGMA data_version").fetchone()
        if version != self._version:
            self._version = version
            self._known = hash(tuple(tuple(self._watching.execute(f"SELECT * FROM {name}")) for name in self._tables))  # noqa: S608
        return self._known


def _hold(answer: Any, sent: Sent) -> None:
    answers = cast("list[Any]", answer if isinstance(answer, list) else [answer])
    for one in answers:
        _hold_one(one)
    if sent.ids is not None:
        assert isinstance(answer, list) is sent.is_batch
        assert [one["id"] for one in answers] == list(sent.ids)


def _hold_one(answer: Any) -> None:
    assert answer["jsonrpc"] == "2.0"
    assert answer.keys() in ({"jsonrpc", "id", "result"}, {"jsonrpc", "id", "error"})
    if "error" in answer:
        error = answer["error"]
        assert error["code"] in KNOWN_CODES, error
        assert error["message"].strip()
        assert error.keys() <= {"code", "message", "data"}


def _speaks_to_an_agent(answer: Any) -> list[str]:
    """Advice that names a tool or a user: who gets it here has neither."""
    return [text for text in _advice(answer) if any(word in text for word in (*TOOLS, "your user"))]


def _advice(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for one in cast("list[Any]", value):
            yield from _advice(one)
    elif isinstance(value, dict):
        for name, one in cast("dict[str, Any]", value).items():
            yield from [one] if name in ADVICE and isinstance(one, str) else _advice(one)


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fuzzed]:
    folder = tmp_path_factory.mktemp("fuzz")
    file = folder / "home" / "workspaces" / "default.db"
    with asyncio.Runner() as runner:
        made = runner.run(make_full_memory(folder))
        file.parent.mkdir(parents=True, mode=0o700)
        made.rename(file)
        app = served(folder / "home")
        http = runner.run(app.__aenter__())
        runner.run(http.call("memory_settings.set", {"name": "embedder", "value": "none"}))
        with closing(Fuzzed(runner, http, file)) as opened:
            yield opened
        runner.run(app.__aexit__(None, None, None))


@given(sent=messages(), scope=SCOPES)
@FUZZED
def test_a_request_is_answered_whatever_its_parameters_are(fuzzed: Fuzzed, sent: Sent, scope: TokenScope) -> None:
    fuzzed.send(sent, scope)


@given(sent=broken(), scope=SCOPES)
@FUZZED
def test_what_is_no_request_is_told_so(fuzzed: Fuzzed, sent: Sent, scope: TokenScope) -> None:
    fuzzed.send(sent, scope)


@pytest.mark.parametrize("name", ODD)
def test_odd_texts_are_read_or_refused(fuzzed: Fuzzed, name: str) -> None:
    fuzzed.send(ODD[name], TokenScope.ADMIN)


def test_one_byte_more_than_4_mib_is_too_much(fuzzed: Fuzzed) -> None:
    assert fuzzed.status_of(b" " * (MOST_BYTES + 1)) == 413
    assert fuzzed.status_of(b" " * MOST_BYTES) == 200
