"""`palimpsest consolidate`: what all agents saw becomes facts, and what no longer holds is retired."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from ...store.errors import InvalidInput
from ...store.rules.text import one_line, shorten
from ...tools.answers import Consolidated, LeftOut
from ...tools.consolidating import Order, consolidate
from ..config import Options
from .administer import show, show_json
from .upkeep import ProgressLine, ending, open_desk, reach_of, run_to_its_end

MOST_SHOWN = 20
PENDING_CHARS = 100


def run(namespace: Namespace) -> int:
    """Do it and say what was done."""
    _require_both(namespace)
    answer = run_to_its_end(lambda options: _consolidate(options, namespace), namespace)
    if namespace.json:
        show_json(answer)
    else:
        show(*_lines(answer, namespace))
    return 0


def _require_both(namespace: Namespace) -> None:
    if namespace.llm_url is None and (namespace.model is not None or namespace.llm_timeout is not None):
        raise InvalidInput("--model and --llm-timeout go with --llm-url: where the model is asked.")
    if namespace.llm_url is not None and namespace.model is None:
        raise InvalidInput("--llm-url needs --model: a model's name as its server has it.")


async def _consolidate(options: Options, namespace: Namespace) -> Consolidated:
    with ProgressLine() as progress:
        if namespace.llm_url is not None:
            return await _with_model(options, namespace, progress)
        async with open_desk(options, is_rehearsal=namespace.dry_run) as desk:
            order = Order(await reach_of(desk, namespace), None)
            return await consolidate(desk, order, progress, dry_run=namespace.dry_run)


async def _with_model(options: Options, namespace: Namespace, progress: ProgressLine) -> Consolidated:
    from ...tools.model_asking import consolidate_with
    from ..llm import DEFAULT_TIMEOUT_S, ChatEndpoint

    timeout_s = DEFAULT_TIMEOUT_S if namespace.llm_timeout is None else namespace.llm_timeout
    async with (
        ChatEndpoint(namespace.llm_url, namespace.model, options.llm_key, timeout_s) as chat,
        open_desk(options, is_rehearsal=namespace.dry_run) as desk,
    ):
        reach = await reach_of(desk, namespace)
        return await consolidate_with(desk, reach, chat, progress, dry_run=namespace.dry_run)


def _lines(answer: Consolidated, namespace: Namespace) -> list[str]:
    lines = [f"considered: {answer['considered']} observations and items"]
    for name, ids in (
        ("created", answer["created"]),
        ("reinforced", answer["reinforced"]),
        ("merged", answer["merged"]),
        ("retired", answer["retired"]),
    ):
        if ids:
            lines.append(f"{name}: {len(ids)} ({_some(ids)})")
    lines += _left(answer["waiting"])
    if pending := answer["pending"]:
        lines.append(
            f"seen once, or in words that nothing else shares ({len(pending)} shown; agents can draw candidates):"
        )
        lines += [f"  {one['id']}: {shorten(one_line(one['text']), PENDING_CHARS)}" for one in pending[:MOST_SHOWN]]
    if note := answer.get("note"):
        lines.append(note)
    return [*lines, ending(answer["batch_id"], namespace)]


def _some(ids: Sequence[str]) -> str:
    more = f" and {len(ids) - MOST_SHOWN} more" if len(ids) > MOST_SHOWN else ""
    return ", ".join(ids[:MOST_SHOWN]) + more


def _left(waiting: Sequence[LeftOut]) -> list[str]:
    return ["left as it is:", *(f"  {one['id']}: {one['why']}" for one in waiting)] if waiting else []
