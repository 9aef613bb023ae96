"""Semantic mode scores by BM25 what full text gathered, and says that no vectors were heard."""

from memory_bench import Bench
from palimpsest.tools.models import NOTHING_FOUND


async def test_semantic_mode_ranks_a_rare_word_of_the_query_first(bench: Bench):
    ana = await bench.agent("ana")
    for number in range(6):
        await ana.propose(f"The gateway logs requests of tenant {number}.", topic=f"logs {number}")
    await ana.propose("The certificate is renewed in March.", topic="renewal")
    found = await ana.call("search_memory", query="gateway certificate", mode="semantic", limit=3)
    assert found["hits"][0]["content"] == "The certificate is renewed in March."
    assert found["voices"] == {
        "lexical": {"found": 7},
        "semantic": {"found": 0, "silent": NOTHING_FOUND["auto"]},
    }


async def test_semantic_mode_pages_without_gaps_or_repeats(bench: Bench):
    ana = await bench.agent("ana")
    expected = [
        (await ana.propose(f"The gateway logs requests of tenant {number}.", topic=f"logs {number}"))["fact_id"]
        for number in range(5)
    ]
    first = await ana.call("search_memory", query="gateway", mode="semantic", limit=3)
    rest = await ana.call("search_memory", query="gateway", mode="semantic", limit=3, cursor=first["next_cursor"])
    assert sorted(hit["id"] for page in (first, rest) for hit in page["hits"]) == expected
    assert rest["next_cursor"] is None
