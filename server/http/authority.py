"""Names of hosts, as a Host header and an Origin have them: a name or an address, and perhaps a port."""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import ip_address

_AUTHORITY = re.compile(r"(?P<name>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_.-]+)(?::(?P<port>[0-9]{1,5}))?")
_LOOPBACK = "localhost"


@dataclass(frozen=True, slots=True)
class Authority:
    """A host by its lower-case name, an IPv6 address without brackets; the port where one is named."""

    name: str
    port: int | None = None

    @property
    def is_loopback(self) -> bool:
        """Whether no other machine can be meant."""
        return self.name == _LOOPBACK or is_loopback_address(self.name)

    def covers(self, other: Authority) -> bool:
        """Whether the other is this one; without a port, at any."""
        return self.name == other.name and self.port in (None, other.port)

    def __str__(self) -> str:
        return on_port(self.name, self.port)


def parse_authority(text: str) -> Authority:
    """The authority in a text; `ValueError` for anything that isn't one alone."""
    match = _AUTHORITY.fullmatch(text)
    if match is None:
        raise ValueError("give a host's name or address, such as memory.example.com or [fd00::1]:8765")
    port = match["port"]
    return Authority(_canonical(match["name"].lower()), None if port is None else int(port))


def is_loopback_address(text: str) -> bool:
    """Whether the text is an address of the loopback."""
    try:
        return ip_address(text).is_loopback
    except ValueError:
        return False


def on_port(name: str, port: int | None) -> str:
    """As it stands in a URL."""
    host = f"[{name}]" if ":" in name else name
    return host if port is None else f"{host}:{port}"


def _canonical(name: str) -> str:
    bare = name.removeprefix("[").removesuffix("]")
    if bare == name:
        return name
    return str(ip_address(bare))  # a ValueError, where brackets hold something else
