"""The tokens of a home as a server asks about them: whose is this secret, and does it still open anything?

Every question looks whether another process has changed the file, so that a revocation holds at once; what it said is
kept in between. A book belongs to one thread.
"""

from __future__ import annotations

import hmac
import secrets
import sys
from collections.abc import Collection
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from ..store import clock
from ..store.access import AccessFile, KeptToken, NewToken, path_in
from ..store.errors import InvalidInput, Refused, StoreError
from ..store.model.access import Token
from ..tools.dates import written
from .access_reading import AccessReading
from .token_secrets import RANDOM_BYTES, Presented, compose, digest_of, draw, parse
from .token_uses import TokenUses

T = TypeVar("T")

UNKNOWN = "This token is not known here."
_NOBODYS = digest_of("")

KEY_WAIT_S = 0.25
"""How long the first key waits for another process's write."""


MOST_LABEL_CHARS = 64


def token_label(text: str, name: str) -> str:
    """What a token is known by; `InvalidInput` where it can't be shown on a line."""
    if len(text) > MOST_LABEL_CHARS or not text.isprintable():
        raise InvalidInput(f"{name} takes at most {MOST_LABEL_CHARS} printable characters.")
    return text.strip()


def all_tokens(home: Path) -> list[Token]:
    """Every token of a home that was ever made; looking makes no file."""
    file = AccessFile.open_to_read(path_in(home))
    if file is None:
        return []
    with closing(file):
        return file.all()


def revoke_tokens(home: Path, numbers: Collection[int], now: datetime) -> None:
    """Close the tokens of these numbers for good, at once."""
    with closing(AccessFile.open(path_in(home))) as file:
        file.revoke(numbers, now)


def make_token(home: Path, new: NewToken, now: datetime) -> tuple[Token, str]:
    """A new token and its secret, which is nowhere else."""
    drawn = draw()
    with closing(AccessFile.open(path_in(home))) as file:
        token = file.add(new, digest_of(drawn), now)
    return token, compose(token.id, drawn)


class TokenRefused(Refused):
    """A token opens nothing; the message is a line that its bearer may read."""


class TokenBook:
    """The home's tokens. A file that is there and can't be read is a `StoreError` of every method: nobody comes in."""

    def __init__(self, home: Path, now: clock.Clock = clock.system) -> None:
        self._path = path_in(home)
        self._now = now
        self._uses = TokenUses(self._path)
        self._known: dict[int, KeptToken] = {}
        self._reading = AccessReading(self._path, self._known.clear)
        self._is_required = False
        self._stand_in: bytes | None = None

    def is_required(self) -> bool:
        """Whether a token was ever made: from then on this process lets nobody in without one, come what may."""
        if not self._is_required:
            self._is_required = self._reading.ask(AccessFile.has_tokens, without=False)
        return self._is_required

    def has_live(self) -> bool:
        """Whether anybody can come in with one."""
        now = self._now()
        return self._reading.ask(lambda file: any(token.is_live(now) for token in file.all()), without=False)

    def find(self, secret: str) -> Token:
        """The live token with this secret; `TokenRefused` says why there is none.

        That it expired or was revoked is told to those alone who know the secret.
        """
        presented = parse(secret)
        kept = None if presented is None else self._kept(presented.token_id)
        is_right = _matches(presented, kept)  # before anything is told apart by its time
        if kept is None or not is_right:
            raise TokenRefused(UNKNOWN)
        now = self._now()
        _require_live(kept.token, now)
        self._uses.note(kept.token.id, now)
        return kept.token

    def is_live(self, token_id: int) -> bool:
        """Whether the token still opens anything, for streams that are open."""
        kept = self._kept(token_id)
        return kept is not None and kept.token.is_live(self._now())

    def request_state_keys(self) -> list[bytes]:
        """The keys that seal a request's state, newest first, never none; every process of the home has the same.

        Where none can be kept, a key of this process stands in, and stderr says so: after a restart its clients'
        retries begin anew.
        """
        keys = self._reading.ask(AccessFile.keys, without=[]) or self._make_key()
        return keys if self._stand_in is None else [*keys, *({self._stand_in} - set(keys))]

    def close(self) -> None:
        """Close the file; a book that is asked again opens it again."""
        self._uses.close()
        self._reading.close()

    def _make_key(self) -> list[bytes]:
        drawn = self._stand_in or secrets.token_bytes(RANDOM_BYTES)
        try:
            with closing(AccessFile.open(self._path, busy_timeout_s=KEY_WAIT_S)) as file:
                return file.ensure_key(drawn, self._now())
        except StoreError as error:
            if self._stand_in is None:
                print(f"palimpsest: no retry of a client outlives this process. {error}", file=sys.stderr)  # noqa: T201
            self._stand_in = drawn
            return [drawn]

    def _kept(self, token_id: int) -> KeptToken | None:
        return self._reading.ask(lambda file: self._read(file, token_id), without=None)

    def _read(self, file: AccessFile, token_id: int) -> KeptToken | None:
        kept = self._known.get(token_id) or file.get(token_id)
        if kept is not None:
            self._known[token_id] = kept
        return kept


def _matches(presented: Presented | None, kept: KeptToken | None) -> bool:
    """Whether the digests are the same; compared in the same time when there is no such token."""
    given = _NOBODYS if presented is None else presented.digest
    return hmac.compare_digest(given, _NOBODYS if kept is None else kept.digest)


def _require_live(token: Token, now: datetime) -> None:
    if token.revoked_at is not None:
        raise TokenRefused(f"This token was revoked on {written(token.revoked_at)}.")
    if not token.is_live(now) and token.expires_at is not None:
        raise TokenRefused(f"This token expired on {written(token.expires_at)}.")
