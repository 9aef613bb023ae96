"""A bound under which keyword recall may not fall: one real conversation, asked as the benchmark asks."""

from __future__ import annotations

import json
import time

from locomo import query, questions, recall_at_cuts, turns
from memory_bench import Agent
from palimpsest.tools.toolbox import declarations
from shared_data import shared_path

LEAST_RECALL_AT_5 = 0.63  # .663 when this was written


async def test_turns_that_answer_a_question_are_among_the_first_five(ana: Agent):
    entry = json.loads(shared_path("data/locomo_first3.json").read_text(encoding="utf-8"))[0]
    tools = {declaration.name: declaration.function for declaration in declarations(ana.desk)}
    began = time.perf_counter()
    recorded: dict[str, str] = {}
    for turn, source, content in turns(entry["conversation"]):
        recorded[(await tools["record_observation"](content=content, source=source))["observation_id"]] = turn
    recalls: list[dict[int, float]] = []
    for question, evidence in questions(entry, recorded.values()):
        found = await tools["search_memory"](**query(question, "keyword"))
        recalls.append(recall_at_cuts(evidence, [recorded.get(hit["id"]) for hit in found["hits"]]))
    recall = sum(one[5] for one in recalls) / len(recalls)
    spent = time.perf_counter() - began
    print(f"{len(recorded)} turns, {len(recalls)} questions, recall@5 {recall:.3f}, {spent:.1f} s")  # noqa: T201
    assert recall >= LEAST_RECALL_AT_5
