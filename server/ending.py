"""How a process that serves leaves: a signal begins its orderly end, and an end that hangs is cut short."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Generator
from types import FrameType

from .wire import exit_at_once

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextlib.contextmanager
def signals_calling(end: Callable[[], None]) -> Generator[None]:
    """While inside, signals begin the orderly end; afterwards nothing is open and they end the process at once."""
    loop = asyncio.get_running_loop()

    def call_from_handler(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
        loop.call_soon_threadsafe(end)

    for number in _SIGNALS:
        try:
            loop.add_signal_handler(number, end)
        except NotImplementedError:  # Windows
            signal.signal(number, call_from_handler)
    try:
        yield
    finally:
        for number in _SIGNALS:
            with contextlib.suppress(NotImplementedError):
                loop.remove_signal_handler(number)
            signal.signal(number, exit_at_once)


class Deadline:
    """Once started, ends the process by force when the orderly end takes too long."""

    def __init__(self, seconds: float) -> None:
        self._timer = threading.Timer(seconds, self._leave)
        self._timer.daemon = True

    def start(self) -> None:
        if self._timer.ident is None:
            self._timer.start()

    def _leave(self) -> None:
        sys.stderr.write("palimpsest: the orderly end took too long; leaving without it\n")
        os._exit(1)
