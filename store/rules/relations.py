"""What two facts of one domain and topic can be to each other: a closed set, each member with its reason."""

from dataclasses import dataclass, field

ARROW = " -> "
"""Between what the old text says and what the new one says, once in every evidence."""


@dataclass(frozen=True, slots=True)
class SameText:
    """The two say the same in the same words; only case, spaces or punctuation differ."""


@dataclass(frozen=True, slots=True)
class NearDuplicate:
    """The two say the same in other words: no difference between them matters."""

    reason: str


@dataclass(frozen=True, slots=True)
class Contradiction:
    """The two speak of one subject and cannot both hold."""

    evidence: str
    """The difference, old before new: `8080 -> 8081`."""
    kind: str
    """number, version, date, name, location, path, quoted_value, polarity, opposed_words, argument_order, state_change
    or value."""


@dataclass(frozen=True, slots=True)
class Coexist:
    """Both may hold, or nothing shows that they may not."""

    reason: str
    may_be_reworded: bool = field(default=False, compare=False)
    """Nothing speaks against it that the two say the same in another construction."""


Relation = SameText | NearDuplicate | Contradiction | Coexist
