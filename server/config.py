"""Who is asking and where the memory lives: flags, then `PALIMPSEST_*`, then defaults.

Standard library only, because the launch preamble starts through here.

| what      | flag          | variable               | default                                   |
|-----------|---------------|------------------------|-------------------------------------------|
| home      | `--home`      | `PALIMPSEST_HOME`      | the platform's user data folder           |
| workspace | `--workspace` | `PALIMPSEST_WORKSPACE` | `default`                                 |
| agent     | `--agent`     | `PALIMPSEST_AGENT`     | `agent`                                   |
| role      | `--role`      | `PALIMPSEST_ROLE`      | `general`                                 |
| repo      | `--repo`      | `PALIMPSEST_REPO`      | the git remote of the working folder      |
| session   | `--session`   | `PALIMPSEST_SESSION`   | a fresh one for each process              |
| task id   | `--task-id`   | `PALIMPSEST_TASK_ID`   | none                                      |
| tools     | `--tools`     | `PALIMPSEST_TOOLS`     | `full`                                    |
| versions  | `--versions`  | `PALIMPSEST_VERSIONS`  | none: the workspace's own register        |
| repo root | `--repo-root` | `PALIMPSEST_REPO_ROOT` | the git working tree around the start     |

`PALIMPSEST_EMBEDDER_KEY` is the key of the embedder `openai`, `PALIMPSEST_LLM_KEY` that of the language model which
`consolidate --llm-url` asks. They have no flags, as everybody on the machine can read a command line, and are never
kept or shown.

An empty value is no value. Agent, role, session and task id are names: 1 to 64 printable characters, no space at
either end. A relative path counts from the working folder.
"""

from __future__ import annotations

import os
import re
import unicodedata
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeVar, cast

from ..store.model import Caller
from ..store.rules.repo_slug import repo_slug
from .environment import (
    ConfigError,
    absolute,
    environment,
    environment_without_palimpsest,
    user_data_folder,
    working_folder,
)
from .git_remote import remote_slug

__all__ = [
    "ConfigError",
    "Options",
    "add_identity_flags",
    "environment_without_palimpsest",
    "resolve_bearer",
    "resolve_options",
]

T = TypeVar("T")

Toolset = Literal["full", "core", "review"]

_DEFAULTS = Caller()
_NAME_LENGTH = 64
_EMBEDDER_KEY = "PALIMPSEST_EMBEDDER_KEY"
_LLM_KEY = "PALIMPSEST_LLM_KEY"
_WORKSPACE_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")
_FLAGS: dict[str, str] = {
    "home": "folder that holds every workspace",
    "workspace": "workspace id: lower-case letters, digits and dashes",
    "agent": "name of the agent that is asking",
    "role": "role of that agent, for grants and policies",
    "repo": "repository it works in: owner/name or a slug",
    "session": "id of this session",
    "task_id": "id of the task at hand",
    "tools": "tools to offer: full, core, or review: full, and a person reviews in this client",
    "versions": "file that holds the current revision of each source",
    "repo_root": "folder in the working tree whose files are followed",
}


@dataclass(frozen=True, slots=True)
class Options:
    """Everything a process is told at its start; paths are absolute."""

    caller: Caller
    home: Path
    tools: Toolset
    versions: Path | None
    embedder_key: str = field(default="", repr=False)
    llm_key: str = field(default="", repr=False)
    folder: Path = field(default_factory=Path.cwd)
    """Where the process counts as being: the working tree around it is the caller's."""

    @property
    def database(self) -> Path:
        """File of the workspace; it need not exist yet."""
        return self.home / "workspaces" / f"{self.caller.workspace}.db"


def add_identity_flags(parser: ArgumentParser) -> None:
    """Give a parser the flags of the table above; what is not given stays None."""
    for name, help_text in _FLAGS.items():
        flag, variable = _flag(name), _variable(name)
        parser.add_argument(flag, dest=name, metavar=name.upper(), help=f"{help_text} ({variable})")


def resolve_options(namespace: Namespace, environ: Mapping[str, str] | None = None, cwd: Path | None = None) -> Options:
    """The options of this process; `ConfigError` names the flag and the variable that can't be taken."""
    given = _Given(namespace, environment() if environ is None else environ)
    start = Path(working_folder()) if cwd is None else cwd
    folder = given.read("repo_root", lambda value: _path(value, start)) or start
    return Options(
        caller=_caller(given, folder),
        home=given.read("home", lambda value: _path(value, start)) or Path(user_data_folder()),
        tools=given.read("tools", _toolset) or "full",
        versions=given.read("versions", lambda value: _path(value, start)),
        embedder_key=given.environ.get(_EMBEDDER_KEY, ""),
        llm_key=given.environ.get(_LLM_KEY, ""),
        folder=folder,
    )


def _caller(given: _Given, folder: Path) -> Caller:
    return Caller(
        workspace=given.read("workspace", workspace_id) or _DEFAULTS.workspace,
        agent=given.read("agent", caller_name) or _DEFAULTS.agent,
        role=given.read("role", caller_name) or _DEFAULTS.role,
        repo=given.read("repo", repo_slug) or remote_slug(folder),
        session=given.read("session", caller_name) or os.urandom(8).hex(),
        task_id=given.read("task_id", caller_name),
    )


def is_session_named(namespace: Namespace, environ: Mapping[str, str] | None = None) -> bool:
    """Whether the session was named; otherwise one was drawn."""
    return _Given(namespace, environment() if environ is None else environ).read("session", caller_name) is not None


def resolve_bearer(namespace: Namespace, environ: Mapping[str, str] | None = None) -> Caller:
    """Whom a token is for: as the caller is told, but the agent must be named, and no working folder gives a repo."""
    given = _Given(namespace, environment() if environ is None else environ)
    agent = given.read("agent", caller_name)
    if agent is None:
        raise ConfigError(f"{_flag('agent')} ({_variable('agent')}): name the agent that will hold the token.")
    return Caller(
        workspace=given.read("workspace", workspace_id) or _DEFAULTS.workspace,
        agent=agent,
        role=given.read("role", caller_name) or _DEFAULTS.role,
        repo=given.read("repo", repo_slug),
    )


@dataclass(frozen=True, slots=True)
class _Given:
    namespace: Namespace
    environ: Mapping[str, str]

    def read(self, name: str, parse: Callable[[str], T]) -> T | None:
        """The value of a flag, else of its variable, parsed; None when neither is given."""
        value = cast("str | None", getattr(self.namespace, name, None)) or self.environ.get(_variable(name))
        if not value:
            return None
        try:
            return parse(value)
        except ValueError as error:
            raise ConfigError(f"{_flag(name)} ({_variable(name)}): {error}") from None


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")


def _variable(name: str) -> str:
    return "PALIMPSEST_" + name.upper()


def caller_name(value: str) -> str:
    """The value where it can name an agent, a role, a session or a task; else `ValueError`."""
    text = unicodedata.normalize("NFC", value)
    if len(text) > _NAME_LENGTH or text != text.strip() or not text.isprintable():
        raise ValueError(f"give 1 to {_NAME_LENGTH} printable characters without a space at either end")
    return text


def workspace_id(value: str) -> str:
    """The value where it can be a workspace's id; else `ValueError`."""
    if _WORKSPACE_ID.fullmatch(value) is None:
        raise ValueError("give 1 to 63 of a-z, 0-9 and '-', not starting with '-'")
    return value


def _toolset(value: str) -> Toolset:
    if value == "full" or value == "core" or value == "review":
        return value
    raise ValueError("give full, core or review")


def _path(value: str, folder: Path) -> Path:
    return Path(absolute(value, str(folder)))
