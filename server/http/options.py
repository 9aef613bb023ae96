"""What `palimpsest serve --http` is told beside the identity: flags, and variables that begin with PALIMPSEST_HTTP_."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import TypeVar, cast

from ..environment import OWN, ConfigError, environment
from .authority import Authority, parse_authority
from .origin import parse_origin

T = TypeVar("T")

_PREFIX = f"{OWN}HTTP_"
_TRUE, _FALSE = ("1", "true", "yes", "on"), ("0", "false", "no", "off")
MOST_PORT = 65535


@dataclass(frozen=True, slots=True)
class HttpOptions:
    """Where the server listens, and whom it lets in."""

    host: str = "127.0.0.1"
    port: int = 8765
    allowed_hosts: tuple[Authority, ...] = ()
    """Names beside the loopback's and the bound one; without a port, with any."""
    allowed_origins: frozenset[str] = frozenset()
    trusted_proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    root_path: str = ""
    """Where a proxy serves it, such as `/memory`; empty: at the root."""
    rate_limit: int = 300
    """Requests a second of one token; 0: as many as it likes."""
    without_tokens: bool = False
    most_workspaces: int = 32
    is_page_alone: bool = False
    """Serve the page and nothing else: for somebody who opens it where no server runs."""


def resolve_http_options(namespace: Namespace, environ: Mapping[str, str] | None = None) -> HttpOptions:
    """The options of this process; `ConfigError` names the flag and the variable that can't be taken."""
    given = _Given(namespace, environment() if environ is None else environ)
    default = HttpOptions()
    return HttpOptions(
        host=given.one("host", _host) or default.host,
        port=_or(given.one("port", lambda value: _number(value, 0, MOST_PORT)), default.port),
        allowed_hosts=tuple(given.each("allow_host", parse_authority)),
        allowed_origins=frozenset(given.each("allow_origin", parse_origin)),
        trusted_proxies=tuple(given.each("trusted_proxy", _network)),
        root_path=given.one("root_path", _root_path) or default.root_path,
        rate_limit=_or(given.one("rate_limit", lambda value: _number(value, 0, 1_000_000)), default.rate_limit),
        without_tokens=given.one("without_tokens", _switch) or False,
        most_workspaces=given.one("most_workspaces", lambda value: _number(value, 1, 1000)) or default.most_workspaces,
    )


@dataclass(frozen=True, slots=True)
class _Given:
    namespace: Namespace
    environ: Mapping[str, str]

    def one(self, name: str, parse: Callable[[str], T]) -> T | None:
        """The value of a flag, else of its variable, parsed; None when neither is given."""
        value = cast("str | bool | None", getattr(self.namespace, name, None)) or self.environ.get(_variable(name))
        return _parsed(name, str(value).strip(), parse) if value else None

    def each(self, name: str, parse: Callable[[str], T]) -> list[T]:
        """The values of a flag that may be given several times, else those between the commas of its variable."""
        flags = cast("list[str] | None", getattr(self.namespace, name, None))
        values = flags or self.environ.get(_variable(name), "").split(",")
        return [_parsed(name, value.strip(), parse) for value in values if value.strip()]


def _parsed(name: str, value: str, parse: Callable[[str], T]) -> T:
    try:
        return parse(value)
    except ValueError as error:
        flag = "--" + name.replace("_", "-")
        raise ConfigError(f"{flag} ({_variable(name)}): {error}") from None


def _variable(name: str) -> str:
    return _PREFIX + name.upper()


def _or(value: int | None, default: int) -> int:
    return default if value is None else value


def _host(value: str) -> str:
    if "/" in value or not value.isprintable() or " " in value:
        raise ValueError("give the address to listen at, such as 127.0.0.1, localhost or 0.0.0.0")
    return value.removeprefix("[").removesuffix("]")


def _number(value: str, least: int, most: int) -> int:
    if not (value.isascii() and value.isdigit() and least <= int(value) <= most):
        raise ValueError(f"give a whole number from {least} to {most}")
    return int(value)


def _network(value: str) -> IPv4Network | IPv6Network:
    try:
        return ip_network(value)
    except ValueError:
        raise ValueError("give the proxy's IP address, or a network such as 10.0.0.0/8") from None


def _root_path(value: str) -> str:
    path = value.rstrip("/")
    if path and (not path.startswith("/") or "//" in path or any(char in path for char in "?#%{}") or " " in path):
        raise ValueError("give the path under which a proxy serves it, such as /memory")
    return path


def _switch(value: str) -> bool:
    word = value.lower()
    if word not in _TRUE + _FALSE:
        raise ValueError("give true or false")
    return word in _TRUE
