"""`palimpsest review`: how good the memory is, as a person finds it."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from ...store.errors import InvalidInput
from ...store.protocol import Transaction
from ...tools import review_acts, review_report, reviewing
from ...tools.decision_log import decision_log
from ...tools.ids import batch_id
from ...tools.review_views import sample_answer, sampled_answer
from ..config import resolve_options
from . import review_resolutions
from .administer import read, show, show_json, write
from .review_dialogue import Walk, converse
from .review_text import decision_lines, fact_lines, report_lines

KEYS = {"c": "correct", "w": "wrong", "o": "outdated", "s": "skip", "b": "back", "q": "quit"}
MOST_DECISIONS = 50


def run(namespace: Namespace) -> int:
    """Sample and mark, or report, apply, retire, look through resolutions or decisions."""
    _require_memory(namespace)
    match namespace.action:
        case None:
            _review(namespace)
        case "report":
            _report(namespace)
        case "apply":
            _apply(namespace)
        case "retire":
            _retire(namespace)
        case "decisions":
            _decisions(namespace)
        case _:
            review_resolutions.run(namespace)
    return 0


def _require_memory(namespace: Namespace) -> None:
    """A workspace is never created by reviewing it."""
    if not resolve_options(namespace).database.exists():
        read(namespace, lambda tx: tx.now)


def _review(namespace: Namespace) -> None:
    """Sample or go on, mark what is named, and ask about the rest unless it is for a program."""
    marks = dict(_named_mark(text) for text in namespace.mark)
    seed, size, is_new = namespace.seed, namespace.size, namespace.new
    if not marks or is_new or seed is not None or size is not None:
        write(namespace, lambda tx, caller: reviewing.sample(tx, caller, seed, size, is_new=is_new))
    if marks:
        write(namespace, lambda tx, caller: reviewing.mark(tx, caller, marks))
    if namespace.json:
        show_json(read(namespace, _open_sample))
    elif marks:
        _report_lines(namespace)
    else:
        _converse(namespace)


def _named_mark(text: str) -> tuple[str, str]:
    name, sign, word = text.partition("=")
    if not sign:
        raise InvalidInput("A mark is written ID=WORD, such as --mark F12=wrong.")
    reviewing.parse_mark(word)
    return name.strip().upper(), word


def _open_sample(tx: Transaction) -> dict[str, Any]:
    review = reviewing.open_review(tx)
    return sample_answer(tx, review) if review else {"review": None, "unmarked": 0, "facts": []}


def _converse(namespace: Namespace) -> None:
    sample = read(namespace, _open_sample)
    review, names = sample["review"], [fact["id"] for fact in sample["facts"]]
    drawn = f"{review['sampled']} of {review['population']} active facts, drawn at random (seed {review['seed']})"
    show(f"Review {review['id']}: {drawn}; {sample['unmarked']} wait for a mark. Each answer is kept at once.")

    def waiting() -> set[str]:
        return {fact["id"] for fact in read(namespace, _open_sample)["facts"] if fact["mark"] is None}

    def present(name: str, place: str) -> None:
        show(*fact_lines(read(namespace, lambda tx: _sampled(tx, name)), place))

    def act(name: str, key: str) -> None:
        write(namespace, lambda tx, caller: reviewing.mark(tx, caller, {name: KEYS[key]}))

    converse(Walk(names, waiting), KEYS, present, act)
    left = len(waiting())
    show("")
    if left:
        show(f"{left} wait for a mark still: palimpsest review goes on with them.", "")
    _report_lines(namespace)


def _sampled(tx: Transaction, name: str) -> dict[str, Any]:
    review = reviewing.open_review(tx)
    facts = (sampled_answer(tx, one) for one in review.facts if one.fact_id == int(name[1:])) if review else ()
    found = next((fact for fact in facts if fact is not None), None)
    if found is None:
        raise InvalidInput(f"{name} is no longer among the facts of an open review; start anew: palimpsest review")
    return found


def _report(namespace: Namespace) -> None:
    if namespace.json:
        show_json(read(namespace, lambda tx: review_report.report(tx, namespace.number)))
    else:
        _report_lines(namespace)


def _report_lines(namespace: Namespace) -> None:
    number = getattr(namespace, "number", None)
    show(*report_lines(read(namespace, lambda tx: review_report.report(tx, number))))


def _apply(namespace: Namespace) -> None:
    changes, batch = write(namespace, lambda tx, caller: _in_batch(tx, review_acts.apply(tx, caller, namespace.number)))
    if namespace.json:
        show_json({"settings": changes, "batch_id": batch})
        return
    for one in changes:
        is_new = one["before"] != one["after"]
        show(
            f"{one['name']}: {one['before']} -> {one['after']}"
            if is_new
            else f"{one['name']} is {one['after']} already"
        )
    if not changes:
        show("Nothing is proposed: palimpsest review report says why.")
    _show_batch(batch)


def _retire(namespace: Namespace) -> None:
    retired, batch = write(
        namespace, lambda tx, caller: _in_batch(tx, review_acts.retire_marked(tx, caller, namespace.number))
    )
    if namespace.json:
        show_json({"retired": retired, "batch_id": batch})
        return
    show(f"taken back: {', '.join(retired)}" if retired else "Nothing marked wrong or outdated is active.")
    _show_batch(batch)


def _in_batch(tx: Transaction, done: Any) -> tuple[Any, str | None]:
    """What was done, and the batch that undoes it."""
    number = tx.batches.at_hand
    return done, None if number is None else batch_id(number)


def _show_batch(batch: str | None) -> None:
    if batch is not None:
        show(f"To put it back: palimpsest undo {batch}")


def _decisions(namespace: Namespace) -> None:
    limit, changed = namespace.limit or MOST_DECISIONS, namespace.changed
    decisions = read(namespace, lambda tx: decision_log(tx, limit, changed_only=changed))
    if namespace.json:
        show_json({"decisions": decisions})
    else:
        show(*decision_lines(decisions))
