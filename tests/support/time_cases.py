"""Queries with the time that they ask for, as the files in tests/data write it down.

`2026-11-09/2026-11-16` is a stretch of time, `..` an open end, then `when`, `latest`, `earliest`, `before=the_event` or
`after=the_event`; `none` is a query without time.
"""

import csv
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from palimpsest.store.rules.calendar_spans import BEGINNING, END
from palimpsest.store.rules.time_query import TimeQuery, find_time

NOW = datetime(2026, 11, 18, 10, 30, tzinfo=UTC)
"""A Wednesday; the moment that the queries are asked at."""
_DATA = Path(__file__).resolve().parents[1] / "data"


class Case(NamedTuple):
    """One query and what it should be found to ask for."""

    id: str
    language: str
    query: str
    expects: str


def read_cases(name: str) -> list[Case]:
    """The cases of a file in tests/data."""
    with (_DATA / name).open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [Case(*row) for row in rows][1:]


def told(query: str, now: datetime = NOW) -> str:
    """What a query is found to ask for, in the form of the files."""
    return write(find_time(query, now))


def write(time: TimeQuery) -> str:
    """A found time in the form of the files."""
    parts = [f"{_moment(span.start)}/{_moment(span.end)}" for span in time.spans]
    parts += ["when"] if time.asks_when else []
    parts += [time.direction.value] if time.direction else []
    parts += [f"{time.anchor.side.value}={time.anchor.text.replace(' ', '_')}"] if time.anchor else []
    return " ".join(parts) or "none"


def _moment(moment: datetime) -> str:
    if moment in (BEGINNING, END):
        return ".."
    return moment.strftime("%Y-%m-%d" if moment.hour == moment.minute == 0 else "%Y-%m-%dT%H:%M")
