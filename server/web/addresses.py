"""Addresses that somebody sent: whether one leads to a page of a workspace and nowhere else."""

from __future__ import annotations

from urllib.parse import unquote


def is_below(address: str, base: str) -> bool:
    """Whether a browser that is sent to the address stays at `base` or below: no other host, and no way up.

    Browsers take `%2e%2e` for `..`, a backslash for a slash, and leave out tabs and line breaks.
    """
    path = address.partition("?")[0]
    is_plain = address.isascii() and address.isprintable() and "\\" not in address and "#" not in address
    climbs = any(unquote(part) in (".", "..") for part in path.split("/"))
    return is_plain and not climbs and f"{path}/".startswith(f"{base}/")
