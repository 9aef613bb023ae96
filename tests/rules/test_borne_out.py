"""A value that no source holds is told from one that is only written otherwise."""

import pytest
from palimpsest.store.rules.borne_out import strange_values


@pytest.mark.parametrize(
    ("text", "sources", "strange"),
    [
        ("The orders API listens on port 8081.", ["The orders API is on 8080."], ("8081",)),
        ("The orders API listens on port 8080.", ["Curl got an answer.", "It was moved to 8080."], ()),
        ("Postgres is at 15.2.", ["Postgres v15.2 was rolled out."], ()),
        ("Postgres is at 15.3.", ["Postgres v15.2 was rolled out."], ("15.3",)),
        ("The timeout is 30 minutes.", ["The timeout is 1,800 seconds."], ()),
        ("The timeout is 30 minutes.", ["The timeout is half an hour."], ()),
        ("The timeout is 40 minutes.", ["The timeout is half an hour."], ("40 minutes",)),
        ("Deploys need 2 approvals.", ["Deploys need two approvals."], ()),
        ("Deploys need two approvals.", ["Deploys need approvals by Ann and Bo."], ()),
        ("Es sind 2 Freigaben nötig.", ["Zwei Freigaben sind nötig."], ()),
        ("The freeze ends on 2027-03-05.", ["The freeze ends tomorrow."], ()),
        ("The files are 12 and 13.", ["The file is 12."], ("13",)),
        ("It is said to be fast.", [], ()),
        ("It has 3 parts.", [], ("3",)),
    ],
)
def test_only_a_value_that_no_source_holds_is_strange(text: str, sources: list[str], strange: tuple[str, ...]):
    assert strange_values(text, sources) == strange


def test_a_text_rests_on_itself():
    for text in ("Port 8080, v1.2.3, 30 ms, 4 GB, 99.9 %, 3–5 nodes, #12, 1e6", "四十二个节点 42 8080", "x" * 5000):
        assert strange_values(text, [text]) == ()
