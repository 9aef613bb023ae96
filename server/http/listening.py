"""The sockets that the server listens on: every address that its host stands for, on one port."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from ...store.errors import Refused
from ..environment import ConfigError
from .authority import is_loopback_address, on_port

MOST_WAITING = 1024
"""Connections that wait to be accepted."""

MISSING = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)
"""What is said of an address that this machine doesn't have."""


@dataclass(frozen=True, slots=True)
class Listening:
    """Sockets that are bound."""

    host: str
    port: int
    sockets: Sequence[socket.socket]

    @property
    def is_local(self) -> bool:
        """Whether nobody but this machine can connect."""
        return all(is_loopback_address(one.getsockname()[0]) for one in self.sockets)

    @property
    def address(self) -> str:
        """Where a client of this machine finds it."""
        return f"http://{on_port('127.0.0.1' if self.host in ('0.0.0.0', '::', '') else self.host, self.port)}"  # noqa: S104


@contextmanager
def listen(host: str, port: int) -> Generator[Listening]:
    """Bind the port at every address of the host; port 0: at any that is free."""
    with ExitStack() as opened:
        sockets: list[socket.socket] = []
        missing: OSError | None = None
        for family, address in _addresses(host):
            chosen = sockets[0].getsockname()[1] if sockets else port
            try:
                sockets.append(opened.enter_context(_bound(family, address, chosen)))
            except OSError as error:
                if error.errno not in MISSING:  # a name may stand for an address of IPv6 where there is no IPv6
                    raise _cannot(error, on_port(address, chosen)) from None
                missing = error
        if not sockets:
            raise _cannot(missing or OSError(), on_port(host, port))
        yield Listening(host, sockets[0].getsockname()[1], sockets)


def _addresses(host: str) -> list[tuple[socket.AddressFamily, str]]:
    try:
        found = socket.getaddrinfo(host or None, 0, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        raise ConfigError(f"--host (PALIMPSEST_HTTP_HOST): this machine knows no address of '{host}'.") from None
    return list(dict.fromkeys((family, str(address[0])) for family, _, _, _, address in found))


def _bound(family: socket.AddressFamily, address: str, port: int) -> socket.socket:
    # With its protocol named, or asyncio doesn't take it for TCP and lets answers wait 40 ms for Nagle's algorithm.
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":  # elsewhere it would let two servers share the port
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family is socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.bind((address, port))
        made.listen(MOST_WAITING)  # now: two that are only bound may share the port
    except OSError:
        made.close()
        raise
    return made


def _cannot(error: OSError, where: str) -> Refused:
    if error.errno == errno.EADDRINUSE:
        return Refused(f"Something listens at {where} already: end it, or name another port with --port.")
    return Refused(f"The server can't listen at {where}: {error.strerror}. Name another --host or --port.")
