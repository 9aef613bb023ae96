"""How many requests one token may send: so many a second, and twice as many at once."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from .replies import refusal
from .visitor import find_visitor

BURST_SECONDS = 2.0


@dataclass(slots=True)
class _Bucket:
    left: float
    at: float


class RateLimit:
    """A bucket for each token; who comes without one is not counted."""

    def __init__(self, app: ASGIApp, per_second: int, now: Callable[[], float] = time.monotonic) -> None:
        self._app, self._per_second, self._now = app, per_second, now
        self._buckets: dict[int, _Bucket] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        visitor = find_visitor(HTTPConnection(scope))
        wait = 0.0 if visitor is None or visitor.token_id is None else self.wait_of(visitor.token_id)
        answer = self._too_many(wait) if wait else self._app
        await answer(scope, receive, send)

    def _too_many(self, wait: float) -> ASGIApp:
        seconds = str(math.ceil(wait))
        message = f"This token sends more than {self._per_second} requests a second: wait {seconds} s."
        return refusal(HTTPStatus.TOO_MANY_REQUESTS, message, {"Retry-After": seconds})

    def wait_of(self, token_id: int) -> float:
        """Take one from the token's bucket; the seconds until there is one, where it is empty."""
        most, now = self._per_second * BURST_SECONDS, self._now()
        bucket = self._buckets.setdefault(token_id, _Bucket(most, now))
        bucket.left = min(most, bucket.left + (now - bucket.at) * self._per_second)
        bucket.at = now
        if bucket.left < 1:
            return (1 - bucket.left) / self._per_second
        bucket.left -= 1
        return 0.0
