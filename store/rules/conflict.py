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
    "measure_nearness",
    "normalise_content",
    "normalise_topic",
]

# The word lists and the rules are loaded by the first comparison: a server that only reads never needs them at start.


def compare(old: str, new: str, nearness: float | None = None) -> Relation:
    """What the new text is to the old one; `nearness` as in `compare_claims`."""
    return compare_claims(analyse_claim(old), analyse_claim(new), nearness)


def analyse_claim(text: str) -> Claim:
    """The claim that the text makes, to be compared with many; any text at all is taken.

    The first call of a process loads the rules (some 50 ms): make it before a transaction begins.
    """
    from . import claims

    return claims.analyse_claim(text)


def compare_claims(old: Claim, new: Claim, nearness: float | None = None) -> Relation:
    """As `compare`, for claims already analysed.

    `nearness` says how near the passages of the two are for an embedder: 0 as unrelated texts are, 1 equal; None when
    there is none. It decides only whether texts without a difference that matters say the same in other words, or
    whether a difference that matters stands in a reworded sentence; alone it decides nothing.

    The answer doesn't depend on which of the two came first; only the evidence is told from old to new.
    """
    if old.key == new.key:
        return SameText()
    from . import claim_verdict

    if old.key < new.key:
        return claim_verdict.judge_claims(old, new, nearness)
    verdict = claim_verdict.judge_claims(new, old, nearness)
    return _turn_around(verdict) if isinstance(verdict, Contradiction) else verdict


def measure_nearness(cosine: float, unrelated: float) -> float:
    """The nearness of two vectors: 0 up to the cosine of unrelated texts, 1 for equal ones."""
    return min(1.0, max(0.0, (cosine - unrelated) / (1.0 - unrelated)))


def _turn_around(verdict: Contradiction) -> Contradiction:
    after, _, before = verdict.evidence.partition(ARROW)
    return Contradiction(f"{before}{ARROW}{after}", verdict.kind)
