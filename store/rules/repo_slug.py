"""The slug that stands for a repository in scopes: `owner/name` becomes `owner-name`."""

from __future__ import annotations

import unicodedata

from .text import is_invisible

MAX_SLUG_LENGTH = 64
_MARKS = frozenset("-_.")


def repo_slug(text: str) -> str:
    """Lower-cased slug of a repository named `owner/name`, `group/subgroup/name` or by its slug.

    1 to 64 letters and digits of any script, `-`, `_` and `.`; `ValueError` says what to change.
    """
    parts = unicodedata.normalize("NFC", text).lower().split("/")
    if not all(_is_part(part) for part in parts):
        raise ValueError("name the repository as owner/name or as its slug: letters, digits, '-', '_' and '.'")
    slug = "-".join(parts)
    if len(slug) > MAX_SLUG_LENGTH:
        raise ValueError(f"a repository's slug has at most {MAX_SLUG_LENGTH} characters")
    return slug


def _is_part(part: str) -> bool:
    """One path segment: something beside dots, and only characters that a slug may hold."""
    return bool(part.strip(".")) and all(
        (char.isalnum() or char in _MARKS or unicodedata.combining(char)) and not is_invisible(char) for char in part
    )
