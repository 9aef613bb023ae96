"""Are two facts of one domain and topic the same, opposed, or able to stand side by side? Pure text, no model."""

from .claims import Claim, analyse_claim
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
    """As `compare`, for claims already analysed."""
    if old.key == new.key:
        return SameText()
    if old.words == new.words:
        return NearDuplicate("only punctuation differs")
    differing = [(a, b) for a, b in zip(old.words, new.words, strict=False) if a != b]
    if len(old.words) == len(new.words) and len(differing) == 1:
        before, after = differing[0]
        if before.isdecimal() and after.isdecimal():
            return Contradiction(f"{before} -> {after}", "number")
    return Coexist("nothing shows that both cannot hold")
