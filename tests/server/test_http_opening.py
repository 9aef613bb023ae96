"""What a server says as it starts: where it is, how callers are known, and what will surprise whoever started it."""

import socket
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from palimpsest.server.config import Options
from palimpsest.server.http.authority import Authority
from palimpsest.server.http.listening import Listening
from palimpsest.server.http.opening import greeting
from palimpsest.server.http.options import HttpOptions
from palimpsest.server.tokens import TokenBook
from palimpsest.store.model import Caller
from token_kit import new_token


@pytest.fixture
def book(tmp_path: Path) -> TokenBook:
    return TokenBook(tmp_path)


def said(home: Path, book: TokenBook, http: HttpOptions) -> str:
    options = Options(Caller(workspace="shop", agent="ada", role="dev"), home, "full", None)
    with socket.socket() as one:
        one.bind(("127.0.0.1" if http.host == "127.0.0.1" else "0.0.0.0", 0))  # noqa: S104 (never listened on)
        return greeting(options, http, Listening(http.host, 8765, [one]), book)


def test_without_tokens_it_says_whose_everything_is(tmp_path: Path, book: TokenBook):
    told = said(tmp_path, book, HttpOptions())
    assert told.startswith("palimpsest: serving http://127.0.0.1:8765; no token is needed: every caller is 'ada' (dev)")
    assert "/rpc is the person's" in told


def test_switching_tokens_off_is_said_where_there_are_some(tmp_path: Path, book: TokenBook):
    new_token(tmp_path)
    assert "no token is needed although there are some" in said(tmp_path, book, HttpOptions(without_tokens=True))


def test_tokens_of_which_none_lives_are_warned_of(tmp_path: Path, book: TokenBook):
    long_ago = datetime.now(UTC) - timedelta(days=2)
    new_token(tmp_path, expires_at=long_ago + timedelta(days=1), now=long_ago)
    assert "nobody can come in" in said(tmp_path, book, HttpOptions())
    new_token(tmp_path)
    assert "nobody can come in" not in said(tmp_path, book, HttpOptions())


def test_for_other_machines_it_names_the_bound_address_and_the_path(tmp_path: Path, book: TokenBook):
    new_token(tmp_path)
    told = said(tmp_path, book, HttpOptions(host="0.0.0.0", root_path="/memory"))  # noqa: S104
    assert "serving http://0.0.0.0:8765/memory;" in told
    assert "--allow-host NAME" in told


@pytest.mark.parametrize(
    ("http", "address"),
    [
        (HttpOptions(), "http://127.0.0.1:8765/mcp"),
        (HttpOptions(allowed_hosts=(Authority("memory.lan"),)), "http://memory.lan:8765/mcp"),
        (HttpOptions(allowed_hosts=(Authority("memory.lan", 80),), root_path="/m"), "http://memory.lan:80/m/mcp"),
    ],
)
def test_the_line_to_paste_leads_there(
    tmp_path: Path, book: TokenBook, monkeypatch: pytest.MonkeyPatch, http: HttpOptions, address: str
):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert f"claude mcp add --transport http palimpsest {address}" in said(tmp_path, book, http)
