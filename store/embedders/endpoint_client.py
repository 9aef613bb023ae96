"""The HTTP client of an endpoint that a person named: with its key, and through a proxy only off this machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from .endpoint_url import Address

C = TypeVar("C")

PROXY = (
    "The proxy that the environment names (HTTP_PROXY, HTTPS_PROXY, ALL_PROXY) can't be used. Set it right, or "
    "name the endpoint's host in NO_PROXY."
)


class UnusableClient(ValueError):
    """What is wrong with the key or the proxy, as a sentence; it never shows either."""


def open_client(make: Callable[..., C], address: Address, key: str, key_called: str) -> C:
    """A client of httpx2, `Client` or `AsyncClient`; `UnusableClient` when the key or the proxy can't be right."""
    headers: dict[str, Any] = {"Authorization": f"Bearer {bare}"} if (bare := _bare(key, key_called)) else {}
    try:
        return make(headers=headers, trust_env=not address.is_loopback)
    except (ValueError, ImportError):
        # Its words are left out: they may show the proxy's password.
        raise UnusableClient(PROXY) from None


def _bare(key: str, called: str) -> str:
    bare = key.strip()
    if not bare.isascii() or not bare.isprintable():
        raise UnusableClient(f"{called} holds characters that no key has: set it anew.")
    return bare
