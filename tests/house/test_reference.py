"""The reference pages say what the code declares."""

from pathlib import Path
from typing import cast

import pytest
import reference
from palimpsest.server import rpc_examples
from palimpsest.server.rpc_methods import methods
from palimpsest.store.model import Caller
from palimpsest.store.protocol import Store
from palimpsest.tools.desk import Desk


@pytest.mark.parametrize(
    ("page", "render"),
    [("tools.md", reference.tools_page), ("settings.md", reference.settings_page), ("rpc.md", reference.rpc_page)],
)
def test_the_reference_is_what_the_code_declares(page: str, render: object):
    written = (reference.DOCS / page).read_text(encoding="utf-8")
    assert callable(render)
    assert written == render(), "run: python tests/support/reference.py"


def test_the_reference_names_all_sixteen_tools():
    assert Path(reference.DOCS / "tools.md").read_text(encoding="utf-8").count("\n## ") == 16


def test_the_reference_shows_a_call_of_every_method_that_the_method_takes():
    offered = {one.name: one for one in methods(Desk(cast("Store", None), Caller()))}
    assert rpc_examples.EVERY.keys() == offered.keys()
    for name, params in rpc_examples.EVERY.items():
        assert offered[name].signature.take(params).keys() == params.keys()
