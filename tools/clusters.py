"""Candidates that nobody drew: what was seen more than once in near-equal words, and what repeats a fact that is there.

Each cluster of statements is a candidate, in the one domain where a fact says the same or an item was remembered for;
items of several domains are a candidate each, and what names no domain then waits for somebody who reads. Without any,
it goes where a fact speaks of the same subject, else in the domain that the call names or in `general`; its topic is
that of the fact or of an item, else a label of its own subject.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from ..store.model import Fact, HotItem, Observation, Origin, Scope
from ..store.protocol import Transaction
from ..store.rules.bearing import Bearing, bearing
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
MOST_SOURCES = 40

Key = tuple[str, int]


@dataclass(slots=True)
class Known:
    """The facts in reach, and under which labels of a subject they stand; read once for a plan."""

    facts: dict[Key, Fact]
    tx: Transaction
    by_subject: defaultdict[str, list[Fact]] = field(default_factory=lambda: defaultdict[str, list[Fact]](list))
    words_of: dict[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    is_labelled: bool = False

    def of_subject(self, text: str, scope: Scope | None) -> Fact | None:
        """The newest fact of the scope whose text is about the same subject, by its label.

        Without a scope: of the one domain where the subject stands, `general` aside; of several none is meant.
        """
        self._label()
        label = normalise_topic(topic_of(text))
        found = self.by_subject.get(label, []) if label else []
        sorted_into = {fact.scope for fact in found} - {Scope(DEFAULT_DOMAIN)}
        if scope is None:
            scope = sorted_into.pop() if len(sorted_into) == 1 else Scope(DEFAULT_DOMAIN)
        return next((fact for fact in reversed(found) if fact.scope == scope), None)

    def _label(self) -> None:
        if self.is_labelled:
            return
        for fact in self.facts.values():
            topic = topic_of(fact.content)
            self.by_subject[normalise_topic(topic)].append(fact)
            self.words_of[normalise_topic(topic)] = _words(topic)
        self.is_labelled = True

    def _mates(self, text: str) -> list[Fact]:
        """The facts of the subject, or of a part of it: "billing" and "billing log"."""
        self._label()
        topic = topic_of(text)
        label, words = normalise_topic(topic), _words(topic)
        known = self.words_of.items() if words else ()
        near = [other for other, its in known if its and other != label and (its <= words or words <= its)]
        return [fact for name in (label, *near) for fact in self.by_subject.get(name, [])]

    def met_by(self, texts: Sequence[str], scope: Scope, *, is_placed: bool) -> Bearing[Key]:
        """What a statement means for the facts of its subject in the scope.

        Where nobody said its place, those in `general` are meant as well, as nobody sorted them either.
        """
        mates = self._mates(texts[0])
        scopes = (scope,) if is_placed else (scope, Scope(DEFAULT_DOMAIN, scope.repo))
        near = [fact for fact in mates if fact.scope in scopes]
        return bearing(texts, {("F", fact.id): self._wordings(fact) for fact in near})

    def _wordings(self, fact: Fact) -> list[str]:
        """What the fact says, and what the newest observations that it rests on said."""
        sources = self.tx.observations.get_many(fact.source_ids[-MOST_SOURCES:]).values()
        return [fact.content, *(one.content for one in sources)]


def _words(topic: str) -> frozenset[str]:
    return frozenset(topic.casefold().split())


def clustered(tx: Transaction, reach: Reach, whose: str | None, min_support: int) -> list[Candidate]:
    """The candidates of what is pending now, those that rest on the oldest sightings first."""
    pending = _pending(tx, whose)
    if not pending:
        return []
    here = (None, reach.caller.repo, reach.repo)
    known = Known({("F", fact.id): fact for fact in reversed(reach.facts(tx)) if fact.scope.repo in here}, tx)
    statements = [Statement(key, one.content) for key, one in pending.items()]
    statements += [Statement(key, fact.content) for key, fact in known.facts.items()]
    found = (one for group in cluster(statements) for one in _candidates(group, pending, known, reach))
    supported = (one for one in found if one.says_known or is_supported(one.sources, min_support))
    dated = [(_newest(one.sources), _candidate(one)) for one in supported]
    return [one for _, one in sorted(dated, key=lambda pair: (pair[0], pair[1].draft.content))]


def _pending(tx: Transaction, whose: str | None) -> dict[Key, Source]:
    return {("H" if isinstance(one, HotItem) else "O", one.id): one for one in still_pending(tx, whose)}


@dataclass(frozen=True, slots=True)
class _Said:
    """What the sources of one place say, and whether a fact says it there already."""

    sources: tuple[Source, ...]
    draft: FactDraft
    says_known: bool


def _candidates(group: Cluster[Key], pending: dict[Key, Source], known: Known, reach: Reach) -> Iterator[_Said]:
    """What a cluster says in each place that it is said of."""
    facts = [known.facts[key] for key in group.keys if key in known.facts]
    places: defaultdict[Scope | None, list[Source]] = defaultdict(list)
    for source in (pending[key] for key in group.keys if key in pending):
        places[_place_of(source)].append(source)
    homes = {*(fact.scope for fact in facts), *(place for place in places if place is not None)}
    if places and len(homes) == 1:
        (home,) = homes
        places = defaultdict(list, {home: [source for found in places.values() for source in found]})
    for place, sources in places.items():
        topics = {fact.topic_key: fact for fact in facts if fact.scope == place}
        if len(topics) > 1 or (place is None and homes):
            continue  # the same words in different places: which is meant, only somebody who reads can tell
        same = next(iter(topics.values()), None)
        ordered = tuple(sorted(sources, key=lambda one: (isinstance(one, HotItem), one.id)))
        yield _said(group, place, same, ordered, known, reach)


def _said(
    group: Cluster[Key], place: Scope | None, same: Fact | None, sources: tuple[Source, ...], known: Known, reach: Reach
) -> _Said:
    """What is said in one place: by a fact that says it in another wording, against those it contradicts."""
    draft = _draft(group.text, place, same, sources, known, reach)
    met = known.met_by(group.texts, draft.scope, is_placed=place is not None)
    if same is None and met.supports:
        same = known.facts[met.supports[0]]
        draft = _draft(group.text, place, same, sources, known, reach)
    opposed = [known.facts[key] for key, _ in met.contradicts]
    here = next((fact for fact in opposed if fact.scope == draft.scope), None)
    if same is None and here is not None and not any(isinstance(one, HotItem) and one.topic for one in sources):
        draft = replace(draft, topic=here.topic)
    return _Said(sources, replace(draft, contradicts=tuple(fact.id for fact in opposed)), same is not None)


def _place_of(source: Source) -> Scope | None:
    """Where the source says that it belongs; `general` is where an item goes for which nobody said it."""
    return source.scope if isinstance(source, HotItem) and source.scope != Scope(DEFAULT_DOMAIN) else None


def _candidate(said: _Said) -> Candidate:
    first = said.sources[0]
    return Candidate(
        place=observation_id(first.id) if isinstance(first, Observation) else item_id(first.id),
        draft=said.draft,
        observation_ids=tuple(one.id for one in said.sources if isinstance(one, Observation)),
        item_ids=tuple(one.id for one in said.sources if isinstance(one, HotItem)),
        is_clustered=True,
    )


def _draft(
    text: str, place: Scope | None, same: Fact | None, sources: Sequence[Source], known: Known, reach: Reach
) -> FactDraft:
    if same is not None:
        return FactDraft(same.scope, same.topic, same.content, memory_type=same.memory_type, origin=Origin.CONSOLIDATED)
    items = [one for one in sources if isinstance(one, HotItem)]
    beside = known.of_subject(text, place)
    if place is None and beside is not None:
        label = topic_of(text)[:TOPIC_CHARS].strip()
        topic = beside.topic if normalise_topic(label) == beside.topic_key else label or beside.topic
        return FactDraft(beside.scope, topic, text, memory_type=beside.memory_type, origin=Origin.CONSOLIDATED)
    scope = place or (items[0].scope if items else Scope(reach.domain_name or DEFAULT_DOMAIN, reach.repo or None))
    named = next((item.topic for item in items if item.topic), None) or (beside.topic if beside else None)
    topic = named or topic_of(text)[:TOPIC_CHARS].strip() or DEFAULT_DOMAIN
    return FactDraft(scope, topic, text, origin=Origin.CONSOLIDATED)


def _newest(sources: Sequence[Source]) -> datetime:
    return max(one.created_at for one in sources)
