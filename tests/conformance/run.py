"""`make conformance`: every scenario of the official suite, against a real server, compared with what is written down.

Twice for each protocol era: `palimpsest serve --http` as it is, and the same with the suite's own tools, resources and
prompts beside the memory; and once for the extensions of the protocol. `expected.toml` says what can't pass, and why;
any difference fails, in either direction.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from conformance import Outcome, Suite, install
from conformance_list import RUNS, Expected, read_list
from network_server import serve_http
from node import NodeMissing

HERE = Path(__file__).parent
PROGRAMS = {"fixtures": (str(HERE / "serve_fixtures.py"),)}
"""What runs instead of `palimpsest`."""


def main() -> int:
    """Run everything; 1 where something differs, 2 where the suite can't be had."""
    try:
        suite = install()
    except NodeMissing as error:
        print(error, file=sys.stderr)  # noqa: T201
        return 2
    expected = read_list(HERE / "expected.toml")
    differences = [f"expected.toml: {text}" for text in expected.complaints(suite.names())]
    for run in RUNS:
        differences += _try_all(suite, expected, run)
    print("\n".join(differences) or "Every scenario went as it is written down.")  # noqa: T201
    return 1 if differences else 0


def _try_all(suite: Suite, expected: Expected, run: str) -> list[str]:
    """What of one server went otherwise than it is written down."""
    found: list[str] = []
    with tempfile.TemporaryDirectory() as folder, serve_http(Path(folder), program=PROGRAMS.get(run, ())) as server:
        for revision in RUNS[run]:
            outcome = suite.run(server.mcp, revision)
            print(f"{revision}, {run}: {_count(outcome)}", flush=True)  # noqa: T201
            differences = expected.differences(revision, run, outcome)
            found += [f"{revision}, {run}: {text}" for text in differences]
    return found


def _count(outcome: Outcome) -> str:
    failing = {name.partition("/")[0] for name in outcome.problems}
    return f"{len(outcome.scenarios) - len(failing)} of {len(outcome.scenarios)} scenarios pass"


if __name__ == "__main__":
    raise SystemExit(main())
