"""From a home to a server that welcomes: the pump's way there, whatever it finds."""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import time
from typing import Any

from ..environment import environment_without_palimpsest
from . import greeting
from .place import Address, connect, read_address

WELCOME_SECONDS = 15.0
"""How long all of it may take. A server on a busy machine loads for some seconds."""

STARTS = 3
"""How often a server is started: whoever dies three times dies a fourth time."""

AGAIN_SECONDS = 0.02
LONGEST_PAUSE = 1.0
"""Between two starts: another server is about to listen, or hangs."""

LISTENING, BUSY = "listening", "busy"
"""What a server that is being started says: it listens, or another one does or is about to."""


class NotShared(Exception):
    """No server takes the client; the message says why, and is empty where the client hears it in another way."""


def reach(home: str, hello: dict[str, Any]) -> socket.socket:
    """A connection to a server that has welcomed the client, started where there was none; `NotShared`."""
    deadline = time.monotonic() + WELCOME_SECONDS
    starts = Starts(home, deadline)
    while time.monotonic() < deadline and starts.may_go_on():
        address = read_address(home)
        connection = None if address is None else connect(address)
        if address is None or connection is None:
            starts.start()
        elif _is_welcome(connection, address, hello, deadline):
            return connection
    raise NotShared(f"the background server of {home} doesn't answer (see {os.path.join(home, 'shared.log')})")


class Starts:
    """The servers that one pump starts, not too many and not too often."""

    def __init__(self, home: str, deadline: float) -> None:
        self._home, self._deadline = home, deadline
        self._count = 0
        self._pause = AGAIN_SECONDS
        self._next_at = 0.0

    def may_go_on(self) -> bool:
        """Whether what was started may still come to something."""
        return self._count <= STARTS

    def start(self) -> None:
        """Start a server, or wait a moment for the one that another pump has started. `NotShared`."""
        if time.monotonic() < self._next_at:
            time.sleep(AGAIN_SECONDS)
        elif start_server(self._home, self._deadline) == LISTENING:
            self._count += 1
        else:
            self._pause = min(LONGEST_PAUSE, self._pause * 4)
            self._next_at = time.monotonic() + self._pause


def _is_welcome(connection: socket.socket, address: Address, hello: dict[str, Any], deadline: float) -> bool:
    """Greet the server; False when it is on its way out, and another one has to be found."""
    try:
        answer = _greet(connection, address, hello, deadline)
    except (OSError, greeting.GreetingError):
        answer = {}
    if answer.get("answer") == greeting.WELCOME:
        connection.settimeout(None)
        return True
    connection.close()
    if answer.get("answer") == greeting.REFUSED:
        raise NotShared(str(answer.get("reason", "")))
    if answer.get("answer") != greeting.RETIRED:
        time.sleep(AGAIN_SECONDS)
    return False


def _greet(connection: socket.socket, address: Address, hello: dict[str, Any], deadline: float) -> dict[str, Any]:
    if address.secret:
        given = greeting.nonce()
        connection.sendall(greeting.write(nonce=given))
        answer = greeting.read(_line(connection, deadline))
        if not greeting.is_proof(address.secret, "server", given, answer.get("proof")):
            raise greeting.GreetingError("another program listens there now")
        hello = hello | {"proof": greeting.proof(address.secret, "client", str(answer.get("nonce")))}
    connection.sendall(greeting.write(**hello))
    return greeting.read(_line(connection, deadline))


def _line(connection: socket.socket, deadline: float) -> bytes:
    """The next line; nothing comes behind it before the other end is answered."""
    line = b""
    while not line.endswith(b"\n"):
        connection.settimeout(max(0.01, deadline - time.monotonic()))
        part = connection.recv(4096)
        if not part or len(line) > greeting.MAX_BYTES:
            raise greeting.GreetingError("no whole line")
        line += part
    return line


def start_server(home: str, deadline: float) -> str:
    """Start a server, which leaves this process's company; what it says, `listening` or `busy`. `NotShared`."""
    import subprocess
    import threading

    if not sys.executable:
        raise NotShared("this Python doesn't say where it is, so no background server can be started")
    command = [sys.executable, "-P", "-m", f"{__package__}.server", "--home", home]
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=os.path.abspath(os.path.sep),
            env=environment_without_palimpsest(),
            **_apart(),
        )
    except OSError as error:
        raise NotShared(f"the background server can't be started ({error})") from None
    said: list[str] = []
    reader = threading.Thread(target=_listen, args=(process.stdout, said), daemon=True)
    reader.start()
    reader.join(max(0.01, deadline - time.monotonic()))
    if sys.platform != "win32":  # what was started has only brought the server into the world, and is gone
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(1)
    if not said or said[-1] not in (LISTENING, BUSY):
        raise NotShared(f"the background server didn't start ({said[-1] if said else 'it said nothing'})")
    return said[-1]


def _listen(output: Any, said: list[str]) -> None:
    """Hear a server that is being started, until it says how that went or is gone."""
    with output:
        for line in output:
            said.append(line.decode(errors="replace").strip())
            if said[-1] in (LISTENING, BUSY):
                return


def _apart() -> dict[str, Any]:
    """So that what ends the client's processes doesn't end the server that others use too."""
    if sys.platform == "win32":
        import subprocess

        return {"creationflags": subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}
