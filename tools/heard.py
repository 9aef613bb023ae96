"""What the voices of a search found: one set of candidates, and each voice's scores of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ..store.model import Candidate, Key
from .scaling import Scores, best_first


@dataclass(slots=True)
class Voice:
    """One voice's scores, or why it is silent; `missing` is how many passages it can't know yet.

    `found` is what it brought itself; it may also have scores of what another voice brought.
    """

    scores: Scores = field(default_factory=dict[Key, float])
    found: int = 0
    missing: int | None = None
    silent: str | None = None


@dataclass(slots=True)
class Heard:
    """Everything that was found."""

    candidates: dict[Key, Candidate] = field(default_factory=dict[Key, Candidate])
    voices: dict[str, Voice] = field(default_factory=dict[str, Voice])
    parts: dict[str, Scores] = field(default_factory=dict[str, Scores])
    """What else speaks for a candidate, by name; no voice of its own, as it brings nothing."""
    via: Mapping[Key, int] = field(default_factory=dict[Key, int])
    """The id of what the walk came from last, a fact for a fact and an observation for an observation."""

    def add(self, found: Iterable[Candidate]) -> None:
        """Take in candidates; one that is there stays as it is."""
        for candidate in found:
            self.candidates.setdefault(candidate.key, candidate)

    def scores(self, name: str) -> Scores:
        """The scores of a voice or a part; none where it wasn't heard."""
        voice = self.voices.get(name)
        return voice.scores if voice is not None else self.parts.get(name, {})

    def best(self, scores: Scores, count: int) -> list[Candidate]:
        """The candidates with the best scores."""
        return [self.candidates[key] for key in best_first(scores)[:count]]


def scores_of(candidates: Sequence[Candidate]) -> dict[Key, float]:
    """The scores that candidates came with."""
    return {candidate.key: candidate.score for candidate in candidates}
