"""One harmonisation, part by part (DESIGN 2.5): agreement merges, contradictions are settled or kept open."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from ..store.model import Conflict, ConflictStatus, Fact, FactFilter, Keep, LossReason, NewConflict
from ..store.protocol import Transaction
from ..store.rules import conflict as comparison
from ..store.rules.settlement import AskUser, NewWins, OldStands
from ..store.rules.text import one_line
from .answers import Belief, Harmonized
from .comparable import newest_comparable
from .conflict_records import record
from .conflict_views import conflict_briefs
from .consolidating import REHEARSAL
from .cuts import PAGE_CHARS, cut_fact, page_of
from .declare import Progress
from .desk import Desk
from .fact_changes import supersede
from .ids import fact_id
from .merging import merge
from .runs import Run
from .settling import judge
from .tidying import MOST_COMPARED, Reach, Tidying, are_kept_apart, says_the_same

MOST_BELIEFS = 100
BELIEF_CHARS = 400
MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class Settled:
    """What one step came to: the conflicts that came up."""

    conflicts: tuple[int, ...] = ()


async def harmonize(desk: Desk, reach: Reach, progress: Progress | None = None, *, dry_run: bool = False) -> Harmonized:
    """Do it, or with `dry_run` do it to a copy, and say what is believed."""
    if not dry_run:
        return await _harmonize(desk, reach, progress, is_rehearsal=False)
    async with desk.store.rehearsal() as copy:
        answer = await _harmonize(Desk(copy, desk.caller, desk.embedding), reach, progress, is_rehearsal=True)
    answer["batch_id"] = None
    return answer


async def _harmonize(desk: Desk, reach: Reach, progress: Progress | None, *, is_rehearsal: bool) -> Harmonized:
    async with Run(desk, "harmonisation", progress, is_rehearsal=is_rehearsal) as run:
        settled = await run.apply(MergeAgreeing(reach), "merging what agents agree on")
        settled += await run.apply(SettleOpposed(reach), "settling what contradicts")
    seen = [number for one in settled for number in one.conflicts]
    return await desk.read(lambda tx: _answer(tx, reach, seen, run.batch, is_rehearsal=is_rehearsal))


Pair = tuple[int, int]


class MergeAgreeing(Tidying):
    """Facts of different agents that say the same."""

    def plan(self, tx: Transaction) -> list[Pair]:
        pairs: dict[Pair, None] = {}
        for topic in _topics(self.reach.facts(tx)):
            for old, new, relation in _relations(topic):
                if isinstance(relation, comparison.SameText | comparison.NearDuplicate):
                    pairs[old.id, new.id] = None
        return list(pairs)

    def apply(self, tx: Transaction, step: Pair) -> Settled:
        pair = tx.facts.get_many(step, FactFilter(tx.now))
        if len(pair) < 2 or are_kept_apart(tx, step):
            return Settled()
        old, new = (pair[number] for number in step)
        if not says_the_same(old, new):
            return Settled()
        _, settled = merge(tx, self.reach.caller, self.reach.settings, old, new)
        return Settled(tuple(conflict.id for conflict in settled))


class SettleOpposed(Tidying):
    """Facts of different agents that contradict each other under one topic."""

    def plan(self, tx: Transaction) -> list[Pair]:
        return [
            (old.id, new.id)
            for topic in _topics(self.reach.facts(tx))
            for old, new, relation in _relations(topic)
            if isinstance(relation, comparison.Contradiction)
        ]

    def apply(self, tx: Transaction, step: Pair) -> Settled:
        pair = tx.facts.get_many(step, FactFilter(tx.now))
        if len(pair) < 2 or are_kept_apart(tx, step):
            return Settled()
        old, new = (pair[number] for number in step)
        known = tx.conflicts.of_pair(old.id, new.id)
        if still_open := next((one for one in known if one.status is ConflictStatus.OPEN), None):
            return Settled((still_open.id,))
        relation = comparison.compare(old.content, new.content)
        if not isinstance(relation, comparison.Contradiction):
            return Settled()
        return Settled((self._oppose(tx, old, new, relation).id,))

    def _oppose(self, tx: Transaction, old: Fact, new: Fact, contradiction: comparison.Contradiction) -> Conflict:
        """Settle the contradiction, or keep it open."""
        match judge(tx, self.reach.settings, old, new):
            case NewWins(rule):
                winner, loser = Keep.NEW, old
            case OldStands(rule):
                winner, loser = Keep.OLD, new
            case AskUser(rule):
                winner, loser = None, None
        found = NewConflict(old.id, new.id, contradiction.kind, contradiction.evidence, rule.value, winner)
        conflict = record(tx, self.reach.caller, found)
        if loser is not None:
            kept = new if loser is old else old
            supersede(tx, self.reach.caller, loser, kept.id, LossReason.OUTDATED)
        return conflict


def _topics(facts: Sequence[Fact]) -> list[list[Fact]]:
    """The facts by topic, oldest first, where more than one agent speaks of it."""
    topics: defaultdict[tuple[int, str], list[Fact]] = defaultdict(list)
    for fact in reversed(facts):
        topics[fact.domain_id, fact.topic_key].append(fact)
    return [found for found in topics.values() if len({fact.agent for fact in found}) > 1]


def _relations(topic: Sequence[Fact]) -> Iterator[tuple[Fact, Fact, comparison.Relation]]:
    """Every two facts of different agents, the older first, and how they stand to each other."""
    compared = newest_comparable(topic, MOST_COMPARED)
    claims = {fact.id: comparison.analyse_claim(fact.content) for fact in compared}
    for old, new in combinations(compared, 2):
        if old.agent != new.agent:
            yield old, new, comparison.compare_claims(claims[old.id], claims[new.id])


def _answer(tx: Transaction, reach: Reach, seen: Sequence[int], batch: str | None, *, is_rehearsal: bool) -> Harmonized:
    facts = reach.facts(tx)
    topics = _topics(facts)
    authors = tx.facts.supporters([fact.id for fact in facts])
    beliefs = [belief for topic in _spoken_of(facts, authors) for belief in _beliefs(topic, authors)]
    beliefs.sort(key=lambda belief: belief["agreement"])
    believed = page_of(beliefs[:MOST_BELIEFS], PAGE_CHARS * 2 // 3)
    found = (tx.conflicts.get(number) for number in dict.fromkeys(seen))
    contradictions = [conflict for conflict in found if conflict is not None]
    opposed = page_of(conflict_briefs(contradictions), PAGE_CHARS // 3)
    answer = Harmonized(beliefs=believed, contradictions=opposed, batch_id=batch)
    remarks = [
        *([REHEARSAL] if is_rehearsal else []),
        *_left_out(len(beliefs) - len(believed), len(contradictions) - len(opposed)),
        *_crowded(topics),
        *_perhaps_the_same(facts),
    ]
    if remarks:
        answer["note"] = " ".join(remarks)
    return answer


def _spoken_of(facts: Sequence[Fact], authors: dict[int, tuple[str, ...]]) -> list[list[Fact]]:
    """The facts by topic, where more than one agent has said something of it."""
    topics: defaultdict[tuple[int, str], list[Fact]] = defaultdict(list)
    for fact in reversed(facts):
        topics[fact.domain_id, fact.topic_key].append(fact)
    return [found for found in topics.values() if len(_voices(found, authors)) > 1]


def _voices(topic: Sequence[Fact], authors: dict[int, tuple[str, ...]]) -> set[str]:
    return {agent for fact in topic for agent in authors.get(fact.id, ())}


def _beliefs(topic: Sequence[Fact], authors: dict[int, tuple[str, ...]]) -> list[Belief]:
    voices = len(_voices(topic, authors))
    return [
        Belief(
            fact=fact_id(fact.id),
            content=cut_fact(fact, BELIEF_CHARS),
            authors=list(authors.get(fact.id, ())),
            agreement=round(len(authors.get(fact.id, ())) / voices, 2),
        )
        for fact in topic
    ]


def _left_out(beliefs: int, contradictions: int) -> list[str]:
    remarks: list[str] = []
    if beliefs > 0:
        remarks.append(f"{beliefs} more beliefs: name a domain to see them.")
    if contradictions > 0:
        remarks.append(f"{contradictions} more contradictions: list_memory_conflicts shows them.")
    return remarks


def _crowded(topics: Sequence[Sequence[Fact]]) -> list[str]:
    """The topics of which not every fact met every other."""
    crowded = [topic[0] for topic in topics if len(newest_comparable(topic, MOST_COMPARED)) < len(topic)]
    if not crowded:
        return []
    named = ", ".join(f"{fact.scope}/{one_line(fact.topic)}" for fact in crowded[:MOST_NAMED])
    others = f" and {len(crowded) - MOST_NAMED} more topics" if len(crowded) > MOST_NAMED else ""
    return [f"Only the newest facts were compared of {named}{others}."]


def _perhaps_the_same(facts: Sequence[Fact]) -> list[str]:
    """Facts under different topics of a domain that say nearly the same: told, and left to those who know."""
    domains: defaultdict[int, list[Fact]] = defaultdict(list)
    for fact in reversed(facts):
        domains[fact.domain_id].append(fact)
    pairs = [pair for found in domains.values() for pair in _near_topics(found)]
    if not pairs:
        return []
    named = ", ".join(f"{fact_id(old.id)} and {fact_id(new.id)}" for old, new in pairs[:MOST_NAMED])
    more = f" and {len(pairs) - MOST_NAMED} more pairs" if len(pairs) > MOST_NAMED else ""
    return [f"Under different topics these may say the same: {named}{more}. If so, supersede one by the other."]


def _near_topics(facts: Sequence[Fact]) -> Iterator[tuple[Fact, Fact]]:
    from ..store.rules.clustering import Statement, cluster  # as `conflict` loads the rules of comparing: when asked

    known = {fact.id: fact for fact in facts}
    for group in cluster([Statement(fact.id, fact.content) for fact in facts]):
        members = sorted(group.keys)
        for number in members[1:]:
            first, other = known[members[0]], known[number]
            if first.topic_key != other.topic_key:
                yield first, other
