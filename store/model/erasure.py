"""What is erased for good, what goes along and what stays, and what of it is still in files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, TypeAlias

Named: TypeAlias = tuple[str, int]
"""A row by the letter of its kind and its id."""


class KeptObservation(NamedTuple):
    """An observation that an erased fact rests on and that stays: what else needs it."""

    id: int
    fact_ids: tuple[int, ...]
    summary_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Erasure:
    """What erasing facts comes to: what is erased by id, what is only changed, and how many rows hang on it.

    `dropped_item_ids` became one of the facts, stay, and count as dropped.
    `successors` are facts that an erased one had replaced, each with what stands above it then; None: it is out of use
    as deleted. `policy_ids` were derived from an erased fact, `decision_ids` name one. `copies` are the files beside
    the memory that hold it and go as a whole.
    """

    fact_ids: tuple[int, ...]
    observation_ids: tuple[int, ...]
    item_ids: tuple[int, ...]
    conflict_ids: tuple[int, ...]
    kept_observations: tuple[KeptObservation, ...]
    dropped_item_ids: tuple[int, ...]
    successors: Mapping[int, int | None]
    policy_ids: tuple[int, ...]
    decision_ids: tuple[int, ...]
    copies: tuple[str, ...]
    counts: Mapping[str, int]


class StoredText(NamedTuple):
    """A text that isn't erased, by the name that the audit log has for what it is of (`O45`, `notes:ana`)."""

    name: str
    text: str


class Unclean(NamedTuple):
    """Since when the files hold what was erased, and what kept the last try from cleaning them."""

    since: datetime
    reason: str | None
