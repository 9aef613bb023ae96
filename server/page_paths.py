"""Where the page of a workspace is."""

from __future__ import annotations

import re

PATH = "/workspaces/{workspace}/settings/memory"
ANY = PATH + "/{rest:path}"
_IS_PAGE = re.compile(r"/workspaces/[^/]+/settings/memory(/.*)?", re.DOTALL)


def is_of_the_page(path: str) -> bool:
    """Whether the page answers a path: sessions say who asks there, tokens don't."""
    return _IS_PAGE.fullmatch(path) is not None
