"""Secrets in text: found by named patterns, never by entropy or by a keyword in prose.

Compatibility forms of ASCII (full width, mathematical) are read as ASCII. Characters that draw nothing are read twice,
over and as a break, so that they neither take a token apart nor glue a word to it. Positions are those of the text as
it was given. A finding never holds the value.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ..store.rules.text import is_blank
from .secret_patterns import PATTERNS, Pattern

# Ends a word, and stands in no token, password or user's name.
_BREAK = " "


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
    readings = _readings(text)
    found = [
        finding
        for pattern in PATTERNS
        for reading in readings
        if any(hint in reading.hinted for hint in pattern.hints)
        for finding in _matches(pattern, reading)
    ]
    return _without_overlaps(found)


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


@dataclass(frozen=True)
class _Reading:
    """The text as a reader sees its ASCII, and for each character of it the position it came from."""

    plain: str
    positions: Sequence[int]

    @cached_property
    def hinted(self) -> str:
        return self.plain.lower()

    def original(self, start: int, end: int) -> tuple[int, int]:
        return self.positions[start], self.positions[end - 1] + 1


def _matches(pattern: Pattern, reading: _Reading) -> list[SecretFinding]:
    found: list[SecretFinding] = []
    for match in pattern.regex.finditer(reading.plain):
        group = pattern.group if match[pattern.group] else 0
        if pattern.is_real(match[group]):
            found.append(SecretFinding(pattern.kind, *reading.original(*match.span(group))))
    return found


def _without_overlaps(found: list[SecretFinding]) -> list[SecretFinding]:
    """Of findings that overlap one that covers them all, of the kind that starts (or stands in the table) first."""
    kept: list[SecretFinding] = []
    for finding in sorted(found, key=_start):
        if not kept or finding.start >= kept[-1].end:
            kept.append(finding)
        elif finding.end > kept[-1].end:
            kept[-1] = replace(kept[-1], end=finding.end)
    return kept


def _readings(text: str) -> list[_Reading]:
    """With what draws nothing as a break and, where there is any, without it."""
    visible = {ord(ch): plain for ch in set(text) if (plain := _reading(ch)) != ch}
    broken = {code: plain or _BREAK for code, plain in visible.items()}
    readings = [_Reading(text.translate(broken) if broken else text, range(len(text)))]
    if broken != visible:
        unseen = {chr(code) for code, plain in visible.items() if not plain}
        positions = [at for at, ch in enumerate(text) if ch not in unseen]
        readings.append(_Reading(text.translate(visible), positions))
    return readings


def _reading(ch: str) -> str:
    """The ASCII character that this one is a form of, nothing for what draws nothing, else the character itself."""
    if ch.isascii() and ch.isprintable():
        return ch
    if is_blank(ch) and not ch.isspace():
        return ""
    folded = unicodedata.normalize("NFKC", ch)
    return folded if len(folded) == 1 and folded.isascii() else ch
