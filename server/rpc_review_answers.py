"""What `memory_review.*` answers: the parts of what the modules of reviews and resolutions under `tools/` tell."""

from __future__ import annotations

from typing import TypedDict

from ..tools.conflict_details import ConflictDetail


class ReviewRow(TypedDict):
    """A review without its facts."""

    id: int
    by: str
    started: str
    closed: str | None
    seed: int
    population: int
    sampled: int
    marked: int
    correct: int
    wrong: int
    outdated: int


class SampledSource(TypedDict):
    """What a sampled fact rests on."""

    id: str
    content: str
    agent: str
    veracity: str
    source: str
    revision: str | None
    created: str
    is_active: bool


class SampledRow(TypedDict):
    """A fact to be judged; `stands` says in a word or two what became of it."""

    id: str
    domain: str
    topic: str
    content: str
    agent: str
    role: str
    created: str
    supported: str
    memory_type: str
    veracity: str
    confidence: float
    mentions: int
    valid_until: str | None
    stands: str
    sources: list[SampledSource]
    more_sources: int
    mark: str | None
    marked_by: str | None


class Sample(TypedDict):
    """A review with its facts, and how many wait for a mark."""

    review: ReviewRow
    unmarked: int
    facts: list[SampledRow]


class MarkOfFact(TypedDict):
    """What a fact of a sample is found to be, by whom and when; nulls before."""

    id: str
    mark: str | None
    by: str | None
    at: str | None


class Marks(TypedDict):
    """A review with the marks of its sample, in its order; `erased` facts are not among them. Null: there is none."""

    review: ReviewRow | None
    unmarked: int
    erased: int
    facts: list[MarkOfFact]


class Marked(Sample):
    """The sample, and whose other marks of the same facts were `replaced`."""

    replaced: list[MarkOfFact]


class Precision(TypedDict):
    """The share of correct facts, and between which bounds it lies; `needed` is how many marks would make it sure."""

    verdict: str
    is_sure: bool
    share: float | None
    low: float | None
    high: float | None
    needed: int | None


class BadFact(TypedDict):
    """A fact that was marked wrong or outdated."""

    id: str
    mark: str
    by: str | None
    content: str | None
    agent: str | None
    is_active: bool


class ProposedSetting(TypedDict):
    """A threshold to raise; `holds` once it is."""

    name: str
    now: float
    proposed: float
    holds: bool


class Proposal(TypedDict):
    """What would make the memory better, and at what price."""

    settings: list[ProposedSetting]
    bad_kept_out: int
    good_lost: int
    precision_then: float


class DecisionCounts(TypedDict):
    """How many decisions were carried by facts, fell to their default, and were changed by memory."""

    total: int
    carried: int
    by_default: int
    changed: int


class RuleCounts(TypedDict):
    """How often a rule settled a contradiction by itself, and what became of that."""

    rule: str
    settled: int
    confirmed: int
    overturned: int


class ResolutionCounts(TypedDict):
    """The same of all rules; `open`: nobody has looked at them."""

    settled: int
    confirmed: int
    overturned: int
    open: int
    rules: list[RuleCounts]


class EarlierReview(ReviewRow):
    """A review before the one that is reported."""

    precision: Precision


class Report(TypedDict):
    """How good the memory is; `review` is null while there is none."""

    review: ReviewRow | None
    precision: Precision
    bad_facts: list[BadFact]
    proposal: Proposal | None
    decisions: DecisionCounts
    resolutions: ResolutionCounts
    earlier: list[EarlierReview]


class RaisedSetting(TypedDict):
    """A setting before and after."""

    name: str
    before: object
    after: object


class Applied(TypedDict):
    """The thresholds that were raised."""

    settings: list[RaisedSetting]
    batch_id: str | None


class Retired(TypedDict):
    """The facts that were taken back."""

    retired: list[str]
    batch_id: str | None


class ResolutionPage(TypedDict):
    """A page of them, newest first."""

    resolutions: list[ConflictDetail]
    next_cursor: str | None


class ResolutionFound(TypedDict):
    """The contradiction with what was found of it."""

    resolution: ConflictDetail | None
    batch_id: str | None


class DecisionRow(TypedDict):
    """A choice, and what memory had to do with it."""

    id: int
    at: str | None
    agent: str
    question: str
    options: list[str]
    choice: str
    without_memory: str
    changed_by_memory: bool
    facts: list[str]


class DecisionPage(TypedDict):
    """A page of them, newest first."""

    decisions: list[DecisionRow]
    next_cursor: str | None
