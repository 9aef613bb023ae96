"""The URL of an endpoint as people write it, made the one that is asked."""

from __future__ import annotations

import ipaddress
import re
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

import httpx2

from ..errors import EmbedderMisconfigured

_PATH = "/embeddings"
_VERSION = "/v1"
_HOST = re.compile(r"[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*\.?|[0-9a-f:]+(?:[0-9.]+)?")
_PATH_CHARACTERS = re.compile(r"[!$&-;=@A-Z_a-z~%]*")


class Address(NamedTuple):
    """Where embeddings are asked for; shown as its URL, which holds no credential."""

    url: str
    place: str
    """Host, port and path, without what every URL of this kind has: part of the model's identity."""
    is_loopback: bool
    """Whether it is on this machine, where no proxy stands between."""

    def __str__(self) -> str:
        return self.url


class UnusableUrl(ValueError):
    """What is wrong with a URL, as the end of a sentence; it never shows credentials."""


def read_address(url: str) -> Address:
    """Take a URL with or without `/v1`, `/embeddings` and a slash at its end; one that ends in `/embeddings` is whole.

    Raises `EmbedderMisconfigured` for anything but plain http and https, and for credentials in it, which it never
    shows.
    """
    try:
        return read_url(url, _PATH, "as the embedder's key")
    except UnusableUrl as problem:
        raise EmbedderMisconfigured(
            f"The setting embedder.url can't be used: {problem}. Write it like http://localhost:11434 or "
            "https://host/v1."
        ) from None


def read_url(url: str, called: str, key_goes: str) -> Address:
    """The same for what is called at any path below `/v1`; `key_goes` says where a key belongs. `UnusableUrl`."""
    try:
        parts = urlsplit(url.strip())
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise UnusableUrl("it can't be read as a URL") from None
    _require_plain(parts, host, key_goes)
    netloc = (f"[{host}]" if ":" in host else host) + (f":{port}" if port is not None else "")
    base = parts.path.rstrip("/").removesuffix(called).rstrip("/")
    is_whole = parts.path.rstrip("/").endswith(called)
    path = base if is_whole or base.endswith(_VERSION) else base + _VERSION
    whole = f"{parts.scheme}://{netloc}{path}{called}"
    try:
        httpx2.Request("POST", whole)
    except (httpx2.InvalidURL, ValueError):
        raise UnusableUrl("it names no host that there can be") from None
    return Address(whole, netloc + path.removesuffix(_VERSION), _is_loopback(host))


def _require_plain(parts: SplitResult, host: str, key_goes: str) -> None:
    if parts.scheme not in ("http", "https"):
        raise UnusableUrl("it has to begin with http:// or https://")
    if not _HOST.fullmatch(host):
        raise UnusableUrl("it names no host that there can be")
    if not _PATH_CHARACTERS.fullmatch(parts.path):
        raise UnusableUrl("it holds characters that a URL can't")
    if parts.username is not None or parts.password is not None:
        raise UnusableUrl(f"it holds a user or password; give the server's key {key_goes}")
    if parts.query or parts.fragment:
        raise UnusableUrl("it has a part after '?' or '#'")


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
