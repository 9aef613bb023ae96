"""`palimpsest open` as a person runs it: it finds the server that runs, or serves the page until it is interrupted."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx2
import pytest
from network_server import serve_http
from palimpsest.server.commands import open as opening
from palimpsest.server.file_lock import take_lock
from palimpsest.server.http.running import FOLDER, announced, find_running
from processes import COMMAND, connected, environment, palimpsest

LINK = "/workspaces/default/settings/memory/enter#"
END_SECONDS = 5.0


@contextmanager
def opened(home: Path, *flags: str, **extra: str) -> Generator[tuple[subprocess.Popen[str], str]]:
    """A command that goes on, and its first line."""
    home.mkdir(exist_ok=True)
    process = subprocess.Popen(
        [*COMMAND, "open", *flags],
        env=environment(home) | {"DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": ""} | extra,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        yield process, process.stdout.readline().strip()
    finally:
        process.terminate()
        process.communicate(timeout=END_SECONDS)


def come_in(link: str) -> tuple[httpx2.Client, str]:
    """A browser that followed the link, and where the page is."""
    address, _, key = link.partition("#")
    client = httpx2.Client(follow_redirects=True, timeout=10)
    answer = client.post(address, data={"key": key})
    assert answer.status_code in (200, 404), answer.text
    return client, address.removesuffix("/enter")


def test_without_a_server_it_serves_the_page_alone_until_it_is_interrupted(tmp_path: Path) -> None:
    with opened(tmp_path / "home", "--print") as (process, link):
        assert LINK in link
        client, base = come_in(link)
        with closing(client):
            server = base.partition("/workspaces")[0]
            for path in ("/mcp", "/rpc", "/metrics", "/workspaces/default/rpc"):
                answer = client.post(f"{server}{path}", json={})
                assert answer.status_code in (404, 405), path
                if answer.status_code == 404:
                    assert "palimpsest serve --http" in answer.json()["error"]
            again = palimpsest(tmp_path / "home", "open", "--print")
            assert again.output.startswith(f"{server}{LINK}")
            with client.stream("GET", f"{base}/events") as stream:
                lines = stream.iter_lines()
                assert next(lines) is not None
                began = time.monotonic()
                process.send_signal(signal.SIGINT)
                assert process.wait(END_SECONDS) == 0
                assert time.monotonic() - began < END_SECONDS / 2
                assert [line for line in lines if line.startswith("event")] == []
    assert list((tmp_path / "home" / FOLDER).iterdir()) == []


def test_a_server_that_runs_is_used_and_one_that_was_killed_is_not(tmp_path: Path) -> None:
    with serve_http(tmp_path) as server:
        ran = palimpsest(server.home, "open", "--print", "--workspace", "shop")
        assert ran.code == 0
        assert ran.output.startswith(f"{server.address}/workspaces/shop/settings/memory/enter#")
        assert ran.complaint == "palimpsest: it works once, for one browser, within 10 minutes."
        file = next((server.home / FOLDER).glob("*.json"))
        assert file.stat().st_mode & 0o777 == 0o600
        assert file.parent.stat().st_mode & 0o777 == 0o700
        server.process.kill()
        server.process.wait(END_SECONDS)
        assert file.exists()
        with socket.create_server(("127.0.0.1", server.port)):  # whoever has its port now
            assert find_running(server.home) is None
    assert not file.exists()


def test_the_server_that_began_last_is_found_and_then_the_one_before(tmp_path: Path) -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as first,
        socket.create_server(("127.0.0.1", 0)) as second,
        announced(tmp_path, _address(first)),
    ):
        time.sleep(0.02)
        with announced(tmp_path, _address(second)):
            assert find_running(tmp_path) == _address(second)
        assert find_running(tmp_path) == _address(first)
        first.close()
        assert find_running(tmp_path) is None
    assert find_running(tmp_path / "nowhere") is None


@pytest.mark.parametrize(
    "said", ["", "{", "[]", '{"address": 1}', '{"address": "no address"}', '{"address": "http://[x"}']
)
def test_what_can_t_be_read_is_no_server(tmp_path: Path, said: str) -> None:
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / "x.json").write_text(said)
    lock = take_lock(tmp_path / FOLDER / "x.lock")
    assert lock is not None
    assert find_running(tmp_path) is None
    os.close(lock)


def test_a_home_that_can_t_be_written_is_told_and_served_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / FOLDER).write_text("in the way")
    with announced(tmp_path, "http://127.0.0.1:1"):
        pass
    assert "won't find this server" in capsys.readouterr().err


def test_a_link_for_others_begins_with_the_name_by_which_they_come_in(tmp_path: Path) -> None:
    ran = palimpsest(tmp_path, "open", "--print", "--scope", "reviewer", "--url", "https://memory.example.com/m/")
    assert ran.output.startswith(f"https://memory.example.com/m{LINK}")
    with connected(tmp_path / "access.db") as file:
        assert file.execute("SELECT workspace, scope, token_id FROM page_link").fetchall() == [
            ("default", "reviewer", None)
        ]


@pytest.mark.parametrize(
    "url",
    ["memory.example", "javascript:x", "ftp://x", "http://", "http://a@b", "http://a?b", "http://a#b", "http://a:x"],
)
def test_what_is_no_address_of_a_server_is_refused(tmp_path: Path, url: str) -> None:
    ran = palimpsest(tmp_path, "open", "--print", "--url", url)
    assert (ran.code, ran.output) == (2, "")
    assert "--url: give the address of a server" in ran.complaint
    assert not (tmp_path / "access.db").exists()


def test_the_browser_gets_the_link_and_the_terminal_doesn_t(tmp_path: Path) -> None:
    told = tmp_path / "told"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {told}\n')
    browser.chmod(0o700)
    ran = palimpsest(tmp_path, "open", "--url", "http://127.0.0.1:1", extra={"BROWSER": f"{browser} %s"})
    assert told.read_text().startswith(f"http://127.0.0.1:1{LINK}")
    assert ran.output == ""
    assert "#" not in ran.complaint


def test_a_browser_without_windows_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BROWSER", raising=False)
    monkeypatch.setattr(opening.webbrowser, "get", lambda: opening.webbrowser.GenericBrowser("lynx"))
    assert opening._browser() is None  # pyright: ignore[reportPrivateUsage]


def _address(listening: socket.socket) -> str:
    return f"http://127.0.0.1:{listening.getsockname()[1]}"
