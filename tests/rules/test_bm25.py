"""BM25 over gathered candidates: what is asked for counts, in any of its forms, and rare words count more."""

from hypothesis import given
from hypothesis import strategies as st
from palimpsest.store.rules.analysis import index_terms, query_terms
from palimpsest.store.rules.bm25 import scores


def ranked(query: str, *documents: str) -> list[str]:
    weighed = scores(query_terms(query), [index_terms(text) for text in documents])
    order = sorted(range(len(documents)), key=lambda place: -weighed[place])
    return [documents[place] for place in order]


def test_a_rare_word_of_the_query_outweighs_a_common_one():
    common = [f"the server logs line {number}" for number in range(8)]
    assert ranked("server certificate", *common, "the certificate is renewed yearly")[0].startswith("the certificate")


def test_a_word_is_found_in_another_form():
    assert ranked("backups", "deploys happen at noon", "a backup is made at noon")[0] == "a backup is made at noon"


def test_a_document_without_any_word_of_the_query_scores_nothing():
    assert scores(query_terms("zebra"), [index_terms("a horse"), []]) == [0.0, 0.0]


def test_no_documents_have_no_scores():
    assert scores(query_terms("anything"), []) == []


@given(st.text(max_size=60), st.lists(st.text(max_size=60), max_size=6))
def test_any_texts_have_finite_scores_of_which_none_is_negative(query: str, documents: list[str]):
    weighed = scores(query_terms(query), [index_terms(text) for text in documents])
    assert len(weighed) == len(documents)
    assert all(0 <= score < float("inf") for score in weighed)
