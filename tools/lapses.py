"""In words: which sources hold no longer, and why. Names of sources are stored text and are shown as such."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from ..store.model import Lapse, LapseReason
from ..store.protocol import Transaction
from ..store.rules.text import data_line
from .dates import written
from .ids import fact_id, observation_id

MOST_REASONS = 5
MOST_SOURCES = 3
MOST_LISTED = 20
SHOWN_OF_REVISION = 12

UNNAMED = "agent"
"""What the source of an observation is called when nobody named one."""


def staleness_hint(tx: Transaction, here: str | None, stale: Sequence[str]) -> str | None:
    """Why those of these ids (`F12`, `O45`) are stale; those of one reason are told together.

    `here` is the caller's repository: a file of another one is named with it.
    """
    by_reason: defaultdict[str, list[str]] = defaultdict(list)
    for name, lapses in lapses_of(tx, stale).items():
        by_reason[_few(lapses, here)].append(name)
    told = [f"{_are(names)} stale: {reason}." for reason, names in by_reason.items()]
    if len(told) > MOST_REASONS:
        told = [*told[:MOST_REASONS], "More hits are stale for other reasons."]
    return " ".join(told) or None


def _are(names: Sequence[str]) -> str:
    return f"{names[0]} is" if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]} are"


def lapses_of(tx: Transaction, names: Sequence[str]) -> dict[str, list[Lapse]]:
    """What has lapsed of each fact and observation, in the order of their ids here."""
    facts = tx.lapses.of_facts([int(name[1:]) for name in names if name.startswith("F")])
    observations = tx.lapses.of_observations([int(name[1:]) for name in names if name.startswith("O")])
    found = {fact_id(number): of for number, of in facts.items()}
    found |= {observation_id(number): of for number, of in observations.items()}
    return {name: found[name] for name in names if name in found}


def lapses_note(lapses: Mapping[str, Sequence[Lapse]], here: str | None) -> str | None:
    """Every source that holds no longer, each once."""
    told = _told((lapse for some in lapses.values() for lapse in some), here)
    if len(told) > MOST_LISTED:
        told = [*told[:MOST_LISTED], f"{len(told) - MOST_LISTED} more"]
    return "; ".join(told) + "." if told else None


def lapse_line(lapse: Lapse) -> str:
    """One lapse for a history: what was seen at which revision, and where it stands now."""
    via = "" if lapse.cited_id == lapse.observation_id else f", which {observation_id(lapse.cited_id)} sums up"
    told = f"lapsed: {observation_id(lapse.observation_id)}{via}: {_what(lapse, None)}"
    if lapse.reason is LapseReason.EXPIRED and lapse.expires_at is not None:
        return f"{told} {written(lapse.expires_at)}"
    now = f", now {_short(lapse.current)}" if lapse.current else ""
    return f"{told} (seen at {_short(lapse.revision)}{now})"


def _few(lapses: Sequence[Lapse], here: str | None) -> str:
    told = _told(lapses, here)
    more = f" and {len(told) - MOST_SOURCES} more sources lapsed" if len(told) > MOST_SOURCES else ""
    return ", ".join(told[:MOST_SOURCES]) + more


def _told(lapses: Iterable[Lapse], here: str | None) -> list[str]:
    return list(dict.fromkeys(_what(lapse, here) for lapse in lapses))


def _what(lapse: Lapse, here: str | None) -> str:
    """What became of the source. The repository is named where it isn't the caller's own."""
    if lapse.reason is LapseReason.EXPIRED:
        return f"{observation_id(lapse.observation_id)} expired"
    elsewhere = lapse.repo is not None and here is not None and lapse.repo != here
    source = data_line(lapse.source) + (f" of {lapse.repo}" if elsewhere else "")
    if lapse.source == UNNAMED:
        source = f"the source of {observation_id(lapse.observation_id)}"
    match lapse.reason:
        case LapseReason.CHANGED:
            return f"{source} changed since"
        case LapseReason.GONE:
            return f"{source} is gone"
        case LapseReason.UNREGISTERED:
            return f"{source} is not in the version register"


def _short(revision: str | None) -> str:
    text = data_line(revision or "")
    return text if len(text) <= SHOWN_OF_REVISION else f"{text[:SHOWN_OF_REVISION]}…"
