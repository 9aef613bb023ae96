"""The repository of the working folder is read from git's files; whatever is odd there means no repository."""

from pathlib import Path

import pytest
from palimpsest.server.git_remote import remote_slug, slug_of_url

ORIGIN = '[remote "origin"]\n\turl = git@github.com:Acme/Web.git\n'


def git_folder(folder: Path, config: str) -> Path:
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "config").write_text(config)
    return folder


@pytest.mark.parametrize(
    "url",
    [
        "https://github.com/Acme/Web.git",
        "https://github.com/acme/web",
        "https://github.com/acme/web/",
        "https://user:token@github.com:8443/acme/web.git",
        "ssh://git@github.com:22/acme/web.git",
        "git://github.com/acme/web.git",
        "git+ssh://git@github.com/acme/web.git",
        "git@github.com:acme/web.git",
        "github.com:acme/web.git",
        "git@[2001:db8::1]:acme/web.git",
        "git@github.com:/acme/web.git",
    ],
)
def test_remote_of_any_spelling_has_one_slug(url: str):
    assert slug_of_url(url) == "acme-web"


def test_nested_groups_are_part_of_the_slug():
    assert slug_of_url("https://gitlab.example/group/sub/name.git") == "group-sub-name"


@pytest.mark.parametrize(
    "url",
    [
        "",
        "/srv/git/web.git",
        "../web",
        "C:\\code\\web",
        "C:/code/web",
        "file:///srv/acme/web",
        "host:web",
        "https://github.com",
        "git@host:a b/c",
    ],
)
def test_local_or_odd_remote_has_no_slug(url: str):
    assert slug_of_url(url) is None


def test_credentials_never_reach_the_slug():
    assert "secret" not in (slug_of_url("https://me:secret@host/acme/web") or "secret")


def test_remote_is_found_from_a_folder_below(tmp_path: Path):
    folder = git_folder(tmp_path, ORIGIN) / "src" / "deep"
    folder.mkdir(parents=True)
    assert remote_slug(folder) == "acme-web"


def test_origin_is_preferred_to_an_earlier_remote(tmp_path: Path):
    other = '[core]\n\tbare = false\n[remote "fork"]\n\turl = https://host/fork/web\n'
    assert remote_slug(git_folder(tmp_path, other + ORIGIN)) == "acme-web"


def test_first_remote_stands_in_for_a_missing_origin(tmp_path: Path):
    config = '[remote "one"]\n\turl = https://host/one/web\n[remote "two"]\n\turl = https://host/two/web\n'
    assert remote_slug(git_folder(tmp_path, config)) == "one-web"


def test_comment_quotes_and_one_line_sections_are_read(tmp_path: Path):
    config = '[remote "origin"] url = "https://host/acme/web" ; the old place\n[branch "main"]\n\turl = nothing\n'
    assert remote_slug(git_folder(tmp_path, config)) == "acme-web"


def test_worktree_leads_to_the_common_folder(tmp_path: Path):
    main = git_folder(tmp_path / "main", ORIGIN)
    private = main / ".git" / "worktrees" / "side"
    private.mkdir(parents=True)
    (private / "commondir").write_text("../..\n")
    side = tmp_path / "side"
    side.mkdir()
    (side / ".git").write_text(f"gitdir: {private}\n")
    assert remote_slug(side) == "acme-web"


def test_submodule_has_its_own_remote(tmp_path: Path):
    outer = git_folder(tmp_path, '[remote "origin"]\n\turl = https://host/outer/whole\n')
    module = outer / ".git" / "modules" / "part"
    module.mkdir(parents=True)
    (module / "config").write_text(ORIGIN)
    (outer / "part").mkdir()
    (outer / "part" / ".git").write_text("gitdir: ../.git/modules/part\n")
    assert remote_slug(outer / "part") == "acme-web"


def test_folder_outside_git_has_no_repository(tmp_path: Path):
    assert remote_slug(tmp_path) is None


@pytest.mark.parametrize("content", ["", "gitdir: /nowhere/at/all\n", "\xff\xfe", "something else"])
def test_broken_pointer_means_no_repository(tmp_path: Path, content: str):
    (tmp_path / ".git").write_text(content, encoding="latin-1")
    assert remote_slug(tmp_path) is None


def test_git_folder_without_config_means_no_repository(tmp_path: Path):
    (tmp_path / ".git").mkdir()
    assert remote_slug(tmp_path) is None


def test_folder_that_is_gone_means_no_repository(tmp_path: Path):
    assert remote_slug(tmp_path / "gone") is None
