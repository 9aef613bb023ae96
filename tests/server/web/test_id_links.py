"""Ids in what a person is told are links; nothing else is."""

from __future__ import annotations

import pytest
from palimpsest.server.web.id_links import with_links


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("undo B7, edit F12.", 'undo <a href="/history/B7">B7</a>, edit <a href="/facts/F12">F12</a>.'),
        ("C2 and P3", '<a href="/conflicts/C2">C2</a> and <a href="/policies/P3">P3</a>'),
        ("F0, XF12, F12x, O45", "F0, XF12, F12x, O45"),
        ("<b>F1</b>", '&lt;b&gt;<a href="/facts/F1">F1</a>&lt;/b&gt;'),
        ("", ""),
    ],
)
def test_an_id_leads_to_what_it_names(text: str, shown: str) -> None:
    assert with_links(text, lambda place: f"/{place}") == f"<bdi>{shown}</bdi>"


def test_an_odd_character_is_no_id() -> None:
    shown = with_links("\uf123", lambda place: f"/{place}")
    assert "<a" not in shown
    assert "U+F123" in shown
