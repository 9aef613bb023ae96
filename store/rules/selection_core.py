"""Which records hold now and which of them fit a budget: one rule for the contract and for stored observations."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from .selection_limits import STORED, Limits, Record
from .selection_text import SEPARATOR, render_block


class Reason(StrEnum):
    """Why a record is left out; its own lapse is named before that of a source."""

    NOT_YET = "not yet created"
    EXPIRED = "expired"
    OUTDATED = "outdated"
    SOURCE_INACTIVE = "source not active"
    DOES_NOT_FIT = "does not fit"


@dataclass(frozen=True, slots=True)
class Selection:
    """What was selected, its text, and what was left out and why; both lists in order of rank."""

    selected: tuple[str, ...]
    text: str
    left_out: tuple[tuple[str, Reason], ...]

    @property
    def used_chars(self) -> int:
        """Length of the text, separators counted."""
        return len(self.text)


def select(
    records: Iterable[Record],
    now: int,
    budget: int,
    register: Mapping[str, str] | None = None,
    *,
    also_known: Iterable[Record] = (),
    limits: Limits = STORED,
) -> Selection:
    """The active records by rank, as whole blocks within `budget` characters.

    The records are those of one task. `also_known` may be rested on without being offered themselves.
    """
    ranked = sorted(records, key=_rank)
    inactive = find_inactive([*ranked, *also_known], now, register, limits)
    return _fill(ranked, inactive, budget, limits)


def find_inactive(
    records: Iterable[Record], now: int, register: Mapping[str, str] | None = None, limits: Limits = STORED
) -> dict[str, Reason]:
    """The ids that do not hold now, each with its reason; a ref that is not among the records counts as inactive."""
    by_id = {record.id: record for record in records}
    lapsed: dict[str, Reason] = {}
    for record in by_id.values():
        reason = _own_lapse(record, now, register, limits)
        if reason is None and any(ref not in by_id for ref in record.refs):
            reason = Reason.SOURCE_INACTIVE
        if reason is not None:
            lapsed[record.id] = reason
    return _spread(lapsed, by_id.values())


def find_outdated(
    records: Iterable[Record], register: Mapping[str, str] | None, limits: Limits = STORED
) -> dict[str, Reason]:
    """The ids that lapse by the register alone, with what rests on them; the clock plays no part."""
    known = list(records)
    lapsed = {record.id: Reason.OUTDATED for record in known if is_outdated(record, register, limits)}
    return _spread(lapsed, known)


def is_outdated(record: Record, register: Mapping[str, str] | None, limits: Limits = STORED) -> bool:
    """Whether the register gives the record's own source another revision, or has none for it.

    None is no register: the record itself says it. The limits say what an empty one does.
    """
    if record.revision is None:
        return False
    if register is None:
        return record.outdated
    if not register:
        return limits.empty_register_outdates
    return register.get(record.source) != record.revision


def _own_lapse(record: Record, now: int, register: Mapping[str, str] | None, limits: Limits) -> Reason | None:
    if now < record.created:
        return Reason.NOT_YET
    if record.expires is not None and now >= record.expires:
        return Reason.EXPIRED
    return Reason.OUTDATED if is_outdated(record, register, limits) else None


def _spread(lapsed: dict[str, Reason], records: Iterable[Record]) -> dict[str, Reason]:
    # Walks from sources to what rests on them, so that chains of any depth cost one visit a record.
    dependents: defaultdict[str, list[str]] = defaultdict(list)
    for record in records:
        for ref in record.refs:
            dependents[ref].append(record.id)
    spread = dict(lapsed)
    waiting = list(lapsed)
    while waiting:
        for dependent in dependents[waiting.pop()]:
            if dependent not in spread:
                spread[dependent] = Reason.SOURCE_INACTIVE
                waiting.append(dependent)
    return spread


def _rank(record: Record) -> tuple[float, int, str]:
    return -record.score, -record.created, record.id


def _fill(ranked: Iterable[Record], inactive: Mapping[str, Reason], budget: int, limits: Limits) -> Selection:
    selected: list[str] = []
    left_out: list[tuple[str, Reason]] = []
    text = ""
    for record in ranked:
        separator = SEPARATOR if selected else ""
        if reason := inactive.get(record.id):
            left_out.append((record.id, reason))
        elif block := _block_within(budget - len(text) - len(separator), record, limits):
            selected.append(record.id)
            text += separator + block
        else:
            left_out.append((record.id, Reason.DOES_NOT_FIT))
    return Selection(selected=tuple(selected), text=text, left_out=tuple(left_out))


def _block_within(room: int, record: Record, limits: Limits) -> str | None:
    # A block is never shorter than its text, so that most of those that don't fit need not be built.
    if len(record.text) > room:
        return None
    block = render_block(record, limits)
    return block if len(block) <= room else None
