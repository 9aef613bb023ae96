"""What the tools answer, as the clients see it. Ids are strings, times UTC text, shares 0 to 1."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from .shapes import Unlisted

SIDE = "id, content, agent, veracity, confidence, age_days"


class Why(TypedDict):
    """What made a hit's score: the rank in each voice, what that and the other parts add, and what scales the sum."""

    lexical: NotRequired[float]
    lexical_rank: NotRequired[int]
    semantic: NotRequired[float]
    semantic_rank: NotRequired[int]
    graph: NotRequired[float]
    graph_rank: NotRequired[int]
    graph_via: NotRequired[str]
    temporal: NotRequired[float]
    temporal_rank: NotRequired[int]
    source: NotRequired[float]
    named: NotRequired[float]
    fused: float
    decay: float
    confidence: float
    repo: float
    score: float


class Hit(TypedDict):
    """One search result."""

    id: str
    domain: str | None
    repo: str | None
    topic: str
    content: str
    confidence: float
    memory_type: str
    veracity: str
    age_days: float
    contested: str | None
    stale: bool
    superseded_by: str | None
    retired: str | None
    why: NotRequired[Annotated[Why, Unlisted()]]


class Voice(TypedDict):
    """What one way of searching found, or why it said nothing."""

    found: int
    missing: NotRequired[int]
    silent: NotRequired[str]


class Found(TypedDict):
    """A page of hits."""

    hits: list[Hit]
    voices: dict[str, Voice]
    scope: str
    next_cursor: str | None
    hint: NotRequired[str]


class Side(TypedDict):
    """One fact of a conflict."""

    id: str
    content: str
    agent: str
    veracity: str
    confidence: float
    age_days: float


class ConflictAnswer(TypedDict):
    """A contradiction: what differs, who won by which rule, or what to ask."""

    id: str
    status: str
    domain: str
    topic: str
    old: Annotated[Side, Unlisted(), SIDE]
    new: Annotated[Side, Unlisted()]
    evidence: str
    rule: str
    winner: str | None
    question: NotRequired[str]


class ConflictBrief(TypedDict):
    """A contradiction as a write reports it; list_memory_conflicts has both texts."""

    id: str
    old_id: str
    new_id: str
    evidence: str
    rule: str
    winner: str | None


class Proposed(TypedDict):
    """What became of a proposed fact."""

    fact_id: str
    outcome: str
    conflicts: list[ConflictBrief]
    question: NotRequired[str]
    note: NotRequired[str]


class Replaced(TypedDict):
    """Which took the place of which; `new_id` is null after a retraction."""

    old_id: str
    new_id: str | None
    outcome: NotRequired[str]
    conflicts: NotRequired[list[ConflictBrief]]
    question: NotRequired[str]
    note: NotRequired[str]


class ReplacedPolicy(TypedDict):
    """Which took the place of which; `new_id` is null when the policy was only deactivated."""

    old_id: str
    new_id: str | None
    note: NotRequired[str]


class PolicyAnswer(TypedDict):
    """The policy that holds."""

    policy_id: str
    note: NotRequired[str]


class Remembered(TypedDict):
    """The item that waits to become a fact."""

    item_id: str
    expires: str
    note: NotRequired[str]


class Observed(TypedDict):
    """The observation that was recorded."""

    observation_id: str
    expires: str | None
    note: NotRequired[str]


class Notebook(TypedDict):
    """The notebook as it is now."""

    notes: str
    version: int
    characters: int
    note: NotRequired[str]


class ConflictList(TypedDict):
    """A page of conflicts."""

    conflicts: list[ConflictAnswer]
    next_cursor: str | None


class LeftOut(TypedDict):
    """Something that was not selected, and why."""

    id: str
    why: str


class Selected(TypedDict):
    """A context within its budget."""

    selected: list[str]
    text: str
    used_chars: int
    tokens_estimate: int
    left_out: list[LeftOut]


class Refreshed(TypedDict):
    """What lapses by the version register."""

    dropped: list[str]
    stale: list[str]
    only_report: bool
    note: NotRequired[str]


class Decided(TypedDict):
    """A choice and what memory had to do with it."""

    choice: str
    facts: list[str]
    without_memory: str
    changed_by_memory: bool


class Preamble(TypedDict):
    """The launch preamble and the characters of its parts."""

    text: str
    parts: dict[str, int]


class Pending(TypedDict):
    """Something that waits for consolidation."""

    id: str
    text: str
    veracity: str
    age_days: float
    domain: NotRequired[str]
    topic: NotRequired[str]


class Consolidated(TypedDict):
    """What consolidation did, or with `dry_run` would do; `pending` waits for `candidates` as `answer_form` says."""

    considered: int
    created: list[str]
    reinforced: list[str]
    merged: list[str]
    retired: list[str]
    waiting: list[LeftOut]
    pending: Annotated[list[Annotated[Pending, Unlisted()]], "id, text, veracity, age_days, domain, topic"]
    answer_form: NotRequired[str]
    batch_id: str | None
    note: NotRequired[str]


class Belief(TypedDict):
    """What is believed about something, and by whom."""

    fact: str
    content: str
    authors: list[str]
    agreement: float


class Harmonized(TypedDict):
    """Beliefs across authors, and where they contradict each other."""

    beliefs: list[Belief]
    contradictions: list[ConflictBrief]
    batch_id: str | None
    note: NotRequired[str]
