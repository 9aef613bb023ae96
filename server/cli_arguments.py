"""What each command of `palimpsest` takes: its arguments, its help, and its examples."""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable
from typing import TYPE_CHECKING

from .config import add_identity_flags
from .environment import ConfigError

if TYPE_CHECKING:
    from argparse import _SubParsersAction  # pyright: ignore[reportPrivateUsage]


def _actions(parser: ArgumentParser, names: str) -> _SubParsersAction[ArgumentParser]:
    """The actions of a command, one of which must be named."""
    parser.usage = f"%(prog)s [options] {names} ..."
    return parser.add_subparsers(dest="action", metavar=names, required=True, prog=parser.prog)


def _action(actions: _SubParsersAction[ArgumentParser], name: str, help_text: str, *arguments: str) -> ArgumentParser:
    """An action of a command and the texts it takes; the identity flags may stand before it or after it."""
    usage = " ".join(["%(prog)s [options]", *map(str.upper, arguments)])
    action = actions.add_parser(
        name, help=help_text, description=help_text, usage=usage, argument_default=SUPPRESS, allow_abbrev=False
    )
    add_identity_flags(action)
    for argument in arguments:
        # The identity flags have taken the plain name of a role.
        action.add_argument(f"of_{argument}", metavar=argument.upper(), type=_text)
    return action


def _text(value: str) -> str:
    """An argument that will be stored; the shell passes bytes, which need not be text."""
    try:
        value.encode()
    except UnicodeEncodeError:
        raise ArgumentTypeError("not valid UTF-8 text") from None
    return value


def add_serve_flags(parser: ArgumentParser) -> None:
    """Give a parser the flags of `serve` beside the identity's."""
    parser.add_argument("--shared", action="store_true", help="share one background server with this home's clients")
    parser.add_argument("--http", action="store_true", help="serve many clients over the network (docs/http.md)")
    for flag, metavar, help_text in HTTP_FLAGS:
        parser.add_argument(flag, metavar=metavar, help=f"with --http: {help_text}")
    for flag, metavar, help_text in HTTP_LISTS:
        parser.add_argument(flag, metavar=metavar, action="append", help=f"with --http: {help_text}")
    parser.add_argument("--without-tokens", action="store_true", help="with --http: need none, on this machine alone")


def refuse_flags_of_http(namespace: Namespace) -> None:
    """Refuse what only `--http` takes where it isn't given: somebody believes that it holds."""
    names = [flag for flag, *_ in (*HTTP_FLAGS, *HTTP_LISTS)] + ["--without-tokens"]
    for name in names:
        if not namespace.http and getattr(namespace, name.removeprefix("--").replace("-", "_")):
            raise ConfigError(f"{name}: it is for a server over the network: serve --http {name} ...")


def _no_arguments(parser: ArgumentParser) -> None:
    """For commands that the identity flags say everything to."""
    del parser


def _preamble(parser: ArgumentParser) -> None:
    parser.add_argument("--task", default="", help="what the agent is about to do; 20 characters or more bring facts")


def _grants(parser: ArgumentParser) -> None:
    actions = _actions(parser, "list|set|delete")
    _action(actions, "list", "every grant")
    role_and_domain = "a role ('*': every role) and a domain (or repo:slug/domain)"
    _action(actions, "set", f"say none, read or write for {role_and_domain}", "role", "domain", "level")
    _action(actions, "delete", f"take back the grant of {role_and_domain}", "role", "domain")


def _versions(parser: ArgumentParser) -> None:
    parser.add_argument("--git", action="store_true", help="bring it up to what the working tree holds now")
    actions = _actions(parser, "list|set|delete|import|--git")
    actions.required = False
    _action(actions, "list", "every source with its current revision")
    _action(actions, "set", "say at which revision a source stands now", "source", "revision")
    _action(actions, "delete", "take a source out", "source")
    importing = _action(actions, "import", "add and change what a JSON file says, source to revision", "file")
    importing.add_argument("--replace", action="store_true", help="and take out what it doesn't name")
    _examples(
        parser,
        "versions set payments-api v4     what was seen at another revision lapses",
        "versions import versions.json    many at once; --replace takes out the others",
        "versions --git                   look at the files that observations were made of",
    )


def _settings(parser: ArgumentParser) -> None:
    actions = _actions(parser, "list|get|set|unset")
    _action(actions, "list", "every setting with its value and what it does")
    _action(actions, "get", "one setting's value", "name")
    _action(actions, "set", "set one", "name", "value")
    _action(actions, "unset", "give one its default back", "name")


def _history(parser: ArgumentParser) -> None:
    parser.usage = "%(prog)s [options] [ID]"
    parser.add_argument(
        "of_id", metavar="ID", nargs="?", type=_text, help="F12, P3, C2 or B5; without one, the last batches of changes"
    )
    _examples(
        parser,
        "history        the last changes, each with the batch that undoes it",
        "history F12    a fact with what it replaced and what replaced it",
        "history B5     everything that was changed in a batch",
    )


def _undo(parser: ArgumentParser) -> None:
    parser.usage = "%(prog)s [options] BATCH"
    parser.add_argument("of_id", metavar="BATCH", type=_text, help="such as B5; `palimpsest history` lists them")
    _json(parser)
    _examples(parser, "undo B5", "undo B5 --json")


def _consolidate(parser: ArgumentParser) -> None:
    _scope(parser)
    parser.add_argument("--llm-url", metavar="URL", help="ask a model at an OpenAI-compatible endpoint for candidates")
    parser.add_argument("--model", metavar="NAME", help="the model's name as that server has it")
    parser.add_argument("--llm-timeout", metavar="S", type=float, help="seconds for one answer of the model (120)")
    _json(parser)
    _examples(
        parser,
        "consolidate                       make facts of what was seen repeatedly, retire what faded",
        "consolidate --dry-run             the same on a copy, to see what it would do",
        "consolidate --llm-url http://localhost:11434 --model qwen3:8b",
    )


def _harmonize(parser: ArgumentParser) -> None:
    _scope(parser)
    _json(parser)
    _examples(parser, "harmonize --domain architecture", "harmonize --repo acme/web --dry-run --json")


def _scope(parser: ArgumentParser) -> None:
    parser.add_argument("--domain", help="only this domain's facts, of --repo where that is named; else all")
    parser.add_argument("--dry-run", action="store_true", help="only say what it would do")


def _json(parser: ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print it for a program")


def _examples(parser: ArgumentParser, *examples: str) -> None:
    parser.epilog = "\n".join(["examples:", *(f"  palimpsest {example}" for example in examples)])
    parser.formatter_class = RawDescriptionHelpFormatter


def _stats(parser: ArgumentParser) -> None:
    _json(parser)
    _examples(parser, "stats", "stats --workspace shop --json")


def _reindex(parser: ArgumentParser) -> None:
    parser.add_argument("--force", action="store_true", help="make the full text anew, though it fits the analyser")
    parser.add_argument("--force-vectors", action="store_true", help="make the model's vectors anew")
    parser.add_argument("--drop", action="store_true", help="drop the vectors of every other model")
    _json(parser)
    _examples(
        parser,
        "reindex                    what is missing; it may be interrupted and started again",
        "reindex --drop             and no vectors but those of the model in use",
        "reindex --force            also when doctor finds that full text and rows disagree",
    )


def _doctor(parser: ArgumentParser) -> None:
    parser.add_argument("--full", action="store_true", help="every page and every word; slow where there is much")
    _json(parser)
    _examples(parser, "doctor", "doctor --full --json")


def _token(parser: ArgumentParser) -> None:
    _json(parser)
    actions = _actions(parser, "create|list|revoke")
    create = _action(actions, "create", "make a token for --agent in --workspace, with --role and --repo")
    create.add_argument("--scope", choices=("agent", "reviewer", "admin"), default="agent", help=SCOPE_HELP)
    create.add_argument("--expires-in", metavar="TIME", default="90d", help="such as 12h, 30d, 8w; never (90d)")
    create.add_argument("--label", metavar="TEXT", default="", type=_text, help="what you will know it by")
    _json(create)
    listing = _action(actions, "list", "the tokens there are, of --workspace or --agent where one is named")
    listing.add_argument("--all", action="store_true", default=False, help="also those that were revoked")
    _json(listing)
    revoke = _action(actions, "revoke", "close tokens for good, at once")
    revoke.usage = "%(prog)s [options] ID..."
    revoke.add_argument("of_ids", metavar="ID", nargs="+", type=_text, help="such as T1; `token list` shows them")
    _examples(
        parser,
        "token create --agent claude --role developer --label laptop",
        "token create --agent ci --expires-in 12h --json",
        "token create --agent ada --scope reviewer     for a person who repairs what agents wrote",
        "token list --all",
        "token revoke T1 T4",
    )


def _open(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--scope", choices=("reviewer", "admin"), default="admin", help="admin: all that you may do; reviewer: less"
    )
    parser.add_argument("--print", action="store_true", help="print a link instead of opening a browser")
    parser.add_argument("--url", metavar="ADDRESS", help="of a server of this home, where others come in by that name")
    _examples(
        parser,
        "open                       use the server that runs, or start one that serves the page alone",
        "open --workspace shop",
        "open --print --scope reviewer --url https://memory.example.com     a link for a colleague",
    )


def _rpc(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--openrpc", action="store_true", default=False, help="print what may be asked as an OpenRPC document"
    )
    _examples(
        parser,
        """rpc <<< '{"jsonrpc":"2.0","id":1,"method":"memory_fact.list","params":{"state":"contested"}}'""",
        "rpc < requests.jsonl > answers.jsonl",
    )


def _review(parser: ArgumentParser) -> None:
    parser.usage = "%(prog)s [options] [report|apply|retire|resolutions|decisions ...]"
    _sample(parser)
    actions = parser.add_subparsers(
        dest="action", metavar="report|apply|retire|resolutions|decisions", prog=parser.prog
    )
    for name, help_text, add_arguments in REVIEW_ACTIONS:
        action = actions.add_parser(
            name, help=help_text, description=help_text, usage="%(prog)s [options]", argument_default=SUPPRESS,
            allow_abbrev=False,
        )  # fmt: skip
        add_identity_flags(action)
        add_arguments(action)
        _json(action)
    _examples(
        parser,
        "review                               go through a random sample of facts, or go on with it",
        "review --mark F12=wrong              mark without being asked",
        "review report                        how good the memory is, and what would make it better",
        "review resolutions --overturn C4     reverse what a rule settled",
    )


def _sample(parser: ArgumentParser) -> None:
    parser.add_argument("--mark", metavar="ID=WORD", action="append", default=[], type=_text, help=MARK_HELP)
    parser.add_argument("--size", metavar="N", type=int, help="how many facts the sample has (30)")
    parser.add_argument("--seed", metavar="N", type=int, help="draws the same sample again")
    parser.add_argument("--new", action="store_true", help="begin a new review, though one is open")
    _json(parser)


def _of_review(parser: ArgumentParser) -> None:
    parser.add_argument("--number", metavar="N", type=int, default=None, help="of that review; the last one by default")


def _resolutions(parser: ArgumentParser) -> None:
    for flag, help_text in (
        ("--confirm", "say that it was settled as it is"),
        ("--overturn", "let the loser stand again, and put the winner under it"),
        ("--both", "let the loser stand again, beside the winner"),
    ):
        parser.add_argument(flag, metavar="ID", action="append", default=[], type=_text, help=help_text)
    parser.add_argument(
        "--outdated", action="store_true", default=False, help="the overturned one was true once; else it was wrong"
    )
    parser.add_argument("--all", action="store_true", default=False, help="also those that were looked at before")


def _decisions(parser: ArgumentParser) -> None:
    parser.add_argument("--limit", metavar="N", type=int, default=None, help="how many, newest first (50)")
    parser.add_argument("--changed", action="store_true", default=False, help="only those that memory changed")


HTTP_FLAGS = (
    ("--host", "ADDRESS", "where to listen (127.0.0.1)"),
    ("--port", "N", "at which port (8765)"),
    ("--root-path", "PATH", "where a proxy serves it, such as /memory"),
    ("--rate-limit", "N", "requests a second of one token (300); 0: no limit"),
    ("--most-workspaces", "N", "how many to keep open at once (32)"),
)
HTTP_LISTS = (
    ("--allow-host", "NAME", "a name by which clients may call it, beside those of this machine"),
    ("--allow-origin", "URL", "an origin whose pages may ask, beside its own"),
    ("--trusted-proxy", "IP", "a proxy whose X-Forwarded headers are believed"),
)
SCOPE_HELP = "agent: an agent's tools; reviewer: a person who repairs; admin: the person in charge (agent)"
MARK_HELP = "mark a fact of the sample: correct, wrong, outdated; none takes the mark back"
REVIEW_ACTIONS: tuple[tuple[str, str, Callable[[ArgumentParser], None]], ...] = (
    ("report", "precision with its interval, what it proposes, decisions and contradictions", _of_review),
    ("apply", "set the thresholds that the report proposes", _of_review),
    ("retire", "take back the facts that were marked wrong or outdated", _of_review),
    ("resolutions", "confirm or overturn contradictions that a rule settled by itself", _resolutions),
    ("decisions", "what was decided, and what would have been without memory", _decisions),
)
COMMANDS: tuple[tuple[str, str, Callable[[ArgumentParser], None]], ...] = (
    ("serve", "serve one MCP client over stdio, or many over HTTP", add_serve_flags),
    ("preamble", "print the launch preamble of an agent", _preamble),
    ("demo", "watch agents use a memory of their own, which leaves no trace", _no_arguments),
    ("grants", "who may do what in which domain", _grants),
    ("versions", "the register of sources and their current revisions", _versions),
    ("settings", "how this workspace behaves", _settings),
    ("history", "what happened: the last changes, or all that happened to a fact, a policy or in a batch", _history),
    ("consolidate", "make facts of what all agents saw, and retire what no longer holds", _consolidate),
    ("harmonize", "bring together what different agents believe", _harmonize),
    ("undo", "put back what a batch of changes did", _undo),
    ("review", "how good a memory is, as a person finds it", _review),
    ("token", "who may come in over the network", _token),
    ("open", "review and repair a memory in the browser", _open),
    ("rpc", "answer JSON-RPC requests, one a line, for scripts and thin clients", _rpc),
    ("stats", "how much a memory holds, and how far its vectors are", _stats),
    ("reindex", "make full text, edges and vectors complete, and say how far it is", _reindex),
    ("doctor", "whether all is well with a memory, and what to do where it isn't", _doctor),
)
