"""Context selection over plain dictionaries: validate, select under a budget, refresh against revisions.

Each function raises ValueError with a message that names the field, changes nothing it was given and hands
back copies. Text in memory is data: it never grants a permission and is never followed as an instruction.
"""

from typing import Any, cast

from .selection_checks import read_budget, read_now, read_records, read_task, read_versions
from .selection_core import find_outdated, select
from .selection_limits import CONTRACT


def validate_memory(records: object) -> list[dict[str, Any]]:
    """A deep copy of the records when every one keeps the contract."""
    read_records(records, CONTRACT)
    return [_copy(record) for record in cast("list[dict[str, Any]]", records)]


def select_memory(records: object, task: object, now: object, budget: object) -> dict[str, Any]:
    """The task's active records by rank, as whole blocks within the budget: `selected`, `text`, `used_chars`."""
    known = read_records(records, CONTRACT)
    wanted = read_task(task, CONTRACT)
    clock = read_now(now, CONTRACT)
    most = read_budget(budget, CONTRACT)
    selection = select([record for record in known if record.task == wanted], clock, most, limits=CONTRACT)
    return {"selected": list(selection.selected), "text": selection.text, "used_chars": selection.used_chars}


def refresh_memory(records: object, versions: object) -> dict[str, Any]:
    """Copies of the records whose sources all stand at their revisions, in order, and the sorted ids of the rest."""
    known = read_records(records, CONTRACT)
    outdated = find_outdated(known, read_versions(versions, CONTRACT), CONTRACT)
    copies = [_copy(record) for record in cast("list[dict[str, Any]]", records)]
    return {"records": [record for record in copies if record["id"] not in outdated], "dropped": sorted(outdated)}


def _copy(record: dict[str, Any]) -> dict[str, Any]:
    # The values are plain and immutable but for the list of refs: the checks saw to that.
    return {**record, "refs": list(record["refs"])}
