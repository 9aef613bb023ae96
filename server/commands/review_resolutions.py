"""`palimpsest review resolutions`: a person confirms or overturns what a rule settled by itself."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from typing import Any

from ...store.errors import Refused
from ...store.model import Caller, Keep, LossReason, Resolution
from ...store.protocol import Transaction
from ...tools import resolutions
from ...tools.ids import parse_id
from .administer import read, show, show_json, write
from .review_dialogue import Walk, converse
from .review_text import resolution_lines

KEYS = {"c": "confirm", "o": "overturn", "h": "both hold", "s": "skip", "b": "back", "q": "quit"}
MOST_SHOWN = 100

Act = Callable[[Transaction, Caller, int], Resolution]


def run(namespace: Namespace) -> None:
    """Act on those that are named; without any, list them for a program or go through them with a person."""
    loss = LossReason.OUTDATED if namespace.outdated else LossReason.WRONG
    named = [
        *((name, _confirm) for name in namespace.confirm),
        *((name, _overturn(loss)) for name in namespace.overturn),
        *((name, _keep_both) for name in namespace.both),
    ]
    acts = [(parse_id(name, "C", "conflict"), act) for name, act in named]
    if acts:
        write(namespace, lambda tx, caller: [act(tx, caller, number) for number, act in acts])
    is_found = None if namespace.all or acts else False
    listed = read(namespace, lambda tx: _listed(tx, is_found, [number for number, _ in acts]))
    if namespace.json:
        show_json({"resolutions": listed})
    elif acts:
        show(*(line for one in listed for line in _outcome(one)))
    else:
        _converse(namespace, listed, loss)


def _confirm(tx: Transaction, caller: Caller, number: int) -> Resolution:
    return resolutions.confirm(tx, caller, number)


def _overturn(loss: LossReason) -> Act:
    return lambda tx, caller, number: resolutions.overturn(tx, caller, number, loss=loss)


def _keep_both(tx: Transaction, caller: Caller, number: int) -> Resolution:
    return resolutions.overturn(tx, caller, number, Keep.BOTH)


def _listed(tx: Transaction, is_found: bool | None, numbers: list[int]) -> list[dict[str, Any]]:
    if numbers:
        named = (tx.resolutions.get(number) for number in dict.fromkeys(numbers))
        return resolutions.resolution_answers(tx, [one for one in named if one is not None])
    return resolutions.resolution_answers(tx, tx.resolutions.latest(MOST_SHOWN, is_found=is_found))


def _outcome(one: dict[str, Any]) -> list[str]:
    return [f"{one['id']} is {one['finding']} by {one['found_by']}"]


def _converse(namespace: Namespace, listed: list[dict[str, Any]], loss: LossReason) -> None:
    if not listed:
        show("No contradiction that a rule settled waits for a finding.")
        return
    names = [one["id"] for one in listed]
    everything = set(names) if namespace.all else None

    def waiting() -> set[str]:
        return everything or {one["id"] for one in read(namespace, lambda tx: _listed(tx, False, []))}

    def present(name: str, place: str) -> None:
        (one,) = read(namespace, lambda tx: _listed(tx, None, [int(name[1:])]))
        show(*resolution_lines(one, place))

    def act(name: str, key: str) -> None:
        acts: dict[str, Act] = {"c": _confirm, "o": _overturn(loss), "h": _keep_both}
        try:
            write(namespace, lambda tx, caller: acts[key](tx, caller, int(name[1:])))
        except Refused as refusal:
            show(str(refusal))

    converse(Walk(names, waiting), KEYS, present, act)
    left = len(read(namespace, lambda tx: _listed(tx, False, [])))
    show("", f"{left} wait for a finding still." if left else "Nothing waits for a finding any more.")
