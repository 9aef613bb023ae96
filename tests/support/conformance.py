"""The official conformance suite, run against an address: what came of every check of every scenario."""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from node import environment, installed, node
from source_tree import REPOSITORY

REVISIONS = ("2025-11-25", "2026-07-28")
"""The two protocol eras: with sessions, and without."""

EXTENSIONS = "extensions"
"""What belongs to no revision: optional extensions of the protocol."""

RUN_SECONDS = 120
FINE = ("SUCCESS", "INFO", "SKIPPED")
"""A check that does not apply to a server counts as none; a warning counts as a failure."""

PACKAGES = REPOSITORY / "tests/conformance"
Problems = dict[str, str]
"""What didn't pass: `scenario/check`, and what the suite says of it."""


@dataclass(frozen=True)
class Outcome:
    """What came of a run: which scenarios were tried, and what of them didn't pass."""

    scenarios: frozenset[str]
    problems: Problems


@dataclass(frozen=True)
class Suite:
    """The suite as it is installed."""

    folder: Path

    def names(self) -> dict[str, str]:
        """Every scenario that the suite has for servers, and of what it is: revisions, or `extension`."""
        lines = self._run("list", "--server").splitlines()
        listed = (re.fullmatch(r"\s*- (\S+) \[(.+)\]", line) for line in lines)
        return {one[1]: one[2] for one in listed if one is not None}

    def run(self, url: str, revision: str) -> Outcome:
        """Try every scenario of a revision of the protocol, or every one of an extension."""
        chosen = () if revision == EXTENSIONS else ("--spec-version", revision)
        with tempfile.TemporaryDirectory() as results:
            self._run("server", "--url", url, "--suite", "all", *chosen, "-o", results)
            found = {_scenario(file): json.loads(file.read_bytes()) for file in Path(results).glob("*/checks.json")}
        if revision == EXTENSIONS:
            of_extensions = {name for name, kind in self.names().items() if kind == "extension"}
            found = {name: checks for name, checks in found.items() if name in of_extensions}
        problems = {name: text for scenario, checks in found.items() for name, text in _problems(scenario, checks)}
        return Outcome(frozenset(found), problems)

    def _run(self, *arguments: str) -> str:
        program = self.folder / "node_modules/@modelcontextprotocol/conformance/dist/index.js"
        done = subprocess.run(
            [node(), program, *arguments],
            cwd=self.folder,
            env=environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=RUN_SECONDS,
            check=False,
        )
        # 1: some scenario failed, which is for the reader of the results to judge.
        assert done.returncode in (0, 1), done.stdout + done.stderr
        return done.stdout


def install() -> Suite:
    """The suite, installed where it wasn't."""
    return Suite(installed(PACKAGES))


def _scenario(file: Path) -> str:
    """The scenario's name, out of `server-NAME-TIMESTAMP`."""
    return re.sub(r"^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$", r"\1", file.parent.name)


def _problems(scenario: str, checks: list[dict[str, Any]]) -> list[tuple[str, str]]:
    bad = [(f"{scenario}/{check['id']}", _told(check)) for check in checks if check["status"] not in FINE]
    tried = any(check["status"] == "SUCCESS" for check in checks)
    return bad if bad or tried else [(f"{scenario}/*", "nothing was checked")]


def _told(check: dict[str, Any]) -> str:
    return " ".join(f"{check['status']}: {check.get('errorMessage') or check.get('description', '')}".split())
