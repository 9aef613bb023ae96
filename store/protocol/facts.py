"""Facts: how they stand, how a person lists them, and what links them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from .. import model


class Facts(Protocol):
    """Facts; what one says never changes, how it stands is recorded change by change."""

    def get(self, fact_id: int) -> model.Fact | None: ...
    def get_many(self, fact_ids: Collection[int], where: model.FactFilter) -> dict[int, model.Fact]:
        """The facts among `fact_ids` that `where` lets through, as they stood at `where.at`."""
        ...

    def candidates(self, scores: Mapping[int, float], where: model.FactFilter) -> list[model.Candidate]:
        """The same facts as candidates with these scores, the highest first, then the newer."""
        ...

    def insert(self, fact: model.NewFact) -> model.Fact: ...
    def active_of_topic(self, domain_id: int, topic_key: str, limit: int) -> list[model.Fact]:
        """The newest active facts of one topic, at most `limit`, oldest first."""
        ...

    def same_of_topic(self, domain_id: int, topic_key: str, content_key: str) -> model.Fact | None:
        """The oldest active fact of that very text in the topic, however many it holds."""
        ...

    def active(self, where: model.FactFilter, limit: int | None = None) -> list[model.Fact]:
        """Facts that `where` lets through, newest first; all of them without a limit."""
        ...

    def rejected(self, domain_id: int, content_key: str) -> model.Fact | None:
        """The newest fact of that very text, when it was deleted or taken back as wrong and not as outdated."""
        ...

    def beaten(self, domain_id: int, content_key: str, winner_id: int) -> model.Fact | None:
        """The newest fact of that very text that `winner_id` itself superseded."""
        ...

    def save(self, fact: model.Fact, change: str) -> None:
        """Store how the fact stands from now on, and the change as a row of its history.

        What it rests on is no part of this: that is `add_sources`.
        """
        ...

    def add_sources(self, fact_id: int, observation_ids: Collection[int]) -> None:
        """Let the fact rest on these observations too, from now on; those it rests on already are left as they are."""
        ...

    def note_mention(self, fact_id: int, agent: str, session: str) -> bool:
        """Remember that the agent's session said it; False when it already had."""
        ...

    def inherit_mentions(self, fact_id: int, from_fact_id: int) -> None:
        """Who has already supported the one counts as having supported the other."""
        ...

    def supporters(self, fact_ids: Collection[int]) -> dict[int, tuple[str, ...]]:
        """The agents that said each of the facts, or mentioned it since, by name."""
        ...

    def note_doubts(self, fact_id: int, observation_ids: Collection[int]) -> bool:
        """Remember that the observations speak against the fact; False when all of them had already."""
        ...

    def states(self, fact_id: int) -> list[model.FactState]:
        """How the fact stood, change by change, oldest first."""
        ...

    def predecessors(self, fact_id: int) -> list[int]:
        """Facts that this one superseded."""
        ...

    def beneath(self, fact_ids: Collection[int], where: model.FactFilter, limit: int) -> dict[int, model.Beneath]:
        """What each of the facts had superseded by `where.at`, hidden domains left out; those of nothing are absent."""
        ...

    def stale(self, fact_ids: Collection[int]) -> set[int]:
        """Those whose every source observation has lapsed (a fact without sources never is)."""
        ...

    def all_stale(self) -> list[int]:
        """Active facts that are stale now."""
        ...

    def active_sources(self) -> dict[int, tuple[int, ...]]:
        """The observations that each active fact rests on; facts without any are left out."""
        ...

    def count_recalls(self, counts: Mapping[int, int], at: datetime) -> None:
        """Add how often each fact was recalled; no part of its history."""
        ...


class FactPages(Protocol):
    """Lists of facts in a stable order, page by page."""

    def page(self, listing: model.FactListing, after: model.Place | None, limit: int) -> list[model.Placed]:
        """The first facts of the list that stand behind a place, with their own places, in order.

        Facts of equal rank stand by id: the newer first, but with the older first where the order rises.
        """
        ...

    def count(self, listing: model.FactListing) -> int:
        """How many facts the list has."""
        ...


class Edges(Protocol):
    """Links between facts of the whole workspace. What of them a reader may see is for a filter to say."""

    def link(self, edge: model.Edge, since: datetime | None = None) -> None:
        """Link two facts, from now on or since then; a link of that kind that is there gets the new weight."""
        ...

    def of(self, fact_id: int) -> list[model.Edge]:
        """Every link of the fact: the strongest first, then that to the newer fact, then by kind."""
        ...

    def around(
        self,
        fact_ids: Collection[int],
        per_fact: int,
        where: model.FactFilter,
        links: model.LinkFilter = model.EVERY_LINK,
    ) -> dict[int, list[model.Edge]]:
        """Of each fact the first `per_fact` of the `links` in the order of `of` whose other end `where` lets through.

        They are the ways of a walk: domain, repository, type and soundness narrow what it may find, and not its way, so
        they don't count here. A superseded fact leads on to what replaced it; back to what it replaced a fact leads
        only where `where` shows superseded ones. Asked for the past, only links made by then count.
        """
        ...

    def counts(self, fact_ids: Collection[int]) -> dict[int, dict[model.EdgeKind, int]]:
        """How many links of each kind each fact has."""
        ...

    def without(self, after_id: int, limit: int) -> list[int]:
        """The next facts after one, oldest first, that link to none but what they superseded."""
        ...


class Kin(Protocol):
    """What a fact has in common with others, to link them by. An answer names few and never reads a table whole.

    `before_id` leaves out that fact and every newer one.
    """

    def of_session(self, agent: str, session: str, before_id: int, limit: int) -> list[int]:
        """The newest facts that the agent wrote in the session."""
        ...

    def of_topic(self, domain_id: int, topic_key: str, before_id: int, limit: int) -> list[int]:
        """The newest facts of the topic, superseded and retired ones left out."""
        ...

    def on_observation(self, observation_id: int, before_id: int, limit: int) -> list[int]:
        """The newest facts that rest on the observation."""
        ...

    def on_source(self, observation_id: int, before_id: int, limit: int) -> list[int]:
        """Facts that rest on other observations of the same named source, of the `limit` next before and after it.

        Those on the nearest come first. `agent`, the source where none was named, is none.
        """
        ...

    def holding(
        self, terms: Collection[str], before_id: int, most: int, hidden_domain_ids: Collection[int]
    ) -> list[int] | None:
        """The facts whose text holds one of the analyser's terms, newest first; None where more than `most` do.

        Those of hidden domains aren't there. A term that fills the memory is followed through the newest texts only. At
        least one term is given.
        """
        ...

    def with_topic_words(
        self, domain_id: int, words: Sequence[Collection[str]], before_id: int, limit: int
    ) -> list[int]:
        """The newest facts of the domain whose topic holds every word, by one of its terms; only standing ones.

        Words that fill the topics of the memory are followed through the newest only. At least one word is given.
        """
        ...

    def standing(self, fact_ids: Collection[int], hidden_domain_ids: Collection[int]) -> set[int]:
        """Those that are neither superseded nor retired, nor of a hidden domain."""
        ...
