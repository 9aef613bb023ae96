"""What is to become of a draft, as values: a closed set, each member with its reason. `fact_writes` acts on it."""

from __future__ import annotations

from dataclasses import dataclass

from ..store.model import Conflict, Fact
from ..store.rules.conflict import Contradiction
from ..store.rules.settlement import Rule


@dataclass(frozen=True, slots=True)
class Opposed:
    """An active fact that the draft contradicts, and in what."""

    fact: Fact
    contradiction: Contradiction


@dataclass(frozen=True, slots=True)
class Mention:
    """The claim is there already; `against` are those that it then has to be settled with.

    `replaces` is set when the caller says that it takes their place.
    """

    fact: Fact
    against: tuple[Opposed, ...] = ()
    replaces: bool = False


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The very text was once taken back as wrong: nothing is written."""

    fact: Fact


@dataclass(frozen=True, slots=True)
class LostBefore:
    """The same text lost to a fact that still stands, and nothing new speaks for it: nothing is written."""

    fact: Fact
    conflict: Conflict


@dataclass(frozen=True, slots=True)
class StandBeside:
    """The caller says that the draft holds beside what contradicts it."""

    against: tuple[Opposed, ...]


@dataclass(frozen=True, slots=True)
class Create:
    """Nothing contradicts the draft; `beside` are the other facts of its topic."""

    beside: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Win:
    """The draft takes the place of every one of them, each by its rule."""

    against: tuple[Opposed, ...]
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Lose:
    """One of those that the draft contradicts is so much stronger that the draft lies under it from the start."""

    against: tuple[Opposed, ...]
    to: Opposed
    rule: Rule


@dataclass(frozen=True, slots=True)
class LeaveOpen:
    """The user has to say: the draft becomes the challenger of each of them."""

    against: tuple[Opposed, ...]
    rule: Rule


Step = Mention | TakenBack | LostBefore | StandBeside | Create | Win | Lose | LeaveOpen


@dataclass(frozen=True, slots=True)
class Decision:
    """What is to be done with a draft.

    `revives` is the fact that said the same and was taken back as wrong, when the draft is written all the same, as a
    user says so. `is_partly_compared`: its topic holds more facts than it was compared with.
    """

    step: Step
    revives: int | None = None
    is_partly_compared: bool = False
