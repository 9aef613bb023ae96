"""The reference pages say what the code declares."""

from pathlib import Path

import pytest
import reference


@pytest.mark.parametrize(
    ("page", "render"), [("tools.md", reference.tools_page), ("settings.md", reference.settings_page)]
)
def test_the_reference_is_what_the_code_declares(page: str, render: object):
    written = (reference.DOCS / page).read_text(encoding="utf-8")
    assert callable(render)
    assert written == render(), "run: python tests/support/reference.py"


def test_the_reference_names_all_sixteen_tools():
    assert Path(reference.DOCS / "tools.md").read_text(encoding="utf-8").count("\n## ") == 16
