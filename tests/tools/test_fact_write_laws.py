"""Laws that hold after any sequence of claims, answers of users, settlements, harmonisations, days and restarts."""

import itertools
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from memory_bench import MONDAY
from palimpsest.store.errors import Refused
from palimpsest.store.model import Caller, Fact, FactFilter, Keep, OnConflict, Scope, Veracity
from palimpsest.store.protocol import Transaction
from palimpsest.store.sqlite import PlainStore
from palimpsest.tools.declare import Question, Reply
from palimpsest.tools.drafts import FactDraft
from palimpsest.tools.fact_questions import question_about
from palimpsest.tools.fact_writes import Written, write_fact
from palimpsest.tools.harmonizing import MergeAgreeing, SettleOpposed
from palimpsest.tools.settings import Settings
from palimpsest.tools.settling import settle_for_user
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


class Memory:
    """A store whose clock is set, and which can be opened anew."""

    def __init__(self, folder: Path) -> None:
        self.now: datetime = MONDAY
        self._path = folder / "laws.db"
        self.store = PlainStore(self._path, lambda: self.now)

    def restart(self) -> None:
        self.store.close()
        self.store = PlainStore(self._path, lambda: self.now)

    def say(self, agent: str, text: str, veracity: Veracity = Veracity.INFERRED, reply: Reply | None = None) -> Written:
        return self.write(agent, FactDraft(Scope("d"), "t", text, veracity=veracity), reply)

    def write(self, agent: str, draft: FactDraft, reply: Reply | None = None) -> Written:
        caller = Caller(agent=agent, session="s")
        return self.store.write(lambda tx: write_fact(tx, caller, DEFAULTS, draft, reply))

    def active(self) -> list[Fact]:
        return self.store.read(lambda tx: tx.facts.active(FactFilter(tx.now)))

    def open_conflicts(self) -> list[int]:
        return self.store.read(lambda tx: [one.id for one in tx.conflicts.open_of(EVERY)])


EVERY = range(1, 200)


@contextmanager
def fresh_memory() -> Generator[Memory]:
    with tempfile.TemporaryDirectory() as folder:
        memory = Memory(Path(folder))
        try:
            yield memory
        finally:
            memory.store.close()


@dataclass(frozen=True)
class Claim:
    agent: str
    text: str
    veracity: Veracity
    on_conflict: OnConflict

    @property
    def draft(self) -> FactDraft:
        return FactDraft(Scope("d"), "t", self.text, veracity=self.veracity, on_conflict=self.on_conflict)

    def happen(self, memory: Memory) -> None:
        memory.write(self.agent, self.draft)


@dataclass(frozen=True)
class Answered:
    """A claim about which the user is asked, while another is made."""

    claim: Claim
    meanwhile: Claim
    keep: Keep

    def happen(self, memory: Memory) -> None:
        caller = Caller(agent=self.claim.agent, session="s")
        asked = memory.store.read(lambda tx: question_about(tx, caller, DEFAULTS, self.claim.draft))
        self.meanwhile.happen(memory)
        reply = Reply(asked, self.keep) if isinstance(asked, Question) else None
        try:
            memory.write(self.claim.agent, self.claim.draft, reply)
        except Refused:
            assert reply is not None
            assert self.keep is Keep.OLD


@dataclass(frozen=True)
class Settlement:
    which: int
    keep: Keep

    def happen(self, memory: Memory) -> None:
        memory.store.write(self._settle)

    def _settle(self, tx: Transaction) -> None:
        opened = tx.conflicts.open_of(EVERY)
        if opened:
            settle_for_user(tx, Caller(), DEFAULTS, [opened[self.which % len(opened)]], self.keep)


@dataclass(frozen=True)
class Upkeep:
    def happen(self, memory: Memory) -> None:
        for phase in (MergeAgreeing, SettleOpposed):
            work = phase(Reach(Caller(), DEFAULTS, None, None))
            for step in memory.store.read(work.plan):
                memory.store.write(lambda tx, work=work, step=step: work.apply(tx, step))


@dataclass(frozen=True)
class Days:
    """A clock may be set back as well."""

    count: int

    def happen(self, memory: Memory) -> None:
        memory.now += timedelta(days=self.count)


@dataclass(frozen=True)
class Restart:
    def happen(self, memory: Memory) -> None:
        memory.restart()


Step = Claim | Answered | Settlement | Upkeep | Days | Restart
claims = st.builds(
    Claim, st.sampled_from(AGENTS), st.sampled_from(TEXTS), st.sampled_from(Veracity), st.sampled_from(OnConflict)
)
steps = st.one_of(
    claims,
    claims,
    claims,
    st.builds(Answered, claims, claims, st.sampled_from(Keep)),
    st.builds(Settlement, st.integers(0, 9), st.sampled_from(Keep)),
    st.builds(Upkeep),
    st.builds(Days, st.integers(1, 400)),
    st.builds(Days, st.just(-365)),
    st.builds(Restart),
)


@dataclass
class Seen:
    """What was once superseded."""

    superseded: set[int] = field(default_factory=set[int])


def require_laws(tx: Transaction, seen: Seen) -> None:
    facts = {fact.id: fact for number in EVERY if (fact := tx.facts.get(number))}
    require_sound_conflicts(tx, facts)
    require_no_circles(facts)
    active = [fact for fact in facts.values() if fact.is_active(tx.now)]
    assert bool(active) == bool(facts), "replacing never leaves a topic without a fact"
    assert len({fact.content_key for fact in active}) == len(active), "no text is active twice"
    for fact in facts.values():
        assert 0 <= fact.confidence <= 1
        assert tx.audit.of_subject(f"F{fact.id}"), "every fact is in the log"
    superseded = {fact.id for fact in facts.values() if fact.superseded_by is not None}
    assert seen.superseded <= superseded, "what was superseded never comes back by itself"
    seen.superseded = superseded


def require_sound_conflicts(tx: Transaction, facts: dict[int, Fact]) -> None:
    opened = tx.conflicts.open_of(list(facts))
    for conflict in opened:
        sides = [facts[conflict.old_fact_id], facts[conflict.new_fact_id]]
        assert all(side.is_active(tx.now) for side in sides), "an open conflict stands between active facts"
    pairs = [frozenset((conflict.old_fact_id, conflict.new_fact_id)) for conflict in opened]
    assert len(set(pairs)) == len(pairs), "a pair has one open conflict at most"


def require_no_circles(facts: dict[int, Fact]) -> None:
    for fact in facts.values():
        passed: set[int] = set()
        while fact.superseded_by is not None:
            assert fact.id not in passed, "what superseded what never goes in a circle"
            passed.add(fact.id)
            fact = facts[fact.superseded_by]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(steps, min_size=1, max_size=12))
def test_any_sequence_keeps_the_laws(sequence: list[Step]):
    seen = Seen()
    with fresh_memory() as memory:
        for step in sequence:
            step.happen(memory)
            memory.store.read(lambda tx: require_laws(tx, seen))


A, B = TEXTS[0], TEXTS[2]
LEVELS = (Veracity.STATED, Veracity.INFERRED, Veracity.TOOL)


@pytest.mark.parametrize("veracities", list(itertools.product(LEVELS, repeat=3)))
@pytest.mark.parametrize("agents", [("ana", "ana", "ana"), ("ana", "bob", "ana"), ("ana", "bob", "cy")])
def test_there_and_back_again_leaves_exactly_one_active(
    agents: tuple[str, str, str], veracities: tuple[Veracity, Veracity, Veracity]
):
    with fresh_memory() as memory:
        for agent, text, veracity in zip(agents, (A, B, A), veracities, strict=True):
            memory.say(agent, text, veracity)
            memory.now += timedelta(hours=1)
            memory.restart()
        opened = memory.open_conflicts()
        assert len(memory.active()) == (2 if opened else 1), "two only while the user has to say which"
        for number in opened:
            Settlement(number, Keep.NEW).happen(memory)
        assert len(memory.active()) == 1
        assert memory.open_conflicts() == []


@given(st.permutations(["ana", "bob", "cy", "dan"]), st.sampled_from(Veracity))
@settings(max_examples=20, deadline=None)
def test_the_order_in_which_equal_claims_arrive_does_not_matter(order: list[str], veracity: Veracity):
    with fresh_memory() as memory:
        for agent in order:
            memory.say(agent, A, veracity)
        (fact,) = memory.active()
        supporters = memory.store.read(lambda tx: tx.facts.supporters([fact.id]))[fact.id]
        assert (fact.content, fact.mention_count, supporters) == (A, 3, ("ana", "bob", "cy", "dan"))
        assert fact.confidence == pytest.approx(expected_confidence(veracity))


def expected_confidence(veracity: Veracity) -> float:
    weight = {"stated": 1.0, "inferred": 0.7, "imported": 0.6, "tool": 0.5}[veracity.value]
    return min(1.0, weight + 3 * 0.25 * weight)


@pytest.mark.parametrize("days", [-365, -1, 365])
def test_a_clock_that_jumps_loses_nothing(days: int):
    with fresh_memory() as memory:
        memory.say("ana", A)
        memory.say("bob", B)
        memory.now += timedelta(days=days)
        seen = Seen()
        for agent, text in (("ana", A), ("cy", B), ("dan", TEXTS[4]), ("cy", TEXTS[3])):
            memory.say(agent, text)
            memory.store.read(lambda tx: require_laws(tx, seen))
        texts = {fact.content for fact in memory.store.read(lambda tx: [tx.facts.get(n) for n in EVERY]) if fact}
        assert texts >= {A, B, TEXTS[3], TEXTS[4]}
