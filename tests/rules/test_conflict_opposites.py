"""Opposites that words in other forms or places tell."""

import pytest
from palimpsest.store.rules.conflict import Coexist, Contradiction, NearDuplicate, compare


@pytest.mark.parametrize(
    ("old", "new", "evidence"),
    [
        ("A szerver elindul minden este.", "A szerver nem indul el minden este.", None),
        ("A rendszer megállítja a feladatot.", "A rendszer nem állítja meg a feladatot.", None),
        ("We stopped using Jenkins.", "We use Jenkins.", "stopped using -> use"),
        ("We deploy on Fridays.", "We quit deploying on Fridays.", "deploy -> quit deploying"),
        ("At least two reviewers approve.", "At most two reviewers approve.", "least -> most"),
        ("Latency rose by 5%.", "Latency fell by 5%.", "rose -> fell"),
        ("MAX_RETRIES is 3.", "MAX_RETRIES is set to 5.", "3 -> 5"),
        ("timeout=30", "timeout=45", "30 -> 45"),
        ("The pool runs with --size=8.", "The pool runs with --size=16.", "8 -> 16"),
        ("严禁直接提交到主分支。", "允许直接提交到主分支。", "严禁 -> 允许"),
    ],
)
def test_an_opposite_or_another_value_in_another_form_contradicts(old: str, new: str, evidence: str | None) -> None:
    verdict = compare(old, new)

    assert isinstance(verdict, Contradiction)
    assert evidence is None or verdict.evidence == evidence


def test_an_assignment_says_what_a_sentence_says() -> None:
    assert isinstance(compare("timeout=30", "timeout is 30"), NearDuplicate)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Forbidden words are logged.", "Allowed words are logged."),
        ("size=8", "depth=8"),
        ("We stopped the old server.", "We use the old server."),
        ("Old builds are kept.", "New builds are kept."),
    ],
)
def test_opposed_attributes_and_other_names_coexist(old: str, new: str) -> None:
    assert isinstance(compare(old, new), Coexist)
