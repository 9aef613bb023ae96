"""The command `palimpsest`: finds the command that is meant and imports no more than it needs.

Importing the MCP SDK takes most of a second, so this module knows the standard library only.
"""

from __future__ import annotations

import importlib
import io
import os
import sys
from argparse import Action, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Sequence
from typing import Any, cast

from ..store.errors import InvalidInput, PalimpsestError
from .environment import ConfigError

Run = Callable[[Namespace], int]

FAILED = 1
MISUSED = 2
INTERRUPTED = 130

EXAMPLES = """\
examples:
  palimpsest demo                              watch two agents use a memory that leaves no trace
  palimpsest serve --agent claude              serve one client over stdio (what an MCP client starts)
  palimpsest serve --http                      serve many clients over the network
  palimpsest token create --agent claude       let a client in, and from then on nobody without a token
  palimpsest preamble --task "fix the login"   print what an agent is told at launch
  palimpsest grants set reviewer security read let a role read a domain's policies and not write them
  palimpsest open                              review and repair a memory in the browser
  palimpsest history F12                       everything that happened to a fact
  palimpsest stats                             how much there is, and how far its vectors are
  palimpsest doctor                            whether all is well, and what to do where it isn't
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; 0 when it worked, 1 when it could not, 2 when it was called wrongly."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    if _asks_for_shared(given):
        from .shared.pump import serve_shared

        code = serve_shared(given[1:])
        if code is not None:
            return code
    return _run(given)


def _asks_for_shared(given: Sequence[str]) -> bool:
    """Whether a client starts the pump of the shared mode, which is to be small and quick: nothing is parsed here."""
    return given[:1] == ["serve"] and "--shared" in given and not {"-h", "--help", "--http"} & set(given)


def _run(arguments: Sequence[str]) -> int:
    _let_any_text_out()
    namespace = _parser(arguments).parse_args(arguments)
    try:
        run: Run = importlib.import_module(f".commands.{namespace.command}", __package__).run
        code = run(namespace)
        _flush()
    except (ConfigError, InvalidInput) as error:
        return _complain(error, MISUSED)
    except PalimpsestError as error:
        return _complain(error, FAILED)
    except BrokenPipeError:
        return _fall_silent()
    except OSError as error:
        return _complain(error, FAILED)
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _let_any_text_out() -> None:
    """A text that the terminal's encoding lacks is shown escaped instead of ending the command."""
    for stream in (cast("object", sys.stdout), cast("object", sys.stderr)):
        if isinstance(stream, io.TextIOWrapper):
            cast("io.TextIOWrapper[Any]", stream).reconfigure(errors="backslashreplace")


def _flush() -> None:
    if cast("object", sys.stdout) is not None:
        sys.stdout.flush()


def _fall_silent() -> int:
    """Nobody reads on, as in `| head`: what is still in the buffer goes nowhere, or Python fails on it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return FAILED


def _complain(error: Exception, code: int) -> int:
    print(f"palimpsest: {' '.join(str(error).split())}", file=sys.stderr)  # noqa: T201
    return code


def _parser(given: Sequence[str]) -> ArgumentParser:
    """Knows every command by name, and the arguments of those alone that may be meant: all would take 8 ms."""
    from .cli_arguments import COMMANDS
    from .config import add_identity_flags

    parser = ArgumentParser(
        prog="palimpsest",
        description="A memory that LLM agents serve themselves.",
        epilog=EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=_ShowVersion, nargs=0, help="print the version")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, help_text, add_arguments in COMMANDS:
        command = commands.add_parser(
            name, help=help_text, description=help_text, usage="%(prog)s [options]", allow_abbrev=False
        )
        if name in given:
            add_identity_flags(command)
            add_arguments(command)
    return parser


class _ShowVersion(Action):
    """Reads the installed version only when it is asked for: that import is a tenth of the preamble's start."""

    def __call__(self, parser: ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(f"palimpsest {version('palimpsest-memory')}")  # noqa: T201
        parser.exit()


if __name__ == "__main__":
    raise SystemExit(main())
