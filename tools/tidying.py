"""The last parts of a consolidation: duplicates merge, what no longer holds retires, a domain is held to its cap."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from ..store.model import Caller, Fact, FactFilter, Keep, Origin, RetiredReason, Validity
from ..store.protocol import Transaction
from ..store.rules import conflict as comparison
from ..store.rules.decay import effective_confidence
from .comparable import newest_comparable
from .consolidation_report import Done
from .drafts import closed_domains
from .fact_changes import retire
from .merging import merge, strength
from .passages import PassagesOf
from .settings import Settings

MOST_COMPARED = 100
"""Facts of one topic of which every two meet."""


@dataclass(frozen=True, slots=True)
class Reach:
    """For whom a run tidies, and where: `where` without a moment of its own."""

    caller: Caller
    settings: Settings
    domain_name: str | None
    repo: str | None

    def facts(self, tx: Transaction, *, with_over: bool = False) -> list[Fact]:
        """The facts in reach that stand, newest first; `with_over`: those as well whose time is over."""
        where = FactFilter(
            tx.now,
            domain_name=self.domain_name,
            repo=self.repo,
            include_retired=with_over,
            hidden_domain_ids=closed_domains(tx, self.caller, self.settings),
        )
        return [fact for fact in tx.facts.active(where) if fact.retired_at is None]


class Tidying:
    """What the phases share: they store no text of their own."""

    def __init__(self, reach: Reach) -> None:
        self.reach = reach

    def passages(self, steps: Sequence[object]) -> PassagesOf | None:
        """None are stored."""
        del steps
        return None


class MergeDuplicates(Tidying):
    """Active facts that say the same under one topic.

    Under different topics the same words may mean different things: "8080" of two ports.
    """

    def plan(self, tx: Transaction) -> list[tuple[int, int]]:
        by_topic: defaultdict[tuple[int, str], list[Fact]] = defaultdict(list)
        for fact in reversed(self.reach.facts(tx)):
            by_topic[fact.domain_id, fact.topic_key].append(fact)
        groups = (newest_comparable(group, MOST_COMPARED) for group in by_topic.values())
        return [pair for group in groups for pair in _duplicates(group)]

    def apply(self, tx: Transaction, step: tuple[int, int]) -> Done:
        pair = tx.facts.get_many(step, FactFilter(tx.now))
        if len(pair) < 2 or not says_the_same(*pair.values()) or are_kept_apart(tx, step):
            return Done()
        merged, _ = merge(tx, self.reach.caller, self.reach.settings, *pair.values())
        return Done(merged=(merged.id,))


def _duplicates(facts: Sequence[Fact]) -> Iterator[tuple[int, int]]:
    if len(facts) > 1:
        claims = {fact.id: comparison.analyse_claim(fact.content) for fact in facts}
        for old, new in combinations(facts, 2):
            relation = comparison.compare_claims(claims[old.id], claims[new.id])
            if isinstance(relation, comparison.SameText | comparison.NearDuplicate):
                yield old.id, new.id


def says_the_same(old: Fact, new: Fact) -> bool:
    """Whether two facts are one: of one domain and topic, and in the same words or near duplicates."""
    if (old.domain_id, old.topic_key) != (new.domain_id, new.topic_key):
        return False
    relation = comparison.compare(old.content, new.content)
    return isinstance(relation, comparison.SameText | comparison.NearDuplicate)


def are_kept_apart(tx: Transaction, pair: tuple[int, int]) -> bool:
    """Whether somebody has said that both are to be kept."""
    return any(conflict.winner is Keep.BOTH for conflict in tx.conflicts.of_pair(*pair))


class RetireFaded(Tidying):
    """Facts whose time is over, and those that hardly anything speaks for any more."""

    def plan(self, tx: Transaction) -> list[int]:
        return [fact.id for fact in reversed(self.reach.facts(tx, with_over=True)) if self._why(tx, fact) is not None]

    def apply(self, tx: Transaction, step: int) -> Done:
        fact = tx.facts.get(step)
        why = self._why(tx, fact) if fact is not None else None
        if fact is None or why is None:
            return Done()
        retire(tx, self.reach.caller, fact, why)
        return Done(retired=(step,))

    def _why(self, tx: Transaction, fact: Fact) -> RetiredReason | None:
        if fact.retired_at is not None or fact.superseded_by is not None:
            return None
        if fact.valid_until is not None and fact.valid_until <= tx.now:
            return RetiredReason.EXPIRED
        least = self.reach.settings.number("forgetting.min_confidence")
        is_open = fact.validity is not Validity.PERMANENT
        return RetiredReason.FORGOTTEN if is_open and effective_confidence(fact, tx.now) < least else None


class KeepToCap(Tidying):
    """Of the facts that consolidation made in a domain the strongest stay; those proposed outright are never cut."""

    def plan(self, tx: Transaction) -> list[int]:
        most = self.reach.settings.whole("consolidation.domain_cap")
        made: defaultdict[int, list[Fact]] = defaultdict(list)
        for fact in self.reach.facts(tx):
            if fact.origin is Origin.CONSOLIDATED and fact.validity is not Validity.PERMANENT:
                made[fact.domain_id].append(fact)
        weakest = (sorted(facts, key=lambda fact: strength(tx, fact))[: len(facts) - most] for facts in made.values())
        return [
            fact.id for facts, total in zip(weakest, made.values(), strict=True) if len(total) > most for fact in facts
        ]

    def apply(self, tx: Transaction, step: int) -> Done:
        fact = tx.facts.get(step)
        if fact is None or not fact.is_active(tx.now):
            return Done()
        retire(tx, self.reach.caller, fact, RetiredReason.FORGOTTEN)
        return Done(retired=(step,), cut=(step,))


__all__ = ["KeepToCap", "MergeDuplicates", "Reach", "RetireFaded", "are_kept_apart", "says_the_same"]
