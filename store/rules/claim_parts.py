"""The parts into which a text is taken for comparison."""

from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """What sort of thing a unit names; the value is how a contradiction calls it."""

    LIGHT = "light"
    WORD = "value"
    NAME = "name"
    NUMBER = "number"
    VERSION = "version"
    DATE = "date"
    CODE = "path"
    QUOTED = "quoted_value"
    OPPOSED = "opposed_words"


@dataclass(frozen=True, slots=True)
class Unit:
    """One part of a sentence. Units with equal keys say the same."""

    kind: Kind
    key: str
    text: str
    roles: int = 0
    """Bits of `lexicon.Role`."""
    sense: str = ""
    """The opposition that the word takes part in."""
    pole: int = 0
    relation: str = ""
    """The preposition before it, when it is the first unit after one."""
    counts: bool = True
    """For a number: it counts or measures what follows, rather than numbering what stands before it."""
    clause: int = 0
    """Which stretch between pauses it stands in."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One statement of a claim."""

    units: tuple[Unit, ...]
    """All but articles and filler at the edges, in order."""
    content: tuple[Unit, ...]
    """The units that carry the claim, in order."""
    keys: tuple[str, ...]
    """The keys of the content."""
    roles: int
    """All roles that occur in the sentence."""
    polarity: int
    """The roles of denial that occur, whatever their number: several languages say no twice and mean it once."""
    subject_ends: int
    """How many units of the content stand before the first verb that is known; 0 when none is known."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a text says, in the parts that a comparison looks at."""

    text: str
    key: str
    language: str
    votes: tuple[tuple[str, float], ...]
    """What speaks for each language."""
    sentences: tuple[Sentence, ...]
    """Empty for a text too long to be taken apart: such a text is only ever the same or not."""
