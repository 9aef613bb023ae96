"""Moments as agents write them: ISO 8601, UTC when no zone is given."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta

from ..store.errors import InvalidInput
from ..store.model import DAY, utc

LAST_MOMENT = datetime.max.replace(tzinfo=UTC)
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_TIME = re.compile(r"\d{4}-\d{2}-\d{2}[Tt ]\d{2}\S*")
_TICK = timedelta(microseconds=1)


def parse_end(text: str, name: str) -> datetime:
    """The moment at which something ends; a date without time holds through that day."""
    if _DATE.fullmatch(text.strip()):
        return _end_of_day(text.strip(), name)
    return _parse(text, name)


def parse_start(text: str, name: str) -> datetime:
    """The moment from which something counts; a date without time counts from its first moment."""
    end = parse_end(text, name)
    return end - DAY if _DATE.fullmatch(text.strip()) else end


def parse_moment(text: str, name: str) -> datetime:
    """A moment looked back to; a date without time is its last moment, when all that held that day still does."""
    end = parse_end(text, name)
    return end - _TICK if _DATE.fullmatch(text.strip()) else end


def parse_future_end(text: str, name: str, now: datetime) -> datetime:
    """As `parse_end`, and it must not have passed."""
    end = parse_end(text, name)
    if end <= now:
        raise InvalidInput(
            f"'{name}' has already passed (now is {now:%Y-%m-%dT%H:%MZ}); give a later moment or leave it out."
        )
    return end


def _end_of_day(text: str, name: str) -> datetime:
    try:
        day = datetime.combine(date.fromisoformat(text), time(), UTC)
    except ValueError:
        raise _impossible(name) from None
    return day + DAY if day < LAST_MOMENT - DAY else LAST_MOMENT


def _parse(text: str, name: str) -> datetime:
    # Other forms that Python takes (20270331, 2027-W13-3, 1711121200000) are more often slips than dates.
    if not _TIME.fullmatch(text.strip()):
        raise _impossible(name)
    try:
        return utc(datetime.fromisoformat(text.strip()))
    except (ValueError, OverflowError):
        raise _impossible(name) from None


def _impossible(name: str) -> InvalidInput:
    return InvalidInput(f"'{name}' is no date that exists; write it as 2027-03-31 or 2027-03-31T14:00Z.")


def written(moment: datetime) -> str:
    """A moment for an answer, to the second, in UTC."""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
