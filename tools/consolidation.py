"""`consolidate_memory`: what agents saw becomes facts, and what no longer holds is retired (DESIGN 2.4).

The candidates come from the calling agent: the first call returns what is pending and the form to answer in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, NotRequired, TypedDict

from ..store.errors import InvalidInput, NotFound
from ..store.model import (
    DAY,
    Caller,
    Fact,
    FactFilter,
    HotItem,
    Kind,
    MemoryType,
    NewObservation,
    Observation,
    Origin,
    Outcome,
    RetiredReason,
    Validity,
    Veracity,
)
from ..store.protocol import Transaction
from ..store.rules.decay import effective_confidence
from ..store.rules.veracity import weakened, weight
from . import batches
from .answers import Consolidated, LeftOut, Pending
from .batches import Batch
from .declare import tool
from .desk import Desk
from .drafts import FactDraft, hidden_domains
from .fact_changes import log_fact, retire, support, visible_fact
from .fact_writes import write_fact
from .gate import Gate
from .hints import TypeLikeProposed, ValidityLikeProposed
from .ids import fact_id, item_id, observation_id, parse_id, parse_ids
from .scopes import exact_reach, write_scope
from .settings import Settings

NEW_CONFIDENCE = 0.5
MOST_CANDIDATES = 200
MOST_PENDING = 60
ALL_FACTS = 1_000_000
NOT_DONE = (
    "Not built yet: clustering near-equal statements without candidates, merging duplicate facts, the cap on "
    "consolidated facts of a domain."
)
ANSWER_FORM = (
    "Call again with candidates: one item for each thing worth keeping, with text, domain, topic and sources (ids of "
    "pending items that say it); leave out what isn't worth keeping."
)


class CandidateInput(TypedDict):
    """A fact that the calling agent draws from what is pending."""

    text: str
    domain: str
    topic: str
    sources: Annotated[list[str], "O45, H7"]
    memory_type: NotRequired[TypeLikeProposed]
    validity: NotRequired[ValidityLikeProposed]
    valid_until: NotRequired[str]
    supports: NotRequired[Annotated[list[str], "F12"]]
    weakens: NotRequired[list[str]]
    contradicts: NotRequired[list[str]]


class ConsolidationTools:
    """Making facts of what was seen."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @tool(core=True)
    async def consolidate_memory(
        self,
        domain: str | None = None,
        repo: str | None = None,
        dry_run: bool = False,
        candidates: Annotated[list[CandidateInput] | None, "your answer to pending"] = None,
    ) -> Consolidated:
        """Turn your observations and remembered items into facts; retire what expired or faded. The first call, without
        candidates, returns what is pending."""
        settings = await self._desk.settings()
        gate = Gate(settings)
        caller = self._desk.caller
        reach = exact_reach(domain, repo, caller)
        drafts = [_draft(gate, number, given, repo) for number, given in enumerate(candidates or [])]
        if len(drafts) > MOST_CANDIDATES:
            raise InvalidInput(f"'candidates' takes at most {MOST_CANDIDATES} items a call.")

        def work(tx: Transaction) -> Consolidated:
            where = FactFilter(tx.now, domain_name=reach.domain_name, repo=reach.repo, include_retired=True)
            return _Run(tx, caller, settings, where).consolidate(drafts, is_dry=dry_run)

        return await batches.run(self._desk, work, dry_run=dry_run)


class _Candidate(TypedDict):
    draft: FactDraft
    observation_ids: tuple[int, ...]
    item_ids: tuple[int, ...]
    supports: tuple[int, ...]
    weakens: tuple[int, ...]


def _draft(gate: Gate, number: int, given: CandidateInput, repo: str | None) -> _Candidate:
    place = f"candidates[{number}]"
    sources = given["sources"]
    observed = [source for source in sources if not source.strip().upper().startswith("H")]
    items = [source for source in sources if source.strip().upper().startswith("H")]
    if not sources:
        raise InvalidInput(f"'{place}.sources' must name the pending items that say it, such as O45 or H7.")
    return _Candidate(
        draft=FactDraft(
            scope=write_scope(given["domain"], repo),
            topic=gate.topic(given["topic"], f"{place}.topic"),
            content=gate.content(given["text"], f"{place}.text"),
            memory_type=given.get("memory_type", MemoryType.FACT),
            validity=given.get("validity", Validity.OPEN),
            valid_until=given.get("valid_until"),
            origin=Origin.CONSOLIDATED,
            contradicts=parse_ids(given.get("contradicts", []), "F", f"{place}.contradicts"),
        ),
        observation_ids=parse_ids(observed, "O", f"{place}.sources"),
        item_ids=tuple(parse_id(item, "H", f"{place}.sources") for item in dict.fromkeys(items)),
        supports=parse_ids(given.get("supports", []), "F", f"{place}.supports"),
        weakens=parse_ids(given.get("weakens", []), "F", f"{place}.weakens"),
    )


class _Run:
    """One consolidation in one transaction."""

    def __init__(self, tx: Transaction, caller: Caller, settings: Settings, where: FactFilter) -> None:
        self._tx = tx
        self._caller = caller
        self._settings = settings
        self._where = where
        self._batch = Batch(tx, caller, "consolidation")
        self._created: list[int] = []
        self._reinforced: list[int] = []
        self._waiting: list[LeftOut] = []

    def consolidate(self, candidates: Sequence[_Candidate], *, is_dry: bool) -> Consolidated:
        self._drop_expired()
        for number, candidate in enumerate(candidates):
            self._take(number, candidate)
        retired = self._retire()
        observations = self._tx.observations.pending(self._caller.agent)
        items = self._tx.hot_items.pending(self._caller.agent)
        answer = Consolidated(
            considered=len(observations) + len(items) + sum(map(_source_count, candidates)),
            created=[fact_id(number) for number in self._created],
            reinforced=[fact_id(number) for number in dict.fromkeys(self._reinforced)],
            merged=[],
            retired=[fact_id(number) for number in retired],
            waiting=self._waiting,
            pending=self._pending(observations, items),
            batch_id=None if is_dry else self._batch.finish(),
            note=f"Only a rehearsal, nothing was changed. {NOT_DONE}" if is_dry else NOT_DONE,
        )
        if answer["pending"]:
            answer["answer_form"] = ANSWER_FORM
        return answer

    def _drop_expired(self) -> None:
        for item in self._tx.hot_items.pending(self._caller.agent):
            if item.expires_at <= self._tx.now:
                self._tx.hot_items.drop(item.id)
        pending = self._tx.observations.pending(self._caller.agent)
        lapsed = [one.id for one in pending if not one.is_active(self._tx.now)]
        if lapsed:
            self._tx.observations.mark_consolidated(lapsed)

    def _take(self, number: int, candidate: _Candidate) -> None:
        observations = [self._own_observation(one) for one in candidate["observation_ids"]]
        items = [self._own_item(one) for one in candidate["item_ids"]]
        sources: list[Observation | HotItem] = [*observations, *items]
        if not self._is_supported(sources):
            needed = self._settings.whole("consolidation.min_support")
            why = f"rests on {len(sources)} observation(s), needs {needed} or one that a user stated"
            self._waiting.append(LeftOut(id=f"candidates[{number}]", why=why))
            return
        source_ids = (*candidate["observation_ids"], *(self._observed(item) for item in items))
        said = _common_veracity(sources)
        draft = replace(
            candidate["draft"],
            veracity=said,
            confidence=weight(said) if said is Veracity.STATED else NEW_CONFIDENCE,
            source_ids=source_ids,
            batch_id=self._batch.id,
        )
        written = write_fact(self._tx, self._caller, self._settings, draft)
        if written.rejected:
            why = f"says what was rejected as wrong ({fact_id(written.fact.id)}); ask your user"
            self._waiting.append(LeftOut(id=f"candidates[{number}]", why=why))
            return
        (self._reinforced if written.outcome is Outcome.MENTIONED else self._created).append(written.fact.id)
        for item in items:
            self._tx.hot_items.promote(item.id, written.fact.id)
        self._tx.observations.mark_consolidated(source_ids)
        self._support(candidate, said, source_ids)

    def _support(self, candidate: _Candidate, said: Veracity, source_ids: Sequence[int]) -> None:
        for number in candidate["supports"]:
            fact = self._active_fact(number)
            changed, is_counted = support(self._tx, self._caller, fact, said, source_ids)
            if is_counted:
                self._save(fact, changed, "supported")
                self._reinforced.append(number)
        for number in candidate["weakens"]:
            fact = self._active_fact(number)
            faded = weakened(effective_confidence(fact, self._tx.now), said)
            self._save(fact, replace(fact, confidence=faded, supported_at=self._tx.now), "weakened")

    def _save(self, before: Fact, after: Fact, change: str) -> None:
        self._tx.facts.save(after, change)
        log_fact(self._tx, self._caller, change, after, before, self._batch.id)

    def _retire(self) -> list[int]:
        """Facts whose time is over, and those that hardly anything speaks for any more."""
        now = self._tx.now
        least = self._settings.number("forgetting.min_confidence")
        hidden = hidden_domains(self._tx, self._caller)
        retired: list[int] = []
        for fact in self._tx.facts.active(replace(self._where, hidden_domain_ids=hidden), ALL_FACTS):
            if fact.retired_at is not None:
                continue
            why = _why_retire(fact, effective_confidence(fact, now), least, is_over=_is_over(fact, self._where))
            if why is not None:
                retire(self._tx, self._caller, fact, why, batch_id=self._batch.id)
                retired.append(fact.id)
        return retired

    def _active_fact(self, number: int) -> Fact:
        fact = visible_fact(self._tx, self._caller, number)
        if not fact.is_active(self._tx.now):
            raise InvalidInput(f"{fact_id(number)} is not active, so it can be neither supported nor weakened.")
        return fact

    def _own_observation(self, number: int) -> Observation:
        found = self._tx.observations.get(number)
        if found is None or found.agent != self._caller.agent:
            raise NotFound(f"There is no observation {observation_id(number)} of yours; call without candidates first.")
        return found

    def _own_item(self, number: int) -> HotItem:
        found = self._tx.hot_items.get(number)
        is_open = found is not None and found.promoted_to is None and found.dropped_at is None
        if found is None or found.agent != self._caller.agent or not is_open:
            raise NotFound(f"There is no pending item {item_id(number)} of yours; call without candidates first.")
        return found

    def _observed(self, item: HotItem) -> int:
        """The observation that keeps what the item said, so that the fact can rest on it."""
        observation = self._tx.observations.insert(
            NewObservation(
                agent=item.agent,
                role=item.role,
                session=item.session,
                content=item.content,
                veracity=item.veracity,
                source=f"remember {item_id(item.id)}",
                revision=None,
                task=None,
                kind=Kind.OBSERVATION,
                score=0.5,
                expires_at=None,
            )
        )
        return observation.id

    def _is_supported(self, sources: Sequence[Observation | HotItem]) -> bool:
        is_stated = any(source.veracity is Veracity.STATED for source in sources)
        return is_stated or len(sources) >= self._settings.whole("consolidation.min_support")

    def _pending(self, observations: Sequence[Observation], items: Sequence[HotItem]) -> list[Pending]:
        seen = [self._shown(observation_id(one.id), one) for one in observations]
        kept = [self._shown(item_id(one.id), one) for one in items]
        return (seen + kept)[:MOST_PENDING]

    def _shown(self, name: str, one: Observation | HotItem) -> Pending:
        age = round((self._tx.now - one.created_at) / DAY, 1)
        shown = Pending(id=name, text=one.content, veracity=one.veracity.value, age_days=age)
        if isinstance(one, HotItem):
            shown["domain"] = str(one.scope)
            shown["topic"] = one.topic
        return shown


def _source_count(candidate: _Candidate) -> int:
    return len(candidate["observation_ids"]) + len(candidate["item_ids"])


def _common_veracity(sources: Sequence[Observation | HotItem]) -> Veracity:
    """The commonest veracity of the sources; on a tie the lowest."""
    counts = Counter(source.veracity for source in sources)
    return max(counts, key=lambda veracity: (counts[veracity], -weight(veracity)))


def _is_over(fact: Fact, where: FactFilter) -> bool:
    return fact.valid_until is not None and fact.valid_until <= where.at


def _why_retire(fact: Fact, confidence: float, least: float, *, is_over: bool) -> RetiredReason | None:
    if is_over:
        return RetiredReason.EXPIRED
    if fact.validity is not Validity.PERMANENT and confidence < least:
        return RetiredReason.FORGOTTEN
    return None
