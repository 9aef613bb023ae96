"""The world of a simulated year: what is true on which day, and what five agents happen to see of it.

Everything follows from the seed. A truth that changes is seen in its new form from that day on; now and then somebody
still says the old one, is wrong, or makes a remark that is worth nothing.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from palimpsest.store.rules.conflict import normalise_content
from year_kinds import ENDINGS, FILLERS, KINDS, PEOPLE, REMARKS, WORDS, TruthKind

DAYS_A_YEAR = 364
QUIET_DAYS = 35
"""Nothing changes at the end, so that what did change can have been seen twice in its new form."""
AREAS = ("payments", "search", "platform", "mobile", "people")
AGENTS = tuple(f"agent-{area}" for area in AREAS)
AT_HOME = 0.6
"""Share of an agent's sightings that are of its own area."""
WRONG, LATE, REMARK, REMEMBERED, TOOL = 0.05, 0.015, 0.10, 0.05, 0.25
FILLED, PLAIN = 0.06, 0.2
LATE_DAYS = 10


@dataclass(frozen=True, slots=True)
class Truth:
    """One thing that is so, with another value from some days on."""

    number: int
    kind: TruthKind
    subject: str
    area: int
    spans: tuple[tuple[int, str], ...]
    """The day from which each value holds, and the value."""

    def value_on(self, day: int) -> str:
        """The value that holds on that day."""
        return next(value for start, value in reversed(self.spans) if start <= day)

    def say(self, wording: str, value: str) -> str:
        """A value in words; a sentence begins with a capital where its wording does."""
        text = wording.format(s=self.subject, v=value)
        return text[:1].upper() + text[1:] if wording[0].isupper() or wording.endswith(".") else text


@dataclass(frozen=True, slots=True)
class Seen:
    """One thing that an agent says it saw, on a day of the year."""

    day: int
    agent: int
    text: str
    veracity: str = "inferred"
    truth: int | None = None
    value: str = ""
    is_remembered: bool = False


@dataclass
class World:
    """The truths of a year, and what each text says of them."""

    truths: list[Truth]
    meanings: dict[str, tuple[int, str]] = field(default_factory=dict[str, tuple[int, str]])
    """What a text says, by its key: the truth and the value; remarks say nothing."""
    stated: float = 0.0
    """Share of the sightings that a user vouches for."""

    def say(self, truth: Truth, value: str, source: random.Random) -> str:
        """The value in one of the truth's wordings, written as people write."""
        text = truth.say(source.choice(truth.kind.wordings), value)
        if truth.kind.is_english and source.random() < FILLED:
            text = f"{source.choice(FILLERS)}{text}"
        elif source.random() < PLAIN:
            text = text.rstrip(".")
        self.meanings[normalise_content(text)] = (truth.number, value)
        return text


def make_world(source: random.Random, share: float = 1.0, stated: float = 0.0) -> World:
    """The truths of all kinds, or of a share of their subjects."""
    truths: list[Truth] = []
    areas: dict[str, int] = {}
    for kind in (*KINDS, ENDINGS):
        for subject in kind.subjects[: max(1, round(len(kind.subjects) * share))]:
            area = areas.setdefault(subject.removesuffix("-repo"), source.randrange(len(AREAS)))
            for values in _histories(kind, source):
                truths.append(Truth(len(truths), kind, subject, area, values))
    return World(truths, stated=stated)


def _histories(kind: TruthKind, source: random.Random) -> list[tuple[tuple[int, str], ...]]:
    """The values of a truth and their days; several truths where all values hold at once."""
    if kind.has_all_values:
        return [((0, value),) for value in source.sample(kind.values, 3)]
    count = sum(source.random() < kind.changes / 3 for _ in range(3))
    days = sorted(source.sample(range(20, DAYS_A_YEAR - QUIET_DAYS, 15), count))
    return [tuple(zip([0, *days], _values(kind, len(days) + 1, source), strict=False))]


def _values(kind: TruthKind, count: int, source: random.Random) -> list[str]:
    if kind.is_ordered:
        start = source.randrange(max(1, len(kind.values) - count + 1)) if len(kind.values) > 2 else 0
        return list(kind.values[start : start + count])
    values = [source.choice(kind.values)]
    while len(values) < count:
        values.append(source.choice([value for value in kind.values if value != values[-1]]))
    return values


def see(world: World, count: int, source: random.Random, days: int = DAYS_A_YEAR) -> Iterator[Seen]:
    """What is seen, day by day: so many observations."""
    weights = [source.uniform(0.6, 1.8) for _ in world.truths]
    mistakes: set[tuple[int, str]] = set()
    for number in range(count):
        day = number * days // count
        kind = source.random()
        agent = source.randrange(len(AGENTS))
        if kind < REMARK:
            yield Seen(day, agent, _remark(number, source))
            continue
        truth = _pick(world, weights, agent, source)
        if kind < REMARK + WRONG and (mistake := _mistake(truth, mistakes, source)):
            yield Seen(day, agent, world.say(truth, mistake, source), "inferred", truth.number, mistake)
        else:
            yield _sighting(world, truth, day, agent, source)


def _pick(world: World, weights: Sequence[float], agent: int, source: random.Random) -> Truth:
    """A truth, of the agent's own area as a rule."""
    at_home = source.random() < AT_HOME
    shares = [
        weight if not at_home or truth.area == agent else 0.0
        for weight, truth in zip(weights, world.truths, strict=True)
    ]
    return source.choices(world.truths, shares if any(shares) else weights)[0]


def _sighting(world: World, truth: Truth, day: int, agent: int, source: random.Random) -> Seen:
    is_late = source.random() < LATE
    value = truth.value_on(max(0, day - LATE_DAYS) if is_late else day)
    roll = source.random()
    veracity = "tool" if roll < TOOL else "stated" if roll > 1 - world.stated and not is_late else "inferred"
    is_remembered = source.random() < REMEMBERED
    return Seen(day, agent, world.say(truth, value, source), veracity, truth.number, value, is_remembered)


def _mistake(truth: Truth, made: set[tuple[int, str]], source: random.Random) -> str | None:
    """A value that was and will never be true, and that nobody has got wrong before."""
    held = {value for _, value in truth.spans}
    free = [
        value
        for value in truth.kind.values
        if value not in held and (truth.number, value) not in made and not truth.kind.has_all_values
    ]
    if not free:
        return None
    value = source.choice(free)
    made.add((truth.number, value))
    return value


def _remark(number: int, source: random.Random) -> str:
    remark = source.choice(REMARKS)
    return remark.format(n=10_000 + number, m=source.randrange(3, 59), p=source.choice(PEOPLE), w=source.choice(WORDS))
