"""`harmonize_memory`: different agents' facts of one topic are brought together (DESIGN 2.5)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import combinations

from ..store.model import Caller, Conflict, ConflictStatus, Fact, FactFilter, Keep, LossReason, NewConflict
from ..store.protocol import Transaction
from ..store.rules import conflict as comparison
from ..store.rules.decay import effective_confidence
from ..store.rules.settlement import AskUser, NewWins, OldStands
from ..store.rules.veracity import higher, reinforced, weight
from . import batches
from .answers import Belief, Harmonized
from .batches import Batch
from .conflict_records import record
from .conflict_views import conflict_briefs
from .declare import tool
from .desk import Desk
from .drafts import closed_domains
from .fact_changes import log_fact, supersede
from .ids import fact_id
from .scopes import exact_reach
from .settings import Settings
from .settling import judge, look_again

ALL_FACTS = 1_000_000


class HarmonyTools:
    """Bringing beliefs together."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @tool(core=True, idempotent=True)
    async def harmonize_memory(
        self,
        domain: str | None = None,
        repo: str | None = None,
        dry_run: bool = False,
    ) -> Harmonized:
        """Bring together what agents believe of one topic: agreement is merged, contradiction settled or listed."""
        settings = await self._desk.settings()
        caller = self._desk.caller
        reach = exact_reach(domain, repo, caller)

        def work(tx: Transaction) -> Harmonized:
            where = FactFilter(
                tx.now,
                domain_name=reach.domain_name,
                repo=reach.repo,
                hidden_domain_ids=closed_domains(tx, caller, settings),
            )
            return _Run(tx, caller, settings).harmonize(where, is_dry=dry_run)

        return await batches.run(self._desk, work, dry_run=dry_run)


class _Run:
    """One harmonisation in one transaction."""

    def __init__(self, tx: Transaction, caller: Caller, settings: Settings) -> None:
        self._tx = tx
        self._caller = caller
        self._settings = settings
        self._batch = Batch(tx, caller, "harmonisation")
        self._contradictions: dict[int, None] = {}

    def harmonize(self, where: FactFilter, *, is_dry: bool) -> Harmonized:
        topics: defaultdict[tuple[int, str], list[Fact]] = defaultdict(list)
        for fact in reversed(self._tx.facts.active(where, ALL_FACTS)):
            topics[fact.domain_id, fact.topic_key].append(fact)
        beliefs = [
            belief
            for facts in topics.values()
            if len({fact.agent for fact in facts}) > 1
            for belief in self._topic(facts)
        ]
        return Harmonized(
            beliefs=beliefs,
            contradictions=conflict_briefs(self._seen()),
            batch_id=None if is_dry else self._batch.finish(),
        )

    def _topic(self, facts: list[Fact]) -> list[Belief]:
        authors: dict[int, set[str]] = {fact.id: {fact.agent} for fact in facts}
        for old, new in combinations(facts, 2):
            if old.agent != new.agent:
                self._pair(old, new, authors)
        standing = [fact for fact in self._current(facts) if fact.is_active(self._tx.now)]
        voices = {agent for fact in facts for agent in authors[fact.id]}
        return [
            Belief(
                fact=fact_id(fact.id),
                content=fact.content,
                authors=sorted(authors[fact.id]),
                agreement=round(len(authors[fact.id]) / len(voices), 2),
            )
            for fact in standing
        ]

    def _pair(self, old: Fact, new: Fact, authors: dict[int, set[str]]) -> None:
        current = self._current([old, new])
        if len(current) < 2 or not all(fact.is_active(self._tx.now) for fact in current):
            return
        old, new = current
        known = self._tx.conflicts.of_pair(old.id, new.id)
        if any(conflict.winner is Keep.BOTH for conflict in known):
            return
        match comparison.compare(old.content, new.content):
            case comparison.SameText() | comparison.NearDuplicate():
                self._merge(old, new, authors)
            case comparison.Contradiction() as contradiction:
                still_open = next((one for one in known if one.status is ConflictStatus.OPEN), None)
                if still_open is not None:
                    self._contradictions[still_open.id] = None
                else:
                    self._oppose(old, new, contradiction)
            case comparison.Coexist():
                pass

    def _merge(self, old: Fact, new: Fact, authors: dict[int, set[str]]) -> None:
        """The stronger gains the other's mentions and sources, and supersedes it."""
        stronger, weaker = sorted((old, new), key=self._strength, reverse=True)
        fresh = [number for number in weaker.source_ids if number not in stronger.source_ids]
        self._tx.facts.add_sources(stronger.id, fresh)
        gained = replace(
            stronger,
            confidence=reinforced(effective_confidence(stronger, self._tx.now), weaker.veracity),
            supported_at=self._tx.now,
            mention_count=stronger.mention_count + weaker.mention_count + 1,
            veracity=higher(stronger.veracity, weaker.veracity),
            source_ids=(*stronger.source_ids, *fresh),
        )
        self._tx.facts.note_mention(stronger.id, weaker.agent, weaker.session)
        self._tx.facts.save(gained, "merged")
        log_fact(self._tx, self._caller, "merge", gained, stronger, self._batch.id)
        supersede(self._tx, self._caller, weaker, stronger.id, LossReason.OUTDATED, self._batch.id)
        authors[stronger.id] |= authors[weaker.id]
        for settled in look_again(self._tx, self._caller, self._settings, stronger.id, self._batch.id):
            self._contradictions[settled.id] = None

    def _strength(self, fact: Fact) -> tuple[float, int]:
        return effective_confidence(fact, self._tx.now) * weight(fact.veracity), -fact.id

    def _oppose(self, old: Fact, new: Fact, contradiction: comparison.Contradiction) -> None:
        """Settle the contradiction, or keep it open."""
        match judge(self._tx, self._settings, old, new):
            case NewWins(rule):
                self._record(old, new, contradiction, rule.value, Keep.NEW)
                supersede(self._tx, self._caller, old, new.id, LossReason.OUTDATED, self._batch.id)
            case OldStands(rule):
                self._record(old, new, contradiction, rule.value, Keep.OLD)
                supersede(self._tx, self._caller, new, old.id, LossReason.OUTDATED, self._batch.id)
            case AskUser(rule):
                self._record(old, new, contradiction, rule.value, None)

    def _record(
        self, old: Fact, new: Fact, contradiction: comparison.Contradiction, rule: str, winner: Keep | None
    ) -> None:
        conflict = NewConflict(old.id, new.id, contradiction.kind, contradiction.evidence, rule, winner, self._batch.id)
        self._contradictions[record(self._tx, self._caller, conflict).id] = None

    def _seen(self) -> list[Conflict]:
        """The contradictions that came up, as they stand in the end."""
        found = (self._tx.conflicts.get(number) for number in self._contradictions)
        return [conflict for conflict in found if conflict is not None]

    def _current(self, facts: list[Fact]) -> list[Fact]:
        found = (self._tx.facts.get(fact.id) for fact in facts)
        return [fact for fact in found if fact is not None]
