"""Addresses that somebody sent: whether one leads to a page of a workspace and nowhere else."""

from __future__ import annotations


def is_below(address: str, base: str) -> bool:
    """Whether a browser that is sent to the address stays at `base` or below: no other host, and no way up.

    Browsers take `%2e%2e` for `..`, a backslash for a slash, and leave out tabs and line breaks; some proxies take
    `%2f` for a slash. No path of the page has a character that is written so.
    """
    path = address.partition("?")[0]
    is_plain = address.isascii() and address.isprintable() and "\\" not in address and "#" not in address
    is_inside = f"{path}/".startswith(f"{base}/")
    below = path.removeprefix(base)
    return is_plain and is_inside and "%" not in below and not {".", ".."} & set(below.split("/"))
