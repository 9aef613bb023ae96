"""Flags outrank variables, variables outrank defaults, and what can't be taken is said in one line."""

import subprocess
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

import pytest
from git_repository import Repository
from palimpsest.server.config import ConfigError, Options, add_identity_flags, resolve_options


def options(tmp_path: Path, *flags: str, **variables: str) -> Options:
    parser = ArgumentParser()
    add_identity_flags(parser)
    environ = {f"PALIMPSEST_{name.upper()}": value for name, value in variables.items()}
    return resolve_options(parser.parse_args(flags), environ, tmp_path)


def test_defaults_hold_when_nothing_is_given(tmp_path: Path):
    given = options(tmp_path)
    caller = given.caller
    assert (caller.workspace, caller.agent, caller.role) == ("default", "agent", "general")
    assert (caller.repo, caller.task_id, given.tools, given.versions) == (None, None, "full", None)


def test_home_is_the_user_data_folder_and_never_the_current_one(tmp_path: Path):
    home = options(tmp_path).home
    assert home.is_absolute()
    assert home.name == "palimpsest"
    assert not home.is_relative_to(tmp_path)


def test_flag_outranks_variable_and_variable_outranks_default(tmp_path: Path):
    flagged = options(tmp_path, "--agent", "from-flag", agent="from-variable", role="reviewer")
    assert (flagged.caller.agent, flagged.caller.role) == ("from-flag", "reviewer")


def test_every_flag_has_its_variable(tmp_path: Path):
    values = {
        "home": "/somewhere",
        "workspace": "acme",
        "agent": "claude",
        "role": "builder",
        "repo": "Acme/Web",
        "session": "s-1",
        "task_id": "t-1",
        "tools": "core",
        "versions": "/somewhere/versions.json",
        "repo_root": "/somewhere/web",
    }
    flags = [part for name, value in values.items() for part in (f"--{name.replace('_', '-')}", value)]
    by_flag, by_variable = options(tmp_path, *flags), options(tmp_path, **values)
    assert by_flag == by_variable
    assert by_flag.caller.repo == "acme-web"
    assert by_flag.database == Path("/somewhere/workspaces/acme.db")
    assert by_flag.folder == Path("/somewhere/web")


def test_keys_come_from_the_environment_alone_and_are_never_shown(tmp_path: Path):
    given = options(tmp_path, embedder_key="sk-embedder", llm_key="sk-model")
    assert (given.embedder_key, given.llm_key) == ("sk-embedder", "sk-model")
    assert "sk-" not in repr(given)


def test_empty_value_is_no_value(tmp_path: Path):
    assert options(tmp_path, "--agent", "", workspace="", tools="").caller.agent == "agent"


def test_session_is_fresh_for_each_process(tmp_path: Path):
    assert options(tmp_path).caller.session != options(tmp_path).caller.session


def test_repo_root_stands_for_the_working_folder_where_a_repository_is_looked_for(tmp_path: Path):
    Repository(tmp_path / "web", "git@github.com:Acme/Web.git")
    given = options(tmp_path, "--repo-root", "web", versions="versions.json")
    assert (given.folder, given.caller.repo) == (tmp_path / "web", "acme-web")
    assert given.versions == tmp_path / "versions.json"
    assert options(tmp_path).folder == tmp_path


def test_relative_home_counts_from_the_working_folder(tmp_path: Path):
    assert options(tmp_path, home="memory/../kept").home == tmp_path / "kept"


def test_tilde_stands_for_the_user_folder(tmp_path: Path):
    assert options(tmp_path, home="~/memory").home == Path.home() / "memory"


def test_name_in_any_script_is_taken_in_normal_form(tmp_path: Path):
    assert options(tmp_path, agent="Zoe\u0308 改稿").caller.agent == "Zoë 改稿"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("workspace", "Upper"),
        ("workspace", "-dash"),
        ("workspace", "a" * 64),
        ("workspace", "../etc"),
        ("workspace", "a\n"),
        ("agent", " padded"),
        ("agent", "a" * 65),
        ("role", "two\nlines"),
        ("session", "zero\u200bwidth"),
        ("task_id", "\0"),
        ("repo", "owner//name"),
        ("repo", "owner/na me"),
        ("repo", "/name"),
        ("repo", ".."),
        ("repo", "a" * 65),
        ("tools", "half"),
    ],
)
def test_bad_value_is_one_line_that_names_flag_and_variable(tmp_path: Path, name: str, value: str):
    by_flag: tuple[str, ...] = (f"--{name.replace('_', '-')}={value}",)
    for flags, variables in ((by_flag, dict[str, str]()), ((), {name: value})):
        with pytest.raises(ConfigError) as error:
            options(tmp_path, *flags, **variables)
        message = str(error.value)
        assert message.startswith(f"--{name.replace('_', '-')} (PALIMPSEST_{name.upper()}): ")
        assert "\n" not in message


def test_configuration_loads_without_the_sdk():
    code = (
        "import sys, palimpsest.server.config as c, argparse; p = argparse.ArgumentParser(); c.add_identity_flags(p); "
        "c.resolve_options(p.parse_args([])); print(sorted({'mcp', 'pydantic', 'anyio', 'asyncio'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=30)
    assert run.stdout.strip() == "[]"


def test_a_user_without_a_home_folder_is_asked_to_name_one(monkeypatch: pytest.MonkeyPatch):
    def no_home(*_: object, **__: object) -> str:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr("platformdirs.user_data_path", no_home)
    with pytest.raises(ConfigError, match="--home"):
        resolve_options(Namespace(), {}, Path("/"))
