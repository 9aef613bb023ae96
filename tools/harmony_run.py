"""One harmonisation in one transaction: agreeing facts merge, contradictions are settled or kept open."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import combinations

from ..store.model import Caller, Conflict, ConflictStatus, Fact, FactFilter, Keep, LossReason, NewConflict
from ..store.protocol import Transaction
from ..store.rules import conflict as comparison
from ..store.rules.decay import effective_confidence
from ..store.rules.settlement import AskUser, NewWins, OldStands, Rule
from ..store.rules.text import one_line
from ..store.rules.veracity import higher, reinforced, weight
from .answers import Belief, Harmonized
from .batches import Batch
from .comparable import newest_comparable
from .conflict_records import record
from .conflict_views import conflict_briefs
from .cuts import PAGE_CHARS, cut_fact, page_of
from .fact_changes import log_fact, rest_on, supersede
from .ids import fact_id
from .settings import Settings
from .settling import judge, look_again

MOST_COMPARED = 100
"""Facts of one topic; every two of them meet inside of the write transaction."""
MOST_BELIEFS = 100
BELIEF_CHARS = 400
MOST_NAMED = 3
NOT_DONE = "Not done yet: bringing together similar facts of different topics."


class Harmonisation:
    """One run for one caller."""

    def __init__(self, tx: Transaction, caller: Caller, settings: Settings) -> None:
        self._tx = tx
        self._caller = caller
        self._settings = settings
        self._batch = Batch(tx, caller, "harmonisation")
        self._standing: dict[int, Fact] = {}
        self._contradictions: dict[int, None] = {}
        self._crowded: list[str] = []

    def run(self, where: FactFilter, *, is_dry: bool) -> Harmonized:
        """Do it over the facts that `where` lets through, and say what is believed."""
        topics: defaultdict[tuple[int, str], list[Fact]] = defaultdict(list)
        for fact in reversed(self._tx.facts.active(where)):
            self._standing[fact.id] = fact
            topics[fact.domain_id, fact.topic_key].append(fact)
        beliefs = [belief for facts in topics.values() for belief in self._harmonise_topic(facts)]
        beliefs.sort(key=lambda belief: belief["agreement"])
        believed = page_of(beliefs[:MOST_BELIEFS], PAGE_CHARS * 2 // 3)
        opposed = page_of(conflict_briefs(self._seen()), PAGE_CHARS // 3)
        return Harmonized(
            beliefs=believed,
            contradictions=opposed,
            batch_id=None if is_dry else self._batch.finish(),
            note=self._note(len(beliefs) - len(believed), len(self._contradictions) - len(opposed)),
        )

    def _note(self, beliefs_left: int, contradictions_left: int) -> str:
        """What the answer leaves out."""
        remarks = [NOT_DONE]
        if self._crowded:
            named, more = ", ".join(self._crowded[:MOST_NAMED]), len(self._crowded) - MOST_NAMED
            others = f" and {more} more topics" if more > 0 else ""
            remarks.insert(0, f"Only the newest facts were compared of {named}{others}.")
        if contradictions_left > 0:
            remarks.insert(0, f"{contradictions_left} more contradictions: list_memory_conflicts shows them.")
        if beliefs_left > 0:
            remarks.insert(0, f"{beliefs_left} more beliefs: name a domain to see them.")
        return " ".join(remarks)

    def _harmonise_topic(self, facts: list[Fact]) -> list[Belief]:
        """Bring the topic's facts together; what is believed then, when more than one agent speaks of it."""
        compared = newest_comparable(facts, MOST_COMPARED) if len({fact.agent for fact in facts}) > 1 else []
        if compared and len(compared) < len(facts):
            self._crowded.append(f"{facts[0].scope}/{one_line(facts[0].topic)}")
        claims = {fact.id: comparison.analyse_claim(fact.content) for fact in compared}
        for old, new in combinations(compared, 2):
            if old.agent != new.agent and old.id in self._standing and new.id in self._standing:
                relation = comparison.compare_claims(claims[old.id], claims[new.id])
                self._relate(self._standing[old.id], self._standing[new.id], relation)
        standing = [self._standing[fact.id] for fact in facts if fact.id in self._standing]
        authors = self._tx.facts.supporters([fact.id for fact in standing])
        voices = {agent for agents in authors.values() for agent in agents}
        return [_belief(fact, authors[fact.id], len(voices)) for fact in standing] if len(voices) > 1 else []

    def _relate(self, old: Fact, new: Fact, relation: comparison.Relation) -> None:
        if isinstance(relation, comparison.Coexist):
            return
        known = self._tx.conflicts.of_pair(old.id, new.id)
        if any(conflict.winner is Keep.BOTH for conflict in known):
            return
        if not isinstance(relation, comparison.Contradiction):
            self._merge(old, new)
        elif still_open := next((one for one in known if one.status is ConflictStatus.OPEN), None):
            self._contradictions[still_open.id] = None
        else:
            self._oppose(old, new, relation)

    def _merge(self, old: Fact, new: Fact) -> None:
        """The stronger gains the other's mentions and sources, and supersedes it."""
        stronger, weaker = sorted((old, new), key=self._strength, reverse=True)
        fresh = [number for number in weaker.source_ids if number not in stronger.source_ids]
        rest_on(self._tx, self._caller, stronger, fresh)
        gained = replace(
            stronger,
            confidence=reinforced(effective_confidence(stronger, self._tx.now), weaker.veracity),
            supported_at=self._tx.now,
            mention_count=stronger.mention_count + weaker.mention_count + 1,
            veracity=higher(stronger.veracity, weaker.veracity),
            source_ids=(*stronger.source_ids, *fresh),
        )
        self._tx.facts.inherit_mentions(stronger.id, weaker.id)
        self._tx.facts.save(gained, "merged")
        log_fact(self._tx, self._caller, "merge", gained, stronger, self._batch.id)
        self._standing[stronger.id] = gained
        self._supersede(weaker, stronger)
        for settled in look_again(self._tx, self._caller, self._settings, stronger.id, self._batch.id):
            self._contradictions[settled.id] = None
            self._forget_losers(settled)

    def _strength(self, fact: Fact) -> tuple[float, int]:
        return effective_confidence(fact, self._tx.now) * weight(fact.veracity), -fact.id

    def _oppose(self, old: Fact, new: Fact, contradiction: comparison.Contradiction) -> None:
        """Settle the contradiction, or keep it open."""
        match judge(self._tx, self._settings, old, new):
            case NewWins(rule):
                self._record(old, new, contradiction, rule, Keep.NEW)
                self._supersede(old, new)
            case OldStands(rule):
                self._record(old, new, contradiction, rule, Keep.OLD)
                self._supersede(new, old)
            case AskUser(rule):
                self._record(old, new, contradiction, rule, None)

    def _record(
        self, old: Fact, new: Fact, contradiction: comparison.Contradiction, rule: Rule, winner: Keep | None
    ) -> None:
        conflict = NewConflict(
            old.id, new.id, contradiction.kind, contradiction.evidence, rule.value, winner, self._batch.id
        )
        self._contradictions[record(self._tx, self._caller, conflict).id] = None

    def _supersede(self, loser: Fact, winner: Fact) -> None:
        supersede(self._tx, self._caller, loser, winner.id, LossReason.OUTDATED, self._batch.id)
        self._standing.pop(loser.id, None)

    def _forget_losers(self, settled: Conflict) -> None:
        for number in (settled.old_fact_id, settled.new_fact_id):
            fact = self._tx.facts.get(number)
            if fact is None or fact.superseded_by is not None:
                self._standing.pop(number, None)

    def _seen(self) -> list[Conflict]:
        """The contradictions that came up, as they stand in the end."""
        found = (self._tx.conflicts.get(number) for number in self._contradictions)
        return [conflict for conflict in found if conflict is not None]


def _belief(fact: Fact, authors: tuple[str, ...], voices: int) -> Belief:
    return Belief(
        fact=fact_id(fact.id),
        content=cut_fact(fact, BELIEF_CHARS),
        authors=list(authors),
        agreement=round(len(authors) / voices, 2),
    )
