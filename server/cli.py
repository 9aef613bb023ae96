"""The command `palimpsest`: finds the command that is meant and imports no more than it needs.

Importing the MCP SDK takes most of a second, so this module knows the standard library and `config` only.
"""

from __future__ import annotations

import importlib
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Sequence
from importlib.metadata import version

from ..store.errors import PalimpsestError
from .config import ConfigError, add_identity_flags

Run = Callable[[Namespace], int]

FAILED = 1
MISUSED = 2

EXAMPLES = """\
examples:
  palimpsest demo                              watch two agents use a memory that leaves no trace
  palimpsest serve --agent claude              serve one client over stdio (what an MCP client starts)
  palimpsest preamble --task "fix the login"   print what an agent is told at launch
  palimpsest grants set reviewer security read let a role read a domain's policies and not write them
  palimpsest history F12                       everything that happened to a fact
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; 0 when it worked, 1 when it could not, 2 when it was called wrongly."""
    namespace = _parser().parse_args(arguments)
    try:
        run: Run = importlib.import_module(f".commands.{namespace.command}", __package__).run
        return run(namespace)
    except ConfigError as error:
        return _complain(error, MISUSED)
    except PalimpsestError as error:
        return _complain(error, FAILED)
    except BrokenPipeError:
        return FAILED


def _complain(error: Exception, code: int) -> int:
    print(f"palimpsest: {error}", file=sys.stderr)  # noqa: T201
    return code


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="palimpsest",
        description="A memory that LLM agents serve themselves.",
        epilog=EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"palimpsest {version('palimpsest-memory')}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, help_text, add_arguments in COMMANDS:
        command = commands.add_parser(name, help=help_text, description=help_text)
        add_identity_flags(command)
        add_arguments(command)
    return parser


def _no_arguments(parser: ArgumentParser) -> None:
    """For commands that the identity flags say everything to."""
    del parser


def _preamble(parser: ArgumentParser) -> None:
    parser.add_argument("--task", default="", help="what the agent is about to do; 20 characters or more bring facts")


def _grants(parser: ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="list|set|delete", required=True)
    actions.add_parser("list", help="every grant")
    given = actions.add_parser("set", help="say what a role may do in a domain")
    taken = actions.add_parser("delete", help="take a grant back")
    for action in (given, taken):
        action.add_argument("of_role", metavar="ROLE", help="a role, or '*' for every role")
        action.add_argument("domain", metavar="DOMAIN", help="a domain, or repo:slug/domain")
    given.add_argument("level", metavar="LEVEL", choices=("none", "read", "write"), help="none, read or write")


def _versions(parser: ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="list|set|delete", required=True)
    actions.add_parser("list", help="every source with its current revision")
    given = actions.add_parser("set", help="say at which revision a source stands now")
    given.add_argument("source", metavar="SOURCE")
    given.add_argument("revision", metavar="REVISION")
    actions.add_parser("delete", help="take a source out").add_argument("source", metavar="SOURCE")


def _settings(parser: ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="list|get|set|unset", required=True)
    actions.add_parser("list", help="every setting with its value and what it does")
    actions.add_parser("get", help="one setting's value").add_argument("name", metavar="NAME")
    given = actions.add_parser("set", help="set one")
    given.add_argument("name", metavar="NAME")
    given.add_argument("value", metavar="VALUE")
    actions.add_parser("unset", help="give one its default back").add_argument("name", metavar="NAME")


def _history(parser: ArgumentParser) -> None:
    parser.add_argument("fact_id", metavar="FACT", help="the fact's id, such as F12")


COMMANDS: tuple[tuple[str, str, Callable[[ArgumentParser], None]], ...] = (
    ("serve", "serve one MCP client over stdio", _no_arguments),
    ("preamble", "print the launch preamble of an agent", _preamble),
    ("demo", "watch agents use a memory of their own, which leaves no trace", _no_arguments),
    ("grants", "who may do what in which domain", _grants),
    ("versions", "the register of sources and their current revisions", _versions),
    ("settings", "how this workspace behaves", _settings),
    ("history", "everything that happened to a fact", _history),
)


if __name__ == "__main__":
    raise SystemExit(main())
