"""Which pages a browser may ask from: those of the server itself, and those that were named to it.

A page of another origin, be it on another port of this machine, is refused: it acts for whoever wrote it.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from .authority import Authority, parse_authority

_PORTS = {"http": 80, "https": 443}


def parse_origin(text: str) -> str:
    """An origin in the form in which browsers send it; `ValueError` for what none sends."""
    scheme, mark, rest = text.partition("://")
    if not mark or not rest or not scheme.isascii() or not text.isprintable() or "*" in text or " " in text:
        raise ValueError("give an origin, such as https://app.example.com or vscode-file://vscode-app")
    if scheme.lower() in _PORTS and not set(rest.rstrip("/")).isdisjoint("/?#@"):
        raise ValueError("give an origin alone: its scheme, its host and perhaps its port")
    return text.rstrip("/").lower()


def is_allowed_origin(origin: str, *, host: Authority, scheme: str, port: int, allowed: frozenset[str]) -> bool:
    """Whether a request from that origin is let in.

    `host` is what it was sent to, checked before, over `scheme`; `port` is where the server listens.
    """
    if origin.lower() in allowed:
        return True
    page = _authority_of(origin, scheme)
    if page is None:
        return False
    is_same = (page.name, page.port) == (host.name, host.port or _PORTS.get(scheme))
    return is_same or (page.is_loopback and host.is_loopback and page.port == port)


def _authority_of(origin: str, scheme: str) -> Authority | None:
    """Whose page it is; None for `null`, another scheme, and what is no origin."""
    try:
        parts = urlsplit(origin)
        if parts.scheme not in _PORTS or parts.scheme != scheme or origin.count("/") != 2:
            return None
        page = parse_authority(parts.netloc)
    except ValueError:
        return None
    return Authority(page.name, page.port or _PORTS[parts.scheme])
