"""The parts of the shared mode alone: what is unanswered, who may come in, what an installation is, how a log ends."""

from __future__ import annotations

import json
import os
import socket
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from palimpsest.server.lines import TOO_LONG_TEXT
from palimpsest.server.shared import door, installation, log, place
from palimpsest.server.shared.carrying import Carrier
from palimpsest.server.shared.ledger import LOST, Ledger, Spoken, read, read_answer
from palimpsest.server.shared.starting import NotShared
from shared_home import until

LONG = b"x" * 1_100_000

posix = pytest.mark.skipif(sys.platform == "win32", reason="Unix sockets")


class Ends:
    """A client at one end of a carrier and its servers at the other."""

    def __init__(self) -> None:
        self.sockets: list[socket.socket] = []
        self.is_gone = False
        to_carrier, from_client = os.pipe()
        from_carrier, to_client = os.pipe()
        self.reader, self.writer = os.fdopen(from_carrier, "rb"), os.fdopen(from_client, "wb")
        self.carrier = Carrier(self.connect, to_carrier, to_client)
        self.thread = threading.Thread(target=self.carrier.run)
        self.thread.start()
        self.left = (to_carrier, to_client)

    def connect(self) -> socket.socket:
        if self.is_gone:
            raise NotShared("there is none")
        near, far = socket.socketpair()
        far.settimeout(20)
        self.sockets.append(far)
        return near

    @property
    def server(self) -> socket.socket:
        return self.sockets[-1]

    def say(self, line: bytes | dict[str, Any]) -> None:
        self.writer.write((line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n")
        self.writer.flush()

    def hear(self) -> dict[str, Any]:
        return json.loads(self.reader.readline())

    def heard(self) -> dict[str, Any]:
        """The next line that reaches the server."""
        line = b""
        while not line.endswith(b"\n"):
            line += self.server.recv(1)
        return json.loads(line)

    def answer(self, request_id: int | str) -> None:
        self.server.sendall(f'{{"jsonrpc":"2.0","id":{json.dumps(request_id)},"result":{{}}}}\n'.encode())


@contextmanager
def carried() -> Generator[Ends]:
    ends = Ends()
    try:
        yield ends
    finally:
        ends.writer.close()
        for server in ends.sockets:
            server.close()
        ends.thread.join(5)
        ends.reader.close()
        for descriptor in ends.left:
            os.close(descriptor)


def request(request_id: int | str, method: str = "tools/call") -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": request_id, "method": method}


def test_a_dead_server_s_requests_are_answered_once_and_the_session_is_opened_with_the_next():
    with carried() as ends:
        ends.say(request("init", "initialize"))
        assert ends.heard()["method"] == "initialize"
        ends.answer("init")
        assert ends.hear()["id"] == "init"
        ends.say(request(1))
        ends.say(request("1"))
        assert [ends.heard()["id"] for _ in range(2)] == [1, "1"]  # before it is answered, or it was never asked
        ends.answer(1)
        assert ends.hear() == {"jsonrpc": "2.0", "id": 1, "result": {}}
        ends.server.sendall(b'{"jsonrpc":"2.0","id":"half')
        ends.server.close()
        assert ends.hear() == {"jsonrpc": "2.0", "id": "1", "error": {"code": -32603, "message": LOST}}
        ends.say({"jsonrpc": "2.0", "method": "notifications/cancelled"})  # brings no server into being
        ends.say(request(2))
        until(lambda: len(ends.sockets) == 2)
        assert ends.heard()["method"] == "initialize"
        ends.answer("init")
        assert ends.heard()["method"] == "notifications/initialized"
        assert ends.heard()["id"] == 2
        ends.answer(2)
        assert ends.hear()["id"] == 2


def test_a_question_of_a_dead_server_is_taken_back_and_its_answer_goes_nowhere():
    with carried() as ends:
        ends.say(request(1))
        ends.heard()
        ends.server.sendall(b'{"jsonrpc":"2.0","id":0,"method":"elicitation/create","params":{}}\n')
        assert ends.hear()["method"] == "elicitation/create"
        ends.server.close()
        assert ends.hear()["id"] == 1
        assert ends.hear()["params"]["requestId"] == 0
        ends.say({"jsonrpc": "2.0", "id": 0, "result": {"action": "accept"}})
        ends.say(request(2))
        until(lambda: len(ends.sockets) == 2)
        assert ends.heard()["id"] == 2


def test_where_no_server_can_be_had_each_request_says_why_and_the_next_tries_again():
    with carried() as ends:
        ends.is_gone = True
        ends.server.close()
        ends.say(request(1))
        assert "there is none" in ends.hear()["error"]["message"]
        ends.is_gone = False
        ends.say(request(2))
        until(lambda: len(ends.sockets) == 2)
        assert ends.heard()["id"] == 2


def test_a_line_that_is_too_long_is_answered_and_goes_nowhere(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("palimpsest.server.lines.LineSplitter.__init__.__defaults__", (100,))
    with carried() as ends:
        ends.say(b"x" * 101)
        assert ends.hear()["error"]["message"] == TOO_LONG_TEXT
        ends.say(request(1))
        assert ends.heard()["id"] == 1


def test_answers_are_told_from_questions_in_whatever_the_server_writes():
    assert read_answer(b'{"jsonrpc":"2.0","id":7,"result":{}}') == ("7", "result")
    assert read_answer(b'{"jsonrpc":"2.0","id":"a\\"b","error":{}}') == ('"a\\"b"', "error")
    assert read_answer('{"jsonrpc":"2.0","id":"ü","method":"x"}'.encode()) == (json.dumps("ü"), "method")
    assert read_answer(b'{"jsonrpc":"2.0","method":"notifications/progress"}') == ("", "")


@pytest.mark.parametrize(
    ("line", "spoken"),
    [
        (b'{"id":1,"method":"ping"}', Spoken("1", "ping")),
        (b'{"id":"\xc3\xbc","method":"ping"}', Spoken(json.dumps("ü"), "ping")),
        (b'{"method":"ping"}', Spoken(None, "ping")),
        (b'{"id":true,"method":"ping"}', Spoken(None, "ping")),
        (b'{"id":3,"result":{}}', Spoken("3", "")),
        (b"[1]", Spoken()),
        (b"junk", Spoken()),
        (b"[" * 100_000, Spoken()),
        (b'{"id":9,"method":"tools/call","params":"%s"}' % LONG, Spoken("9", "a long request")),
        (b'{"params":{"id":1,"text":"%s"},"jsonrpc":"2.0","id":9}' % LONG, Spoken("9", "a long request")),
        (b'{"params":{"id":1,"text":"%s"},"method":"x"}' % LONG, Spoken()),
    ],
    ids=range(11),
)  # fmt: skip
def test_requests_are_known_by_their_id(line: bytes, spoken: Spoken):
    assert read(line) == spoken


def test_a_session_that_was_refused_is_not_opened_again():
    ledger = Ledger()
    ledger.sent(Spoken("1", "initialize"), b"first")
    ledger.received(b'{"jsonrpc":"2.0","id":1,"error":{}}')
    assert ledger.opening is None
    ledger.sent(Spoken("2", "initialize"), b"second")
    ledger.received(b'{"jsonrpc":"2.0","id":2,"result":{}}')
    assert (ledger.opening, ledger.lose()) == (b"second", [])


@posix
def test_another_user_s_process_is_no_server_and_no_pump(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    own = os.getuid()
    opened = door.open_door(tmp_path, loopback=False)
    assert opened is not None
    with opened.listener:
        connection, other = socket.socketpair()
        with connection, other:
            assert opened.may_enter(connection)
            monkeypatch.setattr(os, "getuid", lambda: own + 1)
            assert not opened.may_enter(connection)
            assert place.connect(opened.address) is None
        monkeypatch.undo()
        opened.close()


NO_ADDRESSES = {
    "empty": "",
    "a list": "[]",
    "nothing": "{}",
    "no number": '{"pid":"x"}',
    "no path": '{"pid":1,"unix":7}',
    "no text": "\0",
    "no port": '{"pid":1,"port":"9"}',
    "a huge port": '{"pid":1,"port":99999999,"secret":"x"}',
    "a path with NUL": '{"pid":1,"unix":"\\u0000x"}',
    "half a character": '{"pid":1,"unix":"\\ud800"}',
    "a deep one": "[" * 50_000,
}


@pytest.mark.parametrize("content", NO_ADDRESSES.values(), ids=list(NO_ADDRESSES))
def test_an_address_that_says_nothing_is_none(tmp_path: Path, content: str):
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "address").write_text(content)
    assert place.read_address(str(tmp_path)) is None


@posix
def test_a_pipe_in_the_address_s_place_is_not_waited_for(tmp_path: Path):
    (tmp_path / "shared").mkdir()
    os.mkfifo(tmp_path / "shared" / "address")
    assert place.read_address(str(tmp_path)) is None


@posix
def test_nothing_but_a_socket_is_removed_for_a_server_that_is_gone(tmp_path: Path):
    (tmp_path / "shared").mkdir()
    (tmp_path / "diary").write_text("dear me")
    (tmp_path / "shared" / "address").write_text(json.dumps({"pid": 1, "unix": str(tmp_path / "diary")}))
    opened = door.open_door(tmp_path, loopback=False)
    assert opened is not None
    opened.close()
    assert (tmp_path / "diary").read_text() == "dear me"


@posix
def test_one_home_has_one_door(tmp_path: Path):
    first = door.open_door(tmp_path, loopback=False)
    assert first is not None
    assert door.open_door(tmp_path, loopback=False) is None
    first.close()
    second = door.open_door(tmp_path, loopback=False)
    assert second is not None
    first.close()
    assert second.is_known()
    second.close()
    assert [file.name for file in (tmp_path / "shared").iterdir()] == ["lock"]


@posix
def test_where_the_home_takes_no_socket_it_stands_elsewhere(tmp_path: Path):
    (tmp_path / "shared" / "socket").mkdir(parents=True)
    opened = door.open_door(tmp_path, loopback=False)
    assert opened is not None
    elsewhere = Path(opened.address.unix)
    assert (elsewhere.parent.stat().st_mode & 0o777, elsewhere.stat().st_mode & 0o777) == (0o700, 0o600)
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(str(elsewhere))
    opened.close()
    assert not elsewhere.parent.exists()


def test_an_edited_file_is_another_installation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for name in ("server/shared", "tools", "store/sql"):
        (tmp_path / name).mkdir(parents=True)
    monkeypatch.setattr(installation, "__file__", str(tmp_path / "server" / "shared" / "installation.py"))
    edited = tmp_path / "store" / "sql" / "0001.sql"
    edited.write_text("one")
    first = installation.installation()
    assert installation.installation() == first
    os.utime(edited, (1, 1))
    second = installation.installation()
    (tmp_path / "tools" / "__pycache__").mkdir()
    (tmp_path / "tools" / "__pycache__" / "x.pyc").write_text("compiled")
    assert installation.installation() == second != first
    monkeypatch.setattr(sys, "prefix", "/another/environment")
    assert installation.installation() != second


def test_a_log_keeps_its_last_lines(tmp_path: Path):
    path = tmp_path / "shared.log"
    path.write_bytes(b"".join(b"line %d\n" % number for number in range(100_000)))
    log.BoundedLog(path)
    kept = path.read_bytes()
    assert len(kept) <= log.KEPT_BYTES
    assert kept.startswith(b"line ")
    assert kept.endswith(b"line 99999\n")
