"""Who may come in over the network: bearer tokens as the home keeps them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class TokenScope(StrEnum):
    """What its bearer is: an agent, a person who reviews and repairs, or the person in charge."""

    AGENT = "agent"
    REVIEWER = "reviewer"
    ADMIN = "admin"

    def covers(self, needed: TokenScope) -> bool:
        """Whether it may do what needs that scope: each may do all that those before it may."""
        order = tuple(TokenScope)
        return order.index(self) >= order.index(needed)


@dataclass(frozen=True, slots=True)
class Token:
    """A token without its secret, which nobody keeps."""

    id: int
    label: str
    workspace: str
    agent: str
    role: str
    repo: str | None
    scope: TokenScope
    created_at: datetime
    expires_at: datetime | None = None
    revoked_at: datetime | None = None
    last_used_at: datetime | None = None
    """To the minute."""

    def is_live(self, now: datetime) -> bool:
        """Whether it opens anything at that moment."""
        return self.revoked_at is None and (self.expires_at is None or now < self.expires_at)


@dataclass(frozen=True, slots=True)
class PageVisit:
    """Who may look at the page of a workspace, and until when: by a link not yet used, or by a session."""

    workspace: str
    person: str
    scope: TokenScope
    expires_at: datetime
    token_id: int | None = None
    """The token that it hangs on: it ends with that one. None: it is of whoever runs the server."""
