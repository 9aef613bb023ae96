"""Every shared case of context selection, as written."""

import copy
import json
from typing import Any

import pytest
from palimpsest.store.rules import selection
from shared_data import shared_path


def _cases() -> list[Any]:
    try:
        path = shared_path("vectors/context_selection.json")
    except pytest.skip.Exception as absent:
        return [pytest.param(None, marks=pytest.mark.skip(reason=str(absent)), id="absent")]
    cases: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return [pytest.param(case, id=f"{case['function']}: {case['note']}") for case in cases]


@pytest.mark.parametrize("case", _cases())
def test_shared_case_has_the_outcome_it_names(case: dict[str, Any]) -> None:
    function = getattr(selection, case["function"])
    before = copy.deepcopy(case["args"])
    if "error" in case:
        with pytest.raises(ValueError, match=r"^(records|versions|task|now|budget)"):
            function(*case["args"])
    else:
        assert function(*case["args"]) == case["result"]
    assert case["args"] == before
