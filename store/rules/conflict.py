"""Are two facts of one domain and topic the same, opposed, or able to stand side by side? Pure text, no model."""

from .claims import Claim, agree_on_language, analyse_claim
from .claim_verdict import judge_claims
from .normal_forms import normalise_content, normalise_topic
from .relations import Coexist, Contradiction, NearDuplicate, Relation, SameText

__all__ = [
    "Claim",
    "Coexist",
    "Contradiction",
    "NearDuplicate",
    "Relation",
    "SameText",
    "analyse_claim",
    "compare",
    "compare_claims",
    "normalise_content",
    "normalise_topic",
]


def compare(old: str, new: str) -> Relation:
    """What the new text is to the old one."""
    return compare_claims(analyse_claim(old), analyse_claim(new))


def compare_claims(old: Claim, new: Claim) -> Relation:
    """As `compare`, for claims already analysed.

    The kind of answer doesn't depend on which of the two came first; only the evidence is told from old to new.
    """
    if old.key == new.key:
        return SameText()
    return judge_claims(*agree_on_language(old, new))
