"""What a proxy says of the request that it passes on, believed from those alone that the server was told to trust."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address

from starlette.datastructures import Headers
from starlette.types import Scope

Networks = tuple[IPv4Network | IPv6Network, ...]
_SCHEMES = ("http", "https")


@dataclass(frozen=True, slots=True)
class Arrival:
    """How a request came in: each Host header it had, and its scheme."""

    hosts: tuple[str, ...]
    scheme: str


def arrival_of(scope: Scope, trusted: Networks) -> Arrival:
    """What the client asked for; a trusted proxy's word counts where it gives one."""
    headers = Headers(scope=scope)
    hosts, scheme = tuple(headers.getlist("host")), str(scope["scheme"])
    if not _is_trusted(scope, trusted):
        return Arrival(hosts, scheme)
    forwarded, told = _last(headers, "x-forwarded-host"), _last(headers, "x-forwarded-proto").lower()
    return Arrival((forwarded,) if forwarded else hosts, told if told in _SCHEMES else scheme)


def _is_trusted(scope: Scope, trusted: Networks) -> bool:
    client = scope.get("client")
    if not trusted or client is None:
        return False
    try:
        address = ip_address(client[0])
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return any((mapped or address) in network for network in trusted)


def _last(headers: Headers, name: str) -> str:
    """What the nearest proxy wrote: proxies append to what came with the request."""
    return ",".join(headers.getlist(name)).rpartition(",")[2].strip()
