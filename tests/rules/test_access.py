"""What a role may do in a domain: the rank of grants, new domains, and what is hidden."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from memory_builders import scope
from palimpsest.store.model import Grant, Level
from palimpsest.store.rules.access import covers_everyone, hidden, level_of, levels_of

ROLES = ("engineer", "*")
DOMAINS = ("repo:web/architecture", "architecture")
BY_RANK = list(product(ROLES, DOMAINS))


def grant(role: str, domain: str, level: str) -> Grant:
    return Grant(role, domain, Level(level))


def level(grants: list[Grant], where: str = "repo:web/architecture", *, exists: bool = True) -> str:
    return level_of(grants, "engineer", scope(where), exists=exists).value


def test_without_a_grant_everyone_reads():
    assert level([]) == "read"


@pytest.mark.parametrize("rank", range(4))
def test_an_exact_role_outranks_everyone_and_an_exact_scope_the_bare_name(rank: int):
    grants = [grant(*BY_RANK[rank], "write"), *(grant(*lower, "none") for lower in BY_RANK[rank + 1 :])]
    assert level(grants) == "write"
    assert level(grants[::-1]) == "write"


def test_role_is_looked_at_before_scope():
    assert level([grant("engineer", "architecture", "none"), grant("*", "repo:web/architecture", "write")]) == "none"


def test_a_grant_on_a_bare_name_holds_in_every_repo_and_one_on_a_scope_only_there():
    assert level([grant("*", "architecture", "none")], "repo:api/architecture") == "none"
    assert level([grant("*", "repo:web/architecture", "none")], "repo:api/architecture") == "read"
    assert level([grant("*", "repo:web/architecture", "none")], "architecture") == "read"


def test_another_role_and_another_domain_say_nothing():
    assert level([grant("intern", "architecture", "none"), grant("*", "style", "none")]) == "read"


def test_a_domain_that_does_not_exist_yet_is_judged_as_if_it_had_just_been_created():
    assert level([], exists=False) == "write"
    assert level([grant("*", "architecture", "read")], exists=False) == "read"
    assert level([grant("*", "repo:web/architecture", "none")], exists=False) == "none"


def test_a_grant_of_the_role_itself_outranks_what_a_new_domain_gives_everyone():
    assert level([grant("engineer", "architecture", "read")], exists=False) == "read"
    assert level([grant("intern", "architecture", "read")], exists=False) == "write"


def test_everyone_is_covered_by_a_grant_of_the_star_on_the_scope_or_its_bare_name():
    web = scope("repo:web/architecture")
    assert covers_everyone({("*", "architecture")}, web)
    assert covers_everyone({("*", "repo:web/architecture")}, web)
    assert not covers_everyone({("engineer", "architecture"), ("*", "repo:api/architecture")}, web)


def test_only_domains_whose_level_is_none_are_hidden():
    names = ("architecture", "secret", "repo:web/secret", "style")
    domains = {number: scope(name) for number, name in enumerate(names, 1)}
    grants = [grant("*", "secret", "none"), grant("engineer", "repo:web/secret", "read"), grant("*", "style", "write")]
    assert hidden(domains, grants, "engineer") == (2,)
    assert hidden(domains, grants, "intern") == (2, 3)


rows = st.dictionaries(
    st.tuples(st.sampled_from([*ROLES, "intern"]), st.sampled_from([*DOMAINS, "style"])), st.sampled_from(Level)
)


@given(rows, st.booleans())
def test_the_first_row_by_rank_decides_and_only_that(given_rows: dict[tuple[str, str], Level], exists: bool):
    grants = [Grant(role, name, said) for (role, name), said in given_rows.items()]
    default = "read" if exists or any(("*", name) in given_rows for name in DOMAINS) else "write"
    wanted = next((given_rows[key].value for key in BY_RANK if key in given_rows), default)
    assert level(grants, exists=exists) == wanted


@given(rows, st.sampled_from([*ROLES, "intern"]))
def test_many_domains_are_judged_and_hidden_as_each_alone_would_be(given_rows: dict[tuple[str, str], Level], role: str):
    grants = [Grant(one, name, said) for (one, name), said in given_rows.items()]
    domains = {number: scope(name) for number, name in enumerate([*DOMAINS, "style", "repo:web/style"], 1)}
    alone = {number: level_of(grants, role, where, exists=True) for number, where in domains.items()}
    assert levels_of(grants, role, domains) == alone
    assert hidden(domains, grants, role) == tuple(number for number, said in alone.items() if said is Level.NONE)
