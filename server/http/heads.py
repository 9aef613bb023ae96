"""HTTP/1.1 as uvicorn speaks it, with a bounded time for what it would wait for without end.

It waits for a request's head as long as a byte comes now and then, and takes the rest of a body that was refused.
"""

from __future__ import annotations

import asyncio
import json
from http import HTTPStatus
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from .security_headers import NO_STORE, SECURITY_HEADERS

HEAD_SECONDS = 10.0


class BoundedHeads(H11Protocol):
    """Closes a connection whose next request isn't there in time, and answers what is no HTTP as everything else."""

    head_seconds = HEAD_SECONDS

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first head."""
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Take what came; the time for what is still awaited isn't begun anew."""
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        self._forget()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """Close what is idle, and what waits for the rest of a request: an end doesn't wait for slow clients."""
        cycle: Any = self.cycle  # None before the first request, which its type doesn't say
        if cycle is not None and cycle.more_body and not cycle.response_started:
            self.transport.abort()
        else:
            super().shutdown()

    def send_400_response(self, msg: str) -> None:
        """Say as JSON that it isn't HTTP."""
        self._answer(HTTPStatus.BAD_REQUEST, msg)

    def _watch(self) -> None:
        if self.transport.is_closing() or not self._awaits_more():
            self._forget()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(self.head_seconds, self._give_up)

    def _awaits_more(self) -> bool:
        """Whether it waits for a head, or for the rest of a body that nobody reads."""
        cycle: Any = self.cycle  # None before the first request, which its type doesn't say
        is_answered = cycle is None or cycle.response_complete
        return is_answered and self.conn.their_state in (h11.IDLE, h11.SEND_BODY)

    def _forget(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        self._deadline = None
        if self.transport.is_closing() or not self._awaits_more():
            return
        if self.conn.our_state is h11.IDLE:
            self._answer(HTTPStatus.REQUEST_TIMEOUT, f"The request's head did not arrive in {self.head_seconds:g} s.")
        else:
            self.transport.close()

    def _answer(self, status: HTTPStatus, message: str) -> None:
        body = json.dumps({"error": message}).encode()
        told = {"Cache-Control": NO_STORE, "Content-Type": "application/json", "Content-Length": str(len(body))}
        headers = SECURITY_HEADERS | told
        pairs = [(name.encode(), value.encode()) for name, value in headers.items()]
        answer = h11.Response(
            status_code=status, headers=[*pairs, (b"connection", b"close")], reason=status.phrase.encode()
        )
        for event in (answer, h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()
