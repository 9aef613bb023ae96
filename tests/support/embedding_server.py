"""A small HTTP server on the loopback that answers embeddings as a test says, and remembers what it was asked."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

DIMENSION = 8


@dataclass
class Asked:
    """One request as it arrived."""

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]

    @property
    def texts(self) -> list[str]:
        return self.body["input"]


@dataclass
class Reply:
    """One answer; `pieces` are sent one after the other, `pause_s` before each."""

    status: int = 200
    pieces: list[bytes] = field(default_factory=list[bytes])
    headers: dict[str, str] = field(default_factory=dict[str, str])
    pause_s: float = 0.0


def numbers_of(text: str, dimension: int = DIMENSION) -> list[float]:
    """Numbers that depend on the text alone."""
    return [byte / 255 for byte in hashlib.sha256(text.encode()).digest()[:dimension]]


def as_openai(asked: Asked) -> Reply:
    """The right answer."""
    return of_items([{"index": n, "embedding": numbers_of(text)} for n, text in enumerate(asked.texts)])


def of_items(items: list[Any]) -> Reply:
    return of_bytes(json.dumps({"object": "list", "data": items, "model": "m"}).encode())


def of_bytes(body: bytes, status: int = 200, **headers: str) -> Reply:
    return Reply(status, [body], headers)


class EmbeddingServer(ThreadingHTTPServer):
    """Answers every POST with what `answer` makes of it."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.asked: list[Asked] = []
        self.answer: Callable[[Asked], Reply] = as_openai
        self.released = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: EmbeddingServer  # pyright: ignore[reportIncompatibleVariableOverride]

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        asked = Asked(self.path, dict(self.headers), body)
        self.server.asked.append(asked)
        try:
            self._send(self.server.answer(asked))
        except OSError:
            self.close_connection = True  # the client had enough

    def _send(self, reply: Reply) -> None:
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(sum(map(len, reply.pieces))))
        self.end_headers()
        for piece in reply.pieces:
            self.server.released.wait(reply.pause_s)
            self.wfile.write(piece)
            self.wfile.flush()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 -- the name it has there
        pass


@contextmanager
def embedding_server() -> Generator[EmbeddingServer]:
    """The server, running; whoever still waits is let go at the end."""
    server = EmbeddingServer()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.released.set()
        server.shutdown()
        thread.join()
        server.server_close()
