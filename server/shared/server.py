"""The background server as a process: `python -m palimpsest.server.shared.server --home HOME`, started by a pump.

It takes the lock and listens before it loads anything heavy, so that of many that start at once all but one are gone in
a moment. On stdout it says one word, `listening` or `busy`; from then on it speaks to `<home>/shared.log`.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

from .door import Door, open_door
from .installation import installation
from .log import BoundedLog
from .starting import BUSY, LISTENING

IDLE_SECONDS = 600.0
LOG = "shared.log"


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve a home's pumps until nobody is there any more; 0, or 1 when that can't be done."""
    given = _parser().parse_args(arguments)
    gc.disable()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _end)
    if not given.foreground:
        _leave_the_starter()
    try:
        return _serve(given)
    except OSError as error:
        print(f"{given.home}: {error}", flush=True)  # noqa: T201
        return 1


def _serve(given: Namespace) -> int:
    home: Path = given.home
    own = installation()
    door = open_door(home, loopback=given.loopback)
    if door is None:
        print(BUSY, flush=True)  # noqa: T201
        return 0
    try:
        log = BoundedLog(home / LOG)
        print(LISTENING, flush=True)  # noqa: T201
        if not given.foreground:
            log.take_output()
        return _host(home, door, log, own, given.idle_seconds)
    finally:
        door.close()


def _host(home: Path, door: Door, log: BoundedLog, own: str, idle_seconds: float) -> int:
    from . import host

    host.run(home, door, log, installation=own, idle_seconds=idle_seconds)
    return 0


def _end(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
    """While modules load; what is open is closed."""
    raise SystemExit(0)


def _leave_the_starter() -> None:
    """Become nobody's child: who ends a client with all of its processes means that client alone."""
    if sys.platform != "win32" and os.fork():
        os._exit(0)


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="palimpsest.server.shared.server", description="The background server of one home.")
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--idle-seconds", type=float, default=IDLE_SECONDS, help="end after so long without a client")
    parser.add_argument("--loopback", action="store_true", default=sys.platform == "win32", help="a port, no socket")
    parser.add_argument("--foreground", action="store_true", help="stay this process, and speak to its own stderr")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
