"""Moments, ages and numbers as a person reads them."""

from __future__ import annotations

from datetime import datetime, timedelta

from markupsafe import Markup

from .words import Words

_UNITS = (
    ("year", timedelta(days=365)),
    ("month", timedelta(days=30)),
    ("day", timedelta(days=1)),
    ("hour", timedelta(hours=1)),
    ("minute", timedelta(minutes=1)),
)


def ago(moment: str | None, now: datetime, words: Words) -> Markup:
    """How long ago an answer's moment was, with the moment itself at hand; empty for none."""
    if not moment:
        return Markup("")
    at = datetime.fromisoformat(moment)
    return Markup('<time datetime="{}" title="{:%Y-%m-%d %H:%M} UTC">{}</time>').format(
        moment, at, _distance(now - at, words)
    )


def _distance(age: timedelta, words: Words) -> str:
    tense = "ahead" if age < timedelta() else "ago"
    size = abs(age)
    for unit, length in _UNITS:
        if size >= length:
            return words.plain(f"page.{tense}.{unit}", n=int(size / length))
    return words.plain("page.ago.now")
