"""What is written down of the conformance suite: which scenarios there are, what can't pass, and why."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conformance import EXTENSIONS, REVISIONS, Outcome

RUNS = {"memory": (*REVISIONS, EXTENSIONS), "fixtures": REVISIONS}
"""The memory as it is, and with the suite's own tools, resources and prompts beside it; of what each is tried."""


@dataclass(frozen=True)
class Expected:
    """What `expected.toml` says."""

    reasons: dict[str, str]
    tried: dict[str, dict[str, Any]]

    def complaints(self, names: Iterable[str]) -> list[str]:
        """What is wrong with the list itself: scenarios that it doesn't know, or that aren't there any more."""
        known = set[str]().union(*(one["scenarios"] for one in self.tried.values()))
        given = {
            reason for run, revisions in RUNS.items() for name in revisions for reason in self.tried[name][run].values()
        }
        return [
            *_difference("the suite", names, known),
            *(f"the reason {name} is not explained" for name in sorted(given - self.reasons.keys())),
            *(f"the reason {name} is used nowhere" for name in sorted(self.reasons.keys() - given)),
        ]

    def differences(self, revision: str, run: str, outcome: Outcome) -> list[str]:
        """How a run went otherwise than it is written down."""
        written: dict[str, str] = self.tried[revision][run]
        worse = sorted(outcome.problems.keys() - written.keys())
        better = sorted(written.keys() - outcome.problems.keys())
        return [
            *_difference("the run", outcome.scenarios, self.tried[revision]["scenarios"]),
            *(f"{name} doesn't pass: {outcome.problems[name]}" for name in worse),
            *(f"{name} passes, and is written down as not passing ({written[name]})" for name in better),
        ]


def read_list(file: Path) -> Expected:
    """The list as it stands in a file."""
    written = tomllib.loads(file.read_text())
    return Expected(written.pop("reasons"), written)


def _difference(where: str, found: Iterable[str], written: Iterable[str]) -> list[str]:
    found, written = set(found), set(written)
    return [
        *(f"{name} is in {where} and isn't written down" for name in sorted(found - written)),
        *(f"{name} is written down and isn't in {where}" for name in sorted(written - found)),
    ]
