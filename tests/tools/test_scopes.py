"""The one scope resolver: names, repositories, and what a read or a write means by them."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from palimpsest.store.errors import InvalidInput
from palimpsest.store.model import Caller
from palimpsest.tools.scopes import exact_reach, list_reach, search_reach, write_scope

HOME = Caller(repo="acme-web")


@pytest.mark.parametrize(
    ("domain", "name"),
    [
        ("architecture", "architecture"),
        ("  Data  Stores ", "data-stores"),
        ("API_v2.1", "api_v2.1"),
        ("Követelmények", "követelmények"),
        ("データベース", "データベース"),
        ("архитектура", "архитектура"),
        ("हिन्दी", "हिन्दी"),
        ("x" * 64, "x" * 64),
    ],
)
def test_a_name_is_lower_case_and_spaces_become_hyphens(domain: str, name: str):
    assert str(write_scope(domain, None)) == name


@pytest.mark.parametrize(
    "domain", ["", " ", "a/b", "a:b", "x" * 65, "--", "...", "a\u200bb", "a\nb!", "🦆", "repo:", "repo:x"]
)
def test_a_malformed_name_is_refused(domain: str):
    with pytest.raises(InvalidInput, match="domain"):
        write_scope(domain, None)


@pytest.mark.parametrize("repo", ["a//b", "/a", "a/", "..", "a b", "a\\b", "x" * 65, "a:b", " / "])
def test_a_malformed_repo_is_an_error_and_never_workspace_wide(repo: str):
    for reach in (
        lambda: write_scope("d", repo),
        lambda: search_reach(None, repo, HOME),
        lambda: list_reach(None, repo, HOME),
    ):
        with pytest.raises(InvalidInput, match="repo"):
            reach()


@pytest.mark.parametrize(
    ("domain", "repo"),
    [
        ("d", "acme/web"),
        ("d", "Acme/Web"),
        ("d", "acme-web"),
        ("repo:acme/web/d", None),
        ("REPO:acme-web/D", "acme/web"),
    ],
)
def test_the_owner_and_name_of_a_repo_become_its_slug(domain: str, repo: str | None):
    assert str(write_scope(domain, repo)) == "repo:acme-web/d"


def test_two_repos_in_one_call_are_refused():
    with pytest.raises(InvalidInput, match="name one"):
        write_scope("repo:acme-api/d", "acme/web")


def test_a_write_without_a_repo_is_workspace_wide_whatever_the_caller_s_own():
    assert write_scope("d", None).repo is None


def test_a_search_is_filtered_by_domain_and_only_ranked_by_repo():
    assert search_reach(None, None, HOME) == search_reach(None, "acme/web", HOME)
    bare = search_reach("D", "acme/api", HOME)
    assert (bare.domain_name, bare.repo, bare.boosted) == ("d", None, "acme-api")
    qualified = search_reach("repo:acme/api/d", None, HOME)
    assert (qualified.domain_name, qualified.repo, qualified.boosted) == ("d", "acme-api", "acme-web")


def test_a_list_is_filtered_by_both():
    assert list_reach("d", None, HOME).repo is None
    assert list_reach("d", "acme/api", HOME).repo == "acme-api"
    assert list_reach(None, "acme/api", HOME).repo == "acme-api"


def test_upkeep_works_on_one_scope_exactly():
    assert exact_reach("d", None, HOME).repo == ""
    assert exact_reach("d", "acme/api", HOME).repo == "acme-api"
    assert (exact_reach(None, None, HOME).domain_name, exact_reach(None, None, HOME).repo) == (None, None)


@given(st.text(st.characters(categories=["L", "Nd", "Mn"]), min_size=1, max_size=20))
def test_resolving_a_name_again_gives_the_same_name(text: str):
    try:
        once = str(write_scope(text, None))
    except InvalidInput:
        return
    assert str(write_scope(once, None)) == once
    assert unicodedata.is_normalized("NFC", once)
