"""Secrets in text: found by named patterns, never by entropy or by a keyword in prose.

Compatibility forms of ASCII (full width, mathematical) are read as ASCII and characters that draw nothing are read
over, so neither hides a token; positions are those of the text as it was given. A finding never holds the value.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..store.rules.text import is_blank
from .secret_patterns import PATTERNS, Pattern


@dataclass(frozen=True)
class SecretFinding:
    """Where a secret of a kind stands: `text[start:end]`."""

    kind: str
    start: int
    end: int

    @property
    def message(self) -> str:
        """One sentence for whoever sent the text; names the kind, never the value."""
        return f"holds what looks like a secret ({self.kind}): leave it out and say where it is kept instead."


def find_secrets(text: str) -> list[SecretFinding]:
    """The secrets in the text, in order, not overlapping; time linear in the text."""
    plain, positions = _read_plainly(text)
    hinted = plain.lower()
    found = [
        finding
        for pattern in PATTERNS
        if any(hint in hinted for hint in pattern.hints)
        for finding in _matches(pattern, plain)
    ]
    return [_in_original(finding, positions) for finding in _without_overlaps(found)]


def redact(text: str, findings: Sequence[SecretFinding]) -> str:
    """The text with each finding of `find_secrets(text)` replaced by its kind: `[redacted: GitHub token]`."""
    parts: list[str] = []
    end = 0
    for finding in sorted(findings, key=_start):
        parts += text[end : finding.start], f"[redacted: {finding.kind}]"
        end = finding.end
    return "".join([*parts, text[end:]])


def redact_all(text: str) -> str:
    """The text without any secret: what one redaction lays bare (a token glued to a key) is redacted as well."""
    while findings := find_secrets(text):
        text = redact(text, findings)
    return text


def _start(finding: SecretFinding) -> int:
    return finding.start


def _matches(pattern: Pattern, plain: str) -> list[SecretFinding]:
    found: list[SecretFinding] = []
    for match in pattern.regex.finditer(plain):
        group = pattern.group if match[pattern.group] else 0
        if pattern.is_real(match[group]):
            found.append(SecretFinding(pattern.kind, *match.span(group)))
    return found


def _without_overlaps(found: list[SecretFinding]) -> list[SecretFinding]:
    """Of findings that overlap one that covers them all, under the kind of the first in the table's order."""
    kept: list[SecretFinding] = []
    for finding in sorted(found, key=_start):
        if kept and finding.start < kept[-1].end:
            kept[-1] = replace(kept[-1], end=max(kept[-1].end, finding.end))
        else:
            kept.append(finding)
    return kept


def _read_plainly(text: str) -> tuple[str, Sequence[int]]:
    """The text as a reader sees its ASCII, and for each character of it the position it came from."""
    reading = {ord(ch): plain for ch in set(text) if (plain := _reading(ch)) != ch}
    plainly = text.translate(reading) if reading else text
    if len(plainly) == len(text):
        return plainly, range(len(text))
    return plainly, [at for at, ch in enumerate(text) if reading.get(ord(ch), ch)]


def _reading(ch: str) -> str:
    """The ASCII character that this one is a form of, nothing for what draws nothing, else the character itself."""
    if ch.isascii() and ch.isprintable():
        return ch
    if is_blank(ch) and not ch.isspace():
        return ""
    folded = unicodedata.normalize("NFKC", ch)
    return folded if len(folded) == 1 and folded.isascii() else ch


def _in_original(finding: SecretFinding, positions: Sequence[int]) -> SecretFinding:
    return replace(finding, start=positions[finding.start], end=positions[finding.end - 1] + 1)
