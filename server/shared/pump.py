"""What a client of the shared mode starts: it finds the home's background server and says there who the client is.

Standard library only, and little of it: there is one such process for each client.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from types import FrameType
from typing import Any

from ..environment import OWN, absolute, environment, user_data_folder, working_folder
from . import greeting
from .carrying import Carrier
from .installation import installation
from .starting import NotShared, reach

NOT_HANDED_OVER = "PALIMPSEST_LLM_KEY"


def serve_shared(arguments: Sequence[str]) -> int | None:
    """Serve the client through the background server; None when this process has to serve it, and has touched nothing.

    `arguments` are those of `serve` as they were given: the server reads them.
    """
    _fill_standard_descriptors()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _leave)
    try:
        home = _home_of(arguments)
        hello = _hello_of(arguments)
        carrier = Carrier(lambda: reach(home, hello))
    except (NotShared, OSError) as error:
        if str(error):
            print(f"palimpsest: {error}. This client is served without it.", file=sys.stderr)  # noqa: T201
        return None
    return carrier.run()


def _home_of(arguments: Sequence[str]) -> str:
    """The home that the arguments name, else the variable, else the platform; who serves reads it with more care."""
    given = environment().get(f"{OWN}HOME", "")
    for argument, following in zip(arguments, [*arguments[1:], ""], strict=True):
        if argument == "--home":
            given = following
        elif argument.startswith("--home="):
            given = argument.removeprefix("--home=")
    try:
        return absolute(given, working_folder()) if given else user_data_folder()
    except ValueError:
        raise NotShared("") from None


def _hello_of(arguments: Sequence[str]) -> dict[str, Any]:
    """Who the client is: all that a process of its own would have been told."""
    own = {name: value for name, value in environment().items() if name.startswith(OWN) and name != NOT_HANDED_OVER}
    if not own.get(f"{OWN}SESSION"):  # the same one when a new server is told
        own[f"{OWN}SESSION"] = os.urandom(8).hex()
    return {
        "hello": greeting.PROTOCOL,
        "installation": installation(),
        "arguments": list(arguments),
        "variables": own,
        "folder": working_folder(),
        "user_folder": os.path.expanduser("~"),
    }


def _leave(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
    """Nothing is open here; the server sees the end of the connection and does the rest."""
    os._exit(0)


def _fill_standard_descriptors() -> None:
    """A process that was started without stdin or stdout mustn't find its connection in their place."""
    if sys.platform == "win32":
        import msvcrt

        for descriptor in (0, 1):
            msvcrt.setmode(descriptor, os.O_BINARY)
        return
    while True:
        descriptor = os.open(os.devnull, os.O_RDWR)
        if descriptor > 2:
            os.close(descriptor)
            return
