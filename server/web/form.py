"""What a page's form sends: names with texts, several of one name where there are several."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl

from ...store.errors import InvalidInput

KIND = "application/x-www-form-urlencoded"
CSRF = "csrf"
MOST_FIELDS = 2000
MOST_BYTES = 256 * 1024
"""Far above every form of the page at its fullest; what is shown again or compared holds everybody up meanwhile."""
WRITTEN = frozenset(
    ("content", "topic", "domain", "repo", "valid_until", "rule", "required_role", "reason", "agent", "role", "label")
)
"""Fields that a person writes into, in whatever form."""

CHOSEN = frozenset(("wrong", "outdated"))
"""What some forms let choose under the name of a field that is written into in others."""


@dataclass(frozen=True, slots=True)
class Form:
    """The fields as they were sent; a text's line breaks are those of a fact, not those of the protocol."""

    fields: tuple[tuple[str, str], ...] = ()

    def all(self, name: str) -> Sequence[str]:
        """Every text of that name."""
        return [text for given, text in self.fields if given == name]

    def get(self, name: str, default: str = "") -> str:
        """The last text of that name."""
        found = self.all(name)
        return found[-1] if found else default

    def said(self, name: str) -> str | None:
        """The text of that name, without blanks around it; None for an empty one."""
        return self.get(name).strip() or None

    @property
    def written(self) -> Sequence[tuple[str, str]]:
        """What a person wrote, which no trouble may lose."""
        return [(name, text) for name, text in self if name in WRITTEN and text.strip() and text not in CHOSEN]

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self.fields)


def read_form(body: bytes, content_type: str) -> Form:
    """The form that a body is; `InvalidInput` for what isn't one."""
    if content_type.partition(";")[0].strip().lower() != KIND:
        raise InvalidInput(f"A form is sent as {KIND}.")
    if len(body) > MOST_BYTES:
        raise InvalidInput(f"The form can't be read: it has more than {MOST_BYTES} bytes.")
    try:
        pairs = parse_qsl(body.decode(), keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS)
    except ValueError:
        raise InvalidInput("The form can't be read: it isn't UTF-8, or has too many fields.") from None
    return Form(tuple((name, text.replace("\r\n", "\n").replace("\r", "\n")) for name, text in pairs))


def csrf_of(secret: str) -> str:
    """What a session's forms carry, which no foreign page can know."""
    return hashlib.sha256(b"csrf\0" + secret.encode()).hexdigest()


def is_own(form: Form, secret: str) -> bool:
    """Whether a form was made for the session with this secret."""
    return hmac.compare_digest(form.get(CSRF).encode(), csrf_of(secret).encode())
