"""What an agent answers to pending items: facts that it draws from them, as given and as read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, NotRequired, TypedDict

from ..store.errors import InvalidInput
from ..store.model import HotItem, MemoryType, Observation, Origin, Validity, Veracity
from ..store.rules.settlement import count_observed
from ..store.rules.veracity import weight
from .drafts import FactDraft
from .gate import Gate
from .hints import TypeLikeProposed, ValidityLikeProposed
from .ids import fact_id, parse_ids

Source = Observation | HotItem


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


@dataclass(frozen=True, slots=True)
class Candidate:
    """A candidate read: the fact it would be, what it rests on, and what it means for facts that are there."""

    place: str
    draft: FactDraft
    observation_ids: tuple[int, ...]
    item_ids: tuple[int, ...]
    supports: tuple[int, ...] = ()
    weakens: tuple[int, ...] = ()
    has_type: bool = False
    has_validity: bool = False
    is_clustered: bool = False
    """Nobody drew it: its text is that of one of its sources."""


def read_candidate(gate: Gate, number: int, given: CandidateInput, repo: str | None) -> Candidate:
    """The candidate, its texts through the write gate; `InvalidInput` names the part that can't be taken."""
    place = f"candidates[{number}]"
    sources = given["sources"]
    if not sources:
        raise InvalidInput(f"'{place}.sources' must name the pending items that say it, such as O45 or H7.")
    items = [source for source in sources if _is_item(source)]
    observations = [source for source in sources if not _is_item(source)]
    supports = parse_ids(given.get("supports", []), "F", f"{place}.supports")
    weakens = parse_ids(given.get("weakens", []), "F", f"{place}.weakens")
    contradicts = parse_ids(given.get("contradicts", []), "F", f"{place}.contradicts")
    _require_one_stance(place, supports, {*weakens, *contradicts})
    return Candidate(
        place=place,
        draft=FactDraft(
            scope=gate.scope(given["domain"], repo, f"{place}."),
            topic=gate.topic(given["topic"], f"{place}.topic"),
            content=gate.content(given["text"], f"{place}.text"),
            memory_type=given.get("memory_type", MemoryType.FACT),
            validity=given.get("validity", Validity.OPEN),
            valid_until=given.get("valid_until"),
            origin=Origin.CONSOLIDATED,
            contradicts=contradicts,
        ),
        observation_ids=parse_ids(observations, "O", f"{place}.sources"),
        item_ids=parse_ids(items, "H", f"{place}.sources"),
        supports=supports,
        weakens=weakens,
        has_type="memory_type" in given,
        has_validity="validity" in given or "valid_until" in given,
    )


def _require_one_stance(place: str, supports: Sequence[int], against: Collection[int]) -> None:
    """Refuse sources that are said to speak for a fact and against it."""
    both = [fact_id(number) for number in supports if number in against]
    if both:
        raise InvalidInput(f"'{place}' says that its sources speak for {', '.join(both)} and against it: name one.")


def draft_from(candidate: Candidate, items: Sequence[HotItem]) -> FactDraft:
    """The candidate's draft, with the type and the end that its remembered items had been given where it names none."""
    draft = candidate.draft
    if items and not candidate.has_type:
        draft = replace(draft, memory_type=items[0].memory_type)
    ends = [item.valid_until for item in items if item.valid_until is not None]
    if ends and not candidate.has_validity:
        draft = replace(draft, valid_until=min(ends).isoformat())
    return draft


def _is_item(source: str) -> bool:
    return source.strip()[:1] in ("H", "h")


def is_supported(sources: Sequence[Source], min_support: int) -> bool:
    """Whether enough was seen for a new fact: a few distinct observations, or one that a user stated."""
    return count_seen(sources) >= min_support or any(source.veracity is Veracity.STATED for source in sources)


def count_seen(sources: Sequence[Source]) -> int:
    """How many distinct things were seen: a summary is what it sums up, and nothing more."""
    items = sum(isinstance(source, HotItem) for source in sources)
    return items + count_observed(source for source in sources if isinstance(source, Observation))


def common_veracity(sources: Sequence[Source]) -> Veracity:
    """The commonest veracity of the sources; on a tie the lowest."""
    counts = Counter(source.veracity for source in sources)
    return max(counts, key=lambda veracity: (counts[veracity], -weight(veracity)))
