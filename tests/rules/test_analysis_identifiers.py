"""Names from code, paths, versions and addresses are found whole and by their parts."""

import pytest
from palimpsest.store.rules.analysis import index_terms, query_terms

WHOLE_AND_PARTS = [
    ("tenant_id", {"tenantid", "tenant", "id"}),
    ("retryWithBackoff", {"retrywithbackoff", "retry", "with", "backoff"}),
    ("HTTPServer2", {"httpserver2", "http", "server", "2"}),
    ("--dry-run", {"--dryrun", "dryrun", "dry", "run"}),
    ("--log-level=trace", {"--loglevel", "loglevel", "log", "level", "trace"}),
    ("src/net/retry.ts", {"srcnetretryts", "retryts", "src", "net", "retry", "ts"}),
    ("foo::bar", {"foobar", "foo", "bar"}),
    ("C++", {"c++"}),
    ("C++17", {"c++", "c17"}),
    ("C#", {"c#"}),
    ("C#/.NET", {"c#", ".net", "net"}),
    (".NET", {".net", "net"}),
    ("node.js", {"nodejs", "node", "js"}),
    ("v1.2.3", {"v1.2.3", "1.2.3"}),
    ("user@host.example", {"user", "hostexample", "host", "example"}),
    ("https://example.org/a/long?mode=full", {"https", "exampleorg", "long", "mode", "full"}),
    ("#ops-alerts", {"#opsalerts", "opsalerts", "ops", "alerts"}),
    ("@scope/pkg", {"@scope", "scopepkg", "scope", "pkg"}),
    ("0.0.0.0:8080", {"0.0.0.0.8080", "0.0.0.0", "8080"}),  # noqa: S104 - a text, not an address to bind
    ("$HOME", {"$home", "home"}),
    ("x86_64", {"x86.64", "x86", "64"}),
    ("1,299", {"1299", "1.299"}),
    ("O'Brien", {"obrien", "brien"}),
    ("l'arbre", {"arbre"}),
    ("PDFs", {"pdfs"}),
]


@pytest.mark.parametrize(("text", "expected"), WHOLE_AND_PARTS)
def test_an_identifier_is_indexed_whole_and_by_its_parts(text: str, expected: set[str]) -> None:
    assert expected <= set(index_terms(f"before {text} after"))


@pytest.mark.parametrize(
    ("one", "other"),
    [("dryRun", "dry_run"), ("dry-run", "DryRun"), ("utf-8", "UTF8"), ("node.js", "nodejs"), ("e-mail", "email")],
)
def test_one_name_in_two_styles_shares_its_whole_term(one: str, other: str) -> None:
    whole = "".join(char for char in one.lower() if char.isalnum())

    assert whole in index_terms(one)
    assert whole in index_terms(other)


def test_c_plus_plus_is_not_every_c() -> None:
    assert query_terms("C++")[0].terms == ("c++",)
    assert "c" not in index_terms("C++ and C#")


def test_english_contractions_name_the_word_before_them() -> None:
    assert index_terms("Caroline's")[0] == "caroline"
    assert index_terms("we're")[0] == "we"


def test_numbers_written_side_by_side_are_not_run_together() -> None:
    assert "112" not in index_terms("1.12 and 11.2")


def test_a_commit_id_is_looked_for_by_its_beginning() -> None:
    assert query_terms("9f86d08")[0].beginning == "9f86d08"


def test_an_id_is_not_torn_into_single_letters() -> None:
    assert index_terms("a1b2c3d4e5f6") == ["a1b2c3d4e5f6"]


def test_what_is_longer_than_any_word_is_cut_alike_for_index_and_query() -> None:
    text = "x" * 5_000

    assert set(query_terms(text)[0].terms) & set(index_terms(text))
    assert max(map(len, index_terms(text))) < 200
