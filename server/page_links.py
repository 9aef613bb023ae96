"""Links to the page of a workspace: each works once, within ten minutes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from ..store.model.access import PageVisit, TokenScope
from .page_paths import PATH
from .page_sessions import LINK_LASTS, make_link


@dataclass(frozen=True, slots=True)
class PageLink:
    """Where a new link leads, below the server's address, and until when it works."""

    path: str
    expires_at: datetime


def link_to_page(
    home: Path, workspace: str, person: str, scope: TokenScope, now: datetime, *, token_id: int | None = None
) -> PageLink:
    """A new link for a person; with a token, their session ends when that does.

    The key stands behind the `#`, which browsers keep to themselves.
    """
    expires_at = now + LINK_LASTS
    key = make_link(home, PageVisit(workspace, person, scope, expires_at, token_id), now)
    return PageLink(f"{PATH.format(workspace=workspace)}/enter#{key}", expires_at)
