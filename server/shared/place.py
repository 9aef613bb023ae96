"""Where the background server of a home is found: `<home>/shared/` holds its address, and the lock of who listens.

    {"pid": 4711, "unix": "/home/ada/.local/share/palimpsest/shared/socket"}
    {"pid": 4711, "port": 50123, "secret": "..."}

Whoever may read the address may connect, so the folder is 0700 and the file 0600.
"""

from __future__ import annotations

import json
import os
import socket
import stat
import struct
from typing import Any, NamedTuple, cast

FOLDER = "shared"
MOST_BYTES = 64 * 1024
MOST_PORT = 65535


class Address(NamedTuple):
    """Where a server listens: at a Unix socket, else at a port of the loopback that a secret belongs to."""

    pid: int
    unix: str
    port: int
    secret: str

    def line(self) -> str:
        """As it stands in the file."""
        where: dict[str, Any] = {"unix": self.unix} if self.unix else {"port": self.port, "secret": self.secret}
        return json.dumps({"pid": self.pid, **where})


def folder_of(home: str) -> str:
    """The folder of a home's background server."""
    return os.path.join(home, FOLDER)


def address_file(home: str) -> str:
    """The file that says where the server listens."""
    return os.path.join(home, FOLDER, "address")


def read_address(home: str) -> Address | None:
    """Where the server listens, or listened before it was killed; None when nobody says so."""
    try:
        content = json.loads(_text_of(address_file(home)))
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(content, dict):
        return None
    found = cast("dict[str, Any]", content)
    address = Address(found.get("pid"), found.get("unix", ""), found.get("port", 0), found.get("secret", ""))  # pyright: ignore[reportArgumentType] (looked at in the next line)
    return address if list(map(type, address)) == [int, str, int, str] and _can_be_asked_for(address) else None


def _text_of(path: str) -> str:
    """What a plain file holds; a pipe in its place would be waited for without end."""
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    with open(descriptor, encoding="utf-8") as file:
        return file.read(MOST_BYTES) if stat.S_ISREG(os.fstat(descriptor).st_mode) else ""


def _can_be_asked_for(address: Address) -> bool:
    """Whether the system takes it for a path or a port, whoever is there."""
    try:
        return b"\0" not in os.fsencode(address.unix) and 0 <= address.port <= MOST_PORT
    except UnicodeError:
        return False


def connect(address: Address) -> socket.socket | None:
    """A connection to who listens there; None when that is nobody, or nobody whom this user has to do with."""
    family = socket.AF_UNIX if address.unix else socket.AF_INET
    connection = socket.socket(family, socket.SOCK_STREAM)
    try:
        connection.connect(address.unix or ("127.0.0.1", address.port))
        if address.unix and not is_same_user(connection):
            raise OSError
        if not address.unix:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    except OSError:
        connection.close()
        return None
    return connection


def is_same_user(connection: socket.socket) -> bool:
    """Whether the other end of a Unix socket is this user's process; taken for granted where the system can't tell."""
    if not hasattr(socket, "SO_PEERCRED"):
        return True
    _, user, _ = struct.unpack("iII", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
    return user == os.getuid()
