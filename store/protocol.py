"""What a store offers, whatever stands behind it: a contract that `tests/store/test_contract_*.py` holds every one to.

It is one long file because it is one contract: whoever writes another store reads it from top to bottom.

A use case is a plain function of a `Transaction`. The store runs it as one transaction, in one call on a thread of its
own: all of it is kept, or none. Inside it nothing waits for anything but the database.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Any, Protocol, TypeVar

from . import model
from .rules.calendar_spans import Span

T = TypeVar("T")


class Domains(Protocol):
    """Domains by name and scope."""

    def get(self, scope: model.Scope) -> model.Domain | None: ...
    def ensure(self, scope: model.Scope) -> tuple[model.Domain, bool]:
        """The domain, and whether it was created now."""
        ...

    def scopes(self) -> dict[int, model.Scope]:
        """The scope of every domain by its id, in the order of `list` and without its counts, which cost far more."""
        ...

    def list(self) -> list[model.Domain]:
        """All domains with their counts of active facts and policies, by name and repo."""
        ...


class Grants(Protocol):
    """Who may do what where, as set; what follows from it is `rules.access`."""

    def list(self) -> list[model.Grant]: ...
    def set(self, grant: model.Grant) -> None: ...
    def delete(self, role: str, domain: str) -> bool:
        """Whether there was one."""
        ...


class Settings(Protocol):
    """Settings that differ from their defaults, as JSON values."""

    def all(self) -> dict[str, Any]: ...
    def set(self, name: str, value: Any) -> None: ...
    def delete(self, name: str) -> bool: ...


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


class Policies(Protocol):
    """Policies; a change of the rule is a new one."""

    def get(self, policy_id: int) -> model.Policy | None: ...
    def insert(self, policy: model.NewPolicy) -> model.Policy: ...
    def active(self) -> list[model.Policy]:
        """Active policies, oldest first."""
        ...

    def same_active(self, domain_id: int, rule_key: str) -> model.Policy | None:
        """The oldest active policy of that very rule in the domain."""
        ...

    def predecessors(self, policy_id: int) -> list[int]:
        """Policies that this one superseded."""
        ...

    def end(self, policy_id: int, *, superseded_by: int | None, reason: str | None) -> None:
        """Make it superseded, or inactive without a successor; one that has ended stays as it ended."""
        ...

    def resume(self, policy_id: int) -> None:
        """Let it hold again, whatever ended it or kept it waiting."""
        ...

    def page(self, listing: model.PolicyListing, before_id: int | None, limit: int) -> list[model.Policy]:
        """The next policies of a list, newest first."""
        ...


class NotesBook(Protocol):
    """One notebook an agent."""

    def get(self, agent: str) -> model.Notes: ...
    def put(self, agent: str, text: str, version: int) -> model.Notes:
        """Replace the notebook; whether `version` fits is for the caller to see, in the same transaction."""
        ...

    def all(self) -> list[model.Notes]:
        """Every notebook that was ever written, by agent."""
        ...


class Observations(Protocol):
    """What was seen; private to its agent until a fact cites it."""

    def get(self, observation_id: int) -> model.Observation | None: ...
    def get_many(self, observation_ids: Collection[int]) -> dict[int, model.Observation]: ...
    def insert(self, observation: model.NewObservation) -> model.Observation: ...
    def latest(self, agent: str, session: str, source: str) -> str | None:
        """What the agent last saw in the session at the source: what the next one there is embedded with."""
        ...

    def cited(self, observation_ids: Collection[int], hidden_domain_ids: Collection[int] = ()) -> set[int]:
        """Those that a fact of a visible domain cites."""
        ...

    def last_active(self, agent: str, count: int) -> list[model.Observation]:
        """The agent's last active observations, newest last."""
        ...

    def of_task(self, agent: str, task: str | None) -> list[model.Observation]:
        """The agent's observations of the task (None: of all tasks), at most 10,000, newest first."""
        ...

    def pending(self, agent: str | None) -> list[model.Observation]:
        """Observations that no consolidation has taken yet, oldest first, at most 10,000; None is every agent."""
        ...

    def count_pending(self, agent: str) -> int:
        """How many active observations of the agent no consolidation has taken yet."""
        ...

    def candidates(
        self, scores: Mapping[int, float], *, agent: str, at: datetime | None, hidden_domain_ids: Collection[int]
    ) -> list[model.Candidate]:
        """Those that `Search.observations` would search, with these scores, the highest first, then the newer."""
        ...

    def beside(self, observation_ids: Collection[int], agent: str, at: datetime | None) -> dict[int, tuple[int, ...]]:
        """What the agent saw just before and after each of its own, in one session and source; with `at`, by then."""
        ...

    def places(self, observation_ids: Collection[int]) -> dict[int, tuple[str, str, str]]:
        """Agent, session and source of each observation: those that share all three were seen in one go."""
        ...

    def mark_consolidated(self, observation_ids: Collection[int]) -> None: ...


class HotItems(Protocol):
    """What `remember` was told."""

    def get(self, item_id: int) -> model.HotItem | None: ...
    def insert(self, item: model.NewHotItem) -> model.HotItem: ...
    def pending(self, agent: str | None) -> list[model.HotItem]:
        """Items neither promoted nor dropped, expired ones included, oldest first; of every agent with None."""
        ...

    def promote(self, item_id: int, fact_id: int) -> None: ...
    def drop(self, item_id: int) -> None: ...


class Conflicts(Protocol):
    """Recorded contradictions; one pair has at most one open."""

    def get(self, conflict_id: int) -> model.Conflict | None: ...
    def insert(self, conflict: model.NewConflict, resolved_by: str | None = None) -> model.Conflict:
        """Record it, settled when it names a winner; `StoreError` where a pair would have two open ones."""
        ...

    def of_pair(self, fact_id: int, other_id: int) -> list[model.Conflict]:
        """Every conflict of the pair, either way round, oldest first."""
        ...

    def of_fact(self, fact_id: int) -> list[model.Conflict]:
        """Every conflict of the fact, whichever side it is on, oldest first."""
        ...

    def open_of(self, fact_ids: Collection[int], at: datetime | None = None) -> list[model.Conflict]:
        """Conflicts that touch one of the facts, open now (or at `at`) between two that hold, oldest first."""
        ...

    def list(
        self,
        *,
        status: model.ConflictStatus | None,
        domain_name: str | None,
        repo: str | None,
        hidden_domain_ids: Collection[int],
        offset: int,
        limit: int,
    ) -> list[model.Conflict]:
        """Open ones first, then the newest; `repo` None is every scope, `""` the workspace-wide one.

        The domain is that of either fact; a conflict with a fact of a hidden domain stays hidden.
        """
        ...

    def resolve(self, conflict_id: int, winner: model.Keep, *, rule: str, reason: str | None, by: str) -> None:
        """Settle it; one that is settled stays as it was settled."""
        ...


class Edges(Protocol):
    """Links between facts of the whole workspace. What of them a reader may see is for a filter to say."""

    def link(self, edge: model.Edge, since: datetime | None = None) -> None:
        """Link two facts, from now on or since then; a link of that kind that is there gets the new weight."""
        ...

    def of(self, fact_id: int) -> list[model.Edge]:
        """Every link of the fact: the strongest first, then that to the newer fact, then by kind."""
        ...

    def around(self, fact_ids: Collection[int], per_fact: int, where: model.FactFilter) -> dict[int, list[model.Edge]]:
        """Of each fact the first `per_fact` links in the order of `of` whose other end `where` lets through.

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


class Versions(Protocol):
    """The version register: source -> current revision. It has two keepers, the host and git.

    What git keeps is by repository and path, is judged apart from the host's entries, and is no change of anybody's.
    """

    def all(self) -> dict[str, str]:
        """The host's entries."""
        ...

    def set(self, source: str, revision: str) -> None:
        """Make or change an entry of the host's."""
        ...

    def delete(self, source: str, repo: str = "") -> bool:
        """Whether there was an entry, of the host's or of a repository's."""
        ...

    def entries(self) -> list[model.RegisterEntry]:
        """Everything, the host's first, by repository and source."""
        ...

    def followed(self, repo: str, root: str) -> list[model.FollowedFile]:
        """Git's entries of a repository, by path, with what is known of the files in one working tree."""
        ...

    def of_files(self, repo: str, sources: Collection[str]) -> dict[str, str | None]:
        """Git's entries of files that have one."""
        ...

    def set_file(self, repo: str, source: str, revision: str | None) -> None:
        """Say what a file holds now; None: it is gone."""
        ...

    def keep_stamps(self, root: str, stamps: Collection[model.FileStamp]) -> None:
        """Remember what needn't be read again in a working tree; of one not looked at for long it is forgotten."""
        ...


class Lapses(Protocol):
    """Why something holds no longer: fact, observations that it rests on, observations that these sum up."""

    def of_facts(self, fact_ids: Collection[int]) -> dict[int, list[model.Lapse]]:
        """What has lapsed of what each fact rests on; the fact is stale when it is everything."""
        ...

    def of_observations(self, observation_ids: Collection[int]) -> dict[int, list[model.Lapse]]:
        """What has lapsed of each observation and of what it sums up."""
        ...


class Audit(Protocol):
    """The log of changes; it only grows."""

    def append(self, entry: model.AuditEntry) -> int: ...
    def of_subject(self, subject: str) -> list[model.AuditEntry]: ...
    def of_batch(self, batch_id: int) -> list[model.AuditEntry]:
        """Everything logged in a batch, oldest first."""
        ...

    def latest(self, limit: int) -> list[model.AuditEntry]:
        """The last entries, newest first."""
        ...

    def page(self, where: model.AuditFilter, before_id: int | None, limit: int) -> list[model.AuditEntry]:
        """The next entries that fit, newest first."""
        ...

    def summary(self, batch_id: int, limit: int) -> tuple[int, list[str]]:
        """How many entries a batch has, and its first subjects, without reading what they say."""
        ...


class Batches(Protocol):
    """Changes that were made together and can be undone together.

    Whatever a transaction changes belongs to one batch, which begins with the first row that really changes; rows,
    states and audit entries carry it by themselves.
    """

    @property
    def at_hand(self) -> int | None:
        """The batch of this transaction; None while nothing was changed."""
        ...

    def describe(self, kind: str, agent: str, *, is_open: bool = False, undoes: int | None = None) -> None:
        """What the batch of all changes from here on is; an open one goes on until it is finished."""
        ...

    def resume(self, batch_id: int) -> None:
        """Let what this transaction changes belong to a batch that was begun before."""
        ...

    def finish(self, batch_id: int) -> None: ...
    def get(self, batch_id: int) -> model.Batch | None: ...
    def latest(
        self, limit: int, before_id: int | None = None, *, kind: str | None = None, agent: str | None = None
    ) -> list[model.Batch]:
        """The last batches, newest first; only those of a kind or of an agent, when asked."""
        ...

    def unfinished(self) -> list[model.Batch]:
        """Open batches, oldest first."""
        ...

    def facts(self, batch_id: int) -> list[model.FactChange]:
        """What the batch did to each fact, by id."""
        ...

    def rows(self, batch_id: int) -> list[model.RowChange]:
        """What the batch did to each other row, in the order in which it touched them."""
        ...

    def stands(self, change: model.RowChange) -> bool:
        """Whether the row is still as the batch left it."""
        ...

    def put_back(self, changes: Sequence[model.RowChange]) -> None:
        """Make each row what it was before; one that holds a text is taken out of use where it would be deleted."""
        ...

    def mark_undone(self, batch_id: int, undone_by: int | None) -> None:
        """Say which batch put it back; None: it is in force again."""
        ...


class Decisions(Protocol):
    """The log of `decide`."""

    def insert(self, decision: model.Decision) -> int: ...
    def latest(self, limit: int, before_id: int | None = None, *, changed_only: bool = False) -> list[model.Decision]:
        """The last decisions, newest first; only those that memory changed, or only those before one, when asked."""
        ...

    def counts(self) -> model.DecisionCounts: ...


class Reviews(Protocol):
    """Samples of facts that a person marked; at most one review is open."""

    def begin(self, review: model.NewReview) -> model.Review:
        """Keep the sample as an open review under a number of its own; `StoreError` while another is open."""
        ...

    def extend(self, review_id: int, facts: Sequence[model.SampledFact]) -> None:
        """Put more facts behind those of an open review."""
        ...

    def close(self, review_id: int) -> None:
        """Let its marks be as they are from now on."""
        ...

    def get(self, review_id: int) -> model.Review | None: ...
    def latest(self, limit: int) -> list[model.Review]:
        """The last reviews, newest first, closed or not."""
        ...

    def mark(self, review_id: int, fact_id: int, mark: model.Mark | None, by: str) -> None:
        """Say what is found of a fact of the sample, or take it back; nothing happens to a closed review's."""
        ...


class Resolutions(Protocol):
    """Conflicts that were settled by a rule without anybody being asked, and what a person found of that.

    A person overturns one outright, by undoing the batch that settled it, or by having the same text put above the
    winner later; whoever lets the winner win once more confirms it.
    """

    def get(self, conflict_id: int) -> model.Resolution | None:
        """None also for a conflict that is open or was settled by somebody."""
        ...

    def latest(
        self, limit: int, before_id: int | None = None, *, is_found: bool | None = None
    ) -> list[model.Resolution]:
        """The newest first; only those on which something was found, or nothing yet, when asked."""
        ...

    def find(self, conflict_id: int, finding: model.Finding, by: str) -> None:
        """Keep what a person finds of it, in place of what was found before."""
        ...

    def counts(self) -> list[model.ResolutionCount]:
        """By rule, in the order in which rules apply; rules that settled nothing are left out."""
        ...


class Search(Protocol):
    """The full-text index. Any text is a valid query; one without words finds nothing."""

    def facts(self, query: str, where: model.FactFilter, limit: int) -> list[model.Candidate]: ...
    def observations(
        self, query: str, *, agent: str, at: datetime | None, hidden_domain_ids: Collection[int], limit: int
    ) -> list[model.Candidate]:
        """The agent's own observations, and those that a fact of a visible domain cites; with `at`, made by then."""
        ...

    def facts_of_time(self, span: Span, where: model.FactFilter, limit: int) -> list[model.Candidate]:
        """Facts that were written or last supported in the span, the newest first; their scores are 0."""
        ...

    def observations_of_time(
        self, span: Span, *, agent: str, at: datetime | None, hidden_domain_ids: Collection[int], limit: int
    ) -> list[model.Candidate]:
        """Those of `observations` that were recorded in the span, the newest first; their scores are 0."""
        ...

    def fact_times(self, fact_ids: Sequence[int]) -> dict[int, model.FactTimes]:
        """The times of facts as they stand now."""
        ...

    def ideal(self, query: str, held: Collection[str]) -> float:
        """The score of a text of ordinary length that holds every word of the query once; 0 without a word.

        A word of which no form is among `held` counts as one that no text holds, however many do.
        """
        ...

    def terms(self, candidates: Sequence[model.Candidate], *, with_topic: bool = True) -> list[list[str]]:
        """The terms of topic and content, or of content alone, by which each candidate is found."""
        ...

    def texts(self, candidates: Sequence[model.Candidate]) -> dict[model.Key, str]:
        """What each candidate says, by kind and id."""
        ...


class Vectors(Protocol):
    """Vectors of facts' and observations' passages, by model; one model's are never compared with another's.

    A row that is inserted while `Store.write` holds its vector has it at once; every other one is `missing` until it is
    added. What is deleted takes its vectors along. A model or a vector of another dimension than the stored one's is
    refused with `WrongDimension`.
    """

    def nearest_facts(
        self, model: model.VectorModel, vector: model.Vector, where: model.FactFilter, limit: int
    ) -> list[model.Candidate]:
        """The visible facts nearest to the vector, `score` being the cosine, the newer first where it is equal."""
        ...

    def nearest_observations(
        self,
        model: model.VectorModel,
        vector: model.Vector,
        *,
        agent: str,
        at: datetime | None,
        hidden_domain_ids: Collection[int],
        limit: int,
    ) -> list[model.Candidate]:
        """The nearest among the observations that `Search.observations` would search."""
        ...

    def of(
        self, model: model.VectorModel, candidates: Sequence[model.Candidate], agent: str
    ) -> dict[model.Key, model.Vector]:
        """The vectors of candidates, as the agent may compare them; one that has none yet is absent."""
        ...

    def nearness(
        self, model: model.VectorModel, vector: model.Vector, candidates: Sequence[model.Candidate], agent: str
    ) -> dict[model.Key, float]:
        """The cosine of the vector with that of each candidate that `of` has one for.

        It costs little for a vector, the very same object, whose nearest this transaction has asked for already.
        """
        ...

    def at_hand(self, passage: str) -> model.PassageVector | None:
        """The vector that was made of a passage before this transaction, for a row that it may write."""
        ...

    def missing(self, model: model.VectorModel) -> int:
        """How many passages have no vector of this model."""
        ...

    def missing_of(
        self, model: model.VectorModel, agent: str, hidden_domain_ids: Collection[int], *, with_observations: bool
    ) -> int:
        """How many of the passages that the agent may be shown have no vector of this model."""
        ...

    def without(self, model: model.VectorModel, limit: int) -> list[model.Passage]:
        """Passages to embed next: facts first, then observations, the newest of each first."""
        ...

    def add(self, model: model.VectorModel, passages: Sequence[model.Passage], vectors: model.Vector) -> None:
        """Keep the vectors of passages, row by row; what was deleted meanwhile or has its vector is passed over."""
        ...

    def models(self) -> list[model.StoredModel]:
        """Every model that was ever added to and not dropped, oldest first."""
        ...

    def drop(self, model_name: str) -> None:
        """Forget a model with all of its vectors."""
        ...


class Leases(Protocol):
    """Work that one process does at a time. A lease that isn't renewed ends by itself."""

    def take(self, name: str, holder: str, seconds: float) -> bool:
        """Hold it for so long from now, also when it was held already; False while another holder has it."""
        ...

    def release(self, name: str, holder: str) -> None:
        """Give it up; nothing happens to another holder's."""
        ...

    def held(self, name: str) -> model.Lease | None:
        """Who has it now."""
        ...


class Upkeep(Protocol):
    """How the making of vectors goes, for those who make them and for a person who asks."""

    def note_use(self, model: model.VectorModel) -> None:
        """The model is some process's own now; one of which that was never noted counts as in use until now."""
        ...

    def uses(self) -> dict[str, datetime]:
        """When each model was last noted to be in use, by name, the longest ago first."""
        ...

    def refuse(self, model: model.VectorModel, passage: model.Passage, reason: str) -> None:
        """The model makes no vector of the passage: it isn't missing any more. What has one, or is gone, is left."""
        ...

    def refusals(self, model_name: str, limit: int) -> list[model.Refusal]:
        """The newest refusals of a model."""
        ...

    def count_refused(self, model_name: str) -> int: ...
    def retry(self, model_name: str) -> int:
        """Let every refused passage be missing again; how many there were."""
        ...

    def note_trouble(self, reason: str) -> None:
        """Vectors can't be made, and why; it takes the place of what was noted before."""
        ...

    def clear_trouble(self) -> None: ...
    def trouble(self) -> model.Trouble | None:
        """What was noted and not cleared since."""
        ...


class Census(Protocol):
    """How much a memory holds."""

    def facts(self) -> list[model.FactCount]:
        """Every domain with its facts by state, by name and repo."""
        ...

    def holdings(self) -> model.Holdings: ...


class Transaction(Protocol):
    """Everything the store can do, at one moment `now`."""

    @property
    def now(self) -> datetime: ...
    @property
    def domains(self) -> Domains: ...
    @property
    def grants(self) -> Grants: ...
    @property
    def settings(self) -> Settings: ...
    @property
    def facts(self) -> Facts: ...
    @property
    def fact_pages(self) -> FactPages: ...
    @property
    def policies(self) -> Policies: ...
    @property
    def notes(self) -> NotesBook: ...
    @property
    def observations(self) -> Observations: ...
    @property
    def hot_items(self) -> HotItems: ...
    @property
    def conflicts(self) -> Conflicts: ...
    @property
    def edges(self) -> Edges: ...
    @property
    def kin(self) -> Kin: ...
    @property
    def versions(self) -> Versions: ...
    @property
    def lapses(self) -> Lapses: ...
    @property
    def audit(self) -> Audit: ...
    @property
    def batches(self) -> Batches: ...
    @property
    def decisions(self) -> Decisions: ...
    @property
    def reviews(self) -> Reviews: ...
    @property
    def resolutions(self) -> Resolutions: ...
    @property
    def search(self) -> Search: ...
    @property
    def vectors(self) -> Vectors: ...
    @property
    def leases(self) -> Leases: ...
    @property
    def upkeep(self) -> Upkeep: ...
    @property
    def census(self) -> Census: ...
    def attempt(self, part: Callable[[], T]) -> T:
        """Run a part that may fail without the rest: when it raises, what it wrote is undone and nothing else.

        What the database can't do comes out as `StoreError`.
        """
        ...


class Store(Protocol):
    """One workspace's memory."""

    async def read(self, work: Callable[[Transaction], T]) -> T:
        """Run `work` on one consistent snapshot; it can't write."""
        ...

    async def write(self, work: Callable[[Transaction], T], embedded: model.Embedded | None = None) -> T:
        """Run `work` in one transaction: what it wrote is durable when this returns, and nothing is when it raises.

        A fact or observation that it inserts gets its vector from `embedded`, when its passage is there.
        """
        ...

    def rehearsal(self) -> AbstractAsyncContextManager[Store]:
        """A copy of the memory as it is now, for a run whose changes nobody keeps; it holds up nobody."""
        ...

    async def close(self) -> None: ...
