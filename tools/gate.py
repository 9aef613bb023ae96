"""The one write gate for text: normal form, sizes, blanks and secrets, before anything is written.

Each writing tool passes every text it takes through a `Gate` and hands its warnings on in the reply.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..store.errors import InvalidInput, SecretRefused
from ..store.model import Scope
from ..store.rules.text import InvalidText, clean_label, clean_text
from .scopes import write_scope
from .settings import Settings


class Gate:
    """Takes texts as the workspace's settings allow; `warnings` says what was let through or changed."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.warnings: list[str] = []

    def topic(self, text: str, name: str = "topic") -> str:
        """A short label on one line."""
        return self._safe(self._label(text, name, self._settings.whole("limits.topic_chars")), name)

    def content(self, text: str, name: str = "content") -> str:
        """What a fact, an observation or a remembered item says."""
        return self._safe(self._text(text, name, self._settings.whole("limits.content_chars")), name)

    def rule(self, text: str, name: str = "rule") -> str:
        """What a policy says."""
        return self._safe(self._text(text, name, self._settings.whole("limits.rule_chars")), name)

    def notes(self, text: str, name: str = "notes") -> str:
        """A notebook."""
        return self._safe(self._text(text, name, self._settings.whole("limits.notes_chars")), name)

    def label(self, text: str, name: str, limit: int = 128) -> str:
        """A source, revision, task or other short name."""
        return self._safe(self._label(text, name, limit), name)

    def query(self, text: str, name: str = "query") -> str:
        """What is looked for; it isn't stored, so a secret in it is no harm."""
        return self._text(text, name, self._settings.whole("limits.query_chars"))

    def scope(self, domain: str, repo: str | None, place: str = "") -> Scope:
        """Where a write goes; a name can't be redacted, so that `redact` refuses a secret in one as well."""
        scope = write_scope(domain, repo)
        for name, text in ((f"{place}domain", domain), ("repo", repo or "")):
            if self._safe(text, name) != text:
                raise SecretRefused(f"'{name}' holds a secret. Nothing was stored: choose a name without it.")
        return scope

    def _text(self, text: str, name: str, limit: int) -> str:
        try:
            return clean_text(text, name=name, limit=limit)
        except InvalidText as error:
            raise InvalidInput(str(error)) from None

    def _label(self, text: str, name: str, limit: int) -> str:
        try:
            return clean_label(text, name=name, limit=limit)
        except InvalidText as error:
            raise InvalidInput(str(error)) from None

    def _safe(self, text: str, name: str) -> str:
        """The text, handled as the setting `secrets` says when it holds a credential."""
        from . import secrets  # compiled on the first write, off the start path

        findings = secrets.find_secrets(text)
        if not findings:
            return text
        kinds = ", ".join(dict.fromkeys(finding.kind for finding in findings))
        match self._settings.text("secrets"):
            case "warn":
                self.warnings.append(f"'{name}' seems to hold a secret ({kinds}); it was stored as it is.")
                return text
            case "redact":
                self.warnings.append(f"'{name}' held a secret ({kinds}); it was redacted before storing.")
                return secrets.redact_all(text)
            case _:
                raise SecretRefused(
                    f"'{name}' holds a secret ({kinds}). Nothing was stored: leave the value out, say where it is kept."
                )


def joined(warnings: Sequence[str]) -> str | None:
    """The warnings as one text for a reply."""
    return " ".join(warnings) or None
