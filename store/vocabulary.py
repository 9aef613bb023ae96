"""The words that a row may hold where only certain words are allowed. `store.model` hands them on."""

from enum import StrEnum


class Veracity(StrEnum):
    """Who says so; the order is from the most to the least trusted."""

    STATED = "stated"
    INFERRED = "inferred"
    IMPORTED = "imported"
    TOOL = "tool"


class MemoryType(StrEnum):
    """What kind of thing a fact says; it decides how fast confidence decays."""

    FACT = "fact"
    KNOWLEDGE = "knowledge"
    PREFERENCE = "preference"
    DECISION = "decision"
    INSTRUCTION = "instruction"
    PROFILE = "profile"
    RELATIONSHIP = "relationship"
    LEARNING = "learning"
    GOAL = "goal"
    ARTIFACT = "artifact"
    OBSERVATION = "observation"
    ERROR = "error"
    CONTEXT = "context"
    TRANSIENT = "transient"
    COMMITMENT = "commitment"
    EVENT = "event"
    REQUEST = "request"


class Validity(StrEnum):
    """Until when a fact holds: `permanent` never decays, `open` is the default, `until` ends at `valid_until`."""

    PERMANENT = "permanent"
    OPEN = "open"
    UNTIL = "until"


class Origin(StrEnum):
    """How a fact came in."""

    PROPOSED = "proposed"
    CONSOLIDATED = "consolidated"
    IMPORTED = "imported"


class RetiredReason(StrEnum):
    """Why a fact is no longer active although nothing replaced it."""

    FORGOTTEN = "forgotten"
    EXPIRED = "expired"
    DELETED = "deleted"


class LossReason(StrEnum):
    """Whether a fact that was replaced or taken back had never been true, or no longer is."""

    WRONG = "wrong"
    OUTDATED = "outdated"


class OnConflict(StrEnum):
    """What the caller of a fact write means to happen to facts that say otherwise."""

    AUTO = "auto"
    COEXIST = "coexist"
    SUPERSEDE = "supersede"
    ASK = "ask"


class Outcome(StrEnum):
    """What became of a proposed fact."""

    CREATED = "created"
    MENTIONED = "mentioned"
    SUPERSEDED_EXISTING = "superseded_existing"
    SUPERSEDED_BY_EXISTING = "superseded_by_existing"
    NEEDS_CONFIRMATION = "needs_confirmation"


class Keep(StrEnum):
    """How a conflict is settled."""

    NEW = "new"
    OLD = "old"
    BOTH = "both"


class ConflictStatus(StrEnum):
    """Whether a conflict still waits for somebody."""

    OPEN = "open"
    RESOLVED = "resolved"


class Standing(StrEnum):
    """How a fact stands, as lists tell them apart; `stale` and `contested` ones are active as well."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"
    RETIRED = "retired"
    STALE = "stale"
    CONTESTED = "contested"


class FactOrder(StrEnum):
    """What a list of facts is ordered by; `surest` and `least_sure` go by what is left of confidence."""

    NEWEST = "newest"
    OLDEST = "oldest"
    SUPPORTED = "supported"
    RECALLED = "recalled"
    TOPIC = "topic"
    SUREST = "surest"
    LEAST_SURE = "least_sure"


class Mark(StrEnum):
    """What a person finds of a fact in a review."""

    CORRECT = "correct"
    WRONG = "wrong"
    OUTDATED = "outdated"


class Finding(StrEnum):
    """What a person finds of a conflict that was settled without anybody being asked."""

    CONFIRMED = "confirmed"
    OVERTURNED = "overturned"


class Level(StrEnum):
    """What a grant allows a role in a domain."""

    NONE = "none"
    READ = "read"
    WRITE = "write"


class PolicyStatus(StrEnum):
    """Only an `active` policy reaches a preamble."""

    ACTIVE = "active"
    INACTIVE = "inactive"
    SUPERSEDED = "superseded"
    FLAGGED = "flagged"
    PENDING = "pending"


class EdgeKind(StrEnum):
    """What links two facts."""

    SUPERSEDES = "supersedes"
    SAME_SOURCE = "same_source"
    SAME_TOPIC = "same_topic"
    RELATED = "related"
    SAME_SESSION = "same_session"


class Kind(StrEnum):
    """What an observation is."""

    OBSERVATION = "observation"
    SUMMARY = "summary"


class LapseReason(StrEnum):
    """Why a source holds no longer what was seen at it."""

    CHANGED = "changed"
    GONE = "gone"
    UNREGISTERED = "unregistered"
    EXPIRED = "expired"


class RowKind(StrEnum):
    """A kind of row that a batch can put back, beside facts."""

    SOURCE = "source"
    MENTION = "mention"
    DOUBT = "doubt"
    EDGE = "edge"
    CONFLICT = "conflict"
    OBSERVATION = "observation"
    HOT_ITEM = "hot_item"
    POLICY = "policy"
    NOTES = "notes"
    GRANT = "grant"
    SETTING = "setting"
    VERSION = "version"
    FINDING = "finding"
