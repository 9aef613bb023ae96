"""What is found when somebody looks whether all is well."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Soundness(StrEnum):
    """How bad it is: nothing to do, something to know, something that must be done."""

    OK = "ok"
    WARNING = "warning"
    PROBLEM = "problem"


class Finding(NamedTuple):
    """One thing that was looked at; `message` is a line that says what to do where there is something to do."""

    name: str
    soundness: Soundness
    message: str
