"""Candidates that nobody drew: what was seen more than once in near-equal words, and what repeats a fact that is there.

Each cluster of statements is one candidate, under the domain and topic of a fact that says the same, of a remembered
item, or of a fact that speaks of the same subject; else under a label of its own subject, in the domain that the call
names or in `general`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from ..store.model import Fact, HotItem, Observation, Origin, Scope
from ..store.protocol import Transaction
from ..store.rules.clustering import Cluster, Statement, cluster
from ..store.rules.normal_forms import normalise_topic
from ..store.rules.subjects import topic_of
from .candidates import Candidate, Source, is_supported
from .drafts import FactDraft
from .ids import item_id, observation_id
from .pending import still_pending
from .tidying import Reach

DEFAULT_DOMAIN = "general"
TOPIC_CHARS = 120

Key = tuple[str, int]


@dataclass(slots=True)
class Known:
    """The facts in reach, and under which labels of a subject they stand; read once for a plan."""

    facts: dict[Key, Fact]
    by_subject: dict[str, Fact] = field(default_factory=dict[str, Fact])
    is_labelled: bool = False

    def of_subject(self, text: str) -> Fact | None:
        """The newest fact whose text is about the same subject, by its label."""
        if not self.is_labelled:
            self.by_subject = {normalise_topic(topic_of(fact.content)): fact for fact in self.facts.values()}
            self.is_labelled = True
        label = normalise_topic(topic_of(text))
        return self.by_subject.get(label) if label else None


def clustered(tx: Transaction, reach: Reach, whose: str | None, min_support: int) -> list[Candidate]:
    """The candidates of what is pending now, those that rest on the oldest sightings first."""
    pending = _pending(tx, whose)
    if not pending:
        return []
    here = (None, reach.caller.repo, reach.repo)
    known = Known({("F", fact.id): fact for fact in reversed(reach.facts(tx)) if fact.scope.repo in here})
    statements = [Statement(key, one.content) for key, one in pending.items()]
    statements += [Statement(key, fact.content) for key, fact in known.facts.items()]
    found = [_candidate(group, pending, known, reach, min_support) for group in cluster(statements)]
    dated = [(_newest(one, pending), one) for one in found if one is not None]
    return [one for _, one in sorted(dated, key=lambda pair: (pair[0], pair[1].draft.content))]


def _pending(tx: Transaction, whose: str | None) -> dict[Key, Source]:
    return {("H" if isinstance(one, HotItem) else "O", one.id): one for one in still_pending(tx, whose)}


def _candidate(
    group: Cluster[Key], pending: dict[Key, Source], known: Known, reach: Reach, min_support: int
) -> Candidate | None:
    sources = [pending[key] for key in group.keys if key in pending]
    facts = [known.facts[key] for key in group.keys if key in known.facts]
    if len({(fact.domain_id, fact.topic_key) for fact in facts}) > 1:
        return None  # the same words under different topics: which is meant, only somebody who reads can tell
    same = facts[0] if facts else None
    if not sources or (same is None and not is_supported(sources, min_support)):
        return None
    items = [one for one in sources if isinstance(one, HotItem)]
    observations = [one for one in sources if isinstance(one, Observation)]
    first = sources[0]
    return Candidate(
        place=observation_id(first.id) if isinstance(first, Observation) else item_id(first.id),
        draft=_draft(group.text, same, items, known, reach),
        observation_ids=tuple(one.id for one in observations),
        item_ids=tuple(one.id for one in items),
        is_clustered=True,
    )


def _draft(text: str, same: Fact | None, items: Sequence[HotItem], known: Known, reach: Reach) -> FactDraft:
    if same is not None:
        return FactDraft(same.scope, same.topic, same.content, memory_type=same.memory_type, origin=Origin.CONSOLIDATED)
    if items:
        return FactDraft(items[0].scope, items[0].topic, text, origin=Origin.CONSOLIDATED)
    if (beside := known.of_subject(text)) is not None:
        return FactDraft(beside.scope, beside.topic, text, memory_type=beside.memory_type, origin=Origin.CONSOLIDATED)
    scope = Scope(reach.domain_name or DEFAULT_DOMAIN, reach.repo or None)
    return FactDraft(scope, topic_of(text)[:TOPIC_CHARS].strip() or DEFAULT_DOMAIN, text, origin=Origin.CONSOLIDATED)


def _newest(candidate: Candidate, pending: dict[Key, Source]) -> datetime:
    keys = [*(("O", number) for number in candidate.observation_ids), *(("H", number) for number in candidate.item_ids)]
    return max(pending[key].created_at for key in keys)
