"""Are two facts of one domain and topic the same, opposed, or able to stand side by side? Pure text, no model."""

from .claim_parts import Claim
from .normal_forms import normalise_content, normalise_topic
from .relations import ARROW, Coexist, Contradiction, NearDuplicate, Relation, SameText

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

# The word lists and the rules are loaded by the first comparison: a server that only reads never needs them at start.


def compare(old: str, new: str) -> Relation:
    """What the new text is to the old one."""
    return compare_claims(analyse_claim(old), analyse_claim(new))


def analyse_claim(text: str) -> Claim:
    """The claim that the text makes, to be compared with many; any text at all is taken.

    The first call of a process loads the rules (some 50 ms): make it before a transaction begins.
    """
    from . import claims

    return claims.analyse_claim(text)


def compare_claims(old: Claim, new: Claim) -> Relation:
    """As `compare`, for claims already analysed.

    The answer doesn't depend on which of the two came first; only the evidence is told from old to new.
    """
    if old.key == new.key:
        return SameText()
    from . import claim_verdict

    if old.key < new.key:
        return claim_verdict.judge_claims(old, new)
    verdict = claim_verdict.judge_claims(new, old)
    return _turn_around(verdict) if isinstance(verdict, Contradiction) else verdict


def _turn_around(verdict: Contradiction) -> Contradiction:
    after, _, before = verdict.evidence.partition(ARROW)
    return Contradiction(f"{before}{ARROW}{after}", verdict.kind)
