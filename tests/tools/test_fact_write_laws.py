"""Laws that hold after any sequence of claims, settlements, harmonisations and days."""

import tempfile
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from memory_bench import MONDAY
from palimpsest.store.model import Caller, Keep, OnConflict, Scope, Veracity
from palimpsest.store.protocol import Transaction
from palimpsest.store.rules.settlement import Rule
from palimpsest.store.sqlite import PlainStore
from palimpsest.tools.drafts import FactDraft
from palimpsest.tools.fact_writes import write_fact
from palimpsest.tools.harmonizing import MergeAgreeing, SettleOpposed
from palimpsest.tools.settings import Settings
from palimpsest.tools.settling import close
from palimpsest.tools.tidying import Reach

TEXTS = (
    "The API uses Postgres 14.",
    "The API is using Postgres 14.",
    "The API uses Postgres 15.",
    "The API does not use Postgres 14.",
    "Backups run every night.",
)
AGENTS = ("ana", "bob", "cy")
DEFAULTS = Settings()


class Clock:
    """A moment that moves on between transactions."""

    def __init__(self) -> None:
        self.now: datetime = MONDAY


@dataclass(frozen=True)
class Claim:
    agent: str
    text: str
    veracity: Veracity
    on_conflict: OnConflict

    def happen(self, tx: Transaction) -> None:
        draft = FactDraft(Scope("d"), "t", self.text, veracity=self.veracity, on_conflict=self.on_conflict)
        write_fact(tx, Caller(agent=self.agent, session="s"), DEFAULTS, draft)


@dataclass(frozen=True)
class Settlement:
    which: int
    keep: Keep

    def happen(self, tx: Transaction) -> None:
        opened = tx.conflicts.open_of(range(1, 200))
        if opened:
            close(tx, Caller(), opened[self.which % len(opened)], self.keep, Rule.USER)


@dataclass(frozen=True)
class Upkeep:
    def happen(self, tx: Transaction) -> None:
        reach = Reach(Caller(), DEFAULTS, None, None)
        for phase in (MergeAgreeing(reach), SettleOpposed(reach)):
            for step in phase.plan(tx):
                phase.apply(tx, step)


@dataclass(frozen=True)
class Days:
    count: int

    def happen(self, tx: Transaction) -> None:
        """The clock is turned between transactions."""


claims = st.builds(
    Claim, st.sampled_from(AGENTS), st.sampled_from(TEXTS), st.sampled_from(Veracity), st.sampled_from(OnConflict)
)
steps = st.one_of(
    claims,
    claims,
    claims,
    st.builds(Settlement, st.integers(0, 9), st.sampled_from(Keep)),
    st.builds(Upkeep),
    st.builds(Days, st.integers(1, 400)),
)


def require_laws(tx: Transaction) -> None:
    facts = {fact.id: fact for number in range(1, 200) if (fact := tx.facts.get(number))}
    opened = tx.conflicts.open_of(list(facts))
    for conflict in opened:
        sides = [facts[conflict.old_fact_id], facts[conflict.new_fact_id]]
        assert all(side.is_active(tx.now) for side in sides), "an open conflict stands between active facts"
    pairs = [frozenset((conflict.old_fact_id, conflict.new_fact_id)) for conflict in opened]
    assert len(set(pairs)) == len(pairs), "a pair has one open conflict at most"
    for fact in facts.values():
        seen: set[int] = set()
        while fact.superseded_by is not None:
            assert fact.id not in seen, "what superseded what never goes in a circle"
            seen.add(fact.id)
            fact = facts[fact.superseded_by]
    active = [fact for fact in facts.values() if fact.is_active(tx.now)]
    assert bool(active) == bool(facts), "replacing never leaves a topic without a fact"
    assert len({fact.content_key for fact in active}) == len(active), "no text is active twice"
    for fact in facts.values():
        assert 0 <= fact.confidence <= 1
        assert tx.audit.of_subject(f"F{fact.id}"), "every fact is in the log"


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(steps, min_size=1, max_size=12))
def test_any_sequence_keeps_the_laws(sequence: list[Claim | Settlement | Upkeep | Days]):
    with tempfile.TemporaryDirectory() as folder:
        clock = Clock()
        store = PlainStore(Path(folder) / "laws.db", lambda: clock.now)
        try:
            for step in sequence:
                if isinstance(step, Days):
                    clock.now += timedelta(days=step.count)
                store.write(step.happen)
                store.read(require_laws)
        finally:
            store.close()
